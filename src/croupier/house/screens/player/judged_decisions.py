"""What the coach says of closed rounds: the hand, each decision beside the best one, the price of the wagers.

It is made from the journal and kept, so that no round is looked at twice. The cloth at each decision is the one of the
replay (`ClothState`): what was face up then, and the player's own cards.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, func, select

from croupier.errors import CroupierError
from croupier.house.cloth import hands
from croupier.house.cloth.choices import decision_words
from croupier.house.cloth.projection import ClothState
from croupier.house.screens.coach.decisions import Turn, judge
from croupier.house.screens.coach.wording import low_words
from croupier.house.screens.lab.query import MAIN, PLAYED, LabQuery
from croupier.house.storage import schema
from croupier.house.tables.rounds.round_records import rebuilt
from croupier.journal.round_visibility import looked
from croupier.table import events as e
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Rules
    from croupier.house.screens.lab.lab import Lab
    from croupier.house.storage.database import Database
    from croupier.journal.gather_round import Entry
    from croupier.journal.reconstruct import Rebuilt
    from croupier.kit.payload import Json
    from croupier.odds.strategy.advice import Advice

LATEST = 1000
"""A player's rounds that are looked at, the latest first."""
PART = 1_000_000
"""Parts of a cent that costs are kept in."""


class PlayedSeat(NamedTuple):
    """A player's part in a round."""

    table: str
    round: int
    seat: int
    player: str
    at: int


def unjudged(database: Database, player: str, most: int = 100) -> list[PlayedSeat]:
    """Those of a player's latest rounds that were not looked at, the latest first."""
    rows, kept = schema.played, schema.judged
    late = (
        select(rows.c.table_id, rows.c.round, rows.c.seat, rows.c.player, rows.c.at)
        .where(rows.c.player == player)
        .order_by(rows.c.at.desc())
        .limit(LATEST)
        .subquery()
    )
    same = and_(kept.c.table_id == late.c.table_id, kept.c.round == late.c.round, kept.c.seat == late.c.seat)
    found = select(late).outerjoin(kept, same).where(kept.c.table_id.is_(None)).order_by(late.c.at.desc()).limit(most)
    with database.read() as connection:
        return [PlayedSeat(*row) for row in connection.execute(found)]


class Mistake(NamedTuple):
    """A decision that cost something: parts of a cent, and what it was in words."""

    cost: int
    words: str


def look_at(
    database: Database, key: PlayedSeat, look: Callable[..., Advice] | None, prices: Mapping[str, Fraction]
) -> Json | None:
    """The row of a round; None while its cards are not known yet. Without `look` no decision is judged."""
    found = rebuilt(database, key.table, key.round)
    held = found.hands.get(f"seats.{key.seat}")
    seen = held is not None and looked(found, key.seat)
    if seen and held is not None and not held.known:
        return None
    hand = found.settlement()["seats"][str(key.seat)]["hand"] if seen else None
    decisions, mistakes = _decisions(database, found, key, look) if seen and look is not None else (0, [])
    worst = max(mistakes, default=Mistake(0, ""))
    return {
        "table_id": key.table,
        "round": key.round,
        "seat": key.seat,
        "player": key.player,
        "at": key.at,
        "kind": str((hand or {}).get("name", ""))[:80],
        "hand": str((hand or {}).get("text", ""))[:120],
        "cards": held.text()[:40] if seen and held is not None else "",
        "decisions": decisions,
        "mistakes": len(mistakes),
        "cost": sum(mistake.cost for mistake in mistakes),
        "price": _price(found, key.seat, prices),
        "worst": worst.words[:200],
    }


def _price(found: Rebuilt, seat: int, prices: Mapping[str, Fraction]) -> int:
    """What the rules keep of the wagers that were placed before the deal, at the best play; a void round's nothing."""
    if found.void:
        return 0
    staked = found.gathered.began.wagers[seat]
    owed = sum((stake * prices.get(wager, Fraction(0)) for wager, stake in staked.items()), Fraction(0))
    return round(owed * PART)


