"""The Celery app: carries out what beat and the site ask for, from the job rows in the database."""

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("config")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_configure.connect
def make_folders(sender: Celery, **kwargs: Any) -> None:
    """The embedded broker's folders, which its transport expects to be there."""
    for name, value in (sender.conf.broker_transport_options or {}).items():
        if "folder" in name:
            Path(value).mkdir(parents=True, exist_ok=True)


@setup_logging.connect
def log_like_the_site(**kwargs: Any) -> None:
    """Keeps Celery from replacing the site's own one-line logs."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)
