"""A question to the lab: read, refused, and the rules that are meant by it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import BadText, SubmissionError
from croupier.games import open_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Game, Rules, Wager
    from croupier.kit.pays import Pay
    from croupier.kit.paytables import Paytable
from typing import TYPE_CHECKING

MAX_PAYS_TEXT = 2_000
"""Letters of pays in one question."""


ONE_PAY = 40


class LabQuery(msgspec.Struct, frozen=True):
    """What is on the bench. `wager` is a side wager, one of the main game's whose pays are looked at, or ``main``;
    `pays` are those typed in place of the printed ones."""

    game: str
    edition: str
    wager: str
    table: str = ""
    players: int = 1
    pays: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()


def read_query(query: Mapping[str, str]) -> LabQuery:
    """What an address asks for; what it leaves out is what the chapter lists first."""
    opened = open_game(query.get("game") or "dj-wild", query.get("edition") or None)
    wager = query.get("wager") or MAIN
    players = query.get("players") or "1"
    if not players.isdecimal() or len(players) > 1:
        raise BadText(f"{players!r} is no number of players", field="players")
    readings = tuple(sorted((k[8:], v) for k, v in query.items() if k.startswith("reading.")))
    found = LabQuery(opened.id, opened.edition, wager, query.get("table") or "", int(players), (), readings)
    about = subject(found)
    paid = about.printed.tables[about.game.ante if wager == MAIN else wager]
    return msgspec.structs.replace(
        found, table=paid.id, pays=_pays(query.get("pays") or "", None if wager == MAIN else paid)
    )


def _pays(text: str, table: Paytable | None) -> tuple[tuple[str, str], ...]:
    if len(text) > MAX_PAYS_TEXT:
        raise BadText(f"is longer than {MAX_PAYS_TEXT:,} letters", field="pays")
    typed: dict[str, str] = {}
    for entry in filter(str.strip, text.split(";")):
        row, sign, pay = (part.strip() for part in entry.partition("="))
        if not sign or table is None:
            raise BadText(f'{entry.strip()!r} is not ROW=PAY, as in "flush=5"', field="pays")
        if len(pay) > ONE_PAY:
            raise BadText(f"{pay[:ONE_PAY]!r}… is longer than any pay", field=row)
        typed[row] = f"{pay} {odds_word(table)}" if pay.replace(",", "").isdecimal() else pay
    return tuple(sorted(typed.items()))


def odds_word(table: Paytable) -> str:
    """What a bare number means in a table: odds to 1, or for 1 where the table prints no others."""
    odds = [pay for pay in table.rows.values() if pay.numerator]
    return "for 1" if odds and all(pay.stake_included for pay in odds) else "to 1"


MAIN = "main"


PLAYED = frozenset({"required", "by-decision", "second-line"})


@dataclass(frozen=True)
class Subject:
    """The rules that are meant: as `printed`, and with the pays typed. `wager` is None for the main game as a whole."""

    asked: LabQuery
    printed: Rules
    rules: Rules
    wager: Wager[Any] | None

    @property
    def game(self) -> Game:
        """The chapter."""
        return self.printed.game

    @property
    def is_main(self) -> bool:
        """Whether the figures are those of the main game."""
        return self.wager is None or self.wager.placed in PLAYED

    @property
    def typed(self) -> dict[str, str]:
        """The rows whose pay is another than the printed one."""
        if self.wager is None:
            return {}
        before, after = self.printed.tables[self.wager.id].rows, self.rules.tables[self.wager.id].rows
        return {row: pay.text for row, pay in after.items() if substance(pay) != substance(before[row])}


def substance(pay: Pay) -> tuple[object, ...]:
    """What a pay comes to, however it is written."""
    return (pay.numerator, pay.denominator, pay.stake_included, pay.dollars, pay.percent, pay.is_push, pay.is_loss)


def chosen(game: Game, wager: str = "", table: str = "") -> dict[str, str]:
    """Every wager the chapter prints on its first paytable, but one on the table asked for."""
    made = {w.key: w.tables[0].id for w in game.wagers if w.key and w.tables}
    found = game.wager(wager)
    if table and found is not None and found.key:
        made[found.key] = table
    return made


@lru_cache(maxsize=256)
def subject(query: LabQuery) -> Subject:
    """The rules behind a question, or why there are none."""
    from croupier.odds.study.design import with_pays  # noqa: PLC0415 - numpy comes with it

    game = open_game(query.game, query.edition)
    wager = game.wager(query.wager)
    key = query.wager if query.wager != MAIN else game.ante
    printed = game.rules(chosen(game, key, query.table), dict(query.readings))
    if query.wager == MAIN:
        return Subject(query, printed, printed, None)
    if wager is None or wager.id not in printed.tables:
        offered = ", ".join([MAIN, *(w.id for w in printed.offered())])
        raise SubmissionError(f"{query.wager!r} is no wager of {game.name}; {offered}", field="wager")
    if wager.key is None and query.table not in {"", printed.tables[wager.id].id}:
        raise SubmissionError(f"{query.table!r} is no paytable of the {wager.name}", field="table", cite=wager.cite)
    if wager.looks == "table" and not 1 <= query.players <= game.seats:
        raise SubmissionError(
            f"{query.players} players where a table has 1 to {game.seats}", field="players", cite=game.seats_cite
        )
    return Subject(query, printed, with_pays(printed, wager, dict(query.pays)), wager)


def main_key(rules: Rules) -> tuple[object, ...]:
    """All that the main game's mathematics depend on."""
    from croupier.odds.rounds.weighted import studied_ante  # noqa: PLC0415 - as above
    from croupier.odds.study.study import main_wagers  # noqa: PLC0415 - as above

    pays = tuple((w, tuple(rules.tables[w].rows.items())) for w in main_wagers(rules.game))
    chose = repr([rules.chosen.get(key) for key in ("payout-limit", "house-way")])
    readings = tuple(sorted(rules.readings.items()))
    return rules.game.id, rules.game.edition, readings, pays, chose, studied_ante(rules)


def unit_word(game: Game) -> str:
    """What the main game's figures are counted in: the ante, or the wager where it has another name."""
    return "ante" if game.ante == "ante" else "wager"


def together(rules: Rules, wager: Wager[Any]) -> list[str]:
    """The wagers paid from the same table as this one, so that a changed pay changes all of them."""
    return [w.id for w in rules.offered() if rules.tables[w.id] is rules.tables[wager.id]]
