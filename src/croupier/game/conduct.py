"""Conduct: what people do at the table, in order, each step with the provision that asks for it.

A chapter declares its `Conduct` beside its wagers; the table's engine performs it and knows no chapter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from croupier.game.equipment import Equipment
    from croupier.game.played import Seat
    from croupier.game.rules import Rules
    from croupier.law import Cite, Reading

Role = Literal["player", "dealer", "floorperson", "shift-manager", "surveillance", "system"]
"""Who acts at a table. The `system` is the progressive table game system, a device that no person speaks for."""

DEALER: tuple[Role, ...] = ("dealer",)
FLOOR: tuple[Role, ...] = ("floorperson", "shift-manager")
"""A floorperson or above."""
PIT: tuple[Role, ...] = ("dealer", "floorperson", "shift-manager")
WATCHERS: tuple[Role, ...] = ("dealer", "floorperson", "shift-manager", "surveillance")
"""Those who may report an irregularity."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something a person does: `words` is an instruction to them ("inspect the cards for defects").

    With `offered` it is due only where the table offers one of those wagers; `since` is the first of the lists of steps
    that has it, where older ones do not, or have it by another provision, which it `was`.
    """

    id: str
    words: str
    cite: Cite
    by: tuple[Role, ...] = DEALER
    offered: tuple[str, ...] = ()
    since: int = 0
    was: Cite | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """How the stack is cut. `after` says by which shuffles it is due: manual, device, preshuffled.

    `offers` are the provisions by which a player is offered the cut: the first to arrive, the one on whose box the
    cover card came, the one farthest right of the dealer (dealer's hand, floorperson's word); empty where the dealer
    cuts. `both_ends` keeps the least distance from the bottom too. `cover` puts a cover card back into the stack,
    `depth` from its bottom: at least that share of the stack, or exactly so many cards; the dealer may leave it out
    where `cover_optional`. A recut may be ordered until the cards are dealt, or only until they are in the shoe.
    """

    step: Step
    after: tuple[str, ...]
    recut: Step
    least: int = 10
    both_ends: bool = False
    offers: Mapping[str, Cite] | None = None
    cover: Step | None = None
    depth: Fraction | int | None = None
    cover_optional: bool = False
    one_handed: tuple[Step, ...] = ()
    recut_until: Literal["deal", "load"] = "deal"


@dataclass(frozen=True, slots=True)
class Idle:
    """An open table without players: the cards are spread, face down unless asked, and mixed anew when one comes.

    `redo` names the opening steps to go through again, `redo_device` those where a device shuffles, if others;
    `stored` is the deck a device holds ready and may deal unseen. A device that reshuffles by itself keeps the cards
    unless they are spread `always`. Of two decks the one in play is readied anew, or `each_deck`.
    """

    spread: Step
    request: Cite | None
    first_only: bool
    redo: tuple[str, ...]
    turn_up: Step | None = None
    stored: Step | None = None
    redo_device: tuple[str, ...] | None = None
    always: bool = False
    each_deck: bool = False


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards laid before the first decision: to the seats that wagered, to all positions, or to a place.

    `singly` goes round the table one card at a time; otherwise each gets a whole stack. How many is the course's word.
    `by_hand`: the cards were taken out of the automated shoe before these are dealt.
    """

    to: str
    cite: Cite
    singly: bool = False
    when: Callable[[Rules, Mapping[int, Seat]], bool] | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Stub:
    """The count of what is left after the deal: at least every so many rounds, unless a device counts and `spares` it.

    `right` is where a correct stub goes; `wrong` starts the search for a misdeal. `reading` says what follows where the
    text does not: of a deck that was misdealt and is not complete either, or, where it is `silent`, of any wrong count.
    If the round `goes_on`, a wrong count voids no hand but those of a wrong number of cards.
    """

    count: Step
    right: Cite
    wrong: Cite
    every: int = 5
    spares: bool = True
    reading: Reading | None = None
    silent: bool = False
    goes_on: bool = False


QUESTION = "question"
"""What `Way.asks` calls the dealer's question to each player."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of dealing. `load` readies the cards, `close` ends the betting, `start` finds the first position,
    `lays` are the cards, `after` puts the stub away and whatever else follows the last card. `device` has a device
    shuffle whatever is dealt so; `reload` is the load of a device that still holds the batch; `take_out` comes after
    the last card that an automated shoe deals. `asks` are the provisions by which players decide after this deal, by
    option, and `QUESTION`; where it has none, those of the streets."""

    id: str
    load: tuple[Step, ...]
    close: tuple[Step, ...]
    lays: tuple[Lay, ...]
    after: tuple[Step, ...]
    start: tuple[Step, ...] = ()
    stub: Stub | None = None
    device: Cite | None = None
    reload: tuple[Step, ...] = ()
    take_out: Step | None = None
    asks: Mapping[str, Cite] = field(default_factory=dict)


