"""Saving a hand at the table: once, whatever the network, the thumb and the second scorer do."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from league.models import Hand, Jiang
from tests.recorder.table import DRAW, At, one, win


def test_the_scorer_saves_a_hand_and_goes_on_to_the_next(here: At) -> None:
    answer = here.post(**one())
    assert (answer.status_code, answer["Location"]) == (303, here.at())
    assert [hand.facts for hand in here.hands()] == [win(1, 3, 3)]
    page = here.page()
    assert "Save hand 2" in page
    assert "小華 wins off 老王, 3 tai" in page


def test_a_double_tap_is_one_hand(here: At) -> None:
    twice = one()
    assert [here.post(**twice).status_code for _ in range(2)] == [303, 303]
    assert len(here.hands()) == 1


def test_a_script_is_told_what_it_recorded_and_that_a_retry_was_one(here: At) -> None:
    hand = one()
    first, again = here.send(**hand), here.send(**hand)
    assert (first.status_code, again.status_code) == (201, 200)
    told: Any = first.json()
    assert told == again.json()
    assert told == {
        "number": 1,
        "uid": str(hand["uid"]),
        "story": "小華 wins off 老王, 3 tai",
        "state": "open",
        "page": here.at(),
        "next": {"number": 2, "round_wind": "E", "dealer": 1, "streak": 0},
    }


def test_a_drawn_hand_that_nobody_pays_for_is_recorded_and_not_taken_for_a_retry(here: At) -> None:
    assert here.send(**one(ending="draw")).status_code == 201


def test_the_late_scorer_sees_the_hand_that_stands_there_and_keeps_his_own(here: At) -> None:
    here.post(**one())
    answer = here.post(**one(ending="0", **{"from": "2", "face": "7"}))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Hand 1 is recorded already" in page
    assert "小華 wins off 老王, 3 tai" in page
    assert "老王 → 小華" in page
    assert 'name="face" value="7" checked' in page
    assert "Save hand 2" in page
    assert [hand.facts for hand in here.hands()] == [win(1, 3, 3)]


def test_the_late_script_is_told_what_stands_there(here: At) -> None:
    first: Any = here.send(**one()).json()
    answer = here.send(**one(ending="draw"))
    told: Any = answer.json()
    assert answer.status_code == 409
    assert (told["code"], told["next"]) == ("hand_exists", 2)
    assert told["standing"] == {"number": 1, "uid": first["uid"], "story": first["story"]}


def test_a_hand_ahead_of_its_turn_waits(here: At) -> None:
    answer = here.send(**one(number=3))
    told: Any = answer.json()
    assert (answer.status_code, told["code"], told["next"], told["standing"]) == (
        409,
        "not_the_next_hand",
        1,
        None,
    )


def test_the_same_name_with_other_facts_is_not_a_retry(here: At) -> None:
    uid = uuid4()
    here.send(**one(uid))
    assert here.send(**one(uid, face="4")).status_code == 409


REFUSED = {
    "not all said": (one(ending=""), "incomplete", "ending"),
    "patterns that do not go together": (
        one(**{"way": "patterns", "pattern.all_chows": "1", "pattern.all_pungs": "1"}),
        "patterns_conflict",
        "hands[0].wins[0].patterns",
    ),
    "his own discard": (one(ending="3"), "bad_record", "hands[0].wins[0].seat"),
    "no number": (one(number=""), "bad_number", "number"),
}


@pytest.mark.parametrize(("fields", "code", "where"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refused_hand_is_explained_and_nothing_written(
    here: At, fields: dict[str, Any], code: str, where: str
) -> None:
    answer = here.send(**fields)
    told: Any = answer.json()
    assert (answer.status_code, told["code"], told["where"]) == (422, code, where)
    assert here.post(**fields).status_code == 422
    assert here.hands() == []


def test_no_hand_follows_the_end_of_a_jiang(here: At) -> None:
    here.play(*[win((deal + 1) % 4, deal % 4) for deal in range(16)])
    told: Any = here.send(**one(number=17)).json()
    assert (told["code"], told["standing"]) == ("hand_after_end", None)
    assert "The 將 is complete" in here.page()


def test_no_hand_follows_a_jiang_that_was_ended_early(here: At) -> None:
    here.play(DRAW)
    here.post("corrections/", act="close", confirmed="1", version=here.version())
    answer = here.send(**one(number=2))
    assert (answer.status_code, answer.json()["code"]) == (409, "jiang_over")
    assert Jiang.objects.get(pk=here.jiang.pk).state == "closed"


WHO = {"organiser": ("阿珠", 303), "scorer": ("阿樹", 303), "player": ("小華", 302), "visitor": ("", 302)}


@pytest.mark.parametrize(("who", "status"), WHO.values(), ids=WHO.keys())
def test_organiser_and_scorers_record_and_others_read_the_sheet(here: At, who: str, status: int) -> None:
    answer = here.post(who=who, **one())
    assert answer.status_code == status
    assert Hand.objects.count() == (1 if status == 303 else 0)
    if status == 302:
        assert answer["Location"] == here.at("")
        assert here.send(who=who, **one()).status_code == 403
        assert here.client(who).get(here.at()).status_code == 302


def test_the_organiser_of_another_club_is_a_visitor_here(here: At) -> None:
    assert here.post(who="春嬌", **one()).status_code == 302
    here.club.public = False
    here.club.save()
    assert here.post(who="春嬌", **one()).status_code == 404
    assert Hand.objects.count() == 0


def test_the_payments_are_shown_with_their_reasons_before_anything_is_written(here: At) -> None:
    here.play(DRAW, DRAW)
    answer = here.post("record/preview/", **one(ending="0", **{"from": "self", "face": "2"}))
    page = answer.content.decode()
    assert "base 100 + 20 × (2 tai + dealer 1 + streak of 2 4) = 240" in page
    assert page.count("→") >= 3
    assert len(here.hands()) == 2


def test_without_script_a_quick_chip_fills_the_form_in(here: At) -> None:
    page = here.post(
        "record/preview/", quick="concealed_self_draw", ending="1", **{"pattern.all_pungs": "1"}
    ).content.decode()
    assert 'name="pattern.concealed_hand" value="1" checked' in page
    assert 'name="from" value="self" checked' in page
    assert 'name="pattern.all_pungs" value="1" checked' not in page
