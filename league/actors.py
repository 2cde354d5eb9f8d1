"""Who did something: a signed-in person, an app's token, a phone with a pass, or the site itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Actor:
    """`label` is what the ledger and the revisions keep: `user:5`, `token:3`, `pass:7`, `site`."""

    label: str

    @classmethod
    def user(cls, pk: int) -> Actor:
        return cls(f"user:{pk}")

    @classmethod
    def token(cls, pk: int) -> Actor:
        return cls(f"token:{pk}")

    @classmethod
    def holder(cls, pk: int) -> Actor:
        """A phone that holds a recording pass."""
        return cls(f"pass:{pk}")


SITE = Actor("site")
