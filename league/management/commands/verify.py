"""`manage.py verify`: everything that is kept against a fresh replay; exit status 1 if anything differs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from league.models import Club
from league.services.verify import verify_club


class Command(BaseCommand):
    help = "Hold every hand, 將, ledger, balance and standing against a fresh replay, and name what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", metavar="ADDRESS", help="one club only, by its address (slug)")

    def handle(self, *args: Any, club: str | None, **options: Any) -> None:
        clubs = Club.objects.order_by("slug")
        if club is not None:
            clubs = clubs.filter(slug=club)
            if not clubs.exists():
                raise CommandError(_("There is no club with the address %(slug)s.") % {"slug": club})
        count = 0
        for one in clubs:
            for found in verify_club(one):
                count += 1
                self.stdout.write(
                    f"{one.slug}: {found.where}: [{found.code}] {_(found.template) % found.params}"
                )
        if count:
            raise CommandError(_("%(count)s differences found. Nothing was changed.") % {"count": count})
        self.stdout.write(_("Everything agrees with a fresh replay."))
