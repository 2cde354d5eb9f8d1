"""The recorder of one 將: `/c/<slug>/jiang/<id>/record/`.

GET shows the table and the form for the hand that comes next. POST saves it: a person is sent on to the next
hand (303), and sees his entry again with the reason where it is refused. A script that asks for JSON
(`Accept: application/json`) posts the very same form-encoded fields and gets:

- 201 `{"number", "uid", "story", "state", "page", "next"}`: the hand is recorded. `next` is `{"number",
  "round_wind", "dealer", "streak"}`, or null when no hand follows; `state` is open, complete or closed;
  `page` the address to go on at;
- 200, the same: this `uid` with these facts stands already, so it was a retry;
- 409 `{"code", "message", "where", "next", "standing"}`: another hand stands there (`hand_exists`), the number
  is ahead (`not_the_next_hand`), or the 將 is over. `next` is the number that comes next, `standing` is
  `{"number", "uid", "story"}` or null;
- 422 `{"code", "message", "where"}`: the hand itself is refused; nothing was written;
- 403 `{"code": "not_allowed", …}`: the sender may not record here (any more).

Fields, all of them plain text. `csrfmiddlewaretoken` (or the header X-CSRFToken); `number`, the hand's number;
`uid`, a UUID that names this hand for ever, made by the page or by a script; the others in `league.web.entry`.
A script that keeps several hands makes a `uid` for each and counts `number` up itself.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from league import stories
from league.actors import Actor
from league.errors import Refused, explain
from league.models import Hand, Jiang
from league.selectors.chips import barred_chips, used_patterns
from league.selectors.recorder import Preview, RecorderPage, preview_hand, recorder_page
from league.services.hands import Written, record_hand
from league.web.bet_forms import bets_shown
from league.web.entry import FURTHER, read_entry
from league.web.entry_form import drawn, entry_form, ticked
from league.web.offline import keep_offline
from league.web.pages import page, private
from league.web.recording import At, at_jiang, not_allowed, sent_away
from scoring.errors import RuleError
from scoring.rulesets import read_ruleset

QUICK: dict[str, dict[str, str]] = {
    "concealed_self_draw": {"from": "self", "pattern.concealed_hand": "1"},
    "all_chows": {"pattern.all_chows": "1"},
    "plain": {"plain": "1"},
}
"""The commonest hands: what one tap fills in, in place of whatever was ticked."""


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The table and the form; or a hand to save (the module tells how a script is answered)."""
    at = at_jiang(request, slug, pk)
    if request.method == "POST":
        return _save(request, at)
    if at.actor is None:
        return sent_away(at)
    return keep_offline(recorder(request, at, QueryDict()), at.actor)


