"""Logs: one event, one line, on standard error."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

# What every record carries; the rest was put there with `extra=` by whoever logged it.
STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}
# Attached by Django and Celery: a request and a task's data print whole, with what the sender typed.
UNFIT = frozenset({"request", "server_time", "data"})


class JsonLine(logging.Formatter):
    """An event as a JSON object: time, level, logger, message, and what was attached to it."""

    def format(self, record: logging.LogRecord) -> str:
        event: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        event |= {key: value for key, value in record.__dict__.items() if key not in STANDARD | UNFIT}
        if record.exc_info:
            event["exception"] = self.formatException(record.exc_info)
        return json.dumps(event, ensure_ascii=False, default=str)


class TextLine(logging.Formatter):
    """The same for the eye: the time, the level, who, what, and `name=value` for what was attached."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        attached = {key: value for key, value in record.__dict__.items() if key not in STANDARD | UNFIT}
        parts = [when, record.levelname.lower(), record.name, record.getMessage()]
        parts += [f"{key}={value!r}" for key, value in attached.items()]
        line = " ".join(parts).replace("\n", "\\n")
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configuration(level: str, form: str) -> dict[str, Any]:
    """Django's LOGGING: everything to one handler, at one level, as `text` or `json`."""
    formatter = {"text": "config.logs.TextLine", "json": "config.logs.JsonLine"}[form]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
        },
    }
