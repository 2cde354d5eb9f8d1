"""Work done by processes of their own, at once or until they are killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from random import Random
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
    return [result for _, result in _run(chosen, lambda work: (gate.wait(PATIENCE), work())[1])]


def alone(work: Work) -> Any:
    """What one process gave; raises what it raised."""
    [(code, result)] = _run([work], lambda one: one())
    assert code == 0
    if isinstance(result, BaseException):
        raise result
    return result


def killed_everywhere(work: Work, seed: int) -> Iterator[int]:
    """Yields after each kill: `work` is killed at ever later statements, until a process ends by itself.

    Which statements that are follows from the seed; beginning and end of a transaction count among them. Each
    process is the first again, so the caller sees to it that a kill has changed nothing or everything.
    """
    dice, at = Random(seed), 0
    while True:
        at += dice.randint(1, 4)
        [(code, result)] = _run([work], lambda one, at=at: _with_fuse(one, at))
        if code != -signal.SIGKILL:
            assert code == 0
            assert not isinstance(result, BaseException), result
            return
        yield at


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


def _with_fuse(work: Work, at: int) -> Any:
    """Kills this very process before its statement `at`; before and after a commit count as one each."""
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
        passed()
        commit()
        passed()

    connection._commit = commit_between
    with connection.execute_wrapper(run):
        return work()
