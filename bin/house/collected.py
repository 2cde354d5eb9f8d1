"""The collected static files, and a stamp that says what they were collected from.

Runs in the site's environment, after django.setup(). A browser's copies go by content, so collecting reads, hashes
and compresses every file: seconds that a start without a change need not cost.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from house import environment


def is_current() -> bool:
    """True when nothing has changed since they were collected: neither what went in nor what came out."""
    try:
        return _stamp().read_text() == fingerprint()
    except OSError:
        return False


def collect() -> None:
    """Collects and stamps. The stamp goes first, so that an end half-way leaves none."""
    _stamp().unlink(missing_ok=True)
    before = _sources()
    call_command("collectstatic", interactive=False, verbosity=0)
    if _manifest().exists():
        _stamp().write_text(_digest([*before, _facts(_manifest())]))


def fingerprint() -> str:
    """Names, sizes and times of the files, of the list that collecting wrote, and what it was done with.

    Raises OSError where nothing was collected, or without such a list (DEBUG).
    """
    return _digest([*_sources(), _facts(_manifest())])


def _sources() -> list[str]:
    made_with = [settings.STORAGES["staticfiles"]["BACKEND"], environment.fingerprint("run")]
    return made_with + sorted(f"{name} {_facts(path)}" for name, path in _files())


def _files() -> Iterator[tuple[str, Path]]:
    for finder in get_finders():
        for name, storage in finder.list(StaticFilesConfig.ignore_patterns):
            yield name, Path(storage.path(name))


def _facts(path: Path) -> str:
    facts = path.stat()
    return f"{facts.st_size} {facts.st_mtime_ns}"


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _manifest() -> Path:
    return Path(settings.STATIC_ROOT) / "staticfiles.json"


def _stamp() -> Path:
    return Path(settings.STATIC_ROOT).with_name("static-stamp")
