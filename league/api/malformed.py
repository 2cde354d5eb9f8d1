"""A request that cannot be read."""

from __future__ import annotations

from rest_framework import exceptions, status


class Malformed(exceptions.APIException):
    """`code` says why it cannot be read, `http_status` is 400 or 413."""

    def __init__(self, code: str, detail: str, http_status: int = status.HTTP_400_BAD_REQUEST) -> None:
        super().__init__(detail, code)
        self.status_code = http_status
