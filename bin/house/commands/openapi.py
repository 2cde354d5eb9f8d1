"""`bin/openapi write|check`: publishes the API's description, or says where the published one has fallen behind."""

import difflib
import os
import subprocess
import tempfile
from pathlib import Path

from house import environment
from house.errors import HouseError
from house.paths import MANAGE, ROOT
from house.processes import Command

PUBLISHED = ROOT / "docs" / "openapi.yaml"
# The largest number a field takes is the database's. PostgreSQL's bounds, the narrower, are published wherever
# the command runs; nothing is asked of the server named here.
DATABASE = {
    "DATABASE_URL": "postgres://nobody@localhost/nothing",
    "SECRET_KEY": "only-describes-and-never-signs-anything",
    "ALLOWED_HOSTS": "localhost",
}


def main(arguments: list[str]) -> int:
    if arguments not in (["write"], ["check"]):
        raise HouseError("say one of: write, check")
    python = environment.make("run")
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "openapi.yaml"
        # In English whatever the site's first language is: the description is for programmers.
        command: Command = [python, MANAGE, "spectacular", "--validate", "--fail-on-warn", "--lang", "en"]
        done = subprocess.run([*command, "--file", fresh], cwd=ROOT, env=os.environ | DATABASE)
        if done.returncode != 0:
            return done.returncode
        if arguments == ["write"]:
            PUBLISHED.write_bytes(fresh.read_bytes())
            return 0
        return _compare(fresh)


def _compare(fresh: Path) -> int:
    published = PUBLISHED.read_text().splitlines() if PUBLISHED.exists() else []
    difference = list(
        difflib.unified_diff(
            published, fresh.read_text().splitlines(), "docs/openapi.yaml", "the code", lineterm=""
        )
    )
    if difference:
        print("\n".join(difference[:200]))
        print("docs/openapi.yaml is not what the code says; bin/openapi write renews it.")
    return 1 if difference else 0
