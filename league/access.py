"""Who may what: one place for each check. What one may not see is not there (404)."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest

from league.actors import Actor
from league.models import ApiToken, Club, Jiang, Member, Table

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


def token_for(token: ApiToken, slug: str) -> TokenAccess:
    """The token's own club. Raises Http404 for any other."""
    if token.club.slug != slug:
        raise Http404
    return TokenAccess(token.club, None, frozenset(token.scopes))


def club_for(user: User | AnonymousUser, slug: str) -> Access:
    """The club as this reader may see it: a member, or a visitor of a public club. Raises Http404."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404
    member = None
    if user.is_authenticated:
        member = club.members.filter(user=user, left_on=None, merged_into=None).first()
    if member is None and not club.public:
        raise Http404
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


def recorder_of_table(request: HttpRequest, access: Access, table: Table) -> Actor | None:
    """Who records at this table: an organiser or scorer of its club. None for anybody else."""
    if isinstance(request.user, User) and access.records and table.session.club_id == access.club.pk:
        return Actor.user(request.user.pk)
    return None


def may_record(request: HttpRequest, access: Access, table: Table) -> bool:
    """Whether the reader of a page may record at this table."""
    return recorder_of_table(request, access, table) is not None
