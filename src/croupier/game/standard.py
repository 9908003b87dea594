"""Conduct from standard parts: what chapters of games with one deck ask for alike, as builders that take provisions.

Each part is a function of the provisions that ask for it. `one_deck` puts all of them together for a chapter whose
sections are numbered as `PATHS` says; a chapter that numbers otherwise gives its own paths for what differs.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.game import choices as choose
from croupier.game.conduct import ANY_TIME, FLOOR, FOUND, VOID, Conduct, Cut, Idle, Irregularity, Lay, Step, Stub, Way
from croupier.game.equipment import Equipment, Mark, Requirement, areas, boxes, devices

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from croupier.game.choices import Check, Choice
    from croupier.law import Chapter, Cite

WAYS = ("manual-shoe", "hand", "automated-shoe")
"""From where one deck is dealt."""

PATHS: Mapping[str, str] = MappingProxyType({
    "layout": "2(b)", "sign": "2(c)", "boxes": "2(d)", "rack": "2(e)",
    "deck": "3(a)", "two-decks": "3(b)", "backs": "3(b)(1)", "stored": "3(b)(2)", "alternate": "3(b)(3)",
    "apart": "3(b)(4)", "hours-hand": "3(c)(1)", "hours-shoe": "3(c)(2)",
    "inspect": "4(a)", "spread": "4(b)", "wash": "4(c)", "second-deck": "4(d)", "preshuffled": "4(e)",
    "shuffle": "5(a)", "device-count": "5(b)", "ways": "5(c)", "cut": "5(d)", "recut": "5(e)", "idle": "5(f)",
    "reshuffling": "5(g)",
    "chips": "7(a)", "seated": "7(b)", "closed": "7(c)",
    "manual-shoe": "8(a)", "hand": "8(b)", "hand-device": "8(b)", "automated-shoe": "8(c)", "no-more-bets": "8(d)",
    "stub": "8(f)", "count-stub": "8(g)", "stub-right": "8(h)", "stub-wrong": "8(i)",
    "examine": "9(a)", "touch": "9(b)", "seconds": "9(c)",
    "face-up": "11(a)", "drawn-in-error": "11(b)", "wrong-number": "11(c)", "exposed": "11(d)", "shuffler-jam": "11(e)",
    "shoe-jam": "11(f)", "out-of-order": "11(g)",
})  # fmt: skip
"""Where a chapter says what, unless it says otherwise: sections 2 to 5, 7 to 9 and 11. How the game is ranked, dealt,
decided, settled and paid is its own."""


# §§ 4 and 5. Opening, shuffle and cut.


def opening(*, inspect: Cite, spread: Cite, wash: Cite) -> tuple[Step, ...]:
    """New cards are inspected, shown to the first player, mixed and stacked."""
    return (
        Step("inspect", "inspect the cards for defects", inspect),
        Step("verify", "verify the inspection", inspect, FLOOR),
        Step("spread", "spread the cards face up, in fans by suit and in sequence", spread),
        Step("view", "let the first player to arrive look at the cards", spread, ("dealer", "player")),
        Step("wash", "turn the cards face down and wash them", wash),
        Step("stack", "stack the cards", wash),
    )


def shuffle(cite: Cite) -> Step:
    """The shuffle of the whole pack."""
    return Step("shuffle", "shuffle the cards and place them in a single stack", cite)


def cut(*, cut: Cite, recut: Cite) -> Cut:
    """The dealer cuts with the cover card whatever no device has shuffled."""
    return Cut(
        Step("cut", "place the cover card at least ten cards from the top and bring those above it to the bottom", cut),
        after=("manual", "preshuffled"),
        recut=Step("recut", "have the cards cut again", recut, FLOOR),
    )


def idle(cite: Cite) -> Idle:
    """At an open table without players the cards are spread, and mixed anew when one comes."""
    spread = Step("spread-idle", "take the cards from shoe and rack and spread them face down", cite)
    return Idle(spread, request=cite, first_only=False, redo=("view", "wash", "stack"))


# § 8. Ways of dealing.


def stub(*, count: Cite, right: Cite, wrong: Cite) -> Stub:
    """The cards left after the deal, counted every five rounds."""
    return Stub(Step("count-stub", "count the stub face down on the layout", count), right=right, wrong=wrong)


def way(id: str, *, load: Cite, close: Cite, lays: tuple[Lay, ...], put_away: Cite, stub: Stub, device: Cite) -> Way:  # noqa: A002
    """One of `WAYS`; from the hand only what a device has shuffled is dealt."""
    loading = {
        "manual-shoe": "place the stack in the dealing shoe",
        "hand": "take the stack in one hand and keep to that hand for the round",
        "automated-shoe": "place the cards in the automated dealing shoe",
    }[id]
    return Way(
        id,
        device=device if id == "hand" else None,
        load=(Step("load", loading, load),),
        close=(Step("no-more-bets", 'announce "no more bets"', close),),
        lays=lays,
        after=(Step("stub", "place the stub in the discard rack without exposing it", put_away),),
        stub=stub,
    )


# § 11. Irregularities.


def irregularities(
    *,
    inspect: Cite,
    face_up: Cite,
    drawn_in_error: Cite,
    wrong_number: Cite,
    exposed: Cite,
    shuffler_jam: Cite,
    shoe_jam: Cite,
    out_of_order: Cite,
    device_count: Cite,
    settles: tuple[str, ...] = (),
    ways: Sequence[str] = WAYS,
) -> tuple[Irregularity, ...]:
    """What goes wrong at any table with one deck. `settles` are the optional wagers that are settled although cards
    were seen before the decisions and the hands are void."""
    found = (
        Irregularity(
            "bad-deck", "a card is defective, missing or one too many", inspect, ("opening",), ("remove-deck",)
        ),
        Irregularity("face-up", "a card lies face up in the shoe or deck", face_up, ("dealing",), ("discard-card",)),
        Irregularity("two-face-up", "a second card lies face up in the shoe or deck", face_up, ("dealing",), VOID),
        Irregularity(
            "drawn-in-error", "a card was drawn in error, its face unseen", drawn_in_error, ("dealing",), ("use-next",)
        ),
        Irregularity("wrong-number", "somebody has a wrong number of cards", wrong_number, FOUND, VOID),
        Irregularity("exposed", "a card was seen before its turn", exposed, FOUND, VOID, settles=settles),
        Irregularity(
            "shuffler-jam", "the shuffling device jams or does not finish", shuffler_jam, ANY_TIME, ("reshuffle",)
        ),
        Irregularity(
            "shoe-jam", "the automated shoe jams or does not deal every card", shoe_jam, ("starting", *FOUND), VOID,
            ways=("automated-shoe",),
        ),
        Irregularity("out-of-order", "a device cannot be used", out_of_order, ANY_TIME, ("out-of-order",)),
        Irregularity(
            "device-count", "the device counts a wrong number of cards", device_count, ("shuffling",), ("remove-deck",)
        ),
    )  # fmt: skip
    return tuple(one for one in found if not one.ways or not set(one.ways).isdisjoint(ways))


# All of it together.


class _Paths:
    """The provisions of a chapter by what they say."""

    def __init__(self, law: Chapter, paths: Mapping[str, str] | None) -> None:
        self._law, self._paths = law, {**PATHS, **(paths or {})}

    def __getitem__(self, what: str) -> Cite:
        return self._law[self._paths[what]]


def one_deck(
    law: Chapter,
    *,
    areas: Iterable[str],
    lays: tuple[Lay, ...],
    collect: Cite,
    reveal: Cite,
    gather: Cite,
    paths: Mapping[str, str] | None = None,
    settles: tuple[str, ...] = (),
    announce: Cite | None = None,
    ways: Sequence[str] = WAYS,
) -> Conduct:
    """The conduct of a table with one deck.

    `areas` are the wagers that have one on the layout, `lays` the cards in the order in which they are laid. `collect`
    takes what a fold forfeits, `reveal` turns a player's hand over, `gather` puts the cards in the rack after the
    round, `announce` has the dealer's hand said.
    """
    at = _Paths(law, paths)
    return Conduct(
        layout=(),
        alternate=(at["stored"], at["alternate"], at["apart"]),
        opening=opening(inspect=at["inspect"], spread=at["spread"], wash=at["wash"]),
        second_deck=at["second-deck"],
        preshuffled=at["preshuffled"],
        shuffle=shuffle(at["shuffle"]),
        stack=at["shuffle"],
        cut=cut(cut=at["cut"], recut=at["recut"]),
        idle=idle(at["idle"]),
        device_count=at["device-count"],
        reshuffling=at["reshuffling"],
        seated=at["seated"],
        closed=at["closed"],
        abandoned=at["seated"],
        ways={
            id_: way(
                id_,
                load=at[id_],
                close=at["no-more-bets"],
                lays=lays,
                put_away=at["stub"],
                stub=stub(count=at["count-stub"], right=at["stub-right"], wrong=at["stub-wrong"]),
                device=at["hand-device"],
            )
            for id_ in ways
        },
        collect=collect,
        reveal=reveal,
        rack=Step("rack", "place the remaining cards in the discard rack so that each hand can be rebuilt", gather),
        touch=(at["touch"],),
        irregularities=irregularities(
            inspect=at["inspect"],
            device_count=at["device-count"],
            settles=settles,
            ways=ways,
            **{
                what.replace("-", "_"): at[what]
                for what in (
                    "face-up",
                    "drawn-in-error",
                    "wrong-number",
                    "exposed",
                    "shuffler-jam",
                    "shoe-jam",
                    "out-of-order",
                )
            },
        ),
        equipment=equipment(law, areas, paths),
        examine=at["examine"],
        announce=announce,
    )


def equipment(law: Chapter, wagers: Iterable[str], paths: Mapping[str, str] | None = None) -> Equipment:
    """What stands at a table with one deck: a layout with these areas, boxes, rack, cover card, devices."""
    at = _Paths(law, paths)
    spots = areas(at["layout"], "an area for the {} wager", *wagers)
    return Equipment(
        (
            Requirement(
                "layout",
                "a layout with an area for every wager",
                at["layout"],
                marks=(Mark("name", "the name or logo of the house", at["layout"]), *spots),
            ),
            *boxes(at["boxes"]),
            Requirement("discard-rack", "a discard rack fixed on the dealer's side", at["rack"]),
            Requirement("cover-card", "a cover card", at["deck"]),
            *devices(
                at["shuffle"],
                reshuffles=at["reshuffling"],
                shoe=at["manual-shoe"],
                automated=at["automated-shoe"],
            ),
        ),
        deck=at["deck"],
        backs=at["backs"],
        signs=((at["sign"], ""),),
    )


def deck_hours(law: Chapter, paths: Mapping[str, str] | None = None) -> dict[str, tuple[int, Cite]]:
    """After how many hours the cards are changed: four from the hand, eight from a shoe."""
    at = _Paths(law, paths)
    return {way: (4, at["hours-hand"]) if way == "hand" else (8, at["hours-shoe"]) for way in WAYS}


def choices(law: Chapter, ways: Sequence[str] = WAYS, paths: Mapping[str, str] | None = None) -> tuple[Choice, ...]:
    """What a Rules Submission chooses at a table with one deck, besides its paytables."""
    at = _Paths(law, paths)
    return (
        choose.dealing(at["ways"], *ways),
        choose.shuffler(at["shuffle"]),
        choose.decks(at["two-decks"]),
        choose.decision_seconds(at["seconds"]),
    )


def checks(law: Chapter, paths: Mapping[str, str] | None = None) -> tuple[Check, ...]:
    """What must hold of these choices."""
    at = _Paths(law, paths)
    return (
        choose.two_decks_need_a_shuffler(at["two-decks"]),
        choose.hand_dealing_needs_a_shuffler(at["hand-device"]),
        choose.steps_pay_whole_cents,
    )
