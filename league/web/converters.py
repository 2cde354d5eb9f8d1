"""Ids in addresses: only such as a database can hold, so that a made-up one is not found and nothing more.

Importing this module makes `<id:pk>` known to the modules with addresses that are imported after it.
"""

from django.urls import register_converter


class RowId:
    """`<id:pk>`: a whole number from 1 with at most eighteen digits."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(RowId, "id")
