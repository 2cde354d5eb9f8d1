"""Bounds that the tables and the services share."""

MAX_SEQ = 2**32 - 1
"""Postings in one book. A posting's id is `book_id * 2**32 + seq`."""

MAX_AMOUNT = 10**14
"""The largest single transfer, in whole units."""

MAX_BALANCE = 2**53 - 1
"""How far a balance may go either way: what every JSON reader holds exactly."""

MAX_REVISION = 2**31 - 1
MAX_TRANSFERS = 2**15 - 1

KIND_LENGTH = 20
REFERENCE_LENGTH = 120
ACTOR_LENGTH = 120
MEMO_LENGTH = 500
REASON_LENGTH = 40
HOLDER_LENGTH = 120
HASH_LENGTH = 64


def posting_id(book_id: int, seq: int) -> int:
    """The id of posting `seq` in a book; ids of one book ascend with seq, with no other book's between.

    >>> posting_id(3, 7)
    12884901895
    """
    return book_id * (MAX_SEQ + 1) + seq


def seq_of(identifier: int) -> int:
    """The seq within a posting id.

    >>> seq_of(12884901895)
    7
    """
    return identifier & MAX_SEQ
