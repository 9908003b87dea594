"""What the lab shows of a wager: figures, and its outcome table with the pays to type in."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house import lab_beside as beside
from croupier.house.lab import joined, subject, substance, together, unit, unit_word
from croupier.house.lab_words import (
    chance,
    decimal,
    fraction,
    listed,
    once_in,
    percent,
    plain,
    points,
    units,
    upper,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.house.lab import Asked, Found, Lab, Subject
    from croupier.kit.pays import Pay
    from croupier.kit.paytables import Paytable

RESULTS = {"lose": "Loses", "push": "Pushes", "forfeit": "Folded", "win": "Wins"}
NOUNS = {"hand": "hands", "community": "sets of community cards", "seven": "hands of seven"}
HALVES = {"wild": "with wild"}


def bench(lab: Lab, asked: Asked) -> dict[str, Any]:
    """Everything about one wager but its readings, which take longer."""
    about, found = subject(asked), lab.found(asked)
    before = lab.found(asked, printed=True)
    stands = lab.keep(("published", msgspec.structs.replace(asked, pays=())), lambda: beside.published(lab, about))
    told: dict[str, Any] = {
        "title": title(about), "paytable": asked.table, "figures": _figures(about, found, before),
        "said": f"House edge {percent(found.edge)}", "edge": fraction(found.edge),
        "what-if": _what_if(about), "published": stands, "meter": _meter(found), "plays": _plays(found),
        "envy": _envy(found),
    }  # fmt: skip
    if about.wager is None:
        told["outcomes"] = _outcomes(found)
    else:
        told["pays"] = _pays(about, found)
    if about.is_main:
        told["results"] = _results(found)
        told["decisions"] = _decisions(found)
    return told


def title(about: Subject) -> str:
    """The wager's name, with those that are paid from the same table."""
    if about.wager is None:
        return "Main game"
    return names(about, together(about.printed, about.wager))


def names(about: Subject, ids: list[str]) -> str:
    """Several wagers as one: ``Ante and Raise Wagers``."""
    found = [w.name for w in about.printed.offered() if w.id in ids]
    if len(found) == 1:
        return upper(found[0])
    bare = [name.rsplit(" ", 1)[0] for name in found]
    bare = [name.partition(" ")[2] if name[0].islower() else name for name in bare]  # first, second, third Raise
    return upper(f"{listed(list(dict.fromkeys(bare)))} Wagers")


# Figures -------------------------------------------------------------------------------------------------------


def _figures(about: Subject, found: Found, before: Found) -> list[dict[str, Any]]:
    net, asked = found.worth.net, about.asked
    paid = about.wager or about.game.wager(about.game.ante)
    several = paid is not None and len(paid.tables) > 1
    named = "it" if not several else asked.table if len(asked.table) > 2 else f"paytable {asked.table}"
    moved, ante = found.edge - before.edge, unit_word(about.game)
    note = f"as the law prints {named}"
    if about.typed:
        note = f"{points(moved)} points against {named if several else 'the table'} as printed"
    if getattr(found.worth, "meter", None):
        note = f"at the seed, {note}"
    made = [_figure("House edge", percent(found.edge), note, exactly=fraction(found.edge))]
    if about.is_main:
        made[0]["note"] = f"of one {ante}; {note}"
        worth: Any = found.worth
        made += [
            _figure("Element of risk", percent(worth.element_of_risk), "of all that is wagered",
                    exactly=fraction(worth.element_of_risk)),
            _figure("Return", percent(1 - worth.element_of_risk), "of all that is wagered"),
            _figure("Average wager", decimal(worth.average_wager), f"{ante}s a round",
                    exactly=fraction(worth.average_wager)),
        ]  # fmt: skip
    else:
        made.append(
            _figure("Return", percent(1 - found.edge), "of each unit wagered", exactly=fraction(1 - found.edge))
        )
    hits = net.chance(above=0)
    made.append(_figure("Wins", percent(hits), once_in(hits), exactly=fraction(hits)))
    per = f"per {ante}" if about.is_main else "per unit wagered"
    root, variance = decimal(float(net.variance) ** 0.5), decimal(net.variance)
    made.append(_figure("Standard deviation", root, f"{per}; variance {variance}", exactly=fraction(net.variance)))
    how, counted = _method(about, found)
    made.append(_figure("Method", how, f"{counted}; {_play(found)}"))
    return made


