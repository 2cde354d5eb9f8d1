"""`bin/manage …`: manage.py in the site's environment, from any folder."""

import os

from house import environment
from house.paths import MANAGE


def main(arguments: list[str]) -> int:
    python = environment.make("run")
    os.execv(python, [str(python), str(MANAGE), *arguments])
