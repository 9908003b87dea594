"""A wager a chapter permits: who may place it, what decides it, what it pays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

from croupier.game.case import Case, S, Then, decide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.game.played import Played
    from croupier.game.rules import Rules
    from croupier.kit.cards import Card
    from croupier.kit.paytables import Paytable
    from croupier.kit.rankings import Ranking
    from croupier.law import Cite, Reading

Looks = Literal[
    "round", "hand", "five", "community", "final", "all-six", "replaced", "ace-high", "seven", "table", "best", "added"
]
"""Which cards decide a wager, for those who count: the whole round, the seat's own hand, its five cards by ranks and
suitedness alone, the community cards, hand and community together, hand and All-Six cards, the hand with cards replaced
from the stub, both seven-card hands, the seat's seven cards, every hand at the table; and by some readings of hand and
community together the best by a smaller ranking, or the best of the hand and a card from the stub."""

Placed = Literal["required", "optional", "always-offered", "by-decision"]


@dataclass(frozen=True, slots=True)
class Envy:
    """A fixed sum owed to a bettor when another player holds a hand in the paytable's Envy column.

    `minimum` is the least stake that qualifies; `survives_fold` says whether a forfeited wager still earns it, and
    whether a hand with which it would be forfeited earns it to others. `hands` is whose hands count, of all or only of
    those settled `so_far` before the bettor's own; `owed` to whom of the bettors.
    """

    cite: Cite
    pays: Cite
    minimum: int = 0
    survives_fold: bool = False
    reading: Reading | None = None
    hands: Literal["any", "bettors"] = "any"
    so_far: bool = False
    owed: Literal["all", "winners"] = "all"


@dataclass(frozen=True)
class Wager(Generic[S]):
    """`see` cuts a played round down to the showdown that decides this wager at one seat, `row` names the
    paytable row it falls in, `classes` lists every showdown there can be (so that the cases can be proved to
    have no gap and no conflict), and `cases` decide.

    `key` is the entry of a Rules Submission that selects the paytable; None where the chapter prints only one
    and offers no choice. `equals` names the wager whose amount this one must match. `survives` is the
    provision by which a fold does not take it. `under` reads a printed
    paytable under the readings in force, where one of them changes it. `looks` says which cards decide; `replaces`
    which of the hand's cards are replaced first, and `rankings` which rankings a seven-card wager asks.
    """

    id: str
    name: str
    cite: Cite
    placed: Placed
    cases: tuple[Case[S], ...]
    tables: tuple[Paytable, ...]
    see: Callable[[Rules, Played, int], S]
    row: Callable[[S], str | None]
    classes: Callable[[Rules], Iterable[S]]
    key: str | None = None
    equals: str | None = None
    equals_cite: Cite | None = None
    envy: Envy | None = None
    survives: Cite | None = None
    under: Callable[[Paytable, Mapping[str, str]], Paytable] | None = None
    looks: Looks = "round"
    replaces: Callable[[Rules, Card], bool] | None = None
    rankings: tuple[Ranking, ...] = ()

    def decided(self, rules: Rules, showdown: S) -> Case[S]:
        """The one case that holds under these rules."""
        return decide(self.cases, showdown, rules.tables[self.id][self.row(showdown)])


class Folded(NamedTuple):
    """What a wager sees, and whether the hand was folded."""

    folded: bool
    seen: Any


def lost_by_fold(wager: Wager[Any], cite: Cite, reading: Reading) -> Wager[Any]:
    """The wager under a reading by which a fold forfeits it, where nothing else does."""

    def after(case: Case[Any]) -> Case[Any]:
        return replace(case, when=lambda s, pay: not s.folded and case.when(s.seen, pay))

    forfeit = Case[Any](cite, lambda s, _: s.folded, Then.FORFEIT, reading)
    return replace(
        wager,
        cases=(forfeit, *map(after, wager.cases)),
        see=lambda rules, played, n: Folded(played.seats[n].folded is not None, wager.see(rules, played, n)),
        row=lambda s: wager.row(s.seen),
        classes=lambda rules: (Folded(f, s) for f in (False, True) for s in wager.classes(rules)),
        survives=None,
    )
