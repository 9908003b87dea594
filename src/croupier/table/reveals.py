"""Cards turned over: the dealer's and the community's, each player's hand, the dealer's hands as they are set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.game import Played
from croupier.kit.cards import cards, write
from croupier.table import events as e
from croupier.table.dealing import check_seals, named, shown
from croupier.table.envy import acknowledge
from croupier.table.skips import open_wagers

if TYPE_CHECKING:
    from croupier.kit.cards import Card
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due


def set_dealer(act: Act, due: Due, command: c.Perform) -> None:
    """688a.11(a): the dealer's seven cards by the house way; a wrong setting is reset, 688a.13(h)."""
    rules, held = act.table.rules, act.play.round.places["dealer"]
    assert rules.game.set_hands is not None
    low = rules.game.set_hands(rules, held, "house-way").low
    if command.value is not None:
        if not isinstance(command.value, str):
            raise IllegalAction("the low hand is two cards", field="value", cite=due.cite)
        named_hands = named(command.value, 2, "value", due.cite)
        if sorted(named_hands) != sorted(low):
            if not set(named_hands) <= set(held):
                raise IllegalAction(f"{write(named_hands)} are not among {write(held)}", field="value", cite=due.cite)
            wrong = act.table.conduct.irregularity("wrong-setting")
            assert wrong is not None
            act.emit(
                e.IrregularityFound(
                    irregularity=wrong.id,
                    cite=str(wrong.cite),
                    remedy=wrong.remedy,
                    note=write(named_hands),
                    by=act.actor.role,
                    who=act.actor.name,
                )
            )
    act.performed(due, write(low))


def turn(act: Act, due: Due, command: c.Perform) -> None:
    """Cards of a place, face up."""
    play = act.play
    lying = play.round.places[due.to]
    first = play.shown.get(due.to, 0)
    count = min(due.count, len(lying) - first)
    found = named(command.cards, count, "cards", due.cite)
    check_seals(act, due.to, first, found, command.salts, due.cite)
    shown(act, found, due.cite)
    said = ""
    if due.to == "dealer" and act.table.conduct.announce is not None and count == len(lying):
        said = _announced(act, found, act.table.conduct.announce, command.value)
    elif command.value is not None:
        raise IllegalAction("this step has no value", field="value", cite=due.cite)
    act.emit(
        e.Turned(
            to=due.to,
            first=first,
            cards=write(found),
            cite=due.cite,
            salts=command.salts,
            announced=said,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def _announced(act: Act, held: tuple[Card, ...], cite: object, told: object = None) -> str:
    """The best hand that the cards make, which the dealer announces; another one is refused."""
    rules = act.table.rules
    if rules.ranking is None:  # a game of points
        told_so = rules.game.show(rules, Played({}, {"dealer": held}, None), None) or {}
        name, words = str(told_so.get("name", "")), str(told_so.get("text", ""))
    else:
        board = act.table.play.round.places.get("community", ()) if act.table.play is not None else ()
        if len(held) < rules.ranking.size and None not in board:
            held = (*held, *board)
        best = rules.ranking.rank(held) if len(held) == rules.ranking.size else rules.ranking.best(held)
        name, words = rules.ranking.category(best).name, rules.ranking.text(best)
    if told is not None and told not in (name, words):
        raise IllegalAction(f"{write(held)} make {words}, and not {told}", field="value", cite=cite)
    return words


def _announced_hand(act: Act, found: tuple[Card, ...], told: object) -> str:
    """687a.11(e), 683a.11(h): a player's best hand, with the community cards where these lie face up."""
    cite, ranking = act.table.conduct.announce_hands, act.table.rules.ranking
    board = act.play.round.places.get("community", ())
    if cite is None or ranking is None or None in board:
        return ""
    return _announced(act, (*found, *board), cite, told)


def reveal(act: Act, due: Due, command: c.Perform) -> None:
    """A player's hand, turned over by the dealer; in pai gow as it was set."""
    table, number = act.table, due.seat
    rules = table.rules
    found = named(command.cards, rules.game.hand_size, "cards", due.cite)
    check_seals(act, f"seats.{number}", 0, found, command.salts, due.cite)
    shown(act, found, due.cite, lying=act.play.round.seats[number].cards)
    low = _low(act, number, found, command, due)
    said = _announced_hand(act, found, command.value)
    if command.value is not None and not (said or _is_found(act, number)):
        raise IllegalAction("this step has no value", field="value", cite=due.cite)
    event = e.Revealed(
        seat=number,
        cards=write(found),
        cite=due.cite,
        salts=command.salts,
        low=low,
        announced=said,
        by=act.actor.role,
        who=act.actor.name,
    )
    act.emit(event)
    if not open_wagers(act.play, number):  # a surrendered hand, which may still earn others an Envy Bonus
        acknowledge(act, number)


def _is_found(act: Act, number: int) -> bool:
    """Whether the low hand is what the dealer finds on the layout: nobody has said how it is set."""
    if act.table.rules.game.set_hands is None or number in act.play.out or number in act.play.low:
        return False
    seat = act.play.round.seats[number]
    return seat.folded is None and not (seat.decisions and seat.decisions[-1] == "house-way")


def _low(act: Act, number: int, found: tuple[Any, ...], command: c.Perform, due: Due) -> str:
    """What was set as the low hand: by the places the player named, the house way, or as the dealer finds it."""
    rules = act.table.rules
    if rules.game.set_hands is None or number in act.play.out:
        return ""
    seat = act.play.round.seats[number]
    if seat.decisions and seat.decisions[-1] == "house-way":
        return write(rules.game.set_hands(rules, found, "house-way").low)
    if places := act.play.low.get(number):
        return write(found[i] for i in sorted(places))
    if not _is_found(act, number):
        return ""
    if not isinstance(command.value, str):
        raise IllegalAction("the low hand as it was found must be named", field="value", cite=due.cite)
    low = cards(command.value)
    if not low or not set(low) <= set(found) or len(set(low)) != len(low):
        raise IllegalAction(f"{command.value!r} is not part of {write(found)}", field="value", cite=due.cite)
    return write(low)
