"""A 將 in plain Python: its record, the deal, every payment, side bets, and the fewest transfers."""

from settlement.jiang.record import Record, read_record
from settlement.jiang.replay import Outcome, State, replay, start, step
from settlement.jiang.settle import settle_line, settle_text
from settlement.jiang.settle_up import settle_up

__all__ = [
    "Outcome",
    "Record",
    "State",
    "read_record",
    "replay",
    "settle_line",
    "settle_text",
    "settle_up",
    "start",
    "step",
]
