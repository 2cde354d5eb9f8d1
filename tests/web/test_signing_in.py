"""Signing in and out, and what a stranger learns by trying."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from tests.web.people import World


@pytest.fixture
def client(db: None) -> Client:
    User.objects.create_user("ming", "ming@example.org", "right-password")
    return Client()


def sign_in(client: Client, username: str, password: str, **more: Any) -> HttpResponse:
    fields = {"username": username, "password": password} | more
    return client.post("/sign-in/", fields, headers={"accept-language": "en"})


def test_in_and_out_again(client: Client) -> None:
    assert sign_in(client, "ming", "right-password")["Location"] == "/"
    assert "Signed in as ming" in client.get("/", headers={"accept-language": "en"}).content.decode()
    assert client.post("/sign-out/").status_code in (200, 302)
    assert "Signed in as" not in client.get("/", headers={"accept-language": "en"}).content.decode()


def test_one_is_led_back_to_the_page_and_never_to_another_site(client: Client) -> None:
    assert sign_in(client, "ming", "right-password", next="/c/x/")["Location"] == "/c/x/"
    client.post("/sign-out/")
    assert sign_in(client, "ming", "right-password", next="https://evil.example/")["Location"] == "/"


def test_a_wrong_name_and_a_wrong_password_look_alike(client: Client) -> None:
    one = sign_in(client, "ming", "wrong").content.decode()
    other = sign_in(client, "nobody", "wrong").content.decode()
    assert one.replace("ming", "nobody").split("csrf")[0] == other.split("csrf")[0]
    assert one.count("errorlist") == other.count("errorlist")


def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(client: Client) -> None:
    for _try in range(5):
        answer = sign_in(client, "ming", "wrong")
    assert answer.status_code == 429
    assert "Too many tries" in answer.content.decode()
    assert sign_in(client, "ming", "right-password").status_code == 429
    assert "sessionid" not in client.cookies


def test_another_password(client: Client) -> None:
    sign_in(client, "ming", "right-password")
    new = "quiet-bamboo-wind"
    fields = {"old_password": "right-password", "new_password1": new, "new_password2": new}
    assert client.post("/password/", fields)["Location"] == "/password/done/"
    assert client.get("/password/done/").status_code == 200
    assert User.objects.get(username="ming").check_password(new)


def test_the_password_page_asks_a_stranger_to_sign_in(db: None) -> None:
    assert Client().get("/password/")["Location"] == "/sign-in/?next=/password/"


def test_the_reader_chooses_his_language(world: World) -> None:
    client = world.as_("player")
    assert "我的餘額" in client.get(world.at("")).content.decode()
    client.post("/i18n/setlang/", {"language": "en", "next": world.at("")})
    assert "My balance" in client.get(world.at("")).content.decode()
