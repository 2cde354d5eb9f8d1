"""The tile sprite: `python -m league.look.sprite` draws static/tiles.svg anew.

Each tile is a <symbol> of 60 by 80 units named by its suit and number: m1–m9 萬, p1–p9 筒, s1–s9 條,
z1–z7 東南西北白發中, f1–f8 春夏秋冬梅蘭菊竹, and `back`. Faces are drawn bold, for 24 px height; their
colours are custom properties, so that print can set them black.
"""

from pathlib import Path

INK, RED, GREEN, BLUE = (
    "var(--tile-ink,#23303f)",
    "var(--tile-red,#b3261e)",
    "var(--tile-green,#1b6e3c)",
    "var(--tile-blue,#1d4e89)",
)
SERIF = "'Noto Serif TC','Noto Serif CJK TC','Songti TC','BiauKai','DFKai-SB',serif"
NUMBERS = "一二三四五六七八九"
HONOURS = (("東", INK), ("南", INK), ("西", INK), ("北", INK), ("", BLUE), ("發", GREEN), ("中", RED))
FLOWERS = (
    ("春", RED),
    ("夏", RED),
    ("秋", RED),
    ("冬", RED),
    ("梅", BLUE),
    ("蘭", BLUE),
    ("菊", BLUE),
    ("竹", BLUE),
)

PIP_ROWS = {
    2: ((30, 22), (30, 58)),
    3: ((15, 17), (30, 40), (45, 63)),
    4: ((17, 22), (43, 22), (17, 58), (43, 58)),
    5: ((15, 18), (45, 18), (30, 40), (15, 62), (45, 62)),
    6: ((18, 17), (42, 17), (18, 40), (42, 40), (18, 63), (42, 63)),
    7: ((13, 14), (30, 20), (47, 26), (18, 45), (42, 45), (18, 65), (42, 65)),
    8: tuple((x, y) for y in (13, 31, 49, 67) for x in (18, 42)),
    9: tuple((x, y) for y in (16, 40, 64) for x in (13, 30, 47)),
}
PIP_RADIUS = {2: 13, 3: 10.5, 4: 11.5, 5: 10, 6: 10, 7: 8, 8: 8, 9: 8}
PIP_COLOURS = {
    2: (GREEN, BLUE),
    3: (BLUE, RED, GREEN),
    4: (BLUE, GREEN, GREEN, BLUE),
    5: (BLUE, GREEN, RED, GREEN, BLUE),
    6: (GREEN, GREEN, RED, RED, RED, RED),
    7: (GREEN, GREEN, GREEN, RED, RED, RED, RED),
    8: (BLUE,) * 8,
    9: (GREEN,) * 3 + (RED,) * 3 + (BLUE,) * 3,
}
STICKS = {
    2: (((30,), 22, GREEN), ((30,), 58, BLUE)),
    3: (((30,), 22, GREEN), ((17, 43), 58, GREEN)),
    4: (((17, 43), 22, GREEN), ((17, 43), 58, BLUE)),
    5: (((15, 45), 22, GREEN), ((30,), 40, RED), ((15, 45), 58, GREEN)),
    6: (((14, 30, 46), 22, GREEN), ((14, 30, 46), 58, BLUE)),
    7: (((30,), 14, RED), ((14, 30, 46), 40, GREEN), ((14, 30, 46), 65, GREEN)),
    8: (((11, 24, 36, 49), 22, GREEN), ((11, 24, 36, 49), 58, GREEN)),
    9: (((14, 30, 46), 15, RED), ((14, 30, 46), 40, BLUE), ((14, 30, 46), 65, GREEN)),
}
STICK_LENGTH = {2: 29, 3: 29, 4: 29, 5: 29, 6: 29, 7: 20, 8: 29, 9: 20}
STICK_WIDTH = {2: 9, 3: 9, 4: 9, 5: 8, 6: 8, 7: 8, 8: 7, 9: 8}


