"""The template tags of the look: figures, words, tiles, charts, and the parts drawn with them."""

import datetime as dt
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from league.look import charts, figures, sprite, tiles, words
from league.web.look import ExampleForm


@pytest.fixture(autouse=True)
def plain_static(settings):
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


def drawn(source: str, language: str = "en", **context: object) -> str:
    with translation.override(language):
        return Template("{% load look %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("amount", "money", "signed", "direction"),
    [
        pytest.param(1234567, "1,234,567", "+1,234,567", "gain", id="gain"),
        pytest.param(-1200, "−1,200", "−1,200", "loss", id="loss"),
        pytest.param(0, "0", "0", "even", id="nothing won"),
        pytest.param(None, "–", "–", "even", id="not known"),
    ],
)
def test_sums_show_their_sign_and_their_colour(amount, money, signed, direction):
    assert figures.money(amount) == money
    assert figures.signed(amount) == signed
    assert drawn("{{ amount|sum }}", amount=amount) == f'<span class="sum {direction}">{signed}</span>'


@pytest.mark.parametrize(
    ("source", "value", "shown"),
    [
        ("{{ v|percent }}", 0.2345, "23.4%"),
        ("{{ v|percent:0 }}", -0.5, "−50%"),
        ("{{ v|decimal }}", 2.345, "2.35"),
        ("{{ v|decimal:1 }}", None, "–"),
        ("{{ v|tai }}", 5, "5 tai"),
        ("{{ v|streak }}", 0, ""),
        ("{{ v|streak }}", 2, "streak 2"),
        ("{{ v|wind }}", "N", "North"),
        ("{{ v|wind }}", 1, "South"),
        ("{{ v|wind }}", "?", "?"),
        ("{{ v|round_wind }}", "W", "West round"),
        ("{{ v|reason }}", "false_win", "false win"),
        ("{{ v|reason }}", "a <b>text</b>", "a &lt;b&gt;text&lt;/b&gt;"),
        ("{{ v|state_name }}", "failed", "failed"),
        ("{{ v|party }}", "house", "house"),
        ("{% stakes v 20 %}", 1000, "1,000/20"),
    ],
)
def test_values_in_words(source, value, shown):
    assert drawn(source, v=value) == shown


@pytest.mark.parametrize(
    ("source", "value", "shown"),
    [
        ("{{ v|tai }}", 5, "5 台"),
        ("{{ v|streak }}", 2, "連2"),
        ("{{ v|wind }}", 0, "東"),
        ("{{ v|round_wind }}", "S", "南風圈"),
        ("{{ v|reason }}", "self_draw", "自摸"),
        ("{{ v|party }}", "house", "公帳"),
        ("{{ v|short_day }}", dt.date(2026, 3, 14), "2026/3/14"),
    ],
)
def test_values_in_chinese(source, value, shown):
    assert drawn(source, "zh-hant", v=value) == shown


def test_a_moment_is_told_in_the_zone_in_force():
    with translation.override("zh-hant"):
        assert words.moment(dt.datetime(2026, 3, 14, 13, 5, tzinfo=dt.UTC)) == "2026/3/14 21:05"


@pytest.mark.parametrize(
    ("notation", "symbols"),
    [
        pytest.param("123m 77z", [["m1", "m2", "m3"], ["z7", "z7"]], id="spaced sets"),
        pytest.param("123m77z", [["m1", "m2", "m3", "z7", "z7"]], id="one string"),
        pytest.param(["1f", "5f"], [["f1"], ["f5"]], id="a list"),
        pytest.param("x5p", [["back", "p5"]], id="face down"),
        pytest.param("8z 0m <q>", [], id="no tiles"),
    ],
)
def test_notation_is_read_into_tiles(notation, symbols):
    assert [[face.symbol for face in group] for group in tiles.groups(notation)] == symbols


@pytest.mark.parametrize(
    ("tile", "name"),
    [
        ("1m", "一萬"),
        ("9p", "九筒"),
        ("3s", "三條"),
        ("1z", "東"),
        ("5z", "白"),
        ("6z", "發"),
        ("7z", "中"),
        ("1f", "春"),
        ("8f", "竹"),
    ],
)
def test_a_tile_is_read_out_by_its_name(tile, name):
    assert f'role="img" aria-label="{name}"' in drawn("{% tiles v %}", "zh-hant", v=tile)


def test_the_winning_tile_is_marked_and_sets_stay_together():
    html = drawn('{% tiles "123m 99p" "s" "4s" %}')
    assert html.startswith('<span class="tiles s"><span class="tile-group">')
    assert '<span class="won"><svg' in html
    assert html.count("<use ") == 6


