"""`manage.py settle [FILE] [--lines]`: settle 將 records, without a database, a login or a network."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper

from settlement.jiang.settle import settle_text


class Command(BaseCommand):
    help = "Read a 將 record (JSON) and print what every hand pays, the nets, and the fewest transfers."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="default: standard input")
        parser.add_argument("--lines", action="store_true", help="every line of the input is a record")

    def handle(self, *args: Any, **options: Any) -> None:
        for stream in (self.stdout, self.stderr):
            _write_utf8(stream)
        with _opened(options["file"]) as source:
            good = self._settle_lines(source) if options["lines"] else self._settle(source.read())
        if not good:
            sys.exit(1)

    def _settle(self, text: bytes) -> bool:
        answer = settle_text(text)
        if "error" in answer:
            self.stderr.write(_line(answer), style_func=str)
            return False
        self.stdout.write(_line(answer))
        return True

    def _settle_lines(self, lines: Iterable[bytes]) -> bool:
        good = True
        for line in lines:
            if not line.strip():
                continue
            answer = settle_text(line)
            good = good and "error" not in answer
            self.stdout.write(_line(answer))
            self.stdout.flush()
        return good


def _line(answer: dict[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _write_utf8(stream: OutputWrapper) -> None:
    reconfigure = getattr(getattr(stream, "_out", None), "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")


def _opened(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except OSError as problem:
        raise CommandError(f"{name}: {problem.strerror}") from None
