"""Scores 14-tile hands with a public package, a round for each line on standard input; run by `bench/scoring`."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable


def hands(many: int) -> list[tuple[list[int], int]]:
    """Winning hands of 14 tiles as ids 0–135, all different, each with its winning tile; shapes as ours."""
    rng = random.Random(14)  # noqa: S311 - hands, not secrets
    made: dict[tuple[int, ...], tuple[list[int], int]] = {}
    while len(made) < many:
        kinds = [kind for _ in range(4) for kind in _set(rng)] + [rng.randrange(34)] * 2
        if max(Counter(kinds).values()) > 4:
            continue
        kinds.sort()
        ids = [kind * 4 + kinds[:place].count(kind) for place, kind in enumerate(kinds)]
        made[tuple(ids)] = ids, rng.choice(ids)
    return list(made.values())


def _set(rng: random.Random) -> list[int]:
    if rng.random() < 0.75:
        low = rng.choice((0, 9, 18)) + rng.randrange(7)
        return [low, low + 1, low + 2]
    return [rng.randrange(34)] * 3


def mahjong() -> Callable[[list[int], int], object]:
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig

    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)
    return lambda ids, win: calculator.estimate_hand_value(ids, win, config=config)


def riichienv() -> Callable[[list[int], int], object]:
    from riichienv import Conditions, HandEvaluator

    conditions = Conditions(tsumo=True)

    def score(ids: list[int], win: int) -> object:
        rest = list(ids)
        rest.remove(win)
        evaluator = HandEvaluator(rest, [])
        return evaluator.calc(win, conditions=conditions), evaluator.get_waits()

    return score


def main() -> None:
    package, many, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    score = {"mahjong": mahjong, "riichienv": riichienv}[package]()
    work = hands(many * (rounds + 1))
    for ids, win in work[:many]:
        score(ids, win)
    print("ready", flush=True)
    for number, _ in enumerate(sys.stdin, 1):
        mine = work[number * many : (number + 1) * many]
        begun = time.process_time()
        for ids, win in mine:
            score(ids, win)
        print(len(mine) / (time.process_time() - begun), flush=True)


if __name__ == "__main__":
    main()
