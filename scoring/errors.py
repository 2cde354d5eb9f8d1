"""The one exception of the plain-Python rooms: a record, a hand or a sheet that the rules refuse."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation; whoever shows it translates it.

    >>> gettext_noop("A win needs a pair.")
    'A win needs a pair.'
    """
    return message


class RuleError(Exception):
    """Input that the rules refuse.

    `code` is one of the error codes of the record format, `where` the path of the value at fault
    (empty for the whole document), `template` an English sentence with `%(name)s` places and
    `params` what belongs there, so that a page can translate the sentence first and fill it after.

    >>> error = RuleError("bad_tile", "tiles.win_tile", "“%(text)s” is no tile.", {"text": "p5"})
    >>> error.below("hands[3].wins[0]").as_json()["where"]
    'hands[3].wins[0].tiles.win_tile'
    >>> error.message
    '“p5” is no tile.'
    """

    def __init__(self, code: str, where: str, template: str, params: Mapping[str, Any] = _NOTHING) -> None:
        super().__init__(code, where, template, params)
        self.code = code
        self.where = where
        self.template = template
        self.params = dict(params)

    @property
    def message(self) -> str:
        """The English sentence, filled in."""
        return self.template % self.params

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message

    def as_json(self) -> dict[str, str]:
        """`{"code", "message", "where"}` as the two commands print it."""
        return {"code": self.code, "message": self.message, "where": self.where}

    def below(self, prefix: str) -> RuleError:
        """The same error seen from a larger document in which this one stands at `prefix`."""
        where = ".".join(part for part in (prefix, self.where) if part)
        return RuleError(self.code, where, self.template, self.params)
