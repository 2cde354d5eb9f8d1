"""What a recorder's page needs so that hands wait on the phone, and so that it notices another scorer's hand."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actors import Actor
from league.models import Jiang
from league.selectors.live import table_version

register = template.Library()


@register.inclusion_tag("pages/live/queue.html")
def queue(jiang: Jiang, actor: Actor, form: str = "#entry") -> dict[str, Any]:
    """The hands that wait: `{% queue jiang at.actor %}`, before the form that they are entered in."""
    return {
        "jiang": jiang,
        "who": actor.label,
        "form": form,
        "words": json.dumps(words(), ensure_ascii=False),
    }


@register.simple_tag
def live_version(jiang: Jiang) -> str:
    """The version that a page shows, for `data-live-version`."""
    return table_version(jiang.table)


def words() -> dict[str, str]:
    """What queue.js says; `%(name)s` stands for what it fills in."""
    return _states() | _buttons() | _stories() | _counts()


def _states() -> dict[str, str]:
    return {
        "waiting": _("waits for the network"),
        "editing": _("being changed in the form"),
        "stopped": _("One hand was not taken. It is kept here with those behind it."),
        "trouble": _("The site answers with an error; it is tried again."),
        "locked": _("Not signed in any more, or not allowed to record here"),
        "locked_why": _("Nothing is lost: your hands stay on this phone. Sign in again, then they go up."),
        "stands": _("Nothing was lost: your entry stands below."),
        "put_right": _("Nothing was written. Put it right and save again."),
    }


def _buttons() -> dict[str, str]:
    return {
        "now": _("Try now"),
        "sign_in": _("Sign in"),
        "edit": _("Change"),
        "discard": _("Throw away"),
        "discard_sure": _("Really throw hand %(number)s away"),
        "same": _("It is the same: throw mine away"),
        "as_next": _("It is another: save it as hand %(number)s"),
        "save": _("Save hand %(number)s"),
    }


def _stories() -> dict[str, str]:
    return {
        "off": _("%(winner)s wins off %(discarder)s"),
        "self": _("%(winner)s self-draws"),
        "tai": ngettext("%(count)s tai", "%(count)s tai", 2),
        "tiles": _("counted from its tiles"),
        "dot": _(" · "),
        "and": _("、"),
    }


def _counts() -> dict[str, str]:
    """A sentence for one and one for several: the number is known on the phone only."""
    found = {}
    for name, number in (("one", 1), ("many", 2)):
        found[f"waiting_{name}"] = ngettext(
            "%(count)s hand waits on this phone.", "%(count)s hands wait on this phone.", number
        )
        found[f"other_{name}"] = ngettext(
            "%(count)s hand of another table waits on this phone.",
            "%(count)s hands of another table wait on this phone.",
            number,
        )
        found[f"stranger_{name}"] = ngettext(
            "%(count)s hand that somebody else recorded waits on this phone for him to sign in.",
            "%(count)s hands that somebody else recorded wait on this phone for him to sign in.",
            number,
        )
    return found
