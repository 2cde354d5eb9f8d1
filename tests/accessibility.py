"""What axe says of a page, and whether it fits its screen: for every test that opens one in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN_ALL = "() => { for (const one of document.querySelectorAll('main details')) one.open = true; }"
GRAVE = ("serious", "critical")
QUICK: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "iframes": False}
COLOURS = {**QUICK, "runOnly": ["color-contrast"]}


def faults(page: Page, *, dark: bool = False) -> list[str]:
    """What axe finds serious or critical with everything opened, in words, and a page wider than its screen.

    `dark`: its colours in the dark, too, where all that is not a matter of colours is the same. Colours are most of
    the work, and pages share them: they are looked at in the dark where a component stands that no other page has.
    """
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.evaluate(OPEN_ALL)
    rows = _found(page, QUICK)
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        rows.append("wider than its screen")
    if not dark:
        return rows
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    rows += [f"in the dark: {row}" for row in _found(page, COLOURS)]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return rows


def _found(page: Page, options: dict[str, Any]) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    found: Any = Axe().run(page, options=options).response["violations"]
    grave = [one for one in found if one["impact"] in GRAVE]
    return [f"{one['id']}: {node['html'][:120]}" for one in grave for node in one["nodes"]]
