"""A table opens with what its chapter asks for, and refuses to open by the provision of what it lacks."""

from __future__ import annotations

import msgspec
import pytest

from croupier import IllegalAction, open_game
from croupier.errors import JournalError
from croupier.game.template import first_choices
from croupier.games import all_games
from croupier.journal.conduct_audit import ConductAudit
from croupier.journal.record import Record
from croupier.table import Direct, Perform, Sit, open_table
from croupier.table import events as e
from croupier.table.equipment import DECK, Item, completed, kinds, lacks, needed, standard
from croupier.table.evolve import opened
from croupier.table.snapshot import restore
from tests.support import provision
from tests.table.drive import Driver

SHOE = {"dealing": "automated-shoe", "shuffler": "automated"}
LINK = {"wager": "1.00", "seed": "10000.00", "rows": {"royal-flush": "100% of meter", "flush": "50 to 1"}}


def rules_of(game, edition, **more):
    found = open_game(game, edition)
    told = first_choices(found)
    if edition == "ma":
        told |= {"multi-game-link": LINK, "contribution": "20%"}
    return found.rules({**told, **more})


def refusals(rules, items):
    return [(refusal.field.removeprefix("equipment."), refusal.cite) for refusal in lacks(rules, items)]


def without(items, kind):
    return [item for item in items if item.kind != kind]


def changed(items, kind, **more):
    return [msgspec.structs.replace(item, **more) if item.kind == kind else item for item in items]


def pa(chapter, path):
    return f"58 Pa. Code § {chapter}.{path}"


@pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")
def test_the_standard_set_is_whole_and_nothing_is_not(game):
    rules = rules_of(game.id, game.edition)
    assert not lacks(rules, standard(rules))
    assert {field for field, _ in refusals(rules, [])} == set(kinds(rules)) - (
        {"sign"} if game.edition == "ma" else set()
    )
    event, _ = open_table(rules, table="T1", at=0)
    assert event.equipment == ()
    for kind in {item.kind for item in standard(rules)} - ({"sign"} if game.edition == "ma" else set()):
        with pytest.raises(IllegalAction) as caught:
            open_table(rules, table="T1", at=0, equipment=without(standard(rules), kind))
        assert {refusal.field for refusal in caught.value.refusals} == {f"equipment.{kind}"}


def lacking(cites, game, edition, kind, cite, **more):
    return pytest.param(game, edition, kind, cite, more, id=f"{cites[0]}-{kind}", marks=provision(*cites))


