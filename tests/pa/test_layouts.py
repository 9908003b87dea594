"""The printed layout and payout sign have what each layout section asks for, for whatever the house offers."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, radians, sin
from xml.etree import ElementTree as ET

import pytest

from croupier import open_game
from croupier.game.template import first_choices
from croupier.games import all_games
from croupier.sheets import sign_page, svg, table_layout
from croupier.sheets.table_layout import CENTRE, HIGH, STRAIGHT, WIDE, layout_of, place
from tests.support import provision

SVG = "{http://www.w3.org/2000/svg}"
GAMES = all_games()
IDS = [f"{game.id}-{game.edition}" for game in GAMES]
HOUSE = "Grand Hall & Sons"
LINK = {"wager": "1.00", "seed": "10000.00", "rows": {"royal-flush": "100% of meter", "flush": "50 to 1"}}


def everything(game, **more):
    told = first_choices(game)
    if game.edition == "ma":
        told |= {"multi-game-link": LINK, "contribution": "20%"}
    return game.rules({**told, **more})


def read(drawing):
    return ET.fromstring(drawing)  # noqa: S314 - drawn here


def labels(element):
    """What stands in each area of a group, its lines joined."""
    return [" ".join(text.text or "" for text in area.iter(f"{SVG}text")) for area in element.findall(f"{SVG}g")]


def drawn(rules, house=HOUSE):
    """The labels of every seat, of the dealer's side, and all the other words."""
    root = read(table_layout.as_svg(rules, house))
    groups = {group.get("id"): group for group in root.findall(f"{SVG}g")}
    seats = [labels(groups[f"seat-{seat}"]) for seat in range(1, rules.game.seats + 1)]
    words = " ".join("".join(text.itertext()) for text in root.findall(f"{SVG}text"))
    return seats, labels(groups["dealer"]), words


def has(cites, game, edition, **asked):
    return pytest.param(game, edition, asked, id=f"{edition}-{cites[0]}", marks=provision(*cites))


@pytest.mark.parametrize(
    ("game", "edition", "asked"),
    [
        has(["687a.2(b)(2)"], "dj-wild", "pa-2021", seat=["ANTE", "BLIND", "RAISE"]),
        has(
            ["687a.2(b)(3)"],
            "dj-wild",
            "pa-2021",
            seat=["PROGRESSIVE BONUS", "TRIPS BONUS", "TWO-WAY BAD BEAT BONUS"],
            keys=["progressive", "trips", "bad-beat"],
        ),
        has(["687a.2(b)(4)"], "dj-wild", "pa-2021", dealer=["Replaces the joker"], keys=["progressive"]),
        has(["683a.2(b)(2)"], "cajun-stud", "pa-2019", seat=["ANTE", "FIRST RAISE", "SECOND RAISE", "THIRD RAISE"]),
        has(
            ["683a.2(b)(3)"],
            "cajun-stud",
            "pa-2019",
            seat=["POCKET BONUS", "BOARD BONUS", "LO BALL", "ALL-SIX BONUS"],
            keys=["pocket", "board", "lo-ball", "all-six"],
        ),
        has(["669a.2(b)(2)"], "raise-it-up", "pa-2019", seat=["ANTE", "BLIND", "PLAY"]),
        has(["669a.2(b)(3)"], "raise-it-up", "pa-2019", dealer=["4th Street", "5th Street", "6th Street"]),
        has(["669a.2(b)(4)"], "raise-it-up", "pa-2019", seat=["PROGRESSIVE PAYOUT"], keys=["progressive"]),
        has(["669a.2(b)(5)"], "raise-it-up", "pa-2019", seat=["SIX CARD BONUS"], keys=["six-card"]),
        has(["686a.2(b)(2)"], "over-under", "pa-2019-proposed", seat=["ANTE", "OVER 23", "UNDER 18"]),
        has(["686a.2(b)(5)"], "over-under", "pa-2019-proposed", seat=["BONUS"], keys=["bonus"]),
        has(["688a.2(b)(2)"], "face-up-pai-gow", "pa-2019-proposed", seat=["FACE UP PAI GOW POKER"]),
        has(["688a.2(b)(3)"], "face-up-pai-gow", "pa-2019-proposed", seat=["High hand", "Low hand"]),
        has(
            ["688a.2(b)(4)"], "face-up-pai-gow", "pa-2019-proposed", dealer=["Dealer's high hand", "Dealer's low hand"]
        ),
        has(["688a.2(b)(5)"], "face-up-pai-gow", "pa-2019-proposed", seat=["ACE HIGH BONUS"], keys=["ace-high"]),
        has(["688a.2(b)(6)"], "face-up-pai-gow", "pa-2019-proposed", seat=["FORTUNE BONUS"], keys=["fortune"]),
        has(["688a.2(b)(7)"], "face-up-pai-gow", "pa-2019-proposed", seat=["PROGRESSIVE PAYOUT"], keys=["progressive"]),
    ],
)
def test_every_area_that_the_layout_section_asks_for_is_there_and_goes_with_its_wager(game, edition, asked):
    chapter = open_game(game, edition)
    seats, dealer, _ = drawn(everything(chapter))
    assert len(seats) == 6
    for seat in seats:
        assert len(seat) == len(layout_of(everything(chapter)).seat)
        for label in asked.get("seat", ()):
            assert seat.count(label) == 1, label
    assert set(asked.get("dealer", ())) <= set(dealer)
    if keys := asked.get("keys"):
        without = {key: value for key, value in first_choices(chapter).items() if key not in {*keys, "contribution"}}
        seats, dealer, _ = drawn(chapter.rules(without))
        assert not {label for seat in seats for label in seat} & set(asked.get("seat", ()))
        assert not set(dealer) & set(asked.get("dealer", ()))


