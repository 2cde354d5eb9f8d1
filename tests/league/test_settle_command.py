"""`manage.py settle`: what it prints, where errors go, and its exit status."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.jiang.documents import DRAW, document, win

GOOD = document([DRAW, win(3, 1)], players=["阿明", "小華", "美玲", "老王"])
BAD = document([DRAW], version=2)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    def write(*lines: str) -> str:
        path = tmp_path / "records.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return str(path)

    return write


def dumped(*records: Any) -> list[str]:
    return [json.dumps(record) for record in records]


def test_a_record_is_settled_on_one_line(
    write: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("settle", write(json.dumps(GOOD, indent=1)))
    printed = capsys.readouterr()
    assert json.loads(printed.out)["net"] == {"阿明": 0, "小華": 100, "美玲": 0, "老王": -100}
    assert printed.out.count("\n") == 1
    assert printed.err == ""


def test_an_error_goes_to_standard_error_alone(
    write: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("settle", write(*dumped(BAD)))
    printed = capsys.readouterr()
    assert ended.value.code == 1
    assert printed.out == ""
    assert json.loads(printed.err)["error"]["where"] == "version"


def test_a_bad_line_does_not_stop_the_others(
    write: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("settle", write(*dumped(GOOD, BAD), "", "{", *dumped(GOOD)), "--lines")
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ended.value.code == 1
    assert ["error" in answer for answer in answers] == [False, True, True, False]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    source = io.TextIOWrapper(io.BytesIO("\n".join(dumped(GOOD, GOOD)).encode()))
    monkeypatch.setattr(sys, "stdin", source)
    call_command("settle", "--lines")
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("settle", str(tmp_path / "nowhere"))
