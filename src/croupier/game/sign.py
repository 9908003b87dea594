"""The sign at a table: what the chapter has inscribed on the layout or posted, for the rules that are played there.

>>> from croupier import open_game
>>> for line in sign(open_game("over-under").rules({"bonus": "1"})).inscriptions:
...     print(line.words)
All wagers but the Bonus Wager pay even money
The house wins on 18 to 23
An ace always counts 11
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from croupier.kit.money import printed

if TYPE_CHECKING:
    from croupier.game.rules import Rules
    from croupier.law import Cite


@dataclass(frozen=True, slots=True)
class Inscription:
    """Words that must stand on the layout. ``{payout-limit}`` and the like are filled in from the submission; one that
    names what the house did not choose is left out. Where the law prescribes the very words, they are `verbatim`: the
    printed layout carries those."""

    words: str
    cite: Cite
    chosen: str = ""
    verbatim: str = ""


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
        told = [self.title, *(line.verbatim or line.words for line in self.inscriptions)]
        told += [f"{own.wager}: {label} {pays}" for own in self.payouts for label, pays in own.rows]
        return sha256("\n".join(told).encode()).hexdigest()


def sign(rules: Rules) -> Sign:
    """The sign for a table's rules: every wager it offers, on the paytable it chose."""
    game = rules.game
    conduct = game.conduct
    inscriptions = []
    for line in conduct.inscriptions if conduct is not None else ():
        if line.chosen:
            value = rules.chosen.get(line.chosen)
            if value is None:
                continue
            inscriptions.append(Inscription(line.words.format(printed(value)), line.cite, line.chosen))
        else:
            inscriptions.append(line)
    payouts = []
    for wager in rules.offered():
        table = rules.tables[wager.id]
        rows = tuple((table.labels[key], pay.text) for key, pay in table.rows.items())
        payouts.append(Payouts(wager.name, table.id, rows, table.cite))
    posted = conduct.posted if conduct is not None else None
    return Sign(game.name, tuple(inscriptions), tuple(payouts), posted, game.mark,
                f"{game.edition}, {game.chapter.standing}")  # fmt: skip
