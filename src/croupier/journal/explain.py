"""Why was I paid this: each line of a seat's settlement in words, from the cards to the cent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.errors import BadText
from croupier.journal.round_visibility import Seen
from croupier.kit.money import cents, grouped
from croupier.kit.pays import pay
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules
    from croupier.journal.reconstruct import Rebuilt


@dataclass(frozen=True, slots=True)
class Reason:
    """A line and what stands behind it: the provision that decides, the row that pays, the sum."""

    line: Mapping[str, Any]
    name: str
    cite: str
    words: str
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """A seat's round. `notes` are what went wrong in it, with the remedy."""

    seat: int
    player: str
    cards: str
    never_shown: bool
    hand: Mapping[str, Any] | None
    dealer: Mapping[str, Any] | None
    decisions: tuple[object, ...]
    reasons: tuple[Reason, ...]
    notes: tuple[str, ...]
    net: str


def explain(rebuilt: Rebuilt, seat: int, seen: Seen | None = None) -> Explained:
    """Every wager of a seat that took part in the round, as far as whoever asks may see its cards."""
    began = rebuilt.gathered.began
    if seat not in began.wagers:
        seats = ", ".join(map(str, began.wagers))
        raise BadText(f"seat {seat} did not wager in round {began.round}; seats {seats} did", field="seat")
    seen = seen or Seen(rebuilt)
    settled = seen.settlement()
    own = settled["seats"][str(seat)]
    held = rebuilt.hands.get(f"seats.{seat}")
    cards = "" if held is None else seen.text(held.to)
    return Explained(
        seat,
        began.players[seat],
        cards,
        held is not None and held.shown < len(held.at),
        own["hand"],
        settled["dealer"],
        rebuilt.decisions.get(seat, ()),
        tuple(_reason(rebuilt, seat, line) for line in own["lines"]),
        tuple(_notes(rebuilt, seat)),
        own["net"],
    )


def words_of(rules: Rules, cite: str) -> str:
    """A provision in our words; nothing for one that is not of this chapter."""
    found = rules.game.chapter.provisions.get(cite.removeprefix(rules.game.chapter.prefix))
    return "" if found is None else found.words


def _reason(rebuilt: Rebuilt, seat: int, line: dict[str, Any]) -> Reason:
    rules = rebuilt.rules
    name = _name(rules, line["wager"])
    sums = [*_fed(rebuilt, seat, line), *_sums(rebuilt, seat, line)]
    if keys := readings_of(line):
        sums.append(f"by the reading{'s' if len(keys) > 1 else ''} {', '.join(keys)}")
    return Reason(line, name, line["cite"], words_of(rules, line["cite"]), tuple(sums))


def readings_of(line: Mapping[str, Any]) -> list[str]:
    """The keys of the readings that decide a line; of old records the one that they name."""
    return list(line.get("readings") or filter(None, [line.get("reading")]))


def _sums(rebuilt: Rebuilt, seat: int, line: dict[str, Any]) -> list[str]:
    stake, paid, result = cents(line["stake"]), cents(line["paid"]), line["result"]
    if result == "void":
        return [f"{_exact(stake)} goes back to the player"]
    if result == "push":
        row = [f"the row {line['row']} says push"] if line.get("row") else []
        return [*row, f"{_exact(stake)} stays the player's"]
    if line["wager"] == "envy" and result == "forfeit":
        return ["no hand of another player earns this seat an Envy Bonus"]
    if result in {"lose", "forfeit"}:
        lost = cents(line["net"].removeprefix("-"))
        back = [f"{_exact(stake - lost)} goes back to the player"] if lost < stake else []
        return [f"{_exact(lost)} is {'collected' if result == 'lose' else 'forfeited'}", *back]
    if line["wager"] == "envy":
        return [f"seat {line['from']} holds {_row(line)}: {_exact(paid)}, once for each such hand"]
    sums = [f"pays {line['odds']} for {_row(line)}" if _row(line) else f"pays {line['odds']}"] if line["odds"] else []
    sums += _amounts(rebuilt, seat, line, stake) if line["odds"] else []
    if limit := line.get("limited-by"):
        sums.append(f"cut to {_exact(paid)} by the payout limit ({limit})")
    if line["wager"] == "match-play":
        return [*sums, "the coupon is collected"]
    if line["net"] == line["paid"]:
        return [*sums, f"the stake of {_exact(stake)} comes back besides"]
    return [*sums, f"less the stake of {_exact(stake)}, which does not come back: {_exact(paid - stake)}"]