def text(word: str, y: float, size: float, colour: str, x: float = 30) -> str:
    """A character centred at x with its baseline at y."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="900" text-anchor="middle" '
        f'fill="{colour}" font-family="{SERIF}">{word}</text>'
    )


def pip(x: float, y: float, radius: float, colour: str) -> str:
    """One coin: a full disc with a light ring in it."""
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius * 0.5:.1f}" fill="none" stroke="#fff" stroke-width="{radius * 0.18:.1f}"/>'
    )


def great_coin() -> str:
    """一筒: one coin that fills the tile."""
    petals = "".join(
        f'<ellipse cx="30" cy="29.5" rx="3.8" ry="7" fill="#fff" transform="rotate({turn} 30 40)"/>'
        for turn in range(0, 360, 45)
    )
    return (
        f'<circle cx="30" cy="40" r="23" fill="{BLUE}"/><circle cx="30" cy="40" r="19.5" fill="none" '
        f'stroke="#fff" stroke-width="1.5"/>{petals}<circle cx="30" cy="40" r="5.5" fill="{RED}"/>'
    )


def stick(x: float, y: float, length: float, width: float, colour: str) -> str:
    """One bamboo: a rod with a knot in its middle."""
    return (
        f'<rect x="{x - width / 2:g}" y="{y - length / 2:g}" width="{width:g}" height="{length:g}" rx="{width / 2.4:.1f}" fill="{colour}"/>'
        f'<path d="M{x - width / 2:g} {y:g}h{width:g}" stroke="#fff" stroke-width="2"/>'
    )


def sparrow() -> str:
    """一條: the bird."""
    return (
        f'<path d="M17 68C17 55 21 47 26 42L47 20C50 34 48 49 38 57C31 62 24 62 17 68Z" fill="{GREEN}"/>'
        f'<path d="M21 61C27 55 35 46 42 34" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>'
        f'<circle cx="24" cy="27" r="10" fill="{RED}"/><path d="M15 25L6 29L15 32Z" fill="{INK}"/>'
        f'<circle cx="21.5" cy="25" r="2.2" fill="#fff"/>'
        f'<path d="M22 36C24 42 27 45 31 46L44 22C38 31 33 34 29 34Z" fill="{BLUE}"/>'
        f'<path d="M25 62L22 73M33 60L34 73" stroke="{INK}" stroke-width="2.5" stroke-linecap="round"/>'
    )


def flower(character: str, number: int, colour: str) -> str:
    """A flower tile: its number, a blossom in the corner, its character."""
    petals = "".join(
        f'<circle cx="45" cy="11" r="4.2" fill="{colour}" transform="rotate({turn} 45 16)"/>'
        for turn in range(0, 360, 72)
    )
    return (
        f'<text x="14" y="23" font-size="21" font-weight="700" text-anchor="middle" fill="{colour}" '
        f"font-family=\"Georgia,'Noto Serif',serif\">{number}</text>"
        f'{petals}<circle cx="45" cy="16" r="2.6" fill="#fff"/>' + text(character, 67, 41, colour)
    )


def white_dragon() -> str:
    """白: the empty frame."""
    return (
        f'<rect x="11" y="13" width="38" height="54" rx="3" fill="none" stroke="{BLUE}" stroke-width="5"/>'
        f'<rect x="18" y="20" width="24" height="40" fill="none" stroke="{BLUE}" stroke-width="1.5"/>'
    )


def face(suit: str, number: int) -> str:
    """What is carved on a tile."""
    if suit == "m":
        return text(NUMBERS[number - 1], 37, 37, INK) + text("萬", 71, 33, RED)
    if suit == "p":
        if number == 1:
            return great_coin()
        places = zip(PIP_ROWS[number], PIP_COLOURS[number], strict=True)
        return "".join(pip(x, y, PIP_RADIUS[number], colour) for (x, y), colour in places)
    if suit == "s":
        if number == 1:
            return sparrow()
        length, width = STICK_LENGTH[number], STICK_WIDTH[number]
        return "".join(stick(x, y, length, width, colour) for xs, y, colour in STICKS[number] for x in xs)
    if suit == "f":
        character, colour = FLOWERS[number - 1]
        return flower(character, (number - 1) % 4 + 1, colour)
    character, colour = HONOURS[number - 1]
    return text(character, 59, 52, colour) if character else white_dragon()


def symbol(name: str, inside: str, fill: str = "var(--tile-face,#fffaf0)") -> str:
    """A tile with its body. The edge takes the colour of the text round it."""
    return (
        f'<symbol id="{name}" viewBox="0 0 60 80"><rect x="1.5" y="1.5" width="57" height="77" rx="7" '
        f'fill="{fill}" stroke="currentColor" stroke-width="2"/>' + f"{inside}</symbol>"
    )


def back() -> str:
    """The back of a tile."""
    lattice = "M16 14l28 28M16 38l28 28M44 14L16 42M44 38L16 66"
    return symbol(
        "back",
        '<rect x="9" y="9" width="42" height="62" rx="3" fill="none" stroke="var(--tile-lines,#fff)" stroke-width="1.5"/>'
        f'<path d="{lattice}" stroke="var(--tile-lines,#fff)" stroke-width="1.5" fill="none" opacity="0.7"/>',
        fill="var(--tile-back,#1c6546)",
    )


def sprite() -> str:
    """The whole file."""
    suits = (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    symbols = [symbol(f"{suit}{n}", face(suit, n)) for suit, count in suits for n in range(1, count + 1)]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, back(), "</svg>"]) + "\n"


if __name__ == "__main__":
    Path(__file__).resolve().parents[2].joinpath("static", "tiles.svg").write_text(sprite(), encoding="utf-8")
