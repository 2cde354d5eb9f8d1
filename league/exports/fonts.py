"""The TrueType font with Chinese that PDF files are set in: found where systems keep one, or named by PDF_FONT.

ReportLab embeds TrueType outlines alone (.ttf, and .ttc of them); Noto's .otf and its CJK .ttc are none.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_noop
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from league.errors import Refused

NAME = "Book"
PACKAGE = "fonts-wqy-microhei"
PLACES = (
    "~/.local/share/fonts/NotoSansTC-Regular.ttf",
    "~/.fonts/NotoSansTC-Regular.ttf",
    "/usr/local/share/fonts/NotoSansTC-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansTC-Regular.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/arphic/uming.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "C:/Windows/Fonts/msjh.ttc",
)
"""Where a fit font usually stands, the best first."""
UMING_OF_TAIWAN = 2


@dataclass(frozen=True)
class Face:
    """A font file, and which of the faces within it."""

    path: str
    index: int = 0


def register() -> str:
    """The name under which ReportLab has the font. Raises Refused, saying how to install one, where none is found."""
    return _registered(str(settings.PDF_FONT), str(settings.DATA_DIR))


@lru_cache(maxsize=4)
def _registered(named: str, data: str) -> str:
    face = find([Path(named)] if named else [Path(data, "NotoSansTC-Regular.ttf"), *map(Path, PLACES)])
    if face is None:
        raise missing(named)
    try:
        pdfmetrics.registerFont(TTFont(NAME, face.path, subfontIndex=face.index))
    except (TTFError, OSError, struct.error) as error:
        raise missing(face.path) from error
    return NAME


def find(places: Iterable[Path]) -> Face | None:
    """The first of these files that is there."""
    for place in places:
        path = place.expanduser()
        if path.is_file():
            return Face(str(path), UMING_OF_TAIWAN if path.name == "uming.ttc" else 0)
    return None


def missing(named: str = "") -> Refused:
    """What is said where there is no font."""
    if named:
        return Refused(
            "no_font",
            gettext_noop(
                "%(path)s cannot be used for PDF files: name a TrueType font with Chinese (.ttf or .ttc) in PDF_FONT."
            ),
            status=503,
            path=named,
        )
    return Refused(
        "no_font",
        gettext_noop(
            "A PDF needs a TrueType font with Chinese, and this machine has none. Install one"
            " (apt-get install %(package)s), or name a .ttf or .ttc file in PDF_FONT."
        ),
        status=503,
        package=PACKAGE,
    )
