"""Followers: told in order, few enough, and gone without a trace."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from django.db import Error, connection

from league.selectors.live import session_version, table_version
from league.web import live_events, live_hub
from league.web.live_events import LASTS, Stream
from league.web.live_hub import Hub, Topic
from tests.live.evening import Evening, won

TABLE: Topic = ("table", 1)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[Topic, str]:
    """What a hub finds when it looks; a test writes here what is new."""
    versions: dict[Topic, str] = {TABLE: "7.1"}
    monkeypatch.setattr(live_hub, "look", lambda topics: {one: versions[one] for one in topics})
    monkeypatch.setattr(live_hub.connection, "close", lambda: None)
    return versions


MakeHub = Callable[..., Hub]


@pytest.fixture
def hub(written: dict[Topic, str]) -> Iterator[MakeHub]:
    """Makes hubs that look often; whoever still follows at the end of a test is sent home."""
    made: list[Hub] = []

    def make(places: int = 2) -> Hub:
        made.append(Hub(lambda: places, every=0.01))
        return made[-1]

    yield make
    for one in made:
        one._followers.clear()


def test_a_follower_is_told_what_is_new_and_no_more(written: dict[Topic, str], hub: MakeHub) -> None:
    one = hub()
    assert one.enter(TABLE)
    assert one.wait(TABLE, "7.1", 0.05) == "7.1"
    written[TABLE] = "7.2"
    assert one.wait(TABLE, "7.1", 20) == "7.2"
    one.leave(TABLE)


def test_everyone_who_follows_is_woken(written: dict[Topic, str], hub: MakeHub) -> None:
    one, heard = hub(places=5), []
    for _ in range(5):
        assert one.enter(TABLE)
    waiting = [threading.Thread(target=lambda: heard.append(one.wait(TABLE, "7.1", 20))) for _ in range(5)]
    for thread in waiting:
        thread.start()
    written[TABLE] = "7.2"
    for thread in waiting:
        thread.join()
    assert heard == ["7.2"] * 5


def test_there_are_so_many_places_and_no_more(written: dict[Topic, str], hub: MakeHub) -> None:
    one = hub(places=2)
    assert [one.enter(TABLE) for _ in range(3)] == [True, True, False]
    one.leave(TABLE)
    assert one.enter(TABLE)


def test_the_watcher_ends_after_the_last_follower_and_begins_again(
    written: dict[Topic, str], hub: MakeHub
) -> None:
    one = hub()
    for _ in range(2):
        one.enter(TABLE)
        watcher = one._watcher
        assert watcher is not None
        one.leave(TABLE)
        watcher.join(timeout=20)
        assert not watcher.is_alive()


def test_a_database_that_went_away_is_asked_again(
    written: dict[Topic, str], hub: MakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Any] = [Error("gone"), Error("gone"), {TABLE: "7.2"}]

    def look(topics: Any) -> dict[Topic, str]:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Error):
            raise answer
        return dict(answer)

    monkeypatch.setattr(live_hub, "look", look)
    one = hub()
    one.enter(TABLE)
    assert one.wait(TABLE, "7.1", 20) == "7.2"
    one.leave(TABLE)


def test_a_stream_tells_the_version_shows_life_and_ends(
    written: dict[Topic, str], hub: MakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_events, "BEATS", 0.01)
    now = [0.0]
    one = hub()
    one.enter(TABLE)
    stream = Stream(one, TABLE, "7.1", clock=lambda: now[0])
    lines = [line.decode() for line in islice(stream, 2)]
    assert lines == ["retry: 1000\nevent: version\ndata: 7.1\n\n", "event: alive\ndata: 7.1\n\n"]
    written[TABLE] = "7.2"
    assert "event: version\ndata: 7.2\n\n" in [line.decode() for line in islice(stream, 500)]
    now[0] = LASTS
    assert list(stream) == []
    assert one._followers.total() == 0


def test_a_stream_that_was_never_read_gives_its_place_back(written: dict[Topic, str], hub: MakeHub) -> None:
    one = hub(places=1)
    one.enter(TABLE)
    stream = Stream(one, TABLE, "7.1")
    stream.close()
    stream.close()
    assert one.enter(TABLE)


def test_without_places_a_page_is_told_to_ask_by_itself(evening: Evening) -> None:
    assert evening.as_("visitor").get(evening.at("events/")).status_code == 204


def test_a_stream_is_for_who_may_see_the_table(
    evening: Evening, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIVE_STREAMS = 1
    monkeypatch.setattr(live_events, "LASTS", 0)
    monkeypatch.setattr(live_hub, "look", lambda topics: {})
    evening.club.public = False
    evening.club.save()
    assert evening.as_("visitor").get(evening.at("events/")).status_code == 404
    answer = evening.as_("player").get(evening.at("events/"))
    assert answer["Content-Type"] == "text/event-stream"
    (line,) = answer.streaming_content
    assert line.startswith(b"retry: 1000\nevent: version")
    assert live_events.hub._followers.total() == 0


def test_every_write_at_a_table_is_news_for_it_and_its_session(evening: Evening) -> None:
    before = table_version(evening.table), session_version(evening.table.session)
    elsewhere = table_version(evening.other)
    evening.play(won(1, 3))
    after = table_version(evening.table), session_version(evening.table.session)
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert table_version(evening.other) == elsewhere == "0"


def test_a_look_asks_no_more_the_more_follow(evening: Evening, django_assert_max_num_queries: Any) -> None:
    topics = [("table", evening.table.pk), ("table", evening.other.pk), ("session", evening.table.session_id)]
    with django_assert_max_num_queries(3, connection=connection):
        found = live_hub.look(topics * 10)
    assert set(found) == set(topics)
