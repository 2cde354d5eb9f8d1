"""What the units are asked about."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """One reading of a hand, in counts: everything that patterns of sets and waits look at.

    `pungs`: of five sets, kongs among them: none (0), all (5) or some (1); `concealed_pungs`: how many are,
    0 for less than three; with `eight_pairs` both are 0.
    `place`: where the winning tile went (`shapes.OPEN` …). `drawn`: by the winner. `concealed`: counts as
    門清. `called`: all five sets exposed by calls. `flowers`: any flower lies out. `honour_pair`: the pair is
    honours. `one_wait`: one kind alone completes the hand. `dealt`: the dealer's dealt tiles won.
    """

    eight_pairs: bool
    pungs: int
    concealed_pungs: int
    place: int
    drawn: bool
    concealed: bool
    called: bool
    flowers: bool
    one_wait: bool
    dealt: bool
    honour_pair: bool
