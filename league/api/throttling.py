"""How many requests an app, a person or a visitor may send in a window, and the headers that tell it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from league.api.auth import token_in

if TYPE_CHECKING:
    from rest_framework.views import APIView


@dataclass(frozen=True)
class Rate:
    """What a caller has left: `limit` requests a window of `window` seconds, `reset` seconds to the next."""

    limit: int
    remaining: int
    reset: int
    window: int

    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Policy": f"{self.limit};w={self.window}",
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }


class WindowThrottle(BaseThrottle):
    """Counts requests in fixed windows in the cache: one counter a caller."""

    def __init__(self) -> None:
        self.rate: Rate | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        window = settings.API_RATE_WINDOW
        limit = settings.API_RATE if _known(request) else settings.API_RATE_VISITOR
        now = int(time.time())
        used = _count(f"api-rate:{self.caller(request)}:{now // window}", window)
        self.rate = Rate(limit, max(0, limit - used), window - now % window, window)
        # Where the view finds it again for the headers of its answer.
        setattr(request, "_rate", self.rate)  # noqa: B010
        return used <= limit

    def wait(self) -> float | None:
        return None if self.rate is None else float(self.rate.reset)

    def caller(self, request: Request) -> str:
        """Whose counter it is: each token, each person, each visitor's address has one."""
        token = token_in(request)
        if token is not None:
            return f"token:{token.pk}"
        if request.user.pk is not None:
            return f"user:{request.user.pk}"
        # Spaces and control characters are no part of a cache key.
        return "address:" + "".join(one if one.isalnum() else "." for one in self.get_ident(request))[:64]


def rate_of(request: Request) -> Rate | None:
    """What the throttle found for this request."""
    return getattr(request, "_rate", None)


def _known(request: Request) -> bool:
    return token_in(request) is not None or request.user.pk is not None


def _count(key: str, window: int) -> int:
    cache.add(key, 0, timeout=window + 1)
    try:
        return int(cache.incr(key))
    except ValueError:
        return 1
