"""The floor at a glance: every table in a row, what waits for the floorperson, one table in full, who is at work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from croupier.house import schema
from croupier.house.alarms import Alarm, alarms
from croupier.house.claims import open_claims
from croupier.house.felt import chapter, exact, label, limits, real_cards, signed, status
from croupier.house.orders import orders
from croupier.house.permissions import PAGES, may
from croupier.house.presence import in_order
from croupier.house.reporting import irregularities
from croupier.house.steps import counts
from croupier.house.validating import for_floor, payment
from croupier.kit.money import printed
from croupier.table.inspection import WRONG
from croupier.table.payouts import ACCEPTED

if TYPE_CHECKING:
    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.table import Due, Table

LOW = 5
"""An inventory below this part of what the table opened with is low."""
DAY = 86_400_000
STATES = {"opening": "Opening", "shuffling": "Shuffling", "betting": "Betting", "starting": "Starting",
          "dealing": "Dealing", "deciding": "Deciding", "settling": "Settling", "closed": "Closed"}  # fmt: skip


def glance(desk: Desk, person: Person, chosen: str = "", asked: dict[str, Any] | None = None) -> dict[str, Any]:
    """All that the floor's page shows; cut to the tables where this person is the floor. `asked` are the requests."""
    now = desk.house.clock()

    def told(keeper: Keeper) -> tuple[Keeper, dict[str, Any], list[dict[str, Any]]] | None:
        shown = keeper.table.open or keeper.table.clock > now - DAY // 2
        if keeper.settings.school or not shown or not may(person.roles(keeper.id), "floor"):
            return None
        return keeper, _row(keeper, now), [*_steps(keeper, person), *_owed(keeper, person)]

    every = [one for one in desk.house.keeping.each(told) if one is not None]
    picked = next((keeper for keeper, _, _ in every if keeper.id == chosen), None)
    tables = [row for _, row, _ in every]
    steps = [step for _, _, steps in every for step in steps]
    requests = asked if asked is not None else desk.requests.of(person)
    return {
        "tables": tables,
        "set-aside": [
            aside.told() for aside in desk.house.keeping.set_aside if may(person.roles(aside.table), "set-aside")
        ],
        "steps": steps,
        "requests": requests,
        "figures": _figures(tables, steps, requests["waiting"]),
        "at-work": [one | {"here": _name(desk, one["table"])} for one in desk.presence.at_work()],
        "opens": may(person.roles(), "open-table"),
        "chosen": _full(picked, person, now) if picked is not None else None,
    }


def joined(here: dict[str, Any], others: list[dict[str, Any]]) -> dict[str, Any]:
    """The floor of several processes; of a request and of a table speaks the one that keeps the table."""
    if not others:
        return here
    every = [here, *others]
    tables = sorted({row["id"]: row for told in every for row in told["tables"]}.values(), key=lambda row: row["name"])
    steps = sorted((step for told in every for step in told["steps"]), key=lambda step: step["since"])
    known = {(part, one["id"]): one for told in others for part in ("waiting", "answered")
             for one in told["requests"][part] if one["game"]}  # fmt: skip
    requests = {part: [one if one["game"] else known.get((part, one["id"]), one) for one in here["requests"][part]]
                for part in ("waiting", "answered")}  # fmt: skip
    aside = {one["table"]: one for told in every for one in told["set-aside"]}
    at_work = {(one["name"], one["page"], one["table"]): one for told in every for one in told["at-work"]}
    return here | {
        "tables": tables, "set-aside": list(aside.values()), "steps": steps, "requests": requests,
        "figures": _figures(tables, steps, requests["waiting"]), "at-work": in_order(at_work.values()),
        "chosen": next((told["chosen"] for told in every if told["chosen"] is not None), None),
    }  # fmt: skip


def turn(desk: Desk) -> object:
    """The same as long as nothing on the floor has changed but requests."""
    keepers = [(k.id, k.stored, k.broken, k.running.held, k.running.last) for k in desk.house.keepers.values()]
    return desk.house.clock() // 60_000, desk.presence.turn, keepers, list(desk.house.keeping.set_aside)


def _figures(
    tables: list[dict[str, Any]], steps: list[dict[str, Any]], waiting: list[dict[str, Any]]
) -> list[dict[str, str]]:
    waits = sum(item["may"] for item in (*steps, *waiting))
    going = [row for row in tables if row["phase"] != "closed"]
    over = sum(alarm["over"] for row in going for alarm in row["alarms"])
    soon = sum(not alarm["over"] for row in going for alarm in row["alarms"])
    seats = sum(row["seats"] for row in going)
    return [
        {"words": "Waits for you", "value": str(waits), "note": ""},
        {"words": "Tables open", "value": str(len(going)), "note": ""},
        {"words": "Seats taken", "value": str(sum(row["taken"] for row in going)), "note": f"of {seats}"},
        {"words": "Alarms", "value": str(over), "note": f"{soon} soon due" if soon else ""},
    ]


