"""When a start collects the static files again, and when it leaves them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from house import collected


@pytest.fixture
def written(tmp_path: Path, settings: Any) -> Path:
    """A style sheet, the only static file of the site, collected as on a real one."""
    sheet = tmp_path / "written" / "club.css"
    sheet.parent.mkdir()
    sheet.write_text("body { color: black }")
    settings.STATICFILES_DIRS = [sheet.parent]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "static"
    collecting = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": collecting}
    collected.collect()
    return sheet


def test_nothing_is_current_before_the_first_time(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    assert not collected.is_current()


def test_what_was_collected_and_did_not_change_is_left(written: Path) -> None:
    assert collected.is_current()


def change(sheet: Path) -> None:
    sheet.write_text("body { color: white }")
    later = sheet.stat().st_mtime + 2
    os.utime(sheet, (later, later))


def add(sheet: Path) -> None:
    sheet.with_name("print.css").write_text("")


def collect_by_hand(sheet: Path) -> None:
    os.utime(sheet.parents[1] / "static" / "staticfiles.json", (1, 1))


def remove_what_was_collected(sheet: Path) -> None:
    (sheet.parents[1] / "static" / "staticfiles.json").unlink()


@pytest.mark.parametrize(
    "happens",
    [change, add, Path.unlink, collect_by_hand, remove_what_was_collected],
    ids=lambda it: it.__name__,
)
def test_a_change_collects_again(written: Path, happens: Callable[[Path], None]) -> None:
    happens(written)
    assert not collected.is_current()


def test_the_browser_gets_what_is_written_now(written: Path) -> None:
    change(written)
    collected.collect()
    assert collected.is_current()
    assert (written.parents[1] / "static" / "club.css").read_text() == "body { color: white }"
