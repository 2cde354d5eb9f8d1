"""Programs of the operating system: found, installed as root, or named with the command that installs them."""

import os
import shutil
import subprocess
from collections.abc import Sequence

from house.errors import HouseError


def is_root() -> bool:
    return os.geteuid() == 0


def install(packages: Sequence[str], why: str) -> None:
    """Installs Debian packages as root; anyone else is told what to type, by a HouseError."""
    names = " ".join(packages)
    if not is_root() or shutil.which("apt-get") is None:
        raise HouseError(f"{why}. Install it with:  sudo apt-get install {names}")
    print(f"{why}: installing {names} …", flush=True)
    apt = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--no-install-recommends", *packages]):
        done = subprocess.run([*apt, *arguments], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise HouseError(f"apt-get {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def need(program: str, packages: Sequence[str], why: str) -> str:
    """Returns the path of a program, installing the packages that bring it when it is missing."""
    found = shutil.which(program)
    if found is None:
        install(packages, why)
        found = shutil.which(program)
    if found is None:
        raise HouseError(f"{why}, and installing {' '.join(packages)} did not bring {program}")
    return found
