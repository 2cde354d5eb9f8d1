"""Where things are, whatever folder the command was called from."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
CACHE = ROOT / ".cache"
MANAGE = ROOT / "manage.py"
