"""A record in a line: its event, what it is about in a few words, what kind of step it is, and its sentence."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from croupier.game.conduct import Step
from croupier.house.cloth import payloads
from croupier.journal.record import Header, KeyChange, Signed
from croupier.journal.record_text import seats_of, time_of
from croupier.kit.money import cents, dollars
from croupier.table import events as e
from croupier.table.narration import short, tell
from croupier.table.narration_words import place
from croupier.table.plans import Plans
from croupier.table.state import Due, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Rules
    from croupier.journal.record import Record

SHORT = 6
EVENT_KINDS: dict[type[e.Event], tuple[str, str]] = {
    e.WagerPlaced: ("bet", "bets"),
    e.RoundBegan: ("law", "bets"),
    e.Contributed: ("bet", "bets"),
    e.Dealt: ("deal", "deal"),
    e.Discarded: ("deal", ""),
    e.Decided: ("act", "decisions"),
    e.Turned: ("deal", ""),
    e.Revealed: ("deal", "showdown"),
    e.Settled: ("pay", ""),
    e.Voided: ("pay", "settlement"),
    e.Unwound: ("pay", "settlement"),
    e.Claimed: ("pay", "settlement"),
    e.IrregularityFound: ("law", ""),
    e.Performed: ("law", ""),
    e.Shuffled: ("law", "shuffle"),
    e.OrderOpened: ("law", "shuffle"),
}
"""What a step is and the part of the round it begins; others are quiet and begin none."""


_OURS = {Signed: "Head", Header: "Header", KeyChange: "Key"}


def line(record: Record) -> payloads.RecordLine:
    """A record as the journal's list shows it."""
    body = record.body
    kind = EVENT_KINDS.get(type(body), ("quiet", ""))[0] if isinstance(body, e.Event) else "quiet"
    return payloads.RecordLine(
        n=record.n,
        time=time_of(record.at)[11:],
        event=_OURS.get(type(body)) or type(body).__name__,
        what=about(body),
        hash=record.hash[:SHORT],
        kind=kind,
    )


def about(body: Header | e.Event | Signed | KeyChange) -> str:
    """What a record is about, in a few words."""
    if isinstance(body, KeyChange):
        return f"handed over to {body.new[:8]}, {body.why}"
    if isinstance(body, Signed):
        return f"of record {body.n:,}, signed"
    if isinstance(body, Header):
        return f"journal {body.id[:8]}"
    found = _ABOUT.get(type(body))
    return found(body) if found is not None else short(str(getattr(body, "cite", "")))


def _dealt(event: e.Dealt) -> str:
    return f"{_to(event.to)} {event.cards}" if event.cards else f"{_to(event.to)}, {event.count} down"


def _to(to: str) -> str:
    return place(to).removeprefix("the ")


def _decided(event: e.Decided) -> str:
    staked = "".join(f", {dollars(stake)}" for stake in event.stakes.values())
    return f"seat {event.seat}, {event.decision}{staked}" + ", late" * event.late + ", announced" * event.announced


def _settled(event: e.Settled | e.Voided | e.Unwound) -> str:
    net = sum(-cents(x["net"][1:]) if x["net"].startswith("-") else cents(x["net"]) for x in event.lines)
    back = sum(cents(x["stake"]) for x in event.lines)
    if isinstance(event, e.Voided):
        return f"seat {event.seat}, {dollars(back)} back"
    if isinstance(event, e.Unwound):
        net = -net
    return f"seat {event.seat}, " + (f"+{dollars(net)}" if net > 0 else f"\u2212{dollars(-net)}" if net else "even")


def _performed(event: e.Performed) -> str:
    return f"{event.step.replace('-', ' ')} {short(event.cite)}"


def _moved(event: e.MoneyMoved) -> str:
    return f"{event.what} {event.player or event.meter}".strip()


