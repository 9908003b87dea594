"""What a wager's rows come to, with the pays to type in."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.house.screens.lab import payloads
from croupier.house.screens.lab.lab import join_lines
from croupier.house.screens.lab.numbers import (
    chance,
    decimal,
    percent,
    upper,
)
from croupier.house.screens.lab.query import odds_word, substance, unit_word
from croupier.kit.large_numbers import readable

if TYPE_CHECKING:
    from croupier.house.screens.lab.lab import LabResult
    from croupier.house.screens.lab.query import Subject
    from croupier.kit.pays import Pay
    from croupier.kit.paytables import Paytable

RESULTS = {"lose": "Loses", "push": "Pushes", "forfeit": "Folded", "win": "Wins"}

NOUNS = {"hand": "hands", "community": "sets of community cards", "seven": "hands of seven"}

HALVES = {"wild": "with wild"}


def deals_per_hand(about: Subject, found: LabResult) -> int:
    """The dealer's hands, where they do not matter: then a count is one of hands and not of deals."""
    if about.is_main or about.wager is None or about.wager.looks != "round":
        return 1
    return found.hands if all(count % found.hands == 0 for _, count, _ in found.lines) else 1


def outcome_table(about: Subject, found: LabResult) -> payloads.OutcomeTable:
    """A wager's rows with their pays to type in, and what each adds."""
    assert about.wager is not None
    table, printed = about.rules.tables[about.wager.id], about.printed.tables[about.wager.id]
    halves = sorted(dict.fromkeys(key.partition("/")[2] for key in table.rows))  # natural, then with wild
    if about.wager.looks == "table":
        halves = [str(about.asked.players)]
    said, divisor = odds_word(printed), deals_per_hand(about, found)
    sampled, forfeited = (getattr(found.worth, name, None) is not None for name in ("sample", "forfeited"))
    counted, total = join_lines(found.lines), found.worth.net.total
    labels: dict[str, str] = {}
    cells: dict[str, list[payloads.PaysCell | None]] = {}
    shares: dict[str, Fraction] = {}
    chances: dict[str, Fraction] = {}
    for key, pay in table.rows.items():
        name, _, half = key.partition("/")
        if half not in halves:
            continue
        bare = labels.setdefault(name, _bare(table, key, half))
        row = cells.setdefault(name, [None] * len(halves))
        count, nets = counted.get(table.labels[key], (0, Fraction(0)))
        row[halves.index(half)] = payloads.PaysCell(
            row=key,
            value=short(pay, said),
            printed=short(printed.rows[key], said),
            text=pay.text,
            label=f"{bare}{', ' + HALVES.get(half, half) if len(halves) > 1 else ''}",
            edited=key in about.typed,
            count="" if sampled else readable(count // divisor),
        )
        chances[name] = chances.get(name, Fraction(0)) + Fraction(count, total)
        back = Fraction(0) if about.is_main else Fraction(count)
        shares[name] = shares.get(name, Fraction(0)) + Fraction(nets + back) / total
    widest = max(map(abs, shares.values()), default=Fraction(1)) or Fraction(1)
    rows = [
        payloads.PaysRow(
            label=labels[name],
            cells=row,
            key=name,
            chance=chance(chances[name]),
            share=_share(about, shares[name]),
            bar=round(max(0.0, float(shares[name] / widest)), 4),
        )
        for name, row in cells.items()
    ]
    rest = [
        payloads.PaysRest(
            label=RESULTS.get(label, upper(label)),
            count="" if sampled else readable(count // divisor),
            chance=chance(Fraction(count, total)),
            share=_share(about, Fraction(nets) / total) if about.is_main else "",
        )
        for label, (count, nets) in sorted(counted.items())
        if label not in table.labels.values()
    ]
    return payloads.OutcomeTable(
        unit=said,
        columns=[HALVES.get(half, half) if len(halves) > 1 else "" for half in halves],
        rows=rows,
        rest=rest,
        counted="hands" if divisor > 1 or (about.wager.looks in NOUNS and not forfeited) else "deals",
        shares=f"adds, per {unit_word(about.game)}" if about.is_main else "share of the return",
        goal=f"House edge of one {unit_word(about.game)}" if about.is_main else "Return",
    )


def _share(about: Subject, share: Fraction) -> str:
    return decimal(share, 4, signed=True) if about.is_main else percent(share)


def _bare(table: Paytable, key: str, half: str) -> str:
    label = table.labels[key]
    return label.rpartition(", ")[0] if half else label


def short(pay: Pay, said: str) -> str:
    """A pay as it stands in its box: the number alone where the column says the rest."""
    if pay.numerator and pay.denominator == 1 and pay.stake_included == (said == "for 1"):
        return str(pay.numerator)
    return pay.text


def same_pays(one: Paytable, other: Paytable) -> bool:
    """Whether two paytables pay alike."""
    return one.rows.keys() == other.rows.keys() and all(
        substance(pay) == substance(other.rows[row]) for row, pay in one.rows.items()
    )
