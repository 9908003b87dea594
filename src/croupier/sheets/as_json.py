"""A PAR sheet for programs: every number as an exact fraction and as a decimal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from croupier.kit.money import dollars
from croupier.odds.figures.analysis import exact

if TYPE_CHECKING:
    from croupier.odds.figures.priced import ByPlayers, Meter, Outcome, Priced
    from croupier.odds.par.sheet import Sheet


def render(sheet: Sheet) -> bytes:
    """JSON, indented, in UTF-8."""
    return (json.dumps(to_json(sheet), indent=1, ensure_ascii=False) + "\n").encode()


def to_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON values."""
    game, chapter = sheet.game, sheet.game.chapter
    return {
        "sheet": "par",
        "made-by": sheet.made_by,
        "build": sheet.build,
        "facts": dict(sheet.facts),
        "game": game.id,
        "name": game.name,
        "edition": game.edition,
        "status": chapter.status,
        "effective": chapter.effective.isoformat() if chapter.effective else None,
        "ceased": chapter.ceased.isoformat() if chapter.ceased else None,
        "standing": chapter.standing,
        "as-of": sheet.rules.day.isoformat() if sheet.rules.day else None,
        "source": chapter.source,
        "submission": json.loads(sheet.submission),
        "submission-canonical": sheet.submission,
        "submission-sha256": sheet.sha256,
        "deck": {"name": game.deck.name, "cards": len(game.deck), "cite": str(game.deck.cite)},
        "rules": {
            "wagers": [
                {
                    "wager": w.id,
                    "name": w.name,
                    "placed": w.placed,
                    "paytable": w.paytable or None,
                    "cite": str(w.cite),
                    "pays-cite": str(w.pays),
                }
                for w in sheet.wagers
            ],
            "decisions": [
                {"when": d.when, "decision": d.decision, "wager": d.wager, "antes": d.times, "cite": str(d.cite)}
                for d in sheet.decisions
            ],
            "provisions": [
                {"wager": c.wager, "then": c.then, "cite": str(c.cite), "words": c.words, "reading": c.reading}
                for c in sheet.cases
            ],
            "choices": dict(sheet.settings),
        },
        **({} if sheet.main is None else {"main": _priced(sheet.main)}),
        "decisions-taken": [
            {"decisions": list(way.decisions), "count": way.count, "probability": exact(way.chance)}
            for way in sheet.ways
        ],
        "strategy": sheet.strategy.to_json(),
        "wagers": {
            **{side.id: _priced(side) for side in sheet.sides},
            **{table.id: _by_players(table) for table in sheet.tables},
        },
        "not-priced": dict(sheet.unpriced),
        "readings": [
            {
                "key": reading.key,
                "question": reading.question,
                "value": value,
                "choices": list(reading.choices),
                "cites": [str(cite) for cite in reading.cites],
            }
            for reading, value in sheet.readings
        ],
        "published": [
            {
                "wager": beside.wager,
                "paytable": beside.figure.paytable or None,
                "measure": "house-edge" if beside.figure.is_edge else "return",
                "published-percent": beside.figure.figure,
                "ours-percent": exact(beside.ours),
                "difference-points": exact(beside.difference),
                "source": beside.figure.source,
                "reading": dict([beside.figure.reading]) if beside.figure.reading else None,
                "reading-in-force": beside.same_reading,
                "remark": beside.figure.remark,
            }
            for beside in sheet.published
        ],
    }


def _by_players(table: ByPlayers) -> dict[str, Any]:
    return {
        "name": table.name,
        "paytable": table.paytable or None,
        "cite": str(table.cite),
        "players": {str(players): _priced(priced) for players, priced in table.by.items()},
    }


def _priced(priced: Priced) -> dict[str, Any]:
    how: dict[str, Any] = {"method": "exact"}
    if priced.sample is not None:
        error = f"{priced.sample.standard_error:.3g}"
        how = {"method": "sampled", "rounds": priced.sample.rounds, "standard-error": error}
    return {
        "name": priced.name,
        "paytable": priced.paytable or None,
        "cite": str(priced.cite),
        "unit": priced.unit,
        "stake": dollars(priced.stake),
        "outcomes": [_outcome(outcome) for outcome in priced.outcomes],
        "total": priced.total,
        "results": {name: exact(chance) for name, chance in priced.results.items()},
        "ev": exact(priced.mean),
        "house-edge": exact(priced.house_edge),
        "average-wager": exact(priced.average_wager),
        "element-of-risk": exact(priced.element_of_risk),
        "payback": exact(priced.payback),
        "hit-frequency": exact(priced.hits),
        "variance": exact(priced.variance),
        "standard-deviation": f"{priced.deviation:.15f}",
        "hold": [
            {
                "rounds": hold.rounds,
                "confidence": hold.confidence,
                "low": f"{hold.low:.15f}",
                "high": f"{hold.high:.15f}",
            }
            for hold in priced.holds
        ],
        "meter": _meter(priced.meter) if priced.meter else None,
        "strategy": priced.strategy,
        **({} if priced.forfeited is None else priced.forfeited.to_json()),
        **({} if priced.envied is None else priced.envied.to_json()),
        **how,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "outcome": outcome.label,
        "pays": outcome.pays or None,
        "net": exact(outcome.net),
        "wagered": exact(outcome.staked),
        "count": outcome.count,
        "probability": exact(outcome.chance),
        "contribution": exact(outcome.contribution),
    }


def _meter(meter: Meter) -> dict[str, Any]:
    return {
        "wager": dollars(meter.stake),
        "seed": dollars(meter.seed),
        "rate": exact(meter.rate) if meter.rate is not None else None,
        "fixed": exact(meter.fixed),
        "at-seed": exact(meter.at_seed),
        "long-run": exact(meter.long_run),
        **({"long-run-paid": exact(meter.paid)} if meter.paid is not None else {}),
        "break-even-meter": exact(meter.break_even) if meter.break_even is not None else None,
        "envy-per-player": exact(meter.envy),
    }
