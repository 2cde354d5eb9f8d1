"""What axe says of a page, and whether it fits its screen: for every test that opens one in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN_ALL = "() => { for (const one of document.querySelectorAll('main details')) one.open = true; }"
GRAVE = ("serious", "critical")


def faults(page: Page) -> list[str]:
    """What axe finds serious or critical with everything opened, in words, and a page wider than its screen."""
    from axe_playwright_python.sync_playwright import Axe

    page.evaluate(OPEN_ALL)
    found: Any = Axe().run(page).response["violations"]
    grave = [one for one in found if one["impact"] in GRAVE]
    rows = [f"{one['id']}: {node['html'][:120]}" for one in grave for node in one["nodes"]]
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        rows.append("wider than its screen")
    return rows
