"""The lab: any wager of the book under any paytable, reading and pay, priced while somebody types.

What is asked stands in an address: `read` takes it apart, `subject` finds the rules that are meant, and `Lab` keeps
what has been worked out, so that visitors share it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import BadText, SubmissionError
from croupier.games import open_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.game import Game, Line, Rules, Wager
    from croupier.kit.pays import Pay
    from croupier.kit.paytables import Paytable
    from croupier.odds.figures.analysis import Main, Side
    from croupier.odds.study.study import Study

MAIN = "main"
PLAYED = frozenset({"required", "by-decision", "second-line"})
MAX_PAYS_TEXT = 2_000
"""Letters of pays in one question."""
ONE_PAY = 40
KEPT, HEAVY = 256, 16
"""Answers kept of each kind, the oldest goes first; few of those that hold a whole plan of play."""


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


def read(query: Mapping[str, str]) -> LabQuery:
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
        typed[row] = f"{pay} {unit(table)}" if pay.replace(",", "").isdecimal() else pay
    return tuple(sorted(typed.items()))


def unit(table: Paytable) -> str:
    """What a bare number means in a table: odds to 1, or for 1 where the table prints no others."""
    odds = [pay for pay in table.rows.values() if pay.numerator]
    return "for 1" if odds and all(pay.stake_included for pay in odds) else "to 1"


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


@lru_cache(maxsize=KEPT)
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


@dataclass(frozen=True)
class LabResult:
    """What a wager is worth. `lines` are its rows with counts and nets in units; `study` is the main game
    where that is meant, and `hands` how many the dealer can hold."""

    worth: Main | Side
    lines: tuple[tuple[str, int, Fraction], ...]
    study: Study | None = None
    hands: int = 1

    @property
    def edge(self) -> Fraction:
        """What the house expects to keep of one unit."""
        return -self.worth.net.mean


class Lab:
    """What has been worked out, for everyone. Its methods are called in worker threads; what is long in the making is
    made by one of them while the others wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._making: dict[object, Lock] = {}
        self._kept: dict[str, OrderedDict[object, Any]] = {}
        self.counting: tuple[str, int, int] | None = None

    def keep(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What is kept under a key, whose first part is its kind, or made now; whoever asks for the same meanwhile
        waits for it."""
        with self._lock:
            kept = self._kept.setdefault(key[0], OrderedDict())
            if key in kept:
                kept.move_to_end(key)
                return kept[key]
            gate = self._making.setdefault(key, Lock())
        with gate:
            found = kept.get(key)
            if found is None:
                found = self._watched(make)
                with self._lock:
                    kept[key] = found
                    if len(kept) > (HEAVY if key[0] in {"study", "main", "lookup"} else KEPT):
                        kept.popitem(last=False)
        with self._lock:
            self._making.pop(key, None)
        return found

    def _watched(self, make: Callable[[], Any]) -> Any:  # noqa: ANN401
        from croupier.odds.facts import store  # noqa: PLC0415 - as above

        def hear(what: str, done: int, total: int) -> None:
            self.counting = (what, done, total)

        try:
            with store.watched(hear):
                return make()
        finally:
            self.counting = None

    def study(self, rules: Rules) -> Study:
        """The main game, solved once for all that rests on it."""
        from croupier.odds.study.study import solve  # noqa: PLC0415 - as above

        return self.keep(("study", *main_key(rules)), lambda: solve(rules))  # type: ignore[no-any-return]

    def found(self, query: LabQuery, *, printed: bool = False) -> LabResult:
        """The worth of what is asked, or of the same as printed."""
        if printed:
            query = msgspec.structs.replace(query, pays=())
        about = subject(query)
        kind = "main" if about.is_main else "side"
        return self.keep((kind, query), lambda: self.price(about))  # type: ignore[no-any-return]

    def beneath(self, about: Subject) -> Study | None:
        """The main game as printed, where the wager's worth rests on it."""
        from croupier.odds.sides.forfeits import rests  # noqa: PLC0415 - as above

        if about.wager is None or rests(about.printed, about.wager):
            return self.study(about.printed)
        return None

    def price(self, about: Subject) -> LabResult:
        """Work out what a wager is worth."""
        from croupier.odds.study.study import main_of, showdowns_of, side_from, table_of  # noqa: PLC0415 - as above

        if about.is_main:
            study = self.study(about.rules)
            settled = study.settled()
            return LabResult(main_of(study, settled), _main_lines(about, study, settled), study)
        assert about.wager is not None
        if about.wager.looks == "table":
            side = table_of(about.rules, about.wager).by[about.asked.players]
            return LabResult(side, tuple((row.label, row.count, row.net) for row in side.rows))
        beneath: Any = self.beneath(about)
        wager, bare = about.wager, msgspec.structs.replace(about.asked, pays=())
        seen = self.keep(("seen", bare), lambda: showdowns_of(beneath, about.printed, wager))
        side = side_from(beneath, about.rules, wager, seen)
        hands = 1 if beneath is None else beneath.unseen_hands
        return LabResult(side, tuple((row.label, row.count, row.net) for row in side.rows), hands=hands)


def _main_lines(
    about: Subject, study: Study, settled: list[tuple[int, dict[str, Line]]]
) -> tuple[tuple[str, int, Fraction], ...]:
    """The rows of one of the main game's tables: how often each decides, and what all wagers on the table net then."""
    from croupier.odds.study.study import main_of  # noqa: PLC0415 - as above

    if about.wager is None:
        return ()
    labels = list(about.rules.tables[about.wager.id].labels.values())
    if study.totals is not None:
        named = {True: labels[0], False: "lose"}
        return tuple(
            (named[net > 0] if net else "push", count, net) for net, count in main_of(study).net.counts.items()
        )
    names = together(about.rules, about.wager)
    counts: Counter[tuple[str, Fraction]] = Counter()
    for count, lines in settled:
        here = [lines[name] for name in names if name in lines]
        if not here:
            continue
        paid = next((line.row for line in here if line.row in labels and line.net >= 0), None)
        net = Fraction(sum(line.net for line in here), study.ante)
        counts[paid or here[0].result, net] += count
    return tuple((label, count, net) for (label, net), count in counts.items())


def joined(lines: Iterable[tuple[str, int, Fraction]]) -> dict[str, tuple[int, Fraction]]:
    """Lines of the same label as one: how often, and the sum of their nets over all deals."""
    made: dict[str, tuple[int, Fraction]] = {}
    for label, count, net in lines:
        before = made.get(label, (0, 0 * net))
        made[label] = (before[0] + count, before[1] + count * net)
    return made
