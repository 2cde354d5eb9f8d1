"""Everything the site keeps. Money lives in `settlement`; what follows from hands is replayed, never truth."""

from league.models.bets import SideBet
from league.models.clubs import Club, ClubUnit, HouseSheet
from league.models.hands import Hand, HandRevision
from league.models.jiang import Jiang, RecordForm, Sitting
from league.models.jobs import Job, OutboxMail, Report
from league.models.keys import ApiToken, IdempotencyKey
from league.models.people import Member, MemberAccount
from league.models.results import JiangResult, SeasonTotal
from league.models.seasons import Season, Session, Table
from league.models.settling import Expense, Payment, PaymentEvent, PlanLine, PlanShare, SettlementPlan
from league.models.tables import HandDispute, RecordingPass
from league.models.versions import JiangVersion

__all__ = [
    "ApiToken",
    "Club",
    "ClubUnit",
    "Expense",
    "Hand",
    "HandDispute",
    "HandRevision",
    "HouseSheet",
    "IdempotencyKey",
    "Jiang",
    "JiangResult",
    "JiangVersion",
    "Job",
    "Member",
    "MemberAccount",
    "OutboxMail",
    "Payment",
    "PaymentEvent",
    "PlanLine",
    "PlanShare",
    "RecordForm",
    "RecordingPass",
    "Report",
    "Season",
    "SeasonTotal",
    "Session",
    "SettlementPlan",
    "SideBet",
    "Sitting",
    "Table",
]
