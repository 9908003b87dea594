"""Cards: received, shuffled, cut, dealt, counted. Sections 3 to 5 and 8 to 10, step by step."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.errors import CroupierError, IllegalAction
from croupier.game.conduct import DEALER
from croupier.game.played import place_wagers
from croupier.kit.cards import cards, write
from croupier.kit.money import dollars
from croupier.table import events as e
from croupier.table.equipment import lacks_of_the_way, next_deck
from croupier.table.plans import CLOCKWISE
from croupier.table.postings import contributed_entries
from croupier.table.preparation import overdue
from croupier.table.seeds import SCHEME, Context, check_opening
from croupier.table.shuffle import check_opening as check_first_opening
from croupier.table.shuffle import seal
from croupier.table.skips import to_draw
from croupier.table.ways import lacking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.kit.cards import Card
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due, Pack, Table


def shown(
    act: Act, found: tuple[Card, ...], cite: object, *, lying: tuple[Card | None, ...] = (), racked: bool = False
) -> None:
    """Refuse cards a human dealer cannot be holding: the deck has no more of them, by all that was shown since the
    shuffle. `lying` are those of them that the round knows already; what lies twice on the table is the round's own
    affair, unless the card is `racked` at once."""
    table, play = act.table, act.table.play
    if table.cards != "entered" or not (table.seen or racked):
        return
    on_table = (
        []
        if play is None
        else [
            *(card for seat in play.round.seats.values() for card in seat.cards),
            *(card for held in play.round.places.values() for card in held),
        ]
    )
    counts = Counter(int(card) for card in (*found, *on_table) if card is not None)
    counts.update(table.seen)
    counts.subtract(int(card) for card in lying if card is not None)
    deck = table.deck(table.active)
    for card in found:
        if counts[int(card)] > deck.all().count(card):
            raise IllegalAction(f"{card} has been shown already; the deck has no other", field="cards", cite=cite)


def number(value: Any, due: Due, least: int, most: int, what: str) -> int:  # noqa: ANN401 - as a person gave it
    """A whole number within bounds, or a refusal that says which."""
    if type(value) is not int or not least <= value <= most:
        raise IllegalAction(f"{what} is a whole number from {least} to {most}", field="value", cite=due.cite)
    return value


def named(text: str, count: int, field: str, cite: object) -> tuple[Card, ...]:
    """So many cards, as a person wrote them."""
    try:
        found = cards(text)
    except CroupierError as error:
        raise error.within(field) from None
    if len(found) != count:
        raise IllegalAction(f"{len(found)} cards named where there are {count}", field=field, cite=cite)
    return found


COVER_ASIDE = "cover-aside"
REMEMBERED = 1024
"""Wagers of seats that are known to be complete, so that they are not checked anew in every round."""

# §§ 3-5: decks, shuffle and cut.


def receive(act: Act, due: Due, command: c.Perform) -> None:
    """A deck comes, preinspected and preshuffled or not."""
    if command.value not in (None, "preshuffled"):
        raise IllegalAction("cards come plain or preshuffled", field="value", cite=act.table.conduct.preshuffled)
    preshuffled = command.value == "preshuffled"
    cite = str(act.table.conduct.preshuffled) if preshuffled else due.cite
    deck = ""
    if act.table.equipment:
        found = next_deck(act.table, due.pack)
        if found is None:
            words = "no registered deck is left that may come to this table: bring one"
            raise IllegalAction(words, field="equipment.deck", cite=act.table.conduct.equipment.deck)
        deck = found.id
    act.emit(
        e.PackChanged(
            pack=due.pack,
            what="received",
            cite=cite,
            preshuffled=preshuffled,
            deck=deck,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def change_cards(act: Act, due: Due, _: c.Perform) -> None:
    """Cards that have been in use long enough leave the table."""
    act.emit(e.PackChanged(pack=due.pack, what="changed", cite=due.cite, by=act.actor.role, who=act.actor.name))


def view(act: Act, due: Due, command: c.Perform) -> None:
    """Nobody can look before somebody is there; cards that an idle table spread face down are turned up on request."""
    table, idle = act.table, act.table.conduct.idle
    if not table.seats:
        raise IllegalAction("no player has arrived yet", field="step", cite=due.cite)
    if command.value is not None:
        if command.value not in due.options:
            raise IllegalAction("there is nothing to ask for", field="value", cite=due.cite)
        if act.actor.role != "player" or act.actor.name not in table.seats.values():
            raise IllegalAction("a player at the table asks for that", field="actor", cite=idle.request)
        if idle.first_only and act.actor.name != table.first:
            raise IllegalAction("only the first player to arrive may ask for that", field="actor", cite=idle.request)
    act.performed(due, command.value)


def method(table: Table, pack: int) -> str:
    """How a pack is shuffled now."""
    if table.packs[pack].preshuffled and table.plans.as_they_came(table.way, table.procedure):
        return "preshuffled"
    if table.way == "continuous-shuffler":
        return table.way
    return {"none": "manual", "automated": "device"}.get(table.shuffler, table.shuffler)


def shuffle(act: Act, due: Due, command: c.Perform) -> None:
    """The order changes; where the table shuffles, its commitment is published here, before any bet is closed."""
    value = command.value if isinstance(command.value, dict) else {}
    commitment, sealed = value.get("commitment", ""), value.get("sealed", "")
    if act.table.cards == "shuffled":
        if not (isinstance(commitment, str) and len(commitment) == 64 and isinstance(sealed, str)):
            raise IllegalAction("a shuffle by the table carries its commitment", field="value", cite=due.cite)
    elif command.value is not None:
        raise IllegalAction("a human dealer's shuffle has no commitment", field="value", cite=due.cite)
    context = shuffle_context(act.table, due.pack)
    details = {"scheme": SCHEME, "number": context.number, "round": context.round, "clock": context.clock}
    act.emit(
        e.Shuffled(
            pack=due.pack,
            method=method(act.table, due.pack),
            cite=due.cite,
            commitment=commitment,
            sealed=sealed,
            of=context.of,
            **(details if commitment else {}),
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def shuffle_context(table: Table, pack: int) -> Context:
    """Which shuffle it is that a pack gets now."""
    round_ = table.rounds + 1 if table.play is None else table.play.number
    return Context(table.id, table.packs[pack].number + 1, round_, pack, discards(table), table.clock)


def discards(table: Table) -> str:
    """686a.9(b): in mid-round only what is not on the table is shuffled; the opened order says which cards these are.
    Nothing where the whole pack is shuffled, or a human dealer shuffles."""
    play = table.play
    if play is None or not play.opened:
        return ""
    lying = {at for to, places in play.dealt.items() if to not in play.racked for at in places}
    order = cards(play.opened)
    return write(sorted([*(order[at] for at in range(len(order)) if at not in lying), *_racked_since(table, order)]))


def _racked_since(table: Table, order: tuple[Card, ...]) -> Iterator[Card]:
    """686a.9(b): cards that lay on the table when the discards were shuffled last, and are in the rack now."""
    play = table.play
    if play is None or table.procedure < 8:
        return
    rest = Counter(table.rules.game.deck.all()) - Counter(order)
    for number, seat in play.round.seats.items():
        to = f"seats.{number}"
        held = zip(seat.cards, play.dealt.get(to, ()), strict=False)
        if to not in play.racked:
            rest.subtract(card for card, at in held if card is not None and at < 0)
    yield from (+rest).elements()


def device_count(act: Act, due: Due, command: c.Perform) -> None:
    """The device says how many cards it found; a wrong deck leaves the table."""
    size = act.table.packs[due.pack].size
    found = number(command.value, due, 0, 2 * size, "the count")
    _check_counted(act, found, size, due.cite)
    act.performed(due, found)
    if found != size:
        wrong = act.table.conduct.irregularity("device-count")
        assert wrong is not None
        act.emit(
            e.IrregularityFound(
                irregularity=wrong.id, cite=str(wrong.cite), remedy=wrong.remedy, by=act.actor.role, who=act.actor.name
            )
        )
        act.emit(
            e.PackChanged(pack=due.pack, what="removed", cite=str(wrong.cite), by=act.actor.role, who=act.actor.name)
        )


def cut(act: Act, due: Due, command: c.Perform) -> None:
    """The cover card goes in at least ten cards deep. A player may decline; then the next is asked."""
    table, rule = act.table, act.table.conduct.cut
    if command.step == "decline-cut":
        if not due.seat:
            raise IllegalAction("the dealer cuts when no player does", field="step", cite=due.cite)
        left = [n for n in due.then if n in table.seats]
        act.emit(
            e.Performed(
                step="decline-cut", cite=due.cite, pack=due.pack, value=left, by=act.actor.role, who=act.actor.name
            )
        )
        return
    if due.seat and act.actor.role != "player":
        raise IllegalAction(f"the cut is offered to seat {due.seat}", field="actor", cite=due.cite)
    size = table.packs[due.pack].size
    most = size - (rule.least if rule.both_ends else 1)
    how = replace(due, cite=str(rule.step.cite))  # an offer has another provision
    act.performed(due, number(command.value, how, rule.least, most, "the place of the cover card"))


def insert_cover(act: Act, due: Due, command: c.Perform) -> None:
    """A cover card back into the stack, so many cards from its bottom."""
    rule, size = act.table.conduct.cut, act.table.packs[due.pack].size
    if command.value == "rack" and rule.cover_optional:
        act.performed(due, "rack")
    elif isinstance(rule.depth, Fraction):
        least = -(-size * rule.depth.numerator // rule.depth.denominator)
        act.performed(due, number(command.value, due, least, size - 1, "the cover card's height over the bottom"))
    else:
        depth = rule.depth or 0
        act.performed(due, number(command.value, due, depth, depth, "the cover card's height over the bottom"))


def load(act: Act, due: Due, _: c.Perform) -> None:
    """The stack goes where it is dealt from; where a device has failed, that is one of the register too."""
    if wrong := lacks_of_the_way(act.table):
        raise IllegalAction.of(wrong)
    act.performed(due)


def stored_deck(act: Act, due: Due, command: c.Perform) -> None:
    """688a.5(g)(2): the stored deck is dealt unseen unless a player asks to have it spread."""
    if command.value not in (None, "spread"):
        raise IllegalAction(
            "the stored deck is taken as it is or spread at a player's request", field="value", cite=due.cite
        )
    act.performed(due, command.value)


def burn(act: Act, due: Due, command: c.Perform) -> None:
    """A card unseen to the rack."""
    if command.cards:
        raise IllegalAction("a burned card is not shown", field="cards", cite=due.cite)
    before = act.table
    act.emit(
        e.Discarded(what=due.id, count=1, at=act.table.pack.at, cite=due.cite, by=act.actor.role, who=act.actor.name)
    )
    put_cover_aside(act, before)


def open_order(act: Act, due: Due, command: c.Perform) -> None:
    """The house's seed and the order of a pack that is done with: the seed must be the one committed to, the order the
    one that it and the players' contributions make."""
    pack = act.table.packs[due.pack]
    fields = command.value if isinstance(command.value, dict) else {}
    seed, order = fields.get("seed"), fields.get("order")
    if not isinstance(seed, str) or not isinstance(order, str):
        raise IllegalAction("an opening has a seed and an order", field="value", cite=due.cite)
    try:
        house, placed, deck = bytes.fromhex(seed), cards(order), act.table.deck(due.pack)
        if pack.scheme == SCHEME:
            check_opening(pack.commitment, house, act.table.context(due.pack), pack.contributions, placed, deck)
        else:
            check_first_opening(pack.commitment, house, placed, deck)
    except ValueError:
        raise IllegalAction("a seed is hexadecimal", field="value.seed", cite=due.cite) from None
    act.emit(
        e.OrderOpened(
            pack=due.pack,
            commitment=pack.commitment,
            seed=seed,
            order=order,
            cut=max(pack.cut, 0),
            contributions=pack.contributions,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


# §§ 8-10: the deal.


def no_more_bets(act: Act, _: c.Perform) -> None:
    """The betting closes on whoever has placed what the chapter requires."""
    table, rules = act.table, act.table.rules
    closing = table.conduct.ways[table.way].close[0]
    act.require(DEALER, closing.cite)
    if table.idle or not table.pack.present:
        raise IllegalAction("the cards are not ready", field="step", cite=closing.cite)
    if device := lacking(table):
        raise IllegalAction(f"without the {device} no way of dealing is left", field="step", cite=closing.cite)
    for due in overdue(table, act.at):
        raise IllegalAction(f"first {due.words}: they have been in use for long enough", field=due.id, cite=due.cite)
    playing = {n: own for n, own in table.layout.items() if own}
    if not playing:
        raise IllegalAction("nobody has placed a wager", field="step", cite=closing.cite)
    for seat, own in playing.items():
        key = tuple(own.items())
        if key in table.plans.complete:
            continue
        try:
            place_wagers(rules, {w: dollars(stake) for w, stake in own.items()})
        except CroupierError as error:
            raise error.within(f"seats.{seat}") from None
        if len(table.plans.complete) >= REMEMBERED:
            table.plans.complete.clear()
        table.plans.complete.add(key)
    act.emit(
        e.RoundBegan(
            round=table.rounds + 1,
            wagers=dict(sorted(playing.items())),
            cite=str(closing.cite),
            pack=table.active,
            players={n: table.seats[n] for n in sorted(playing)},
            coupons={n: face for n, face in table.coupons.items() if n in playing},
            contributions={n: table.contributions[n] for n in sorted(playing) if n in table.contributions},
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    steps = {step.id for step in table.conduct.ways[table.way].close}
    if not steps & {"start-game", "verify-chips"}:
        _contribute(act, str(closing.cite))


def lammers(act: Act, due: Due, _: c.Perform) -> None:
    """An Envy lammer beside each Qualifying Wager."""
    act.performed(due, list(act.table.plans.qualifying(act.play.round)))


def collect_progressives(act: Act, due: Due, command: c.Perform) -> None:
    """The progressive wagers are collected, counted against the system, and feed the meter."""
    placed = len(progressive_wagers(act.table))
    counted = command.value is not None or due.id == "verify-chips"  # Start Game shows the wagers; chips are counted
    if counted and number(command.value, due, 0, 99, "the number of chips") != placed:
        raise IllegalAction(
            f"{command.value} chips against {placed} accepted wagers: count again", field="value", cite=due.cite
        )
    _contribute(act, due.cite)


def progressive_wagers(table: Table) -> list[tuple[int, str, int]]:
    """Seat, wager and stake of every progressive wager of the round."""
    assert table.play is not None
    ids = [w.id for w in table.plans.progressives]
    return [(n, w, s.stakes[w]) for n, s in table.play.round.seats.items() for w in ids if w in s.stakes]


def _contribute(act: Act, cite: str) -> None:
    for meter in list(act.table.meters.values()):
        own = {n: stake for n, w, stake in progressive_wagers(act.table) if w == meter.wager and stake == meter.stake}
        if not own:
            continue
        chips = sum(own.values())
        entries, grown, carry = contributed_entries(act.table.meters[meter.id], chips)
        act.emit(
            e.Contributed(
                meter=meter.id,
                wagers=own,
                chips=chips,
                increment=grown,
                carry=carry,
                entries=entries,
                cite=cite,
                by=act.actor.role,
                who=act.actor.name,
            )
        )


def start(act: Act, due: Due, command: c.Perform) -> None:
    """688a.5(i): three dice shaken three times or more, or a generator's number from 1 to 7; the dealer is one."""
    dice = act.table.conduct.dice
    assert dice is not None
    chosen = act.table.rules.chosen.get("start", "shaker")
    if (command.step == "generator") != (chosen == "generator"):
        raise IllegalAction(
            f"the {chosen} finds the starting position here",
            field="step",
            cite=dice.shake.cite if chosen == "shaker" else dice.generator,
        )
    if command.step == "generator":
        total = number(command.value, due, 1, 7, "the number displayed")
        value: dict[str, Any] = {"generator": total}
        cite = dice.generator
    else:
        fields = command.value if isinstance(command.value, dict) else {}
        faces, shakes = fields.get("dice"), fields.get("shakes")
        if not (
            isinstance(faces, (list, tuple)) and len(faces) == 3 and all(type(f) is int and 1 <= f <= 6 for f in faces)
        ):
            raise IllegalAction("three dice show 1 to 6 each", field="value.dice", cite=dice.shake.cite)
        if type(shakes) is not int or shakes < dice.shakes:
            raise IllegalAction(
                f"the shaker is shaken at least {dice.shakes} times", field="value.shakes", cite=dice.shake.cite
            )
        total = sum(faces)
        value = {"dice": list(faces), "shakes": shakes}
        cite = dice.count
    value |= {"total": total, "position": starting_position(total)}
    act.emit(e.Performed(step="shake", cite=str(cite), value=value, by=act.actor.role, who=act.actor.name))


def starting_position(total: int) -> str:
    """Counting the dealer as one and on counterclockwise: two is the seat farthest right.

    >>> starting_position(1), starting_position(2), starting_position(7), starting_position(15)
    ('dealer', 'seats.6', 'seats.1', 'dealer')
    """
    return CLOCKWISE[(7 - total) % 7]


def left_in(pack: Pack) -> int:
    """Cards that have not left a pack."""
    return pack.size - pack.at


def deal(act: Act, due: Due, command: c.Perform) -> None:
    """Cards to the seat or place that is next."""
    table = act.table
    count = due.count or 1
    if count > left_in(table.pack):
        raise IllegalAction(
            f"{left_in(table.pack)} cards are left where {count} are needed", field="cards", cite=due.cite
        )
    if due.up:
        faces = named(command.cards, count, "cards", due.cite)
        shown(act, faces, due.cite)
        found = write(faces)
        if not due.count and found == "Jk":  # a joker from the stub has no rank of its own: the next card is drawn
            act.emit(
                e.Discarded(
                    what="joker",
                    count=1,
                    at=table.pack.at,
                    cite=due.cite,
                    cards=found,
                    by=act.actor.role,
                    who=act.actor.name,
                )
            )
            return
        seals: tuple[str, ...] = ()
        if command.seals:
            raise IllegalAction("a card dealt face up has no seal", field="seals", cite=due.cite)
    else:
        found = ""
        if command.cards:
            raise IllegalAction("these cards are dealt face down", field="cards", cite=due.cite)
        seals = command.seals
        if table.cards == "shuffled" and len(seals) != count:
            raise IllegalAction(f"{count} cards face down have {count} seals", field="seals", cite=due.cite)
        if seals and (len(seals) != count or {*map(type, seals)} != {str} or {*map(len, seals)} != {32}):
            raise IllegalAction("a seal for each card, or none", field="seals", cite=due.cite)
        play = act.play
        before = due.to in play.dealt and not (due.to.startswith("seats.") and int(due.to[6:]) in play.empty)
        if before and bool(seals) != bool(play.seals.get(due.to)):
            raise IllegalAction("the cards of a hand are all sealed, or none is", field="seals", cite=due.cite)
    drawn_for = next(iter(to_draw(table, due.to)), 0) if not due.count and table.procedure > 4 else 0
    act.emit(
        e.Dealt(
            to=due.to,
            count=count,
            at=table.pack.at,
            cite=due.cite,
            cards=found,
            seals=seals,
            drawn_for=drawn_for,
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    put_cover_aside(act, table)


def put_cover_aside(act: Act, before: Table) -> None:
    """686a.7(d): the cover card that has come with a card is placed to the side, and the hand is completed."""
    cite = before.conduct.cover_card
    if cite is not None and before.cover_came < 0 <= act.table.cover_came:
        act.emit(
            e.Performed(
                step=COVER_ASIDE, cite=str(cite), value=act.table.cover_came, by=act.actor.role, who=act.actor.name
            )
        )


def check_seals(act: Act, to: str, first: int, found: tuple[Card, ...], salts: tuple[str, ...], cite: object) -> None:
    """Cards that were sealed when dealt must open to themselves."""
    sealed = act.play.seals.get(to, ())[first : first + len(found)]
    if not sealed:
        if salts:
            raise IllegalAction("these cards have no seals that salts could open", field="salts", cite=cite)
        return
    if len(salts) != len(found):
        raise IllegalAction("a salt for each sealed card", field="salts", cite=cite)
    for card, salt, want in zip(found, salts, sealed, strict=True):
        try:
            opened = seal(salt, card)
        except ValueError:
            opened = ""
        if opened != want:
            raise IllegalAction(f"{card} is not the card that was dealt", field="cards", cite=cite)


def count_stub(act: Act, due: Due, command: c.Perform) -> None:
    """The dealer counts what is left, face down."""
    expected = left_in(act.table.pack)
    counted = number(command.value, due, 0, 2 * act.table.pack.size, "the count")
    _check_counted(act, counted, expected, due.cite)
    act.performed(due, {"counted": counted, "expected": expected})


def _check_counted(act: Act, counted: int, expected: int, cite: str) -> None:
    """Of sealed cards the record knows how many there are; a person's cards are that person's word."""
    if act.table.cards == "shuffled" and not act.staged and counted != expected:
        raise IllegalAction(
            f"the record shows {expected} cards in the order that was committed to", field="value", cite=cite
        )


def stub(act: Act, due: Due, _: c.Perform) -> None:
    """What is left goes to the rack unseen."""
    counted = act.table.conduct.ways[act.table.way].stub if act.table.uncounted < 0 else None
    cite = str(counted.right) if counted is not None else due.cite
    act.emit(e.Racked(what="stub", count=left_in(act.table.pack), cite=cite, by=act.actor.role, who=act.actor.name))


def collect_empty(act: Act, due: Due, _: c.Perform) -> None:
    """The stacks of positions without a wager go to the rack unseen."""
    size = act.table.rules.game.hand_size
    for seat in act.play.empty:
        act.emit(e.Racked(what=f"seats.{seat}", count=size, cite=due.cite, by=act.actor.role, who=act.actor.name))
    act.performed(due)