def _name(desk: Desk, table: str) -> str:
    keeper = desk.house.keepers.get(table)
    return keeper.name if keeper is not None else ""


def _row(keeper: Keeper, now: int) -> dict[str, Any]:
    table, rules = keeper.table, keeper.rules
    return {
        "id": keeper.id, "name": keeper.name, "game": rules.game.id, "edition": rules.game.edition,
        "title": rules.game.name, "chapter": chapter(rules), "status": rules.game.chapter.status,
        "status-words": status(rules), "real-cards": real_cards(table.cards), "state": _state(keeper),
        "phase": table.phase,
        "round": table.play.number if table.play is not None else table.rounds,
        "seats": rules.game.seats, "taken": len(table.seats), "limits": limits(rules), "due": _due(keeper),
        "waits": _waits(keeper), "dealer": _dealer(keeper),
        "alarms": [{"id": a.id, "words": a.words, "cite": a.cite, "over": a.over} for a in _alarms(keeper, now)],
    }  # fmt: skip


def _state(keeper: Keeper) -> str:
    if keeper.broken is not None:
        return "Stopped"
    if keeper.running.last is not None and keeper.table.open:
        return "Closing"
    return STATES[keeper.table.phase]


def _dealer(keeper: Keeper) -> str:
    if keeper.settings.automatic:
        return "automatic dealer"
    return keeper.table.dealer or "no dealer yet"


def _due(keeper: Keeper) -> dict[str, Any]:
    table = keeper.table
    due = table.due
    if keeper.running.held is not None:
        return {"words": keeper.running.held.message, "cite": keeper.running.held.cite or "", "by": "floorperson"}
    if not table.open:
        return {"words": "", "cite": "", "by": ""}
    if due is None:
        words = "closes before the next round" if keeper.running.closing else "wagers are taken"
        return {"words": words, "cite": str(table.conduct.closed), "by": "players"}
    return {"words": due.words, "cite": due.cite, "by": " or ".join(due.by).replace("-", " ")}


def _waits(keeper: Keeper) -> bool:
    return keeper.table.open and (for_floor(keeper.table.due) or keeper.running.held is not None)


