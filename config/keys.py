"""The key that signs sessions and one-time codes."""

import secrets
from pathlib import Path

from config.environment import Environment

SHORTEST = 32


def secret_key(env: Environment, embedded: bool, kept: Path) -> str:
    """The key given in SECRET_KEY; an embedded site without one uses what `bin/serve` keeps in its data folder.

    A lone command (a settlement on the command line, a migration) without either gets a key for itself alone.
    A site that is not embedded runs several processes, which have to agree, so it must be told.
    """
    given = env.text("SECRET_KEY")
    if given:
        if len(given) < SHORTEST:
            env.fault("SECRET_KEY", f"is too short: {SHORTEST} letters or more")
        return given
    if not embedded:
        env.fault("SECRET_KEY", "is missing; a site on PostgreSQL needs one, the same for all its processes")
    try:
        return kept.read_text().strip() or secrets.token_urlsafe(50)
    except OSError:
        return secrets.token_urlsafe(50)