@provision("687a.2(b)(1)", "683a.2(b)(1)", "669a.2(b)(1)", "686a.2(b)(1)", "688a.2(b)(1)")
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_layout_names_the_certificate_holder_and_the_game(game):
    _, _, words = drawn(everything(game))
    assert HOUSE in words
    assert game.name.upper() in words
    assert "certificate holder" in drawn(everything(game), "")[2]  # and leaves room for the name that is not told


@provision("686a.2(b)(3)")
def test_three_rectangles_for_the_cards_before_each_player_of_over_under():
    areas = [area for area in layout_of(everything(open_game("over-under"))).seat if area.kind == "cards"]
    assert len(areas) == 3
    assert [area.y for area in areas] == sorted(
        (area.y for area in areas), reverse=True
    )  # the first nearest the player
    assert all(area.cite is not None and area.cite.short == "686a.2(b)(3)" for area in areas)


@provision("686a.2(b)(4)(i)", "686a.2(b)(4)(ii)", "686a.2(b)(4)(iii)")
def test_the_inscriptions_of_over_under_are_the_prescribed_words():
    rules = everything(open_game("over-under"))
    for words in (drawn(rules)[2], " ".join(read(sign_page.as_svg(rules)).itertext())):
        for line in (
            "All bets pay even money except for Bonus Bets",
            "House wins on 18—23",
            "Aces are always counted as 11",
        ):
            assert line in words


@provision("688a.2(b)(8)", "669a.2(b)(6)", "683a.2(b)(5)")
def test_what_must_be_said_in_the_middle_of_the_cloth():
    limit = {"payout-limit": "50000.00", "limits": {"ante": {"minimum": "5.00"}}}
    for rules, said in (
        (everything(open_game("face-up-pai-gow")), "A dealer's Ace High Pai Gow pushes"),
        (everything(open_game("raise-it-up")), "one to three times the Ante before 4th Street"),
        (everything(open_game("cajun-stud"), **limit), "No more than $50,000 is paid to a player in one round"),
    ):
        assert said in drawn(rules)[2]
        assert said in " ".join(read(sign_page.as_svg(rules)).itertext())


@provision("687a.2(b)(5)", "683a.2(b)(4)", "669a.2(b)(6)", "686a.2(b)(6)", "688a.2(b)(9)")
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_printed_sign_has_every_row_of_every_paytable_of_every_wager(game):
    for number in range(max(len(wager.tables) for wager in game.wagers)):
        chosen = {w.key: w.tables[min(number, len(w.tables) - 1)].id for w in game.wagers if w.key and w.tables}
        rules = everything(game, **chosen)
        told = " ".join(read(sign_page.as_svg(rules, HOUSE)).itertext())
        boxes = {tuple(row[1:]) for box in sign_page.boxes_of(rules) for row in box.rows}
        cells = {cell for row in boxes for cell in row}
        for wager in rules.offered():
            table = rules.tables[wager.id]
            for key, pay in table.rows.items():
                label = (
                    table.labels[key].partition(", " + key.partition("/")[2])[0] if "/" in key else table.labels[key]
                )
                assert pay.text in cells
                assert all(word in told for word in (*label.split(), pay.text)) or pay.text == "1 to 1"
        assert "$10 to $500, by $5" in told
        assert HOUSE in told


