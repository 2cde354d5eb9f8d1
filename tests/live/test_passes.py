"""A pass for a player's phone, as a story: shown, scanned, taken, used, taken back."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from league.actors import SITE
from league.models import Hand, HandRevision, RecordingPass
from league.selectors.actors import actor_names
from league.services.opening import Terms, open_jiang
from league.services.passes import digest
from tests.live.evening import FOUR, Evening

HAND = {"ending": "1", "from": "3", "way": "face", "face": "2"}


def show_code(evening: Evening, who: str = "organiser") -> str:
    """Has a code shown; its address as the QR code holds it."""
    told = evening.as_(who).post(evening.at("passes/")).content.decode()
    found = re.search(r"http://testserver(/t/[\w-]+/)", told)
    assert found
    return found[1]


def take(evening: Evening, phone: Client, who: str = "小華") -> Any:
    return phone.post(show_code(evening), {"who": evening.people[who].pk})


def save(evening: Evening, phone: Client, number: int = 1) -> Any:
    form = HAND | {"number": str(number), "uid": str(uuid4())}
    return phone.post(evening.recorder, form, headers={"accept": "application/json"})


def test_a_phone_without_an_account_records_its_table(evening: Evening) -> None:
    phone = Client()
    answer = take(evening, phone)
    assert answer.url == evening.recorder
    assert phone.get(answer.url).status_code == 200
    assert save(evening, phone).status_code == 201
    hand = Hand.objects.get()
    held = RecordingPass.objects.get()
    assert HandRevision.objects.get(hand=hand).actor == f"pass:{held.pk}"
    assert actor_names(evening.club, [f"pass:{held.pk}"]) == {f"pass:{held.pk}": "小華"}
    assert held.last_used_at is not None


def test_a_preview_of_the_link_burns_nothing(evening: Evening) -> None:
    address = show_code(evening)
    for _ in range(3):
        asked = Client().get(address)
        assert asked.status_code == 200
        assert asked["Referrer-Policy"] == "same-origin"
    assert Client().post(address, {"who": ""}).status_code == 302


def test_a_code_serves_once(evening: Evening) -> None:
    address = show_code(evening)
    phone = Client()
    assert phone.post(address).status_code == 302
    assert phone.get(address).status_code == 302, "its own phone is led on"
    assert Client().post(address).status_code == 404
    assert Client().get(address).status_code == 404


def test_a_code_runs_out(evening: Evening) -> None:
    address = show_code(evening)
    RecordingPass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post(address).status_code == 404


def test_neither_code_nor_secret_is_kept(evening: Evening) -> None:
    address = show_code(evening)
    phone = Client()
    phone.post(address)
    held = RecordingPass.objects.get()
    code, secret = address.split("/")[2], phone.cookies[f"table-pass-{evening.table.pk}"].value
    assert (held.code_digest, held.secret_digest) == (digest(code), digest(secret))
    assert min(len(code), len(secret)) >= 22
    cookie = phone.cookies[f"table-pass-{evening.table.pk}"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_a_pass_is_taken_back(evening: Evening) -> None:
    phone = Client()
    take(evening, phone)
    held = RecordingPass.objects.get()
    evening.as_("scorer").post(evening.at(f"passes/{held.pk}/revoke/"))
    assert save(evening, phone).status_code == 403
    assert not Hand.objects.exists()
    assert "taken back" in evening.as_("scorer").get(evening.at("passes/")).content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"expires_at": timezone.now() - timedelta(hours=1)},
        {"revoked_at": timezone.now()},
    ],
    ids=["run_out", "revoked"],
)
def test_a_pass_that_ended_records_nothing(evening: Evening, change: dict[str, Any]) -> None:
    phone = Client()
    take(evening, phone)
    RecordingPass.objects.update(**change)
    assert save(evening, phone).status_code == 403


def test_a_pass_ends_with_the_evening(evening: Evening) -> None:
    phone = Client()
    take(evening, phone)
    evening.table.session.closed_at = timezone.now()
    evening.table.session.save()
    assert save(evening, phone).status_code == 403


def test_a_pass_is_for_one_table(evening: Evening) -> None:
    phone = Client()
    take(evening, phone)
    secret = phone.cookies[f"table-pass-{evening.table.pk}"].value
    phone.cookies[f"table-pass-{evening.other.pk}"] = secret
    terms = Terms(unit=evening.club.units.get(), ruleset="basic", base=100, per_tai=20)
    seats = [evening.people[name] for name in (*FOUR[1:], "阿國")]
    evening.jiang = open_jiang(evening.other, seats, 0, terms, actor=SITE)
    assert save(evening, phone).status_code == 403


def test_a_pass_opens_one_table_of_a_closed_club_and_no_more(evening: Evening) -> None:
    evening.club.public = False
    evening.club.save()
    phone = Client()
    take(evening, phone)
    assert phone.get(evening.at()).status_code == 200
    assert phone.get(evening.at("now/")).status_code == 200
    for path in (f"/c/{evening.club.slug}/", f"/c/{evening.club.slug}/members/", evening.at("passes/")):
        assert phone.get(path).status_code == 404, path
    other = evening.at().replace(f"/{evening.table.pk}/", f"/{evening.other.pk}/")
    assert phone.get(other).status_code == 404


def test_a_pass_shows_the_sums_of_its_table(evening: Evening) -> None:
    phone = Client()
    take(evening, phone)
    save(evening, phone)
    assert "+140" in phone.get(evening.at("now/")).content.decode()


def test_a_member_takes_it_in_his_own_name(evening: Evening) -> None:
    phone = evening.as_("watcher")
    address = show_code(evening)
    told = phone.get(address).content.decode()
    assert "大樹" in told
    assert "老王" not in told
    phone.post(address, {"who": evening.people["老王"].pk})
    assert RecordingPass.objects.get().member is None, "nobody takes a pass in another's name"


def test_who_guesses_is_not_listened_to(evening: Evening) -> None:
    guesser, address = Client(), show_code(evening)
    met = {guesser.get(f"/t/guess-{number}/").status_code for number in range(25)}
    assert met == {404}
    assert guesser.get(address).status_code == 404
    assert Client(REMOTE_ADDR="10.0.0.9").get(address).status_code == 200


def test_every_wrong_code_is_answered_alike(evening: Evening) -> None:
    used = show_code(evening)
    Client().post(used)
    answers = {Client().get(address).content for address in (used, "/t/never-was/", "/t/%F0%9F%80%84/")}
    assert len(answers) == 1
