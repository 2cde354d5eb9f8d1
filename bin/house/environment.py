"""The project's own Python environment in `.venv`, made once and stamped with what went into it."""

import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from house import system
from house.errors import HouseError
from house.paths import CACHE, ENVIRONMENT, PYTHON, ROOT

Kind = Literal["run", "test"]
REQUIREMENTS = {"run": ROOT / "requirements.txt", "test": ROOT / "requirements-dev.txt"}
UV = Path(__file__).with_name("uv.txt")
STAMP = ENVIRONMENT / "house.json"
SUPPORTED = ("3.11", "3.12", "3.13")


def make(kind: Kind) -> Path:
    """Returns the environment's Python, after making or renewing the environment where it is stale."""
    with _one_at_a_time():
        if not fits(kind):
            _build(kind)
    return PYTHON


def fits(kind: Kind) -> bool:
    """True when the environment holds exactly what the requirements ask for, by their hash."""
    stamp = read_stamp()
    version = _environment_version()
    return version in SUPPORTED and stamp.get("python") == version and stamp.get(kind) == fingerprint(kind)


def fingerprint(kind: Kind) -> str:
    return hashlib.sha256(REQUIREMENTS[kind].read_bytes()).hexdigest()


def read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two commands started together make the environment once. Reading needs no right to write."""
    if not os.access(CACHE if CACHE.exists() else ROOT, os.W_OK):
        yield
        return
    CACHE.mkdir(exist_ok=True)
    with open(CACHE / "environment.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _environment_version() -> str | None:
    try:
        answer = subprocess.run(
            [PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return answer.stdout.strip()


def _build(kind: Kind) -> None:
    if not os.access(ENVIRONMENT if ENVIRONMENT.exists() else ROOT, os.W_OK):
        raise HouseError(f"the environment in {ENVIRONMENT} is out of date and belongs to another user")
    print(f"Making the Python environment in {ENVIRONMENT} …", flush=True)
    STAMP.unlink(missing_ok=True)
    if _environment_version() not in SUPPORTED or not _has("pip"):
        _create()
    _install(REQUIREMENTS[kind])
    version = _environment_version()
    kinds: tuple[Kind, ...] = ("run", "test") if kind == "test" else ("run",)
    STAMP.write_text(json.dumps({"python": version} | {each: fingerprint(each) for each in kinds}))


def _create() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        system.install([package], "this Python cannot make environments")
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(ENVIRONMENT)], "the environment could not be made")


def _has(module: str) -> bool:
    return subprocess.run([PYTHON, "-m", module, "--version"], capture_output=True).returncode == 0


def _install(requirements: Path) -> None:
    """By uv, which takes seconds; by pip where uv has no build for the machine or cannot reach the index."""
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    uv = [str(PYTHON), "-m", "uv", "pip", "install", "--quiet", "--compile-bytecode", "--require-hashes"]
    if not _has("uv"):
        subprocess.run([*pip, "-r", str(UV)], capture_output=True)
    if _has("uv"):
        cache = [] if os.access(Path.home(), os.W_OK) else ["--no-cache"]
        command = [*uv, *cache, "--python", str(PYTHON), "-r", str(requirements)]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return
    _run(
        [*pip, "-r", str(requirements)],
        "the packages could not be installed; the first run needs a network",
    )


def _run(command: Sequence[str], failure: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise HouseError(f"{failure}:\n{done.stdout}{done.stderr}".rstrip())
