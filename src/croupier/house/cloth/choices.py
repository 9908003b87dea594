"""What a person is asked at a table: every choice with its price, its consequence, and the reason if it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.game import settle_seat
from croupier.house.felt import exact, label
from croupier.house.hands import house_way, judged
from croupier.kit.cards import cards
from croupier.kit.money import cents
from croupier.table import Actor, Decide, step
from croupier.table import events as e
from croupier.table.lines import as_played, as_seat
from croupier.table.skips import still_open, undecided

if TYPE_CHECKING:
    from croupier.game import Option
    from croupier.table import Due, Table

TIMES = ("", "equal to", "twice", "three times")
KEYS = {"raise": "R", "fold": "F", "check": "K", "over": "O", "under": "U", "surrender": "S", "house-way": "H"}
DONE = {"raise": "Raised", "fold": "Folded", "check": "Checked", "surrender": "Surrendered", "house-way": "House way",
        "set": "Hands set", "over": "Over 23", "under": "Under 18"}  # fmt: skip


def waiting(table: Table) -> tuple[int, ...]:
    """The seats that have to speak now: one, or all where the chapter lets them decide together."""
    due, play = table.due, table.play
    if due is None:
        return ()
    if due.id == "decide" and play is not None:
        seats = undecided(play, due.street)
        return seats if table.conduct.together else seats[:1]
    return (due.seat,) if due.seat and due.id in {"cut", "choose"} else ()


def done(decision: str) -> str:
    """A decision in the past tense: ``Raised 2×``."""
    if decision in DONE:
        return DONE[decision]
    verb, _, times = decision.rpartition("-")
    return f"{ {'raise': 'Raised', 'play': 'Played'}.get(verb, decision) } {times}\u00d7"


def ask(table: Table, seat: int, player: str, own: list[str]) -> dict[str, Any] | None:
    """What this person is asked now, if anything; each option carries the command that says it."""
    due = table.due
    if due is None or seat not in waiting(table):
        return None
    if due.id == "cut":
        options = _cuts(table, due)
    elif due.id == "choose":
        options = [_said(f"choose-{o}", o.replace("-", " ").capitalize(), "", due.cite,
                         {"command": "perform", "step": "choose", "value": o}) for o in due.options]  # fmt: skip
    else:
        options = _decisions(table, due, seat, player, own)
    return {"seat": seat, "step": due.id, "options": options, "setting": any(o["id"] == "set" for o in options),
            "late": _late(table, due), "cite": due.cite,
            "last": due.id == "decide" and due.street == len(table.rules.game.streets) - 1}  # fmt: skip


def still(table: Table, seat: int, player: str) -> list[dict[str, Any]]:
    """What this person may still say after deciding, though nothing is asked (688a.11(d))."""
    found = [_option(table, option, seat, player, [], setting=True) for option in still_open(table, seat)]
    return [option for option in found if not option["refused"]]


def _said(id_: str, words: str, detail: str, cite: str, command: dict[str, Any], *, key: str = "",
          main: bool = True, refused: str = "") -> dict[str, Any]:  # fmt: skip
    return {"id": id_, "words": words, "detail": refused or detail, "cite": cite, "command": command, "key": key,
            "main": main and not refused, "refused": refused, "wager": ""}  # fmt: skip


def _cuts(table: Table, due: Due) -> list[dict[str, Any]]:
    size = table.packs[due.pack].size
    cut = {"command": "perform", "step": "cut", "value": size // 2}
    decline = {"command": "perform", "step": "decline-cut"}
    return [_said("decline-cut", "Leave it", "the next player is offered the cut", due.cite, decline, key="K",
                  main=False),
            _said("cut", "Cut the cards", f"{size // 2} cards deep", due.cite, cut, key="Enter")]  # fmt: skip


def _late(table: Table, due: Due) -> str:
    if due.id == "decide":
        late = table.rules.game.streets[due.street].late
        return {"fold": "Folds at zero", "check": "Checks at zero", "surrender": "Surrenders at zero",
                "house-way": "Set by the house way at zero"}.get(late, late)  # fmt: skip
    return "Left to others at zero"


def _decisions(table: Table, due: Due, seat: int, player: str, own: list[str]) -> list[dict[str, Any]]:
    street = table.plans.street(due.street, table.way)
    found = [_option(table, option, seat, player, own, setting=street.setting) for option in street.options]
    if street.setting:
        command = {"command": "decide", "seat": seat, "decision": "set"}
        found.append(_said("set", "Set hands", "", str(street.cite), command, key="Enter"))
    quiet = [o for o in found if not o["main"]]
    return [*quiet, *sorted((o for o in found if o["main"]), key=lambda o: (o["id"] == "set", o["words"]))]


def _option(table: Table, option: Option, seat: int, player: str, own: list[str], *, setting: bool) -> dict[str, Any]:
    command = Decide(seat=seat, decision=option.id)
    assert table.play is not None
    cost = option.times * table.play.round.seats[seat].wagers[table.rules.game.ante]
    missing = cost - table.accounts.get(f"player:{player}", 0) if option.wager else 0
    refused, lost = "", 0
    try:
        events, after = step(table, command, Actor("player", player), table.clock)
        lost = _forfeits(table, after, events, seat) if option.folds else 0
    except CroupierError as error:
        sides = option.id == "surrender" and len(table.play.round.seats[seat].stakes) > 1
        refused = "closed: you hold side wagers" if sides else error.message
        refused = f"{exact(missing)} short" if missing > 0 else refused
    told = {"command": "decide", "seat": seat, "decision": option.id}
    words, detail = option.id.replace("-", " ").capitalize(), ""
    if option.wager:
        verb, _, times = option.id.rpartition("-")
        if times.isdecimal():
            words = f"{verb.capitalize()} {times}\u00d7"
            detail = exact(cost)
        else:
            words = f"{label(table.rules, option.wager)} {exact(cost)}"
            detail = f"{TIMES[option.times]} your {label(table.rules, table.rules.game.ante)}"
    elif option.folds:
        detail = f"forfeits {exact(lost)}"
    elif option.id == "house-way" and own and all(own):
        held = cards(" ".join(own))
        detail = f"{judged(table.rules, held, house_way(table.rules, held))['low']} low"
    elif option.id == "check":
        detail = "no wager now"
    key = KEYS.get(option.id, option.id[-1] if option.id[-1].isdecimal() else "")
    main = bool(option.wager) and not setting
    said = _said(option.id, words, detail, str(option.cite), told, key=key, main=main, refused=refused)
    return said | {"wager": option.wager or ""}


def _forfeits(before: Table, after: Table, events: tuple[e.Event, ...], seat: int) -> int:
    """What giving up costs: lines collected at once, or those that will be."""
    at_once = [line for event in events if isinstance(event, e.Settled) for line in event.lines]
    if at_once:
        return sum(cents(line["stake"]) for line in at_once if line["result"] == "forfeit")
    assert after.play is not None
    assert before.play is not None
    stakes = {w: s for w, s in before.play.round.seats[seat].stakes.items() if w in after.plans.forfeitable}
    seats = {n: as_seat(after, n, stakes if n == seat else None) for n in after.play.round.seats}
    lines = settle_seat(after.rules, as_played(after, seats), seat, None, left=None, envy=False)[0]
    return sum(line.stake for line in lines if line.result == "forfeit")
