"""The one way from the rows of a 將 to its ledger, its results and what follows: every write ends here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone

from league.actors import Actor
from league.models import Hand, Jiang, RecordForm
from league.services import jobs
from league.services.facts import Facts
from league.services.posting import sync
from league.services.projection import project
from league.services.versions import keep_version
from settlement.jiang.canonical import digest
from settlement.jiang.record import read_record
from settlement.jiang.replay import Outcome
from settlement.rows import insert, update


def write_outcome(
    facts: Facts,
    *,
    actor: Actor,
    added: Sequence[Hand] = (),
    struck: Iterable[Hand] = (),
    why: str = "",
    recorded_at: datetime | None = None,
    only_grew: bool = False,
) -> tuple[Outcome, list[Hand]]:
    """Replays a 將, posts what differs, writes its state and results. Returns the outcome and the changed hands.

    `added` are hands among `facts.hands` that are not written yet: they go in with their postings. `recorded_at`
    is for carrying old books over only. `only_grew`: a hand came behind the others and nothing else is new, so that
    nobody's result can be gone.
    Call it inside a transaction with the 將 locked; a RuleError of the replay undoes the whole transaction.
    """
    jiang = facts.jiang
    was = jiang.state
    outcome = facts.grown()
    struck = list(struck)
    changed = sync(
        jiang, facts.hands, outcome.hands, actor=actor, struck=struck, why=why, recorded_at=recorded_at
    )
    insert(added)
    new = {hand.uid for hand in added}
    standing = [hand for hand in changed if hand.uid not in new]
    if standing:
        Hand.objects.bulk_update(standing, ["posting", "postings_made", "fingerprint"])
    jiang.state = state_of(outcome)
    jiang.hand_count = len(facts.hands)
    jiang.version += 1
    if jiang.state == Jiang.State.OPEN:
        jiang.finished_at = None
    elif jiang.finished_at is None:
        jiang.finished_at = timezone.now()
    update(jiang, ("state", "hand_count", "version", "finished_at", "closed"))
    results = project(facts, outcome, was_counted=was == Jiang.State.COMPLETE, all_stay=only_grew)
    if jiang.state != Jiang.State.OPEN:
        keep_form(facts)
    if {was, jiang.state} != {Jiang.State.OPEN}:
        version = keep_version(facts, results)
        if jiang.state == Jiang.State.COMPLETE and (changed or was != jiang.state):
            jobs.order_settlement_sheet(version)
    return outcome, changed


def state_of(outcome: Outcome) -> Jiang.State:
    if outcome.complete:
        return Jiang.State.COMPLETE
    return Jiang.State.CLOSED if outcome.closed else Jiang.State.OPEN


def keep_form(facts: Facts) -> None:
    """Remembers the form that a finished 將 is exported in, so that its export is not taken for another 將."""
    form = digest(read_record(facts.export()))
    if not RecordForm.objects.filter(club=facts.jiang.club, digest=form).exists():
        RecordForm.objects.create(club=facts.jiang.club, jiang=facts.jiang, digest=form)
