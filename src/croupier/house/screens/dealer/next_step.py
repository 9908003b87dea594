"""The one next step of a table for its dealer: the words, the provision, who may take it, what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.house.desk.authority import SET, speaks
from croupier.house.desk.dealing import Pressed, press
from croupier.house.screens.dealer import payloads
from croupier.house.screens.dealer.order_of_round import closing, quoted, said
from croupier.house.tables.automatic.betting import BETTING
from croupier.table import Actor
from croupier.table.dealing import left_in
from croupier.table.inspection import WRONG
from croupier.table.recount import RACK, STUB, early_count, recorded
from croupier.table.turns import speaking

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Due, Table


def next_step(keeper: Keeper, name: str) -> payloads.NextStep | None:
    """The step that the law expects, in words, with its provision in ours, who may take it and what it needs."""
    table = keeper.table
    if not table.open:
        return None
    due = table.due or closing(table)
    found = payloads.NextStep(
        id=due.id,
        words=f"{capital(said(table, due))}.",
        cite=due.cite,
        law=provision(table, due.cite),
        by=[role.replace("-", " ") for role in due.by],
        yours="dealer" in due.by,
        why="",
        more=[],
        needs=payloads.StepNeeds("wait"),
    )
    if table.due is None:
        return _betting(keeper, name, found)
    turns = speaking(table)
    if due.id == "view" and not table.seats:
        return replace(found, why="The first player has not arrived yet.")
    if due.id in {"decide", "choose"} or (due.id == "cut" and due.seat):
        return _players(keeper, due, turns, found)
    if due.id == "determine" and not keeper.settings.school:
        return replace(found, yours=False, why="Whoever counts does not determine alone: call the floor.")
    if "dealer" not in due.by:
        who = " or ".join(due.by).replace("-", " ")
        return replace(found, why=f"This step is for the {who}: call the floor.")
    return replace(found, needs=needs(table, due), more=_more(table, due), whole=_whole(table, due))


def _betting(keeper: Keeper, name: str, found: payloads.NextStep) -> payloads.NextStep:
    """Whether the betting can be closed now, and what goes back if it is."""
    table = keeper.table
    required = {w.id for w in table.rules.offered() if w.placed == "required"}
    ready = [seat for seat, own in table.layout.items() if required <= set(own)]
    lacking = [seat for seat in sorted(table.layout) if seat not in ready]
    seated = len([n for n, who in table.seats.items() if who not in table.barred])
    note = f"{len(ready)} of {seated} seats have wagered."
    if lacking:
        note += f" What lies at seat {' and '.join(map(str, lacking))} lacks a required wager and goes back."
    found = replace(found, needs=payloads.StepNeeds("press"), note=note)
    idle = payloads.OtherWay("Nobody is here: spread the cards", step="spread-idle")
    more = [idle] if not table.seats and not table.idle else []
    try:
        press(keeper, table, Pressed(BETTING), Actor("dealer", name))
    except CroupierError as error:
        return replace(found, more=more, why=f"{capital(error.message)}.", why_cite=error.cite or "")
    return found


def _players(keeper: Keeper, due: Due, turns: tuple[int, ...], found: payloads.NextStep) -> payloads.NextStep:
    """A step that waits for players, and what a dealer may do about one who is late."""
    table = keeper.table
    names = table.play.players if table.play is not None else table.seats
    who = " and ".join(f"seat {n}, {names.get(n, '')}" for n in turns[:3])
    more: list[payloads.OtherWay] = []
    if due.id == "decide" and turns:
        late = table.rules.game.streets[due.street].late.replace("-", " ")
        seat = turns[0]
        more = [
            *_announced(keeper, due, seat),
            payloads.OtherWay(f"Seat {seat}’s time is over: {late}", late=seat),
            *_more(table, due),
        ]
    elif due.id == "cut":
        more = [payloads.OtherWay(f"Seat {due.seat} declines the cut", step="decline-cut")]
    return replace(found, why=f"Waiting for {who}." if who else "Waiting for the players.", more=more)


def _announced(keeper: Keeper, due: Due, seat: int) -> list[payloads.OtherWay]:
    """What a player at real cards may say, for the dealer to announce; one with a screen of their own says it there."""
    table = keeper.table
    if table.cards != "entered":
        return []
    street = table.rules.game.streets[due.street]
    options = () if speaks(keeper, table, seat) else street.options
    ways = [*([SET] if street.setting else []), *(option.id for option in options)]
    return [
        payloads.OtherWay(words=f"Seat {seat} says: {way.replace('-', ' ')}", announce=seat, decision=way)
        for way in ways
    ]


def needs(table: Table, due: Due) -> payloads.StepNeeds:
    """What has to be said with a step: nothing, cards, a number, numbers or dice."""
    if due.id == "determine":
        return payloads.StepNeeds(kind="counts", counts=counts(table))
    if table.cards == "shuffled":
        return payloads.StepNeeds(kind="press")
    if (due.id == "deal" and due.up) or due.id in {"turn", "reveal"}:
        return _cards(table, due)
    make = _NUMBERS.get(due.id)
    if make is not None:
        least, most, words, expect = make(table, due)
        return payloads.StepNeeds(kind="number", least=least, most=most, words=words, expect=expect)
    if due.id == "shake":
        if table.rules.chosen.get("start") == "generator":
            return payloads.StepNeeds(kind="number", least=1, most=7, words="The number displayed", expect="")
        assert table.conduct.dice is not None
        return payloads.StepNeeds(kind="dice", shakes=table.conduct.dice.shakes)
    return payloads.StepNeeds(kind="press")


def _cards(table: Table, due: Due) -> payloads.StepNeeds:
    play, rules = table.play, table.rules
    assert play is not None
    if due.id == "deal":
        return payloads.StepNeeds(kind="cards", count=due.count or 1, low=0, to=due.to)
    if due.id == "turn":
        lying = len(play.round.places[due.to])
        return payloads.StepNeeds(
            kind="cards", count=min(due.count, lying - play.shown.get(due.to, 0)), low=0, to=due.to
        )
    seat = play.round.seats[due.seat]
    by_house = bool(seat.decisions) and seat.decisions[-1] == "house-way"
    is_set = rules.game.set_hands is not None and due.seat not in play.out
    found = is_set and not by_house and seat.folded is None and due.seat not in play.low
    return payloads.StepNeeds(kind="cards", count=rules.game.hand_size, low=2 if found else 0, to=f"seats.{due.seat}")


def counts(table: Table) -> list[payloads.CountNeed]:
    """Where the cards of the deck are counted, and how many should lie there."""
    words = {STUB: "Stub", RACK: "Discard rack"}
    return [
        payloads.CountNeed(
            place=place, words=words.get(place, place.replace("seats.", "seat ").capitalize()), expect=count
        )
        for place, count in recorded(table).items()
    ]


def _cut(table: Table, due: Due) -> tuple[int, int, str, str]:
    rule, size = table.conduct.cut, table.packs[due.pack].size
    return rule.least, size - (rule.least if rule.both_ends else 1), "Cards above the cover card", ""


def _cover(table: Table, due: Due) -> tuple[int, int, str, str]:
    depth: Fraction | int | None = table.conduct.cut.depth
    size = table.packs[due.pack].size
    if isinstance(depth, int) or depth is None:
        return depth or 0, depth or 0, "Cards under the cover card", ""
    return -(-size * depth.numerator // depth.denominator), size - 1, "Cards under the cover card", ""


def _stub(table: Table, _: Due) -> tuple[int, int, str, str]:
    return 0, 2 * table.pack.size, "Cards in the stub", f"Expect {left_in(table.pack)}."


def _count(table: Table, due: Due) -> tuple[int, int, str, str]:
    size = table.packs[due.pack].size
    return 0, 2 * size, "Cards counted", f"Expect {size}."


def _chips(table: Table, _: Due) -> tuple[int, int, str, str]:
    assert table.play is not None
    ids = [w.id for w in table.plans.progressives]
    placed = sum(w in seat.stakes for seat in table.play.round.seats.values() for w in ids)
    return 0, 99, "Chips collected", f"The system accepted {placed}."


def _emptied(table: Table, _: Due) -> tuple[int, int, str, str]:
    size = len(table.rules.game.deck)
    return 0, 2 * size, "Cards in the rack", f"Expect {size}."


def _surrendered(table: Table, _: Due) -> tuple[int, int, str, str]:
    size = table.rules.game.hand_size
    return 0, 2 * size, "Cards collected", f"Expect {size}."


_NUMBERS = {
    "cut": _cut,
    "insert-cover": _cover,
    "count-stub": _stub,
    "device-count": _count,
    "verify-chips": _chips,
    "empty-shoe": _emptied,
    "count-surrendered": _surrendered,
}


_FINDINGS = {
    "inspect": (("defective", "A card is defective"), ("missing", "A card is missing"), ("extra", "One too many")),
    "tear-joker": (("torn", "There were two: one is torn"),),
    "verify-winner": (("not-a-winner", "The hand does not win"),),
    "verify-light": (("unlit", "The light is not lit"),),
    "cover-all-mode": ((WRONG, "It is in another mode"),),
}
"""What a dealer may find at a step that is otherwise pressed."""


def _more(table: Table, due: Due) -> list[payloads.OtherWay]:
    """Other ways of doing a step that the law leaves to the dealer, and what it may find."""
    sealed = table.cards == "shuffled" and due.id in {"inspect", "verify-winner"}  # which the record would disprove
    if (found := _FINDINGS.get(due.id)) and not sealed:
        return [payloads.OtherWay(words=words, step=due.id, value=value) for value, words in found]
    if due.id == "receive":
        return [payloads.OtherWay(words="The cards came preshuffled", step=due.id, value="preshuffled")]
    if due.id == "insert-cover" and table.conduct.cut.cover_optional:
        return [payloads.OtherWay(words="Leave the cover card in the rack", step=due.id, value="rack")]
    if due.id != "count-stub" and table.cards == "shuffled" and table.uncounted >= 0 and early_count(table) is not None:
        return [payloads.OtherWay(words="Count the stub first", step="count-stub")]
    return []


def _whole(table: Table, due: Due) -> int:
    """How many hands one press may deal, as far as no card has to be named."""
    if due.id != "deal" or (table.cards == "entered" and due.up):
        return 0
    count = 0
    for one in table.todo:
        if one.id != "deal" or one.cite != due.cite or (table.cards == "entered" and one.up):
            break
        count += 1
    return count if count > 1 else 0


def provision(table: Table, cite: str) -> str:
    """A provision of the chapter in our words."""
    law = table.rules.game.chapter
    found = law.provisions.get(cite.removeprefix(law.prefix))
    return f"{capital(quoted(found.words))}." if found is not None else ""


def capital(words: str) -> str:
    """Words as a sentence begins."""
    return words[:1].upper() + words[1:]
