"""The steps of a test run: each a command, its length and outcome, and the summary at the end."""

import subprocess
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from house import processes
from house.paths import ROOT


@dataclass(frozen=True)
class Step:
    """A command whose exit status says whether it held. `loud` prints while it runs, not only when it failed."""

    name: str
    command: processes.Command
    env: Mapping[str, str]
    loud: bool = False
    results: Path | None = None


@dataclass(frozen=True)
class Outcome:
    name: str
    passed: bool
    seconds: float


@dataclass
class Counts:
    """What pytest's own result files add up to."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, results: Path) -> None:
        for suite in ElementTree.parse(results).iter("testsuite"):  # noqa: S314 - pytest wrote it just now
            failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            self.failed += failed
            self.skipped += skipped
            self.passed += int(suite.get("tests", 0)) - failed - skipped

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass
class Run:
    """Carries out steps one after another, all of them, whatever fails on the way."""

    folder: Path
    outcomes: list[Outcome] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    def take(self, step: Step) -> None:
        began = time.monotonic()
        if step.loud:
            print(f"\n── {step.name}", flush=True)
        passed = self._carry_out(step)
        seconds = time.monotonic() - began
        self.outcomes.append(Outcome(step.name, passed, seconds))
        if not step.loud:
            print(line(self.outcomes[-1]), flush=True)
        if step.results is not None and step.results.exists():
            self.counts.add(step.results)

    def take_together(self, steps: Iterable[Step]) -> None:
        """The same for quiet steps that do not hang on each other: all are started, then told in order.

        A step's seconds are those until it was told.
        """
        began = time.monotonic()
        running: list[tuple[Step, Path, subprocess.Popen[bytes]]] = []
        try:
            for number, step in enumerate(steps):
                said = self.folder / f"said-{number}.txt"
                with open(said, "wb") as log:
                    running.append(
                        (step, said, processes.start(step.command, env=step.env, cwd=ROOT, log=log))
                    )
            for step, said, child in running:
                passed = child.wait() == 0
                self.outcomes.append(Outcome(step.name, passed, time.monotonic() - began))
                if not passed:
                    _tell(step, said)
                print(line(self.outcomes[-1]), flush=True)
        finally:
            processes.stop(*(child for _, _, child in running))

    def _carry_out(self, step: Step) -> bool:
        if step.loud:
            return _status(processes.start(step.command, env=step.env, cwd=ROOT)) == 0
        said = self.folder / "said.txt"
        with open(said, "wb") as log:
            passed = _status(processes.start(step.command, env=step.env, cwd=ROOT, log=log)) == 0
        if not passed:
            _tell(step, said)
        return passed

    def close(self) -> int:
        """Prints the summary, pytest's counts last, and returns the exit status."""
        print("\n── summary")
        for outcome in self.outcomes:
            print(line(outcome))
        if self.counts != Counts():
            print(self.counts, flush=True)
        return 0 if all(outcome.passed for outcome in self.outcomes) else 1


def _tell(step: Step, said: Path) -> None:
    print(f"\n── {step.name}\n{said.read_text(errors='replace').rstrip()}", flush=True)


def line(outcome: Outcome) -> str:
    word = "ok    " if outcome.passed else "FAILED"
    return f"{word} {outcome.seconds:6.1f} s  {outcome.name}"


def _status(child: subprocess.Popen[bytes]) -> int:
    try:
        return child.wait()
    finally:
        processes.stop(child)
