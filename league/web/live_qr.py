"""QR codes of the site's own addresses, drawn into the page."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.safestring import SafeString, mark_safe


@dataclass(frozen=True)
class Code:
    """A QR code: its drawing, and the address in letters for who cannot scan it."""

    svg: SafeString
    text: str


def qr_of(request: HttpRequest, path: str) -> Code:
    """The code of an address of this site, under the name by which the reader reached it."""
    address = request.build_absolute_uri(path)
    drawn = segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True)
    # Drawn here from numbers alone: the address is in the pattern, not in the markup.
    return Code(mark_safe(drawn), address)  # noqa: S308


def is_loopback(request: HttpRequest) -> bool:
    """Whether the page was opened under a name that only this very machine can use: no phone gets there."""
    host, _port = split_domain_port(request.get_host())
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
