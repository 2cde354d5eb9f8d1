"""What a win counts: tiles or ticked patterns in, 台 out. Plain Python; knows nothing of seats and money."""

from scoring.line import score_line

__all__ = ["score_line"]
