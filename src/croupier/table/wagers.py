"""Wagers before the deal: placed, with a coupon or without, taken back, given back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import CroupierError, IllegalAction
from croupier.game.played import place_wager
from croupier.kit.money import dollars, printed
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.money import move
from croupier.table.seeds import check_contribution

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.game import Rules
    from croupier.table.act import Act
    from croupier.table.state import Table


def player_at(act: Act, seat: int, cite: object) -> str:
    """The player at a seat, who must be the one acting; dealer and floor may act for a seat."""
    name = act.table.seats.get(seat)
    if name is None:
        raise IllegalAction(f"nobody sits at seat {seat}", field="seat", cite=cite)
    if act.actor.role == "player" and act.actor.name != name:
        raise IllegalAction(f"seat {seat} is {name}'s", field="seat", cite=cite)
    refuse_watcher(act, cite)
    return name


def refuse_watcher(act: Act, cite: object = None) -> None:
    """Refuse surveillance, which watches and does not play."""
    if act.actor.role == "surveillance":
        raise IllegalAction("surveillance watches; it does not play", field="actor", cite=cite)


def adjacent_cite(table: Table) -> object:
    """Where it says that a player's boxes are adjacent."""
    game = table.rules.game
    return next((choice.cite for choice in game.choices if choice.key == "adjacent-boxes"), game.seats_cite)


def _wagered(table: Table, name: str, without: int) -> list[int]:
    """The boxes that a player has wagers on, but one."""
    return [seat for seat in sorted(table.layout) if table.seats[seat] == name and seat != without]


def cut_off_boxes(table: Table, name: str, seat: int) -> list[int]:
    """The boxes a player has wagers on that are not adjacent to the others any more when this one is given up: those of
    the smaller part."""
    held = _wagered(table, name, seat)
    if not held or not held[0] < seat < held[-1] or seat not in table.layout:
        return []
    lower, upper = [n for n in held if n < seat], [n for n in held if n > seat]
    return upper if len(upper) <= len(lower) else lower


def place(act: Act, command: c.Place) -> None:
    """Put a wager on the layout while the betting is open."""
    table, actor = act.table, act.actor
    conduct = table.plans.conduct
    field = f"seats.{command.seat}.wagers.{command.wager}"
    if table.todo or table.idle or not table.open:
        raise IllegalAction("wagers are not taken now", field=field, cite=conduct.closed)
    name = player_at(act, command.seat, conduct.seated)
    if name in table.barred:
        words = f"{name} skipped a round and waits for the next shuffle"
        raise IllegalAction(words, field=field, cite=conduct.skipped_round)
    _check_told(act, command, name, field)
    given = _contribution(act, command) if command.contribution else ""
    if command.wager == "match-play":
        _coupon(act, command, given)
        return
    own = table.layout.get(command.seat, {})
    if command.wager in own:
        raise IllegalAction("that wager is placed; take it back to change it", field=field, cite=conduct.closed)
    _check_wager(act, command, own)
    held = [] if own or not table.layout else _wagered(table, name, command.seat)
    if held and not held[0] - 1 <= command.seat <= held[-1] + 1:
        words = f"{name} has wagers on {', '.join(map(str, held))}, and box {command.seat} is not adjacent"
        raise IllegalAction(words, field=field, cite=adjacent_cite(table))
    chips = table.accounts.get(f"player:{name}", 0)
    moves: tuple[tuple[str, str, int], ...] = ()
    if command.verbal:  # 686a.6(a): the cash becomes chips at once
        if table.accounts.get("inventory", 0) < command.amount:
            raise IllegalAction("the inventory does not hold so many chips; a fill is needed", field="inventory")
        moves = (("house", "drop", command.amount), ("inventory", f"player:{name}", command.amount))
        chips += command.amount
    if chips < command.amount:
        raise IllegalAction(f"{name} has {printed(chips)} in chips", field=field)
    entries = move(*moves, (f"player:{name}", "layout", command.amount))
    act.emit(
        e.WagerPlaced(
            seat=command.seat,
            wager=command.wager,
            amount=command.amount,
            entries=entries,
            verbal=command.verbal,
            contribution=given,
            by=actor.role,
            who=actor.name,
        )
    )


def place_wagers(act: Act, command: c.PlaceWagers) -> None:
    """Put all wagers of a seat on the layout; if one is refused, none is placed."""
    if not command.wagers:
        raise IllegalAction("no chips are on any spot", field=f"seats.{command.seat}.wagers")
    for each in placings(act.table.rules, command):
        place(act, each)


def placings(rules: Rules, command: c.PlaceWagers) -> list[c.Place]:
    """The wagers one by one, the Ante and what else is required first; the first carries the contribution."""
    places = {w.id: (w.id != rules.game.ante, w.placed != "required", n) for n, w in enumerate(rules.game.wagers)}
    order = sorted(command.wagers, key=lambda wager: places.get(wager, (True, True, len(places))))
    return [
        c.Place(
            seat=command.seat, wager=wager, amount=command.wagers[wager], contribution="" if n else command.contribution
        )
        for n, wager in enumerate(order)
    ]


def _check_told(act: Act, command: c.Place, name: str, field: str) -> None:
    """Refuse a wager that somebody else puts down than the player, or for a verbal one than the dealer."""
    verbal, actor = act.table.rules.game.verbal, act.actor
    if command.verbal:
        if not verbal[0]:
            raise IllegalAction("a verbal wager with cash is not accepted", field=field, cite=verbal[1])
        if actor.role != "dealer":
            raise IllegalAction("the dealer confirms a verbal wager", field="actor", cite=verbal[1])
    elif actor.role != "player":
        words = f"{name} places the wagers of seat {command.seat}"
        raise IllegalAction(words, field="actor", cite=verbal[1])