def _decisions(
    database: Database, found: Rebuilt, key: PlayedSeat, look: Callable[..., Advice]
) -> tuple[int, list[Mistake]]:
    laid, many, mistakes = ClothState(), 0, []
    for entry in found.gathered.entries:
        event = entry.event
        if isinstance(event, e.Decided) and event.seat == key.seat:
            many += 1
            if (mistake := _mistake(database, found, key, laid, entry, look)) is not None:
                mistakes.append(mistake)
        laid = laid.hear(event)
    return many, mistakes


def _mistake(
    database: Database, found: Rebuilt, key: PlayedSeat, laid: ClothState, entry: Entry, look: Callable[..., Advice]
) -> Mistake | None:
    rules, event = found.rules, entry.event
    assert isinstance(event, e.Decided)
    decision = _turn(found, key, laid, entry)
    try:
        advice = decision.advice(rules, look)
    except CroupierError:  # a state that the strategy does not know, such as a card exposed by mistake
        return None
    verdict = judge(rules, decision, advice, event)
    if not verdict.right:  # a fold for want of chips is none
        decision = replace(decision, short=_short(rules, decision.ante, _chips(database, key, entry.record.n)))
        verdict = judge(rules, decision, advice, event)
    if verdict.right:
        return None
    return Mistake(round(Fraction(verdict.cents) * PART), _words(rules, decision, laid, event, verdict.chose))


def _turn(found: Rebuilt, key: PlayedSeat, laid: ClothState, entry: Entry) -> Turn:
    """The decision as the coach would have been asked."""
    rules = found.rules
    dealt = len(laid.cards.get(f"seats.{key.seat}", ()))
    held = tuple(str(card) for card in found.hands[f"seats.{key.seat}"].cards[:dealt])
    stakes = dict(laid.wagers[key.seat])
    state: Json = {"cards": " ".join(held), "decisions": list(laid.decided.get(key.seat, ()))}
    for place in ("community", "dealer"):
        if any(p.id == place for p in rules.game.places):
            state[place] = " ".join(card for card in laid.cards.get(place, ()) if card)
    shown = {
        m.wager: entry.meters[m.id]
        for m in meters(rules).values()
        if stakes.get(m.wager) == m.stake and m.id in entry.meters
    }
    return Turn(key.seat, key.round, stakes[rules.game.ante], held, state, stakes, shown)


def _short(rules: Rules, ante: int, chips: int) -> frozenset[str]:
    options = [option for street in rules.game.streets for option in street.options]
    return frozenset(option.id for option in options if option.times * ante > chips)


def _chips(database: Database, key: PlayedSeat, n: int) -> int:
    """What a player had at the table before a record."""
    rows = schema.postings
    query = select(func.sum(rows.c.cents)).where(
        rows.c.account == f"{key.table}/player:{key.player}", rows.c.table_id == key.table, rows.c.n < n
    )
    with database.read() as connection:
        return int(connection.scalar(query) or 0)


def _words(rules: Rules, decision: Turn, laid: ClothState, event: e.Decided, chose: str) -> str:
    """A decision with what one had: ``Folded a pair of fives``."""
    if event.low or event.decision == "house-way":
        return f"Set {low_words(chose)}"
    board = [card for card in laid.cards.get("community", []) if card]
    had = hands.in_words(rules, list(decision.held), board)
    said = decision_words(event.decision)
    joined = f"{said} {had}" if event.decision in {"fold", "surrender"} else f"{said} with {had}"
    return joined if had else said


def prices_of(lab: Lab, rules: Rules) -> dict[str, Fraction]:
    """What the rules keep of each wager that is placed before the deal, as a share of its stake, by the lab: of the
    ante for the whole main game at its best play, and of each side wager alone. What cannot be priced is left out."""
    game = rules.game
    readings = tuple(sorted((key, str(value)) for key, value in rules.readings.items()))
    found: dict[str, Fraction] = {}
    for wager in rules.offered():
        if wager.placed in PLAYED and wager.id != game.ante:
            continue
        about = MAIN if wager.id == game.ante else wager.id
        try:
            edge = lab.found(LabQuery(game.id, game.edition, about, rules.tables[wager.id].id, 1, (), readings)).edge
        except CroupierError:
            continue
        found[wager.id] = Fraction(edge)
    return found
