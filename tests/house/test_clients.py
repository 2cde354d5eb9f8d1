"""Whose attempts are counted together: the client's own address, which he cannot make up."""

import pytest
from django.test import RequestFactory

from config.clients import address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, "192.0.2.9"),
        (0, "198.51.100.1", "192.0.2.9"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "203.0.113.5, 198.51.100.1", "198.51.100.1"),
        (2, "203.0.113.5, 198.51.100.1, 192.0.2.8", "198.51.100.1"),
        (2, "198.51.100.1", "192.0.2.9"),
        (1, None, "192.0.2.9"),
    ],
    ids=["no proxy", "made up", "one proxy", "made up before it", "two", "too few", "straight past it"],
)
def test_the_address_counted_is(settings, proxies, forwarded, expected):
    settings.PROXIES = proxies
    headers = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    assert address(RequestFactory().get("/", REMOTE_ADDR="192.0.2.9", **headers)) == expected
