"""Who sees what of a table: the page, its parts and its walls, one test for each cell of the tables."""

from __future__ import annotations

import pytest

from league.models import Club
from tests.live.evening import Evening, won

READERS = ("visitor", "outsider", "watcher", "player", "scorer", "organiser")
SCREENS = {
    "table": "",
    "part": "now/",
    "wall": "wall/",
    "part of the wall": "wall/now/",
}
#                        visitor outsider watcher player scorer organiser
SUMS = {
    ("own", "table"): "   no      no       no      yes    yes    yes",
    ("own", "part"): "    no      no       no      yes    yes    yes",
    ("own", "wall"): "    no      no       no      no     no     no",
    ("members", "table"): "no     no       yes     yes    yes    yes",
    ("members", "wall"): " no     no       yes     yes    yes    yes",
    ("everyone", "table"): "yes   yes      yes     yes    yes    yes",
    ("everyone", "wall"): " yes   yes      yes     yes    yes    yes",
}
CELLS = [
    pytest.param(shown, screen, reader, seen == "yes", id=f"{shown}-{screen}-{reader}")
    for (shown, screen), line in SUMS.items()
    for reader, seen in zip(READERS, line.split(), strict=True)
]


@pytest.mark.parametrize(("shown", "screen", "reader", "seen"), CELLS)
def test_sums_stand_where_the_club_says(
    evening: Evening, shown: str, screen: str, reader: str, seen: bool
) -> None:
    Club.objects.filter(pk=evening.club.pk).update(money_shown=shown)
    evening.play(won(1, 3, 4))
    told = evening.as_(reader).get(evening.at(SCREENS[screen])).content.decode()
    assert ("+180" in told) is seen
    assert "小華 wins off 老王, 4 tai" in told


@pytest.mark.parametrize(("reader", "seen"), [("organiser", True), ("scorer", True), ("player", False)])
def test_who_records_may_show_sums_on_a_wall(evening: Evening, reader: str, seen: bool) -> None:
    evening.play(won(1, 3, 4))
    told = evening.as_(reader).get(evening.at("wall/?sums")).content.decode()
    assert ("+180" in told) is seen


MAY_LOOK = "     200  200  200  200  200  200"
INSIDERS = "     404  404  200  200  200  200"
RECORDERS = "    404  404  404  404  200  200"
ADDRESSES = {
    "": (MAY_LOOK, INSIDERS),
    "now/": (MAY_LOOK, INSIDERS),
    "wall/": (MAY_LOOK, INSIDERS),
    "wall/now/": (MAY_LOOK, INSIDERS),
    "passes/": (RECORDERS, RECORDERS),
    "../../sessions/{session}/wall/": (MAY_LOOK, INSIDERS),
    "../../sessions/{session}/wall/now/": (MAY_LOOK, INSIDERS),
}


@pytest.mark.parametrize("public", [True, False], ids=["public", "closed"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_is_there_for_who_may_look(evening: Evening, address: str, public: bool) -> None:
    Club.objects.filter(pk=evening.club.pk).update(public=public)
    line = ADDRESSES[address][0 if public else 1]
    path = evening.at(address.format(session=evening.table.session_id)).replace(
        f"tables/{evening.table.pk}/../../", ""
    )
    met = [evening.as_(reader).get(path).status_code for reader in READERS]
    assert met == [int(one) for one in line.split()]


def test_the_part_is_not_sent_again_to_who_has_it(evening: Evening) -> None:
    evening.play(won(1, 3))
    visitor = evening.as_("visitor")
    first = visitor.get(evening.at("now/"))
    seen = {"if-none-match": first["ETag"]}
    assert visitor.get(evening.at("now/"), headers=seen).status_code == 304
    assert evening.as_("player").get(evening.at("now/"), headers=seen).status_code == 200
    evening.play(won(2, None))
    again = visitor.get(evening.at("now/"), headers=seen)
    assert (again.status_code, again["X-Live-Version"] == first["X-Live-Version"]) == (200, False)


def test_a_table_at_which_nobody_sits_yet_says_so(evening: Evening) -> None:
    path = evening.at().replace(f"/{evening.table.pk}/", f"/{evening.other.pk}/")
    for page in ("", "wall/"):
        assert "No 將 yet" in evening.as_("visitor").get(path + page).content.decode()


def test_a_screen_reader_is_told_the_hand_and_who_deals(evening: Evening) -> None:
    evening.play(won(0, None, 2))
    told = evening.as_("visitor").get(evening.at("now/")).content.decode()
    assert "Hand 1: 阿明 self-draws, 2 tai. 阿明 deals, streak 1" in told