def _alarms(keeper: Keeper, now: int) -> list[Alarm]:
    if keeper.broken is not None:
        return [Alarm("stopped", "The table is being taken up again from what is stored")]
    return alarms(keeper.table, now, low=keeper.settings.inventory // LOW)


# What waits for the floorperson.


def _steps(keeper: Keeper, person: Person) -> list[dict[str, Any]]:
    table, held = keeper.table, keeper.running.held
    due = table.due
    if not table.open or keeper.broken is not None:
        return []
    if held is not None:
        order = {"inventory": "fill"}.get(held.field, held.field)
        return [_item(keeper, person, "held", held.message[0].upper() + held.message[1:],
                      "The dealer cannot go on before.", held.cite or "", order=order)]  # fmt: skip
    if due is None:
        return []
    if due.id == "determine" and not keeper.settings.automatic:
        return [_item(keeper, person, due.id, "Count every card", f"{due.count} cards were counted in the stub. A hand "
                      "with a wrong number voids the round; a deck that lacks cards is removed.", due.cite,
                      counted=counts(table))]  # fmt: skip
    if due.id == "choose" and table.play is not None and due.seat in table.play.gone:
        options = [(value, value.replace("-", " ").capitalize()) for value in due.options]
        return [_item(keeper, person, due.id, f"Choose for seat {due.seat}", "Its player has left.", due.cite,
                      options=options)]  # fmt: skip
    if not for_floor(due):
        return []
    found = payment(table)
    if found is None:
        return [_item(keeper, person, due.id, due.words[0].upper() + due.words[1:],
                      "The table goes on when you have.", due.cite, options=_findings(table, due))]  # fmt: skip
    amount = exact(found.cents) if found.cents else ""
    words = f"Seat {found.seat}, {found.player}" + (
        f": {found.hand}, {found.wager} {exact(found.stake)}." if found.hand else "."
    )
    title = f"Validate {amount}".strip() or "Validate"
    assert table.play is not None
    doubt = table.play.doubted.get(due.seat, "")
    words += f" The dealer found it {doubt.replace('-', ' ')}." if doubt else ""
    return [_item(keeper, person, due.id, title, words, due.cite, amount=amount, cards=found.cards,
                  options=[(ACCEPTED if doubt else "", title), *_REFUSALS])]  # fmt: skip


_REFUSALS = [
    ("the hand does not win", "Refuse: it does not win"),
    ("no wager was accepted at this position", "Refuse: no wager was accepted"),
    ("cards or system were tampered with", "Refuse: tampered with"),
]
"""Why the floor refuses to validate a payout, as recorded and as shown."""
_FOUND = {
    "verify": (("defective", "A card is defective"), ("missing", "A card is missing"), ("extra", "One too many")),
    "witness-joker": (("two", "Two jokers are left"),),
}


def _findings(table: Table, due: Due) -> list[tuple[str, str]] | None:
    """What a floorperson may find or decide at a step that is not only confirmed."""
    if due.id == "rule-claim":
        return [("pay", "Pay it after all"), ("return", "Return the wager")]
    if any(step.id == due.id for step in table.conduct.layout):
        return [("", "It is in order"), (WRONG, "It is wrong")]
    if due.id == "verify" and table.cards == "shuffled":
        return None  # the table's own deck is whole
    found = _FOUND.get(due.id)
    return None if found is None else [("", "It is in order"), *found]


def _owed(keeper: Keeper, person: Person) -> list[dict[str, Any]]:
    """Claims against players, until each is collected or written off."""
    if not keeper.table.open or keeper.broken is not None:
        return []
    words = "Of round {:,}, which was undone after it was paid. Have it collected or written off."
    return [_item(keeper, person, f"claim {one['name']}", f"{one['player']} owes {one['amount']}",
                  words.format(one["round"]), one["cite"], amount=one["amount"], order="collect-claim")
            for one in open_claims(keeper.table)]  # fmt: skip


def _item(
    keeper: Keeper, person: Person, step: str, title: str, words: str, cite: str, *, amount: str = "", cards: str = "",
    order: str = "", options: list[tuple[str, str]] | None = None, counted: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:  # fmt: skip
    table = keeper.table
    why = "You sit at this table: another person does this." if person.name in table.seats.values() else ""
    return {
        "table": keeper.id, "name": keeper.name, "game": keeper.rules.game.id, "edition": keeper.rules.game.edition,
        "step": step, "seat": table.due.seat if table.due is not None else 0, "title": title, "words": words,
        "cite": cite, "amount": amount, "cards": cards.split(), "order": order, "since": table.clock,
        "round": table.play.number if table.play is not None else 0, "may": not why, "why": why,
        "options": [{"value": value, "label": label} for value, label in options or ()], "counts": counted or [],
    }  # fmt: skip


# One table.


def _full(keeper: Keeper, person: Person, now: int) -> dict[str, Any]:
    table, rules = keeper.table, keeper.rules
    role = next((role for role in PAGES["floor"] if role in person.roles(keeper.id)), "floorperson")
    sits, going = person.name in table.seats.values(), table.open and keeper.broken is None
    offered = []
    for wager in rules.offered():
        limit = rules.limits.get(wager.id)
        if limit is not None:
            offered.append({"wager": label(rules, wager.id), "minimum": printed(limit.minimum), "maximum":
                            printed(limit.maximum) if limit.maximum is not None else "none",
                            "step": printed(limit.step) if limit.step else ""})  # fmt: skip
    return _row(keeper, now) | {
        "inventory": exact(table.accounts.get("inventory", 0)), "drop": exact(table.accounts.get("drop", 0)),
        "meters": [{"label": label(rules, meter.wager) + f" {exact(meter.stake)}",
                    "text": exact(table.accounts.get(f"meter:{name}", 0))} for name, meter in table.meters.items()],
        "claims": open_claims(table), "wagers": offered, "people": _people(table), "way": table.way.replace("-", " "),
        "floor": "a person" if keeper.settings.floor == "person" or not keeper.settings.automatic else "automatic",
        "why": "You sit at this table: another person is its floor." if sits else "",
        "orders": orders(table, role, person.name, now) if going else [],
        "irregularities": irregularities(table, role, person.name, now) if going else [],
    }  # fmt: skip


def _people(table: Table) -> list[dict[str, Any]]:
    told = []
    held = table.play.players if table.play is not None else {}
    for seat in sorted({*table.seats, *held}):
        name = table.seats.get(seat) or held[seat]
        gone = table.play is not None and seat in table.play.gone
        state = "left" if gone else "kept out" if name in table.barred else "plays" if seat in held else "seated"
        told.append({"seat": seat, "name": name, "chips": exact(table.accounts.get(f"player:{name}", 0)),
                     "state": state})  # fmt: skip
    return told


def day(desk: Desk, table: str) -> dict[str, Any]:
    """What was dropped and won at a table since midnight, Coordinated Universal Time."""
    since = desk.house.clock() // DAY * DAY
    rows, played = schema.postings, schema.played
    with desk.house.database.read() as connection:
        drop = connection.scalar(select(func.sum(rows.c.cents)).where(rows.c.account == f"{table}/drop",
                                                                      rows.c.at >= since))  # fmt: skip
        net, rounds = connection.execute(
            select(func.sum(played.c.net), func.count(played.c.round.distinct())).where(
                played.c.table_id == table, played.c.at >= since)).one()  # fmt: skip
    return {"drop": exact(int(drop or 0)), "win": signed(-int(net or 0)), "rounds": int(rounds)}
