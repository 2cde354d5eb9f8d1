"""Server-sent events: each says that a table's or a session's version is another now. They carry nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from league.access import club_for, table_for
from league.selectors.live import session_version, table_version
from league.web.live_hub import Hub, Topic

LASTS = 300
"""Seconds after which a stream ends; the browser opens the next one, and access is asked again."""

BEATS = 10
"""Seconds of silence after which a sign of life goes out, so that either side notices when the other is gone."""

AGAIN_AFTER = 1000
"""Milliseconds after which a browser opens the next stream."""

hub = Hub(lambda: int(settings.LIVE_STREAMS))


class Stream:
    """The lines of one follower's stream. `close` gives his place back, whether it was ever read or not."""

    def __init__(
        self, hub: Hub, topic: Topic, version: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._hub = hub
        self._topic = topic
        self._known = version
        self._clock = clock
        self._ends = clock() + LASTS
        self._begun = False
        self._open = True

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> bytes:
        if not self._open:
            raise StopIteration
        if not self._begun:
            self._begun = True
            _give_back_connection()
            return _event("version", self._known, retry=AGAIN_AFTER)
        left = self._ends - self._clock()
        if left <= 0:
            self.close()
            raise StopIteration
        version = self._hub.wait(self._topic, self._known, min(BEATS, left))
        if version == self._known:
            return _event("alive", version)
        self._known = version
        return _event("version", version)

    def close(self) -> None:
        """Doing it twice changes nothing."""
        if self._open:
            self._open = False
            self._hub.leave(self._topic)


def _event(name: str, data: str, retry: int = 0) -> bytes:
    again = f"retry: {retry}\n" if retry else ""
    return f"{again}event: {name}\ndata: {data}\n\n".encode()


def _give_back_connection() -> None:
    """A stream that waits holds no connection to the database."""
    if not connection.in_atomic_block:
        connection.close()


@require_GET
def table_events(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """What happens at one table, for who may see the table."""
    _access, table = table_for(request, slug, pk)
    return _stream(("table", table.pk), lambda: table_version(table))


@require_GET
def session_events(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """What happens at the tables of one session."""
    access = club_for(request.user, slug)
    session = get_object_or_404(access.club.sessions, pk=pk)
    return _stream(("session", session.pk), lambda: session_version(session))


def _stream(topic: Topic, version: Callable[[], str]) -> HttpResponseBase:
    """A stream while there is a place; else 204, which tells an EventSource to ask no more, and the page polls."""
    if not hub.enter(topic):
        return HttpResponse(status=204, headers=_headers())
    try:
        stream: Any = Stream(hub, topic, version())
    except BaseException:
        hub.leave(topic)
        raise
    return StreamingHttpResponse(stream, content_type="text/event-stream", headers=_headers())


def _headers() -> dict[str, str]:
    """No cache keeps a stream, and nginx passes it on line by line."""
    return {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
