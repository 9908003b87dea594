"""Journals that lie about their cards, every line hashed and every head signed with the key, as an insider makes them.

Some are made by driving the table with cards of one's own, others by changing what was written.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from croupier.games import open_game
from croupier.kit.cards import CARDS, cards, write
from croupier.table import Actor, Crowd, Direct, Perform, Place, Report, Staff, Vault, open_table, play, seeded, step
from croupier.table import events as e
from croupier.table import shuffle as first_scheme
from croupier.table.automatic import FLOORPERSON
from croupier.table.seeds import Context, commitment, final_seed
from croupier.table.shuffle import order, seal
from tests.support import table_rules
from tests.table.drive import Driver

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table import Table
    from croupier.table.commands import Command

    Log = list[tuple[e.Event, int]]

SALT = "5a" * 16


def night(
    game: str,
    rounds: int = 4,
    *,
    staff: Callable[[], Staff] | None = None,
    table: str = "T1",
    seed: int = 1,
    **submission: Any,
) -> Log:
    """The events of a table that ran by itself, as its staff would have it."""
    rules = table_rules(game, {key.replace("_", "-"): value for key, value in submission.items()})
    event, state = open_table(rules, table=table, at=0, test=True)
    chance = random.Random(seed)
    house = Staff(Vault(seeded(seed)), chance) if staff is None else staff()
    times = iter(range(1000, 10**9, 1000))
    log: Log = [(event, 0)]
    for events, _, at in play(state, house, Crowd(chance, 3, skip=0.0), rounds, lambda: next(times)):
        log += [(one, at) for one in events]
    return log


def changed(log: Log, kind: type[e.Event], number: int, /, **fields: Any) -> Log:
    """The log with the `number`th event of a kind changed."""
    found = places(log, kind)[number]
    event, at = log[found]
    return [*log[:found], (replace(event, **fields), at), *log[found + 1 :]]


def places(log: Log, kind: type[e.Event]) -> list[int]:
    """Where the events of a kind are; the record is one more, for the header."""
    return [i for i, (event, _) in enumerate(log) if isinstance(event, kind)]


def nth(log: Log, kind: type[e.Event], number: int = 0) -> Any:
    """The `number`th event of a kind."""
    return log[places(log, kind)[number]][0]


# Cards of one's own.


class OwnSeals(Staff):
    """A dealer who seals five cards for seat 1 that are not the next ones, and turns those over."""

    def answer(self, table: Table) -> tuple[Command, Actor] | None:
        found = super().answer(table)
        due = table.due
        if found is None or due is None or not isinstance(found[0], Perform):
            return found
        command, actor = found
        if due.id in {"deal", "reveal"} and "seats.1" in {due.to, f"seats.{due.seat}"}:
            mine = [self.vault.card("0", at) for at in self.places(table, 5, table.pack.size - 5)]
            if due.id == "deal":
                return replace(command, seals=tuple(seal(SALT, card) for card in mine)), actor
            return replace(command, cards=write(mine), salts=(SALT,) * 5), actor
        return command, actor


class OwnDice(Staff):
    """A dealer who shakes what pleases."""

    def answer(self, table: Table) -> tuple[Command, Actor] | None:
        found = super().answer(table)
        if found is None or table.due is None or table.due.id != "shake":
            return found
        command = found[0]
        assert isinstance(command, Perform)
        dice = [1 + face % 6 for face in command.value["dice"]]
        return replace(command, value={"dice": dice, "shakes": 3}), found[1]


class HouseDraws(Vault):
    """A house that draws a seed for the discards when it knows the contributions."""

    def shuffle(self, pack: str, deck: Any, context: Context, *, again: int = 0) -> Any:
        if again:
            return self.restore(pack, self._randomness(32), deck, context, again=again)
        return super().shuffle(pack, deck, context)


def own_seals() -> Log:
    return night("dj-wild", staff=lambda: OwnSeals(Vault(seeded(1)), random.Random(1)))


def own_dice() -> Log:
    return night("face-up-pai-gow", staff=lambda: OwnDice(Vault(seeded(1)), random.Random(1)))


def jammed_under_wagers() -> Log:
    """The device jams with the other deck while wagers lie there: these keep their share in the order of theirs."""
    driver = Driver("dj-wild", {"shuffler": "automated", "decks": 2}, cards="shuffled").ready(1)
    driver.do(Place(seat=1, wager="ante", amount=1000, contribution="aa"), "player", "P1")
    driver.do(Place(seat=1, wager="blind", amount=1000), "player", "P1")
    driver.do(Report(irregularity="shuffler-jam"), "floorperson")
    driver.until_phase("betting")
    driver.close_bets()
    driver.finish(s1="fold")
    driver.until("open-order")
    driver.advance()
    return driver.log


def short_shoe(vault: Vault) -> Log:
    """A shoe that runs out in the middle of a round, so that the discards are shuffled; then the order is opened.

    New dealers burn a card each until hardly any is left.
    """
    event, table = open_table(table_rules("over-under"), table="T1", at=0, test=True)
    chance, times = random.Random(1), iter(range(1000, 10**9, 1000))
    staff, crowd = Staff(vault, chance), Crowd(chance, 2, skip=0.0)
    log: Log = [(event, 0)]

    def do(command: Command, actor: Actor) -> None:
        nonlocal table
        at = next(times)
        events, table = step(table, command, actor, at)
        log.extend((one, at) for one in events)

    def go_on() -> None:
        while table.due is not None:
            if table.due.id == "deal" and table.pack.size - table.pack.at < (table.due.count or 1):
                do(Report(irregularity="insufficient"), staff.dealer)
            answer = staff.answer(table) or crowd.decide(table)
            assert answer is not None
            do(*answer)

    for arrival in crowd.arrive(table):
        do(*arrival)
    go_on()
    while table.pack.size - table.pack.at > 3:
        do(Direct(order="relieve", player="Dealer"), FLOORPERSON)
        go_on()
    for each in list(crowd.wager(table)):
        do(*each)
    do(Perform(step="no-more-bets"), staff.dealer)
    go_on()
    do(Direct(order="reshuffle"), FLOORPERSON)
    go_on()
    return log


# What was written, changed.


def _other(text: str) -> str:
    """Cards with the first one another."""
    first, *rest = cards(text)
    return write([next(card for card in CARDS if card not in (first, *rest)), *rest])


def shown_otherwise() -> Log:
    """A card dealt face up, another than it was."""
    log = night("over-under", dealing="continuous-shuffler")
    dealt = next(number for number, place in enumerate(places(log, e.Dealt)) if log[place][0].cards)  # type: ignore[attr-defined]
    return changed(log, e.Dealt, dealt, cards=_other(nth(log, e.Dealt, dealt).cards))


def turned_otherwise() -> Log:
    """A hand turned over that is not the one dealt, with seals to fit it."""
    log = night("dj-wild")
    revealed: e.Revealed = nth(log, e.Revealed)
    held = _other(revealed.cards)
    seals = tuple(seal(salt, card) for salt, card in zip(revealed.salts, cards(held), strict=True))
    dealt = next(i for i, i_ in enumerate(places(log, e.Dealt)) if log[i_][0].to == f"seats.{revealed.seat}")  # type: ignore[attr-defined]
    log = changed(log, e.Dealt, dealt, seals=seals)
    return changed(log, e.Revealed, 0, cards=held)


def ground_seed() -> Log:
    """A seed drawn when the contributions were known, opened as if it had been committed to."""
    log = night("dj-wild")
    seed = bytes(range(32))
    shuffled: e.Shuffled = nth(log, e.Shuffled)
    opened: e.OrderOpened = nth(log, e.OrderOpened)
    where = Context("T1", shuffled.number, shuffled.round, 0, "", shuffled.clock)
    placed = order(final_seed(seed, where, opened.contributions), open_game("dj-wild").deck)
    return changed(log, e.OrderOpened, 0, seed=seed.hex(), order=write(placed))


def copied_commitment() -> Log:
    """The commitment and seed of another table's shuffle."""
    log, theirs = night("dj-wild"), night("dj-wild", table="T2", seed=2)
    log = changed(log, e.Shuffled, 0, commitment=nth(theirs, e.Shuffled).commitment)
    opened: e.OrderOpened = nth(theirs, e.OrderOpened)
    return changed(log, e.OrderOpened, 0, commitment=opened.commitment, seed=opened.seed, order=opened.order)


