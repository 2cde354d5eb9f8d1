"""Child processes that never outlive the command that started them."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

Command = list[str | Path]

PR_SET_PDEATHSIG = 1
if sys.platform == "linux":
    _libc = ctypes.CDLL(None)


def start(
    command: Command,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    log: IO[bytes] | None = None,
    user: tuple[int, int] | None = None,
) -> subprocess.Popen[bytes]:
    """Starts a child in a session of its own, so that Ctrl-C reaches it through us alone, in our order.

    `user` is the (uid, gid) to drop to; `log` takes what it prints, ours when it is left out.
    """
    drop = {} if user is None else {"user": user[0], "group": user[1], "extra_groups": []}
    child: subprocess.Popen[bytes] = subprocess.Popen(
        command,
        env=env,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT if log else None,
        start_new_session=True,
        preexec_fn=_die_with_parent,
        **drop,  # type: ignore[call-overload]
    )
    return child


def _die_with_parent() -> None:
    if sys.platform == "linux":
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def stop(*children: subprocess.Popen[bytes], by: int = signal.SIGTERM, patience: float = 15) -> None:
    """Asks children to end, all at once, and waits; what is left of their sessions after that is killed."""
    for child in children:
        if child.poll() is None:
            child.send_signal(by)
    deadline = time.monotonic() + patience
    for child in children:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(timeout=max(0, deadline - time.monotonic()))
        kill_session(child)


def kill_session(child: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        child.wait()
