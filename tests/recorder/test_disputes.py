"""A player says that a hand was otherwise; the organiser answers; both stay with the hand."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import HandDispute
from tests.recorder.table import ENGLISH, At, win


@pytest.fixture
def played(here: At) -> At:
    here.play(win(1, 3, 3), win(2, None, 1))
    return here


def answer(here: At, who: str, text: str = "查過了") -> Any:
    one = HandDispute.objects.get()
    url = f"/c/{here.club.slug}/disputes/{one.pk}/settle/"
    return here.client(who).post(url, {"answer": text}, headers=ENGLISH)


def test_a_seated_player_disputes_a_hand_and_the_organiser_settles_it(played: At) -> None:
    played.post("hands/1/dispute/", who="老王", why="是四台")
    assert "老王 disputes hand 1: 是四台" in played.page()
    assert "老王 disputes this hand:" in played.page("hands/1/", who="老王")
    assert answer(played, "阿珠").status_code == 302
    page = played.page("hands/1/", who="阿珠")
    assert "是四台" in page
    assert "查過了" in page
    assert "Settled by 阿珠" in page
    for path in ("record/", ""):
        assert "老王 disputes hand 1: 是四台 · Settled: 查過了" in " ".join(
            played.page(path, who="阿珠").split()
        )


def test_an_open_dispute_is_not_made_twice(played: At) -> None:
    for _ in range(2):
        played.post("hands/1/dispute/", who="老王", why="是四台")
    assert HandDispute.objects.count() == 1


@pytest.mark.parametrize("who", ["阿國", "春嬌", ""], ids=["not at the table", "outsider", "visitor"])
def test_who_was_not_at_the_table_disputes_nothing(played: At, who: str) -> None:
    played.post("hands/1/dispute/", who=who, why="是四台")
    assert not HandDispute.objects.exists()


@pytest.mark.parametrize("who", ["老王", "阿樹", "春嬌"], ids=["player", "scorer", "outsider"])
def test_only_the_organiser_settles(played: At, who: str) -> None:
    played.post("hands/1/dispute/", who="老王", why="是四台")
    assert answer(played, who).status_code == 404
    assert HandDispute.objects.get().settled_at is None


def test_a_dispute_wants_a_reason_and_an_answer(played: At) -> None:
    played.post("hands/1/dispute/", who="老王", why="  ")
    assert not HandDispute.objects.exists()
    played.post("hands/1/dispute/", who="老王", why="是四台")
    answer(played, "阿珠", " ")
    assert HandDispute.objects.get().settled_at is None