def repeated_seed() -> Log:
    """The same seed for two shuffles, each commitment made for its own."""

    class Always(Vault):
        def shuffle(self, pack: str, deck: Any, context: Context, *, again: int = 0) -> Any:
            return self.restore(pack, bytes(32), deck, context, again=again)

    return night("dj-wild", staff=lambda: Staff(Always(), random.Random(1)))


def contribution_left_out() -> Log:
    """One player's contribution did not please."""
    log = night("dj-wild")
    began: e.RoundBegan = nth(log, e.RoundBegan)
    left = dict(list(began.contributions.items())[1:])
    return changed(log, e.RoundBegan, 0, contributions=left)


def contributions_changed() -> Log:
    """Everywhere but with the wagers, another contribution."""
    log = night("dj-wild")
    given = {**nth(log, e.RoundBegan).contributions, 1: "00"}
    return changed(log, e.RoundBegan, 0, contributions=given)


def other_contributions_opened() -> Log:
    """The order that other contributions would have made."""
    log = night("dj-wild")
    return changed(log, e.OrderOpened, 0, contributions={})


def another_cut() -> Log:
    """The cards are said to have been cut elsewhere."""
    return changed(night("dj-wild"), e.OrderOpened, 0, cut=nth(night("dj-wild"), e.OrderOpened).cut + 1)


