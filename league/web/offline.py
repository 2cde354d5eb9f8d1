"""What a phone keeps of the recorder while there is no network: the worker's script, and for whom a page is kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.actors import Actor

KEPT_FOR = "X-Keep-Offline"


def keep_offline(answer: HttpResponse, actor: Actor) -> HttpResponse:
    """Lets the service worker keep this page for its reader: it opens without network, for nobody else."""
    answer[KEPT_FOR] = actor.label
    return answer


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the root because it may only look after what lies below its own address."""
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@cache
def _script() -> str:
    found = finders.find("sw.js")
    if not isinstance(found, str):
        raise Http404
    return Path(found).read_text(encoding="utf-8")
