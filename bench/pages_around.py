"""What a club has besides hands: the form, version and report of each 將, and settlements that were paid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from bench.pages_rows import Ledger, Rows, as_json
from league.models import (
    Club,
    ClubUnit,
    JiangVersion,
    Job,
    Payment,
    PaymentEvent,
    PlanLine,
    PlanShare,
    RecordForm,
    Report,
    SettlementPlan,
)
from settlement.jiang.settle_up import settle_up

BY = "user:1"
PAID = Payment.State.CONFIRMED.value


class Around:
    """Writes beside one club's hands."""

    def __init__(
        self,
        club: Club,
        unit: ClubUnit,
        rows: Rows,
        ledger: Ledger,
        document: Mapping[str, Any],
        figures: Sequence[Mapping[str, int]],
    ) -> None:
        self.club, self.unit, self.rows, self.ledger = club.pk, unit.pk, rows, ledger
        self.nets = [one["play_net"] for one in figures]
        self.record, self.results = as_json(document), as_json(figures)

    def report(self, jiang: int, uid: UUID, at: datetime) -> None:
        """The form it is exported in, the version that is kept, and its sheet."""
        add = self.rows.add
        add(RecordForm, "club_id, jiang_id, digest, copy", self.club, jiang, uid.hex * 2, 0)
        columns = "jiang_id, number, state, record, results, made_at"
        add(JiangVersion, columns, jiang, 17, "complete", self.record, self.results, at)
        job = self.rows.id(Job)
        add(
            Job,
            "id, club_id, kind, period, as_of, jiang_id, arguments, status, attempts, error, created_at",
            *(job, self.club, Job.Kind.SETTLEMENT_SHEET.value, f"jiang:{jiang}:17", at, jiang),
            *("{}", "done", 1, "", at),
        )
        columns = "job_id, title, html, html_without_sums, data, made_at"
        add(Report, columns, job, "sheet", "<p>" + "x" * 900, "", "{}", at)

    def settle(self, session: int, played: Sequence[tuple[int, Sequence[int]]], at: datetime) -> None:
        """The session's plan, every line of it paid and confirmed."""
        plan, add = self.rows.id(SettlementPlan), self.rows.add
        columns = "id, club_id, unit_id, scope, session_id, accepted_by, accepted_at"
        add(SettlementPlan, columns, plan, self.club, self.unit, "session", session, BY, at)
        self.ledger.post("plan", f"plan:{plan}", at, at)
        nets: dict[str, int] = defaultdict(int)
        for jiang, four in played:
            for seat, who in enumerate(four):
                nets[str(who)] += self.nets[seat]
                add(PlanShare, "plan_id, jiang_id, member_id, amount", plan, jiang, who, self.nets[seat])
        for position, one in enumerate(settle_up(nets), start=1):
            line = self.rows.id(PlanLine)
            ends = (int(one.src), int(one.dst), one.amount)
            columns = "id, plan_id, position, payer_id, payee_id, amount, carried_amount"
            add(PlanLine, columns, line, plan, position, *ends, 0)
            self._pay(line, *ends, at)

    def _pay(self, line: int, payer: int, payee: int, amount: int, at: datetime) -> None:
        pk, add = self.rows.id(Payment), self.rows.add
        posting = self.ledger.post(
            "payment", f"payment:{pk}", at, at, [(payee, payer, amount, "payment", "{}")]
        )
        add(
            Payment,
            "id, club_id, unit_id, line_id, payer_id, payee_id, amount, note, state, marked_by, marked_by_payer,"
            " answered_by, why, posting_id, marked_at, answered_at",
            *(
                pk,
                self.club,
                self.unit,
                line,
                payer,
                payee,
                amount,
                "",
                PAID,
                BY,
                True,
                BY,
                "",
                posting,
                at,
                at,
            ),
        )
        for state in ("marked", PAID):
            add(PaymentEvent, "payment_id, state, actor, why, made_at", pk, state, BY, "", at)
