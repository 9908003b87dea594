"""Readers of the declaration: rounds are settled, cases decide, rows are reached, signs and layouts are drawn."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.game import Then, describe
from croupier.game import settle as settled
from croupier.game import sign as sign_of
from croupier.games import book_of
from croupier.law.coverage import account
from croupier.odds.play.plain_rounds import meter_of, stakes_of
from croupier.round import Choose, Round
from croupier.sheets.sign_page import as_svg as sign_svg
from croupier.sheets.table_layout import as_svg as layout_svg
from croupier.testing.missing import Missing, expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Game, Rules, Settlement

ROUNDS = 200


def every_rules(game: Game) -> Iterator[Rules]:
    """The rules of every paytable, and of every answer to a reading by itself."""
    most = max((len(wager.tables) for wager in game.wagers if wager.key), default=1)
    tables = [
        {w.key: w.tables[min(place, len(w.tables) - 1)].id for w in game.wagers if w.key and w.tables}
        for place in range(most)
    ]
    for chosen in tables:
        yield game.rules(chosen)
    for reading in game.readings:
        for answer in reading.choices[1:]:
            yield game.rules(tables[0], {reading.key: answer})


def every_wager(game: Game) -> Rules:
    """The rules that offer every wager, each on the first paytable printed."""
    return next(every_rules(game))


def settle(game: Game) -> None:
    """Rounds by chance are settled, whatever is decided; those of the book to what they say."""
    rules, chance = every_wager(game), random.Random(1)  # noqa: S311 - the same rounds every time
    for _ in range(ROUNDS):
        found = _by_chance(rules, chance)
        for seat in found.seats.values():
            expect(sum(line.net for line in seat.lines) == seat.net, "the lines of a seat do not come to its net")
    for name, description, due in described(game):
        made = game.rules(description.get("submission"), description.get("readings"))
        given = json.loads(json.dumps(settled(made, describe(made, description)).to_json()))
        expect(given == due, f"the round {name} is not settled as it says: {json.dumps(given)}")


def described(game: Game) -> Iterator[tuple[str, dict[str, Any], object]]:
    """Rounds that a book brings: a JSON file each with a ``round`` and what it ``settles`` to."""
    folder = book_of(game).rounds
    for file in sorted(folder.glob("*.json")) if folder else ():
        description = json.loads(file.read_text("utf-8"))
        if description["round"].get("edition") in {None, game.edition}:
            yield file.stem, description["round"], description["settles"]


def _by_chance(rules: Rules, chance: random.Random) -> Settlement:
    pack = list(rules.game.deck.all())
    chance.shuffle(pack)
    now = replace(Round.placed(rules, {1: stakes_of(rules)}), meter=meter_of(rules))
    while (need := now.needs) is not None:
        if isinstance(need, Choose):
            now = now.chose(chance.choice(need.options))
        else:
            now = now.dealt([pack.pop() for _ in range(need.count)])
    return now.settle()


def cases(game: Game) -> None:
    """For every showdown of every wager exactly one case holds."""
    decided = set()
    for rules in every_rules(game):
        for wager in rules.offered():
            for showdown in wager.classes(rules):
                found = wager.decided(rules, showdown)
                decided.add((found.cite, found.then))
    for wager in game.wagers:
        idle = [case for case in wager.cases if (case.cite, case.then) not in decided]
        expect(not idle, f"a case of the {wager.name} never holds: {', '.join(str(case.cite) for case in idle)}")


def rows(game: Game) -> None:
    """Every row of every paytable is reached, and every showdown that is paid has one."""
    for rules in every_rules(game):
        for wager in rules.offered():
            table, reached = rules.tables[wager.id], set()
            for showdown in wager.classes(rules):
                row, then = wager.row(showdown), wager.decided(rules, showdown).then
                pay = table[row]
                paid = then is not Then.PAY or pay is not None
                expect(paid, f"paytable {table.id} of the {wager.name} has no row {row!r}")
                if then is Then.PAY or (then is Then.PUSH and pay is not None and pay.is_push):
                    reached.add(row)
            idle = [row for row, pay in table.rows.items() if row not in reached and not pay.is_loss]
            expect(not idle, f"nothing falls into {', '.join(idle)} of paytable {table.id} of the {wager.name}")


def sign(game: Game) -> None:
    """The sign at the table can be drawn, and has the payouts of every wager."""
    rules = every_wager(game)
    found = sign_of(rules)
    expect(len(found.payouts) == len(rules.offered()), "the sign lacks the payouts of a wager")
    expect("</svg>" in sign_svg(rules), "the sign is not drawn")


def layout(game: Game) -> None:
    """The cloth has a colour, words for the lobby and an area for every wager."""
    expect(bool(game.layout.table and game.layout.lobby), "the layout says nothing of the game: `table` and `lobby`")
    expect(bool(game.layout.asked), "the layout cites no provision: `asked`")
    expect("</svg>" in layout_svg(every_wager(game)), "the layout is not drawn")


def coverage(game: Game) -> None:
    """Every rule of the chapter is cited by the game."""
    if game.chapter.status == "draft" and game.chapter.listed is None:
        raise Missing("the chapter is a draft that cites itself: nothing of it is written")
    found = [each.provision.cite.short for each in account(game.chapter) if each.standing in {"open", "nominal"}]
    if found:
        raise Missing(f"nothing in the code cites {', '.join(found)}")
    for cite in game.layout.asked.values():
        if cite.path not in game.chapter.provisions:
            raise CroupierError(f"{cite} is of another chapter")
