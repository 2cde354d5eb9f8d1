"""What an inspection of a book can find."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scoring.errors import gettext_noop

TEMPLATES: dict[str, str] = {
    "guard_missing": gettext_noop("The database's guard %(name)s is gone or switched off."),
    "missing_posting": gettext_noop("Posting %(seq)s is missing."),
    "broken_chain": gettext_noop("Posting %(seq)s does not carry the hash of the one before it."),
    "changed_posting": gettext_noop(
        "Posting %(seq)s or its transfers are not what was written: the hash differs."
    ),
    "transfer_count": gettext_noop("Posting %(seq)s has %(found)s transfers; %(told)s were written."),
    "stray_transfer": gettext_noop("There are transfers for posting %(seq)s, but no such posting."),
    "bad_transfer": gettext_noop("Posting %(seq)s holds a transfer of %(amount)s that cannot be."),
    "foreign_account": gettext_noop("Posting %(seq)s moves an account of another book."),
    "not_a_mirror": gettext_noop("Posting %(seq)s does not mirror the posting it reverses."),
    "reversed_twice": gettext_noop("Posting %(seq)s is reversed %(times)s times."),
    "doubled_fact": gettext_noop("%(reference)s stands in the book %(times)s times."),
    "earlier_time": gettext_noop("Posting %(seq)s is recorded earlier than the one before it."),
    "wrong_head": gettext_noop("The book's head does not point at its last posting."),
    "beyond_head": gettext_noop("Posting %(seq)s lies beyond the book's head."),
    "wrong_balance": gettext_noop("%(holder)s is kept at %(kept)s; the transfers come to %(summed)s."),
    "wrong_tally": gettext_noop("The count of transfers or the last posting kept for %(holder)s is wrong."),
    "missing_balance": gettext_noop(
        "%(holder)s has transfers that come to %(summed)s, but no balance is kept."
    ),
    "wrong_checkpoint": gettext_noop(
        "The checkpoint of %(holder)s at posting %(seq)s says %(kept)s; the transfers come to %(summed)s."
    ),
    "missing_checkpoint": gettext_noop("The checkpoint of %(holder)s at posting %(seq)s is missing."),
    "stray_checkpoint": gettext_noop(
        "There is a checkpoint of %(holder)s at posting %(seq)s, where none belongs."
    ),
    "not_zero": gettext_noop("The balances of the book sum to %(total)s instead of 0."),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference: a stable `code`, and in `params` where it is and what differs.

    `template` is the English sentence to translate, `message` the sentence filled in.
    """

    code: str
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        return TEMPLATES[self.code]

    @property
    def message(self) -> str:
        return self.template % self.params


def finding(code: str, **params: Any) -> Finding:
    """A finding of one of the kinds above."""
    return Finding(code, params)
