"""Hands looked at and put right: correct, strike, insert; seats swapped or taken over; a 將 ended early.

Every change is shown first, with the hands, payments, sums and ranks that change, and written when it is confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.actors import Actor
from league.errors import Refused, explain
from league.models import Hand
from league.selectors.chips import used_patterns
from league.selectors.differences import shown as difference_shown
from league.selectors.hand_page import hand_page
from league.selectors.recorder import Preview, recorder_page, seats_at
from league.services import hands, seats
from league.services.facts import Facts
from league.services.preview import preview
from league.web.entry import form_of, read_entry
from league.web.entry_form import entry_form
from league.web.pages import page
from league.web.people import person_in
from league.web.recorder import barred_fields, quickly, told_of
from league.web.recording import At, at_jiang, sent_away, version_in
from scoring.errors import RuleError
from scoring.rulesets import read_ruleset
from settlement.jiang.replay import Outcome

FORM = ["GET", "HEAD", "POST"]
NOT_KEPT = {"csrfmiddlewaretoken", "confirmed", "version", "why", "quick"}


@dataclass(frozen=True)
class Change:
    """A change to confirm: `write` does it with the version seen and the reason."""

    title: str
    submit: str
    done: str
    back: str
    write: Callable[[int, str], Outcome]
    text: str = ""
    danger: bool = False


@require_safe
def hand(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """One hand with its payments, its history and what is disputed about it."""
    at = at_jiang(request, slug, pk)
    if at.actor is None and not at.access.sees_jiang(at.jiang):
        raise Http404
    one = _hand(at, number)
    context = {"at": at, "jiang": at.jiang, "shown": hand_page(one, at.access.member)}
    return page(request, at.access, "pages/recorder/hand.html", context)


@require_http_methods(FORM)
def correct(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """A hand's entry to change; then what that changes; then it is written."""
    at = at_jiang(request, slug, pk)
    if not at.corrects or at.actor is None:
        return sent_away(at)
    one, actor = _hand(at, number), at.actor
    if request.method != "POST":
        return _entry(
            request, at, number, form_of(one.facts), "correct", told_of(at.jiang, form_of(one.facts), number)
        )
    return _entered(
        request,
        at,
        number,
        "correct",
        lambda facts: Change(
            title=_("Correct hand %(number)s?") % {"number": number},
            submit=_("Correct it"),
            done=_("Hand %(number)s is corrected.") % {"number": number},
            back=reverse("hand", args=[slug, pk, number]),
            write=lambda version, why: (
                hands.correct_hand(one, facts, version=version, actor=actor, why=why).outcome
            ),
        ),
    )


