"""What is said where a request fails on our side."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import server_error

AGAIN_SECONDS = "5"


def failed(request: HttpRequest) -> HttpResponse:
    """A database that is away, full or too busy is said to be that, with 503; anything else is our fault, 500.

    Neither page asks the database for anything.
    """
    if not isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return server_error(request)
    return HttpResponse(
        loader.get_template("503.html").render(), status=503, headers={"Retry-After": AGAIN_SECONDS}
    )
