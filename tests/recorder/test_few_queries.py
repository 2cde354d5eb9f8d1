"""The recorder asks the database as often for the sixteenth hand as for the second."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.services import bets
from tests.recorder.table import ENGLISH, ME, At, one, win

# The most that each may ask, the session, the account, the club and the membership among them.
MOST = {"record/": 26, "corrections/": 18, "hands/2/": 18, "hands/2/correct/": 22, "preview": 14}


def count(here: At, path: str) -> int:
    client = here.client("阿珠")
    with CaptureQueriesContext(connection) as asked:
        if path == "preview":
            fields: Any = one(number=here.jiang.hand_count + 1)
            answer: Any = client.post(
                here.at("record/preview/"), fields, headers=ENGLISH | {"hx-request": "true"}
            )
        else:
            answer = client.get(here.at(path), headers=ENGLISH)
    assert answer.status_code == 200
    return len(asked)


@pytest.mark.parametrize("path", MOST)
def test_a_longer_evening_asks_no_more(here: At, path: str) -> None:
    bets.set_inner(here.jiang, 1, 1, [0, 2], actor=ME)
    here.play(win(0, 1), win(1, None))
    short = count(here, path)
    bets.set_outer(here.jiang, here.people["阿國"], 2, 100, 0, [0, 1, 3], actor=ME)
    here.play(*[win((deal + 1) % 4, deal % 4) for deal in range(1, 15)])
    assert count(here, path) == short
    assert short <= MOST[path]
