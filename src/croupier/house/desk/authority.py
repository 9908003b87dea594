"""Who may give a command at a table now, beyond the permission table: the one door for every person's command.

A dealer's step is for the dealer who took the table, never while the dealer is automatic. Nobody works where they sit,
or where an account of theirs does. A report that the record disproves is refused, and what needs two people is not done
by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import NotAllowed
from croupier.house.desk.step_values import check_values
from croupier.house.desk.two_person_commands import ASK, needs_second
from croupier.house.people import relations, roles
from croupier.house.people.permissions import FLOOR, REAL_CARDS, role_for, tag
from croupier.house.tables.automatic.setbacks import ORDERS
from croupier.house.tables.keeping.dealer_posts import deals_elsewhere
from croupier.table import Actor, BuyIn, Decide, Direct, Leave, Perform, Place, PlaceWagers, Report, Sit
from croupier.table.disproof import disproved
from croupier.table.payouts import RETURN
from croupier.table.skips import open_wagers

if TYPE_CHECKING:
    from collections.abc import Collection

    from croupier.house.people.permissions import HouseRole
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Table
    from croupier.table.commands import Command

APART = "nobody works at a table where they sit"
RELATED = "nobody works at a table where another account of theirs sits"
SET = "set"
COUPON = "match-play"
AUTOMATIC = "the automatic dealer deals here; take the table first"


def actor_of(keeper: Keeper, person: Person, command: Command) -> Actor | None:  # noqa: C901, PLR0912 - every check of a command, in order
    """In which role a person gives a command here, after every check; None if no role of theirs allows it."""
    role = _role(keeper, person, command)
    if role is None:
        return None
    if role == "dealer":
        check_deals(keeper, person.name)
    if role != "player":
        check_apart(keeper, person.name)
    if isinstance(command, Sit | BuyIn):
        check_plays(keeper)
    if isinstance(command, Sit):
        check_sits(keeper, command.player.strip())
        if role != "player":
            check_seated_by_floor(keeper, command.player.strip())
    table = keeper.decided
    if tag(command) in REAL_CARDS and role == "dealer" and table.cards != "entered":
        raise NotAllowed("players decide for themselves; a dealer acts for one who is late, at the console")
    if isinstance(command, Leave) and role != "player":
        _check_removal(table, command.seat)
        if command.seat in table.layout:
            check_setback(keeper, person.name)
    if isinstance(command, Place) and command.verbal:
        raise NotAllowed("cash is taken at the cage here: the player buys in", field="verbal")
    if COUPON in _wagers(command) and not keeper.settings.play_money:
        raise NotAllowed("a coupon is paper that nobody can look at here: none is laid for real money", field="wager")
    if isinstance(command, Decide) and role == "dealer" and command.low:
        raise NotAllowed("how a hand was set is the player's to say, or found when it is turned over", field="low")
    if isinstance(command, Decide) and role == "dealer" and command.announced:
        check_announced(keeper, table, command.seat, command.decision)
    elif isinstance(command, Decide) and role == "dealer":
        check_late(keeper, table)
    if isinstance(command, Perform):
        _check_step(keeper, table, command, role)
        _check_signature(keeper, table, command, person.name)
    elif isinstance(command, Report):
        check_report(keeper, table, command)
        check_reports_back(keeper, table, person.name)
    elif isinstance(command, Direct):
        _check_order(keeper, table, command)
        if command.order in ORDERS:
            check_setback(keeper, person.name)
    return Actor(role, person.name)  # type: ignore[arg-type]


def _wagers(command: Command) -> Collection[str]:
    """The wagers that a command places."""
    each = (command.wager,) if isinstance(command, Place) else ()
    return command.wagers if isinstance(command, PlaceWagers) else each


def deals(keeper: Keeper, name: str) -> bool:
    """Whether this person is the dealer of the table now."""
    return not keeper.settings.automatic and keeper.settings.dealer == name


def may_go_on(keeper: Keeper) -> bool:
    """Whether who deals the table may still do so: is employed in the role, and related to nobody who plays."""
    settings = keeper.settings
    if settings.automatic or settings.school:
        return True
    return not seated(keeper, settings.dealer) and _is_dealer(keeper, settings.dealer)


def _is_dealer(keeper: Keeper, name: str) -> bool:
    return roles.holds_role(keeper.database, name, "dealer", keeper.id)


def _role(keeper: Keeper, person: Person, command: Command) -> HouseRole | None:
    """The role a command is given in: of a step that is due, the one whose step it is. A dealer is who deals here."""
    held, due = person.roles(keeper.id), keeper.decided.due
    school = keeper.settings.school == person.name and any(role == "dealer" for role, _ in person.grants)
    if school:
        held |= {"dealer"}
    able = held if deals(keeper, person.name) else held - {"dealer"}
    if isinstance(command, Perform) and due is not None:
        own = due.seat and keeper.decided.seats.get(due.seat) == person.name
        fit = next((role for role in due.by if role in able and (role != "player" or own)), None)
        if fit is not None:
            return fit
    if tag(command) in REAL_CARDS and "dealer" in able and keeper.decided.cards == "entered":
        return "dealer"
    return role_for(able, command) or role_for(held, command)


def check_deals(keeper: Keeper, name: str) -> None:
    """Refuse whoever is not the dealer of this table."""
    settings = keeper.settings
    if settings.automatic:
        raise NotAllowed(AUTOMATIC)
    if settings.dealer != name:
        who = f"{settings.dealer} deals here" if settings.dealer else "nobody deals here yet"
        raise NotAllowed(f"{who}; take the table first")


def check_apart(keeper: Keeper, name: str) -> None:
    """Refuse the work of someone who sits at the table, in person or by another account."""
    if keeper.settings.school:
        return
    if name in _there(keeper.decided):
        raise NotAllowed(APART)
    if seated(keeper, name):
        raise NotAllowed(RELATED)


def seated(keeper: Keeper, name: str) -> bool:
    """Whether somebody, or another account of theirs, sits or plays at a table."""
    there = _there(keeper.decided)
    return bool(there) and not there.isdisjoint(relations.related(keeper.database, name))


def _there(table: Table) -> set[str]:
    return {*table.seats.values(), *(table.play.players.values() if table.play is not None else ())}


def check_plays(keeper: Keeper) -> None:
    """Refuse a seat and chips to people where only automatic players play: at a school."""
    if keeper.settings.school:
        raise NotAllowed("at a school only the house's automatic players play", field="player")


def check_sits(keeper: Keeper, name: str) -> None:
    """Refuse a seat to whoever deals the table, now or after this round, and to their other accounts."""
    settings = keeper.settings
    dealers = {"" if settings.automatic else settings.dealer, keeper.running.relief or ""} - {""}
    if dealers and not settings.school and not dealers.isdisjoint(relations.related(keeper.database, name)):
        raise NotAllowed("whoever deals a table does not sit at it", field="player")


def check_seated_by_floor(keeper: Keeper, name: str) -> None:
    """Refuse to seat anyone but a player of this table: nobody works where they sit, so that whoever was seated by
    another and has no say in it would be kept from the table."""
    if not roles.holds_role(keeper.database, name, "player", keeper.id):
        raise NotAllowed(f"{name or 'nobody'} is no player of this table", field="player")


def _check_step(keeper: Keeper, table: Table, command: Perform, role: str) -> None:
    settings = keeper.settings
    if role in FLOOR and settings.automatic and settings.floor == "automatic":
        raise NotAllowed("the floor of this table is automatic, and takes its own steps")
    if role == "dealer":
        check_dealer_step(keeper, table, command.step)
    check_values(table, command, role)
    check_finding(keeper, table, command)


def check_finding(keeper: Keeper, table: Table, command: Perform) -> None:
    """Refuse what an inspection finds wrong with a deck that the record shows to be whole."""
    finds = command.step in {"inspect", "verify"} and command.value is not None and not keeper.settings.school
    if finds and (shown := disproved(table, "bad-deck")):
        raise NotAllowed(shown, field="value")


OF_THE_DEAL = frozenset({"validate", "determine"})
"""Steps in which the floor holds the dealer's word against the cards."""


