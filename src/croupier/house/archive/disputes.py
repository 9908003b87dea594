"""A round as a dispute needs it: every card and line with its reason, who did what and when, the records and their
proof, and the submission in force.

Whoever sees it only because they played in it is not shown another player's cards that nobody turned over, nor an
opened order in which such cards stand; where the submission opens orders to the regulator alone (reading `open-order`)
nobody else is shown one, nor the cards that were not dealt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from croupier.errors import JournalError
from croupier.house.archive import payloads
from croupier.house.archive.explanation import explanation
from croupier.house.cloth.felt import chapter, real_cards, standing
from croupier.house.tables.rounds.round_records import rebuilt, records, span_of
from croupier.journal.record import Header, Signed
from croupier.journal.record_text import time_of, what
from croupier.journal.round_visibility import Seen
from croupier.table import events as e
from croupier.table.narration import tell

if TYPE_CHECKING:
    from collections.abc import Collection

    from croupier.house.storage.database import Database
    from croupier.house.tables.rounds.round_records import RoundSpan
    from croupier.journal.reconstruct import Rebuilt
    from croupier.journal.record import Record
    from croupier.table.narration import Narration


def dispute(
    database: Database,
    table: str,
    number: int,
    mine: Collection[int] | None = None,
    *,
    whole: bool = False,
    orders: bool = True,
) -> payloads.Dispute:
    """A closed round. `mine` are the seats of someone who may see no more than their own round; with `whole` the chain
    is checked from the journal's first record on; `orders` are opened to whoever asks."""
    found = rebuilt(database, table, number)
    place = span_of(database, table, number)
    assert place is not None
    seats = sorted(found.gathered.began.wagers if mine is None else mine)
    seen = Seen(found, mine, undealt=orders)
    made, opens = explanation(seen, number, seats), orders and mine is None
    kept = list(records(database, table, place.since, place.last + 1))
    rest = {name: value for name, value in asdict(made).items() if name not in {"records", "hands", "steps"}}
    return payloads.Dispute(
        **rest,
        table=table,
        began=place.first,
        closed_at=place.at,
        hands={
            to[6:]: payloads.DisputedHand(cards=seen.text(to), shown=held.shown, sealed=held.sealed)
            for to, held in found.hands.items()
            if to.startswith("seats.") and int(to[6:]) in found.gathered.began.players
        },
        rack=[payloads.RackedCards(what=to, cards=cards) for to, cards in seen.rack()],
        steps=[_step(entry.record, line) for entry in found.gathered.entries for line in tell(entry.event)],
        differences=[] if mine is not None else list(found.differences()),
        agrees=not found.differences(),
        older_steps=[] if mine is not None else list(found.by_older_steps()),
        unsettled=found.unsettled(),
        records=[
            _record(record, withheld=not opens and isinstance(record.body, e.OrderOpened))
            for record in kept
            if record.n >= place.since
        ],
        proof=_proof(database, table, place, whole=whole),
        submission=_submission(found),
    )


def _step(record: Record, line: Narration) -> payloads.DisputeStep:
    return payloads.DisputeStep(
        n=record.n,
        at=record.at,
        time=time_of(record.at),
        by=getattr(record.body, "by", ""),
        name=getattr(record.body, "who", ""),
        who=line.who,
        words=line.words.strip(),
        cite=line.cite,
    )


def _record(record: Record, *, withheld: bool) -> payloads.RecordText:
    return payloads.RecordText(
        n=record.n,
        at=record.at,
        hash=record.hash,
        what=what(record.body),
        line=None if withheld else record.line.decode(),
    )


def _proof(database: Database, table: str, place: RoundSpan, *, whole: bool) -> payloads.ChainProof:
    """Whether the records chain to a head that was signed after the round, and from which record on that was read."""
    since = 0 if whole else place.since
    head, key = None, ""
    try:
        for record in records(database, table, since, place.last + 1):
            key = record.body.key if isinstance(record.body, Header) else key
            head = record.body if isinstance(record.body, Signed) else None
    except JournalError as error:
        return payloads.ChainProof(
            intact=False, from_=since, record=error.record, fault=error.fault, message=error.message
        )
    return payloads.ChainProof(
        intact=True,
        from_=since,
        to=place.last,
        whole=since == 0,
        key=key,
        head=None if head is None else payloads.SignedHead(n=head.n, hash=head.hash, signature=head.signature),
    )


def _submission(found: Rebuilt) -> payloads.DisputedRules:
    opening, rules = found.gathered.opening, found.rules
    return payloads.DisputedRules(
        game=opening.game,
        edition=opening.edition,
        chapter=chapter(rules),
        status=standing(rules),
        submission=opening.submission,
        readings=opening.readings,
        version=opening.version,
        cards=opening.cards,
        real_cards=real_cards(opening.cards),
    )