Remedy = Literal[
    "discard-card",  # the card is not used and goes to the rack
    "use-next",  # the card drawn is the next card
    "void",  # all hands are void, wagers go back
    "void-seat",  # one player's hand is void, that player's wagers go back
    "ask-player",  # the player chooses
    "reshuffle",
    "remove-deck",
    "reshake",
    "reset",  # the dealer's hands are set again
    "replenish",  # the discards are shuffled and the round goes on
    "out-of-order",  # a sign or cover before another method
    "remove-device",
    "forfeit",  # that player's wagers are lost
    "return-wager",  # one kind of wager goes back to all who made it and the round goes on
]

VOID: tuple[Remedy, ...] = ("void", "reshuffle")
FOUND = ("dealing", "deciding", "settling")
"""From the first card to the last in the rack: what went wrong before may be found as long as the round lasts."""
ANY_TIME = ("shuffling", "betting", "starting", "dealing", "deciding", "settling")
"""When a device may fail."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something that went wrong, when it can, and what the law does about it.

    `settles` are the optional wagers that are settled although the hands are void, `returns` those that go back
    under "return-wager", or on a dead hand whose others are lost; with `lost_stays` what its player had given up before
    stays lost, and `given_up` is the reading of that. `ways` limits it to ways of dealing. `options` are
    what the player may choose under "ask-player". `reading` decides it, or `continuous` during a round that a
    continuous shuffler deals and that it `voids`, or not.
    """

    id: str
    words: str
    cite: Cite
    when: tuple[str, ...]
    remedy: tuple[Remedy, ...]
    settles: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    by: tuple[Role, ...] = WATCHERS
    reading: Reading | None = None
    returns: tuple[str, ...] = ()
    continuous: Reading | None = None
    voids: bool = False
    lost_stays: bool = False
    given_up: Reading | None = None

    def remedy_in(self, *, continuous: bool) -> tuple[Remedy, ...]:
        """The remedy, where a continuous shuffler has still to deal cards of a round and where not."""
        return ("void", *self.remedy) if continuous and self.voids else self.remedy


@dataclass(frozen=True, slots=True)
class Dice:
    """The shaker: at least so many shakes, one after the deal, and dice changed after so many hours."""

    shakes: int
    shake: Step
    count: Cite
    after: Step
    hours: tuple[int, Cite]
    generator: Cite


@dataclass(frozen=True, slots=True)
class Conduct:
    """A chapter's conduct, in the order of its sections."""

    # § 2, checks of the table before it opens
    layout: tuple[Step, ...]
    # § 3, two decks or batches in alternation
    alternate: tuple[Cite, ...]
    # § 4, opening
    opening: tuple[Step, ...]
    second_deck: Cite
    preshuffled: Cite
    # § 5, shuffle and cut; a device that counts removes a wrong deck; one that reshuffles by itself needs no cut
    shuffle: Step
    stack: Cite
    cut: Cut
    idle: Idle
    device_count: Cite | None
    reshuffling: Cite | None
    # § 7, wagers: who may place them and until when
    seated: Cite | None
    closed: Cite
    abandoned: Cite | None
    # §§ 8-10, dealing
    ways: Mapping[str, Way]
    # § 11, completion
    collect: Cite
    reveal: Cite
    rack: Step
    touch: tuple[Cite, ...]
    # § 13, irregularities
    irregularities: tuple[Irregularity, ...]
    # §§ 2, 3, 5 and 8, what must stand at the table before it opens
    equipment: Equipment
    # § 11, by which the players look at their hands before the first decision; None where no hand lies face down
    examine: Cite | None = None
    # what only some chapters have
    dice: Dice | None = None
    burn: Step | None = None
    new_dealer_burn: Step | None = None
    cover_card: Cite | None = None
    skipped_round: Cite | None = None
    together: bool = False
    two_hands: Cite | None = None
    set_dealer: Step | None = None
    # before a progressive payment; `validate_from` is the choice of the submission that has it so, and from which
    # amount on, where the chapter does not
    validate: tuple[Step, ...] = ()
    validate_from: str = ""
    documented: Cite | None = None
    count_surrendered: Step | None = None
    fouled: Cite | None = None
    fouled_but: Cite | None = None
    high_hand: Step | None = None
    high_from: str = ""
    empty_shoe: Step | None = None
    preshuffled_keeps: tuple[str, ...] = ()
    linked: Cite | None = None
    collects_by_street: bool = False
    settled_last: Cite | None = None
    void_payments: Reading | None = None
    needs_shuffler: Mapping[str, Cite] = field(default_factory=dict)
    collects_at_once: bool = False
    # § 11, what is said aloud: the dealer's hand as it is turned, each player's, whether the first wager wins, and a
    # hand that earns others an Envy Bonus, by its wager: where the player placed that wager, and where not
    announce: Cite | None = None
    announce_hands: Cite | None = None
    announce_results: Cite | None = None
    acknowledged: Mapping[str, tuple[Cite | None, Cite]] | None = None
    refused_claim: Reading | None = None
    returned_share: Reading | None = None
    # § 7, by which a player may not even take a wager back before the betting closes
    stays: Cite | None = None

    def irregularity(self, id: str) -> Irregularity | None:  # noqa: A002
        """The irregularity of that id, if the chapter has one."""
        return next((found for found in self.irregularities if found.id == id), None)
