"""A dealer's console: the order of the round, the one next step and what it needs, the layout, what is due.

Cut for a dealer, who sees what lies face up and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.house.cloth.choices import decision_words as decided
from croupier.house.cloth.felt import chapter, exact, label, real_cards, status
from croupier.house.screens.dealer import payloads
from croupier.house.screens.dealer.irregularities import seen_cards, wrongs
from croupier.house.screens.dealer.next_step import capital, next_step
from croupier.house.screens.dealer.order_of_round import done, order
from croupier.kit.cards import CARDS, JOKER
from croupier.table.dealing import left_in
from croupier.table.preparation import HOUR, overdue
from croupier.table.turns import speaking

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.kit.cards import Card
    from croupier.table import Table

LEAVES_SOON = HOUR
"""Cards and dice that leave within this time are spoken of."""
ORDINALS = ("", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
WAYS_TO_DEAL = {
    "hand": "Dealt from the hand",
    "manual-shoe": "Manual shoe",
    "automated-shoe": "Automated shoe",
    "shoe": "Shoe",
    "continuous-shuffler": "Continuous shuffler",
}


def console(keeper: Keeper, name: str) -> payloads.ConsoleView:
    """All that a dealer's page shows of a table."""
    table, rules, settings = keeper.table, keeper.rules, keeper.settings
    game = rules.game
    relief = keeper.running.relief
    return payloads.ConsoleView(
        table=keeper.id,
        name=keeper.name,
        game=game.id,
        edition=game.edition,
        title=game.name,
        chapter=chapter(rules),
        status=game.chapter.status,
        status_words=status(rules),
        phase=table.phase,
        round=table.play.number if table.play is not None else table.rounds + 1,
        cards=table.cards,
        real_cards=real_cards(table.cards),
        way=WAYS_TO_DEAL.get(table.way, table.way),
        open=table.open,
        dealt=payloads.DealtBy(
            automatic=settings.automatic,
            by=settings.dealer,
            you=settings.dealer == name,
            next=None if relief is None else relief or "the automatic dealer",
            hand_back=table.cards == "shuffled" and not settings.school,
        ),
        order=[
            payloads.OrderedStep(id=one.id, words=capital(one.words), cite=one.cite, state=state)
            for one, state in order(table, done(keeper))
        ],
        next=next_step(keeper, name),
        deck=deck(table),
        layout=layout(table),
        places=places(table),
        due=due_soon(keeper),
        wrongs=wrongs(keeper),
        school=None,
    )


# The layout.


def deck(table: Table) -> payloads.DeckState:
    """The cards that there are, and those that somebody has seen: none can come again."""
    whole = table.rules.game.deck
    counts: dict[int, int] = {}
    for card in seen_cards(table):
        counts[card] = counts.get(card, 0) + 1
    gone = [str(CARDS[card]) for card, count in counts.items() if count >= whole.copies]
    return payloads.DeckState(
        joker=JOKER in whole.cards,
        copies=whole.copies,
        gone=sorted(gone),
        left=left_in(table.pack),
        size=table.pack.size,
    )


def layout(table: Table) -> payloads.LayoutTable:
    """Seats and what lies on each betting area."""
    rules, play = table.rules, table.play
    offered = [w.id for w in rules.offered()]
    rows = []
    for seat in range(1, rules.game.seats + 1):
        playing = play is not None and seat in play.round.seats
        player = table.seats.get(seat) or (play.players[seat] if play is not None and playing else "")
        stakes = play.round.seats[seat].stakes if play is not None and playing else table.layout.get(seat, {})
        closed = play.closed.get(seat, ()) if play is not None else ()
        held = play.round.seats[seat].cards if play is not None and playing else ()
        rows.append(
            payloads.LayoutRow(
                seat=seat,
                player=player,
                state=_state(table, seat),
                amounts={w: _dollars(s) for w, s in stakes.items() if w not in closed},
                cards=_faces(held),
            )
        )
    return payloads.LayoutTable(
        columns=[payloads.LayoutColumn(id=w, label=label(rules, w)) for w in offered], rows=rows
    )


def _faces(held: Iterable[Card | None]) -> list[str]:
    return ["" if card is None else str(card) for card in held]


def _dollars(amount: int) -> str:
    return exact(amount)[1:].removesuffix(".00")


def _state(table: Table, number: int) -> str:
    play = table.play
    if play is None or number not in play.round.seats:
        if number not in table.seats:
            return "open"
        return "wagered" if table.layout.get(number) else "sits out" if play is not None else "no wager"
    seat = play.round.seats[number]
    if number in play.out:
        return "out"
    if all(w in play.closed.get(number, ()) for w in seat.stakes):
        return "settled"
    if number in speaking(table):
        return "decides"
    last = seat.decisions[-1] if seat.decisions else None
    return "waits" if last is None else decided(last if isinstance(last, str) else "set").lower()


def places(table: Table) -> list[payloads.PlaceCards]:
    """Cards that lie in places of their own, as far as they lie face up."""
    if table.play is None:
        return []
    names = {place.id: place.words for place in table.rules.game.places}
    return [
        payloads.PlaceCards(id=to, words=capital(names.get(to, to)), cards=_faces(held))
        for to, held in table.play.round.places.items()
        if held
    ]


# What is due.


def due_soon(keeper: Keeper) -> list[payloads.DueLine]:
    """The count of the stub, and cards or dice that have been in use for long."""
    table, now = keeper.table, keeper.clock()
    found = []
    stub = table.conduct.ways[table.way].stub
    if stub is not None and table.shuffler not in {"counting", "reshuffling"}:
        since = table.uncounted + 1
        if any(due.id == "count-stub" for due in table.todo) or since >= stub.every:
            rank = ORDINALS[since] if 0 < since < len(ORDINALS) else "Another"
            words = f"{rank} round since the last." if stub.every > 1 else "In every round."
            found.append(_due("Count the stub this round", words, str(stub.count.cite), now=True))
        elif stub.every > 1 and since > 0:
            left = stub.every - since
            words = "Count the stub next round" if left == 1 else f"Count the stub within {left} rounds"
            found.append(_due(words, f"At least every {stub.every} rounds.", str(stub.count.cite)))
    late = {due.id for due in overdue(table, now)}
    hours = table.rules.game.deck_hours.get(table.way)
    if hours is not None and table.pack.present:
        found.append(_hours("Deck change", table.pack.since, hours[0], str(hours[1]), now, "change-cards" in late))
    dice = table.conduct.dice
    if dice is not None and table.rules.chosen.get("start") != "generator":
        found.append(
            _hours("New dice", table.dice_since, dice.hours[0], str(dice.hours[1]), now, "change-dice" in late)
        )
    return found


def _hours(what: str, since: int, hours: int, cite: str, now: int, late: bool) -> payloads.DueLine:
    left = max(0, since + hours * HOUR - now)
    when = f"in {left // HOUR} h {left % HOUR // 60_000} min" if not late else "is due: call the floor"
    return _due(f"{what} {when}", f"After {hours} hours in use.", cite, now=late or left < LEAVES_SOON)


def _due(words: str, detail: str, cite: str, *, now: bool = False) -> payloads.DueLine:
    return payloads.DueLine(words=words, detail=detail, cite=cite, now=now)