def never_opened() -> Log:
    """The pack is shuffled again, and its order was never shown."""
    log = night("dj-wild")
    gone = places(log, e.OrderOpened)[0]
    return [*log[:gone], *log[gone + 1 :]]


def later_commitment() -> Log:
    """A commitment made for a later time than the shuffle's."""
    log = night("dj-wild")
    shuffled: e.Shuffled = nth(log, e.Shuffled)
    opened: e.OrderOpened = nth(log, e.OrderOpened)
    where = Context("T1", shuffled.number, shuffled.round, 0, "", shuffled.clock + 1)
    made = commitment(bytes.fromhex(opened.seed), where)
    log = changed(log, e.Shuffled, 0, commitment=made, clock=shuffled.clock + 1)
    return changed(log, e.OrderOpened, 0, commitment=made)


def number_left_out() -> Log:
    """A shuffle that is said to be the third, and there was no second."""
    return changed(night("dj-wild"), e.Shuffled, 1, number=3)


def older_scheme() -> Log:
    """After shuffles from two sides one by the house alone."""
    log = night("dj-wild")
    seed = bytes(range(32))
    placed = order(seed, open_game("dj-wild").deck)
    made = first_scheme.commitment(seed, placed)
    log = changed(log, e.Shuffled, 1, commitment=made, scheme=1, number=0, round=0, clock=0)
    return changed(log, e.OrderOpened, 1, commitment=made, seed=seed.hex(), order=write(placed), contributions={})


def place_skipped() -> Log:
    """A card of the order is passed over."""
    log = night("dj-wild")
    return changed(log, e.Dealt, 2, at=nth(log, e.Dealt, 2).at + 1)


def false_salt() -> Log:
    """A card turned over with a salt that opens nothing."""
    log = night("dj-wild")
    return changed(log, e.Revealed, 0, salts=("00" * 16, *nth(log, e.Revealed).salts[1:]))


class Forgery(NamedTuple):
    """How it is made, which event a verifier has to name (the `number`th of a kind, for a `to` or step), and words."""

    make: Callable[[], Log]
    kind: type[e.Event]
    number: int
    words: str
    of: str = ""

    def place(self, log: Log) -> int:
        """Where the event lies that is to be named."""
        found = [
            i
            for i in places(log, self.kind)
            if self.of in {"", *(str(getattr(log[i][0], name, "")) for name in ("to", "step", "what"))}
        ]
        return found[self.number]


def _discards_from_a_new_seed() -> Log:
    return short_shoe(HouseDraws(seeded(1)))


FORGERIES = {
    "own seals": Forgery(own_seals, e.Dealt, 0, "a seal that is not of the card at place 0", "seats.1"),
    "shown otherwise": Forgery(shown_otherwise, e.Dealt, 0, "where the order has"),
    "turned otherwise": Forgery(turned_otherwise, e.Dealt, 0, "a seal that is not of the card", "seats.2"),
    "own dice": Forgery(own_dice, e.Performed, 0, "the seed gives", "shake"),
    "ground seed": Forgery(ground_seed, e.OrderOpened, 0, "the commitment is not to this seed"),
    "copied commitment": Forgery(copied_commitment, e.OrderOpened, 0, "the commitment is not to this seed"),
    "repeated seed": Forgery(repeated_seed, e.OrderOpened, 1, "its seed was used before"),
    "contribution left out": Forgery(contribution_left_out, e.RoundBegan, 0, "has not the contribution"),
    "contributions changed": Forgery(contributions_changed, e.RoundBegan, 0, "has not the contribution"),
    "other contributions": Forgery(other_contributions_opened, e.OrderOpened, 0, "not those that fixed the order"),
    "another cut": Forgery(another_cut, e.OrderOpened, 0, "cut at"),
    "never opened": Forgery(never_opened, e.Shuffled, 1, "was never opened"),
    "later commitment": Forgery(later_commitment, e.Shuffled, 0, "its commitment is for clock"),
    "number left out": Forgery(number_left_out, e.Shuffled, 1, "its commitment is for number 3"),
    "older scheme": Forgery(older_scheme, e.Shuffled, 1, "of scheme 1"),
    "place skipped": Forgery(place_skipped, e.Dealt, 2, "is the next"),
    "discards from a new seed": Forgery(_discards_from_a_new_seed, e.OrderOpened, 1, "for the discards"),
    "false salt": Forgery(false_salt, e.Revealed, 0, "not the card that was sealed"),
}
