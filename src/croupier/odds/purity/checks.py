"""Purity: rounds that are counted together must be settled alike.

A counter settles one round of each class and takes the others to be like it. Whether they are is the chapter's to say,
so members of each class are asked about before a number is given: every rank at every place where a rank can break a
tie, other suits, and others by chance, with a fixed seed. A difference is an `Impure`, with both rounds.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError, Impure
from croupier.game.case import decide
from croupier.kit.cards import write
from croupier.kit.money import dollars
from croupier.odds.play.plain_rounds import PlainSampler, stakes_of
from croupier.odds.purity import members
from croupier.odds.purity import sides as purity_sides
from croupier.odds.rounds.partial import partly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from croupier.game import Played, Rules, Wager
    from croupier.game.streets import Decision
    from croupier.odds.facts.against import Against
    from croupier.odds.rounds.state import State

SEED = 17
ROUNDS = 40
"""Whole rounds that are compared with what a counter shows a wager of them."""
_FOUND: set[object] = set()


def chance() -> Random:
    """The same chance every time."""
    return Random(SEED)  # noqa: S311 - nothing is at stake


def check(rules: Rules, wagers: Sequence[Wager[Any]], classes: Iterable[Sequence[Played]]) -> None:
    """Refuse classes with two members that a wager settles differently; the first of each is the one counted."""
    for first, *others in classes:
        stakes = first.seats[1].stakes
        known = {wager.see: wager.see(rules, first, 1) for wager in wagers if wager.id in stakes}
        for other in others:
            seen = {see: see(rules, other, 1) for see in known}
            if seen == known:
                continue
            for wager in wagers:
                if wager.id in stakes:
                    _compare(rules, wager, (first, known[wager.see]), (other, seen[wager.see]))


def _compare(rules: Rules, wager: Wager[Any], one: tuple[Played, Any], other: tuple[Played, Any]) -> None:
    rows, cases = zip(*(_decided(rules, wager, showdown) for _, showdown in (one, other)), strict=True)
    if rows[0] == rows[1] and cases[0].then is cases[1].then:
        return
    words = [f"{said(played)} is {row or 'in no row'} ({case.cite.short})" for (played, _), row, case in
             zip((one, other), rows, cases, strict=True)]  # fmt: skip
    raise Impure(
        f"the {wager.name} tells rounds apart that are counted as one: {words[0]}, and {words[1]}",
        (as_told(one[0]), as_told(other[0])),
        cite=wager.cite,
    )


def _decided(rules: Rules, wager: Wager[Any], showdown: object) -> tuple[str | None, Any]:
    row = wager.row(showdown)
    return row, decide(wager.cases, showdown, rules.tables[wager.id][row])


def said(played: Played) -> str:
    """A round in a few words."""
    hands = " and ".join(write(seat.cards) for seat in played.seats.values())
    beside = "".join(f", {place} {write(cards)}" for place, cards in played.places.items() if cards)
    decided = " ".join(str(word) for word in played.seats[1].decisions)
    return f"{hands}{beside}" + (f" ({decided})" if decided else "")


def as_told(played: Played) -> Mapping[str, object]:
    """A round as it would be told to ``croupier settle``."""
    seats = {
        str(number): {
            "cards": write(seat.cards),
            "wagers": {wager: dollars(stake) for wager, stake in seat.wagers.items()},
            "decisions": [str(word) for word in seat.decisions],
        }
        for number, seat in played.seats.items()
    }
    return {"seats": seats, **{place: write(cards) for place, cards in played.places.items()}}


def once(rules: Rules, what: str, wagers: Sequence[Wager[Any]], make: Callable[[], None]) -> None:
    """Check once for wagers that see and decide in this way, with these cards and rows, whatever the rows pay."""
    game = rules.game
    key = (
        what,
        game.deck.cards,
        game.hand_size,
        rules.ranking,
        *sorted(rules.readings.items()),
        repr(sorted(rules.chosen.items(), key=str)),
        *((w.id, w.see, w.row, *(case.when for case in w.cases), *rules.tables[w.id].rows) for w in wagers),
    )
    if key not in _FOUND:
        make()
        _FOUND.add(key)


# What the counters take for one --------------------------------------------------------------------------------


def check_deals(rules: Rules, wager: Wager[Any], deals: Sequence[tuple[int, Played]]) -> None:
    """The deals that a side wager is counted from, each standing for others; and whole rounds against the few cards of
    them that `Wager.looks` says decide the wager."""
    game = rules.game
    which = (wager.id, wager.looks, wager.rankings, rules.ranking, game.deck.cards, game.hand_size, len(deals))

    def make() -> None:
        if which not in _MEMBERS:
            if len(_MEMBERS) >= REMEMBERED:
                _MEMBERS.pop(next(iter(_MEMBERS)))
            _MEMBERS[which] = list(purity_sides.of_deals(rules, wager, deals, chance()))
        _check_sight(rules, wager)
        check(rules, [wager], _MEMBERS[which])

    once(rules, f"deals of {wager.looks}, {len(deals)}", [wager], make)


def check_table(rules: Rules, wager: Wager[Any], facts: Against) -> None:
    """A wager on all hands of the table: the highest category, whoever holds it and whatever the others hold."""
    once(rules, "table", [wager], lambda: check(rules, [wager], members.of_table(rules, wager, facts, chance())))


REMEMBERED = 8
_MEMBERS: dict[object, list[list[Played]]] = {}


def _check_sight(rules: Rules, wager: Wager[Any]) -> None:
    """What the wager sees of whole rounds must be what it sees of the cards it says it looks at."""
    table = PlainSampler(rules, 1, "staying", _staying(rules), stakes_of(rules))
    random = chance()
    for _ in range(ROUNDS):
        whole = members.played_of(table.dealt(random))
        part = partly(wager, whole)
        if part is None:
            return
        try:
            seen = wager.see(rules, part, 1)
        except (LookupError, ValueError, TypeError, CroupierError) as error:
            raise Impure(
                f"the {wager.name} looks at more cards than its {wager.looks!r}: {type(error).__name__}, {error}",
                (as_told(whole), as_told(part)),
                cite=wager.cite,
            ) from None
        _compare(rules, wager, (part, seen), (whole, wager.see(rules, whole, 1)))


def _staying(rules: Rules) -> Callable[[State], Decision]:
    """Never give up, so that nothing is forfeited."""
    streets = rules.game.streets

    def stays(state: State) -> Decision:
        return next(option.id for option in streets[len(state.decisions)].options if not option.folds)

    return stays
