"""插花 at the table: every change is sent here from the recorder's own screen, and that screen answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from league.actors import Actor
from league.errors import Refused, explain
from league.models import SideBet
from league.services import bets as service
from league.web.bet_forms import in_words
from league.web.people import person_in
from league.web.recorder import recorder
from league.web.recording import At, at_jiang, sent_away
from scoring.errors import RuleError

Act = Callable[[At, Actor, QueryDict], str]


@require_POST
def bets(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One change of a side bet; `act` says which. A refused one is explained, and may be overruled with a reason."""
    at = at_jiang(request, slug, pk)
    if at.actor is None:
        return sent_away(at)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Http404
    try:
        said = act(at, at.actor, request.POST)
    except (Refused, RuleError) as error:
        told = _refused(request.POST, error)
        status = error.status if isinstance(error, Refused) else 422
        return recorder(request, at, QueryDict(), bet=told, status=status)
    messages.success(request, said)
    return HttpResponseRedirect(reverse("record", args=[slug, pk]) + "#bets", status=303)


def _refused(form: QueryDict, error: Refused | RuleError) -> dict[str, Any]:
    """What was asked, why not; `again` are the fields to send once more with a reason to overrule."""
    late = isinstance(error, RuleError) and error.code == "bet_not_allowed"
    kept = [
        (name, value)
        for name, values in form.lists()
        if name not in ("csrfmiddlewaretoken", "overruled")
        for value in values
    ]
    message = in_words(error) if isinstance(error, RuleError) and late else ""
    return {"message": message or explain(error)["message"], "again": kept if late else [], "form": form}


def _set_inner(at: At, actor: Actor, form: QueryDict) -> str:
    service.set_inner(
        at.jiang,
        _seat(form, "seat"),
        _number(form, "units"),
        _accepting(form),
        actor=actor,
        overruled=_why(form),
    )
    return _("The 內插 stands from the next hand on.")


def _set_outer(at: At, actor: Actor, form: QueryDict) -> str:
    guest = "guest" in form
    backer = person_in(at.access.club, form.get("backer", ""), guest=guest, make=guest, where="backer")
    service.set_outer(
        at.jiang,
        backer,
        _seat(form, "seat"),
        _number(form, "base"),
        _number(form, "per_tai") if form.get("per_tai", "").strip() else 0,
        _accepting(form),
        actor=actor,
        overruled=_why(form),
    )
    return _("The 外插 stands from the next hand on.")


def _accept(at: At, actor: Actor, form: QueryDict) -> str:
    service.accept(_bet(at, form), _accepting(form), actor=actor)
    return _("Who accepts is noted.")


def _withdraw(at: At, actor: Actor, form: QueryDict) -> str:
    service.withdraw(_bet(at, form), actor=actor, overruled=_why(form))
    return _("The bet is over.")


def _switch(at: At, actor: Actor, form: QueryDict) -> str:
    service.switch(_bet(at, form), _seat(form, "seat"), _accepting(form), actor=actor, overruled=_why(form))
    return _("The bet has moved.")


def _void(at: At, actor: Actor, form: QueryDict) -> str:
    number = _number(form, "hand")
    service.declare_void(_bet(at, form), number, void="back" not in form, actor=actor)
    if "back" in form:
        return _("The bet wins in hand %(number)s after all.") % {"number": number}
    return _("The bet wins nothing in hand %(number)s.") % {"number": number}


ACTS: dict[str, Act] = {
    "inner": _set_inner,
    "outer": _set_outer,
    "accept": _accept,
    "withdraw": _withdraw,
    "switch": _switch,
    "void": _void,
}


def _bet(at: At, form: QueryDict) -> SideBet:
    return get_object_or_404(at.jiang.side_bets.select_related("jiang"), pk=_number(form, "bet"))


def _seat(form: QueryDict, name: str) -> int:
    given = form.get(name, "")
    if given not in ("0", "1", "2", "3"):
        raise Refused("seats", gettext_noop("Choose a seat."), where=name)
    return int(given)


def _number(form: QueryDict, name: str) -> int:
    given = form.get(name, "").strip()
    if not (given.isascii() and given.isdigit() and len(given) <= 10):
        raise Refused("bad_number", gettext_noop("A whole number is expected."), where=name)
    return int(given)


def _accepting(form: QueryDict) -> list[int]:
    """Who accepts: the seats ticked, less the bettor's own."""
    own = form.get("seat", "")
    return sorted({int(seat) for seat in form.getlist("accepted_by") if seat in "0123" and seat != own})


def _why(form: QueryDict) -> str:
    return form.get("overruled", "").strip()[:200]
