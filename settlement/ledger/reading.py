"""Reading balances: now from the kept rows, earlier from the nearest checkpoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from settlement import errors
from settlement.models import Account, Balance, Book, Checkpoint, Transfer
from settlement.models.limits import MAX_SEQ, posting_id

_TRANSFER = Transfer._meta.db_table
_CHECKPOINT = Checkpoint._meta.db_table
_ACCOUNT = Account._meta.db_table

_EARLIER = f"""
SELECT base.id,
       base.amount
       + COALESCE((SELECT SUM(t.amount) FROM {_TRANSFER} t
                   WHERE t.dst_id = base.id AND t.posting_id > base.posting_id AND t.posting_id <= %s), 0)
       - COALESCE((SELECT SUM(t.amount) FROM {_TRANSFER} t
                   WHERE t.src_id = base.id AND t.posting_id > base.posting_id AND t.posting_id <= %s), 0)
FROM (SELECT a.id,
             COALESCE((SELECT c.amount FROM {_CHECKPOINT} c WHERE c.account_id = a.id AND c.posting_id <= %s
                       ORDER BY c.posting_id DESC LIMIT 1), 0) AS amount,
             COALESCE((SELECT c.posting_id FROM {_CHECKPOINT} c WHERE c.account_id = a.id AND c.posting_id <= %s
                       ORDER BY c.posting_id DESC LIMIT 1), 0) AS posting_id
      FROM {_ACCOUNT} a WHERE a.id IN ({{places}})) base
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class AccountBalance:
    """An account and what it stands at, in whole units of its book."""

    account: Account
    amount: int


def balance(account: Account, *, as_of_seq: int | None = None) -> int:
    """What the account has received minus paid: now, or right after posting `as_of_seq` of its book."""
    if as_of_seq is not None:
        return balances_at([account], as_of_seq)[account.pk]
    amount = Balance.objects.filter(account_id=account.pk).values_list("amount", flat=True).first()
    return 0 if amount is None else amount


def balances(book: Book) -> list[AccountBalance]:
    """Every account of the book with its balance now, by holder; one query. They sum to zero."""
    found = Account.objects.filter(book=book).select_related("balance").order_by("holder")
    return [AccountBalance(account, _kept(account)) for account in found]


def balances_at(accounts: Sequence[Account], seq: int) -> dict[int, int]:
    """The balances of accounts of one book right after posting `seq`, by account id; one query.

    Sums at most the transfers since the account's last checkpoint, however long the book is.
    """
    if not accounts:
        return {}
    upto = posting_id(book_of(accounts), min(max(seq, 0), MAX_SEQ))
    ids = [account.pk for account in accounts]
    with connection.cursor() as cursor:
        cursor.execute(_EARLIER.format(places=places(ids)), [upto, upto, upto, upto, *ids])
        return {pk: int(amount) for pk, amount in cursor.fetchall()}


def book_of(accounts: Sequence[Account]) -> int:
    """The id of the one book these accounts are in; `ForeignAccountError` where they are in several."""
    found = {account.book_id for account in accounts}
    if len(found) != 1:
        raise errors.ForeignAccountError("accounts")
    return found.pop()


def places(values: Sequence[object]) -> str:
    """As many placeholders as values."""
    return ", ".join(["%s"] * len(values))


def _kept(account: Account) -> int:
    kept: Balance | None = getattr(account, "balance", None)
    return 0 if kept is None else kept.amount
