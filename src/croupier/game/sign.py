"""The sign at a table: what the chapter has inscribed on the layout or posted, for the rules that are played there.

>>> from croupier import open_game
>>> for line in sign(open_game("over-under").rules({"bonus": "1"})).inscriptions:
...     print(line.words)
All wagers but the Bonus Wager pay even money
The house wins on 18 to 23
An ace always counts 11
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from croupier.kit.money import printed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game.layout import Inscription
    from croupier.game.rules import Rules
    from croupier.law import Cite


@dataclass(frozen=True, slots=True)
class Payouts:
    """A wager's payouts: each row as printed, and what it pays."""

    wager: str
    paytable: str
    rows: tuple[tuple[str, str], ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Sign:
    """A whole sign. `posted` is the provision that asks for the payouts; some rules have none. `mark` says that the
    edition is not in force, and `edition` which it is and since when."""

    title: str
    inscriptions: tuple[Inscription, ...]
    payouts: tuple[Payouts, ...]
    posted: Cite | None
    mark: str = ""
    edition: str = ""

    @property
    def digest(self) -> str:
        """The SHA-256 of all its words: a printed sign that has another says something else than is played."""
        texts = [self.title, *(line.verbatim or line.words for line in self.inscriptions)]
        texts += [f"{own.wager}: {label} {pays}" for own in self.payouts for label, pays in own.rows]
        return sha256("\n".join(texts).encode()).hexdigest()


def sign(rules: Rules) -> Sign:
    """The sign for a table's rules: every wager it offers, on the paytable it chose."""
    game = rules.game
    inscriptions = tuple(inscribed(rules))
    payouts = []
    for wager in rules.offered():
        table = rules.tables[wager.id]
        rows = tuple((table.labels[key], pay.text) for key, pay in table.rows.items())
        payouts.append(Payouts(wager.name, table.id, rows, table.cite))
    return Sign(
        game.name,
        inscriptions,
        tuple(payouts),
        game.layout.posted,
        game.mark,
        f"{game.edition}, {game.chapter.standing}",
    )


def inscribed(rules: Rules) -> Iterator[Inscription]:
    """What the layout must say for these rules, with what the house chose filled in."""
    for line in rules.game.layout.inscriptions:
        if not line.chosen:
            yield line
        elif (value := rules.chosen.get(line.chosen)) is not None:
            filled = tuple(short.format(printed(value)) for short in line.short)
            yield replace(line, words=line.words.format(printed(value)), short=filled)
