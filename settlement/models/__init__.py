"""The ledger's tables: books and accounts, postings and their transfers, balances and checkpoints."""

from settlement.models.balance import Balance, Checkpoint
from settlement.models.book import Account, Book
from settlement.models.posting import Posting, Transfer

__all__ = ["Account", "Balance", "Book", "Checkpoint", "Posting", "Transfer"]