def _play(found: Found) -> str:
    """Which play the figures assume."""
    from croupier.odds.assumed import WORDS  # noqa: PLC0415 - numpy comes with it

    return WORDS[getattr(found.worth, "strategy", "main-alone")]


def _figure(words: str, value: str, note: str, exactly: str = "") -> dict[str, Any]:
    return {"words": words, "value": value, "note": note, "exactly": exactly}


def _method(about: Subject, found: Found) -> tuple[str, str]:
    sample = getattr(found.worth, "sample", None)
    if sample is not None:
        error = percent(sample.standard_error, 4)
        return "part sampled", f"standard error {error}, {sample.rounds:,} rounds"
    total, noun = found.worth.net.total, "deals"
    divisor = _divisor(about, found)
    if about.wager is not None and not getattr(found.worth, "forfeited", None):
        noun = NOUNS.get(about.wager.looks, "deals")
    return "exact", f"all {total // divisor:,} {'hands' if divisor > 1 else noun}"


def _divisor(about: Subject, found: Found) -> int:
    """The dealer's hands, where they do not matter: then a count is one of hands and not of deals."""
    if about.is_main or about.wager is None or about.wager.looks != "round":
        return 1
    return found.hands if all(count % found.hands == 0 for _, count, _ in found.lines) else 1


# Outcomes ------------------------------------------------------------------------------------------------------


def _pays(about: Subject, found: Found) -> dict[str, Any]:
    assert about.wager is not None
    table, printed = about.rules.tables[about.wager.id], about.printed.tables[about.wager.id]
    halves = sorted(dict.fromkeys(key.partition("/")[2] for key in table.rows))  # natural, then with wild
    if about.wager.looks == "table":
        halves = [str(about.asked.players)]
    said, divisor = unit(printed), _divisor(about, found)
    sampled, forfeited = (getattr(found.worth, name, None) is not None for name in ("sample", "forfeited"))
    counted, total = joined(found.lines), found.worth.net.total
    rows: dict[str, dict[str, Any]] = {}
    shares: dict[str, Fraction] = {}
    chances: dict[str, Fraction] = {}
    for key, pay in table.rows.items():
        name, _, half = key.partition("/")
        if half not in halves:
            continue
        row = rows.setdefault(name, {"label": _bare(table, key, half), "cells": [None] * len(halves)})
        count, nets = counted.get(table.labels[key], (0, Fraction(0)))
        row["cells"][halves.index(half)] = {
            "row": key, "value": short(pay, said), "printed": short(printed.rows[key], said), "text": pay.text,
            "label": f"{row['label']}{', ' + HALVES.get(half, half) if len(halves) > 1 else ''}",
            "edited": key in about.typed, "count": "" if sampled else f"{count // divisor:,}",
        }  # fmt: skip
        chances[name] = chances.get(name, Fraction(0)) + Fraction(count, total)
        back = Fraction(0) if about.is_main else Fraction(count)
        shares[name] = shares.get(name, Fraction(0)) + Fraction(nets + back) / total
    widest = max(map(abs, shares.values()), default=Fraction(1)) or Fraction(1)
    for name, row in rows.items():
        row |= {"key": name, "chance": chance(chances[name]), "share": _share(about, shares[name]),
                "bar": round(max(0.0, float(shares[name] / widest)), 4)}  # fmt: skip
    rest = [
        {"label": RESULTS.get(label, upper(label)), "count": "" if sampled else f"{count // divisor:,}",
         "chance": chance(Fraction(count, total)),
         "share": _share(about, Fraction(nets) / total) if about.is_main else ""}
        for label, (count, nets) in sorted(counted.items()) if label not in table.labels.values()
    ]  # fmt: skip
    return {
        "unit": said, "columns": [HALVES.get(half, half) if len(halves) > 1 else "" for half in halves],
        "rows": list(rows.values()), "rest": rest,
        "counted": "hands" if divisor > 1 or (about.wager.looks in NOUNS and not forfeited) else "deals",
        "shares": f"adds, per {unit_word(about.game)}" if about.is_main else "share of the return",
        "goal": f"House edge of one {unit_word(about.game)}" if about.is_main else "Return",
    }  # fmt: skip


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


