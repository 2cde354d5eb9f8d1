"""An installation's environment: what it may say, and how it is told what does not fit."""

import os
import subprocess

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment
from house.paths import MANAGE, PYTHON, ROOT

GROWN = {
    "DATABASE_URL": "postgres://club:pw@db.example.org/club",
    "SECRET_KEY": "a-key-for-this-test-that-is-long-enough-to-pass",
    "ALLOWED_HOSTS": "club.example.org",
    "BROKER_URL": "redis://broker.example.org/0",
}


def start(env: dict[str, str], show: str = "s.DEBUG") -> subprocess.CompletedProcess[str]:
    """Loads the settings in a Python of their own that has this environment and no other."""
    code = f"import os; from django.conf import settings as s; print({show})"
    bare = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings", **env}
    return subprocess.run([PYTHON, "-c", code], env=bare, cwd=ROOT, capture_output=True, text=True)


def test_an_empty_environment_is_an_embedded_site():
    done = start({}, "s.EMBEDDED, s.DEBUG, s.SECURE, s.ALLOWED_HOSTS, s.CELERY_BROKER_URL")
    assert done.stdout.strip() == "True False False ['*'] filesystem://localhost", done.stderr


def test_a_grown_site_is_secure_unless_it_says_otherwise():
    done = start(GROWN, "s.EMBEDDED, s.SECURE, s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT")
    assert done.stdout.strip() == "False True True True", done.stderr
    assert (
        start({**GROWN, "SECURE": "no"}, "s.SECURE, s.SESSION_COOKIE_SECURE").stdout.strip() == "False False"
    )


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_a_grown_site_refuses_to_start_without(name):
    done = start({**GROWN, name: ""})
    assert done.returncode != 0
    assert f"{name} is missing" in done.stderr


FAULTS = [
    ("DATABASE_URL", "mysql://club:hush@db/club", "is neither postgres"),
    ("DATABASE_KEEP_SECONDS", "a while", "say a whole number"),
    ("SECRET_KEY", "hush", "is too short"),
    ("DEBUG", "maybe", "say true or false"),
    ("SECURE", "2", "say true or false"),
    ("CSRF_TRUSTED_ORIGINS", "club.example.org", "say addresses such as"),
    ("BROKER_URL", "memory://:hush@x", "is none of"),
    ("EMAIL_URL", "pigeon://:hush@x", "begins with none of"),
    ("LOG_LEVEL", "LOUD", "say one of DEBUG"),
    ("LOG_FORMAT", "xml", "say one of text, json"),
]


@pytest.fixture(scope="module")
def refusal() -> list[str]:
    """What a start says when nothing in its environment fits."""
    done = start({name: value for name, value, _ in FAULTS})
    assert done.returncode != 0
    said = done.stderr.splitlines()
    return said[
        said.index("django.core.exceptions.ImproperlyConfigured: The environment does not fit:") + 1 :
    ]


@pytest.mark.parametrize(("name", "value", "says"), FAULTS, ids=[name for name, _, _ in FAULTS])
def test_a_value_that_does_not_fit_is_named(refusal, name, value, says):
    assert [line for line in refusal if line.startswith(f"{name} ") and says in line]


def test_a_secret_is_not_repeated(refusal):
    assert not [line for line in refusal if "hush" in line]


def test_all_faults_are_said_together():
    env = Environment({"DEBUG": "maybe", "PORT": "http"})
    assert env.flag("DEBUG", default=False) is False
    assert env.number("PORT", 8000) == 8000
    with pytest.raises(ImproperlyConfigured) as refused:
        env.finish()
    assert str(refused.value).splitlines()[1:] == [
        "DEBUG is 'maybe'; say true or false",
        "PORT is 'http'; say a whole number",
    ]


def test_manage_runs_from_any_folder():
    done = subprocess.run([PYTHON, MANAGE, "check"], cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_mail_in_files_goes_to_the_folder_that_is_named() -> None:
    mail = Environment({"EMAIL_URL": "filemail:///srv/club/mail"}).mail("EMAIL_URL", "consolemail://")
    assert mail["EMAIL_FILE_PATH"] == "/srv/club/mail"


def test_the_sites_address_begins_links_and_has_no_path() -> None:
    assert (
        Environment({"SITE_URL": "https://club.example.org"}).address("SITE_URL")
        == "https://club.example.org"
    )
    wrong = Environment({"SITE_URL": "club.example.org"})
    wrong.address("SITE_URL")
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        wrong.finish()
