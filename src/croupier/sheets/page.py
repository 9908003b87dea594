"""A PAR sheet as a page: sections of text, tables and plots, every number already written out for people."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.kit.money import printed
from croupier.odds.figures import assumed
from croupier.odds.figures.priced import CONFIDENCE, ROUNDS
from croupier.sheets import plots
from croupier.sheets.parts import Grid, Page, Plot, Section, Text, fraction, percent, places, signed
from croupier.sheets.players import by_players
from croupier.sheets.strategy import how_to_play

if TYPE_CHECKING:
    from croupier.odds.figures.priced import ByPlayers, Meter, Priced
    from croupier.odds.par.sheet import Sheet
    from croupier.sheets.parts import Part


def page_of(sheet: Sheet, font: str) -> Page:
    """Lay a sheet out; `font` is the family the plots are lettered in."""
    game = sheet.game
    status = f" ({game.mark})" if game.mark else ""
    return Page(
        f"{game.name}: PAR sheet",
        f"{game.id}, {game.edition}{status}",
        f"{game.name}, {game.edition}{status}, submission {sheet.sha256[:16]}",
        (
            Section("The table", (*_identity(sheet), _overview(sheet))),
            Section("Main game", _main(sheet, font)),
            Section("Strategy", how_to_play(sheet)),
            *(Section(_headed(side), _side(side, font)) for side in sheet.sides),
            *(Section(_headed(table), by_players(table, font)) for table in sheet.tables),
            Section("Published figures beside ours", _published(sheet)),
            Section("Rules", _rules(sheet)),
            Section("Readings in force", _readings(sheet)),
            Section("Rules Submission", _submission(sheet)),
        ),
    )


def _headed(side: Priced | ByPlayers) -> str:
    return f"{side.name}, paytable {side.paytable}"


def _identity(sheet: Sheet) -> list[Part]:
    game, chapter = sheet.game, sheet.game.chapter
    parts: list[Part] = []
    if chapter.status != "in force":
        parts.append(Text(chapter.notice, "warning"))
    for name, why in sheet.unpriced.items():
        parts.append(Text(f"The {name} is offered but is not on this sheet: {why}.", "warning"))
    rows = [
        ("Game", f"{game.name} ({game.id})"),
        ("Edition", f"{game.edition}, {chapter.standing}"),
        *([("As of", f"{sheet.rules.day}")] if sheet.rules.day else []),
        ("Source", chapter.source),
        ("Cards", f"{game.deck.name} ({len(game.deck)} cards), {game.hand_size} to each player ({game.deck.cite})"),
        ("Rules Submission", f"SHA-256 {sheet.sha256}"),
        ("Method", _method(sheet)),
    ]
    if sheet.made_by:
        rows.append(("Made by", sheet.made_by))
    rows.append(("Build", f"croupier {sheet.build}"))
    rows += [("Facts", f"{name}, SHA-256 {digest}") for name, digest in sheet.facts.items()]
    return [*parts, Grid((), "lw", tuple(rows))]


def _method(sheet: Sheet) -> str:
    words = "every deal counted exactly, in whole numbers, under optimal play; no sampling"
    sampled = ", ".join(table.name for table in sheet.tables if table.rounds)
    return f"{words}, but for: {sampled}" if sampled else words


def _overview(sheet: Sheet) -> Grid:
    rows = tuple(
        (
            priced.name,
            priced.paytable,
            percent(priced.house_edge),
            percent(priced.payback),
            percent(priced.hits, 3),
            f"{priced.deviation:.4f}",
        )
        for priced in sheet.priced
    )
    return Grid(("Wager", "Paytable", "House edge", "Payback", "Hits", "Std. deviation"), "wlrrrr", rows)


def _outcomes(priced: Priced, *, main: bool) -> Grid:
    rows = []
    for each in priced.outcomes:
        lead = (signed(each.net), f"{float(each.staked):g}") if main else (each.label, each.pays, signed(each.net))
        rows.append((*lead, f"{each.count:,}", places(each.chance), places(each.contribution)))
    blank = ("All", f"{float(priced.average_wager):.6f}") if main else ("All", "", "")
    rows.append((*blank, f"{priced.total:,}", places(Fraction(1)), places(priced.mean)))
    heads = ("Net, units", "Wagered") if main else ("Outcome", "Pays", "Net")
    tail = ("Exact count", "Probability", "Contribution")
    return Grid((*heads, *tail), ("rr" if main else "wlr") + "rrr", tuple(rows), totals=True)


def _figures(priced: Priced, *, main: bool) -> Grid:
    rows = [(f"House edge, of one {priced.unit}", percent(priced.house_edge, 6), fraction(priced.house_edge))]
    if main:
        rows += [
            ("Average wager, in units", f"{float(priced.average_wager):.8f}", fraction(priced.average_wager)),
            ("Element of risk, of all wagered", percent(priced.element_of_risk, 6), fraction(priced.element_of_risk)),
        ]
    rows += [
        ("Payback, of all wagered", percent(priced.payback, 6), fraction(priced.payback)),
        ("Hit frequency (net above nothing)", percent(priced.hits, 6), fraction(priced.hits)),
        ("Variance", f"{float(priced.variance):.8f}", fraction(priced.variance)),
        ("Standard deviation", f"{priced.deviation:.8f}", ""),
    ]
    rows += [(f"Chance to {name}", percent(c, 6), fraction(c)) for name, c in priced.results.items() if c]
    return Grid(("", "", "Exactly"), "lrw", tuple(rows))


def _holds(priced: Priced) -> list[Part]:
    by = {(hold.rounds, hold.confidence): hold for hold in priced.holds}
    rows = tuple(
        (
            f"{rounds:,}",
            *(
                percent(bound, 3).replace("-", "−")
                for c in CONFIDENCE
                for bound in (by[rounds, c].low, by[rounds, c].high)
            ),
        )
        for rounds in ROUNDS
    )
    heads = ("Rounds", *(f"{c}% {end}" for c in CONFIDENCE for end in ("from", "to")))
    words = (
        f"Hold of one {priced.unit} per round, by the normal curve. The rarest outcome comes once in "
        f"{priced.rarest:,} rounds: over fewer rounds than that the curve is only a guide."
    )
    return [Text(words), Grid(heads, "rrrrr", rows)]


def _main(sheet: Sheet, font: str) -> tuple[Part, ...]:
    main = sheet.main
    if main is None:
        return (Text("No wager has to be placed, and nothing is decided: each is priced by itself below."),)
    ante = f"one {main.unit}" + (f", paytable {main.paytable}" if main.paytable else "")
    words = f"In units of {ante}, {printed(main.stake)} here. Net is what the player gains over all wagers together."
    if limit := sheet.rules.chosen.get("payout-limit"):
        words += f" The payout limit of {printed(limit)} is applied at that stake; larger stakes can reach it sooner."
    return (
        Text(words),
        _figures(main, main=True),
        Plot(plots.distribution(main, font), f"Each outcome by its net in units of the {main.unit}."),
        _outcomes(main, main=True),
        Plot(plots.hold(main, font), "Hold against rounds played."),
        *_holds(main),
    )


def _side(side: Priced, font: str) -> tuple[Part, ...]:
    at = f" Progressive pays stand at the seed of {printed(side.meter.seed)}, without envy." if side.meter else ""
    return (
        Text(f"In units of the wager, {printed(side.stake)} here ({side.cite}).{at} {_assumes(side)}"),
        _figures(side, main=False),
        *_beside(assumed.plays(side.mean, side.forfeited)),
        _outcomes(side, main=False),
        Plot(plots.distribution(side, font), "Each row of the paytable."),
        *_holds(side),
        *(_meter(side.meter, font) if side.meter else ()),
        *_beside(assumed.others(side.envied)),
    )


def _assumes(side: Priced) -> str:
    words = f"These figures hold {assumed.WORDS[side.strategy]}."
    if side.forfeited is not None:
        words = f"A fold forfeits the wager; these figures are with the {assumed.WORDS[side.strategy]}."
    if side.envied is not None and side.envied.chances:
        words += f" Envy stands apart, as a share {assumed.envy_note(side.envied)}."
    return words


def _beside(lines: list[tuple[str, Fraction]]) -> list[Part]:
    rows = tuple((words, percent(share, 6), fraction(share)) for words, share in lines)
    return [Grid(("", "", "Exactly"), "lrw", rows)] if rows else []


PAID = "Of that paid to players, without the reserve"
"""Reading: reserve."""


def _meter(meter: Meter, font: str) -> list[Part]:
    rate = percent(meter.rate, 2) if meter.rate is not None else "not stated: the long run stands at a rate of nothing"
    rows = [
        ("Contribution to the meter", rate),
        ("Return of the fixed pays alone", percent(meter.fixed)),
        ("Return at the seed", percent(meter.at_seed)),
        ("Return in the long run", percent(meter.long_run)),
    ]
    if meter.paid is not None:
        rows.append((PAID, percent(meter.paid)))
    if meter.break_even is not None:
        rows.append(("Breaks even when the meter shows", f"${float(meter.break_even):,.2f}"))
    drawn = [Plot(plots.progressive(meter, font), "Return against the meter.")] if meter.seed else []
    return [Grid((), "lw", tuple(rows)), *drawn]


def _published(sheet: Sheet) -> tuple[Part, ...]:
    if not sheet.published:
        return (Text("No figure was published for these paytables."),)
    rows = []
    for beside in sheet.published:
        figure, digits = beside.figure, len(beside.figure.figure.partition(".")[2])
        remarks = [figure.remark] if figure.remark else []
        if not beside.same_reading and figure.reading:
            remarks.append(f"both under the reading {'='.join(figure.reading)}, which is not this table’s")
        rows.append(
            (
                beside.wager,
                figure.paytable,
                "house edge" if figure.is_edge else "return",
                f"{figure.figure}%",
                f"{float(beside.ours):.{max(digits, 3) + 1}f}%",
                f"{float(beside.difference):+.{max(digits, 3) + 1}f}".replace("-", "−"),
                "; ".join([figure.source, *remarks]),
            )
        )
    heads = ("Wager", "Paytable", "Figure", "Published", "Ours", "Points apart", "Source")
    return (Grid(heads, "lllrrrw", tuple(rows)),)


def _rules(sheet: Sheet) -> tuple[Part, ...]:
    wagers = tuple((w.name, w.placed.replace("-", " "), w.paytable, w.cite.short, w.pays.short) for w in sheet.wagers)
    decisions = tuple(
        (d.when, d.decision, f"{d.times} × {sheet.unit}" if d.wager else "", d.cite.short) for d in sheet.decisions
    )
    cases = tuple((c.wager, c.then, c.cite.short, c.words, c.reading or "") for c in sheet.cases)
    parts: list[Part] = [
        Text("Wagers, in the order of settlement."),
        Grid(("Wager", "Placed", "Paytable", "By", "Pays by"), "wllll", wagers),
        Text("Decisions."),
        Grid(("When", "Decision", "Costs", "By"), "wlll", decisions),
        Text("What decides each wager: of its provisions exactly one holds."),
        Grid(("Wager", "Is", "By", "The provision, in our words", "Reading"), "lllwl", cases),
    ]
    if sheet.settings:
        parts += [Text("Other choices."), Grid((), "lw", tuple(sheet.settings.items()))]
    return tuple(parts)


def _readings(sheet: Sheet) -> tuple[Part, ...]:
    if not sheet.readings:
        return (Text("Nothing in this chapter can be switched."),)
    rows = tuple(
        (r.key, r.question, value, ", ".join(c for c in r.choices if c != value), ", ".join(c.short for c in r.cites))
        for r, value in sheet.readings
    )
    return (Grid(("Reading", "Question", "In force", "Otherwise", "By"), "lwlll", rows),)


def _submission(sheet: Sheet) -> tuple[Part, ...]:
    words = "As canonical JSON: keys sorted, no spaces, paytables and readings in force filled in. Its SHA-256:"
    return (Text(words), Text(sheet.sha256, "code"), Text(sheet.submission, "code"))
