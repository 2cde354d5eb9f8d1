"""How Django REST framework and the published description of the API are set up."""

from typing import Any

FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api.auth.TokenAuthentication",
        "league.api.auth.SessionAuthentication",
    ],
    # Who may what is asked of league.access in each view.
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_THROTTLE_CLASSES": ["league.api.throttling.WindowThrottle"],
    "DEFAULT_PARSER_CLASSES": ["league.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "league.api.negotiation.JsonOnly",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "league.api.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

ABOUT = """\
Everything that an app needs of a club of sixteen-tile mahjong players: members, 將 and their hands, balances,
standings; and, without keeping anything, settling a record and scoring a hand.

- An app sends its token as `Authorization: Bearer jc_…`. A token belongs to one club and has scopes: `read`, `record`,
  `settle`, `admin`.
- A write of hands or records carries an `Idempotency-Key`: sent again, it is answered the same and done once.
- Lists come in pages: follow `next` until it is null.
- Errors are problem documents (`application/problem+json`) with a stable `code` and the place of the fault, `where`.
"""

DESCRIPTION: dict[str, Any] = {
    "TITLE": "Jiang Club",
    "DESCRIPTION": ABOUT,
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "PREPROCESSING_HOOKS": ["league.api.openapi.only_canonical"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.api.openapi.complete",
    ],
    "ENUM_NAME_OVERRIDES": {
        "Wind": ["E", "S", "W", "N"],
        "JiangState": "league.models.Jiang.State",
        "Role": "league.models.Member.Role",
        "MoneyShown": "league.models.Club.MoneyShown",
    },
    "TAGS": [
        {"name": "clubs", "description": "clubs the caller may see"},
        {"name": "members", "description": "members and guests"},
        {"name": "seasons", "description": "seasons and their standings"},
        {"name": "sessions", "description": "場次 and their tables"},
        {"name": "jiang", "description": "將: lists, sheets, ranks, records in and out"},
        {"name": "hands", "description": "盤: recorded, corrected, struck"},
        {"name": "money", "description": "balances and statements"},
        {"name": "stateless", "description": "the two commands"},
        {"name": "problems", "description": "codes of errors"},
    ],
}
