"""The translation check finds what is missing, stale, doubtful or ill-fitting, and nothing else."""

import gettext

import pytest

from house import catalogues

PAGE = """{% load i18n %}
  <h1>{% translate "Table" %}</h1>
    <p>{% blocktranslate count n=n %}{{ n }} hand{% plural %}{{ n }} hands{% endblocktranslate %}</p>
<b title="it's" {% if x %}>{% translate "May" context "month" %}
"""
CODE = """from django.utils.translation import gettext_lazy as _
title = _("Balance")
def gettext_noop(text): return text
TEMPLATE = gettext_noop("%(name)s has no such tile")
"""
WHOLE = {
    "Table": "牌桌",
    "Balance": "餘額",
    "%(name)s has no such tile": "%(name)s沒有這張牌",
    ("%(n)s hand", "%(n)s hands"): ("%(n)s 盤",),
    "May": "五月",
}


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "table.html").write_text(PAGE)
    (tmp_path / "league").mkdir()
    (tmp_path / "league" / "words.py").write_text(CODE)
    catalogues.update("zh_Hant")
    return tmp_path


def translate(texts: dict[object, object]) -> None:
    path = catalogues.catalogue("zh_Hant")
    known = catalogues.read_catalogue(path)
    for message in known:
        if message.id:
            message.string = texts.get(message.id, message.string)
    with open(path, "wb") as file:
        catalogues.write_po(file, known)


def faults() -> list[str]:
    return sorted(fault.partition(": ")[2] for fault in catalogues.faults("zh_Hant"))


def test_pages_and_code_are_read(house):
    assert {catalogues._key(message) for message in catalogues.extracted() if message.id} == {
        (None, "Table"),
        (None, "Balance"),
        (None, "%(name)s has no such tile"),
        (None, "%(n)s hand"),
        ("month", "May"),
    }


def test_a_whole_catalogue_has_no_faults_and_is_used_when_compiled(house):
    translate(WHOLE)
    assert faults() == []
    catalogues.compile_all()
    told = gettext.translation("django", house / "locale", ["zh_Hant"])
    assert told.gettext("Balance") == "餘額"
    assert told.ngettext("%(n)s hand", "%(n)s hands", 5) == "%(n)s 盤"


def test_a_message_not_translated_is_named(house):
    translate(WHOLE)
    translate({"Table": ""})
    assert faults() == ["'Table' is not translated"]


def test_a_new_message_and_one_no_longer_said_are_named_until_updated(house):
    translate(WHOLE)
    (house / "templates" / "table.html").write_text(PAGE.replace("Table", "Seat"))
    assert faults() == [
        "lacks 'Seat'; bin/translations update adds it",
        "nothing says 'Table' any more; bin/translations update drops it",
    ]
    catalogues.update("zh_Hant")
    assert faults() == ["'Seat' is not translated"]


def test_a_doubtful_translation_is_named(house):
    translate(WHOLE)
    path = catalogues.catalogue("zh_Hant")
    path.write_text(path.read_text().replace('msgid "Table"', '#, fuzzy\nmsgid "Table"'))
    assert faults() == ["'Table' is marked fuzzy"]


def test_a_translation_that_drops_a_value_is_named(house):
    translate({**WHOLE, "%(name)s has no such tile": "%(who)s沒有這張牌"})
    assert len(faults()) == 1
    assert "does not fit its translation" in faults()[0]


def test_a_missing_catalogue_is_named(house):
    catalogues.catalogue("zh_Hant").unlink()
    assert faults() == ["is missing"]
