"""What the site refuses, and why."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from scoring.errors import RuleError


class Refused(Exception):
    """A write that is not done; nothing was changed.

    `code` is stable, `template` an English sentence with `%(name)s` places that is translated when shown,
    `where` the path of the value at fault, `status` the HTTP answer, `extra` what an app may need to go on.
    """

    def __init__(
        self,
        code: str,
        template: str,
        *,
        where: str = "",
        status: int = 422,
        extra: dict[str, Any] | None = None,
        **params: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.where = where
        self.status = status
        self.extra = extra or {}
        self.params = params

    @property
    def message(self) -> str:
        """The sentence in the reader's language."""
        return gettext(self.template) % self.params

    def __str__(self) -> str:
        return f"{self.code}: {self.template % self.params}"


def explain(error: RuleError | Refused) -> dict[str, str]:
    """`{"code", "message", "where"}` in the reader's language, for a page, an answer or a command."""
    message = gettext(error.template) % error.params
    return {"code": error.code, "message": message, "where": error.where}
