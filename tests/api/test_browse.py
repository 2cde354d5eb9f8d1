"""The description: published as it is, and shown on a page that loads nothing from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.api.world import API, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_description_is_there_for_anyone() -> None:
    answer = visitor().get(f"{API}/openapi.json")
    assert answer["Content-Type"] == "application/vnd.oai.openapi+json;version=3.1"
    told = answer.json()
    assert told["openapi"] == "3.1.0"
    assert told["components"]["schemas"]["JiangRecord"]["properties"]["players"]
    assert {"token", "session"} == set(told["components"]["securitySchemes"])


def test_every_answer_and_body_has_a_form() -> None:
    """No operation is left to guess: each says what it takes and gives."""
    for path, item in visitor().get(f"{API}/openapi.json").json()["paths"].items():
        for method, operation in item.items():
            forms = [
                body["schema"]
                for code, answer in operation["responses"].items()
                if code.startswith("2")
                for body in answer["content"].values()
            ]
            assert forms, f"{method} {path}"
            assert all(form for form in forms), f"{method} {path}"
            assert operation["summary"], f"{method} {path}"


def test_the_page_shows_every_topic_and_breaks_no_policy(page: Page) -> None:
    page.goto(f"{API}/")
    operation = page.locator("#operations-stateless-settle_create")
    operation.locator("button.opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table .response-col_description .highlight-code")
    answer.wait_for()
    assert "settle_up" in answer.inner_text()
