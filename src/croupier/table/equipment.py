"""What stands at a table: pieces of equipment as the register tells them, held against what the chapter asks for.

>>> from croupier import open_game
>>> rules = open_game("cajun-stud").rules()
>>> lacks(rules, standard(rules))
[]
>>> print(lacks(rules, [item for item in standard(rules) if item.kind != "discard-rack"])[0])
equipment.discard-rack: the table has no discard rack fixed on the dealer's side (58 Pa. Code § 683a.2(d))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import IllegalAction, Refusal
from croupier.game.sign import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.game import Rules
    from croupier.game.equipment import Equipment, Requirement
    from croupier.law import Cite
    from croupier.table.state import Table

STANDARD = "standard equipment"
"""What stands for an approval where nothing real is at stake."""
DECK, LAYOUT, SIGN, MARKER = "deck", "layout", "sign", "marker"
COLOURS = ("red", "blue")
ODDS = "odds"
"""The mark of a layout on which the payouts are inscribed."""


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of equipment. `id` is its number in the register; `approval` the reference by which it was approved, and
    `place` where on the table. A deck has a `design` and a `colour` of its backs and so many `cards`; a layout so many
    betting `positions`. `marks` are what it bears. `content` is the digest of what a sign, or a layout with the odds
    inscribed, says."""

    id: str
    kind: str
    serial: str = ""
    approval: str = ""
    place: str = ""
    design: str = ""
    colour: str = ""
    cards: int = 0
    positions: int = 0
    marks: tuple[str, ...] = ()
    content: str = ""


def kinds(rules: Rules) -> tuple[str, ...]:
    """The kinds of equipment that a table under these rules must have, in the order of the law."""
    requirements = _asked(rules)
    return tuple(dict.fromkeys([*(needed.kind for needed in requirements), DECK, SIGN]))


def needed(rules: Rules) -> list[dict[str, Any]]:
    """What a table under these rules must have, for people to read: each kind with its provision and its marks."""
    equipment, decks = _of(rules), rules.chosen.get("decks", 1)
    pieces = [
        {
            "kind": one.kind,
            "words": one.words + _also(one),
            "cite": str(one.cite),
            "marks": [
                {"mark": mark.id, "words": mark.words, "cite": str(mark.cite)} for mark in one.asked_marks(rules)
            ],
        }
        for one in equipment.asked(rules)
    ]
    cards = f"{'a deck' if decks == 1 else 'two decks'} of {len(rules.game.deck)} cards, the backs alike"
    pieces.append({"kind": DECK, "words": cards, "cite": str(equipment.deck), "marks": []})
    words = "the payouts on a sign, or inscribed on the layout"
    return pieces + [
        {"kind": SIGN, "words": words, "cite": str(cite), "marks": []} for cite in equipment.asked_signs(rules)
    ]


def _also(one: Requirement) -> str:
    approved = ", with the reference of its approval" if one.approved is not None else ""
    return approved + (", at an approved place on the table" if one.placed is not None else "")


def check(rules: Rules, items: Sequence[Item]) -> None:
    """Refuse to open a table with something missing: every piece is named, each by its provision."""
    if refusals := lacks(rules, items):
        raise IllegalAction.of(tuple(refusals))


def lacks(rules: Rules, items: Sequence[Item]) -> list[Refusal]:
    """What a table with this equipment still lacks under these rules."""
    return [*_pieces(rules, items), *_decks(rules, items), *_signs(rules, items), *_markers(rules, items)]


def standard(rules: Rules) -> tuple[Item, ...]:
    """A whole set for a table at which nothing real is at stake, every piece marked as such."""
    made = [_made(needed, rules, number) for needed in _merged(rules) for number in range(1, needed.count + 1)]
    for number, colour in enumerate(COLOURS[: rules.chosen.get("decks", 1)], 1):
        made.append(
            Item(
                id=f"{DECK}-{number}",
                kind=DECK,
                approval=STANDARD,
                serial=f"{STANDARD} {number}",
                design=STANDARD,
                colour=colour,
                cards=len(rules.game.deck),
            )
        )
    made.append(Item(id=SIGN, kind=SIGN, approval=STANDARD, content=sign(rules).digest))
    return tuple(made)


def completed(rules: Rules, items: Sequence[Item]) -> tuple[Item, ...]:
    """The equipment with standard pieces for every kind of which there is none."""
    held = {item.kind for item in items}
    return (*items, *(item for item in standard(rules) if item.kind not in held))


def of_the_way(table: Table) -> tuple[Requirement, ...]:
    """What the way of dealing in use asks for where a device has failed and it is not the submission's own."""
    chosen = table.rules.chosen
    if not table.equipment or table.way == chosen["dealing"]:
        return ()
    now = {**chosen, "dealing": table.way, "shuffler": table.shuffler}
    requirements = [(needed, needed.chosen or {}) for needed in _of(table.rules).requirements]
    return tuple(
        needed
        for needed, by in requirements
        if "dealing" in by and all(now.get(key) in values for key, values in by.items())
    )


def lacks_of_the_way(table: Table) -> tuple[Refusal, ...]:
    """What a table lacks to deal in another way than its submission's."""
    return tuple(_held(table.rules, of_the_way(table), table.equipment))


def _of(rules: Rules) -> Equipment:
    assert rules.game.conduct is not None
    return rules.game.conduct.equipment


def _asked(rules: Rules) -> tuple[Requirement, ...]:
    return _of(rules).asked(rules)


def _merged(rules: Rules) -> Iterator[Requirement]:
    """One requirement a kind, which asks for the most of it."""
    found: dict[str, Requirement] = {}
    for needed in _asked(rules):
        before = found.get(needed.kind)
        found[needed.kind] = needed if before is None or needed.count > before.count else before
    yield from found.values()