def _amounts(rebuilt: Rebuilt, seat: int, line: dict[str, Any], stake: int) -> list[str]:
    """Odds, dollars and share, each by itself, and their sum where there are several."""
    found = pay(line["odds"])
    parts: list[tuple[int, str]] = []
    if line["wager"] == "match-play":
        face = rebuilt.gathered.began.coupons[seat]
        return [f"{_exact(face)}, the coupon's face, at {line['odds']} = {_exact(face)}"]
    if found.numerator:
        won = stake * found.numerator // found.denominator
        parts.append((won, f"{_exact(stake)} at {line['odds']} = {_exact(won)}"))
    if found.dollars:
        parts.append((found.dollars, f"{_exact(found.dollars)} in dollars, whatever the stake"))
    if found.percent:
        parts.append(_share(rebuilt, seat, line, found.percent))
    pieces = [text for _, text in parts]
    return pieces if len(parts) == 1 else [*pieces, f"together {_exact(sum(won for won, _ in parts))}"]


def _share(rebuilt: Rebuilt, seat: int, line: dict[str, Any], percent: int) -> tuple[int, str]:
    for entry in reversed(rebuilt.gathered.of(e.Settled)):  # settled anew, the last one stands
        event = entry.event
        assert isinstance(event, e.Settled)
        if event.seat != seat or not event.meters or not any(x["wager"] == line["wager"] for x in event.lines):
            continue
        name, after = next(iter(event.meters.items()))
        stood = entry.meters[name]
        share = stood * percent // 100
        rest = f"; the meter goes back to {_exact(after)}" if percent == 100 else f"; {_exact(after)} stays on it"
        down = ", rounded down to the cent" if stood * percent % 100 else ""
        return share, f"{percent}% of the meter, which stood at {_exact(stood)}, = {_exact(share)}{down}{rest}"
    return 0, f"{percent}% of the meter"


def _fed(rebuilt: Rebuilt, seat: int, line: dict[str, Any]) -> list[str]:
    """What a progressive wager was good for before the first card."""
    rules = rebuilt.rules
    if line["wager"] not in rules.tables or rules.tables[line["wager"]].progression is None:
        return []
    for entry in rebuilt.gathered.of(e.Contributed):
        event = entry.event
        assert isinstance(event, e.Contributed)
        stake = event.wagers.get(seat)
        if stake is not None and stake == cents(line["stake"]):
            return [f"collected before the deal; with the others' it put {_exact(event.increment)} on the meter"]
    return []


def _notes(rebuilt: Rebuilt, seat: int) -> list[str]:
    parts = []
    for entry in rebuilt.gathered.of(e.IrregularityFound, e.Unwound, e.Claimed):
        event = entry.event
        if isinstance(event, e.Unwound):
            parts += [_undone(rebuilt, line, event.cite) for line in event.lines if event.seat == seat]
            continue
        if isinstance(event, e.Claimed):
            if event.player == rebuilt.gathered.began.players[seat]:
                parts.append(f"the house has a claim of {_exact(event.amount)} against {event.player} ({event.cite})")
            continue
        assert isinstance(event, e.IrregularityFound)
        if event.seat not in {None, seat} and "void" not in event.remedy:
            continue
        found = rebuilt.rules.game.conduct.irregularity(event.irregularity) if rebuilt.rules.game.conduct else None
        words = found.words if found is not None else event.irregularity.replace("-", " ")
        parts.append(f"{words}: {', '.join(event.remedy).replace('-', ' ')} ({event.cite})")
    return parts


def _undone(rebuilt: Rebuilt, line: Mapping[str, Any], cite: str) -> str:
    """A settlement that does not stand any more."""
    paid = cents(line["paid"])
    was = f"had been paid {_exact(paid)}" if paid else f"had been settled ({line['result']})"
    return f"{_name(rebuilt.rules, line['wager'])} {was}, which was undone ({cite})"


def _name(rules: Rules, wager: str) -> str:
    found = rules.game.wager(wager)
    return found.name if found is not None else {"envy": "Envy Bonus", "match-play": "Match Play"}[wager]


def _row(line: dict[str, Any]) -> str:
    return line["row"] if line.get("row") and line["row"] != "Win" else ""


def _exact(amount: int) -> str:
    """Cents as a receipt has them: ``$15.00``."""
    return grouped(amount, "$")
