"""Disputing a hand, and settling what is disputed."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.access import member_for, organiser_for
from league.actors import Actor
from league.errors import Refused
from league.models import Hand, HandDispute
from league.services import disputes


@require_POST
def dispute(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """A player says what is wrong with a hand of a 將 he took part in."""
    access = member_for(request.user, slug)
    found = Hand.objects.filter(jiang__club=access.club, jiang=pk, struck_at=None).select_related("jiang")
    hand = get_object_or_404(found, number=number)
    if access.member is None or not access.sees_jiang(hand.jiang):
        raise Http404
    try:
        disputes.dispute(hand, access.member, request.POST.get("why", ""))
    except Refused as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Noted. The organiser will look at it."))
    return redirect("hand", slug, pk, number)


@require_POST
def settle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The organiser answers."""
    access = organiser_for(request.user, slug)
    found = HandDispute.objects.select_related("hand").filter(hand__jiang__club=access.club)
    one = get_object_or_404(found, pk=pk)
    try:
        disputes.settle(one, request.POST.get("answer", ""), actor=Actor.user(request.user.pk or 0))
    except Refused as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Settled. The dispute and your answer stay with the hand."))
    return redirect("hand", slug, one.hand.jiang_id, one.hand.number)
