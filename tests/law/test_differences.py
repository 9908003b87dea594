"""`law diff`: whatever two editions declare otherwise is named, and cosmetic only where the rule is the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

import pytest

from croupier.errors import LawError
from croupier.game.differences import DRAWN, ELEMENT, OURS, differences
from croupier.games import all_games, open_game
from croupier.kit.cards import Card
from croupier.law import Cite

ELSEWHERE = {
    ("Change", "after"),
    ("Change", "cosmetic"),
    *(("Game", name) for name in OURS),
    *(("Layout", name) for name in DRAWN),
}
"""What a change says of the other edition, and how: shown only beside that one; and what is no law."""


def variants(value, seen, path=()):
    """Copies of a declared value with one leaf changed, for every field of every class once; and the leaf's path."""
    if isinstance(value, Cite):
        yield Cite(value.chapter, value.path + "(z)", value.prefix), path
    elif dataclasses.is_dataclass(value) and not isinstance(value, Card | type):
        for field in dataclasses.fields(value):
            own = (type(value).__name__, field.name)
            if own in seen or not (field.init and field.compare):  # made from the others
                continue
            held = getattr(value, field.name)
            if own == ("Game", "changes") and not held:
                continue
            if own == ("Wager", "see") and getattr(value, "sees", None) is not None:  # made from what it declares
                continue
            if own == ("Chapter", "number"):  # another text that there is
                seen.add(own)
                yield dataclasses.replace(value, number="683a" if held == "ma" else "ma"), (*path, own)
                continue
            changed = list(variants(held, seen, (*path, own)))
            if changed and not (isinstance(held, tuple | Mapping) and not held):
                seen.add(own)
            for other, where in changed:
                with suppress(LawError):  # nobody can declare it: what is seen otherwise than it is said, a lone line
                    yield dataclasses.replace(value, **{field.name: other}), where
    elif isinstance(value, Mapping):
        for key, held in value.items():
            for other, where in variants(held, seen, path):
                yield MappingProxyType({**value, key: other}), where
    elif isinstance(value, tuple) and value and any(dataclasses.is_dataclass(each) for each in value):
        yield value[1:], (*path, "one less")
        for place, held in enumerate(value):
            for other, where in variants(held, seen, path):
                yield (*value[:place], other, *value[place + 1 :]), where
    else:
        yield _another(value), path


def _another(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return next(each for each in type(value) if each is not value)
    if isinstance(value, int | Fraction):
        return value + 1
    if isinstance(value, date):
        return value + timedelta(days=1)
    if isinstance(value, tuple):
        return value[1:] or ("more",)
    if callable(value):
        return lambda *_: None
    return f"{value or ''}x"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.id} {game.edition}")
def test_whatever_is_declared_otherwise_is_named(game):
    changed, seen = 0, set(ELSEWHERE)
    for other, path in variants(game, seen):
        found = differences(game, other)
        assert found, path
        changed += 1
        field = path[0][1]
        where = "words of" if field == "changes" else ELEMENT.get(field, field.replace("_", " "))
        assert any(d.path[0].startswith((where, field)) for d in found), (path, found)
    assert changed > 150
    assert {(type(game).__name__, field.name) for field in dataclasses.fields(game)} - seen <= {
        ("Game", name)
        for name in ("limited", "checks", "filing", "changes", "variants", "deck_hours", "readings", "places")
    }


def test_an_edition_differs_from_itself_in_nothing():
    for game in all_games():
        assert differences(game, game) == ()
        assert differences(game, dataclasses.replace(game)) == ()


def test_the_proposal_of_2019_differs_in_three_provisions_and_one_step():
    found = {d.what: d for d in differences(open_game("dj-wild", "pa-2019-proposed"), open_game("dj-wild"))}
    assert {what for what, d in found.items() if d.kind == "substantive"} == {
        "chapter, status",
        "chapter, effective",
        "conduct, idle, first only",
        "words of 687a.4(e)",
        "words of 687a.5(f)",
        "words of 687a.8(i)",
    }
    assert (found["conduct, idle, first only"].one, found["conduct, idle, first only"].other) == ("no", "yes")
    assert found["words of 687a.8(f)"].kind == "cosmetic"
    other_way = {d.what: d for d in differences(open_game("dj-wild"), open_game("dj-wild", "pa-2019-proposed"))}
    assert {what: (d.other, d.one, d.kind) for what, d in found.items()} == {
        what: (d.one, d.other, d.kind) for what, d in other_way.items()
    }


def test_numbers_and_names_of_another_text_are_cosmetic_and_its_rules_are_not():
    found = {d.what: d for d in differences(open_game("dj-wild"), open_game("dj-wild", "ma"))}
    for what in (
        "name",
        "wager trips, paytable 04, id",
        "wager trips, paytable 04, row royal-flush/natural",
        "hand cite",
    ):
        assert found[what].kind == "cosmetic", what
    for what in (
        "settled",
        "wager cover-all",
        "course, order",
        "choice dealing, default",
        "provisions",
        "ranking, made",
    ):
        assert found[what].kind == "substantive", what
    assert found["settled"].one == "6, 5, 4, 3, 2, 1"


def test_a_pay_is_compared_by_what_it_pays():
    game = open_game("over-under")
    bonus = game.wager("bonus")
    assert bonus is not None
    (table,) = bonus.tables
    row, pay = next(iter(table.rows.items()))
    for changed, kind in (
        (dataclasses.replace(pay, text=pay.text + " "), "cosmetic"),
        (dataclasses.replace(pay, numerator=pay.numerator + 1), "substantive"),
    ):
        other = dataclasses.replace(table, rows={**table.rows, row: changed})
        (found,) = differences(game, game.with_wager("bonus", tables=(other,)))
        assert (found.what, found.kind) == (f"wager bonus, paytable 1, row {row}", kind)