def test_wagers_on_one_paytable_stand_on_the_sign_once():
    titles = [box.title for box in sign_page.boxes_of(everything(open_game("cajun-stud")))]
    assert titles == [
        "Ante and Raise Wagers",
        "Pocket Bonus Wager",
        "Board Bonus Wager",
        "Lo Ball Wager",
        "All-Six Bonus Wager",
        "Table limits",
    ]


def test_natural_and_wild_hands_and_envy_have_columns_of_their_own():
    boxes = {box.title: box for box in sign_page.boxes_of(everything(open_game("dj-wild")))}
    trips = boxes["Trips Bonus Wager"]
    assert set(trips.heads) == {"natural", "wild"}
    assert ("Four-of-a-kind", "6 to 1", "60 to 1") in trips.rows
    progressive = boxes["Progressive Bonus Wager"]
    assert progressive.heads == ("pays", "Envy")
    assert progressive.under == "Wager $1; meter starts at $2,000; 20% of each wager feeds it"


# To scale, and nothing over anything else.


def corners(area, x=0.0, y=0.0, turn=0.0):
    a = radians(turn)
    for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        px, py = area.x + i * area.wide / 2, area.y + j * area.high / 2
        yield x + px * cos(a) - py * sin(a), y + px * sin(a) + py * cos(a)


def apart(one, other):
    """Whether a line along an edge of either separates two rectangles."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in pairwise([*shape, shape[0]]):
            normal = (y1 - y2, x2 - x1)
            near, far = ([p[0] * normal[0] + p[1] * normal[1] for p in points] for points in (one, other))
            if max(near) <= min(far) + 1e-6 or max(far) <= min(near) + 1e-6:
                return True
    return False


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_no_area_lies_over_another_or_off_the_cloth(game):
    made = layout_of(everything(game, shuffler="automated", decks=2), HOUSE)
    shapes = [(area.label or "card", list(corners(area))) for area in made.dealer]
    for seat in range(1, game.seats + 1):
        shapes += [(f"{area.label} {seat}", list(corners(area, *place(seat, game.seats)))) for area in made.seat]
    for label, points in shapes:
        for x, y in points:
            assert 0 <= x <= WIDE
            assert y >= 0
            below = max(0.0, y - STRAIGHT)
            assert ((x - CENTRE[0]) / (WIDE / 2)) ** 2 + (below / (HIGH - STRAIGHT)) ** 2 <= 1, label
    for (one, here), (other, there) in combinations(shapes, 2):
        assert apart(here, there), (one, other)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_drawings_are_to_scale_in_vectors_and_always_the_same_bytes(game):
    rules = everything(game)
    for page in (table_layout, sign_page):
        text = page.as_svg(rules, HOUSE)
        root = read(text)
        assert (root.get("width"), root.get("height")) == (f"{page.WIDE:g}mm", f"{page.HIGH:g}mm")
        assert root.get("viewBox") == f"0 0 {page.WIDE:g} {page.HIGH:g}"
        assert not list(root.iter(f"{SVG}image"))
        assert " style=" not in text
        assert text == page.as_svg(rules, HOUSE)
        made = page.as_pdf(rules, HOUSE)
        assert made.startswith(b"%PDF")
        assert made == page.as_pdf(rules, HOUSE)


def test_a_proposed_chapter_says_so_on_both():
    rules = everything(open_game("over-under"))
    assert "proposed 2019-07-13, not in force" in drawn(rules)[2]
    assert "proposed, not in force" in sign_page.as_svg(rules)
    cajun_stud = everything(open_game("cajun-stud"))
    for drawing in (sign_page.as_svg(cajun_stud), table_layout.as_svg(cajun_stud)):
        assert "in force since 2019-05-04" in drawing
        assert "not in force" not in drawing


def test_words_are_escaped():
    assert svg.text("<a & b>", 1, 2, 3) == '<text x="1" y="2" font-size="3">&lt;a &amp; b&gt;</text>'
    read(table_layout.as_svg(everything(open_game("over-under")), '<script>"&'))