_ABOUT: dict[type[e.Event], Any] = {
    e.TableOpened: lambda event: (
        f"{event.game} {event.edition}"
        + (f", {event.mark}" if event.mark else "")
        + (f", on {event.day}" if event.day else "")
    ),
    e.Performed: _performed,
    e.Shuffled: lambda event: f"deck {event.pack + 1} {short(event.cite)}",
    e.OrderOpened: lambda event: f"deck {event.pack + 1}, seed {event.seed[:SHORT]}",
    e.PackChanged: lambda event: f"deck {event.pack + 1} {event.what}",
    e.EquipmentBrought: lambda event: ", ".join(item.id for item in event.items) or "nothing",
    e.DeviceChanged: lambda event: f"{event.device} {event.what}",
    e.Sat: lambda event: f"seat {event.seat} {event.player}",
    e.Left: lambda event: f"seat {event.seat} {event.player}",
    e.MoneyMoved: _moved,
    e.WagerPlaced: lambda event: f"seat {event.seat} {event.wager} {dollars(event.amount)}",
    e.RoundBegan: lambda event: f"round {event.round:,} {short(event.cite)}",
    e.Contributed: lambda event: f"{len(event.wagers)} \u00d7 {event.meter}",
    e.Dealt: _dealt,
    e.Discarded: lambda event: f"{event.what} {event.cards}".strip(),
    e.Decided: _decided,
    e.Turned: lambda event: f"{_to(event.to)} {event.cards}",
    e.Revealed: lambda event: f"seat {event.seat} {event.cards}",
    e.Settled: _settled,
    e.Voided: _settled,
    e.Unwound: _settled,
    e.Claimed: lambda event: f"{event.player} owes {dollars(event.amount)}",
    e.IrregularityFound: lambda event: event.irregularity.replace("-", " "),
    e.Racked: lambda event: f"{_to(event.what)}, {event.count} cards",
    e.RoundClosed: lambda event: f"round {event.round:,}" + (", void" * event.void),
    e.TableClosed: lambda event: event.note,
}


class RecordWriter:
    """Records of a table in sentences, each step in the words of its chapter."""

    def __init__(self, rules: Rules, table: str) -> None:
        self.rules = rules
        plans = Plans(rules)
        self._table = Table(plans=plans, id=table, cards="", way=rules.chosen["dealing"])
        conduct = rules.game.conduct
        self._words = {(step.id, str(step.cite)): step.words for step in _steps(conduct)}
        self._words |= {(step.id, ""): step.words for step in _steps(conduct)}
        self._words["envy", ""] = "pay the Envy Bonuses"
        self._words["collect-forfeited", ""] = "collect forfeited wagers and their cards"
        self._words["determine", ""] = "count every card and determine whether they were misdealt"
        self._words["rule-claim", ""] = "decide on a refused claim: pay it or return the wager"
        self._words["device-count", ""] = "read how many cards the device counted"

    def tell(self, record: Record) -> list[payloads.RecordWords]:
        """A record's sentences, each with its provision."""
        body = record.body
        if isinstance(body, Signed):
            return [payloads.RecordWords(who="table", words=f"signs the head of record {body.n:,}", cites=[])]
        if isinstance(body, Header):
            return [payloads.RecordWords(who="table", words="begins a journal", cites=[])]
        if isinstance(body, KeyChange):
            return [payloads.RecordWords(who="table", words=f"hands over to another key ({body.why})", cites=[])]
        return [
            payloads.RecordWords(who=act.who, words=act.words.strip(), cites=_whole(act.cite))
            for act in tell(body, self._before(body))
        ]

    def _before(self, event: e.Event) -> Table:
        """The table with the step due that was taken, so that it is told in the chapter's words."""
        if isinstance(event, e.Performed):
            words = self._words.get((event.step, event.cite)) or self._words.get((event.step, ""))
        elif isinstance(event, e.Shuffled):
            words = self._words.get(("shuffle", event.cite))
        else:
            words = None
        if words is None:
            return self._table
        step = event.step if isinstance(event, e.Performed) else "shuffle"
        due = Due(step, words, "", (), "")
        return Table(plans=self._table.plans, id=self._table.id, cards="", way=self._table.way, todo=(due,))


def _whole(cites: str) -> list[str]:
    """Cites with the name of their code again, each by itself."""
    parts = [part.strip() for part in cites.split(", ") if part.strip()]
    return [f"58 Pa. Code {part}" if part.startswith("\u00a7") else part for part in parts]


def _steps(part: object) -> Iterator[Step]:
    """Every step that a chapter's conduct declares, wherever it stands."""
    if isinstance(part, Step):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _steps(each)
    elif isinstance(part, dict) or hasattr(part, "values"):
        for each in part.values():
            yield from _steps(each)
    elif is_dataclass(part) and not isinstance(part, type):
        for each in fields(part):
            yield from _steps(getattr(part, each.name))


def part_of(event: object, now: str) -> str:
    """The part of the round that a record is in, after one that was in `now`."""
    begins = EVENT_KINDS[type(event)][1] if isinstance(event, e.Event) and type(event) in EVENT_KINDS else ""
    if isinstance(event, e.Settled) and now in {"showdown", "settlement"}:
        return "settlement"
    if isinstance(event, e.Revealed) and now == "settlement":
        return now
    if isinstance(event, e.Contributed | e.Dealt) and now in {"decisions", "showdown", "settlement"}:
        return now
    if isinstance(event, e.Turned) and now == "decisions" and event.to == "dealer":
        return "showdown"
    return begins or now


def seat_of(event: e.Event) -> int:
    """The one seat that a record is about, if there is one."""
    seats = seats_of(event)
    return next(iter(seats)) if len(seats) == 1 else 0
