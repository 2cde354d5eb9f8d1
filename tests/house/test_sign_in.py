"""Wrong passwords shut a name out from one address for a while, and nobody else."""

import pytest
from django.contrib.auth import authenticate, get_user_model, login
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def member():
    return get_user_model().objects.create_user("ming", password="right")


def attempt(password: str, address: str = "192.0.2.1"):
    request = RequestFactory().post("/sign-in/", REMOTE_ADDR=address)
    request.session = SessionStore()
    user = authenticate(request, username="ming", password=password)
    if user is not None:
        login(request, user)
    return user


def test_the_right_password_signs_in(member):
    assert attempt("right") == member


def test_five_wrong_ones_shut_out_even_the_right_one(member):
    assert [attempt("wrong") for _ in range(5)] == [None] * 5
    assert attempt("right") is None
    assert attempt("right", address="192.0.2.2") == member


def test_a_right_one_in_between_clears_the_count(member):
    for _ in range(2):
        assert [attempt("wrong") for _ in range(4)] == [None] * 4
        assert attempt("right") == member


def test_passwords_are_kept_as_argon2(settings, member):
    from config import settings as site

    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    member.set_password("right")
    assert member.password.startswith("argon2$argon2id$")


def test_a_test_client_signs_in(client, member):
    client.force_login(member)
    assert client.session["_auth_user_id"] == str(member.pk)
