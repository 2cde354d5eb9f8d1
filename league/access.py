"""Who may what: one place for each check. What one may not see is not there (404)."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest

from league.actors import Actor
from league.models import ApiToken, Club, Jiang, Member, RecordingPass, Table
from league.services.passes import held_pass, note_use

RECORDERS = (Member.Role.ORGANISER, Member.Role.SCORER)


@dataclass(frozen=True)
class Access:
    """What the reader of a page may do in one club. `member` is None for a visitor."""

    club: Club
    member: Member | None

    @property
    def organises(self) -> bool:
        return self.member is not None and self.member.role == Member.Role.ORGANISER

    @property
    def records(self) -> bool:
        return self.member is not None and self.member.role in RECORDERS

    @property
    def sees_all_money(self) -> bool:
        """Sums of money of people other than the reader himself."""
        shown = self.club.money_shown
        if shown == Club.MoneyShown.EVERYONE:
            return True
        if self.member is None:
            return False
        return self.records or shown == Club.MoneyShown.MEMBERS

    def sees_money_of(self, member: Member) -> bool:
        return self.sees_all_money or (self.member is not None and self.member.pk == member.pk)

    def sees_jiang(self, jiang: Jiang) -> bool:
        """The sheet of a 將 shows money: it is for those who see money, and for those who took part in it."""
        if self.sees_all_money:
            return True
        return self.member is not None and jiang.results.filter(member=self.member).exists()


@dataclass(frozen=True)
class TokenAccess(Access):
    """What an app may do with its token: what its scopes say, in the token's club alone.

    An app reads for the club, not for one member. `read` opens everything to read; `record` writes hands and reads
    what belongs to them; `settle` reads what everyone owes; `admin` is all of these.
    """

    scopes: frozenset[str] = frozenset()

    @property
    def organises(self) -> bool:
        return "admin" in self.scopes

    @property
    def records(self) -> bool:
        return bool(self.scopes & {"record", "admin"})

    @property
    def sees_all_money(self) -> bool:
        return bool(self.scopes & {"read", "settle", "admin"})

    def sees_jiang(self, jiang: Jiang) -> bool:
        return jiang.club_id == self.club.pk


@dataclass(frozen=True)
class PassAccess(Access):
    """A reader whose phone holds a pass for one table: what is played there lies open to him."""

    held: RecordingPass

    def sees_jiang(self, jiang: Jiang) -> bool:
        return jiang.table_id == self.held.table_id or super().sees_jiang(jiang)


def token_for(token: ApiToken, slug: str) -> TokenAccess:
    """The token's own club. Raises Http404 for any other."""
    if token.club.slug != slug:
        raise Http404
    return TokenAccess(token.club, None, frozenset(token.scopes))


def club_for(user: User | AnonymousUser, slug: str) -> Access:
    """The club as this reader may see it: a member, or a visitor of a public club. Raises Http404."""
    access = _access(user, slug)
    if access.member is None and not access.club.public:
        raise Http404
    return access


def _access(user: User | AnonymousUser, slug: str) -> Access:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404
    return access_to(user, club)


def access_to(user: User | AnonymousUser, club: Club) -> Access:
    """What this reader is in a club that he has come to already; whether he may look in is not asked."""
    member = None
    if user.is_authenticated:
        member = club.members.filter(user=user, left_on=None, merged_into=None).first()
    return Access(club, member)


def member_for(user: User | AnonymousUser, slug: str) -> Access:
    """The club for one of its members. Raises Http404 for anybody else."""
    access = club_for(user, slug)
    if access.member is None:
        raise Http404
    return access


def recorder_for(user: User | AnonymousUser, slug: str) -> Access:
    """The club for who may record: organiser and scorers. Raises Http404 for anybody else."""
    access = member_for(user, slug)
    if not access.records:
        raise Http404
    return access


def organiser_for(user: User | AnonymousUser, slug: str) -> Access:
    """The club for its organisers. Raises Http404 for anybody else."""
    access = member_for(user, slug)
    if not access.organises:
        raise Http404
    return access


def plan_reader_for(user: User | AnonymousUser, slug: str) -> Access:
    """The club for who may see some of its settlements: members, and visitors where they see everyone's money."""
    access = club_for(user, slug)
    if access.member is None and not access.sees_all_money:
        raise Http404
    return access


def all_money_for(user: User | AnonymousUser, slug: str) -> Access:
    """The club for who sees everyone's money. Raises Http404 for anybody else."""
    access = club_for(user, slug)
    if not access.sees_all_money:
        raise Http404
    return access


def table_for(request: HttpRequest, slug: str, pk: int) -> tuple[Access, Table]:
    """The club and one of its tables: as `club_for`, and for a phone with a live pass for this table.

    A holder's access is a PassAccess. Raises Http404 for anybody else, and where there is no such table.
    """
    access = _access(request.user, slug)
    table = Table.objects.select_related("session").filter(session__club=access.club, pk=pk).first()
    if table is None:
        raise Http404
    held = pass_held(request, table)
    if held is not None:
        return PassAccess(access.club, access.member, held), table
    if access.member is None and not access.club.public:
        raise Http404
    return access, table


def recorder_of_table(request: HttpRequest, access: Access, table: Table) -> Actor | None:
    """Who records at this table: organiser, scorer, or a phone with a live pass for it. None for anybody else."""
    if table.session.club_id != access.club.pk:
        return None
    if isinstance(request.user, User) and access.records:
        return Actor.user(request.user.pk)
    held = pass_held(request, table)
    if held is None:
        return None
    note_use(held)
    return Actor.holder(held.pk)


def may_record(request: HttpRequest, access: Access, table: Table) -> bool:
    """Whether the reader of a page may record at this table."""
    return recorder_of_table(request, access, table) is not None


def pass_held(request: HttpRequest, table: Table) -> RecordingPass | None:
    """The live pass for this table whose secret the phone keeps; one query, none without a cookie."""
    return held_pass(table.pk, request.COOKIES.get(pass_cookie(table.pk), ""))


def pass_cookie(table_id: int) -> str:
    """The name of the cookie that keeps a pass's secret; one for each table."""
    return f"table-pass-{table_id}"
