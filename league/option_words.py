"""House options and their values in words, for pages that show or change a rule sheet."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league import words

OPTIONS: dict[str, str | Promise] = {
    "seat_wind": gettext_lazy("The seat's wind is counted from"),
    "eight_pairs": gettext_lazy("Eight pairs are a hand"),
    "dragon_of_round": gettext_lazy("The dragon of the round adds 1"),
    "concealed_kong_breaks_concealed": gettext_lazy("A concealed kong ends concealment"),
    "all_chows_self_draw": gettext_lazy("All chows may be self-drawn"),
    "all_chows_flowers": gettext_lazy("All chows may hold flowers"),
    "all_chows_honour_pair": gettext_lazy("All chows may have a pair of honours"),
    "all_chows_concealed": gettext_lazy("All chows may be concealed"),
    "all_chows_wait": gettext_lazy("Waits that all chows allow"),
    "all_chows_with_concealed": gettext_lazy("All chows and a concealed hand add up"),
    "single_wait_by": gettext_lazy("A single wait is told by"),
    "single_wait_concealed_only": gettext_lazy("A single wait needs a concealed hand"),
    "fully_melded_single_wait": gettext_lazy("A single wait adds to fully and half melded"),
    "kong_draw_after_flower": gettext_lazy("A flower's replacement counts as a win on a replacement tile"),
    "kong_draw_with_last_tile": gettext_lazy("Replacement tile and last tile add up"),
    "small_four_winds_wind_pungs": gettext_lazy("Small four winds: the wind pungs still count"),
    "small_three_dragons_dragon_pungs": gettext_lazy("Small three dragons: the dragon pungs still count"),
    "flower_kong_replaces": gettext_lazy("A flower kong stands in place of the seat's flower"),
    "all_honours_overlap": gettext_lazy("All honours with winds or dragons: taken off"),
    "face_minimum": gettext_lazy("Fewest tai to win"),
    "face_cap": gettext_lazy("Most tai that are paid"),
    "streak_cap": gettext_lazy("Highest streak that is paid"),
    "draw_keeps_deal": gettext_lazy("A drawn hand keeps the deal"),
    "draw_keeps_streak": gettext_lazy("A drawn hand raises the streak"),
    "on_several_wins": gettext_lazy("Several win on one discard"),
    "foul_payees": gettext_lazy("A foul pays"),
    "foul_face": gettext_lazy("Fixed tai of a foul"),
    "self_draw_extra": gettext_lazy("More tai for each self-draw"),
    "aborts": gettext_lazy("Aborted hands it knows"),
    "bet_checks": gettext_lazy("Times of side bets are checked"),
}

VALUES: dict[str, str | Promise] = {
    "seat_wind.door": pgettext_lazy("option", "the opened wall"),
    "seat_wind.dealer": pgettext_lazy("option", "the dealer"),
    "all_chows_wait.any": pgettext_lazy("option", "any"),
    "all_chows_wait.not_single": pgettext_lazy("option", "no single wait"),
    "all_chows_wait.two_sided": pgettext_lazy("option", "two-sided only"),
    "single_wait_by.kinds": pgettext_lazy("option", "the one kind that completes the hand"),
    "single_wait_by.shape": pgettext_lazy("option", "middle, edge or pair"),
    "on_several_wins.nearest": pgettext_lazy("option", "the nearest is paid"),
    "on_several_wins.all": pgettext_lazy("option", "all are paid"),
    "on_several_wins.nearest_unless_three": pgettext_lazy("option", "the nearest; three are all paid"),
    "foul_payees.all": pgettext_lazy("option", "all three"),
    "foul_payees.dealer_only": pgettext_lazy("option", "the dealer alone"),
    "refuse": pgettext_lazy("option", "refused"),
    "warn": pgettext_lazy("option", "warned of"),
    "off": pgettext_lazy("option", "not checked"),
}


def option_name(name: str) -> str:
    """What an option decides."""
    return words.word(OPTIONS, name)


def option_value(name: str, value: Any) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    if isinstance(value, int):
        return str(value).replace("-", "\u2212")
    if isinstance(value, list | tuple):
        return _("、").join(words.word(words.ABORTS, str(one)) for one in value) or _("none")
    if isinstance(value, dict):
        levels = {words.word(VALUES, str(level)) for level in value.values()}
        return _("、").join(sorted(levels))
    return words.word(VALUES, f"{name}.{value}")
