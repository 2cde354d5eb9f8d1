"""A 將 in plain Python: its record, the deal, every payment, side bets, and the fewest transfers."""

from settlement.jiang.record import Record, read_record
from settlement.jiang.replay import Outcome, State, start, step
from settlement.jiang.settle import settle_line, settle_text

__all__ = [
    "Outcome",
    "Record",
    "State",
    "read_record",
    "settle_line",
    "settle_text",
    "start",
    "step",
]
