"""A log line: one event, one line, nothing of a request's content."""

import json
import logging

import pytest

from config.logs import JsonLine, TextLine


def record(message: str, **attached: object) -> logging.LogRecord:
    made = logging.LogRecord("league.tasks", logging.INFO, "tasks.py", 1, message, None, None)
    made.__dict__.update(attached)
    return made


def test_a_json_line_holds_the_event_and_what_was_attached():
    event = json.loads(JsonLine().format(record("將 settled", jiang=41)))
    assert (event["level"], event["logger"], event["message"]) == ("info", "league.tasks", "將 settled")
    assert event["jiang"] == 41
    assert event["time"].endswith("+00:00")


@pytest.mark.parametrize("form", [JsonLine(), TextLine()], ids=["json", "text"])
def test_a_message_of_two_lines_stays_one_line(form):
    assert "\n" not in form.format(record("first\nsecond", note="a\nb"))


@pytest.mark.parametrize("form", [JsonLine(), TextLine()], ids=["json", "text"])
def test_a_request_is_left_out(form):
    assert "hush" not in form.format(record("Not Found: /", request="POST password=hush"))