def _contribution(act: Act, command: c.Place) -> str:
    """The player's part of the next order's seed, from the player alone; real cards have no seed."""
    if act.actor.role != "player":
        raise IllegalAction("a player alone contributes to the seed", field="contribution")
    given = check_contribution(command.contribution, "contribution")
    return given if act.table.cards == "shuffled" else ""


def _check_wager(act: Act, command: c.Place, own: dict[str, int]) -> None:
    """One wager by itself: offered here, within limits, payable to the cent. What it must equal waits for the close."""
    table, plans = act.table, act.table.plans
    rules = plans.rules
    field = f"seats.{command.seat}.wagers.{command.wager}"
    key = (command.wager, command.amount)
    if key not in plans.checked:
        try:
            place_wager(rules, command.wager, dollars(command.amount))
        except CroupierError as error:
            raise error.within(f"seats.{command.seat}") from None
        stakes = [(command.wager, command.amount)]
        if command.wager == rules.game.ante:
            stakes += [(o.wager, o.times * command.amount) for s in rules.game.streets for o in s.options if o.wager]
        for id_, stake in stakes:
            paytable = rules.tables[id_]
            for pay in paytable.rows.values():
                if stake * pay.numerator % pay.denominator and not paytable.rounds:
                    raise IllegalAction(
                        f"{printed(stake)} at {pay.text} would not pay in whole cents", field=field, cite=paytable.cite
                    )
        plans.checked.add(key)
    wager = rules.game.wager(command.wager)
    assert wager is not None
    cite = plans.conduct.needs_shuffler.get(wager.id)
    if cite is not None and table.shuffler == "none":
        raise IllegalAction(
            f"the {wager.name} is not taken without the shuffler that counts the players", field=field, cite=cite
        )
    if wager.placed != "required":  # 669a.7(d)(4): after placing Ante and Blind Wagers
        missing = [w.name for w in rules.game.wagers if w.placed == "required" and w.id not in own]
        if missing:
            words = f"the required wagers come first: the {' and the '.join(missing)}"
            raise IllegalAction(words, field=field, cite=wager.cite)


def _coupon(act: Act, command: c.Place, given: str) -> None:
    """A match play coupon beside the ante."""
    table, rules = act.table, act.table.rules
    choice = next((ch for ch in rules.game.choices if ch.key == "match-play"), None)
    field = f"seats.{command.seat}.match-play"
    if choice is None or not rules.chosen["match-play"]:
        cite = choice.cite if choice else rules.game.verbal[1]
        raise IllegalAction("match play coupons are not accepted at this table", field=field, cite=cite)
    ante = table.layout.get(command.seat, {}).get(rules.game.ante, 0)
    if command.seat in table.coupons or not 0 < command.amount <= ante:
        raise IllegalAction("one coupon is laid with an Ante of at least its face", field=field, cite=choice.cite)
    act.emit(
        e.WagerPlaced(
            seat=command.seat,
            wager="match-play",
            amount=command.amount,
            entries={},
            contribution=given,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def take_back(act: Act, command: c.TakeBack) -> None:
    """Take a wager back before the betting closes; with the first go all others, with another that is required those
    that may only be placed after it."""
    table = act.table
    field = f"seats.{command.seat}.wagers.{command.wager}"
    if table.phase != "betting":
        raise IllegalAction("a wager may not be withdrawn now", field=field, cite=table.conduct.closed)
    if table.conduct.stays is not None and act.actor.role == "player":
        raise IllegalAction("a wager on the layout stays there", field=field, cite=table.conduct.stays)
    player_at(act, command.seat, table.conduct.seated)
    own = table.layout.get(command.seat, {})
    if command.wager not in own:
        raise IllegalAction("no such wager is placed", field=field, cite=table.conduct.closed)
    game = table.rules.game
    required = [w.id for w in game.wagers if w.placed == "required"]
    going = [command.wager]
    if command.wager in required:
        going = [w for w in own if command.wager in {w, game.ante} or w not in required]
    if len(going) == len(own) and cut_off_boxes(table, table.seats[command.seat], command.seat):
        raise IllegalAction(
            "the boxes that are left would not be adjacent: take back an outer one first",
            field=field,
            cite=adjacent_cite(table),
        )
    for wager in going:
        withdraw(act, command.seat, wager)


def give_back(act: Act, wagers: Iterable[str]) -> None:
    """Wagers on the layout that cannot be taken any more go back to their players."""
    for seat, own in list(act.table.layout.items()):
        for wager in [one for one in own if one in wagers]:
            withdraw(act, seat, wager)


def wager_anew(act: Act) -> None:
    """Sealed cards that get another order: all wagers on the layout go back, for the order would be made without what
    came with them. Real cards are shuffled under the wagers."""
    if act.table.cards == "shuffled" and act.table.play is None:
        give_back(act, {wager for own in act.table.layout.values() for wager in own})


def withdraw(act: Act, seat: int, wager: str) -> None:
    """Give a wager on the layout back to its player."""
    amount = act.table.layout[seat][wager]
    entries = move(("layout", f"player:{act.table.seats[seat]}", amount))
    act.emit(
        e.WagerPlaced(seat=seat, wager=wager, amount=-amount, entries=entries, by=act.actor.role, who=act.actor.name)
    )
