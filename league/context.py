"""What every page of a club shows around its own content: the club's name and the way to its other pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from league.access import Access

PLACES: dict[str, tuple[str, ...]] = {
    "club": ("club",),
    "seasons": ("seasons", "season", "season-ranks", "head-to-head"),
    "sessions": (
        "sessions",
        "session",
        "jiang",
        "jiang-ranks",
        "jiang-of-member",
        "jiang-of-house",
        "table",
        "table-passes",
        "session-new",
        "jiang-new",
        "corrections",
        "hand",
        "hand-correct",
        "hand-insert",
        "hand-strike",
    ),
    "own-balance": ("own-balance", "balance", "statement"),
    "payments": ("payments", "payment", "payment-new", "plans", "plan"),
    "settle": ("settle", "settle-jiang", "settle-session", "settle-span"),
    "members": ("members", "member", "meetings", "meeting"),
    "books": ("books", "books-spend", "books-charge", "books-take-back", "house-statement"),
    "sheets": ("sheets",),
    "import": ("import",),
    "reports": ("reports", "report", "report-outbox"),
    "settings": (
        "settings",
        "settings-members",
        "settings-member",
        "settings-seasons",
        "settings-tokens",
        "member-merge",
        "integrity",
    ),
}
"""The entries of the navigation by address name, and the addresses that belong to each."""


def club(request: HttpRequest) -> dict[str, Any]:
    """`club`, `access`, `club_url`, `club_nav` for a page that `league.web.pages.page` answers; else nothing."""
    access: Access | None = getattr(request, "access", None)
    if access is None:
        return {}
    return {
        "club": access.club,
        "access": access,
        "club_url": reverse("club", args=[access.club.slug]),
        "club_nav": _entries(access, _here(request)),
    }


def _here(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match.url_name or "") if match else ""


def _entries(access: Access, here: str) -> list[dict[str, object]]:
    entries = [("club", _("Club"), "home"), ("seasons", _("Standings"), "rank")]
    entries.append(("sessions", _("Sessions"), "calendar"))
    if access.member is not None:
        entries.append(("own-balance", _("My balance"), "balance"))
        entries.append(("payments", _("Payments"), "check"))
    if access.organises:
        entries.append(("settle", _("Settle"), "undo"))
    entries.append(("members", _("Members"), "people"))
    if access.sees_all_money:
        entries.append(("books", _("Books"), "chart"))
    entries.append(("sheets", _("Rule sheets"), "book"))
    if access.member is not None:
        entries.append(("reports", _("Reports"), "report"))
    if access.records:
        entries.append(("import", _("Add a record"), "upload"))
    if access.organises:
        entries.append(("settings", _("Settings"), "settings"))
    found = (_entry(access, name, label, icon, here) for name, label, icon in entries)
    return [entry for entry in found if entry is not None]


def _entry(access: Access, name: str, label: str, icon: str, here: str) -> dict[str, object] | None:
    try:
        url = reverse(name, args=[access.club.slug])
    except NoReverseMatch:
        return None
    return {"url": url, "label": label, "icon": icon, "current": here in PLACES[name], "name": name}