@require_POST
def preview(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Who would pay whom what and why, and which patterns may still be ticked. Writes nothing."""
    at = at_jiang(request, slug, pk)
    if at.actor is None or (number or 1) > at.jiang.hand_count + 1:
        return sent_away(at)
    form = quickly(request.POST)
    told = told_of(at.jiang, form, number)
    if request.headers.get("HX-Request"):
        sheet = read_ruleset(at.jiang.sheet)
        context = {"preview": told, "jiang": at.jiang, "barred": barred_fields(form, sheet)}
        return private(render(request, "pages/recorder/preview.html", context))
    return recorder(request, at, form, preview=told)


def barred_fields(form: QueryDict, sheet: Any) -> dict[str, str]:
    """Why a chip may not be ticked now, by the name of its field."""
    found = {}
    for prefix in ("", *FURTHER):
        self_draw = drawn(form) if not prefix else False
        for code, why in barred_chips(sheet, ticked(form, prefix), self_draw).items():
            found[f"{prefix}pattern.{code}"] = why
    return found


def quickly(given: QueryDict) -> QueryDict:
    """The form with a quick chip filled in, where one was pressed (a page without script sends it so)."""
    fill = QUICK.get(given.get("quick", ""))
    if fill is None:
        return given
    form = given.copy()
    for name in [name for name in form if name.startswith("pattern.") or name == "plain"]:
        del form[name]
    form["way"] = "patterns"
    for name, value in fill.items():
        form[name] = value
    return form


def told_of(jiang: Jiang, form: QueryDict, number: int | None = None) -> Preview:
    """What the entry would come to, or what is still to be entered."""
    try:
        return preview_hand(jiang, read_entry(form), number)
    except Refused as missing:
        return Preview(hint=missing.message, where=missing.where)


def recorder(
    request: HttpRequest,
    at: At,
    form: QueryDict,
    *,
    preview: Preview | None = None,
    refused: dict[str, str] | None = None,
    standing: Hand | None = None,
    bet: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The recorder's page: the table, the hand being entered, the side bets."""
    at.jiang.refresh_from_db(fields=["hand_count", "version", "state", "closed"])
    shown = recorder_page(at.jiang, at.access.member)
    sheet = read_ruleset(at.jiang.sheet)
    context: dict[str, Any] = {
        "at": at,
        "jiang": at.jiang,
        "shown": shown,
        "sheet": sheet,
        "entry": entry_form(form, shown.seats, sheet, used_patterns(at.access.club)),
        "preview": preview or Preview(hint=_("Who won? Or was it a drawn hand?")),
        "barred": barred_fields(form, sheet),
        "uid": _uid_in(form) or uuid4(),
        "refused": refused,
        "standing": _standing_card(shown, standing),
        "bets": bets_shown(at.jiang, shown, bet),
    }
    return page(request, at.access, "pages/recorder/record.html", context, status=status)


def _standing_card(shown: RecorderPage, standing: Hand | None) -> dict[str, Any] | None:
    if standing is None:
        return None
    seated = shown.sheet.hands[standing.number - 1]
    names = tuple(party.name for party in seated.players)
    faces = [win.face for win in seated.outcome.wins]
    return {
        "number": standing.number,
        "story": stories.story(standing.facts, names, faces),
        "payments": [(one.payer.name, one.payee.name, one.amount) for one in seated.payments],
    }


def _save(request: HttpRequest, at: At) -> HttpResponse:
    asked_by_script = request.accepts("application/json") and not request.accepts("text/html")
    try:
        if at.actor is None:
            raise not_allowed()
        written = _record(at.jiang, request.POST, at.actor)
    except (Refused, RuleError) as error:
        if asked_by_script:
            return _refused_to_script(at.jiang, error)
        if at.actor is None:
            return sent_away(at)
        return _refused_to_person(request, at, error)
    if asked_by_script:
        return _answer(at, written)
    messages.success(request, _("Hand %(number)s is saved.") % {"number": written.hand.number})
    return HttpResponseRedirect(reverse("record", args=[at.slug, at.jiang.pk]), status=303)


def _record(jiang: Jiang, form: QueryDict, actor: Actor) -> Written:
    number = form.get("number", "")
    if not (number.isascii() and number.isdigit() and len(number) <= 6):
        raise Refused("bad_number", gettext_noop("Which hand is it? Its number is missing."), where="number")
    return record_hand(jiang, read_entry(form), number=int(number), actor=actor, uid=_uid_in(form))


def _uid_in(form: QueryDict) -> UUID | None:
    try:
        return UUID(form.get("uid", ""))
    except ValueError:
        return None


def _answer(at: At, written: Written) -> JsonResponse:
    coming = written.outcome.next
    names = {one.member_id: one.member.name for one in at.jiang.sittings.select_related("member")}
    outcome = written.outcome.hands[written.hand.number - 1]
    seats = [names[int(token[1:])] for token in outcome.seated]
    answer = {
        "number": written.hand.number,
        "uid": str(written.hand.uid),
        "story": stories.story(written.hand.facts, seats, [win.face for win in outcome.wins]),
        "state": Jiang.objects.values_list("state", flat=True).get(pk=at.jiang.pk),
        "page": reverse("record", args=[at.slug, at.jiang.pk]),
        "next": {"number": coming.number, **coming.as_json()} if coming else None,
    }
    return JsonResponse(answer, status=200 if written.again else 201)


def _refused_to_script(jiang: Jiang, error: Refused | RuleError) -> JsonResponse:
    answer: dict[str, Any] = dict(explain(error))
    status = error.status if isinstance(error, Refused) else 422
    if isinstance(error, RuleError) and error.code == "hand_after_end":
        status = 409
    if status == 409:
        jiang.refresh_from_db(fields=["hand_count"])
        standing = _standing(jiang, error)
        answer["next"] = jiang.hand_count + 1
        answer["standing"] = standing and {
            "number": standing.number,
            "uid": str(standing.uid),
            "story": _story_of(jiang, standing),
        }
    return JsonResponse(answer, status=status)


def _standing(jiang: Jiang, error: Refused | RuleError) -> Hand | None:
    number = error.params.get("number")
    if error.code != "hand_exists" or not isinstance(number, int):
        return None
    return jiang.hands.filter(number=number, struck_at=None).first()


def _story_of(jiang: Jiang, hand: Hand) -> str:
    card = _standing_card(recorder_page(jiang, None), hand)
    return str(card["story"]) if card else ""


def _refused_to_person(request: HttpRequest, at: At, error: Refused | RuleError) -> HttpResponse:
    """The page again with the entry kept. A hand that stands already is shown beside it."""
    told = explain(error)
    standing = _standing(at.jiang, error)
    form = request.POST.copy()
    if standing is not None:
        form["uid"] = str(uuid4())
    status = error.status if isinstance(error, Refused) else 422
    return recorder(
        request,
        at,
        form,
        preview=told_of(at.jiang, form),
        refused=told,
        standing=standing,
        status=status,
    )
