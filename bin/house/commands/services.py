"""`bin/services [--durable] COMMAND…`: runs a command beside a private PostgreSQL and broker.

The command finds them in DATABASE_URL and BROKER_URL and both are gone when it ends. `python` is the
environment's. `--durable` leaves fsync on.
"""

import os
import subprocess

from house import environment, services
from house.errors import HouseError
from house.paths import PYTHON


def main(arguments: list[str]) -> int:
    durable = arguments[:1] == ["--durable"]
    command = arguments[1:] if durable else arguments
    if not command:
        raise HouseError("say which command to run, for example:  bin/services python manage.py migrate")
    environment.make("test")
    services.end_on_signals()
    with services.temporary_folder() as folder, services.running(folder, durable) as settings:
        settings["PATH"] = f"{PYTHON.parent}{os.pathsep}{settings.get('PATH', os.defpath)}"
        return subprocess.run(command, env=settings).returncode
