"""The translation catalogues: what the code and pages say, and what each language says instead.

Runs in the site's environment (Babel, Django), but needs no settings, database or gettext programs.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from house import compiled
from house.compiled import DOMAIN
from house.paths import ROOT

LANGUAGES = ("zh_Hant",)
ROOMS = ("config", "league", "settlement", "scoring")
PAGES = ("templates", "league/templates")
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def catalogue(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def extracted() -> Catalog:
    """Every message that the rooms and pages mark, without the places it stands: those move too often."""
    found = Catalog(charset="utf-8")
    for _line, message, comments, context in _messages():
        found.add(message, auto_comments=comments, context=context)
    return found


def _messages() -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    for path in _files(ROOMS, {".py"}):
        with open(path, "rb") as source:
            yield from extract("python", source, KEYWORDS, ("Translators:",))
    for path in _files(PAGES, {".html", ".txt"}):
        yield from extract("python", io.BytesIO(_as_python(path)), KEYWORDS)


def _files(folders: tuple[str, ...], suffixes: set[str]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes)


def _as_python(page: Path) -> bytes:
    """Django's own reading of a page as calls of gettext; indentation would mean something to Python."""
    if not settings.configured:
        settings.configure()
    calls = templatize(page.read_text(), origin=str(page))
    return "\n".join(line.strip() for line in calls.splitlines()).encode()


def update(language: str) -> None:
    """Adds new messages and drops those no longer said. Never guesses a translation from a similar one."""
    path = catalogue(language)
    known = read_catalogue(path) if path.exists() else Catalog(locale=language, charset="utf-8")
    created = known.creation_date
    known.update(extracted(), no_fuzzy_matching=True)
    known.obsolete.clear()
    known.creation_date = created
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        write_po(file, known, width=110, no_location=True, omit_header=False, sort_output=True)


def read_catalogue(path: Path) -> Catalog:
    with open(path, "rb") as file:
        return read_po(file, domain=DOMAIN)


def compile_all() -> None:
    """Writes the .mo beside each .po that is newer."""
    for path, mo in compiled.stale(ROOT):
        partial = mo.with_suffix(".mo.new")
        with open(partial, "wb") as file:
            write_mo(file, read_catalogue(path))
        partial.replace(mo)


def faults(language: str) -> Iterator[str]:
    """What is wrong with a catalogue, one line for each message."""
    path = catalogue(language)
    name = path.relative_to(ROOT)
    if not path.exists():
        yield f"{name}: is missing"
        return
    said = {_key(message): message for message in extracted() if message.id}
    known = {_key(message): message for message in read_catalogue(path) if message.id}
    for key in said.keys() - known.keys():
        yield f"{name}: lacks {key[1]!r}; bin/translations update adds it"
    for key in known.keys() - said.keys():
        yield f"{name}: nothing says {key[1]!r} any more; bin/translations update drops it"
    for key in said.keys() & known.keys():
        yield from (f"{name}: {key[1]!r} {fault}" for fault in _faults(known[key]))


def _key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _faults(message: Message) -> Iterator[str]:
    texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if not all(texts):
        yield "is not translated"
        return
    if message.fuzzy:
        yield "is marked fuzzy"
    for error in message.check():
        yield f"does not fit its translation: {error}"
