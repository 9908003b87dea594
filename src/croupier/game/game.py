"""`Game`: what a chapter permits. The fields stand in the order of a chapter's sections."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from croupier.game.layout import BARE, Layout
from croupier.game.rules import apply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game.book import Package
    from croupier.game.choices import Check, Choice
    from croupier.game.conduct import Conduct
    from croupier.game.features import Drawn
    from croupier.game.lesson import Lesson
    from croupier.game.played import Played, Seat
    from croupier.game.question import Question
    from croupier.game.rules import Rules
    from croupier.game.streets import Decision, Setting, Street
    from croupier.game.wager import Wager
    from croupier.kit.cards import Card, Deck
    from croupier.kit.rankings import Ranking
    from croupier.law import Chapter, Cite, Reading


@dataclass(frozen=True, slots=True)
class Place:
    """Cards of a round that are not a seat's: the dealer's hand, community cards, a replacement.

    `needed` says whether this round cannot be settled without them, `count` how many there must be.
    """

    id: str
    words: str
    cite: Cite
    count: Callable[[Rules, Played], int]
    needed: Callable[[Rules, Played], bool]


@dataclass(frozen=True, slots=True)
class Give:
    """A step of a round: cards to every seat (`to` is "seats") or to a place, face up or down. `count` may
    depend on the round so far; no cards means the step is left out. With `when` cards go to a place by a rule alone."""

    to: str
    count: Callable[[Rules, Mapping[int, Seat]], int]
    cite: Cite
    up: bool = False
    when: Drawn | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A step of a round: every player still in it decides on this street."""

    street: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A step of a round: so many more cards of a place are turned face up, and laid in a `box` of the layout where the
    chapter has one for them. `in_settlement`: when the first wager that looks at them is settled; `since` is the first
    of the lists of steps that has it so."""

    place: str
    count: int
    cite: Cite
    in_settlement: bool = False
    since: int = 0
    box: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence that another edition of the same chapter has otherwise. It is `cosmetic` where both ask for the same:
    a spelling, a comma, a title, the form of a cross reference."""

    cite: Cite
    before: str
    after: str
    cosmetic: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """The chapter under another answer to a reading, where that changes more than a paytable."""

    reading: str
    answer: str
    change: Callable[[Game], Game]


@dataclass(frozen=True)
class Game:
    """A chapter, ready to be combined with a Rules Submission into `Rules`."""

    # § 1, the chapter and its terms; `sections` are those that say how it is played and paid
    id: str
    name: str
    chapter: Chapter
    sections: tuple[str, ...]
    # § 2, the table
    seats: int
    seats_cite: Cite
    # § 3, cards; hours after which the decks are changed, by way of dealing
    deck: Deck
    deck_hours: Mapping[str, tuple[int, Cite]]
    # § 6, rankings; `ranking` takes the readings in force
    ranking: Callable[[Mapping[str, str]], Ranking] | None
    # § 7, wagers, in the order in which they are settled; `ante` is the one that decisions multiply;
    # `verbal` whether a verbal wager with cash is accepted; `one_position` forbids a player a second seat
    wagers: tuple[Wager[Any], ...]
    ante: str
    verbal: tuple[bool, Cite]
    one_position: Cite | None
    # §§ 8-10, dealing: cards a seat, the other places, and the round's steps in order
    hand_size: int
    hand_cite: Cite
    places: tuple[Place, ...]
    course: tuple[Give | Ask | Turn, ...]
    # § 11, completion: decisions, order of settlement, what a person is shown
    streets: tuple[Street, ...]
    settled: tuple[int, ...]
    settled_cite: Cite
    show: Callable[[Rules, Played, int | None], Mapping[str, object] | None]
    on_table: Callable[[Rules, Played, int], bool]
    # how the game is studied: five cards against the dealer's, street by street, a point count, or two hands set
    study: Literal["stud", "streets", "points", "two-hands", "declared"]
    # § 12, payout limitation: the wagers it caps, first to last
    limited: tuple[str, ...] = ()
    # what a Rules Submission may choose, what must hold of it, and of one that is to be filed; the readings
    choices: tuple[Choice, ...] = ()
    checks: tuple[Check, ...] = ()
    filing: tuple[Check, ...] = ()
    readings: tuple[Reading, ...] = ()
    changes: tuple[Change, ...] = ()
    variants: tuple[Variant, ...] = ()
    # which rounds can raise the question that a reading answers; one without is tried on every line
    questions: tuple[Question, ...] = ()
    set_hands: Callable[[Rules, tuple[Card, ...], Decision], Setting] | None = None
    refuse: Callable[[Rules, Played, int], None] | None = None
    one_envy: bool = False
    once_a_player: bool = False
    most_positions: int | None = None
    # §§ 2-5, 8-11, 13: how the table is conducted
    conduct: Conduct | None = None
    # § 2, the layout: what is printed on the cloth
    layout: Layout = BARE
    # a first round for a beginner, and a hand of each kind in the ranking to show
    lessons: tuple[Lesson, ...] = ()
    examples: Mapping[str, str] = field(default_factory=dict)
    # the chapter as it is under the default answers, where this is it under others
    base: Game | None = None
    # where it comes from, if from outside
    package: Package | None = None

    @property
    def edition(self) -> str:
        """The edition's id, as in ``pa-2021``."""
        return self.chapter.edition

    @property
    def mark(self) -> str:
        """What must stand beside the edition's name wherever it is shown: nothing if it is in force.

        >>> from croupier.games import open_game
        >>> open_game("over-under").mark, open_game("cajun-stud").mark
        ('PROPOSED, not in force', '')
        """
        return "" if self.chapter.status == "in force" else f"{self.chapter.status.upper()}, not in force"

    @property
    def law(self) -> Chapter:
        """The chapter, for citing."""
        return self.chapter

    def rules(
        self,
        submission: Mapping[str, object] | None = None,
        readings: Mapping[str, object] | None = None,
        *,
        complete: bool = False,
    ) -> Rules:
        """The rules of a table under a Rules Submission; see `croupier.game.rules.apply`."""
        return apply(self, submission, readings, complete=complete)

    def read(self, readings: Mapping[str, str]) -> Game:
        """The chapter under these readings."""
        found = self
        for variant in self.variants:
            if readings.get(variant.reading) == variant.answer:
                found = variant.change(found)
        return found if found is self else replace(found, base=self)

    def with_wager(self, id: str, **changes: Any) -> Game:  # noqa: A002, ANN401
        """The same with one wager changed."""
        return replace(self, wagers=tuple(replace(w, **changes) if w.id == id else w for w in self.wagers))

    def with_envy(self, **changes: Any) -> Game:  # noqa: ANN401
        """The same with every Envy Bonus changed."""
        return replace(
            self,
            wagers=tuple(w if w.envy is None else replace(w, envy=replace(w.envy, **changes)) for w in self.wagers),
        )

    def with_irregularity(self, id: str, **changes: Any) -> Game:  # noqa: A002, ANN401
        """The same with one irregularity changed."""
        assert self.conduct is not None
        irregularities = tuple(replace(i, **changes) if i.id == id else i for i in self.conduct.irregularities)
        return replace(self, conduct=replace(self.conduct, irregularities=irregularities))

    def wager(self, id: str) -> Wager[Any] | None:  # noqa: A002
        """The wager of that id, if the chapter has one."""
        return self._by_id.get(id)

    @cached_property
    def _by_id(self) -> dict[str, Wager[Any]]:
        return {wager.id: wager for wager in reversed(self.wagers)}
