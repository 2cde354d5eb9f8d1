"""The project's own environment: when it is taken as it is and when it is made anew."""

import json
import re

import pytest

from house import environment
from house.paths import ROOT


@pytest.fixture
def stamp(tmp_path, monkeypatch):
    monkeypatch.setattr(environment, "STAMP", tmp_path / "house.json")
    monkeypatch.setattr(environment, "_environment_version", lambda: "3.12")

    def write(**values: str) -> None:
        (tmp_path / "house.json").write_text(json.dumps(values))

    return write


def test_it_fits_by_the_hash_of_its_requirements(stamp):
    stamp(python="3.12", run=environment.fingerprint("run"))
    assert environment.fits("run")
    assert not environment.fits("test")


@pytest.mark.parametrize(
    "stale",
    [{}, {"python": "3.11"}, {"run": "another hash"}],
    ids=["no stamp", "another Python", "other requirements"],
)
def test_it_does_not_fit_with(stamp, stale):
    if stale:
        stamp(**{"python": "3.12", "run": environment.fingerprint("run"), **stale})
    assert not environment.fits("run")


def test_a_stamp_cut_short_counts_as_none(stamp, tmp_path):
    (tmp_path / "house.json").write_text('{"python": "3.')
    assert environment.read_stamp() == {}


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "bin/house/uv.txt"])
def test_every_requirement_is_pinned_and_hashed_and_names_no_host(name):
    text = (ROOT / name).read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all(re.match(r"[a-z0-9-]+==\S+", entry) and "--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


def test_what_testing_adds_leaves_the_sites_own_versions_alone():
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / name).read_text(), re.MULTILINE))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")
