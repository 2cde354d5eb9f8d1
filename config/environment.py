"""Reads the settings of an installation from its environment, and says all that is wrong with them at once.

Every name is read through one `Environment`. A value that does not fit is noted under its name and the default
stands in, so that `finish()` can name every fault together, before anything has started.
"""

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")


class Environment:
    """Typed reading of environment variables; an empty one counts as not given."""

    def __init__(self, values: Mapping[str, str] = os.environ) -> None:
        self._values = values
        self._faults: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name, "").strip() or default

    def flag(self, name: str, default: bool) -> bool:
        given = self.text(name).lower()
        if given and given not in TRUE + FALSE:
            self.fault(name, f"is {given!r}; say true or false")
        return given in TRUE if given in TRUE + FALSE else default

    def number(self, name: str, default: int) -> int:
        """A whole number from 0."""
        given = self.text(name)
        if given and not (given.isascii() and given.isdigit()):
            self.fault(name, f"is {given!r}; say a whole number")
            return default
        return int(given or default)

    def words(self, name: str, default: list[str]) -> list[str]:
        """Words with commas between them."""
        given = [word.strip() for word in self.text(name).split(",")]
        return [word for word in given if word] or default

    def choice(self, name: str, default: str, among: tuple[str, ...]) -> str:
        given = self.text(name, default)
        if given not in among:
            self.fault(name, f"is {given!r}; say one of {', '.join(among)}")
            return default
        return given

    def origins(self, name: str) -> list[str]:
        """Addresses such as https://club.example.org, with commas between them."""
        given = self.words(name, [])
        for origin in given:
            parts = urlsplit(origin)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
                self.fault(name, f"holds {origin!r}; say addresses such as https://club.example.org")
        return given

    def address(self, name: str) -> str:
        """One address such as https://club.example.org, without a slash behind it; empty where none is given."""
        given = self.origins(name)
        return given[0] if given else ""

    def database(self, name: str, default: str) -> dict[str, Any]:
        """A database URL as Django's settings for it; PostgreSQL or SQLite."""
        given = self.text(name, default)
        if urlsplit(given).scheme not in ("postgres", "postgresql", "sqlite"):
            self.fault(name, "is neither postgres://… nor sqlite:///…")
            given = default
        return dict(environ.Env.db_url_config(given))

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """A mail URL (smtp+tls://user:password@host:587, consolemail://, …) as Django's settings for it."""
        given = self.text(name, default)
        if urlsplit(given).scheme not in environ.Env.EMAIL_SCHEMES:
            self.fault(name, f"begins with none of {', '.join(sorted(environ.Env.EMAIL_SCHEMES))}")
            given = default
        config = environ.Env.email_url_config(given)
        if urlsplit(given).scheme == "filemail":
            # The parser takes the path for relative to wherever the process began.
            config["EMAIL_FILE_PATH"] = urlsplit(given).path
        return {key: value for key, value in config.items() if key.startswith("EMAIL_")}

    def broker(self, name: str, default: str) -> str:
        given = self.text(name, default)
        if urlsplit(given).scheme not in ("filesystem", "redis", "rediss", "redis+socket", "amqp", "amqps"):
            self.fault(name, "is none of filesystem://, redis://…, redis+socket://…, amqp://…")
            return default
        return given

    def fault(self, name: str, what: str) -> None:
        self._faults.append(f"{name} {what}")

    def finish(self) -> None:
        """Raises ImproperlyConfigured with a line for each fault."""
        if self._faults:
            raise ImproperlyConfigured("\n".join(["The environment does not fit:", *self._faults]))
