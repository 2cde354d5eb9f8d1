"""The ledger: post, reverse, read. Parties and amounts only; it knows nothing of seats or tiles.

Write with `post`, `reverse`, and `reversals` + `post` for a correction, always inside
`transaction.atomic()`. Read with `balance`, `balances`, `statement`, `nets`, `by_reason`, `head_to_head`.
"""

from settlement.ledger.drafts import Draft, Entry
from settlement.ledger.findings import Finding
from settlement.ledger.inspecting import inspect, verify
from settlement.ledger.opening import HOUSE, account, accounts, open_book
from settlement.ledger.posting import post
from settlement.ledger.reading import AccountBalance, balance, balances, balances_at
from settlement.ledger.reversing import REVERSAL, live, reversals, reverse
from settlement.ledger.statements import Statement, StatementLine, seq_before, statement
from settlement.ledger.sums import Meeting, by_reason, head_to_head, nets

__all__ = [
    "HOUSE",
    "REVERSAL",
    "AccountBalance",
    "Draft",
    "Entry",
    "Finding",
    "Meeting",
    "Statement",
    "StatementLine",
    "account",
    "accounts",
    "balance",
    "balances",
    "balances_at",
    "by_reason",
    "head_to_head",
    "inspect",
    "live",
    "nets",
    "open_book",
    "post",
    "reversals",
    "reverse",
    "seq_before",
    "statement",
    "verify",
]