def _check_signature(keeper: Keeper, table: Table, command: Perform, name: str) -> None:
    """Refuse one person's word where two are needed: on a claim that they refused, under a payment that they made, for
    a win or a stub of their own deal."""
    play, due = table.play, table.due
    if play is None or due is None or due.id != command.step or keeper.settings.school:
        return
    first = ""
    if command.step == "rule-claim" and command.value == RETURN:
        first = play.refused.get(due.seat, ("", ""))[1]
    elif command.step == "document":
        first = play.payouts.get(due.seat, (0, ""))[1]
    elif command.step in OF_THE_DEAL and not keeper.settings.automatic:
        first = keeper.settings.dealer
    if first and relations.are_related(keeper.database, first, name):
        raise NotAllowed(f"{first} and {name} count as one person, and two are needed", field="actor")


def check_dealer_step(keeper: Keeper, table: Table, step: str) -> None:
    """Refuse a dealer's word for a player who still has time, and for what the floor has to determine."""
    if keeper.settings.school:
        return
    if step == "determine":
        raise NotAllowed("whoever counts the stub does not determine alone: this is for the floor", field="step")
    if step == "decline-cut" and table.cards == "shuffled":  # at real cards the dealer says what the player said
        check_late(keeper, table)


def _check_removal(table: Table, seat: int) -> None:
    """Refuse to take a seat from a hand in play: who is gone by somebody else's word would lose it."""
    play = table.play
    if play is not None and seat in play.round.seats and open_wagers(play, seat):
        raise NotAllowed("a hand in play is its player's: the seat is free after the round", field="seat")


