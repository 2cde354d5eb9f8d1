"""How the site talks to its database."""

from typing import Any

SQLITE = "django.db.backends.sqlite3"

# A write takes the lock at its beginning, so that a reader who goes on to write never meets "database is locked";
# WAL lets readers go on meanwhile; FULL keeps a saved hand through a power cut; the timeout is how long a second
# writer waits his turn.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 30,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


def is_embedded(database: dict[str, Any]) -> bool:
    """SQLite: one machine, one folder, no server beside the site."""
    return bool(database["ENGINE"] == SQLITE)


def tuned(database: dict[str, Any], keep: int) -> dict[str, Any]:
    """A parsed database URL with what this site needs of the connection; `keep` seconds it stays open.

    A kept connection for each thread rather than a pool: the web server has a fixed number of threads, and
    a Celery worker forks, which a pool's own threads do not survive. Health checks make a database that went
    away and came back cost one query, not one failed request for each thread.
    """
    if is_embedded(database):
        return {**database, "OPTIONS": {**SQLITE_OPTIONS, **database.get("OPTIONS", {})}}
    return {**database, "CONN_MAX_AGE": keep, "CONN_HEALTH_CHECKS": True}
