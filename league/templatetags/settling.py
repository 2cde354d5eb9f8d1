"""`{% load settling %}`: settlements in words."""

from django import template

from league import words
from league.look.words import month
from league.models import SettlementPlan
from league.selectors.plans import plan_title as title

register = template.Library()
register.filter("month", month)


@register.simple_tag
def plan_title(plan: SettlementPlan) -> str:
    """What a plan settles: `{% plan_title plan %}`."""
    return title(plan)


@register.filter
def money_reason(code: str) -> str:
    """What a sum was for, payments included."""
    return words.word(words.REASONS, code)
