"""Equipment: what must stand at a table before it opens, as a chapter's sections on table and cards ask for it.

A chapter declares its `Equipment` beside its conduct; the table compares what it has with it, piece by piece, and knows
no chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game.rules import Rules
    from croupier.law import Cite


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a piece of equipment must bear or have: an area of the layout, a name, a lock-out.

    With `offered` it is asked for only where the table offers one of those wagers. Any mark of `either` does as well.
    """

    id: str
    words: str
    cite: Cite
    offered: tuple[str, ...] = ()
    either: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """A kind of equipment that a table must have, `count` pieces of it.

    `approved` asks for the reference of an approval, `placed` for the place on the table that was approved. With
    `chosen` it is asked for only where the submission chose one of those values; with `offered`, where the table offers
    one of those wagers.
    """

    kind: str
    words: str
    cite: Cite
    approved: Cite | None = None
    placed: Cite | None = None
    marks: tuple[Mark, ...] = ()
    count: int = 1
    chosen: Mapping[str, tuple[object, ...]] | None = None
    offered: tuple[str, ...] = ()

    def is_asked(self, rules: Rules) -> bool:
        """Whether a table under these rules must have it."""
        if self.offered and not any(rules.offers(wager) for wager in self.offered):
            return False
        return all(rules.chosen.get(key) in values for key, values in (self.chosen or {}).items())

    def asked_marks(self, rules: Rules) -> tuple[Mark, ...]:
        """What a piece of it must bear under these rules."""
        return tuple(
            mark for mark in self.marks if not mark.offered or any(rules.offers(wager) for wager in mark.offered)
        )


@dataclass(frozen=True, slots=True)
class Equipment:
    """Everything that a table of a chapter must have.

    `deck` asks for each deck or batch, alike in design; `backs` for another colour of the second one's backs. `jokers`
    is how many cards more than are played with a deck may come with, to be taken out of it. `signs` ask for the payouts
    and other words that are inscribed on the layout or posted, each with the choice of the submission that it goes
    with, if with one. A `marker` of the starting position is not asked for, but approved where there is one. By
    `every_position` as many cards are left after the deal as there are if each position of a full table is dealt to.
    """

    requirements: tuple[Requirement, ...]
    deck: Cite
    backs: Cite
    jokers: int = 0
    signs: tuple[tuple[Cite, str], ...] = ()
    marker: Cite | None = None
    every_position: Cite | None = None

    def asked(self, rules: Rules) -> tuple[Requirement, ...]:
        """What a table under these rules must have beside its decks and its sign."""
        return tuple(needed for needed in self.requirements if needed.is_asked(rules))

    def asked_signs(self, rules: Rules) -> tuple[Cite, ...]:
        """The provisions that ask for a sign or inscription under these rules."""
        return tuple(cite for cite, key in self.signs if not key or rules.chosen.get(key) is not None)


def devices(shuffles: Cite, *, reshuffles: Cite, shoe: Cite, automated: Cite) -> tuple[Requirement, ...]:
    """What shuffles and deals a single deck, as the submission chooses it: a device, approved besides where it
    reshuffles and counts; a manual shoe, which has its place; an automated one."""
    return (
        Requirement("shuffler", "a card shuffling device", shuffles, chosen={"shuffler": SHUFFLERS}),
        Requirement(
            "shuffler",
            "a device approved to reshuffle and count",
            reshuffles,
            approved=reshuffles,
            chosen={"shuffler": ("reshuffling",)},
        ),
        Requirement("dealing-shoe", "a manual dealing shoe", shoe, placed=shoe, chosen={"dealing": ("manual-shoe",)}),
        Requirement("automated-shoe", "an automated dealing shoe", automated, chosen={"dealing": ("automated-shoe",)}),
    )


def boxes(cite: Cite) -> tuple[Requirement, ...]:
    """A drop box and a tip box, each where it was approved."""
    return (
        Requirement("drop-box", "a drop box on the dealer's side", cite, placed=cite),
        Requirement("tip-box", "a tip box on the dealer's other side, or where it was approved", cite, placed=cite),
    )


def areas(cite: Cite, words: str, *wagers: str) -> tuple[Mark, ...]:
    """An area of the layout for each of these wagers, where it is offered."""
    return tuple(Mark(wager, words.format(wager.replace("-", " ")), cite, offered=(wager,)) for wager in wagers)


SHUFFLERS = ("automated", "counting", "reshuffling")
"""What a submission may choose as a shuffling device."""
