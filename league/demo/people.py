"""Who plays in the demo club: nicknames, how well they play, and what they are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Persona:
    """`skill` around 1.0 weighs how often one wins, `care` how seldom one deals in."""

    name: str
    skill: float
    care: float
    eager: float = 1.0


PLAYERS: tuple[Persona, ...] = (
    Persona("阿明", 1.12, 1.10, 1.6),
    Persona("小華", 1.05, 1.20, 1.5),
    Persona("美玲", 1.18, 1.05, 1.4),
    Persona("老王", 0.95, 0.85, 1.6),
    Persona("春嬌", 1.02, 1.00, 1.3),
    Persona("志明", 0.92, 0.95, 1.3),
    Persona("阿珠", 1.08, 1.15, 1.2),
    Persona("土豆伯", 0.88, 1.05, 1.2),
    Persona("麗雲", 1.00, 1.00, 1.1),
    Persona("阿國", 0.98, 0.90, 1.1),
    Persona("秀琴", 1.10, 1.00, 1.0),
    Persona("大樹", 0.90, 0.80, 1.0),
    Persona("文雄", 1.03, 1.08, 1.0),
    Persona("淑芬", 1.00, 1.12, 0.9),
    Persona("阿吉", 0.97, 0.98, 0.9),
    Persona("寶珠", 0.94, 1.02, 0.9),
    Persona("建志", 1.06, 0.94, 0.8),
    Persona("雅婷", 1.01, 1.06, 0.8),
    Persona("金水", 0.86, 0.92, 0.7),
    Persona("佩君", 1.04, 1.03, 0.7),
    Persona("阿義", 0.99, 0.97, 0.6),
)

BACKERS: tuple[str, ...] = ("茶行老闆", "隔壁陳桑", "雜貨店阿姨")
