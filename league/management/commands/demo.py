"""`manage.py demo`: the demo club, once; `--sign-ins` prints its accounts."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from league.demo.build import SLUG, WEEKS_A_SEASON, build, sign_ins
from league.models import Club


class Command(BaseCommand):
    help = "Fill an empty site with a demo club: two seasons of simulated play."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--sign-ins", action="store_true", help="print the demo accounts and nothing else"
        )
        parser.add_argument(
            "--weeks", type=int, default=WEEKS_A_SEASON, help="weeks a season (default: %(default)s)"
        )

    def handle(self, *args: Any, sign_ins: bool, weeks: int, **options: Any) -> None:
        if sign_ins:
            self._print_sign_ins()
            return
        if Club.objects.filter(slug=SLUG).exists():
            raise CommandError(_("The demo club is there already. Nothing was written."))
        if not 1 <= weeks <= 104:
            raise CommandError(_("--weeks takes a number from 1 to 104."))
        build(timezone.localdate(), weeks=weeks, tell=self.stdout.write)
        self._print_sign_ins()

    def _print_sign_ins(self) -> None:
        if not Club.objects.filter(slug=SLUG).exists():
            return
        for one in sign_ins():
            self.stdout.write(f"{one.username}  {one.password}  ({one.role})")
