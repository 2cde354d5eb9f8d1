"""The last touches to the published description: the record's own schema, and the answers all methods share."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

# Imported for what it registers.
import league.api.schemes  # noqa: F401
from settlement.jiang.schema import record_schema

Schema = dict[str, Any]
RECORD = "JiangRecord"
PROBLEM = "#/components/schemas/Problem"
REF = "#/components/schemas/"
MOST_ID = 10**15 - 1
METHODS = ("get", "post", "put", "patch", "delete")

PROBLEM_SCHEMA: Schema = {
    "type": "object",
    "description": "What went wrong (RFC 9457). `code` is stable, `detail` is for people, `where` is the path of the "
    "fault in what was sent, empty for the whole. Some codes bring more keys.",
    "required": ["type", "title", "status", "detail", "code", "where"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "where": {"type": "string"},
        "errors": {"type": "array", "items": {"$ref": REF + "Fault"}},
    },
    "example": {
        "type": "/api/v1/problems/hand_exists/",
        "title": "This hand is recorded already",
        "status": 409,
        "detail": "Hand 7 is recorded already.",
        "code": "hand_exists",
        "where": "number",
        "next": 8,
        "hand": {"result": "draw"},
    },
}

MEANINGS = {
    "400": "the request does not have the right form",
    "401": "a token or a signed-in account is needed, or the token opens nothing",
    "403": "the token lacks a scope, or the person a role",
    "404": "there is nothing here, or nothing that the caller may see",
    "409": "somebody was first: what stands there is told",
    "412": "If-Match names a version that has passed",
    "413": "the body is too large",
    "415": "the body is not JSON",
    "422": "what was sent is refused; nothing was written",
    "428": "neither If-Match nor a version was sent",
    "429": "too many requests; Retry-After says when",
    "503": "the database is not there; try again",
}

HEADERS: Schema = {
    "ETag": {"description": "the state of what was read", "schema": {"type": "string"}},
    "RateLimit-Limit": {"description": "requests a window", "schema": {"type": "integer"}},
    "RateLimit-Remaining": {"description": "requests left in this window", "schema": {"type": "integer"}},
    "RateLimit-Reset": {"description": "seconds to the next window", "schema": {"type": "integer"}},
}


def only_canonical(
    endpoints: list[tuple[str, str, str, Any]], **kwargs: Any
) -> list[tuple[str, str, str, Any]]:
    """Of each address that also works without its last slash, the one with it."""
    return [one for one in endpoints if one[0].endswith("/")]


def complete(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Adds the record's schema, problem documents, headers and 304 to the description."""
    components = result["components"]
    components["schemas"].update(record_components())
    components["schemas"]["Problem"] = copy.deepcopy(PROBLEM_SCHEMA)
    components["schemas"] = dict(sorted(components["schemas"].items()))
    components["headers"] = copy.deepcopy(HEADERS)
    components["responses"] = {f"Problem{code}": _problem(told) for code, told in MEANINGS.items()}
    for path, method, operation in _operations(result):
        _answers(path, method, operation)
        _bounds(operation)
        if _open_to_visitors(method, operation):
            operation["security"].append({})
    return result


def _bounds(operation: Schema) -> None:
    """What ids and addresses look like."""
    for parameter in operation.get("parameters", ()):
        schema = parameter["schema"]
        if parameter["in"] == "path" and schema["type"] == "integer":
            schema |= {"minimum": 1, "maximum": MOST_ID}
        elif parameter["in"] == "path":
            schema["pattern"] = "^[-a-zA-Z0-9_]+$"
        elif parameter["name"] in ("member", "season", "session"):
            schema |= {"minimum": 1, "maximum": MOST_ID}


def record_components() -> Schema:
    """The published JSON Schema of the record as components: `JiangRecord`, `RecordHand`, `RecordWin`, …"""
    schema = copy.deepcopy(record_schema())
    parts = schema.pop("$defs")
    for key in ("$schema", "$id"):
        schema.pop(key, None)
    schema["example"] = EXAMPLE
    named = {_name(key): part for key, part in parts.items()} | {RECORD: schema}
    return {name: _referring(part) for name, part in named.items()}


EXAMPLE: Schema = {
    "format": "jiang-record",
    "version": 1,
    "ruleset": "luohan-2005",
    "stakes": {"base": 100, "per_tai": 20},
    "players": ["東東", "小南", "阿西", "北北"],
    "first_dealer": 0,
    "played_on": "2026-03-14",
    "hands": [
        {"result": "win", "from": 3, "wins": [{"seat": 1, "patterns": {"all_pungs": 1, "dragon_pung": 2}}]},
        {"result": "draw"},
    ],
}


def _name(part: str) -> str:
    return "Record" + part.title().replace("_", "")


def _referring(part: Any) -> Any:
    """The same with references into the description instead of into the record's own schema."""
    if isinstance(part, list):
        return [_referring(one) for one in part]
    if not isinstance(part, dict):
        return part
    mark = "#/$defs/"
    return {
        key: REF + _name(value.removeprefix(mark))
        if key == "$ref" and isinstance(value, str) and value.startswith(mark)
        else _referring(value)
        for key, value in part.items()
    }


def _problem(told: str) -> Schema:
    return {"description": told, "content": {"application/problem+json": {"schema": {"$ref": PROBLEM}}}}


def _operations(result: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, item in result["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def _open_to_visitors(method: str, operation: Schema) -> bool:
    """Whether a visitor may ask this, of a public club at least."""
    topics = set(operation["tags"])
    return "stateless" in topics or (method == "get" and not topics & {"members", "hands", "money"})


def _answers(path: str, method: str, operation: Schema) -> None:
    answers = operation["responses"]
    for code, answer in answers.items():
        if code.startswith("2"):
            answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in HEADERS}
    if method == "get":
        answers["304"] = {"description": "the reader has it already (If-None-Match)"}
    for code in _problem_codes(path, method, operation):
        answers[code] = {"$ref": f"#/components/responses/Problem{code}"}
    operation["responses"] = dict(sorted(answers.items()))


def _problem_codes(path: str, method: str, operation: Schema) -> list[str]:
    codes = ["400", "401", "404", "429", "503"]
    parameters = {one["name"] for one in operation.get("parameters", ())}
    if "{slug}" in path or method != "get":
        codes.append("403")
    if method != "get":
        codes += ["409", "413", "415", "422"]
    if "If-Match" in parameters:
        codes += ["412", "428"]
    return codes
