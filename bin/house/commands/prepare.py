"""`run.py prepare [--demo] [--sign-ins FILE]`: what `bin/serve` needs Django for before it starts, in one process.

Translations, static files, database; with `--demo` the demo club; the demo's sign-ins, if it has any, into FILE.
"""

import argparse
import os
import sys
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path

from house import compiled
from house.paths import ROOT


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="prepare", description=__doc__)
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--sign-ins", type=Path)
    given = parser.parse_args(arguments)
    _compile_catalogues()
    if not _start_django():
        return 1
    beside = _collect_beside()
    _fill_database(given.demo)
    if given.sign_ins:
        _write_sign_ins(given.sign_ins)
    if beside is None:
        return 0
    beside.join()
    return 1 if beside.exitcode else 0


def _compile_catalogues() -> None:
    if any(compiled.stale()):
        from house import catalogues

        catalogues.compile_all()


def _start_django() -> bool:
    """False where the environment does not fit, after saying what does not."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.path.insert(0, str(ROOT))
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr, flush=True)
        return False
    return True


def _collect_beside() -> ForkProcess | None:
    """Collects the static files, if they changed, on another processor: before the database is opened."""
    from house import collected

    if collected.is_current():
        return None
    process = get_context("fork").Process(target=collected.collect)
    process.start()
    return process


def _fill_database(demo: bool) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
    if demo:
        call_command("demo")


def _write_sign_ins(path: Path) -> None:
    from django.core.management import call_command

    with open(path, "w") as file:
        call_command("demo", sign_ins=True, stdout=file)
