"""`manage.py score`: what hands count, one JSON line in, one out. No database, no network."""

from __future__ import annotations

import json
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.errors import RuleError
from scoring.line import score_request
from scoring.tiles import NOTATIONS, show

EXAMPLE = """\
Each line is a hand:

  {"ruleset": "luohan-2005",
   "tiles": {"concealed": "123m456m789m5p", "melds": ["777z", "234s"], "win_tile": "5p", "flowers": "1f6f"},
   "self_draw": false, "seat_wind": "E", "round_wind": "S"}

and is answered by one line, in order:

  {"tai": 3, "patterns": [{"code": "single_wait", "name": "獨聽", "count": 1, "tai": 1}, ...], "waits": ["5p"]}

A bad line is answered by {"error": {"code", "message", "where"}} and never stops the run; the exit status is
then 1. Blank lines are skipped. Tiles: 1m-9m 萬, 1p-9p 筒, 1s-9s 條, 1z-7z 東南西北白發中, 1f-8f 春夏秋冬梅蘭菊竹; the Chinese
names and the Unicode tiles are read as well. Inside the object "ruleset" a sheet can be changed:
{"based_on": id, "tai": {code: value}, "options": {...}, "replaces": {code: [codes]}}.
"""


class Command(BaseCommand):
    """Reads hands line by line and answers each before the next is read."""

    help = "Count hands from their tiles: JSON lines in, JSON lines out."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The file and how to write the answers."""
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = EXAMPLE
        parser.add_argument("file", nargs="?", type=Path, help="JSON lines; standard input when left out")
        parser.add_argument(
            "--notation", choices=NOTATIONS, default="mpsz", help="how tiles are written in the answers"
        )
        parser.add_argument(
            "--explain", action="store_true", help="add the reading that counts and what was replaced by what"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Stream from input to output; exit status 1 if any line failed."""
        try:
            source = options["file"].open("rb") if options["file"] else sys.stdin.buffer
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        answer = answerer(explain=options["explain"], notation=options["notation"])
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        with source:
            try:
                failed = write_answers(source, self.stdout.write, answer)
            except BrokenPipeError:
                # Whoever read along has gone: nothing is left to say, not even at exit.
                sys.stdout = None
                failed = True
        if failed:
            sys.exit(1)


def answerer(*, explain: bool, notation: str) -> Callable[[bytes], dict[str, Any]]:
    """The function that answers one line."""

    def answer(line: bytes) -> dict[str, Any]:
        try:
            score = score_request(line)
        except RuleError as error:
            return {"error": error.as_json()}
        answered = score.explain() if explain else score.as_json()
        return answered if notation == "mpsz" else written(answered, notation)

    return answer


def written(answer: dict[str, Any], notation: str) -> dict[str, Any]:
    """The answer with its tiles in another notation."""
    answer["waits"] = [show(name, notation) for name in answer["waits"]]
    for one in (answer.get("reading") or {}).get("sets", ()):
        one["tiles"] = [show(name, notation) for name in one["tiles"]]
    return answer


def write_answers(
    source: IO[bytes], write: Callable[[str], Any], answer: Callable[[bytes], dict[str, Any]]
) -> bool:
    """Answer every line that is not blank; tells whether any failed."""
    failed = False
    for answered in map(answer, _lines(source)):
        failed = failed or "error" in answered
        write(_encoded(answered))
    return failed


def _lines(source: IO[bytes]) -> Iterator[bytes]:
    return (line for line in source if line.strip())


def _encoded(answer: dict[str, Any]) -> str:
    """The answer as one line that any UTF-8 output takes: half a surrogate pair stays escaped."""
    line = json.dumps(answer, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        line = json.dumps(answer)
    return line
