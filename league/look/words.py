"""The table's own words for codes, and dates as the reader expects them."""

import datetime as dt

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

WINDS = "ESWN"
_WIND_NAMES = {
    "E": pgettext_lazy("wind", "East"),
    "S": pgettext_lazy("wind", "South"),
    "W": pgettext_lazy("wind", "West"),
    "N": pgettext_lazy("wind", "North"),
}
_ROUND_NAMES = {
    "E": gettext_lazy("East round"),
    "S": gettext_lazy("South round"),
    "W": gettext_lazy("West round"),
    "N": gettext_lazy("North round"),
}
REASONS = {
    "win": gettext_lazy("win"),
    "self_draw": gettext_lazy("self-draw"),
    "discard": gettext_lazy("win on a discard"),
    "foul": gettext_lazy("foul, pays all"),
    "watcher": gettext_lazy("watcher"),
    "penalty": gettext_lazy("penalty"),
    "outer_bet": gettext_lazy("outer side bet"),
    "inner_bet": gettext_lazy("inner side bet"),
    "table_fee": gettext_lazy("table fee"),
    "stand_in": gettext_lazy("pays in another's place"),
    "false_win": gettext_lazy("false win"),
    "second_dead_hand": gettext_lazy("dead hand a second time"),
    "second_watch_offence": gettext_lazy("watcher's offence a second time"),
    "false_kong_in_last_eight": gettext_lazy("false kong in the last eight tiles"),
    "wall_disturbed": gettext_lazy("wall disturbed"),
    "priority_violation": gettext_lazy("priority violated"),
    "unfulfilled_call": gettext_lazy("called and did not take"),
    "wrong_exposed_discard": gettext_lazy("wrong exposed discard"),
    "misnamed_discard": gettext_lazy("misnamed discard"),
    "west_parade": gettext_lazy("four Wests in the first turn"),
    "four_winds": gettext_lazy("four winds in the first turn"),
    "nine_terminals": gettext_lazy("nine terminals and honours"),
    "four_kongs": gettext_lazy("four kongs"),
    "other": gettext_lazy("other"),
}
STATES = {
    "waiting": gettext_lazy("waiting"),
    "running": gettext_lazy("running"),
    "done": gettext_lazy("done"),
    "failed": gettext_lazy("failed"),
}


def wind_code(wind: object) -> str:
    """`E` `S` `W` `N` of a wind given so, or as a seat 0–3; empty for anything else."""
    if isinstance(wind, int) and 0 <= wind <= 3:
        return WINDS[wind]
    return wind if isinstance(wind, str) and wind in _WIND_NAMES else ""


def wind_name(wind: object) -> str:
    """東, 南, 西 or 北."""
    code = wind_code(wind)
    return str(_WIND_NAMES[code]) if code else str(wind or "")


def round_name(wind: object) -> str:
    """The round by its wind: 東風圈."""
    code = wind_code(wind)
    return str(_ROUND_NAMES[code]) if code else str(wind or "")


def streak_name(count: int | None) -> str:
    """連N; empty while the dealer has not kept the deal."""
    return _("streak %(count)s") % {"count": count} if count else ""


def reason_name(code: object) -> str:
    """A payment's or foul's reason in words; a free text stays as it is."""
    known = REASONS.get(str(code))
    return str(known) if known is not None else str(code or "")


def state_name(code: object) -> str:
    """A job's state in words."""
    known = STATES.get(str(code))
    return str(known) if known is not None else str(code or "")


def party_name(name: object) -> str:
    """A name in a payment; the club's own account is called `house` in records."""
    return pgettext("party", "house") if name == "house" else str(name)


def day(value: dt.date | None) -> str:
    """A date with its weekday."""
    return date_format(_local(value), pgettext("date format", "D j M Y")) if value else ""


def short_day(value: dt.date | None) -> str:
    """A date for a narrow column, year first in Chinese."""
    return date_format(_local(value), pgettext("date format", "j M Y")) if value else ""


def month(value: dt.date | None) -> str:
    """A month with its year."""
    return date_format(_local(value), pgettext("date format", "M Y")) if value else ""


def moment(value: dt.datetime | None) -> str:
    """A date and time of day, in the zone in force."""
    return date_format(_local(value), pgettext("date format", "j M Y, H:i")) if value else ""


def _local(value: dt.date) -> dt.date:
    if isinstance(value, dt.datetime) and timezone.is_aware(value):
        return timezone.localtime(value)
    return value
