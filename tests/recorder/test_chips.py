"""The patterns as chips: which, in what order, and why one may not be ticked now."""

from __future__ import annotations

import pytest
from django.utils import translation

from league.selectors.chips import barred_chips, chip_groups, used_patterns
from scoring.rulesets import SHEETS, sheet
from tests.recorder.table import At

ticks = {"luohan": sheet("luohan-2005"), "zhengzong": sheet("zhengzong")}


@pytest.mark.parametrize("name", SHEETS)
def test_every_pattern_of_a_sheet_has_one_chip_under_its_value(name: str) -> None:
    """Save 作莊, 連莊 and what a self-draw brings by itself."""
    rules = sheet(name)
    groups = chip_groups(rules, {})
    codes = [chip.code for group in groups for chip in group.chips]
    assert len(codes) == len(set(codes))
    left_out = {"dealer", "dealer_streak", "self_draw", "concealed_self_draw"}
    assert set(codes) == {code for code in rules.values if rules.has(code)} - left_out
    assert [group.tai for group in groups] == sorted({group.tai for group in groups})
    assert all(rules.value(chip.code) == group.tai for group in groups for chip in group.chips)


def test_the_clubs_most_used_come_first(here: At) -> None:
    hand = {"result": "win", "from": 3, "wins": [{"seat": 1, "patterns": {"round_wind_pung": 1}}]}
    here.play(hand, hand | {"wins": [{"seat": 1, "patterns": {"round_wind_pung": 1, "seat_wind_pung": 1}}]})
    used = used_patterns(here.club)
    assert used == {"round_wind_pung": 2, "seat_wind_pung": 1}
    one_tai = chip_groups(ticks["luohan"], used)[0].chips
    assert [chip.code for chip in one_tai][:2] == ["round_wind_pung", "seat_wind_pung"]


def test_a_chip_that_does_not_go_with_those_ticked_says_with_which() -> None:
    with translation.override("zh-hant"):
        barred = barred_chips(ticks["luohan"], {"all_pungs": 1}, False)
    assert "平胡" in barred["all_chows"]
    assert "對對胡" in barred["all_chows"]
    assert "half_flush" not in barred


@pytest.mark.parametrize(
    ("drawn", "barred"), [(True, True), (False, False), (None, False)], ids=["drawn", "discard", "open"]
)
def test_what_a_self_draw_forbids_is_barred_once_it_is_chosen(drawn: bool | None, barred: bool) -> None:
    assert ("fully_melded" in barred_chips(ticks["luohan"], {}, drawn)) is barred


def test_where_the_ticks_themselves_do_not_go_together_any_may_be_unticked() -> None:
    assert barred_chips(ticks["luohan"], {"all_pungs": 1, "all_chows": 1}, False) == {}


def test_what_a_record_ticked_by_name_keeps_its_chip() -> None:
    groups = chip_groups(ticks["zhengzong"], {}, {"self_draw": 1}, drawn=True)
    chip = next(chip for group in groups for chip in group.chips if chip.code == "self_draw")
    assert (chip.count, chip.barred) == (1, "")
