"""Errors of this room: the same class as scoring's, with the codes of the record."""

from __future__ import annotations

from scoring.errors import RuleError, gettext_noop

__all__ = ["RuleError", "bad", "error", "gettext_noop"]


def error(code: str, where: str, template: str, **params: object) -> RuleError:
    """A RuleError whose message is `template % params`, at the path `where`."""
    return RuleError(code, where, template, params)


def bad(where: str, template: str, **params: object) -> RuleError:
    """A `bad_record` at the path `where`."""
    return RuleError("bad_record", where, template, params)
