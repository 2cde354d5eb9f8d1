"""Everything a test or a measurement needs beside Python, for the length of one command."""

import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from house import broker, postgres, system

CHROMIUM = "/usr/bin/chromium"
MICRO_HEI = Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A short path under /tmp (a socket's path holds some hundred letters), gone afterwards, come what may."""
    folder = Path(tempfile.mkdtemp(prefix="house-", dir="/tmp"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(folder: Path, durable: bool = False) -> Iterator[dict[str, str]]:
    """Starts PostgreSQL and the broker and yields the environment that names them."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres.server(folder / "pg", durable))
        address = stack.enter_context(broker.server(folder / "mq"))
        yield settings(DATABASE_URL=database, BROKER_URL=address)


def settings(**values: str) -> dict[str, str]:
    """The caller's environment with an installation of its own: nothing of the caller's leaks in."""
    fixed = {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "*",
        "SECURE": "false",
        "DEBUG": "false",
        "EMAIL_URL": "memorymail://",
        "LOG_LEVEL": "WARNING",
    }
    # Byte code kept between runs makes each of the many Pythons start in half the time.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return inherited | fixed | values


def chromium() -> None:
    """Sees to the browser and to a font that has Chinese."""
    system.need(
        "chromium",
        ["chromium", "fonts-noto-cjk"],
        "the browser tests drive Chromium, which is not installed",
    )


def pdf_font() -> None:
    """Sees to a TrueType font that has Chinese, which PDF files embed; the browser's is not one."""
    if not MICRO_HEI.exists():
        system.install(["fonts-wqy-microhei"], "PDF files need a TrueType font with Chinese")


def end_on_signals() -> None:
    """SIGTERM and SIGHUP end a command as Ctrl-C does: through every `finally`, which no second one cuts short."""
    ending = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def interrupt(number: int, frame: FrameType | None) -> None:
        for each in ending:
            signal.signal(each, _let_pass)
        raise KeyboardInterrupt

    for number in ending:
        signal.signal(number, interrupt)


def _let_pass(number: int, frame: FrameType | None) -> None:
    """A handler of ours rather than SIG_IGN, which every child would inherit."""
