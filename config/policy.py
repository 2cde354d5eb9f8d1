"""What a browser may load and do on the site's pages, and how long it may remember."""

from typing import Any

from csp.constants import NONE, SELF

# Everything comes from the site itself; no script or style stands inside a page. `data:` is for QR codes.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

A_YEAR = 365 * 24 * 3600


def over_https() -> dict[str, Any]:
    """Settings for a site behind a proxy that speaks HTTPS and says so in X-Forwarded-Proto."""
    return {
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": A_YEAR,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "LANGUAGE_COOKIE_SECURE": True,
    }
