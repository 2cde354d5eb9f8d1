"""What the ledger refuses, each with a name. Nothing is written when one of these is raised.

A message is an English template with named parameters, kept apart so that the edge can translate it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.errors import gettext_noop


class LedgerError(Exception):
    """Base of every refusal: `code` (stable), `where` (path into the input), `template`, `params`."""

    code: ClassVar[str] = "ledger"
    template: ClassVar[str] = gettext_noop("The ledger refuses this.")

    def __init__(self, where: str = "", **params: Any) -> None:
        self.where = where
        self.params = params
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The English sentence, filled in."""
        return self.template % self.params

    def as_json(self) -> dict[str, str]:
        """`{"code", "message", "where"}`, as every refusal of the site is told."""
        return {"code": self.code, "message": self.message, "where": self.where}


class NoTransactionError(LedgerError):
    """A writing call stands outside `transaction.atomic()`."""

    code = "no_transaction"
    template = gettext_noop("The ledger is written inside a transaction only.")


class BadAmountError(LedgerError):
    """Not a whole number from 1 to the bound."""

    code = "bad_amount"
    template = gettext_noop("%(amount)s is not a whole amount from 1 to %(most)s.")


class SameAccountError(LedgerError):
    """A transfer from an account to itself."""

    code = "same_account"
    template = gettext_noop("%(holder)s cannot pay itself.")


class ForeignAccountError(LedgerError):
    """An account or posting of another book."""

    code = "foreign_account"
    template = gettext_noop("An account or posting belongs to another book.")


class BadTextError(LedgerError):
    """A text is empty, too long, or holds characters that cannot be stored."""

    code = "bad_text"
    template = gettext_noop("%(field)s must have 1 to %(most)s plain characters.")


class BadDetailError(LedgerError):
    """A transfer's detail is not a small JSON object of texts, whole numbers, booleans and nulls."""

    code = "bad_detail"
    template = gettext_noop("The detail of a transfer must be a small JSON object without fractions.")


class BadRevisionError(LedgerError):
    """A revision that is no whole number in range."""

    code = "bad_revision"
    template = gettext_noop("%(revision)s is not a revision number.")


class BadTimeError(LedgerError):
    """A time without zone, or a record dated before the book's last one or in the future."""

    code = "bad_time"
    template = gettext_noop("%(time)s cannot be the time of this posting.")


class AlreadyPostedError(LedgerError):
    """This revision of this fact is in the book."""

    code = "already_posted"
    template = gettext_noop("This has been posted already.")


class FactIsLiveError(LedgerError):
    """An earlier revision of the fact has not been reversed, or a later one exists."""

    code = "fact_is_live"
    template = gettext_noop("An earlier posting of the same fact has to be reversed first.")


class AlreadyReversedError(LedgerError):
    """A posting is reversed once at most."""

    code = "already_reversed"
    template = gettext_noop("This posting has been reversed already.")


class NotAMirrorError(LedgerError):
    """A reversal that does not mirror a posting of the book, or that reverses a reversal."""

    code = "not_a_mirror"
    template = gettext_noop("A reversal must mirror one earlier posting, and a reversal is not reversed.")


class BalanceOverflowError(LedgerError):
    """An account would leave the range that balances are kept in."""

    code = "balance_overflow"
    template = gettext_noop("A balance would grow beyond what the ledger can hold.")


class OutOfSequenceError(LedgerError):
    """A posting that does not follow the book's last one: wrong number, wrong hash, earlier time."""

    code = "out_of_sequence"
    template = gettext_noop("The posting does not follow the last one of its book.")


class NoSuchBookError(LedgerError):
    """The book is not there."""

    code = "no_such_book"
    template = gettext_noop("There is no such book.")
