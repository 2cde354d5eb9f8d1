"""`bin/test`: every check and every test; `bin/test PATH…`: the tests there.

`--checks` runs the checks alone, `--sqlite` runs the tests named on SQLite. Whatever else stands on the line
goes to pytest as it is.
"""

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from house import checks, environment, services
from house.paths import PYTHON, ROOT
from house.processes import Command
from house.steps import Run, Step

PLAIN = "tests/scoring"
EVERY_BRANCH = [
    "--cov=scoring",
    "--cov-branch",
    "--cov-fail-under=100",
    "--cov-report=term-missing:skip-covered",
]
WORKERS = ["-n", "2", "--dist", "worksteal"]
SLOWEST = ["--durations=10"]


def main(arguments: list[str]) -> int:
    sqlite, only_checks = "--sqlite" in arguments, "--checks" in arguments
    rest = [_from_here(each) for each in arguments if each not in ("--sqlite", "--checks")]
    python = environment.make("test")
    subprocess.run([python, ROOT / "bin" / "run.py", "translations", "compile"], check=True)
    services.end_on_signals()
    if not (only_checks or rest):
        services.chromium()
    with services.temporary_folder() as folder, services.running(folder) as env:
        env["COVERAGE_FILE"] = str(folder / "coverage")
        run = Run(folder)
        on = _on_sqlite(env, folder) if sqlite else env
        if not rest:
            run.take_together(checks.steps(env))
        for step in _steps(env, on, folder, only_checks, rest):
            run.take(step)
        return run.close()


def _from_here(argument: str) -> str:
    """Paths are the caller's; pytest runs in the project's folder."""
    path, mark, test = argument.partition("::")
    return f"{Path(path).resolve()}{mark}{test}" if Path(path).exists() else argument


def _steps(
    env: Mapping[str, str], on: Mapping[str, str], folder: Path, only_checks: bool, rest: list[str]
) -> Iterator[Step]:
    if rest:
        if on is not env and "-m" not in rest:
            rest = [*rest, "-m", "not postgres"]
        yield _pytest("tests", rest, on, folder)
    elif not only_checks:
        yield from _all_tests(env, folder)


def _all_tests(env: Mapping[str, str], folder: Path) -> Iterator[Step]:
    yield _pytest("tests of scoring, every branch", [PLAIN, *WORKERS, *EVERY_BRANCH], env, folder)
    apart = f"--ignore={PLAIN}"
    yield _pytest("tests on PostgreSQL", [*WORKERS, *SLOWEST, apart, "-m", "not browser"], env, folder)
    yield _pytest("tests in a browser", [*WORKERS, *SLOWEST, apart, "-m", "browser"], env, folder)
    fast = "not browser and not postgres and not slow and not plain"
    yield _pytest("tests on SQLite", [*WORKERS, apart, "-m", fast], _on_sqlite(env, folder), folder)


def _on_sqlite(env: Mapping[str, str], folder: Path) -> dict[str, str]:
    return {**env, "DATABASE_URL": f"sqlite:///{folder}/club.sqlite3"}


def _pytest(name: str, arguments: list[str], env: Mapping[str, str], folder: Path) -> Step:
    results = folder / f"{name}.xml"
    command: Command = [PYTHON, "-m", "pytest", "--rootdir", ROOT, f"--junitxml={results}", *arguments]
    return Step(name, command, env, loud=True, results=results)
