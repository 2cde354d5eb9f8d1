"""The site's worker, but it stops for good between making a report and keeping it: something to kill."""

import os
import time
from pathlib import Path

from config.celery import app

__all__ = ["app"]


@app.on_after_finalize.connect
def get_stuck(**kwargs: object) -> None:
    from league.reports import run

    def stop(*args: object) -> bool:
        Path(os.environ["STUCK_SIGN"]).touch()
        while True:
            time.sleep(60)

    run.keep = stop