def _made(needed: Requirement, rules: Rules, number: int) -> Item:
    alike = [other for other in _asked(rules) if other.kind == needed.kind]
    marks = dict.fromkeys(mark.id for other in alike for mark in other.asked_marks(rules))
    return Item(
        id=needed.kind if needed.count == 1 else f"{needed.kind}-{number}",
        kind=needed.kind,
        approval=STANDARD,
        place=STANDARD,
        marks=tuple(marks),
        positions=rules.game.seats if needed.kind == LAYOUT else 0,
    )


def _pieces(rules: Rules, items: Sequence[Item]) -> Iterator[Refusal]:
    return _held(rules, _asked(rules), items)


def _held(rules: Rules, asked: Iterable[Requirement], items: Sequence[Item]) -> Iterator[Refusal]:
    for needed in asked:
        held = [item for item in items if item.kind == needed.kind]
        if len(held) < needed.count:
            words = needed.words.removeprefix("a ").removeprefix("an ")
            yield _refusal(needed.kind, f"the table has no {words}", needed.cite)
            continue
        for item in held:
            yield from faults(rules, needed, item)


def faults(rules: Rules, needed: Requirement, item: Item) -> Iterator[Refusal]:
    """What is wrong with one piece."""
    if needed.approved is not None and not item.approval:
        yield _refusal(needed.kind, f"{item.id} has no reference of an approval", needed.approved)
    if needed.placed is not None and not item.place:
        yield _refusal(needed.kind, f"{item.id} has no place on the table that was approved", needed.placed)
    for mark in needed.asked_marks(rules):
        if not {mark.id, *mark.either}.intersection(item.marks):
            yield _refusal(needed.kind, f"{item.id} lacks {mark.words}", mark.cite)
    if item.kind == LAYOUT and not 1 <= item.positions <= rules.game.seats:
        words = f"{item.id} has {item.positions} betting positions, and a table has 1 to {rules.game.seats}"
        yield _refusal(needed.kind, words, rules.game.seats_cite)
    elif item.kind == LAYOUT and (cite := _of(rules).every_position) is not None and item.positions < rules.game.seats:
        words = f"{item.id} has {item.positions} betting positions, and the cards go to {rules.game.seats}"
        yield _refusal(needed.kind, words, cite)


def positions(table: Table) -> int:
    """How many betting positions the table has: as the registered layout, or as many as the chapter allows."""
    layout = next((item for item in table.equipment if item.kind == LAYOUT), None)
    return table.rules.game.seats if layout is None else layout.positions


def _decks(rules: Rules, items: Sequence[Item]) -> Iterator[Refusal]:
    equipment = _of(rules)
    held = [item for item in items if item.kind == DECK]
    wanted, size = rules.chosen.get("decks", 1), len(rules.game.deck)
    if len(held) < wanted:
        words = "deck" if wanted == 1 else "decks"
        yield _refusal(DECK, f"{len(held)} registered where {wanted} {words} must come to the table", equipment.deck)
        return
    for item in held:
        yield from deck_faults(rules, item)
    if wanted == 2 and all(size <= item.cards <= size + equipment.jokers for item in held) and not pair(held):
        words = f"{' and '.join(item.id for item in held)} are not of one design with backs of two colours"
        yield _refusal(DECK, words, equipment.backs)


def deck_faults(rules: Rules, item: Item) -> Iterator[Refusal]:
    """What is wrong with one deck, apart from any other."""
    equipment = _of(rules)
    size = len(rules.game.deck)
    if not size <= item.cards <= size + equipment.jokers:
        words = f"{item.id} came with {item.cards} cards, and the game is played with {size}"
        yield _refusal(DECK, words, equipment.deck)
    if not item.colour or not item.design:
        yield _refusal(DECK, f"{item.id} has no design and colour of its backs: are they alike?", equipment.deck)


def pair(decks: Sequence[Item]) -> tuple[Item, Item] | None:
    """Two decks that may be played in turn: of one design, their backs of different colours."""
    for place, one in enumerate(decks):
        for other in decks[place + 1 :]:
            if fit(one, other):
                return one, other
    return None


def fit(one: Item, other: Item) -> bool:
    """Whether two decks may be at one table."""
    return one.design == other.design and one.colour != other.colour


def next_deck(table: Table, number: int) -> Item | None:
    """The registered deck that comes as this pack: the first that is not in use and goes with the one that is."""
    used = {pack.deck for pack in table.packs if pack.deck}
    others = [item for item in table.equipment if item.id in used and item.id != table.packs[number].deck]
    free = (item for item in table.equipment if item.kind == DECK and item.id not in used)
    return next((item for item in free if all(fit(item, other) for other in others)), None)


def _signs(rules: Rules, items: Sequence[Item]) -> Iterator[Refusal]:
    """The payouts stand on the layout or on a sign, and are those that are played."""
    equipment = _of(rules)
    shown = [item for item in items if item.kind == SIGN or (item.kind == LAYOUT and ODDS in item.marks)]
    right = sign(rules).digest
    for cite in equipment.asked_signs(rules):
        if not shown:
            yield _refusal(SIGN, "the payouts are neither inscribed on the layout nor on a sign", cite)
        elif wrong := next((item for item in shown if item.content != right), None):
            yield _refusal(SIGN, f"{wrong.id} does not say what is played and paid here", cite)


def _markers(rules: Rules, items: Iterable[Item]) -> Iterator[Refusal]:
    equipment = _of(rules)
    if equipment.marker is not None:
        for item in items:
            if item.kind == MARKER and not item.approval:
                yield _refusal(MARKER, f"{item.id} has no reference of an approval", equipment.marker)


def _refusal(kind: str, words: str, cite: Cite) -> Refusal:
    return Refusal(f"equipment.{kind}", words, str(cite))
