"""Which compiled catalogues are older than what they are compiled from. Needs nothing installed."""

from collections.abc import Iterator
from pathlib import Path

from house.paths import ROOT

DOMAIN = "django"


def stale(root: Path = ROOT) -> Iterator[tuple[Path, Path]]:
    """Each .po that is newer than its .mo, and that .mo; of the checkout at `root`."""
    for path in sorted((root / "locale").glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime:
            yield path, compiled
