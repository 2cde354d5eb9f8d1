"""Taking in a whole 將 record: once, however often it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import (
    Club,
    ClubUnit,
    Hand,
    HandRevision,
    Jiang,
    Member,
    RecordForm,
    Season,
    Session,
    SideBet,
    Sitting,
    Table,
)
from league.services.facts import Facts
from league.services.presence import let_in
from league.services.settling import write_outcome
from settlement.jiang.canonical import digest as digest_of
from settlement.jiang.record import Record, read_record

NEW_GUEST: Literal["new"] = "new"
Names = Mapping[str, "Member | Literal['new']"]


@dataclass(frozen=True)
class Imported:
    """`created` is false when the same record stands here already: then nothing was written."""

    jiang: Jiang
    created: bool


@dataclass(frozen=True)
class Placing:
    """Where a record goes; what is left out follows from the day it was played on.

    `recorded_at` is for carrying old books over: not before the book's last posting.
    """

    session: Session | None = None
    table_number: int | None = None
    unit: ClubUnit | None = None
    recorded_at: datetime | None = None


def import_record(
    club: Club,
    document: object,
    *,
    actor: Actor,
    names: Names | None = None,
    placing: Placing | None = None,
    second_copy: bool = False,
) -> Imported:
    """Writes a 將 record with its ledger postings in one transaction, or finds it standing here already.

    `names` says who each name is (a member, or `NEW_GUEST`); a name that is left out is the member of
    exactly that name, else a new guest. `second_copy` writes a true second 將 that looks the same.
    Raises RuleError for a bad record and Refused for a name that two members bear.
    """
    record = read_record(document)
    if not isinstance(document, dict):
        raise TypeError("read_record lets nothing but an object through")
    digest = digest_of(record)
    try:
        with transaction.atomic():
            return _import(
                club, document, record, digest, actor, names or {}, placing or Placing(), second_copy
            )
    except IntegrityError:
        standing = find_form(club, digest)
        if standing is None:
            raise
        return Imported(standing, created=False)


def find_form(club: Club, digest: str) -> Jiang | None:
    """The 將 of this club that was sent in, or stands in, this form."""
    form = (
        RecordForm.objects.filter(club=club, digest=digest).select_related("jiang").order_by("copy").first()
    )
    return form.jiang if form else None


def _import(
    club: Club,
    document: dict[str, Any],
    record: Record,
    digest: str,
    actor: Actor,
    names: Names,
    placing: Placing,
    second_copy: bool,
) -> Imported:
    let_in(club.pk, [one for one in names.values() if isinstance(one, Member)])
    standing = find_form(club, digest) or _standing_in_play(club, document, digest)
    if standing is not None and not second_copy:
        return Imported(standing, created=False)
    people = resolve(club, names_in(document), names)
    jiang = _jiang(club, document, record, placing)
    copies = RecordForm.objects.filter(club=club, digest=digest).aggregate(last=Max("copy"))["last"]
    RecordForm.objects.create(club=club, jiang=jiang, digest=digest, copy=0 if copies is None else copies + 1)
    Sitting.objects.bulk_create(_sittings(jiang, document, people))
    SideBet.objects.bulk_create(_bets(jiang, document, people))
    facts = Facts.load(jiang)
    facts.hands = [
        Hand(jiang=jiang, number=number, facts=one) for number, one in enumerate(document["hands"], start=1)
    ]
    write_outcome(facts, actor=actor, added=facts.hands, recorded_at=placing.recorded_at)
    _keep_revisions(facts.hands, actor)
    return Imported(jiang, created=True)


def _standing_in_play(club: Club, document: dict[str, Any], digest: str) -> Jiang | None:
    """A 將 recorded here hand by hand whose export looks like this record: it has no kept form while in play."""
    candidates = Jiang.objects.filter(
        club=club, hand_count=len(document["hands"]), base=document["stakes"]["base"]
    )
    if "played_on" in document:
        candidates = candidates.filter(played_on=document["played_on"])
    for jiang in candidates.filter(forms=None)[:50]:
        if digest_of(read_record(Facts.load(jiang).export())) == digest:
            return jiang
    return None


def names_in(document: Mapping[str, Any]) -> dict[str, str]:
    """Every name in a record and the path where it stands first."""
    places: dict[str, str] = {}
    for index, name in enumerate(document["players"]):
        places.setdefault(name, f"players[{index}]")
    for index, row in enumerate(document.get("substitutions") or ()):
        places.setdefault(row["by"], f"substitutions[{index}].by")
    for index, row in enumerate(document.get("outer_bets") or ()):
        places.setdefault(row["backer"], f"outer_bets[{index}].backer")
    return places


def candidates(club: Club, names: Sequence[str]) -> dict[str, list[Member]]:
    """The members of exactly these names, who have not left or been merged; a name may have none or several."""
    found: dict[str, list[Member]] = {name: [] for name in names}
    for member in club.members.filter(name__in=names, merged_into=None).order_by("pk"):
        found[member.name].append(member)
    return found


def resolve(club: Club, places: Mapping[str, str], chosen: Names) -> dict[str, Member]:
    """The member behind each name. Creates guests; refuses names that are ambiguous or chosen twice."""
    found = candidates(club, list(places))
    people: dict[str, Member] = {}
    for name, where in places.items():
        choice: Member | str | None = chosen.get(name)
        if choice is None:
            if len(found[name]) > 1:
                raise Refused(
                    "ambiguous_name",
                    gettext_noop("%(count)s members are called %(name)s: say which one is meant."),
                    where=where,
                    name=name,
                    count=len(found[name]),
                )
            choice = found[name][0] if found[name] else NEW_GUEST
        people[name] = _person(club, name, choice)
    _no_one_twice(people, places)
    return people


def _person(club: Club, name: str, choice: Member | str) -> Member:
    if isinstance(choice, Member):
        if choice.club_id != club.pk:
            raise ValueError("a member of another club")
        return choice
    return Member.objects.create(club=club, name=name[:60], is_guest=True)


def _no_one_twice(people: Mapping[str, Member], places: Mapping[str, str]) -> None:
    seen: dict[int, str] = {}
    for name, member in people.items():
        if member.pk in seen:
            raise Refused(
                "same_person_twice",
                gettext_noop("%(name)s and %(other)s would be the same member."),
                where=places[name],
                name=name,
                other=seen[member.pk],
            )
        seen[member.pk] = name


def _jiang(club: Club, document: dict[str, Any], record: Record, placing: Placing) -> Jiang:
    unit = placing.unit or club.units.get(is_default=True)
    played_on = _played_on(document, placing)
    session = placing.session or _session(club, played_on)
    season = (
        Season.objects.filter(club=club, unit=unit, starts_on__lte=played_on)
        .exclude(ends_on__lt=played_on)
        .order_by("-starts_on")
        .first()
    )
    table = _table(session, placing.table_number)
    return Jiang.objects.create(
        club=club,
        unit=unit,
        season=season,
        table=table,
        number=next_number(table),
        ruleset=document["ruleset"],
        options=document.get("options") or {},
        sheet=record.ruleset.as_json(),
        base=document["stakes"]["base"],
        per_tai=document["stakes"]["per_tai"],
        first_dealer=document["first_dealer"],
        table_fee=document.get("table_fee"),
        played_on=played_on,
        dated="played_on" in document,
        closed=bool(document.get("closed")),
    )


def _played_on(document: dict[str, Any], placing: Placing) -> date:
    if "played_on" in document:
        return date.fromisoformat(document["played_on"])
    return placing.session.played_on if placing.session else timezone.localdate()


def _session(club: Club, played_on: date) -> Session:
    session = Session.objects.filter(club=club, played_on=played_on).order_by("pk").first()
    if session is not None:
        return session
    season = (
        Season.objects.filter(club=club, starts_on__lte=played_on)
        .exclude(ends_on__lt=played_on)
        .order_by("-starts_on")
        .first()
    )
    return Session.objects.create(club=club, season=season, played_on=played_on)


def _table(session: Session, number: int | None) -> Table:
    table, _ = Table.objects.get_or_create(session=session, number=number or 1)
    return table


def next_number(table: Table) -> int:
    """The number of the next 將 at a table."""
    last = Jiang.objects.filter(table=table).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _sittings(jiang: Jiang, document: dict[str, Any], people: Mapping[str, Member]) -> list[Sitting]:
    rows = [
        Sitting(jiang=jiang, seat=seat, member=people[name], from_hand=1)
        for seat, name in enumerate(document["players"])
    ]
    return rows + [
        Sitting(jiang=jiang, seat=one["seat"], member=people[one["by"]], from_hand=one["from_hand"])
        for one in document.get("substitutions") or ()
    ]


def _bets(jiang: Jiang, document: dict[str, Any], people: Mapping[str, Member]) -> list[SideBet]:
    rows = []
    for kind, key in ((SideBet.Kind.INNER, "inner_bets"), (SideBet.Kind.OUTER, "outer_bets")):
        for position, bet in enumerate(document.get(key) or ()):
            given = {name: value for name, value in bet.items() if name != "backer"}
            backer = people[bet["backer"]] if "backer" in bet else None
            rows.append(SideBet(jiang=jiang, kind=kind, position=position, backer=backer, **given))
    return rows


def _keep_revisions(hands: Sequence[Hand], actor: Actor) -> None:
    """The first state of each hand is that it was imported."""
    imported = HandRevision.Change.IMPORTED
    HandRevision.objects.bulk_create(
        [
            HandRevision(hand=hand, number=1, change=imported, facts=hand.facts, actor=actor.label)
            for hand in hands
        ]
    )
