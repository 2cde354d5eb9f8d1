"""`manage.py score` as one types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOD = {
    "ruleset": "high",
    "tiles": {"concealed": "22255p88s", "win_tile": "8s", "melds": ["111m", "999p", "333s"]},
    "self_draw": False,
    "seat_wind": "E",
    "round_wind": "E",
}
ANSWER = {
    "tai": 4,
    "patterns": [{"code": "all_pungs", "name": "對對胡", "count": 1, "tai": 4}],
    "waits": ["5p", "8s"],
}


def run(*options: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", "score", *options]
    env = {**os.environ, "DATABASE_URL": "sqlite:////no/such/place/none.sqlite3"}
    return subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=False, env=env)


def test_a_line_for_a_line_and_blank_ones_skipped() -> None:
    line = json.dumps(GOOD).encode()
    done = run(text=line + b"\n\n   \n" + line)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(one) for one in done.stdout.splitlines()] == [ANSWER, ANSWER]
    assert "對對胡" in done.stdout.decode()


def test_a_bad_line_never_stops_the_run(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    bad = [b"{", b"\xff\xfe", b'{"\\ud800": 1, "ruleset": 1}', b'"\xed"', b"7"]
    line = json.dumps(GOOD).encode()
    file.write_bytes(b"\n".join([*bad, line, json.dumps({**GOOD, "\ud800": 1}).encode()]))
    done = run(str(file))
    answers = [json.loads(one) for one in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [one.get("error", {}).get("code") for one in answers] == ["bad_record"] * 5 + [None, "bad_record"]
    assert answers[5] == ANSWER


@pytest.mark.parametrize(
    ("notation", "waits", "pair"),
    [
        ("mpsz", ["5p", "8s"], ["5p", "5p"]),
        ("chinese", ["五筒", "八條"], ["五筒"] * 2),
        ("unicode", ["🀝", "🀗"], ["🀝"] * 2),
    ],
)
def test_answers_in_any_notation_explained(notation: str, waits: list[str], pair: list[str]) -> None:
    done = run("--notation", notation, "--explain", text=json.dumps(GOOD).encode())
    answer = json.loads(done.stdout)
    assert answer["waits"] == waits
    assert answer["reading"]["sets"][-1] == {
        "kind": "pair",
        "tiles": pair,
        "called": False,
        "completed": False,
    }
    assert answer["replaced"] == []


def test_a_closed_hand_has_no_reading_to_explain() -> None:
    closed = {**GOOD, "self_draw": True, "tiles": {"flowers": "12345678f", "declared": ["eight_immortals"]}}
    done = run("--notation", "chinese", "--explain", text=json.dumps(closed).encode())
    assert json.loads(done.stdout)["reading"] is None


def test_help_shows_a_line_and_its_answer() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert b'"win_tile"' in done.stdout
    assert b"--explain" in done.stdout


def test_a_missing_file_is_named() -> None:
    done = run("/no/such/file")
    assert done.returncode == 1
    assert b"/no/such/file" in done.stderr
