"""Journals whose every card is its order's, and which tell of conduct or payments that no law allows: hashed and signed
with the key, as an insider makes them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table import Crowd, Direct, Perform, Staff, Vault, open_table, seeded, step
from croupier.table import events as e
from croupier.table.automatic import FLOORPERSON
from croupier.table.evolve import evolve
from tests.journal.forgeries import Forgery, changed, night, nth, places
from tests.support import table_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.table import Table
    from tests.journal.forgeries import Log

    Meddle = Callable[[Table], Sequence[e.Event]]


def driven(game: str, meddle: Meddle, rounds: int = 2, *, swap: int = 0, **submission: object) -> Log:
    """A night in which `meddle` may add events before each step, and the table goes on as if they had been lawful.
    `swap` is the round that is dealt from the other pack."""
    event, table = open_table(table_rules(game, submission), table="T1", at=0, test=True)
    chance, times = random.Random(1), iter(range(1000, 10**9, 1000))
    staff, crowd = Staff(Vault(seeded(1)), chance), Crowd(chance, 2, skip=0.0)
    log: Log = [(event, 0)]

    def do(command, actor):
        nonlocal table
        at = next(times)
        events, table = step(table, command, actor, at)
        log.extend((one, at) for one in events)

    def go_on():
        nonlocal table
        while table.due is not None:
            for added in meddle(table):
                at = next(times)
                table = evolve(table, added, at)
                log.append((added, at))
            answer = staff.answer(table) or crowd.decide(table)
            assert answer is not None
            do(*answer)

    for arrival in crowd.arrive(table):
        do(*arrival)
    go_on()
    for number in range(1, rounds + 1):
        for each in list(crowd.wager(table)):
            do(*each)
        if number == swap:
            table = replace(table, active=1 - table.active)
        do(Perform(step="no-more-bets"), staff.dealer)
        go_on()
    do(Direct(order="reshuffle"), FLOORPERSON)
    go_on()
    return log


def _before_the_deal(table: Table) -> bool:
    due = table.due
    return table.play is not None and due is not None and due.id == "deal" and not table.pack.at


def extra_burns() -> Log:
    """Cards burned when the contributions are known, until a better one is next."""

    def burn(table: Table) -> Sequence[e.Event]:
        if not _before_the_deal(table) or table.due is None:
            return ()
        return [e.Discarded(what="burn", count=1, at=n, cite=table.due.cite, by="dealer") for n in range(3)]

    return driven("cajun-stud", burn)


def late_cut() -> Log:
    """The cards cut once more when the contributions are known."""
    done: list[int] = []

    def cut(table: Table) -> Sequence[e.Event]:
        if not _before_the_deal(table) or table.due is None or done:
            return ()
        done.append(table.rounds)
        return [e.Performed(step="cut", cite=table.due.cite, pack=table.active, value=17, by="dealer")]

    return driven("cajun-stud", cut)


def pack_not_in_play() -> Log:
    """The second round dealt from the pack that the device still holds."""
    return driven("dj-wild", lambda _: (), swap=2, decks=2, shuffler="counting")


def overpaid() -> Log:
    """A thousand dollars more for a seat than its lines say, out of the inventory."""
    log = night("cajun-stud")
    settled: e.Settled = nth(log, e.Settled)
    player = f"player:{nth(log, e.RoundBegan).players[settled.seat]}"
    entries = dict(settled.entries)
    entries[player] = entries.get(player, 0) + 100_000
    entries["inventory"] = entries.get("inventory", 0) - 100_000
    return changed(log, e.Settled, 0, entries=entries)


def forfeit_paid() -> Log:
    """The same for a seat that forfeited its wagers."""
    log = night("cajun-stud", 12)
    number = next(i for i, place in enumerate(places(log, e.Settled)) if _forfeits(log[place][0]))
    settled: e.Settled = nth(log, e.Settled, number)
    return changed(
        log,
        e.Settled,
        number,
        entries={**settled.entries, "inventory": settled.entries["inventory"] - 100_000, "house": 100_000},
    )


def _forfeits(event: e.Event) -> bool:
    return (
        isinstance(event, e.Settled) and bool(event.lines) and all(line["result"] == "forfeit" for line in event.lines)
    )


def wager_grown() -> Log:
    """A round that begins with a larger wager than lay on the layout."""
    log = night("cajun-stud")
    wagers = {seat: dict(own) for seat, own in nth(log, e.RoundBegan).wagers.items()}
    wagers[min(wagers)]["ante"] += 10_000
    return changed(log, e.RoundBegan, 0, wagers=wagers)


def dealt_up() -> Log:
    """A turn too early: the dealer's cards shown before they are due."""
    log = night("cajun-stud")
    turned, dealt = places(log, e.Turned)[0], places(log, e.Decided)[0]
    early = log[turned][0]
    return [*log[:dealt], (early, log[dealt][1]), *log[dealt:turned], *log[turned + 1 :]]