def _outcomes(found: Found) -> list[dict[str, Any]]:
    """The main game by what a round comes to and what was wagered in it."""
    from croupier.odds.par_priced import main_priced  # noqa: PLC0415 - numpy comes with it

    assert found.study is not None
    outcomes = main_priced(found.study).outcomes
    widest = max((abs(o.contribution) for o in outcomes), default=Fraction(1)) or Fraction(1)
    return [
        {"label": RESULTS[o.label], "net": units(o.net), "wagered": units(o.staked).lstrip("+"),
         "count": f"{o.count:,}",
         "chance": chance(o.chance), "share": decimal(o.contribution, 4, signed=True),
         "bar": round(max(0.0, float(o.contribution / widest)), 4)}
        for o in outcomes
    ]  # fmt: skip


def _results(found: Found) -> list[dict[str, str]]:
    worth: Any = found.worth
    words = {"win": "Wins", "push": "Pushes", "lose": "Loses", "fold": "Folds"}
    return [{"words": words[name], "chance": percent(share)} for name, share in worth.outcomes.items() if share]


def _decisions(found: Found) -> list[dict[str, str]]:
    """What the best play decides, and how often."""
    assert found.study is not None
    counts: Counter[tuple[str, ...]] = Counter()
    for weighted in found.study.rounds:
        (seat,) = weighted.told["seats"].values()
        counts[tuple(map(str, seat.get("decisions", ())))] += weighted.count
    total = sum(counts.values())
    return [
        {"words": upper(", then ".join(map(plain, way))), "chance": percent(Fraction(count, total))}
        for way, count in counts.most_common()
    ]


def _meter(found: Found) -> list[dict[str, str]]:
    """A progressive: what its meter adds."""
    told: Mapping[str, Fraction] = getattr(found.worth, "meter", {})
    words = {"fixed": "Fixed pays alone", "at-seed": "At the seed", "long-run": "In the long run"}
    made = [{"words": words[key], "value": percent(value)} for key, value in told.items() if key in words and value]
    if "break-even-meter" in told:
        made.append({"words": "Breaks even when the meter shows", "value": f"${float(told['break-even-meter']):,.2f}"})
    return made


def _plays(found: Found) -> list[dict[str, str]]:
    """A wager that a fold can take, under each play."""
    from croupier.odds.assumed import plays  # noqa: PLC0415 - numpy comes with it

    forfeited = getattr(found.worth, "forfeited", None)
    return [{"words": words, "value": percent(share)} for words, share in plays(-found.edge, forfeited)]


def _envy(found: Found) -> dict[str, Any]:
    """What other players' hands add, and to which stake."""
    from croupier.odds.assumed import envy_note, others  # noqa: PLC0415 - as above

    envied = getattr(found.worth, "envied", None)
    rows = [{"words": words, "value": percent(share)} for words, share in others(envied)]
    return {"rows": rows, "note": envy_note(envied) if rows and envied is not None else ""}


def _what_if(about: Subject) -> dict[str, str] | None:
    if not about.typed or about.wager is None:
        return None
    table = about.printed.tables[about.wager.id]
    ids = [each.id for each in about.wager.tables]
    same = next((each.id for each in about.wager.tables if _same(each, about.rules.tables[about.wager.id])), None)
    if same is not None:
        return {"words": f"These are the pays of {same}, which the chapter offers.", "cite": str(table.cite)}
    offered = f"the tables {listed(ids)}" if len(ids) > 1 else "one table"
    return {"words": f"A what-if: the chapter offers {offered} and no other.", "cite": str(table.cite)}


def _same(one: Paytable, other: Paytable) -> bool:
    return one.rows.keys() == other.rows.keys() and all(
        substance(pay) == substance(other.rows[row]) for row, pay in one.rows.items()
    )
