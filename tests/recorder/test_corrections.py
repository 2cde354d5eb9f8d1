"""Putting a hand right: what changes is shown first, then written, and every state is kept."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import HandRevision, Member
from league.services.opening import add_table
from league.services.verify import verify_club
from tests.recorder.table import DRAW, At, one, win


def streaks(here: At) -> list[int]:
    return [hand.streak for hand in here.outcome().hands]


def confirm(here: At, path: str, **fields: Any) -> Any:
    return here.post(path, **{"confirmed": "1", "version": here.version()} | fields)


@pytest.fixture(scope="module")
def built(built: At) -> At:
    """阿明 keeps the deal five times over: hands 2 to 6 have a streak."""
    built.play(win(0, 1, 2), DRAW, win(0, 2, 1), DRAW, DRAW, win(0, None, 3))
    return built


@pytest.fixture
def evening(here: At) -> At:
    return here


def test_a_correction_of_hand_3_changes_the_streaks_of_hands_4_to_6(evening: At) -> None:
    """小華 won hand 3 and not the dealer: the deal passes, and hands 4 to 6 begin anew."""
    assert streaks(evening) == [0, 1, 2, 3, 4, 5]
    shown = evening.post("hands/3/correct/", **one(number=3, **{"from": "2", "face": "1"}))
    page = shown.content.decode()
    assert shown.status_code == 200
    for text in ("Correct hand 3?", "Hand 4", "Hand 5", "Hand 6", "Sums of this 將"):
        assert text in page
    assert streaks(evening) == [0, 1, 2, 3, 4, 5]
    done = confirm(evening, "hands/3/correct/", why="看錯人", **one(number=3, **{"from": "2", "face": "1"}))
    assert (done.status_code, done["Location"]) == (303, evening.at("hands/3/"))
    assert streaks(evening) == [0, 1, 2, 0, 1, 2]
    revision = HandRevision.objects.get(hand__number=3, change="corrected")
    assert (revision.why, revision.facts) == ("看錯人", win(1, 2, 1))
    assert list(verify_club(evening.club)) == []


def test_the_page_of_a_hand_shows_its_history(evening: At) -> None:
    confirm(evening, "hands/3/correct/", why="看錯人", **one(number=3, **{"from": "2", "face": "1"}))
    page = evening.page("hands/3/")
    assert "看錯人" in page
    assert "阿明 wins off 美玲" in page
    assert "小華 wins off 美玲" in page
    assert "阿樹" in page


def test_the_entry_to_correct_holds_what_was_recorded(evening: At) -> None:
    page = evening.page("hands/1/correct/")
    assert 'name="ending" value="0" checked' in page
    assert 'name="from" value="1" checked' in page
    assert 'name="face_more" value="2"' in page


def test_the_last_hand_is_undone(evening: At) -> None:
    assert "Undo hand 6?" in evening.page("hands/6/strike/")
    assert confirm(evening, "hands/6/strike/").status_code == 303
    assert [hand.number for hand in evening.hands()] == [1, 2, 3, 4, 5]


def test_striking_an_earlier_hand_moves_the_later_ones_up(evening: At) -> None:
    page = evening.page("hands/2/strike/")
    assert "hand 3 becomes hand 2" in page
    confirm(evening, "hands/2/strike/", why="記了兩次")
    assert [hand.facts for hand in evening.hands()] == [
        win(0, 1, 2),
        win(0, 2, 1),
        DRAW,
        DRAW,
        win(0, None, 3),
    ]


def test_a_forgotten_hand_is_inserted(evening: At) -> None:
    assert evening.post("hands/2/insert/", **one(number=2)).status_code == 200
    confirm(evening, "hands/2/insert/", **one(number=2))
    assert [hand.facts for hand in evening.hands()][:3] == [win(0, 1, 2), win(1, 3, 3), DRAW]
    assert streaks(evening) == [0, 1, 0, 1, 0, 1, 2]


def test_who_saw_an_older_state_is_told_and_writes_nothing(evening: At) -> None:
    seen = evening.version()
    confirm(evening, "hands/6/strike/")
    late = evening.post("hands/1/strike/", confirmed="1", version=seen)
    assert late.status_code == 409
    assert "Somebody changed this" in late.content.decode()
    assert len(evening.hands()) == 5


def test_a_correction_that_the_rules_refuse_is_explained_with_the_entry_kept(evening: At) -> None:
    answer = evening.post("hands/3/correct/", **one(number=3, **{"from": "1", "face": "9"}))
    assert answer.status_code == 422
    assert 'name="face" value="9" checked' in answer.content.decode()


def test_two_are_swapped_for_the_whole_jiang(evening: At) -> None:
    before = evening.outcome().net
    ids = {name: f"m{evening.people[name].pk}" for name in ("阿明", "小華")}
    assert evening.post("corrections/", act="swap", one="0", other="1").status_code == 200
    confirm(evening, "corrections/", act="swap", one="0", other="1")
    after = evening.outcome().net
    assert (after[ids["小華"]], after[ids["阿明"]]) == (before[ids["阿明"]], before[ids["小華"]])


def test_a_seat_is_taken_over_and_taken_back(evening: At) -> None:
    taken = {"act": "take_over", "seat": "0", "member": "阿國", "from_hand": "6"}
    shown = evening.post("corrections/", **taken)
    assert "阿國 sits here from hand 6 on?" in shown.content.decode()
    assert confirm(evening, "corrections/", **taken).status_code == 303
    token = f"m{evening.people['阿國'].pk}"
    assert evening.outcome().net[token] > 0
    sitting = evening.jiang.sittings.get(from_hand=6)
    confirm(evening, "corrections/", act="undo_take_over", sitting=sitting.pk)
    assert token not in evening.outcome().net


def test_a_guest_who_takes_over_is_taken_in_when_it_is_confirmed(evening: At) -> None:
    taken = {"act": "take_over", "seat": "1", "member": "客人", "from_hand": "7", "guest": "1"}
    assert evening.post("corrections/", **taken).status_code == 200
    assert not Member.objects.filter(name="客人").exists()
    confirm(evening, "corrections/", **taken)
    assert Member.objects.get(name="客人").is_guest
    assert "客人" in evening.page()


@pytest.mark.parametrize(
    ("name", "said"),
    [("沒有這個人", "Nobody here is called"), ("老王", "sits at this table or bets"), ("", "not blank")],
    ids=["unknown", "sits already", "blank"],
)
def test_a_seat_is_not_taken_over_by_nobody_or_twice(evening: At, name: str, said: str) -> None:
    answer = evening.post("corrections/", act="take_over", seat="0", member=name, from_hand="6")
    assert answer.status_code in (409, 422)
    assert said in answer.content.decode()


def test_who_took_over_a_struck_hand_sits_on_from_there(evening: At) -> None:
    """阿國 takes over for hand 2, 客人 from hand 3 on; hand 2 is struck."""
    confirm(evening, "corrections/", act="take_over", seat="1", member="阿國", from_hand="2")
    confirm(evening, "corrections/", act="take_over", seat="1", member="客人", from_hand="3", guest="1")
    confirm(evening, "hands/2/strike/")
    rows = evening.jiang.sittings.filter(seat=1).order_by("from_hand")
    assert [(row.member.name, row.from_hand) for row in rows] == [("小華", 1), ("客人", 2)]
    confirm(evening, "hands/1/strike/")
    rows = evening.jiang.sittings.filter(seat=1).order_by("from_hand")
    assert [(row.member.name, row.from_hand) for row in rows] == [("客人", 1)]


def test_a_jiang_is_ended_early_and_opened_again(evening: At) -> None:
    assert "End this 將 early?" in evening.post("corrections/", act="close").content.decode()
    confirm(evening, "corrections/", act="close")
    assert evening.outcome().closed
    confirm(evening, "corrections/", act="reopen")
    assert not evening.outcome().closed


def test_the_ranks_that_a_correction_moves_are_named(evening: At) -> None:
    evening.table = add_table(evening.table.session)
    evening.sit()
    evening.play(*[win((deal + 1) % 4, deal % 4) for deal in range(15)], win(1, 3, 20))
    page = evening.post("hands/16/correct/", **one(number=16, ending="2")).content.decode()
    assert "Ranks in the season" in page


WHO = {"player": "小華", "visitor": "", "outsider": "春嬌"}


@pytest.mark.parametrize("who", WHO.values(), ids=WHO.keys())
def test_only_who_keeps_the_book_corrects(evening: At, who: str) -> None:
    for path in ("hands/3/correct/", "hands/3/strike/", "hands/3/insert/", "corrections/"):
        answer = evening.post(path, who=who, confirmed="1", version=evening.version(), act="close", **one())
        assert answer.status_code == 302
    assert len(evening.hands()) == 6
    assert not evening.outcome().closed
