"""Holding everything that is kept against a fresh replay. It names what differs and repairs nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields

from django.db.models import Q
from django.utils.translation import gettext_noop

from league.models import Club, ClubUnit, Hand, Jiang, JiangResult, MemberAccount, Season, SeasonTotal
from league.services.facts import HOUSE, Facts, token
from league.services.findings import Finding
from league.services.posting import HAND, opening_memo, opening_reference, reference
from league.services.projection import Figures, project_rows
from league.services.settling import state_of
from league.services.verify_accounts import account_findings, owners
from league.services.verify_money import money_findings
from scoring.errors import RuleError
from settlement import ledger
from settlement.jiang.replay import HandOutcome, Outcome
from settlement.models import Account, Posting, Transfer

Paid = Counter[tuple[str, str, str]]
FIGURES = tuple(field.name for field in fields(Figures))


def verify_club(club: Club) -> Iterator[Finding]:
    """Every difference in a club, one 將 in memory at a time."""
    for unit in club.units.select_related("book"):
        for found in ledger.verify(unit.book):
            yield Finding(f"ledger_{found.code}", unit.code, found.template, dict(found.params))
        owned = owners(unit)
        yield from account_findings(unit, owned)
        yield from _strangers(unit)
        yield from money_findings(unit, owned)
    for pk in club.jiang.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=500):
        jiang = Jiang.objects.select_related("club", "unit__book", "season").get(pk=pk)
        yield from verify_jiang(jiang)
    for season in club.seasons.order_by("pk"):
        yield from _season(season)


def verify_jiang(jiang: Jiang) -> Iterator[Finding]:
    """One 將: its hands against their revisions, a replay, the ledger and the results."""
    facts = Facts.load(jiang)
    yield from _revisions(facts)
    yield from _sheet(jiang)
    try:
        outcome = facts.outcome()
    except RuleError as error:
        yield _of(jiang, "not_replayable", error.template, dict(error.params), where=error.where)
        return
    yield from _hands(facts, outcome)
    yield from _state(facts, outcome)
    yield from _results(facts, outcome)


def _of(
    jiang: Jiang,
    code: str,
    template: str,
    params: dict[str, object],
    *,
    where: str = "",
    hand: int | None = None,
) -> Finding:
    place = f"jiang {jiang.pk}" + (f" hand {hand}" if hand else "") + (f" {where}" if where else "")
    return Finding(code, place, template, params, jiang.pk, hand)


def _revisions(facts: Facts) -> Iterator[Finding]:
    """Each hand is what its last revision says, its revisions have no gap, and so have the hands' numbers."""
    kept: dict[int, list[tuple[int | None, object]]] = defaultdict(list)
    rows = facts.jiang.hands.values_list("pk", "revisions__number", "revisions__facts")
    for pk, number, told in rows.order_by("revisions__number"):
        kept[pk].append((number, told))
    for place, hand in enumerate(facts.hands, start=1):
        if kept[hand.pk][-1][1] != hand.facts:
            yield _of(
                facts.jiang,
                "facts_changed",
                gettext_noop("the hand is not what its last revision says"),
                {},
                hand=hand.number,
            )
        if [number for number, _ in kept[hand.pk]] != list(range(1, len(kept[hand.pk]) + 1)):
            yield _of(
                facts.jiang,
                "revision_missing",
                gettext_noop("a revision of the hand is missing"),
                {},
                hand=hand.number,
            )
        if hand.number != place:
            yield _of(
                facts.jiang,
                "hand_missing",
                gettext_noop("hand %(number)s stands in place %(place)s"),
                {"number": hand.number, "place": place},
                hand=hand.number,
            )


def _sheet(jiang: Jiang) -> Iterator[Finding]:
    """The sheet and stakes a 將 was opened under are sealed in the ledger's chain."""
    opened = Posting.objects.filter(
        book_id=jiang.unit.book_id, reference=opening_reference(jiang), reverses=None
    ).first()
    if opened is None or opened.memo != opening_memo(jiang):
        yield _of(
            jiang,
            "sheet_changed",
            gettext_noop("sheet, stakes or first dealer are not those that the 將 was opened with"),
            {},
        )


def _hands(facts: Facts, outcome: Outcome) -> Iterator[Finding]:
    posted, live = _posted(facts)
    for hand, result in zip(facts.hands, outcome.hands, strict=True):
        wanted = _paid(result)
        standing = posted.get(reference(hand), Counter())
        if standing != wanted:
            yield _of(
                facts.jiang,
                "hand_differs",
                gettext_noop("the ledger has %(ledger)s, a replay gives %(replay)s"),
                {"ledger": _words(standing), "replay": _words(wanted)},
                hand=hand.number,
            )
        elif hand.fingerprint != result.fingerprint:
            yield _of(
                facts.jiang,
                "fingerprint_wrong",
                gettext_noop("the hand's fingerprint is wrong"),
                {},
                hand=hand.number,
            )
        elif hand.posting_id != live.get(reference(hand)):
            yield _of(
                facts.jiang,
                "posting_wrong",
                gettext_noop("the hand points at another posting than the one that stands for it"),
                {},
                hand=hand.number,
            )
    for hand in facts.jiang.hands.exclude(struck_at=None):
        if posted.get(reference(hand)):
            yield _of(
                facts.jiang,
                "struck_hand_posted",
                gettext_noop("a struck hand still stands in the ledger"),
                {},
                hand=hand.number,
            )


