"""`bin/serve [--host HOST] [--port PORT]`: the whole site on this machine, from a bare checkout to Ctrl-C."""

import argparse
import os
import socket
import subprocess
import time
from typing import NoReturn

from house import environment, installation, processes, services
from house.errors import HouseError
from house.paths import PYTHON, ROOT

ANSWERS_WITHIN = 60
LOOKS_EVERY = 0.05
ANSWERING = 8
"""Threads that answer requests: as many as a hall has phones that record or read at the same moment."""
FOLLOWERS = 24
"""Threads that may be held by phones and walls that follow a table; those beyond it ask every second or two."""
# The worker looks the whole code over before it begins, which costs as much again as starting; bin/test does that.
# Celery warns root at length. What it warns of, pickled messages, is switched off.
QUIET = {
    "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
    "CELERY_SKIP_CHECKS": "true",
}
LIVE = {"LIVE_STREAMS": str(FOLLOWERS)}


def main(arguments: list[str]) -> int:
    host, port = _address(arguments)
    _refuse_if_taken(host, port)
    environment.make("run")
    services.end_on_signals()
    env, signs = installation.prepare()
    children: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name, command in _commands(host, port).items():
            children[name] = processes.start(command, env=env | QUIET | LIVE, cwd=ROOT)
        _wait_until_it_answers(host, port, children)
        _greet(host, port, signs)
        _watch(children)
    except KeyboardInterrupt:
        print("\nStopping …", flush=True)
        return 0
    finally:
        processes.stop(*children.values())


def _address(arguments: list[str]) -> tuple[str, int]:
    parser = argparse.ArgumentParser(prog="bin/serve", description=__doc__)
    parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1", help="0.0.0.0: for the hall")
    parser.add_argument("--port", default=os.environ.get("PORT") or "8000")
    given = parser.parse_args(arguments)
    if not given.port.isdigit() or not 0 < int(given.port) < 65536:
        raise HouseError(f"PORT is {given.port!r}; say a number from 1 to 65535")
    return given.host, int(given.port)


def _refuse_if_taken(host: str, port: int) -> None:
    try:
        with socket.create_server((host, port)):
            return
    except OSError as error:
        raise HouseError(
            f"cannot listen on {host}, port {port}: {os.strerror(error.errno or 0)}. "
            "Choose another with --port or PORT"
        ) from error


def _commands(host: str, port: int) -> dict[str, processes.Command]:
    """Run by module, not by script: a checkout that was moved still starts.

    One worker, as SQLite has one writer anyway. Its threads start when they are needed.
    """
    web = ["--interface", "wsgi", "--host", host, "--port", str(port), "--workers", "1", "--no-ws"]
    threads = ["--blocking-threads", str(ANSWERING + FOLLOWERS), "--log-level", "error"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    worker = ["-m", "celery", "-A", "config", "-q", "worker", "-B", "-c", "1", *quiet]
    return {
        "the web server": [PYTHON, "-m", "granian", *web, *threads, "config.wsgi:application"],
        "the worker": [PYTHON, *worker],
    }


def _wait_until_it_answers(host: str, port: int, children: dict[str, subprocess.Popen[bytes]]) -> None:
    deadline = time.monotonic() + ANSWERS_WITHIN
    while time.monotonic() < deadline:
        _refuse_if_ended(children)
        try:
            with socket.create_connection(_reached_at(host, port), timeout=1):
                return
        except OSError:
            time.sleep(LOOKS_EVERY)
    raise HouseError(f"the site does not answer on {host}, port {port}")


def _reached_at(host: str, port: int) -> tuple[str, int]:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port


def _refuse_if_ended(children: dict[str, subprocess.Popen[bytes]]) -> None:
    for name, child in children.items():
        if child.poll() is not None:
            raise HouseError(f"{name} ended with status {child.returncode}; the rest is stopped")


def _greet(host: str, port: int, signs: str) -> None:
    shown, _ = _reached_at(host, port)
    name = f"[{shown}]" if ":" in shown else shown
    greeting = f"\nThe club is open at http://{name}:{port}/   (Ctrl-C closes it)\n{signs}"
    print(greeting.rstrip(), flush=True)


def _watch(children: dict[str, subprocess.Popen[bytes]]) -> NoReturn:
    while True:
        _refuse_if_ended(children)
        time.sleep(LOOKS_EVERY)
