"""The codes that problem documents bear, each with its title. Codes are stable; titles are translated."""

from __future__ import annotations

from http import HTTPStatus

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: dict[str, str | Promise] = {
    "malformed": _("The request cannot be read"),
    "too_deep": _("The JSON is nested too deeply"),
    "too_large": _("The body is too large"),
    "bad_character": _("A text holds a character that cannot be kept"),
    "invalid": _("The request does not have the right form"),
    "bad_cursor": _("The cursor is not one of this list"),
    "sign_in_required": _("A token or a signed-in account is needed"),
    "bad_token": _("The token is not valid"),
    "csrf_failed": _("The page's check value is missing"),
    "not_allowed": _("This is not allowed"),
    "scope_missing": _("The token lacks a scope"),
    "not_found": _("There is nothing here"),
    "method_not_allowed": _("This address does not take that method"),
    "unsupported_media_type": _("The body must be JSON"),
    "rate_limited": _("Too many requests"),
    "idempotency_key_required": _("An Idempotency-Key is needed"),
    "bad_idempotency_key": _("The Idempotency-Key has the wrong form"),
    "idempotency_key_reused": _("The Idempotency-Key belongs to another request"),
    "version_required": _("The version that was seen is needed"),
    "bad_version": _("The version has the wrong form"),
    "changed_meanwhile": _("Somebody changed this meanwhile"),
    "hand_exists": _("This hand is recorded already"),
    "hand_struck": _("This hand has been struck"),
    "not_the_next_hand": _("Another hand comes next"),
    "jiang_over": _("This 將 was ended early"),
    "bad_scopes": _("The scopes are not those there are"),
    "no_such_hand": _("There is no such hand"),
    "ambiguous_name": _("Several members bear this name"),
    "same_person_twice": _("One member stands for two people"),
    "bad_amount": _("An amount is too large for the ledger"),
    "balance_overflow": _("A balance would leave the ledger's range"),
    "bad_name": _("The name cannot be used"),
    "unknown_reference": _("Something named here is not the club's"),
    "value_too_large": _("A value is too large to be kept"),
    "unavailable": _("The site is not available just now"),
    "internal_error": _("An error of the site"),
    "bad_tile": _("This is no tile"),
    "too_many_of_a_tile": _("A tile stands more often than there are"),
    "wrong_tile_count": _("The number of tiles is wrong"),
    "not_a_win": _("The tiles are no win"),
    "unknown_pattern": _("The pattern is unknown"),
    "pattern_not_in_ruleset": _("The rule sheet does not have this pattern"),
    "patterns_conflict": _("The patterns cannot stand together"),
    "unknown_ruleset": _("The rule sheet is unknown"),
    "bad_record": _("The record does not have the right form"),
    "hand_after_end": _("A hand stands after the end"),
    "bet_not_allowed": _("The side bet is not allowed then"),
    "not_nearest_winner": _("Another winner is nearer"),
    "dead_hand_cannot_win": _("A dead hand cannot win"),
}


def title_of(code: str, status: int) -> str:
    """A code's title in the reader's language; of a code without one, the HTTP status in English."""
    title = TITLES.get(code)
    return str(title) if title is not None else HTTPStatus(status).phrase
