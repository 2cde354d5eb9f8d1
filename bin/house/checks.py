"""Everything that `bin/test` holds to before it runs a test: form, types, borders, drift."""

from collections.abc import Iterator, Mapping

from house.paths import MANAGE, PYTHON, ROOT
from house.processes import Command
from house.steps import Step

RUN = ROOT / "bin" / "run.py"
IMPORT_LINES = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
PRODUCTION = {
    "SECURE": "true",
    "ALLOWED_HOSTS": "club.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://club.example.org",
}


def steps(env: Mapping[str, str]) -> Iterator[Step]:
    yield Step("formatting", [PYTHON, "-m", "ruff", "format", "--check", "."], env)
    yield Step("lint", [PYTHON, "-m", "ruff", "check", "."], env)
    yield Step("import lines", [PYTHON, "-c", IMPORT_LINES], env)
    yield Step("types", [PYTHON, "-m", "mypy"], env)
    yield Step("migrations", [PYTHON, MANAGE, "makemigrations", "--check", "--dry-run"], env)
    deploy: Command = [PYTHON, MANAGE, "check", "--deploy", "--fail-level", "WARNING"]
    yield Step("deployment", deploy, {**env, **PRODUCTION})
    yield Step("openapi", [PYTHON, RUN, "openapi", "check"], env)
    yield Step("translations", [PYTHON, RUN, "translations", "check"], env)
