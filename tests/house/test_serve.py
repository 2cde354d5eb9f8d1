"""bin/serve as a person meets it: the address, Ctrl-C, a port that is taken, a part that dies."""

import os
import shutil
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from house import installation
from house.paths import PYTHON, ROOT

pytestmark = pytest.mark.slow
ABOUT_THE_SITE = (
    "DATABASE_URL",
    "BROKER_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "SECURE",
    "DJANGO_SETTINGS_MODULE",
)


@pytest.fixture(scope="module")
def bare() -> dict[str, str]:
    """The environment of a machine that says nothing about the site."""
    return {name: value for name, value in os.environ.items() if name not in ABOUT_THE_SITE}


@pytest.fixture(scope="module")
def prepared(bare: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an installation that was started before: migrated, static files collected."""
    folder = tmp_path_factory.mktemp("prepared")
    subprocess.run([PYTHON, installation.RUN, "prepare"], env={**bare, "DATA_DIR": str(folder)}, check=True)
    return folder


@pytest.fixture
def embedded(bare: dict[str, str], prepared: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of an installation in a folder of its own, with no club in it yet."""
    shutil.copytree(prepared / "static", tmp_path / "static", copy_function=os.link)
    for name in ("club.sqlite3", "static-stamp"):
        shutil.copy(prepared / name, tmp_path)
    return {**bare, "DATA_DIR": str(tmp_path), "LOG_LEVEL": "INFO"}


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def served(env: dict[str, str], port: int) -> Iterator[subprocess.Popen[str]]:
    """The site, from the line that says it is open; ended if the test did not end it."""
    command = [ROOT / "bin" / "serve", "--port", str(port)]
    site = subprocess.Popen(
        command, env=env, cwd="/", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        read_until(site, f"http://127.0.0.1:{port}/")
        yield site
    finally:
        site.terminate()
        site.communicate(timeout=60)


def read_until(site: subprocess.Popen[str], words: str) -> None:
    assert site.stdout is not None
    said = []
    for line in site.stdout:
        said.append(line)
        if words in line:
            return
    pytest.fail("".join(said))


def parts(site: subprocess.Popen[str]) -> dict[str, int]:
    """The process ids of the web server and the worker."""
    children = Path(f"/proc/{site.pid}/task/{site.pid}/children").read_text().split()
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in children}
    return {
        name: int(pid)
        for pid, command in commands.items()
        for name in ("granian", "celery")
        if name in command
    }


def is_open(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(
    ("ending", "worker_works"),
    [(signal.SIGINT, True), (signal.SIGTERM, False)],
    ids=["ctrl-c", "terminate, while the worker begins"],
)
def test_it_answers_and_then_stops_all_of_it(embedded, port, ending, worker_works):
    with served(embedded, port) as site:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/static/css/nothing.css")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(request, timeout=30)
        running = parts(site)
        if worker_works:
            read_until(site, "ready.")
        site.send_signal(ending)
        said, _ = site.communicate(timeout=60)
    assert site.returncode == 0, said
    assert "Stopping" in said
    assert set(running) == {"granian", "celery"}
    assert not [pid for pid in running.values() if Path(f"/proc/{pid}").exists()]
    assert not is_open(port)


@pytest.mark.parametrize(
    ("victim", "name"),
    [("granian", "the web server"), ("celery", "the worker")],
    ids=["web server", "worker"],
)
def test_a_part_that_dies_stops_the_rest_and_is_named(embedded, port, victim, name):
    with served(embedded, port) as site:
        os.kill(parts(site)[victim], signal.SIGKILL)
        said, _ = site.communicate(timeout=60)
    assert site.returncode == 1
    assert f"{name} ended with status -9" in said
    assert not is_open(port)


def test_a_taken_port_is_said_and_nothing_starts(embedded):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [ROOT / "bin" / "serve", "--port", str(port)], env=embedded, capture_output=True, text=True
        )
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in done.stderr
    assert "--port" in done.stderr


def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path):
    kept = tmp_path / "secret-key"
    installation.keep_key(kept)
    first = kept.read_text()
    installation.keep_key(kept)
    assert kept.read_text() == first
    assert len(first) > 40
    assert kept.stat().st_mode & 0o777 == 0o600