def _raised(what: str, *, dealing: bool) -> Log:
    """A meter of the table's own raised by a thousand dollars, once."""
    done: list[str] = []

    def meddle(table: Table) -> Sequence[e.Event]:
        if done or (dealing and not _before_the_deal(table)):
            return ()
        done.append(what)
        entries = {"house": -100_000, "meter:progressive": 100_000}
        return [e.MoneyMoved(what=what, entries=entries, meter="progressive", by="floorperson", who="Flo")]

    return driven("dj-wild", meddle, progressive="1")


def meter_raised_in_a_round() -> Log:
    """A meter set while its round is played."""
    return _raised("meter", dealing=True)


def meter_raised_from_outside() -> Log:
    """A meter that no other table shares, changed as if one did."""
    return _raised("linked", dealing=False)


def meter_raised_by_a_fill() -> Log:
    """Chips for the inventory that went to a meter."""
    return _raised("fill", dealing=False)


def late_at_once() -> Log:
    """A hand folded for a player who had hardly been asked, at a table whose submission states a time."""
    log = night("cajun-stud", decision_seconds=30)
    return changed(log, e.Decided, 0, decision="fold", stakes={}, entries={}, late=True, by="dealer")


def announced_online() -> Log:
    """A decision announced where no real cards lie."""
    return changed(night("cajun-stud"), e.Decided, 0, announced=True, by="dealer")


def decided_for() -> Log:
    """A decision that the dealer took in a player's place."""
    return changed(night("cajun-stud"), e.Decided, 0, by="dealer")


def decided_twice() -> Log:
    """A decision of a seat that nobody asked."""
    log = night("cajun-stud")
    place = places(log, e.Decided)[0]
    return [*log[: place + 1], log[place], *log[place + 1 :]]


CONDUCT_FORGERIES = {
    "extra burns": (Forgery(extra_burns, e.Discarded, 0, "to discard (burn) was not due", "burn"), "conduct"),
    "late cut": (Forgery(late_cut, e.Performed, 1, "cut was not due", "cut"), "conduct"),
    "pack not in play": (Forgery(pack_not_in_play, e.RoundBegan, 1, "is in play"), "conduct"),
    "overpaid": (Forgery(overpaid, e.Settled, 0, "not those of its lines"), "books"),
    "forfeit paid": (Forgery(forfeit_paid, e.Settled, -1, "not those of its lines"), "books"),
    "wager grown": (Forgery(wager_grown, e.RoundBegan, 0, "other wagers than lie on the layout"), "conduct"),
    "late at once": (Forgery(late_at_once, e.Decided, 0, "whose player still had"), "conduct"),
    "announced online": (Forgery(announced_online, e.Decided, 0, "players decide for themselves"), "conduct"),
    "decided for": (Forgery(decided_for, e.Decided, 0, "whose player was not late"), "conduct"),
    "decided twice": (Forgery(decided_twice, e.Decided, 1, "was not due"), "conduct"),
    "turned early": (Forgery(dealt_up, e.Turned, 0, "to turn cards of"), "conduct"),
    "meter raised in a round": (Forgery(meter_raised_in_a_round, e.MoneyMoved, -1, "while wagers are"), "conduct"),
    "meter raised from outside": (Forgery(meter_raised_from_outside, e.MoneyMoved, -1, "from outside"), "conduct"),
    "meter raised by a fill": (Forgery(meter_raised_by_a_fill, e.MoneyMoved, -1, "by a fill"), "books"),
}
"""Each with the fault that verification finds."""
