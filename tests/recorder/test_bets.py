"""插花 at the table: set, accepted, withdrawn, moved, declared void; and why not now, and when."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import SideBet
from tests.recorder.table import DRAW, At, win

INNER = {"act": "inner", "seat": "1", "units": "1", "accepted_by": ["0", "2", "3"]}
OUTER = {"act": "outer", "backer": "阿國", "seat": "2", "base": "100", "accepted_by": ["0", "1", "3"]}
AROUND = [win((deal + 1) % 4, deal % 4) for deal in range(16)]


def bet() -> SideBet:
    return SideBet.objects.get()


def test_a_player_raises_his_own_base_and_each_other_takes_it_or_not(here: At) -> None:
    answer = here.post("bets/", **INNER | {"accepted_by": ["0", "3"]})
    assert answer.status_code == 303
    assert (bet().seat, bet().units, bet().from_hand, bet().accepted_by) == (1, 1, 1, [0, 3])
    assert "小華" in here.page().split('id="bets"')[1].split("</summary>")[0]
    here.post("bets/", act="accept", bet=bet().pk, accepted_by=["0", "2"], seat="1")
    assert bet().accepted_by == [0, 2]
    here.play(win(1, 0, 1))
    assert here.outcome().hands[0].transfers[0].amount == 2 * 100 + 20 * (1 + 1)


def test_who_accepts_is_settled_before_the_first_hand(here: At) -> None:
    here.post("bets/", **INNER)
    here.play(DRAW)
    answer = here.post("bets/", act="accept", bet=bet().pk, accepted_by=["0"])
    assert answer.status_code == 409
    assert bet().accepted_by == [0, 2, 3]


def test_a_bystander_bets_on_a_player(here: At) -> None:
    here.post("bets/", **OUTER)
    assert (bet().backer, bet().base, bet().per_tai) == (here.people["阿國"], 100, 0)
    here.play(win(2, 3, 1))
    assert here.outcome().net[f"m{here.people['阿國'].pk}"] == 100


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"backer": "老王"}, "sits at this table"),
        ({"backer": "沒有這個人"}, "Nobody here is called"),
        ({"base": "x"}, "whole number"),
        ({"seat": ""}, "Choose a seat"),
    ],
    ids=["a player", "unknown", "no number", "no seat"],
)
def test_a_bet_that_cannot_be_is_explained(here: At, fields: dict[str, str], said: str) -> None:
    answer = here.post("bets/", **OUTER | fields)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not SideBet.objects.exists()


def test_an_unknown_backer_becomes_a_guest_when_that_is_ticked(here: At) -> None:
    here.post("bets/", **OUTER | {"backer": "客人", "guest": "1"})
    backer = bet().backer
    assert backer is not None
    assert (backer.name, backer.is_guest) == ("客人", True)


def test_a_bet_that_may_not_start_says_when_it_may_and_can_be_overruled(here: At) -> None:
    here.play(DRAW)
    refused = here.post("bets/", **OUTER)
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "A bet starts only before a hand with streak 0." in page
    assert "It may before the next hand that begins without a streak." in page
    assert not SideBet.objects.exists()
    assert here.post("bets/", **OUTER, overruled="大家同意").status_code == 303
    assert bet().overruled == "大家同意"
    here.play(DRAW)
    assert "大家同意" in here.page()


def test_an_inner_bet_starts_late_in_the_jiang_no_more(here: At) -> None:
    here.play(*AROUND[:9])
    page = here.post("bets/", **INNER).content.decode()
    assert "Not in this 將 any more: at the next one." in page


def test_a_bet_is_withdrawn_before_it_counted(here: At) -> None:
    here.post("bets/", **OUTER)
    here.post("bets/", act="withdraw", bet=bet().pk)
    assert not SideBet.objects.exists()


def test_a_bet_is_withdrawn_after_a_loss_and_not_after_a_gain(here: At) -> None:
    here.post("bets/", **OUTER)
    here.play(win(2, 3, 1))
    page = here.post("bets/", act="withdraw", bet=bet().pk).content.decode()
    assert "It may right after a hand that it loses" in page
    here.play(win(3, 2, 1))
    assert here.post("bets/", act="withdraw", bet=bet().pk).status_code == 303
    assert bet().to_hand == 2


def test_a_backer_moves_to_another_player_after_a_loss(here: At) -> None:
    here.post("bets/", **OUTER)
    here.play(win(1, 2, 1))
    moved = here.post("bets/", act="switch", bet=bet().pk, seat="1", accepted_by=["0", "1", "2", "3"])
    assert moved.status_code == 303
    old, new = SideBet.objects.order_by("position")
    assert (old.to_hand, new.seat, new.from_hand, new.accepted_by) == (1, 1, 2, [0, 2, 3])


def test_a_backer_who_influenced_play_wins_nothing(here: At) -> None:
    here.post("bets/", **OUTER)
    here.play(win(2, 3, 1))
    here.post("bets/", act="void", bet=bet().pk, hand="1")
    assert bet().void_wins == [1]
    assert here.outcome().net[f"m{here.people['阿國'].pk}"] == 0
    here.post("bets/", act="void", bet=bet().pk, hand="1", back="1")
    assert bet().void_wins is None


def test_a_bet_that_a_correction_makes_late_is_kept_and_warned_of(here: At) -> None:
    """The 外插 starts with hand 2, streak 0; hand 1 turns out to be the dealer's: a streak."""
    here.play(win(1, 0, 1))
    here.post("bets/", **OUTER)
    here.play(DRAW)
    fields: dict[str, Any] = {"ending": "0", "from": "1", "way": "face", "face": "1"}
    shown = here.post("hands/1/correct/", **fields)
    assert "A bet starts only before a hand with streak 0." in shown.content.decode()
    done = here.post("hands/1/correct/", confirmed="1", version=here.version(), why="看錯", **fields)
    assert done.status_code == 303
    assert bet().overruled == "看錯"
    assert [warning.code for warning in here.outcome().warnings] == ["bet_not_allowed"]
    here.play(DRAW)


@pytest.mark.parametrize("who", ["小華", "", "春嬌"], ids=["player", "visitor", "outsider"])
def test_only_who_records_sets_bets(here: At, who: str) -> None:
    assert here.post("bets/", who=who, **OUTER).status_code == 302
    assert not SideBet.objects.exists()


def test_bets_of_a_finished_jiang_stay_as_they_are(here: At) -> None:
    here.post("bets/", **INNER)
    here.play(*AROUND)
    assert here.post("bets/", act="withdraw", bet=bet().pk).status_code == 409
