"""`bin/translations update|check|compile`: keeps the catalogues in `locale/` and the pages together."""

import os
import sys

from house import environment
from house.errors import HouseError
from house.paths import PYTHON, ROOT

WORDS = ("update", "check", "compile")


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in WORDS:
        raise HouseError(f"say one of: {', '.join(WORDS)}")
    if not in_environment():
        python = environment.make("run")
        os.execv(python, [str(python), str(ROOT / "bin" / "run.py"), "translations", *arguments])
    return _carry_out(arguments[0])


def in_environment() -> bool:
    return os.path.realpath(sys.prefix) == os.path.realpath(PYTHON.parent.parent)


def _carry_out(word: str) -> int:
    from house import catalogues

    if word == "compile":
        catalogues.compile_all()
        return 0
    if word == "update":
        for language in catalogues.LANGUAGES:
            catalogues.update(language)
        return 0
    faults = sorted(fault for language in catalogues.LANGUAGES for fault in catalogues.faults(language))
    print("\n".join(faults))
    return 1 if faults else 0
