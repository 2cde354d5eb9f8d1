"""What Celery is told: the broker, what beat does when, and how a task lost half-way is given out again."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

# How long a task may be worked on before Redis gives it to another worker.
GIVEN_UP_AFTER = 600

TICKS_EVERY = 30.0

# A tick that no worker took in time is overtaken by the next one, so they do not pile up.
BEAT = {"tick": {"task": "league.tasks.tick", "schedule": TICKS_EVERY, "options": {"expires": TICKS_EVERY}}}


def transport(broker: str, folder: Path) -> dict[str, Any]:
    """What the broker's transport needs: folders for the embedded one, a time limit for Redis."""
    scheme = urlsplit(broker).scheme
    if scheme == "filesystem":
        return _filesystem(folder)
    if scheme.startswith("redis"):
        return {"visibility_timeout": GIVEN_UP_AFTER}
    return {}


def _filesystem(folder: Path) -> dict[str, Any]:
    """Messages as files in one folder that is read and written by all: web server, beat and worker.

    The transport makes no folder itself, and looks once a second unless told.
    """
    messages, control = folder / "messages", folder / "control"
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "store_processed": False,
        "polling_interval": 0.1,
    }
