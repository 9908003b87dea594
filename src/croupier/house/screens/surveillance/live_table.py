"""A table as surveillance follows it: its last lines, and what is said of it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.house.cloth.felt import exact, label
from croupier.house.cloth.payloads import Said
from croupier.house.cloth.projection import ClothState
from croupier.house.cloth.record_lines import line
from croupier.house.desk.payloads import LabelText
from croupier.journal.record import Line, Record
from croupier.table import events as e
from croupier.table.narration import does
from croupier.table.turns import speaking

if TYPE_CHECKING:
    from croupier.house.archive import round_replay
    from croupier.house.cloth.payloads import RecordLine
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Table

LINES = 80
"""Records that a live page is given to begin with."""

LINE_DECODER = msgspec.json.Decoder(Line)

PHASES = {
    "opening": "opening",
    "shuffling": "shuffle and cut",
    "starting": "no more bets",
    "dealing": "dealing",
    "deciding": "decisions",
    "settling": "settlement",
    "betting": "betting",
}


class _Kind(msgspec.Struct):
    """What says of a stored table whether it is a school's."""

    school: str = ""


KIND_DECODER = msgspec.json.Decoder(_Kind)


class Following:
    """A live table by its records, as they are stored."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.laid = ClothState()
        self.lines: list[RecordLine] = []
        self.heard = -1

    def catch_up(self) -> None:
        """Hear what is new; after a gap the cloth begins anew with the next round."""
        news = []
        for sent in reversed(self.keeper.recent):
            if sent.n <= self.heard:
                break
            if sent.n <= self.keeper.stored:
                news.append(sent)
        if news and news[-1].n > self.heard + 1:
            self.laid, self.lines = ClothState(), []
        for sent in reversed(news):
            decoded = LINE_DECODER.decode(sent.line)
            body = next(part for part in (decoded.journal, decoded.event, decoded.head) if part is not msgspec.UNSET)
            record = Record(n=decoded.n, at=decoded.at, body=body, hash=decoded.hash, offset=0, line=sent.line)
            self.lines.append(line(record))
            if isinstance(body, e.Event):
                self.laid = self.laid.hear(body)
            self.heard = sent.n
        del self.lines[:-LINES]


def counts_now_and_then(table: round_replay.ReplayTable) -> bool:
    """Whether the stub of a table is counted now and then, not in every round."""
    conduct = table.rules.game.conduct
    stub = conduct.ways[table.rules.chosen["dealing"]].stub if conduct is not None else None
    return stub is not None and stub.every > 1


def meters_in_words(table: Table) -> list[LabelText]:
    """A table's meters as they are shown."""
    return [
        LabelText(label=label(table.rules, meter.wager), text=exact(table.accounts.get(f"meter:{name}", 0)))
        for name, meter in table.meters.items()
    ]


def table_words(keeper: Keeper) -> str:
    """A live table in a few words: ``live, round 93, setting hands``."""
    table = keeper.table
    if keeper.broken is not None:
        return "stopped"
    if table.phase == "closed":
        return "closed"
    if table.idle or not table.seats:
        return f"live, {table.rounds:,} rounds, no players"
    number = table.play.number if table.play is not None else table.rounds + 1
    doing = PHASES.get(table.phase, table.phase)
    turns = speaking(table)
    if table.due is not None and table.due.id == "decide" and turns:
        setting = table.rules.game.streets[table.due.street].setting
        doing = "setting hands" if setting else f"seat {turns[0]} decides"
    return f"live, round {number:,}, {doing}"


def voice(keeper: Keeper) -> Said:
    """What is due now, in a sentence, with its provision."""
    table = keeper.table
    due = table.due
    if table.phase == "closed":
        return Said(words="This table is closed.", cite="")
    if due is None:
        return Said(words="Wagers are taken.", cite=str(table.conduct.closed))
    if due.id == "decide" and (turns := speaking(table)):
        several = f"Seats {', '.join(map(str, turns))} decide." if len(turns) > 1 else f"Seat {turns[0]} decides."
        return Said(words=several, cite=due.cite)
    who = "The dealer" if "dealer" in due.by else "The floorperson"
    return Said(words=f"{who} {does(due.words)}.", cite=due.cite)
