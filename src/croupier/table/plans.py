"""The steps of a chapter's conduct, laid out in order for a table: opening, shuffle and cut, deal, completion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.game import Ask, Give, Then, Turn
from croupier.game.conduct import DEALER, FLOOR, PIT, QUESTION
from croupier.table.state import PROCEDURE, Due

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Rules, Street
    from croupier.game.conduct import Conduct, Lay, Step
    from croupier.round import Round
    from croupier.table.state import Pack

CLOCKWISE = (*(f"seats.{n}" for n in range(1, 7)), "dealer")
"""Positions from the dealer's left, as cards are dealt."""


_BY_HAND = frozenset({"manual", "preshuffled"})
"""How cards are shuffled that no device at the table has shuffled: they are cut, also where one stores them."""
_REPLACING = {"replaced": "replacement", "added": "replacement"}
"""The places of cards that wagers look at, where they do not bear their name."""


class Cutters(NamedTuple):
    """The seats that are offered the cut, in turn, and the provision by which; none where the dealer cuts."""

    seats: tuple[int, ...] = ()
    cite: str = ""


class Plans:
    """The rules of a table and the steps made from them. Steps that repeat from round to round are made once."""

    def __init__(self, rules: Rules) -> None:
        conduct = rules.game.conduct
        assert conduct is not None
        self.rules = rules
        self.conduct: Conduct = conduct
        self.checked: set[tuple[str, int]] = set()
        """Wagers that were found to be in order, each by itself."""
        self.complete: set[tuple[tuple[str, int], ...]] = set()
        """Wagers of a seat that were, all together."""
        self._rounds: dict[object, tuple[Due, ...]] = {}
        self._packs: dict[object, tuple[Due, ...]] = {}
        self.checks = frozenset(step.id for step in conduct.layout)
        """Steps by which the table is looked at before it opens (§ 2)."""
        self.deferred = tuple(w.id for w in rules.offered() if w.looks == "table")
        self.progressives = tuple(w for w in rules.offered() if rules.tables[w.id].progression)
        self.enviable = tuple(w for w in rules.offered() if w.envy is not None and rules.tables[w.id].envy)
        self.forfeitable = frozenset(
            w.id for w in rules.offered() if any(c.then in {Then.FORFEIT, Then.HALF} for c in w.cases)
        )
        turns = {s.place: s for s in rules.game.course if isinstance(s, Turn) and s.in_settlement}
        looks = {w.id: turns.get(_REPLACING.get(w.looks, w.looks)) for w in rules.offered()}
        self._turned_late = {
            procedure: {w: turn for w, turn in looks.items() if turn is not None and turn.since <= procedure}
            for procedure in range(1, PROCEDURE + 1)
        }
        self.reconsiders = any(option.until_shown for street in rules.game.streets for option in street.options)
        """Whether a seat that is not asked may say something."""
        late = [s.to for s in rules.game.course[self._asks() :] if isinstance(s, Give)]
        self.shares_replacements = "replacement" in late

    def turned_late(self, procedure: int) -> Mapping[str, Turn]:
        """Wagers that look at cards which are turned over only when the first of them is settled."""
        return self._turned_late[procedure]

    def opening(self, decks: int) -> tuple[Due, ...]:
        """§ 4: the layout is checked and each deck received; what a received deck needs follows when it is there."""
        checks = tuple(_due(step, "opening") for step in self.conduct.layout if self._offers(step))
        return checks + tuple(self.receive(pack) for pack in range(decks))

    def receive(self, pack: int) -> Due:
        """A deck comes to the table."""
        cite = self.conduct.opening[0].cite if pack == 0 else self.conduct.second_deck
        return Due("receive", f"receive deck {pack + 1} at the table", str(cite), PIT, "opening", pack=pack)

    def received(self, pack: int, *, preshuffled: bool) -> tuple[Due, ...]:
        """§ 4: inspection, spread and wash; for preinspected, preshuffled cards what the chapter keeps of it."""
        steps = self.conduct.opening
        if preshuffled:
            steps = tuple(step for step in steps if step.id in self.conduct.preshuffled_keeps)
        return tuple(_due(step, "opening", pack=pack) for step in steps)

    def as_they_came(self, way: str, procedure: int) -> bool:
        """Whether preshuffled cards are taken without another shuffle. Not those that a device has to shuffle for the
        hand, nor those that were spread in sequence. Readings: preshuffled-hand, preshuffled-spread."""
        spread = procedure > 4 and "spread" in self.conduct.preshuffled_keeps
        return procedure == 1 or (self.conduct.ways[way].device is None and not spread)

    def prepared(
        self,
        pack: int,
        state: Pack,
        *,
        way: str,
        shuffler: str,
        shuffle: bool,
        cutters: Cutters,
        procedure: int = PROCEDURE,
        cut: bool = True,
    ) -> tuple[Due, ...]:
        """§ 5: shuffle, the device's count, the cut and its cover card, and the load into shoe or hand."""
        preshuffled = state.preshuffled
        by_hand = state.method if procedure > 6 and not shuffle and state.method in _BY_HAND else ""
        returned = state.method == way == "continuous-shuffler"
        sealed = bool(state.commitment)
        key = (pack, preshuffled, way, shuffler, shuffle, cutters, sealed, returned, procedure, cut, by_hand)
        made = self._packs.get(key)
        if made is None:
            method = by_hand or ("manual" if shuffler == "none" else "device")
            if preshuffled and self.as_they_came(way, procedure):
                method = "preshuffled"
            burns = not returned and procedure > 1 if way == "continuous-shuffler" else True
            lifted = shuffler == "reshuffling" and (self.conduct.reshuffling is not None or procedure < 4)
            made = self._packs[key] = tuple(
                self._prepared(
                    pack,
                    method,
                    way,
                    shuffler,
                    cutters,
                    shuffle=shuffle,
                    burns=burns,
                    returned=returned,
                    came=preshuffled,
                    opens=shuffle and sealed,
                    cut=cut and not lifted,
                )
            )
        return made

    def _prepared(
        self,
        pack: int,
        method: str,
        way: str,
        shuffler: str,
        cutters: Cutters,
        *,
        shuffle: bool,
        burns: bool,
        returned: bool,
        came: bool,
        opens: bool,
        cut: bool,
    ) -> Iterable[Due]:
        conduct, chosen = self.conduct, self.conduct.ways[way]
        if opens:
            yield self.open_order(pack)
        if returned:
            yield from (_due(step, "shuffling", pack=pack) for step in chosen.reload)
        if shuffle:
            step = conduct.shuffle
            if method == "preshuffled":
                yield Due(
                    "shuffle",
                    "take the cards as they came, preshuffled",
                    str(conduct.preshuffled),
                    DEALER,
                    "shuffling",
                    pack=pack,
                )
            elif came and chosen.device is not None:  # reading: preshuffled-hand
                yield Due(
                    "shuffle",
                    "have the device shuffle the preshuffled cards",
                    str(chosen.device),
                    DEALER,
                    "shuffling",
                    pack=pack,
                )
            else:
                yield _due(step, "shuffling", pack=pack)
            counts = shuffler in {"counting", "reshuffling"} and method == "device"
            if counts and conduct.device_count is not None:
                yield Due(
                    "device-count",
                    "read how many cards the device counted",
                    str(conduct.device_count),
                    DEALER,
                    "shuffling",
                    pack=pack,
                )
        if cut and way != "continuous-shuffler" and method in conduct.cut.after:
            yield from self.cut(pack, cutters)
        if not returned:
            yield from (_due(step, "shuffling", pack=pack) for step in chosen.load)
        if conduct.burn is not None and burns:
            yield _due(conduct.burn, "shuffling", pack=pack)

    def cut(self, pack: int, cutters: Cutters) -> Iterable[Due]:
        """The cut: offered to players in turn where the chapter has it so, made by the dealer otherwise."""
        cut = self.conduct.cut
        if cut.one_handed:
            before, _, *after = (_due(step, "shuffling", pack=pack) for step in cut.one_handed)
            yield before
            yield _due(cut.step, "shuffling", pack=pack)
            yield from after
            return
        yield self.cut_by(pack, cutters)
        if cut.cover is not None:
            yield _due(cut.cover, "shuffling", pack=pack)

    def cut_by(self, pack: int, cutters: Cutters) -> Due:
        """The next one to be offered the cut, or the dealer when nobody is left."""
        step = self.conduct.cut.step
        if not cutters.seats:
            return Due(step.id, step.words, str(step.cite), DEALER, "shuffling", pack=pack)
        first, *then = cutters.seats
        return Due(
            step.id,
            f"offer the cut to seat {first}",
            cutters.cite or str(step.cite),
            ("player", *DEALER),
            "shuffling",
            seat=first,
            pack=pack,
            then=tuple(then),
        )

    def offered_on(self, due: Due, seats: Iterable[int]) -> Due:
        """The offer of the cut as it goes on: 688a.5(d), from the first to arrive to the right, and around."""
        offers = self.conduct.cut.offers or {}
        first = "first" in offers and due.cite == str(offers["first"])
        return self.cut_by(due.pack, Cutters(tuple(seats), str(offers["right"]) if first else due.cite))

    def replenish(self, pack: int, cite: str, *, way: str, opens: bool, cutters: Cutters) -> tuple[Due, ...]:
        """686a.9(b): in mid-round the cards that are not on the table are shuffled and cut, a card is burned, and the
        round goes on. A continuous shuffler that has jammed shuffles them by itself."""
        conduct = self.conduct
        dues = [self.open_order(pack)] if opens else []
        dues.append(_due(conduct.shuffle, "shuffling", pack=pack))
        if way == "continuous-shuffler":
            return tuple(dues)
        dues += [*self.cut(pack, cutters), *(_due(step, "shuffling", pack=pack) for step in conduct.ways[way].load)]
        if conduct.burn is not None:
            short = conduct.irregularity("insufficient")
            burned = cite if short is None else str(short.cite)
            dues.append(Due(conduct.burn.id, conduct.burn.words, burned, DEALER, "shuffling", pack=pack))
        return tuple(dues)

    def open_order(self, pack: int) -> Due:
        """The order of a pack that is no longer in play is opened for everyone."""
        return Due(
            "open-order",
            "open the order of the cards that were played",
            str(self.conduct.rack.cite),
            DEALER,
            "settling",
            pack=pack,
        )

    def empty_shoe(self, pack: int) -> tuple[Due, ...]:
        """686a.7(d)(1): what the shoe still holds joins the discards before they are shuffled."""
        step = self.conduct.empty_shoe
        return () if step is None else (_due(step, "settling", pack=pack),)

    def redo(self, pack: int, *, faced: bool, device: bool) -> tuple[Due, ...]:
        """§ 5: the steps of an idle table that gets its first player."""
        idle = self.conduct.idle
        again = idle.redo if idle.redo_device is None or not device else idle.redo_device
        ask = ("face-up",) if idle.request is not None and not faced and "spread" not in again else ()
        steps = tuple(
            msgspec.structs.replace(_due(s, "opening", pack=pack), options=ask if s.id == "view" else ())
            for s in self.conduct.opening
            if s.id in again
        )
        if idle.turn_up is not None and not faced:
            return (_due(idle.turn_up, "opening", pack=pack), *steps)
        return steps

    # The round.

    def close(self, round_: Round, *, way: str) -> tuple[Due, ...]:
        """What follows "no more bets" before the first card: lammers, lock-out, chips; then the starting position."""
        placed = {wager for seat in round_.seats.values() for wager in seat.stakes}
        progressive = [w.id for w in self.progressives]
        dues = []
        for step in self.conduct.ways[way].close[1:]:
            if not self._offers(step):
                continue
            if step.id in {"start-game", "verify-chips"} and not placed.intersection(progressive):
                continue
            if step.id == "lammers" and not self.qualifying(round_):
                continue
            dues.append(_due(step, "starting"))
        start = tuple(_due(step, "starting") for step in self.conduct.ways[way].start)
        return (*dues, *start)

    def _offers(self, step: Step) -> bool:
        return not step.offered or any(self.rules.offers(wager) for wager in step.offered)

    def qualifying(self, round_: Round) -> tuple[int, ...]:
        """Seats whose wager earns an Envy Bonus, and so an Envy lammer."""
        found = [
            number
            for number, seat in round_.seats.items()
            for wager in self.rules.offered()
            if wager.envy is not None and seat.stakes.get(wager.id, -1) >= wager.envy.minimum
        ]
        return tuple(dict.fromkeys(found))

    def play(
        self, round_: Round, *, way: str, count: bool, start: str = "", shaken: bool = False, procedure: int = PROCEDURE
    ) -> tuple[Due, ...]:
        """The deal and everything after it, to the last card in the rack."""
        placed = frozenset(wager for seat in round_.seats.values() for wager in seat.stakes)
        late = self.turned_late(procedure)
        looking = frozenset((n, w) for n, seat in round_.seats.items() for w in seat.stakes if w in late)
        key = (way, tuple(round_.seats), placed, looking, count, start, shaken, procedure)
        made = self._rounds.get(key)
        if made is None:
            made = self._rounds[key] = (
                *self._lays(round_, way, start, procedure=procedure),
                *self._after(way, count=count, shaken=shaken, procedure=procedure),
                *self._course(round_, way, procedure=procedure),
                *self._completion(round_, procedure=procedure),
            )
        return made

    def _lays(self, round_: Round, way: str, start: str, *, procedure: int) -> Iterable[Due]:  # noqa: C901, PLR0912 - one branch for each way to lay cards
        gives = {}
        for step in self.rules.game.course:
            if isinstance(step, Ask):
                break
            if isinstance(step, Give):
                gives[step.to] = step
        take_out = self.conduct.ways[way].take_out
        if take_out is not None and procedure < take_out.since:
            take_out = None
        for lay in self.conduct.ways[way].lays:
            if lay.when is not None and not lay.when(self.rules, round_.seats):
                continue
            if lay.by_hand and take_out is not None:
                yield _due(take_out, "dealing")
                take_out = None
            if lay.to == "positions":
                yield from self._positions(lay, start)
            elif lay.to == "seats":
                count = gives["seats"].count(self.rules, round_.seats)
                up = gives["seats"].up
                for _ in range(count if lay.singly else 1):
                    for number in round_.seats:
                        yield _deal(f"seats.{number}", 1 if lay.singly else count, lay.cite, up=up)
            else:
                count = gives[lay.to].count(self.rules, round_.seats)
                if count:
                    yield _deal(lay.to, count, lay.cite, up=gives[lay.to].up)
        if take_out is not None:  # 687a.10(c): whether or not a card is still to be dealt by hand
            yield _due(take_out, "dealing")

    def _positions(self, lay: Lay, start: str) -> Iterable[Due]:
        first = CLOCKWISE.index(start)
        around = CLOCKWISE[first:] + CLOCKWISE[:first]
        for _ in range(self.rules.game.hand_size if lay.singly else 1):
            for to in around:
                yield _deal(to, 1 if lay.singly else self.rules.game.hand_size, lay.cite, up=to == "dealer")

    def count(self, way: str) -> Due | None:
        """The count of the stub, where the way of dealing has one."""
        stub = self.conduct.ways[way].stub
        return None if stub is None else _due(stub.count, "dealing")

    def _after(self, way: str, *, count: bool, shaken: bool, procedure: int) -> Iterable[Due]:
        chosen = self.conduct.ways[way]
        if count and (counted := self.count(way)) is not None:
            yield counted
        for step in chosen.after:
            if self._offers(step):
                before = step.was is not None and procedure < step.since
                yield _due(replace(step, cite=step.was) if before else step, "dealing")  # type: ignore[arg-type]
        if shaken and self.conduct.dice is not None:
            yield _due(self.conduct.dice.after, "dealing")
        if self.conduct.set_dealer is not None:
            yield _due(self.conduct.set_dealer, "deciding")

    def _course(self, round_: Round, way: str, *, procedure: int) -> Iterable[Due]:
        laid = {lay.to for lay in self.conduct.ways[way].lays}
        asked = False
        for step in self.rules.game.course:
            if isinstance(step, Ask):
                asked = True
                street = self.street(step.street, way if procedure > 3 else "")
                yield Due(
                    "decide", f"decide {street.name}", str(street.cite), ("player",), "deciding", street=step.street
                )
                collect = street.cite if self.conduct.collects_by_street else self.conduct.collect
                yield Due(
                    "collect-forfeited",
                    "collect forfeited wagers and their cards",
                    str(collect),
                    DEALER,
                    "deciding",
                    street=step.street,
                )
            elif isinstance(step, Turn) and step.in_settlement and procedure >= step.since:
                continue
            elif isinstance(step, Turn):
                yield _turn(step, "deciding", box=step.box if procedure > 2 else "")
            elif step.when is not None and step.to not in laid:
                yield _deal(step.to, step.count(self.rules, round_.seats), step.cite, up=step.up)
            elif asked and step.to != "seats" and step.to not in laid:
                if any(
                    w.looks == "replaced" and w.id in s.stakes for w in self.progressives for s in round_.seats.values()
                ):
                    yield from (self.reveal(n) for n in self.rules.game.settled if n in round_.seats)
                yield _late(step)

    def street(self, number: int, way: str) -> Street:
        """A street, by the provisions that have players decide after cards were dealt in this way (MA 7(c), 8(e))."""
        street = self.rules.game.streets[number]
        asks = self.conduct.ways[way].asks if way else {}
        if not asks:
            return street
        options = tuple(replace(option, cite=asks.get(option.id, option.cite)) for option in street.options)
        return replace(street, cite=asks.get(QUESTION, street.cite), options=options)

    def replacements(self, way: str) -> tuple[Due, ...]:
        """Cards that come to a place after the decisions, as many as the hands then need."""
        laid = {lay.to for lay in self.conduct.ways[way].lays}
        steps = self.rules.game.course[self._asks() :]
        return tuple(_late(s) for s in steps if isinstance(s, Give) and s.to != "seats" and s.to not in laid)

    def _completion(self, round_: Round, *, procedure: int) -> Iterable[Due]:
        game, conduct = self.rules.game, self.conduct
        late = next((s for s in game.course[self._asks() :] if isinstance(s, Give) and s.to == "seats"), None)
        for number in (n for n in game.settled if n in round_.seats):
            if late is not None:
                yield _deal(f"seats.{number}", late.count(self.rules, round_.seats), late.cite, up=late.up)
            yield self.reveal(number)
            yield from self.settling(number, round_.seats[number].stakes, procedure)
            if late is not None:
                yield Due(
                    "rack-hand",
                    f"place the cards of seat {number} in the discard rack",
                    str(game.settled_cite),
                    DEALER,
                    "settling",
                    seat=number,
                )
        placed = {wager for seat in round_.seats.values() for wager in seat.stakes}
        yield from self.envy(placed)
        for wager_id in self.deferred:
            if wager_id in placed:
                if conduct.high_hand is not None and self._offers(conduct.high_hand):
                    yield _due(conduct.high_hand, "settling")
                yield self.settle_table(wager_id)
        yield self.rack()

    def envy(self, placed: Iterable[str]) -> tuple[Due, ...]:
        """The Envy Bonuses, if one of these wagers earns any."""
        wager = next((w for w in self.enviable if w.id in placed), None)
        if wager is None:
            return ()
        assert wager.envy is not None
        return (Due("envy", "pay the Envy Bonuses", str(wager.envy.cite), DEALER, "settling"),)

    def settle_table(self, wager: str) -> Due:
        """Wagers on the highest hand at the table are settled."""
        found = self.rules.game.wager(wager)
        assert found is not None
        cite = self.conduct.settled_last or found.cite
        return Due("settle-table", f"settle the {found.name}s", str(cite), DEALER, "settling", to=wager)

    def _asks(self) -> int:
        """Where the deal is over and the first decision comes, or, where nothing is decided, the first card turned."""
        course = self.rules.game.course
        turn = next((i for i, step in enumerate(course) if isinstance(step, Turn)), len(course))
        return next((i for i, step in enumerate(course) if isinstance(step, Ask)), turn)

    def reveal(self, number: int) -> Due:
        """A player's hand is turned over."""
        return Due(
            "reveal", f"turn over the cards of seat {number}", str(self.conduct.reveal), DEALER, "settling", seat=number
        )

    def settling(self, number: int, stakes: Iterable[str], procedure: int) -> tuple[Due, ...]:
        """A player's wagers are settled, those last for which cards are turned over only then."""
        turned = self.turned_late(procedure)
        steps = dict.fromkeys(turned[wager] for wager in stakes if wager in turned)
        late = [due for step in steps for due in (_turn(step, "settling", seat=number), self.settle(number))]
        return (self.settle(number), *late)

    def settle(self, number: int) -> Due:
        """A player's wagers are settled."""
        return Due(
            "settle",
            f"settle the wagers of seat {number}",
            str(self.rules.game.settled_cite),
            DEALER,
            "settling",
            seat=number,
        )

    def rack(self) -> Due:
        """What is left goes to the discard rack."""
        return _due(self.conduct.rack, "settling")

    def validate(self, number: int) -> tuple[Due, ...]:
        """The steps before a progressive payment."""
        return tuple(_due(step, "settling", seat=number) for step in self.conduct.validate)

    def determine(self, cite: object, counted: int) -> Due:
        """A stub that does not add up: were the cards misdealt? `counted` is how many were found in it."""
        return Due(
            "determine",
            "count every card and determine whether they were misdealt",
            str(cite),
            PIT,
            "dealing",
            count=counted,
        )

    def change(self, what: str, cite: object, pack: int) -> Due:
        """Cards or dice that have been in use too long."""
        return Due(f"change-{what}", f"change the {what}", str(cite), (*DEALER, *FLOOR), "opening", pack=pack)


def _due(step: Step, phase: str, *, pack: int = -1, seat: int = 0) -> Due:
    return Due(step.id, step.words, str(step.cite), step.by, phase, pack=pack, seat=seat)


def _deal(to: str, count: int, cite: object, *, up: bool) -> Due:
    face = "face up" if up else "face down"
    words = f"deal {_cards(count)} {face} to {to.replace('seats.', 'seat ')}"
    return Due("deal", words, str(cite), DEALER, "dealing", to=to, count=count, up=up)


def _turn(step: Turn, phase: str, *, seat: int = 0, box: str = "") -> Due:
    words = f"turn over {_cards(step.count)} of {step.place}" + (f" and place it in the {box} box" if box else "")
    return Due("turn", words, str(step.cite), DEALER, phase, seat=seat, to=step.place, count=step.count)


def _late(give: Give) -> Due:
    return Due("deal", f"deal {give.to}", str(give.cite), DEALER, "settling", to=give.to, up=give.up, count=0)


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"
