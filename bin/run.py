"""Runs one of the house's commands: `run.py serve`, `run.py test PATH…`."""

import importlib
import sys

from house.errors import HouseError

COMMANDS = ("serve", "test", "manage", "services", "translations", "openapi", "prepare")


def main(arguments: list[str]) -> int:
    name, *rest = arguments
    if name not in COMMANDS:
        raise HouseError(f"there is no command {name!r}; there are: {', '.join(COMMANDS)}")
    command = importlib.import_module(f"house.commands.{name}")
    status: int = command.main(rest)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except HouseError as error:
        sys.exit(f"bin/{sys.argv[1]}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