def test_the_sprite_is_what_its_script_draws():
    kept = Path(settings.BASE_DIR, "static", "tiles.svg").read_text(encoding="utf-8")
    assert kept == sprite.sprite()
    assert kept.count("<symbol ") == 34 + 8 + 1


@pytest.mark.parametrize(
    ("detail", "lines"),
    [
        pytest.param(
            {"base": 100, "units": 1, "per_tai": 20, "face": 7, "dealer": 1, "streak": 2, "streak_tai": 4},
            [("Base", "100 × (1 + 1)", 200), ("Tai", "20 × (hand 7 + dealer 1 + streak 2 4)", 240)],
            id="from the dealer, with a side bet",
        ),
        pytest.param(
            {"base": 100, "per_tai": 20, "face": 0},
            [("Base", "100", None), ("Tai", "20 × hand 0", 0)],
            id="no tai",
        ),
        pytest.param({"per_tai": 20, "tai": 1}, [("Tai", "20 × tai 1", 20)], id="a penalty"),
        pytest.param({}, [], id="says nothing"),
        pytest.param(None, [], id="is not there"),
    ],
)
def test_how_a_payment_came_about(detail, lines):
    with translation.override("en"):
        assert [(line.label, line.sum, line.amount) for line in figures.workings(detail)] == lines


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [
        pytest.param(0, 38, [0, 10, 20, 30, 40], id="from nought"),
        pytest.param(-3900, 3300, [-4000, -2000, 0, 2000, 4000], id="both ways"),
        pytest.param(200, 300, [0, 100, 200, 300], id="nought is always there"),
        pytest.param(0, 0, [0], id="flat"),
    ],
)
def test_a_scale_has_round_values(low, high, values):
    assert charts.scale(low, high) == values


def test_a_line_runs_from_left_to_right():
    chart = charts.line_chart([("a", [("x", 0), ("y", 4), ("z", 2)])])
    assert chart.curves[0].path == "M0 100L50 0L100 50"
    assert [label.label for label in chart.labels] == ["x", "y", "z"]


def test_bars_grow_from_the_zero_line():
    up, down = charts.bar_chart([("a", 10), ("b", -10)]).bars
    assert (up.y, up.height, up.way) == ("0", "50", "gain")
    assert (down.y, down.height, down.way) == ("50", "50", "loss")


@pytest.mark.parametrize("source", ['{% line_chart v "t" %}', '{% bar_chart v "t" %}'])
def test_a_chart_without_points_says_so(source):
    assert "Nothing to draw yet." in drawn(source, v=[])


@pytest.mark.parametrize(
    ("bottom", "order"),
    [(0, ["bottom", "right", "top", "left"]), (3, ["right", "top", "left", "bottom"])],
    ids=["East nearest", "North nearest"],
)
def test_seats_sit_counter_clockwise(bottom, order):
    seats = [{"name": f"n{i}", "wind": i, "total": 0, "dealer": i == 2, "streak": 3} for i in range(4)]
    html = drawn("{% compass seats bottom=bottom round_wind='E' %}", seats=seats, bottom=bottom)
    places = [html.rindex(f'<div class="{place}">', 0, html.index(f"n{i}")) for i, place in enumerate(order)]
    assert places == sorted(places)
    assert html.count("dealer-mark") == 1
    assert "streak 3" in html


def test_names_are_never_markup():
    transfer = {"src": "<script>", "dst": "b", "amount": 5, "reason": "win", "detail": {"for": "<i>"}}
    html = render_to_string("components/payment_list.html", {"transfers": [transfer]})
    assert "<script>" not in html
    assert "<i>" not in html


@pytest.mark.parametrize("page", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_an_error_page_needs_nothing_that_may_be_broken(page):
    with translation.override("zh-hant"):
        html = render_to_string(f"{page}.html")
    assert '<html lang="zh-Hant"' in html
    assert html.count("<h1>") == 1
    assert "htmx" not in html.split("</head>")[0].split("htmx-config")[1]


@pytest.mark.parametrize(("cookie", "theme"), [("dark", "dark"), ("light", "light"), ('"><script>', None)])
def test_the_readers_choice_of_colours_is_kept(rf, cookie, theme):
    request = rf.get("/")
    request.COOKIES["theme"] = cookie
    head = render_to_string("base.html", {"request": request}).split("<head>")[0]
    assert ("data-theme" in head) == (theme is not None)
    assert theme is None or f'data-theme="{theme}"' in head


def test_a_form_names_its_faults_beside_the_field():
    html = render_to_string("components/form.html", {"form": ExampleForm({"base": "-5"})})
    assert 'aria-invalid="true"' in html
    assert 'class="errorlist' in html
    assert '<label for="id_base">' in html
