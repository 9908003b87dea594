"""What can be laid on the bench: every game with its editions, wagers, paytables and readings."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.games import editions, open_game
from croupier.house.cloth.felt import chapter, standing
from croupier.house.screens.lab import payloads
from croupier.house.screens.lab.numbers import plain, upper
from croupier.house.screens.lab.query import MAIN, PLAYED, LabQuery, chosen, subject, together
from croupier.house.screens.lab.wager_analysis import names

if TYPE_CHECKING:
    from croupier.game import Game
    from croupier.law import Reading


@cache
def offer() -> payloads.LabOffer:
    """The whole catalogue; it is the same for everyone."""
    return payloads.LabOffer(
        games=[
            payloads.LabGame(id=id_, name=open_game(id_).name, editions=[_edition(open_game(id_, e)) for e in found])
            for id_, found in editions().items()
        ]
    )


def _edition(game: Game) -> payloads.LabEdition:
    about = subject(LabQuery(game.id, game.edition, MAIN))
    seen: set[str] = set()
    wagers = [
        payloads.LabWager(
            id=MAIN,
            name="Main game, all its wagers",
            main=True,
            tables=_tables(game, game.ante),
            cite=_cite(game, game.ante),
            players=0,
        )
    ]
    for wager in sorted(about.printed.offered(), key=lambda w: w.placed not in PLAYED):
        if wager.id in seen:
            continue
        alike = together(about.printed, wager)
        seen.update(alike)
        wagers.append(
            payloads.LabWager(
                id=wager.id,
                name=names(about, alike),
                main=wager.placed in PLAYED,
                tables=_tables(game, wager.id),
                cite=_cite(game, wager.id),
                players=game.seats if wager.looks == "table" else 0,
            )
        )
    aside = [wager.id for wager in wagers if not wager.main]
    fixed = [id_ for id_ in aside if not about.printed.tables[id_].progression]  # no meter needed
    return payloads.LabEdition(
        id=game.edition,
        words=f"{game.chapter.jurisdiction}, {standing(about.printed)}",
        chapter=chapter(about.printed),
        proposed=game.chapter.status != "in force",
        wagers=wagers,
        readings=[_reading(r) for r in game.readings if r.choices],
        defaults=chosen(game),
        first=next(iter((*fixed, *aside)), MAIN),
    )


def _tables(game: Game, id_: str) -> list[str]:
    wager = game.wager(id_)
    return [] if wager is None or wager.key is None or len(wager.tables) < 2 else [table.id for table in wager.tables]


def _cite(game: Game, id_: str) -> str:
    wager = game.wager(id_)
    assert wager is not None
    return str(wager.tables[0].cite)


def _reading(reading: Reading) -> payloads.LabReading:
    return payloads.LabReading(
        key=reading.key,
        name=upper(plain(reading.key)),
        question=reading.question,
        because=reading.because,
        cite=str(reading.cites[0]),
        choices=[payloads.ValueWords(value=c, words=plain(c)) for c in reading.choices],
    )
