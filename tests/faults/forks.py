"""Work done by processes of their own, at once or until they are killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection, connections

from league.errors import Refused
from scoring.errors import RuleError
from settlement.errors import LedgerError

FORK = multiprocessing.get_context("fork")
PATIENCE = 120
Work = Callable[[], Any]


def at_once(works: Iterable[Work]) -> list[Any]:
    """What each piece of work gave, or the exception it ended with; each in a process of its own, let go together."""
    chosen = list(works)
    gate = FORK.Barrier(len(chosen))

    def let_go(work: Work) -> Any:
        gate.wait(PATIENCE)
        return work()

    return [result for _, result in _run(chosen, let_go)]


def statements_of(work: Work) -> int:
    """How many statements a piece of work sends before its first commit; the process is killed there."""
    counted, send = FORK.Pipe(duplex=False)

    def counting(one: Work) -> Any:
        return _with_fuse(one, 0, lambda count: send.send(count))

    [(code, result)] = _run([work], counting)
    assert (code, result) == (-signal.SIGKILL, None), result
    return int(counted.recv())


def killed_at(work: Work, at: int) -> None:
    """A process does the work and is killed before its statement `at`; before and after a commit count as one each."""
    [(code, result)] = _run([work], lambda one: _with_fuse(one, at))
    assert (code, result) == (-signal.SIGKILL, None), result


def _run(works: list[Work], how: Callable[[Work], Any]) -> list[tuple[int | None, Any]]:
    """Forks a process for each piece of work, and waits for them. A killed one gives None."""
    # A connection must not be shared by two processes, and SQLite loses its locks over it.
    connections.close_all()
    started = []
    for work in works:
        mine, theirs = FORK.Pipe(duplex=False)
        process = FORK.Process(target=_child, args=(how, work, theirs))
        process.start()
        theirs.close()
        started.append((process, mine))
    return [_ended(process, mine) for process, mine in started]


def _ended(process: Any, mine: Any) -> tuple[int | None, Any]:
    result = None
    if mine.poll(PATIENCE):
        try:
            result = mine.recv()
        except EOFError:
            result = None
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
    return process.exitcode, result


def _child(how: Callable[[Work], Any], work: Work, theirs: Any) -> None:
    try:
        result = how(work)
    except (Refused, RuleError, LedgerError) as refusal:
        result = Told(refusal.code, getattr(refusal, "extra", {}))
    except BaseException as error:
        result = RuntimeError(f"{type(error).__name__}: {error}")
    theirs.send(result)
    connections.close_all()
    theirs.close()


class Told(Exception):
    """A refusal, as it crosses from one process to another."""

    def __init__(self, code: str, extra: dict[str, Any]) -> None:
        super().__init__(code, extra)
        self.code, self.extra = code, extra


def _with_fuse(work: Work, at: int, told: Callable[[int], None] | None = None) -> Any:
    """Does the work in this very process, which kills itself on the way. `told` hears how far it came at a commit."""
    count = 0

    def passed() -> None:
        nonlocal count
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)

    def run(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        passed()
        return execute(sql, params, many, context)

    commit = connection._commit

    def commit_between() -> None:
        if told is not None:
            told(count)
            os.kill(os.getpid(), signal.SIGKILL)
        passed()
        commit()
        passed()

    connection._commit = commit_between
    with connection.execute_wrapper(run):
        return work()
