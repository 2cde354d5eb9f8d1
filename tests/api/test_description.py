"""The published description holds: whatever it allows, and much that it does not, is answered as it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from league.api.views.browse import openapi
from tests.api.world import World, key

CHECKS: list[Callable[..., Any]] = [
    not_a_server_error,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.status_code_conformance,
    checks.unsupported_method,
    checks.allow_header_conformance,
    checks.negative_data_rejection,
    checks.missing_required_header,
]
DESCRIPTION = schemathesis.openapi.from_dict(openapi())
DESCRIPTION.app = get_wsgi_application()
DESCRIPTION.location = "/api/v1/openapi.json"
OPERATIONS = {found.ok().label: found.ok() for found in DESCRIPTION.get_all_operations()}
BOUNDED = settings(
    max_examples=15,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def known(world: World, path: str) -> dict[str, Any]:
    """What stands in the club, so that requests reach something."""
    ids = {
        "members": world.members["老王"].pk,
        "seasons": world.season.pk,
        "sessions": world.jiang.table.session_id,
        "jiang": world.jiang.pk,
    }
    found: dict[str, Any] = {"slug": world.club.slug, "number": 1, "code": "not_found"}
    for name, pk in ids.items():
        if f"/{name}/{{id}}/" in path:
            found["id"] = pk
    return {name: value for name, value in found.items() if f"{{{name}}}" in path}


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests through the site's own front door keep to the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", OPERATIONS)
def test_answers_are_as_described(world: World, label: str, mode: GenerationMode) -> None:
    operation = OPERATIONS[label]
    secret = world.keys["admin app"]
    fixed = known(world, operation.path) if mode is GenerationMode.POSITIVE else None

    @BOUNDED
    @given(case=operation.as_strategy(mode, path_parameters=fixed))
    def sent(case: Case) -> None:
        headers = {"Authorization": f"Bearer {secret}"}
        if mode is GenerationMode.POSITIVE and "Idempotency-Key" in (case.headers or {}):
            headers |= key()
        with transaction.atomic():
            response = case.call(headers=headers)
            case.validate_response(response, checks=CHECKS)
            transaction.set_rollback(True)

    sent()
