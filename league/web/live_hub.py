"""Who follows what in this process, and the one thread that looks for them whether something was written.

A follower's own thread sleeps until the watcher wakes it and never asks the database. The watcher runs only
while somebody follows, asks once for all of them, and gives its connection back after each look.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable

from django.db import connection

from league.selectors.live import session_versions, table_versions

logger = logging.getLogger(__name__)

LOOKS_EVERY = 0.5
Topic = tuple[str, int]
Versions = dict[Topic, str]
KINDS: dict[str, Callable[[Iterable[int]], dict[int, str]]] = {
    "table": table_versions,
    "session": session_versions,
}


def look(topics: Iterable[Topic]) -> Versions:
    """The version of each topic, in at most three queries."""
    wanted = list(topics)
    found: Versions = {}
    for kind, versions in KINDS.items():
        pks = [pk for of, pk in wanted if of == kind]
        if pks:
            found |= {(kind, pk): version for pk, version in versions(pks).items()}
    return found


class Hub:
    """Followers of this process by topic, at most `limit()` of them at once."""

    def __init__(self, limit: Callable[[], int], every: float = LOOKS_EVERY) -> None:
        self._limit = limit
        self._every = every
        self._changed = threading.Condition()
        self._followers: Counter[Topic] = Counter()
        self._versions: Versions = {}
        self._watcher: threading.Thread | None = None

    def enter(self, topic: Topic) -> bool:
        """Takes a place; False when all are taken."""
        with self._changed:
            if self._followers.total() >= self._limit():
                return False
            self._followers[topic] += 1
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, name="live watcher", daemon=True)
                self._watcher.start()
            return True

    def leave(self, topic: Topic) -> None:
        """Gives the place back; the watcher ends by itself after the last."""
        with self._changed:
            self._followers[topic] -= 1
            self._followers += Counter()
            self._changed.notify_all()

    def empty(self, seconds: float) -> bool:
        """Whether everybody has left, waiting for it so long."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._followers, timeout=seconds)

    def wait(self, topic: Topic, known: str, seconds: float) -> str:
        """The topic's version as soon as it is another than `known`; `known` again when nothing happened."""

        def news() -> bool:
            return self._versions.get(topic, known) != known

        with self._changed:
            self._changed.wait_for(news, timeout=seconds)
            return self._versions.get(topic, known)

    def _watch(self) -> None:
        while topics := self._topics():
            found = _look(topics)
            if found is not None:
                with self._changed:
                    self._versions = found
                    self._changed.notify_all()
            time.sleep(self._every)

    def _topics(self) -> list[Topic]:
        """What is followed; where nothing is, the watcher's place is given up under the same lock."""
        with self._changed:
            topics = list(self._followers)
            if not topics:
                self._watcher = None
                self._versions = {}
            return topics


def _look(topics: list[Topic]) -> Versions | None:
    """A look that outlives whatever goes wrong: followers wait, and are told when the database is back."""
    try:
        return look(topics)
    except Exception:
        logger.warning("the versions of live tables could not be read", exc_info=True)
        return None
    finally:
        connection.close()
