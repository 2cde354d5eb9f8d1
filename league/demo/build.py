"""Filling the demo club: the simulated evenings go in as any record does, with corrections now and then."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from league.actors import SITE, Actor
from league.demo.money import settle
from league.demo.past import give_past
from league.demo.people import BACKERS, PLAYERS, Persona
from league.demo.simulate import play
from league.models import Club, Hand, Member
from league.services.clubs import add_member, found_club, open_season
from league.services.hands import correct_hand
from league.services.records import Placing, import_record

SLUG = "demo"
WEEKS_A_SEASON = 26
TABLES = 3
SIGN_INS = (
    ("organiser", Member.Role.ORGANISER),
    ("scorer", Member.Role.SCORER),
    ("player", Member.Role.PLAYER),
)

Tell = Callable[[str], None]


@dataclass(frozen=True)
class SignIn:
    """One of the demo's accounts."""

    username: str
    password: str
    role: str


def sign_ins() -> list[SignIn]:
    """The demo's accounts. The passwords follow from this installation's SECRET_KEY: nothing to look up."""
    return [SignIn(name, _password(name), str(role.label)) for name, role in SIGN_INS]


def _password(username: str) -> str:
    digest = hmac.new(settings.SECRET_KEY.encode(), f"demo:{username}".encode(), "sha256")
    return "-".join(digest.hexdigest()[start : start + 4] for start in (0, 4, 8))


def build(today: date, *, weeks: int = WEEKS_A_SEASON, tell: Tell = lambda line: None) -> Club:
    """A club with two seasons up to `today`. Everything follows from the weeks and the day: no luck of the draw."""
    dice = Random(16)  # noqa: S311 - play, not secrets
    club = _found(today, weeks)
    first = today - timedelta(weeks=2 * weeks)
    evenings = [first + timedelta(weeks=week) for week in range(2 * weeks + 1)]
    wrong: list[int] = []
    for number, evening in enumerate(evenings):
        wrong += _evening(dice, club, evening, last=number == len(evenings) - 1)
        tell(f"{evening} ({number + 1}/{len(evenings)})")
    for jiang_id in wrong:
        _correct_one(dice, jiang_id, _organiser(club))
    settle(club, today, _organiser(club))
    give_past(club, today)
    return club


def _organiser(club: Club) -> Actor:
    user = club.members.get(role=Member.Role.ORGANISER).user_id
    return Actor.user(user) if user else SITE


@transaction.atomic
def _found(today: date, weeks: int) -> Club:
    club = found_club("竹風麻將社", SLUG)
    accounts = {
        name: User.objects.create_user(name, f"{name}@demo.invalid", _password(name)) for name, _ in SIGN_INS
    }
    seats = zip(PLAYERS, [*SIGN_INS], strict=False)
    roles = {persona.name: (accounts[name], role) for persona, (name, role) in seats}
    start = today - timedelta(weeks=2 * weeks)
    for persona in PLAYERS:
        user, role = roles.get(persona.name, (None, Member.Role.PLAYER))
        add_member(club, persona.name, user=user, role=role, joined_on=start)
    for name in BACKERS:
        add_member(club, name, guest=True)
    turn = today - timedelta(weeks=weeks)
    open_season(club, f"{start:%Y.%m} – {turn - timedelta(days=1):%Y.%m}", start, turn - timedelta(days=1))
    open_season(club, f"{turn:%Y.%m} –", turn)
    return club


def _evening(dice: Random, club: Club, evening: date, *, last: bool) -> list[int]:
    """Plays an evening; the 將 in which something was written down wrong, to be corrected later."""
    actor = _organiser(club)
    over = datetime.combine(evening, time(23), ZoneInfo(club.time_zone))
    present = _present(dice)
    wrong = []
    for number in range(1, TABLES + 1):
        four = present[4 * (number - 1) : 4 * number]
        for turn in range(2):
            dice.shuffle(four)
            in_play = last and number == 1 and turn == 1
            record = play(
                dice,
                four,
                played_on=evening.isoformat(),
                ruleset="luohan-2005",
                stakes=(100, 20) if number < TABLES else (50, 20),
                backer=dice.choice(BACKERS) if dice.random() < 0.3 else None,
                hands=9 if in_play else None,
            )
            placing = Placing(table_number=number, recorded_at=min(over, timezone.now()))
            imported = import_record(club, record, actor=actor, placing=placing)
            if dice.random() < 0.05 and not in_play:
                wrong.append(imported.jiang.pk)
    return wrong


def _present(dice: Random) -> list[Persona]:
    """Who comes tonight: the eager ones more often."""
    ranked = sorted(PLAYERS, key=lambda persona: dice.random() ** (1 / persona.eager), reverse=True)
    return ranked[: 4 * TABLES]


def _correct_one(dice: Random, jiang_id: int, actor: Actor) -> None:
    """A hand whose number of 台 was written down wrong and put right afterwards; the deal stays as it was."""
    hands = [
        hand
        for hand in Hand.objects.filter(jiang_id=jiang_id, struck_at=None).select_related("jiang")
        if hand.facts["result"] == "win" and "face" in hand.facts["wins"][0]
    ]
    if not hands:
        return
    hand = dice.choice(hands)
    win = hand.facts["wins"][0] | {"face": hand.facts["wins"][0]["face"] + 1}
    facts = hand.facts | {"wins": [win]}
    correct_hand(hand, facts, version=hand.jiang.version, actor=actor, why="少算一台")
