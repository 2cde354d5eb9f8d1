"""Brings this checkout's own installation up to date: key, translations, static files, database."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

from house import processes
from house.errors import HouseError
from house.paths import PYTHON, ROOT

RUN = ROOT / "bin" / "run.py"


def prepare() -> tuple[dict[str, str], str]:
    """Everything a site needs before it starts. Returns the environment to start it with, and the demo's sign-ins."""
    # Byte code kept between runs halves the time a Python takes to start.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    data = Path(env.setdefault("DATA_DIR", str(ROOT / "var"))).resolve()
    env["DATA_DIR"] = str(data)
    # On a person's own screen only what he has to see to; everything else is for a log that is kept.
    env.setdefault("LOG_LEVEL", "WARNING")
    _make_folder(data)
    if not env.get("SECRET_KEY"):
        keep_key(data / "secret-key")
    return env, _prepare_site(env, data)


def _make_folder(data: Path) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HouseError(f"cannot make the data folder {data}: {error.strerror}") from error
    if not os.access(data, os.W_OK):
        raise HouseError(
            f"cannot write in {data}, which belongs to another user; DATA_DIR names another folder"
        )


def keep_key(path: Path) -> None:
    """The key is made once and kept where only its owner can read it; a new one would sign everybody out."""
    if path.exists() and path.read_text().strip():
        return
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))


def _prepare_site(env: Mapping[str, str], data: Path) -> str:
    """A new SQLite file is filled with the demo club first, under another name until it is whole."""
    database = _sqlite_file(env, data)
    if database is None or database.exists():
        return _carry_out([RUN, "prepare"], env)
    print("Filling a new database with the demo club …", flush=True)
    unfinished = database.with_name(f"{database.name}.unfinished")
    for left in database.parent.glob(f"{unfinished.name}*"):
        left.unlink()
    signs = _carry_out([RUN, "prepare", "--demo"], {**env, "DATABASE_URL": f"sqlite:///{unfinished}"})
    unfinished.rename(database)
    return signs


def _sqlite_file(env: Mapping[str, str], data: Path) -> Path | None:
    """The file of an embedded database; None where the site has a database server."""
    url = env.get("DATABASE_URL") or f"sqlite:///{data / 'club.sqlite3'}"
    return (ROOT / url.removeprefix("sqlite:///")).resolve() if url.startswith("sqlite:///") else None


def _carry_out(command: processes.Command, env: Mapping[str, str]) -> str:
    """What Django is needed for, in one process: it costs a second to start. Returns the sign-ins it found."""
    with tempfile.TemporaryDirectory() as folder:
        signs = Path(folder) / "sign-ins"
        child = processes.start([PYTHON, *command, "--sign-ins", signs], env=env, cwd=ROOT)
        try:
            status = child.wait()
        finally:
            processes.stop(child)
        if status != 0:
            raise HouseError("the site could not be made ready; what went wrong stands above")
        return signs.read_text()
