"""A wager a chapter permits: who may place it, what decides it, what it pays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, cast

from croupier.errors import LawError
from croupier.game.case import Case, S, Then, decide
from croupier.game.features import FoldedOn, Sight

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

Placed = Literal["required", "optional", "always-offered", "by-decision", "second-line"]


@dataclass(frozen=True, slots=True)
class BySight(Generic[S]):
    """`Wager.see` of a wager that declares its features."""

    sees: Callable[[Rules], Sight[S]]

    def __call__(self, rules: Rules, played: Played, number: int) -> S:
        """The showdown at one seat."""
        read = rules.sights.get(self.sees)
        if read is None:
            read = rules.sights[self.sees] = self.sees(rules).reader()
        return read(played, number)


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
    """`sees` declares the features that decide this wager, and `see` cuts a played round down to the showdown they
    make at one seat (a wager without `sees` has a function of the cards there, and is counted by `looks`). `row` names
    the paytable row it falls in, `classes` lists every showdown there can be (so that the cases can be proved to
    have no gap and no conflict), and `cases` decide.

    `key` is the entry of a Rules Submission that selects the paytable; None where the chapter prints only one
    and offers no choice. `equals` names the wager whose amount this one must match. `survives` is the
    provision by which a fold does not take it. `under` reads a printed
    paytable under the readings in force, where one of them changes it. `looks` says which cards decide; `replaces`
    which of the hand's cards are replaced first, and `rankings` which rankings a seven-card wager asks. A
    `second-line` is `of` another wager: it stands with that wager's stake, pays by cases of its own, and risks nothing.
    """

    id: str
    name: str
    cite: Cite
    placed: Placed
    cases: tuple[Case[S], ...]
    tables: tuple[Paytable, ...]
    see: Callable[[Rules, Played, int], S] = field(default=cast("Any", None), kw_only=True)
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
    sees: Callable[[Rules], Sight[S]] | None = None
    of: str | None = None

    def __post_init__(self) -> None:
        declared = isinstance(self.see, BySight)
        if self.sees is not None and (self.see is None or declared):
            object.__setattr__(self, "see", BySight(self.sees))
        elif self.sees is not None or self.see is None or declared:
            raise LawError(f"the {self.name} either declares what it sees or has a function that sees, and not both")
        if (self.placed == "second-line") is (self.of is None):
            raise LawError(f"the {self.name} must be a second line of another wager, and of one")
        if self.of is not None and any(case.then not in {Then.PAY, Then.PUSH} for case in self.cases):
            raise LawError(f"the {self.name} has no stake of its own that could be lost")

    @property
    def is_placed(self) -> bool:
        """Whether a player places it before the deal."""
        return self.placed not in {"by-decision", "second-line"}

    def decided(self, rules: Rules, showdown: S) -> Case[S]:
        """The one case that holds under these rules."""
        return decide(self.cases, showdown, rules.tables[self.id][self.row(showdown)])


class Folded(NamedTuple):
    """What a wager sees, and whether the hand was folded: a function that sees is then not asked."""

    folded: bool
    seen: Any


_NOT_SEEN = Folded(folded=True, seen=None)


def lost_by_fold(wager: Wager[Any], cite: Cite, reading: Reading) -> Wager[Any]:
    """The wager under a reading by which a fold forfeits it, where nothing else does."""

    def after(case: Case[Any]) -> Case[Any]:
        return replace(case, when=lambda s, pay: not s.folded and case.when(s.seen, pay))

    def with_fold(rules: Rules) -> Sight[Folded]:
        assert wager.sees is not None
        inner = wager.sees(rules)
        return Sight((FoldedOn(), *inner.features), lambda street, *seen: Folded(street > 0, inner.make(*seen)))

    forfeit = Case[Any](cite, lambda s, _: s.folded, Then.FORFEIT, reading)
    seeing: dict[str, Any] = {"sees": with_fold}
    if wager.sees is None:
        seeing["see"] = lambda rules, played, n: (
            _NOT_SEEN if played.seats[n].folded is not None else Folded(folded=False, seen=wager.see(rules, played, n))
        )
        seeing["sees"] = None
    return replace(
        wager,
        cases=(forfeit, *map(after, wager.cases)),
        **seeing,
        row=lambda s: None if s.seen is None else wager.row(s.seen),
        classes=lambda rules: (
            *((_NOT_SEEN,) if wager.sees is None else ()),
            *(Folded(f, s) for f in (False, True) for s in wager.classes(rules)),
        ),
        survives=None,
    )
