"""The table's own words for codes, in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WINDS: dict[str, str | Promise] = {
    "E": pgettext_lazy("wind", "East"),
    "S": pgettext_lazy("wind", "South"),
    "W": pgettext_lazy("wind", "West"),
    "N": pgettext_lazy("wind", "North"),
}

SEATS: tuple[str | Promise, ...] = tuple(WINDS.values())

REASONS: dict[str, str | Promise] = {
    "win": _("win"),
    "foul": _("foul"),
    "watcher": _("watcher"),
    "penalty": _("penalty"),
    "outer_bet": _("outer bet"),
    "table_fee": _("table fee"),
    "settle_up": _("settling up"),
    "payment": _("payment"),
    "fee": _("fee"),
    "expense": _("expense"),
}

RESULTS: dict[str, str | Promise] = {
    "win": _("win"),
    "draw": _("drawn hand"),
    "abort": _("aborted hand"),
    "foul": _("foul"),
}

FOULS: dict[str, str | Promise] = {
    "false_win": _("false win"),
    "second_dead_hand": _("dead hand for the second time"),
    "second_watch_offence": _("second offence while watching"),
    "false_kong_in_last_eight": _("false kong in the last eight tiles"),
    "wall_disturbed": _("wall disturbed"),
    "priority_violation": _("priority violated"),
    "other": _("another foul"),
}

ABORTS: dict[str, str | Promise] = {
    "west_parade": _("four West discards in a row"),
    "four_winds": _("four equal wind discards in a row"),
    "nine_terminals": _("nine terminals and honours"),
    "four_kongs": _("four kongs"),
}

PENALTIES: dict[str, str | Promise] = {
    "unfulfilled_call": _("called a pung and did not take it"),
    "wrong_exposed_discard": _("discarded an exposed tile"),
    "misnamed_discard": _("named another tile than was discarded"),
    "other": _("another penalty"),
}

SHEETS: dict[str, str | Promise] = {
    "luohan-2005": _("Luohan rules 2005"),
    "luohan-early": _("Luohan rules, early edition"),
    "basic": _("Basic sheet"),
    "zhengzong": _("Zhengzong sheet"),
    "high": _("High sheet"),
}

PATTERNS: dict[str, str | Promise] = {
    "dealer": pgettext_lazy("pattern", "Dealer"),
    "dealer_streak": pgettext_lazy("pattern", "Dealer streak"),
    "self_draw": pgettext_lazy("pattern", "Self-draw"),
    "concealed_hand": pgettext_lazy("pattern", "Concealed hand"),
    "concealed_self_draw": pgettext_lazy("pattern", "Concealed self-draw"),
    "fully_melded": pgettext_lazy("pattern", "Fully melded"),
    "half_melded": pgettext_lazy("pattern", "Half melded"),
    "all_chows": pgettext_lazy("pattern", "All chows"),
    "all_pungs": pgettext_lazy("pattern", "All pungs"),
    "single_wait": pgettext_lazy("pattern", "Single wait"),
    "robbing_kong": pgettext_lazy("pattern", "Robbing a kong"),
    "all_honours": pgettext_lazy("pattern", "All honours"),
    "all_honours_overlap": pgettext_lazy("pattern", "All honours, overlap"),
    "full_flush": pgettext_lazy("pattern", "Full flush"),
    "half_flush": pgettext_lazy("pattern", "Half flush"),
    "three_concealed_pungs": pgettext_lazy("pattern", "Three concealed pungs"),
    "four_concealed_pungs": pgettext_lazy("pattern", "Four concealed pungs"),
    "five_concealed_pungs": pgettext_lazy("pattern", "Five concealed pungs"),
    "big_four_winds": pgettext_lazy("pattern", "Big four winds"),
    "small_four_winds": pgettext_lazy("pattern", "Small four winds"),
    "big_three_dragons": pgettext_lazy("pattern", "Big three dragons"),
    "small_three_dragons": pgettext_lazy("pattern", "Small three dragons"),
    "seat_wind_pung": pgettext_lazy("pattern", "Seat wind"),
    "round_wind_pung": pgettext_lazy("pattern", "Round wind"),
    "dragon_pung": pgettext_lazy("pattern", "Dragon pung"),
    "dragon_of_round": pgettext_lazy("pattern", "Dragon of the round"),
    "kong_draw": pgettext_lazy("pattern", "Win on a replacement tile"),
    "last_tile_draw": pgettext_lazy("pattern", "Last tile drawn"),
    "last_tile_discard": pgettext_lazy("pattern", "Last tile discarded"),
    "seat_flower": pgettext_lazy("pattern", "Seat flower"),
    "flower_kong": pgettext_lazy("pattern", "Flower kong"),
    "eight_flowers_held": pgettext_lazy("pattern", "Eight flowers held"),
    "eight_immortals": pgettext_lazy("pattern", "Eight immortals"),
    "seven_robs_one": pgettext_lazy("pattern", "Seven rob one"),
    "dealt_flower_win": pgettext_lazy("pattern", "Flower win from the deal"),
    "heavenly_wait": pgettext_lazy("pattern", "Heavenly wait"),
    "earthly_wait": pgettext_lazy("pattern", "Earthly wait"),
    "earthly_wait_first_turn": pgettext_lazy("pattern", "Earthly wait, first turn"),
    "heavenly_win": pgettext_lazy("pattern", "Heavenly win"),
    "earthly_win": pgettext_lazy("pattern", "Earthly win"),
    "human_win": pgettext_lazy("pattern", "Human win"),
    "eight_pairs": pgettext_lazy("pattern", "Eight pairs"),
    "four_kongs": pgettext_lazy("pattern", "Four kongs"),
    "declared_wait": pgettext_lazy("pattern", "Declared wait"),
    "shown_wait": pgettext_lazy("pattern", "Shown wait"),
}

EARLY_NAMES: dict[str, str | Promise] = {
    "earthly_wait_first_turn": pgettext_lazy("pattern of the early edition", "Human win"),
    "human_win": pgettext_lazy("pattern of the early edition", "Earthly win"),
}

HIGH_NAMES: dict[str, str | Promise] = {
    "declared_wait": pgettext_lazy("pattern of the High sheet", "Called wait"),
}


def pattern_name(code: str, sheet: str = "") -> str:
    """A pattern's name as the sheet itself calls it."""
    own = {"luohan-early": EARLY_NAMES, "high": HIGH_NAMES}.get(sheet, {})
    return str(own.get(code) or PATTERNS.get(code) or code)


def word(words: dict[str, str | Promise], code: str) -> str:
    """The word for a code, or the code itself where a newer record brings one that is not known here."""
    return str(words.get(code, code))