def check_late(keeper: Keeper, table: Table) -> None:
    """Refuse to speak for a player whose time is not over."""
    if keeper.settings.school:
        return
    left = keeper.running.clock.seconds_left(table)
    if left > 0:
        raise NotAllowed(f"the player still has {max(1, round(left))} seconds", field="seat")


def speaks(keeper: Keeper, table: Table, seat: int) -> str:
    """The player of a seat who decides on a screen of their own: nobody says for them what they have said."""
    name = table.play.players.get(seat, "") if table.play is not None else ""
    here = bool(name) and not keeper.settings.school and keeper.presence.is_at(name, keeper.id)
    return name if here else ""


def check_announced(keeper: Keeper, table: Table, seat: int, decision: str) -> None:
    """Refuse to announce what a player decides who has the table's page open; once late, the dealer acts for them. That
    a hand is set everybody sees."""
    if decision != SET and (name := speaks(keeper, table, seat)):
        words = f"{name} has this table on a screen of their own and decides there; the dealer acts for one who is late"
        raise NotAllowed(words, field="announced")


def check_report(keeper: Keeper, table: Table, command: Report) -> None:
    """Refuse a report that the record disproves, and one that two people have to make."""
    check_claim(keeper, table, command)
    if not keeper.settings.school and needs_second(table, command):
        raise NotAllowed(ASK, field="irregularity")


def check_claim(keeper: Keeper, table: Table, command: Report) -> None:
    """Refuse a report that the record disproves, however many make it."""
    if table.cards == "shuffled" and command.cards:
        raise NotAllowed("a card is named by whoever keeps the order, not by a command", field="cards")
    if not keeper.settings.school and (shown := disproved(table, command.irregularity, command.seat)):
        raise NotAllowed(shown, field="irregularity")


def check_reports_back(keeper: Keeper, table: Table, name: str) -> None:
    """Refuse a report by whoever has set the round back too often, as long as none of its cards is dealt."""
    if table.play is None or not table.play.dealt:
        check_setback(keeper, name)


def check_setback(keeper: Keeper, name: str) -> None:
    """Refuse to have cards shuffled, cut or changed, or wagers go back, to whoever has done so too often before this
    round: nobody alone keeps a table from dealing."""
    if not keeper.settings.school and (here := keeper.running.setbacks).any:
        here.check(relations.related(keeper.database, name), keeper.now())


def _check_order(keeper: Keeper, table: Table, command: Direct) -> None:
    if command.order == "meter":  # whoever wants to set one asks for it
        raise NotAllowed("a meter follows its link and nobody's order", field="order")
    if command.order == "bring":
        raise NotAllowed("equipment comes to a table from the register and by nobody's order", field="order")
    if needs_second(table, command):
        raise NotAllowed(ASK, field="order")
    if command.order == "relieve":
        if table.due is not None and table.due.id in OF_THE_DEAL:
            raise NotAllowed("whoever dealt stays until the floor has determined what happened", field="order")
        check_relief(keeper, command.player.strip())


def check_relief(keeper: Keeper, name: str) -> None:
    """Refuse to relieve the dealer by anybody but the automatic dealer, or a dealer of this table who is apart."""
    if keeper.settings.automatic and name not in keeper.settings.relieved:
        raise NotAllowed(AUTOMATIC, field="order")
    if keeper.settings.school:
        raise NotAllowed("at a school nobody deals but the learner", field="order")
    if name == keeper.staff.dealer.name:
        if keeper.table.cards == "entered":
            raise NotAllowed("cards are entered by hand here, and the automatic dealer has none", field="player")
        return
    if name == keeper.settings.dealer:
        raise NotAllowed(f"{name} deals here already", field="player")
    check_apart(keeper, name)
    if not _is_dealer(keeper, name):
        raise NotAllowed(f"{name or 'nobody'} is no dealer of this table", field="player")
    if not keeper.settings.automatic and (there := deals_elsewhere(keeper.database, name, keeper.id)):
        raise NotAllowed(f"{name} deals at {there}, and one person deals at one table", field="player")


def check_takes(keeper: Keeper, name: str) -> None:
    """Refuse a table to a dealer whom the floor relieved there, by any account, until the floor says otherwise."""
    relieved = keeper.settings.relieved
    if relieved and not relations.related(keeper.database, name).isdisjoint(relieved):
        raise NotAllowed("the floor relieved you at this table, and says when you deal here again", field="table")
