"""Opening books and accounts."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import IntegrityError, transaction

from settlement.ledger.drafts import check_text
from settlement.models import Account, Book
from settlement.models.limits import HOLDER_LENGTH

HOUSE = "house"


def open_book(name: str, unit: str) -> Book:
    """A new, empty book in one unit (`points`, `TWD`)."""
    check_text(name, "name", 120, "name")
    check_text(unit, "unit", 20, "unit")
    return Book.objects.create(name=name, unit=unit)


def account(book: Book, holder: str) -> Account:
    """The account of one holder, opened when there is none."""
    return accounts(book, [holder])[holder]


def accounts(book: Book, holders: Iterable[str]) -> dict[str, Account]:
    """The accounts of these holders by holder, opened where there is none: one query when all are there.

    The holder `house` gets an account of kind house, every other one of kind party.
    """
    wanted = list(dict.fromkeys(holders))
    found = _find(book, wanted)
    missing = [holder for holder in wanted if holder not in found]
    if not missing:
        return found
    for holder in missing:
        check_text(holder, "holder", HOLDER_LENGTH, "holder")
    try:
        with transaction.atomic():
            Account.objects.bulk_create([_opened(book, holder) for holder in sorted(missing)])
    except IntegrityError:
        # Another writer opened one of them first; those that are still missing go in one by one.
        _open_singly(book, missing)
    return _find(book, wanted)


def _opened(book: Book, holder: str) -> Account:
    return Account(
        book=book, holder=holder, kind=Account.Kind.HOUSE if holder == HOUSE else Account.Kind.PARTY
    )


def _open_singly(book: Book, holders: list[str]) -> None:
    for holder in sorted(holders):
        Account.objects.get_or_create(book=book, holder=holder, defaults={"kind": _opened(book, holder).kind})


def _find(book: Book, holders: list[str]) -> dict[str, Account]:
    return {found.holder: found for found in Account.objects.filter(book=book, holder__in=holders)}
