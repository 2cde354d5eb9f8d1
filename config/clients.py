"""Who is asking: the address that throttling counts by."""

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """The client's address: the connection's own, or what the outermost of our PROXIES saw.

    Each proxy adds whom it heard from at the right; what stands further left came from the client and may be
    anything. Where fewer addresses stand there than we have proxies, the request did not come through them.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    proxies = settings.PROXIES
    heard = [each.strip() for each in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    return heard[-proxies] if 0 < proxies <= len(heard) and heard[-proxies] else direct