@require_http_methods(FORM)
def insert(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """A forgotten hand: its entry; then what it changes; then it is written."""
    at = at_jiang(request, slug, pk)
    if not at.corrects or at.actor is None:
        return sent_away(at)
    if number > at.jiang.hand_count:
        raise Http404
    actor = at.actor
    if request.method != "POST":
        return _entry(
            request, at, number, QueryDict(), "insert", Preview(hint=_("Who won? Or was it a drawn hand?"))
        )
    return _entered(
        request,
        at,
        number,
        "insert",
        lambda facts: Change(
            title=_("Insert as hand %(number)s?") % {"number": number},
            submit=_("Insert it"),
            done=_("Hand %(number)s is inserted.") % {"number": number},
            back=reverse("hand", args=[slug, pk, number]),
            write=lambda version, why: (
                hands.insert_hand(
                    at.jiang, facts, number=number, version=version, actor=actor, why=why
                ).outcome
            ),
        ),
    )


@require_http_methods(FORM)
def strike(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """A hand taken out: what that changes, then done. The last hand may be undone by whoever records."""
    at = at_jiang(request, slug, pk)
    last = number == at.jiang.hand_count
    if at.actor is None or not (last or at.corrects):
        return sent_away(at)
    one, actor = _hand(at, number), at.actor
    said = {"number": number}
    change = Change(
        title=(_("Undo hand %(number)s?") if last else _("Strike hand %(number)s?")) % said,
        submit=(_("Undo it") if last else _("Strike it")),
        done=(_("Hand %(number)s is undone.") if last else _("Hand %(number)s is struck.")) % said,
        back=reverse("record", args=[slug, pk]),
        write=lambda version, why: hands.strike_hand(one, version=version, actor=actor, why=why).outcome,
        text=_told(one),
        danger=True,
    )
    return _confirm(request, at, change, confirmed=request.method == "POST")


@require_http_methods(FORM)
def corrections(request: HttpRequest, slug: str, pk: int, status: int = 200) -> HttpResponse:
    """Every hand with what may be done to it, the seats, and the end of the 將. `act` says which form was sent."""
    at = at_jiang(request, slug, pk)
    if not at.corrects or at.actor is None:
        return sent_away(at)
    if request.method == "POST":
        try:
            change = ACTS[request.POST.get("act", "")](request, at, at.actor)
        except KeyError:
            raise Http404 from None
        except Refused as error:
            return _corrections(request, at, refused=explain(error), status=error.status)
        return _confirm(
            request, at, change, confirmed="confirmed" in request.POST, fields=_kept(request.POST)
        )
    return _corrections(request, at)


def _corrections(request: HttpRequest, at: At, *, refused: Any = None, status: int = 200) -> HttpResponse:
    at.jiang.refresh_from_db()
    facts = Facts.load(at.jiang)
    context = {
        "at": at,
        "jiang": at.jiang,
        "shown": recorder_page(at.jiang, at.access.member, last=10_000),
        "later": [one for one in facts.sittings if one.from_hand > 1],
        "refused": refused,
        "members": _members(at),
    }
    return page(request, at.access, "pages/recorder/corrections.html", context, status=status)


def _members(at: At) -> Iterable[Any]:
    return at.access.club.members.filter(left_on=None, merged_into=None).order_by("name", "pk")


def _swap(request: HttpRequest, at: At, actor: Actor) -> Change:
    one, other = _seat_in(request, "one"), _seat_in(request, "other")
    return Change(
        title=_("Swap these two for the whole 將?"),
        submit=_("Swap them"),
        done=_("The two are swapped."),
        back=reverse("corrections", args=[at.slug, at.jiang.pk]),
        write=lambda version, why: seats.swap(at.jiang, one, other, version=version, actor=actor, why=why),
    )


def _take_over(request: HttpRequest, at: At, actor: Actor) -> Change:
    seat, from_hand = _seat_in(request, "seat"), _number_in(request, "from_hand")
    name = request.POST.get("member", "").strip()
    guest = "guest" in request.POST
    known = person_in(at.access.club, name, guest=False, make=False) if not guest else None

    def write(version: int, why: str) -> Outcome:
        person = known or person_in(at.access.club, name, guest=True, make=True)
        return seats.take_over(at.jiang, seat, person, from_hand, version=version, actor=actor, why=why)

    return Change(
        title=_("%(name)s sits here from hand %(number)s on?") % {"name": name, "number": from_hand},
        submit=_("Take the seat over"),
        done=_("%(name)s sits there now.") % {"name": name},
        back=reverse("corrections", args=[at.slug, at.jiang.pk]),
        write=write,
    )


def _undo_take_over(request: HttpRequest, at: At, actor: Actor) -> Change:
    sitting = get_object_or_404(at.jiang.sittings.select_related("member"), pk=_number_in(request, "sitting"))
    return Change(
        title=_("%(name)s did not take the seat over after all?") % {"name": sitting.member.name},
        submit=_("Take it back"),
        done=_("The seat is as it was."),
        back=reverse("corrections", args=[at.slug, at.jiang.pk]),
        write=lambda version, why: seats.undo_take_over(sitting, version=version, actor=actor, why=why),
    )


def _close(closed: bool) -> Callable[[HttpRequest, At, Actor], Change]:
    def change(request: HttpRequest, at: At, actor: Actor) -> Change:
        return Change(
            title=_("End this 將 early?") if closed else _("Open this 將 again?"),
            submit=_("End it early") if closed else _("Open it again"),
            done=_("The 將 is ended.") if closed else _("The 將 is in play again."),
            back=reverse("corrections", args=[at.slug, at.jiang.pk]),
            text=_("It stays unfinished: its payments count, and no hand follows.") if closed else "",
            write=lambda version, why: hands.close_jiang(
                at.jiang, version=version, actor=actor, closed=closed
            ),
            danger=closed,
        )

    return change


ACTS: dict[str, Callable[[HttpRequest, At, Actor], Change]] = {
    "swap": _swap,
    "take_over": _take_over,
    "undo_take_over": _undo_take_over,
    "close": _close(True),
    "reopen": _close(False),
}


def _entered(
    request: HttpRequest, at: At, number: int, act: str, change: Callable[[dict[str, Any]], Change]
) -> HttpResponse:
    form = quickly(request.POST)
    try:
        made = change(read_entry(form))
    except Refused as error:
        return _entry(request, at, number, form, act, Preview(hint=error.message), refused=explain(error))
    fields = _kept(form)
    try:
        return _confirm(request, at, made, confirmed="confirmed" in form, fields=fields, raises=True)
    except (Refused, RuleError) as error:
        told = told_of(at.jiang, form, number)
        return _entry(request, at, number, form, act, told, refused=explain(error))


def _entry(
    request: HttpRequest,
    at: At,
    number: int,
    form: QueryDict,
    act: str,
    told: Preview,
    refused: dict[str, str] | None = None,
) -> HttpResponse:
    sheet = read_ruleset(at.jiang.sheet)
    context = {
        "at": at,
        "jiang": at.jiang,
        "number": number,
        "act": act,
        "entry": entry_form(form, seats_at(at.jiang, number), sheet, used_patterns(at.access.club)),
        "preview": told,
        "barred": barred_fields(form, sheet),
        "version": at.jiang.version,
        "refused": refused,
    }
    status = 422 if refused else 200
    return page(request, at.access, "pages/recorder/change_hand.html", context, status=status)


def _confirm(
    request: HttpRequest,
    at: At,
    change: Change,
    *,
    confirmed: bool,
    fields: Iterable[tuple[str, str]] = (),
    raises: bool = False,
) -> HttpResponse:
    """Shows what changes, or writes it where that has been confirmed."""
    refused = None
    if confirmed:
        try:
            change.write(version_in(request), request.POST.get("why", "").strip()[:200])
        except (Refused, RuleError) as error:
            refused = explain(error)
        else:
            messages.success(request, change.done)
            return HttpResponseRedirect(change.back, status=303)
    at.jiang.refresh_from_db()
    found = None
    try:
        found = difference_shown(at.jiang, preview(at.jiang, lambda: change.write(at.jiang.version, "")))
    except (Refused, RuleError) as error:
        if raises:
            raise
        refused = refused or explain(error)
    context = {
        "at": at,
        "jiang": at.jiang,
        "change": change,
        "found": found,
        "fields": list(fields),
        "refused": refused,
        "version": at.jiang.version,
        "why": request.POST.get("why", ""),
    }
    status = 409 if refused else 200
    return page(request, at.access, "pages/recorder/confirm.html", context, status=status)


def _kept(form: QueryDict) -> list[tuple[str, str]]:
    return [
        (name, value) for name, values in form.lists() if name not in NOT_KEPT for value in values if value
    ]


def _hand(at: At, number: int) -> Hand:
    return get_object_or_404(at.jiang.hands.filter(struck_at=None).select_related("jiang"), number=number)


def _told(one: Hand) -> str:
    return hand_page(one, None).card.story


def _seat_in(request: HttpRequest, name: str) -> int:
    given = request.POST.get(name, "")
    if given not in ("0", "1", "2", "3"):
        raise Refused("seats", _("Choose a seat."), where=name)
    return int(given)


def _number_in(request: HttpRequest, name: str) -> int:
    given = request.POST.get(name, "")
    if not (given.isascii() and given.isdigit() and len(given) <= 9):
        raise Refused("bad_number", _("A whole number is expected."), where=name)
    return int(given)