def _posted(facts: Facts) -> tuple[dict[str, Paid], dict[str, int]]:
    """What the ledger's live postings of this 將 say, by reference, by (payer, payee, reason); and their ids."""
    references = [reference(hand) for hand in facts.jiang.hands.all()]
    # Three look-ups by key rather than one join: a planner without statistics walks the whole book for that.
    made = dict(
        Posting.objects.filter(
            book_id=facts.jiang.unit.book_id, reference__in=references, reverses=None
        ).values_list("pk", "reference")
    )
    gone = set(Posting.objects.filter(reverses__in=list(made)).values_list("reverses_id", flat=True))
    standing = {pk: of for pk, of in made.items() if pk not in gone}
    live = {of: pk for pk, of in standing.items()}
    found = Transfer.objects.filter(posting__in=list(standing))
    rows = [
        (standing[pk], src, dst, reason, amount)
        for pk, src, dst, reason, amount in found.values_list(
            "posting_id", "src_id", "dst_id", "reason", "amount"
        )
    ]
    names = _holders({pk for row in rows for pk in (row[1], row[2])})
    posted: dict[str, Paid] = defaultdict(Counter)
    for of, src, dst, reason, amount in rows:
        posted[of][names.get(src, f"account {src}"), names.get(dst, f"account {dst}"), reason] += amount
    return posted, live


def _holders(accounts: Iterable[int]) -> dict[int, str]:
    ids = list(accounts)
    owned = MemberAccount.objects.filter(account__in=ids).values_list("account_id", "member_id")
    names = {account: token(member) for account, member in owned}
    from_house = Account.objects.filter(pk__in=ids, kind=Account.Kind.HOUSE).values_list("pk", flat=True)
    return names | dict.fromkeys(from_house, HOUSE)


def _paid(result: HandOutcome) -> Paid:
    paid: Paid = Counter()
    for row in result.transfers:
        paid[row.src, row.dst, row.reason] += row.amount
    return paid


def _words(paid: Paid) -> str:
    rows = sorted(f"{src}→{dst} {amount} ({reason})" for (src, dst, reason), amount in paid.items())
    return ", ".join(rows) or "—"


def _state(facts: Facts, outcome: Outcome) -> Iterator[Finding]:
    jiang = facts.jiang
    if jiang.state != state_of(outcome) or jiang.hand_count != len(facts.hands):
        yield _of(
            jiang,
            "state_differs",
            gettext_noop(
                "kept as %(state)s after %(count)s hands, a replay gives %(replayed)s after %(hands)s"
            ),
            {
                "state": jiang.state,
                "count": jiang.hand_count,
                "replayed": state_of(outcome).value,
                "hands": len(facts.hands),
            },
        )


def _results(facts: Facts, outcome: Outcome) -> Iterator[Finding]:
    kept = {row.member_id: _figures(row) for row in facts.jiang.results.all()}
    replayed = {row.member_id: _figures(row) for row in project_rows(facts, outcome)}
    for member in sorted(kept.keys() | replayed.keys()):
        ours, theirs = kept.get(member), replayed.get(member)
        if ours != theirs:
            yield _of(
                facts.jiang,
                "result_differs",
                gettext_noop("%(member)s's result is kept as %(kept)s, a replay gives %(replay)s"),
                {"member": token(member), "kept": _told(ours, theirs), "replay": _told(theirs, ours)},
            )


def _figures(row: JiangResult) -> dict[str, object]:
    return {name: getattr(row, name) for name in ("seat", "place", *FIGURES)}


def _told(figures: dict[str, object] | None, others: dict[str, object] | None) -> str:
    """The figures that differ from the others, in a line."""
    rows = (figures or {}).items()
    return ", ".join(f"{name} {value}" for name, value in rows if (others or {}).get(name) != value) or "—"


def _strangers(unit: ClubUnit) -> Iterator[Finding]:
    """Live postings of hands that no hand of the club answers for, such as one posted twice by hand."""
    live = Posting.objects.filter(book=unit.book, kind=HAND, reverses=None, reversed_by=None)
    known = {f"{HAND}:{uid}" for uid in Hand.objects.filter(jiang__unit=unit).values_list("uid", flat=True)}
    for seq, of in live.order_by("id").values_list("seq", "reference").iterator():
        if of not in known:
            yield Finding(
                "posting_of_no_hand",
                f"{unit.code} #{seq}",
                gettext_noop("posting %(seq)s belongs to no hand"),
                {"seq": seq},
            )


def _season(season: Season) -> Iterator[Finding]:
    wanted: dict[int, Figures] = defaultdict(Figures)
    counts: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    counted = Q(jiang__season=season, jiang__state=Jiang.State.COMPLETE)
    for row in JiangResult.objects.filter(counted).iterator():
        sums = wanted[row.member_id]
        for name in FIGURES:
            if name != "best_tai":
                setattr(sums, name, getattr(sums, name) + getattr(row, name))
        sums.best_tai = max(sums.best_tai, row.best_tai)
        counts[row.member_id] += row.place is not None
        firsts[row.member_id] += row.place == 1
    for total in SeasonTotal.objects.filter(season=season):
        member = total.member_id
        counted_up: dict[str, object] = {"jiang_count": counts[member], "firsts": firsts[member]}
        replayed = asdict(wanted.pop(member, Figures())) | counted_up
        kept = {name: getattr(total, name) for name in replayed}
        if kept != replayed:
            yield _season_finding(season, member, kept, replayed)
    for member, sums in wanted.items():
        if counts[member] or sums.bets_net:
            yield _season_finding(season, member, None, asdict(sums))


def _season_finding(
    season: Season, member: int, kept: dict[str, object] | None, replayed: dict[str, object]
) -> Finding:
    return Finding(
        "standing_differs",
        f"season {season.pk} {token(member)}",
        gettext_noop("the season's total is kept as %(kept)s, the results give %(replay)s"),
        {"kept": _told(kept, replayed), "replay": _told(replayed, kept)},
    )
