"""A thumb on a phone: taps that are counted, and a scorer who is signed in already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings

from tests.recorder.table import At

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


def sign_in(context: BrowserContext, here: At, base: str, who: str = "阿樹") -> None:
    """Gives a browser the session of one of the people."""
    value = here.client(who).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": base}])


@dataclass
class Thumb:
    """Taps on a page by what it shows to tap."""

    page: Page
    taps: int = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1

    def choose(self, name: str, value: str) -> None:
        """A choice, chip or key: the label round its field."""
        field = f'input[name="{name}"][value="{value}"]'
        self.tap(f"label:has({field})")

    def way(self, value: str) -> None:
        self.choose("way", value)

    def tile(self, *tiles: str) -> None:
        for one in tiles:
            self.tap(f'[data-pad] [data-tile="{one}"]')

    def save(self) -> None:
        """Saves and waits until the next hand, or the end, is there."""
        number = self.number()
        self.tap("[data-save]")
        self.page.wait_for_function(
            "number => { const field = document.querySelector('#entry [name=number]');"
            " return document.readyState === 'complete' && (!field || Number(field.value) !== number); }",
            arg=number,
        )

    def number(self) -> int:
        return int(self.page.locator("#entry input[name=number]").input_value())

    def counted(self, text: str) -> None:
        """Waits until the payments shown say this."""
        self.page.wait_for_function(
            "text => document.getElementById('preview').innerText.includes(text)", arg=text
        )
