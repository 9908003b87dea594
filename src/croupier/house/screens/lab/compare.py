"""Two submissions side by side: what each offers, where they differ, and what that does to the edge."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from croupier.errors import BadText, SubmissionError
from croupier.game.differences import differences
from croupier.games import open_game
from croupier.house.cloth.payloads import SignRow
from croupier.house.screens.lab import payloads
from croupier.house.screens.lab.numbers import percent, plain, points, upper
from croupier.house.screens.lab.query import MAIN, PLAYED, chosen, main_key
from croupier.kit.toml import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.game import Game, Rules
    from croupier.house.screens.lab.lab import Lab

MAX_SUBMISSION_TEXT = 30_000
NONE = "\u2014"


def compare(lab: Lab, a: Mapping[str, Any], b: Mapping[str, Any]) -> payloads.Comparison:
    """Both told as `_rules` reads them."""
    one, other = (_rules(submission, side) for submission, side in ((a, "a"), (b, "b")))
    if one.game.id != other.game.id:
        raise SubmissionError(
            f"these are submissions for two games, {one.game.name} and {other.game.name}", field="b.game"
        )
    return payloads.Comparison(
        game=one.game.name,
        names=[_name(one, a), _name(other, b)],
        wagers=_wagers(lab, one, other),
        others=_others(one, other, a, b),
    )


def _rules(submission: Mapping[str, Any], side: str) -> Rules:
    """A submission as TOML, or a choice: game, edition and paytables by their key."""
    try:
        if "toml" in submission:
            return _of_toml(submission["toml"])
        game = open_game(str(submission.get("game")), str(submission["edition"]) if submission.get("edition") else None)
        return game.rules({**chosen(game), **_words(submission.get("tables"))}, _words(submission.get("readings")))
    except (BadText, SubmissionError) as error:
        raise error.within(side) from None


def _words(data: object) -> dict[str, str]:
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise BadText(f"{data!r:.40} is not a table of choices")
    return {str(key): str(value) for key, value in data.items()}


def _of_toml(text: object) -> Rules:
    if not isinstance(text, str) or len(text) > MAX_SUBMISSION_TEXT:
        raise BadText(f"is not a submission of at most {MAX_SUBMISSION_TEXT:,} letters")
    if not text.strip():
        raise BadText("is empty: paste a Rules Submission (TOML)")
    data = read_toml(text, "")
    game, edition = data.get("game"), data.get("edition")
    if not isinstance(game, str) or not isinstance(edition, str | None):
        raise BadText('names no game: write game = "dj-wild" and edition = "pa-2021" at its top')
    return open_game(game, edition).rules(data)


def _name(rules: Rules, data: Mapping[str, Any]) -> str:
    return str(data.get("name") or rules.game.edition)[:80]


def _wagers(lab: Lab, one: Rules, other: Rules) -> list[payloads.ComparedWager]:
    ids = dict.fromkeys(
        [w.id for r in (one, other) for w in r.game.wagers if w.placed not in PLAYED and w.id in r.tables]
    )
    return [_row(lab, one, other, id_) for id_ in (MAIN, *ids)]


def _row(lab: Lab, one: Rules, other: Rules, id_: str) -> payloads.ComparedWager:
    edges = [_kept(lab, rules, id_) for rules in (one, other)]
    named = next((w for r in (one, other) if (w := r.game.wager(id_)) is not None), None)
    both = [edge for edge in edges if edge is not None]
    moved = both[1] - both[0] if len(both) > 1 else None
    return payloads.ComparedWager(
        wager="Main game" if named is None else upper(named.name),
        tables=[_table(rules, id_) for rules in (one, other)],
        edges=[NONE if edge is None else percent(edge) for edge in edges],
        moved=NONE if moved is None else "the same" if not moved else f"{points(moved)} points",
        pays=_pays(one, other, id_),
    )


def _table(rules: Rules, id_: str) -> str:
    wager = rules.game.wager(rules.game.ante if id_ == MAIN else id_)
    if wager is None or wager.id not in rules.tables:
        return "not offered"
    return rules.tables[wager.id].id if wager.key and len(wager.tables) != 1 else "as printed"


def _kept(lab: Lab, rules: Rules, id_: str) -> Fraction | None:
    """The same wager on the same table under the same readings has the same edge."""
    table = tuple(rules.tables[id_].rows.items()) if id_ in rules.tables else ()
    chose = tuple(rules.chosen.get(key) for key in ("contribution", "folded-progressive"))
    key = ("edge", id_, table, *chose, *main_key(rules))
    return lab.keep(key, lambda: _edge(lab, rules, id_))  # type: ignore[no-any-return]


def _edge(lab: Lab, rules: Rules, id_: str) -> Fraction | None:
    """The edge of a wager; a wager on the whole table stands for one player."""
    from croupier.odds.sides.forfeits import rests  # noqa: PLC0415 - numpy comes with it
    from croupier.odds.study.study import main_of, side_of, table_of  # noqa: PLC0415 - as above

    if id_ == MAIN:
        return main_of(lab.study(rules)).house_edge
    wager = rules.game.wager(id_)
    if wager is None or id_ not in rules.tables:
        return None
    if wager.looks == "table":
        return -table_of(rules, wager).by[1].net.mean
    study: Any = lab.study(rules) if rests(rules, wager) else None
    return -side_of(study, rules, wager).net.mean


def _pays(one: Rules, other: Rules, id_: str) -> list[SignRow]:
    """The rows that pay differently; of the main game, those of all its wagers."""
    ids = [w.id for w in one.game.wagers if w.placed in PLAYED] if id_ == MAIN else [id_]
    made: dict[tuple[str, str, str], None] = {}
    for each in ids:
        tables = one.tables.get(each), other.tables.get(each)
        if None in tables:
            continue
        left, right = tables
        assert left is not None
        assert right is not None
        labels = {**right.labels, **left.labels}
        for row in dict.fromkeys([*left.rows, *right.rows]):
            pays = [t.rows[row].text.replace(",", "") if row in t.rows else NONE for t in (left, right)]
            if pays[0] != pays[1]:
                made[labels[row], pays[0], pays[1]] = None
    return [SignRow(row=row, pays=[a, b]) for row, a, b in made]


def _others(one: Rules, other: Rules, a: Mapping[str, Any], b: Mapping[str, Any]) -> list[payloads.ComparedOther]:
    """What differs besides the pays: editions, choices, limits, readings."""
    rows = [
        (f"reading {plain(key)}", plain(one.readings.get(key, NONE)), plain(other.readings.get(key, NONE)))
        for key in dict.fromkeys([*one.readings, *other.readings])
        if one.readings.get(key) != other.readings.get(key)
    ]
    if "toml" in a or "toml" in b:
        rows += _choices(one, other)
    if one.game.edition != other.game.edition:
        rows += [("edition", one.game.edition, other.game.edition), *_editions(one.game, other.game)]
    return [payloads.ComparedOther(what=upper(what), values=[left, right]) for what, left, right in rows]


def _choices(one: Rules, other: Rules) -> list[tuple[str, str, str]]:
    wagers = {w.key for r in (one, other) for w in r.game.wagers}
    made = []
    for key in dict.fromkeys([*one.submission, *other.submission]):
        left, right = (_said(rules.submission.get(key)) for rules in (one, other))
        if key not in wagers and left != right:
            made.append((plain(key), left, right))
    return made


def _said(value: object) -> str:
    return (
        NONE if value is None else value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
    )


def _editions(one: Game, other: Game) -> list[tuple[str, str, str]]:
    """What the chapters themselves have differently, beyond words and numbers; but for the pays, which stand with their
    wagers, and for the conduct, which moves no figure."""
    return [
        (found.what, found.one, found.other)
        for found in differences(one, other)
        if found.kind == "substantive"
        and found.path[0] != "conduct"
        and "paytable" not in found.what
        and not (found.one + found.other).startswith("code: ")
    ]