@pytest.mark.parametrize(
    ("game", "edition", "kind", "cite", "more"),
    [
        lacking(["687a.2(b)"], "dj-wild", "pa-2021", "layout", pa("687a", "2(b)")),
        lacking(["687a.2(b)(5)"], "dj-wild", "pa-2021", "sign", pa("687a", "2(b)(5)")),
        lacking(["687a.2(c)"], "dj-wild", "pa-2021", "drop-box", pa("687a", "2(c)")),
        lacking(["687a.2(c)"], "dj-wild", "pa-2021", "tip-box", pa("687a", "2(c)")),
        lacking(["687a.2(d)"], "dj-wild", "pa-2021", "discard-rack", pa("687a", "2(d)")),
        lacking(["687a.3(a)"], "dj-wild", "pa-2021", "deck", pa("687a", "3(a)")),
        lacking(["687a.3(a)"], "dj-wild", "pa-2021", "cover-card", pa("687a", "3(a)")),
        lacking(["687a.8(a)"], "dj-wild", "pa-2021", "dealing-shoe", pa("687a", "8(a)")),
        lacking(["687a.8(c)"], "dj-wild", "pa-2021", "progressive-system", pa("687a", "8(c)")),
        lacking(["687a.10(a)(1)"], "dj-wild", "pa-2021", "automated-shoe", pa("687a", "10(a)(1)"), **SHOE),
        lacking(["683a.2(b)"], "cajun-stud", "pa-2019", "layout", pa("683a", "2(b)")),
        lacking(["683a.2(b)(4)"], "cajun-stud", "pa-2019", "sign", pa("683a", "2(b)(4)")),
        lacking(["683a.2(c)"], "cajun-stud", "pa-2019", "drop-box", pa("683a", "2(c)")),
        lacking(["683a.2(c)"], "cajun-stud", "pa-2019", "tip-box", pa("683a", "2(c)")),
        lacking(["683a.2(d)"], "cajun-stud", "pa-2019", "discard-rack", pa("683a", "2(d)")),
        lacking(["683a.3(a)"], "cajun-stud", "pa-2019", "deck", pa("683a", "3(a)")),
        lacking(["683a.3(a)"], "cajun-stud", "pa-2019", "cover-card", pa("683a", "3(a)")),
        lacking(["683a.8(a)"], "cajun-stud", "pa-2019", "dealing-shoe", pa("683a", "8(a)")),
        lacking(["683a.10(a)(1)"], "cajun-stud", "pa-2019", "automated-shoe", pa("683a", "10(a)(1)"), **SHOE),
        lacking(["669a.2(b)"], "raise-it-up", "pa-2019", "layout", pa("669a", "2(b)")),
        lacking(["669a.2(b)(6)"], "raise-it-up", "pa-2019", "sign", pa("669a", "2(b)(6)")),
        lacking(["669a.2(c)"], "raise-it-up", "pa-2019", "progressive-system", pa("669a", "2(c)")),
        lacking(["669a.2(d)"], "raise-it-up", "pa-2019", "tip-box", pa("669a", "2(d)")),
        lacking(["669a.2(d)"], "raise-it-up", "pa-2019", "drop-box", pa("669a", "2(d)")),
        lacking(["669a.2(e)"], "raise-it-up", "pa-2019", "discard-rack", pa("669a", "2(e)")),
        lacking(["669a.3(a)"], "raise-it-up", "pa-2019", "cover-card", pa("669a", "3(a)")),
        lacking(["669a.3(a)"], "raise-it-up", "pa-2019", "deck", pa("669a", "3(a)")),
        lacking(["669a.8(a)"], "raise-it-up", "pa-2019", "dealing-shoe", pa("669a", "8(a)")),
        lacking(["669a.10(a)(1)"], "raise-it-up", "pa-2019", "automated-shoe", pa("669a", "10(a)(1)"), **SHOE),
        lacking(["686a.2(b)"], "over-under", "pa-2019-proposed", "layout", pa("686a", "2(b)")),
        lacking(["686a.2(b)(6)"], "over-under", "pa-2019-proposed", "sign", pa("686a", "2(b)(6)")),
        lacking(["686a.2(c)"], "over-under", "pa-2019-proposed", "drop-box", pa("686a", "2(c)")),
        lacking(["686a.2(c)"], "over-under", "pa-2019-proposed", "tip-box", pa("686a", "2(c)")),
        lacking(["686a.2(d)"], "over-under", "pa-2019-proposed", "discard-rack", pa("686a", "2(d)")),
        lacking(["686a.3(a)"], "over-under", "pa-2019-proposed", "deck", pa("686a", "3(a)")),
        lacking(["686a.3(a)"], "over-under", "pa-2019-proposed", "cover-card", pa("686a", "3(a)")),
        lacking(["686a.7(a)"], "over-under", "pa-2019-proposed", "dealing-shoe", pa("686a", "7(a)")),
        lacking(
            ["686a.3(a)"],
            "over-under",
            "pa-2019-proposed",
            "continuous-shuffler",
            pa("686a", "3(a)"),
            dealing="continuous-shuffler",
        ),
        lacking(["688a.2(b)"], "face-up-pai-gow", "pa-2019-proposed", "layout", pa("688a", "2(b)")),
        lacking(["688a.2(b)(9)"], "face-up-pai-gow", "pa-2019-proposed", "sign", pa("688a", "2(b)(9)")),
        lacking(
            ["688a.2(c)(1)", "688a.5(i)(1)"], "face-up-pai-gow", "pa-2019-proposed", "shaker", pa("688a", "2(c)(1)")
        ),
        lacking(
            ["688a.2(c)(2)", "688a.5(i)(2)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "generator",
            pa("688a", "5(i)(2)"),
            start="generator",
        ),
        lacking(["688a.2(d)"], "face-up-pai-gow", "pa-2019-proposed", "progressive-system", pa("688a", "2(d)")),
        lacking(["688a.2(e)"], "face-up-pai-gow", "pa-2019-proposed", "drop-box", pa("688a", "2(e)")),
        lacking(["688a.2(e)"], "face-up-pai-gow", "pa-2019-proposed", "tip-box", pa("688a", "2(e)")),
        lacking(["688a.2(f)"], "face-up-pai-gow", "pa-2019-proposed", "discard-rack", pa("688a", "2(f)")),
        lacking(["688a.3(a)"], "face-up-pai-gow", "pa-2019-proposed", "cover-card", pa("688a", "3(a)")),
        lacking(["688a.3(a)"], "face-up-pai-gow", "pa-2019-proposed", "deck", pa("688a", "3(a)")),
        lacking(["688a.8(a)"], "face-up-pai-gow", "pa-2019-proposed", "dealing-shoe", pa("688a", "8(a)")),
        lacking(
            ["688a.10(a)(1)"], "face-up-pai-gow", "pa-2019-proposed", "automated-shoe", pa("688a", "10(a)(1)"), **SHOE
        ),
        lacking(["MA 2(a)"], "dj-wild", "ma", "deck", "MA DJ Wild § 2(a)"),
        lacking(["MA 2(a)"], "dj-wild", "ma", "cover-card", "MA DJ Wild § 2(a)"),
        lacking(["MA 6(a)"], "dj-wild", "ma", "layout", "MA DJ Wild § 6(a)"),
        lacking(["MA 8(a)"], "dj-wild", "ma", "automated-shoe", "MA DJ Wild § 8(a)"),
    ],
)
def test_a_table_without_a_piece_does_not_open(game, edition, kind, cite, more):
    rules = rules_of(game, edition, **more)
    assert refusals(rules, without(standard(rules), kind)) == [(kind, cite)]


@provision("688a.3(a)")
def test_one_of_two_cover_cards_is_not_enough():
    rules = rules_of("face-up-pai-gow", "pa-2019-proposed")
    items = [item for item in standard(rules) if item.id != "cover-card-2"]
    assert len(items) == len(standard(rules)) - 1
    assert refusals(rules, items) == [("cover-card", pa("688a", "3(a)"))]


def flawed(cites, game, edition, kind, cite, change, **more):
    return pytest.param(game, edition, kind, cite, change, more, id=f"{cites[0]}-{kind}", marks=provision(*cites))


@pytest.mark.parametrize(
    ("game", "edition", "kind", "cite", "change", "more"),
    [
        flawed(["687a.2(b)"], "dj-wild", "pa-2021", "layout", pa("687a", "2(b)"), {"approval": ""}),
        flawed(["687a.2(a)"], "dj-wild", "pa-2021", "layout", pa("687a", "2(a)"), {"positions": 7}),
        flawed(["688a.8(e)"], "face-up-pai-gow", None, "layout", pa("688a", "8(e)"), {"positions": 5}),
        flawed(["687a.2(c)"], "dj-wild", "pa-2021", "tip-box", pa("687a", "2(c)"), {"place": ""}),
        flawed(["687a.8(a)"], "dj-wild", "pa-2021", "dealing-shoe", pa("687a", "8(a)"), {"place": ""}),
        flawed(["687a.3(a)"], "dj-wild", "pa-2021", "deck", pa("687a", "3(a)"), {"cards": 52}),
        flawed(
            ["687a.5(g)"],
            "dj-wild",
            "pa-2021",
            "shuffler",
            pa("687a", "5(g)"),
            {"approval": ""},
            shuffler="reshuffling",
        ),
        flawed(
            ["683a.5(g)"],
            "cajun-stud",
            "pa-2019",
            "shuffler",
            pa("683a", "5(g)"),
            {"approval": ""},
            shuffler="reshuffling",
        ),
        flawed(["683a.8(a)"], "cajun-stud", "pa-2019", "dealing-shoe", pa("683a", "8(a)"), {"place": ""}),
        flawed(
            ["669a.5(g)"],
            "raise-it-up",
            "pa-2019",
            "shuffler",
            pa("669a", "5(g)"),
            {"approval": ""},
            shuffler="reshuffling",
        ),
        flawed(["669a.8(a)"], "raise-it-up", "pa-2019", "dealing-shoe", pa("669a", "8(a)"), {"place": ""}),
        flawed(
            ["686a.5(h)"],
            "over-under",
            "pa-2019-proposed",
            "continuous-shuffler",
            pa("686a", "5(h)"),
            {"approval": ""},
            dealing="continuous-shuffler",
        ),
        flawed(["686a.7(a)"], "over-under", "pa-2019-proposed", "dealing-shoe", pa("686a", "7(a)"), {"place": ""}),
        flawed(
            ["686a.2(d)(1)"], "over-under", "pa-2019-proposed", "discard-rack", pa("686a", "2(d)(1)"), {"marks": ()}
        ),
        flawed(
            ["688a.2(c)(1)"], "face-up-pai-gow", "pa-2019-proposed", "shaker", pa("688a", "2(c)(1)"), {"approval": ""}
        ),
        flawed(
            ["688a.2(c)(1)(i)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "shaker",
            pa("688a", "2(c)(1)(i)"),
            {"marks": ("hides-dice", "name")},
        ),
        flawed(
            ["688a.2(c)(1)(ii)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "shaker",
            pa("688a", "2(c)(1)(ii)"),
            {"marks": ("three-dice", "name")},
        ),
        flawed(
            ["688a.2(c)(1)(iii)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "shaker",
            pa("688a", "2(c)(1)(iii)"),
            {"marks": ("three-dice", "hides-dice")},
        ),
        flawed(
            ["688a.2(c)(2)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "generator",
            pa("688a", "2(c)(2)"),
            {"approval": ""},
            start="generator",
        ),
        flawed(
            ["688a.2(d)(1)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "progressive-system",
            pa("688a", "2(d)(1)"),
            {"marks": ("lock-out",)},
        ),
        flawed(
            ["688a.2(d)(2)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "progressive-system",
            pa("688a", "2(d)(2)"),
            {"marks": ("wagering-devices",)},
        ),
        flawed(
            ["669a.2(c)(1)"],
            "raise-it-up",
            "pa-2019",
            "progressive-system",
            pa("669a", "2(c)(1)"),
            {"marks": ("lock-out",)},
        ),
        flawed(
            ["669a.2(c)(2)"],
            "raise-it-up",
            "pa-2019",
            "progressive-system",
            pa("669a", "2(c)(2)"),
            {"marks": ("wagering-devices",)},
        ),
        flawed(
            ["688a.5(h)"],
            "face-up-pai-gow",
            "pa-2019-proposed",
            "shuffler",
            pa("688a", "5(h)"),
            {"approval": ""},
            shuffler="reshuffling",
        ),
        flawed(["688a.8(a)"], "face-up-pai-gow", "pa-2019-proposed", "dealing-shoe", pa("688a", "8(a)"), {"place": ""}),
        flawed(["MA 2(a)"], "dj-wild", "ma", "cover-card", "MA DJ Wild § 2(a)", {"marks": ("solid",)}),
        flawed(["MA 8(a)"], "dj-wild", "ma", "automated-shoe", "MA DJ Wild § 8(a)", {"marks": ()}),
        flawed(["MA 8(a)"], "dj-wild", "ma", "automated-shoe", "MA DJ Wild § 8(a)", {"place": ""}),
        flawed(["MA 11(d)"], "dj-wild", "ma", "shuffler", "MA DJ Wild § 11(d)", {"marks": ()}),
    ],
)
def test_a_piece_that_is_not_as_the_chapter_asks_keeps_the_table_closed(game, edition, kind, cite, change, more):
    rules = rules_of(game, edition, **more)
    assert refusals(rules, changed(standard(rules), kind, **change)) == [(kind, cite)]


@provision("686a.2(d)(1)", "686a.2(d)(2)", held="refusal")
def test_a_rack_is_as_high_as_the_batch_or_carries_a_mark_at_its_height():
    rules = rules_of("over-under", "pa-2019-proposed")
    found = {
        mark: refusals(rules, changed(standard(rules), "discard-rack", marks=(mark,)))
        for mark in ("height", "mark", "colour")
    }
    assert found == {"height": [], "mark": [], "colour": [("discard-rack", pa("686a", "2(d)(1)"))]}


@pytest.mark.parametrize(
    ("game", "edition", "mark", "cite"),
    [
        pytest.param(
            game, edition, mark, pa(chapter, path), id=f"{chapter}-{mark}", marks=provision(f"{chapter}.{path}")
        )
        for game, edition, chapter, marks in [
            (
                "dj-wild",
                "pa-2021",
                "687a",
                {
                    "name": "2(b)(1)",
                    "ante": "2(b)(2)",
                    "raise": "2(b)(2)",
                    "trips": "2(b)(3)",
                    "bad-beat": "2(b)(3)",
                    "progressive": "2(b)(3)",
                    "replacement": "2(b)(4)",
                },
            ),
            ("cajun-stud", "pa-2019", "683a", {"name": "2(b)(1)", "raise-fifth": "2(b)(2)", "all-six": "2(b)(3)"}),
            (
                "raise-it-up",
                "pa-2019",
                "669a",
                {
                    "name": "2(b)(1)",
                    "play": "2(b)(2)",
                    "community": "2(b)(3)",
                    "progressive": "2(b)(4)",
                    "six-card": "2(b)(5)",
                },
            ),
            (
                "over-under",
                "pa-2019-proposed",
                "686a",
                {
                    "name": "2(b)(1)",
                    "over": "2(b)(2)",
                    "cards": "2(b)(3)",
                    "even-money": "2(b)(4)(i)",
                    "house-wins": "2(b)(4)(ii)",
                    "aces": "2(b)(4)(iii)",
                    "bonus": "2(b)(5)",
                },
            ),
            (
                "face-up-pai-gow",
                "pa-2019-proposed",
                "688a",
                {
                    "name": "2(b)(1)",
                    "pai-gow": "2(b)(2)",
                    "hands": "2(b)(3)",
                    "dealer-hands": "2(b)(4)",
                    "ace-high": "2(b)(5)",
                    "fortune": "2(b)(6)",
                    "progressive": "2(b)(7)",
                    "ace-high-pushes": "2(b)(8)",
                },
            ),
        ]
        for mark, path in marks.items()
    ],
)
def test_a_layout_that_lacks_an_area_or_words_is_not_played_on(game, edition, mark, cite):
    rules = rules_of(game, edition)
    full = next(item for item in standard(rules) if item.kind == "layout")
    less = tuple(other for other in full.marks if other != mark)
    assert len(less) == len(full.marks) - 1
    assert refusals(rules, changed(standard(rules), "layout", marks=less)) == [("layout", cite)]


def test_a_layout_needs_no_area_for_a_wager_that_is_not_offered():
    rules = open_game("dj-wild").rules({})
    assert "trips" not in next(item for item in standard(rules) if item.kind == "layout").marks
    assert "progressive-system" not in kinds(rules)


@provision("687a.3(b)(1)", "683a.3(b)(1)", "669a.3(b)(1)", "686a.3(b)(2)", "688a.3(b)(1)", "MA 2(b)(2)")
@pytest.mark.parametrize(
    ("game", "edition", "cite"),
    [
        ("dj-wild", "pa-2021", pa("687a", "3(b)(1)")),
        ("cajun-stud", "pa-2019", pa("683a", "3(b)(1)")),
        ("raise-it-up", "pa-2019", pa("669a", "3(b)(1)")),
        ("over-under", "pa-2019-proposed", pa("686a", "3(b)(2)")),
        ("face-up-pai-gow", "pa-2019-proposed", pa("688a", "3(b)(1)")),
        ("dj-wild", "ma", "MA DJ Wild § 2(b)(2)"),
    ],
)
def test_two_decks_are_of_one_design_and_two_colours(game, edition, cite):
    rules = rules_of(game, edition, decks=2, shuffler="automated")
    whole = standard(rules)
    assert not lacks(rules, whole)
    assert refusals(rules, changed(whole, DECK, colour="red")) == [("deck", cite)]
    decks = [msgspec.structs.replace(item, design=item.id) for item in whole if item.kind == DECK]
    assert refusals(rules, [*without(whole, DECK), *decks]) == [("deck", cite)]


@provision("687a.2(b)(5)", "683a.2(b)(4)", "683a.2(b)(5)")
def test_the_sign_says_what_is_played_and_paid():
    rules = rules_of("dj-wild", "pa-2021", trips="DJWT-04")
    other = rules_of("dj-wild", "pa-2021", trips="DJWT-06")
    sign = next(item for item in standard(other) if item.kind == "sign")
    stale = [*without(standard(rules), "sign"), sign]
    assert refusals(rules, stale) == [("sign", pa("687a", "2(b)(5)"))]
    inscribed = changed(
        without(standard(rules), "sign"),
        "layout",
        content=next(item.content for item in standard(rules) if item.kind == "sign"),
    )
    layout = next(item for item in inscribed if item.kind == "layout")
    assert refusals(rules, inscribed) == [("sign", pa("687a", "2(b)(5)"))]
    assert not lacks(rules, changed(inscribed, "layout", marks=(*layout.marks, "odds")))
    limited = rules_of("cajun-stud", "pa-2019", **{"payout-limit": "75000.00"})
    higher = rules_of("cajun-stud", "pa-2019", **{"payout-limit": "90000.00"})
    posted = next(item for item in standard(higher) if item.kind == "sign")
    cites = [pa("683a", "2(b)(4)"), pa("683a", "2(b)(5)")]
    assert refusals(limited, [*without(standard(limited), "sign"), posted]) == [("sign", cite) for cite in cites]


@provision("688a.5(j)")
def test_a_marker_of_the_starting_position_is_an_approved_one():
    rules = rules_of("face-up-pai-gow", "pa-2019-proposed")
    marker = Item(id="M-1", kind="marker")
    assert refusals(rules, [*standard(rules), marker]) == [("marker", pa("688a", "5(j)"))]
    assert not lacks(rules, [*standard(rules), msgspec.structs.replace(marker, approval="601a.10 no. 4")])


def test_a_play_money_table_is_completed_with_standard_pieces():
    rules = rules_of("dj-wild", "pa-2021")
    own = Item(id="L-7", kind="layout", positions=6)
    made = completed(rules, [own])
    assert [item.id for item in made if item.kind == "layout"] == ["L-7"]
    assert {field for field, _ in refusals(rules, made)} == {"layout"}


# Decks of the register at the table.


def registered(**more):
    rules = open_game("dj-wild", "pa-2021").rules({"decks": 2, "shuffler": "counting"})
    return Driver("dj-wild", {"decks": 2, "shuffler": "counting"}, edition="pa-2021", equipment=standard(rules), **more)


@provision("687a.3(b)(1)", "687a.4(a)")
def test_the_decks_that_come_are_those_of_the_register_and_of_two_colours():
    driver = registered(cards="shuffled").ready(1)
    received = driver.events(e.PackChanged)
    assert [event.deck for event in received] == ["deck-1", "deck-2"]
    assert [pack.deck for pack in driver.table.packs] == ["deck-1", "deck-2"]
    driver.do(Direct(order="change-cards"), "floorperson")
    driver.until("receive")
    assert driver.refused(Perform(step="receive")).cite == pa("687a", "3(a)")
    blue = Item(id="deck-9", kind=DECK, design="standard equipment", colour="blue", cards=53)
    driver.do(Direct(order="bring", what=msgspec.json.encode(blue).decode()), "floorperson")
    assert driver.refused(Perform(step="receive")).field == "equipment.deck", "two blue decks are not alternated"
    red = msgspec.structs.replace(blue, id="deck-10", colour="red")
    driver.do(Direct(order="bring", what=msgspec.json.encode(red).decode()), "floorperson")
    assert driver.perform("receive")[0].deck == "deck-10"


def test_what_is_brought_is_a_deck_that_can_be_played():
    driver = registered(cards="shuffled")
    held, short = Item(id="deck-1", kind=DECK), Item(id="D-3", kind=DECK, design="a", colour="b", cards=52)
    for what, field in ((Item(id="S-1", kind="shuffler"), "what"), (held, "what"), (short, "equipment.deck")):
        order = Direct(order="bring", what=msgspec.json.encode(what).decode())
        assert driver.refused(order, "floorperson").field == field
    assert driver.refused(Direct(order="bring", what="no deck"), "floorperson").field == "what"
    assert driver.refused(Direct(order="bring", what='{"id": "D-3", "kind": "deck"}'), "dealer").field == "actor"
    plain = Driver("dj-wild", {}, edition="pa-2021")
    assert "standard" in driver_words(plain, '{"id": "D-3", "kind": "deck"}')


def driver_words(driver, what):
    return driver.refused(Direct(order="bring", what=what), "floorperson").message


def test_equipment_is_in_the_opening_event_and_comes_back_from_it_and_from_a_snapshot():
    rules = rules_of("dj-wild", "pa-2021")
    event, table = open_table(rules, table="T1", at=0, equipment=standard(rules))
    told = msgspec.json.decode(msgspec.json.encode(event), type=e.TableOpened)
    assert opened(rules, told, 0).bytes() == table.bytes()
    assert restore(rules, table.bytes()).equipment == standard(rules)
    old = open_table(rules, table="T1", at=0)[1]
    assert b"equipment" not in old.bytes()
    assert restore(rules, old.bytes()).equipment == ()


@provision("688a.3(a)", "688a.4(b)")
def test_a_deck_that_was_registered_with_two_jokers_has_one_torn():
    rules = rules_of("face-up-pai-gow", "pa-2019-proposed")
    driver = Driver("face-up-pai-gow", first_choices(rules.game), equipment=changed(standard(rules), DECK, cards=54))
    driver.until("tear-joker")
    assert "one joker is torn" in driver.refused(Perform(step="tear-joker")).message
    driver.until("spread")
    assert [event.value for event in driver.events(e.Performed) if event.step == "tear-joker"] == ["torn"]
    plain = Driver("face-up-pai-gow", first_choices(rules.game), equipment=standard(rules))
    plain.until("tear-joker")
    assert "none is torn" in plain.refused(Perform(step="tear-joker", value="torn")).message


# Journals.


def heard(*events):
    audit = ConductAudit()
    for n, event in enumerate(events, 1):
        audit.hear(Record(n=n, at=0, body=event, hash="", offset=0, line=b""))
    return audit


def test_a_journal_that_opens_a_table_without_its_equipment_is_no_lawful_one():
    rules = rules_of("dj-wild", "pa-2021")
    event, _ = open_table(rules, table="T1", at=0, equipment=standard(rules))
    assert heard(event).table is not None
    for items in (without(standard(rules), "discard-rack"), changed(standard(rules), "layout", approval="")):
        with pytest.raises(JournalError, match=r"687a\.2"):
            heard(msgspec.structs.replace(event, equipment=tuple(items)))
    assert heard(msgspec.structs.replace(event, equipment=())).table is not None, "as journals were before"


def test_a_journal_receives_the_decks_that_are_registered_for_the_table():
    rules = rules_of("dj-wild", "pa-2021")
    event, _ = open_table(rules, table="T1", at=0, equipment=standard(rules))
    received = e.PackChanged(pack=0, what="received", cite="", deck="deck-1")
    assert heard(event, received).table is not None
    for deck in ("", "deck-7"):
        with pytest.raises(JournalError, match="not the next one registered"):
            heard(event, msgspec.structs.replace(received, deck=deck))
    brought = e.EquipmentBrought(items=(Item(id="deck-1", kind=DECK),), cite="")
    with pytest.raises(JournalError, match="does not come to an open table"):
        heard(event, brought)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("cajun-stud", marks=provision("683a.2(a)")),
        pytest.param("raise-it-up", marks=provision("669a.2(a)")),
        pytest.param("dj-wild", marks=provision("687a.2(a)")),
    ],
)
def test_nobody_sits_where_the_layout_has_no_position(game):
    rules = rules_of(game, None)
    driver = Driver(game, rules.submission, equipment=changed(standard(rules), "layout", positions=4))
    driver.until("view")
    wrong = driver.refused(Sit(player="P5", seat=5), "player", "P5")
    assert (wrong.message, str(wrong.cite)) == ("the table has seats 1 to 4", str(rules.game.seats_cite))
    driver.sit(4)


APPROVED, PLACED = ", with the reference of its approval", ", at an approved place on the table"


@provision("669a.2(b)", "669a.2(c)", "669a.2(d)", "669a.2(e)", "669a.3(a)", "669a.8(a)", "669a.2(b)(6)")
@provision("688a.2(b)", "688a.2(c)(1)", "688a.2(d)", "688a.2(e)", "688a.2(f)", "688a.8(a)")
@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("raise-it-up", {"669a.2(d)", "669a.2(e)", "669a.3(a)", "669a.2(c)"}),
        ("face-up-pai-gow", {"688a.2(c)(1)", "688a.2(d)", "688a.2(e)", "688a.2(f)", "688a.3(a)"}),
    ],
)
def test_people_read_what_the_table_needs_what_has_an_approval_and_what_an_approved_place(game, more):
    told = needed(rules_of(game, None, progressive="1"))
    chapter = next(iter(more)).partition(".")[0]
    signs = {"669a": "2(b)(6)", "688a": "2(b)(9)"}
    cites = {one["cite"].rpartition(" ")[2] for one in told}
    assert cites == more | {f"{chapter}.{path}" for path in ("2(b)", "8(a)", signs[chapter])}
    own = {one["kind"]: one["words"] for one in told}
    for kind in ("layout", "progressive-system", *(["shaker"] if chapter == "688a" else [])):
        assert own[kind].endswith(APPROVED)
    for kind in ("drop-box", "tip-box", "dealing-shoe"):
        assert own[kind].endswith(PLACED)
    for kind in ("discard-rack", "cover-card", "deck", "sign"):
        assert APPROVED not in own[kind]
        assert PLACED not in own[kind]
    assert own["deck"].startswith(f"a deck of {52 if chapter == '669a' else 53} cards")
    two = needed(rules_of(game, None, progressive="1", shuffler="automated", decks=2))
    assert {one["kind"]: one["words"] for one in two}["deck"].startswith("two decks of ")
