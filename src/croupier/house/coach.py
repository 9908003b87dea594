"""The coach: what each decision is worth to a player with what that player sees, and what their mistakes have cost.

It looks at nothing but the view that the desk shows this person, and tells what ``croupier strategy`` would.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError, HouseError
from croupier.games.pa.face_up_pai_gow import low_text
from croupier.house.asks import ask, done
from croupier.house.counting import Counting, same_play
from croupier.house.felt import exact, label, signed
from croupier.kit.cards import cards, write
from croupier.table import events as e
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from croupier.game import Option, Rules
    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.odds.strategy import Advice

    Who = tuple[str, str]
    """A person's name, and a table."""
    Background = Callable[[str, Callable[[], Any]], Awaitable[Any]]
    """Works something out for an address, in a thread."""

TALLIES = 10_000
"""Tallies kept at once; of more, the one that was asked for longest ago is forgotten."""
FORBIDDEN = "the house allows no coach at this table"


# In words ------------------------------------------------------------------------------------------------------


def money(cents: Fraction) -> str:
    """An expectation in dollars, to the cent: ``−$19.72``."""
    return signed(round(cents))


def in_antes(value: Fraction) -> str:
    """An expectation in antes, to the fourth place, with a true minus sign."""
    return f"{float(value):+.4f}".replace("-", "\u2212") if value else "0.0000"


def price(cents: Fraction) -> str:
    """What a mistake costs: ``$0.28``, or that it is less than a cent."""
    return exact(round(cents)) if round(cents) or not cents else "less than a cent"


def unit(rules: Rules) -> str:
    """What values are counted in."""
    return "antes" if rules.game.ante == "ante" else "wagers"


def counted(rules: Rules, stakes: Mapping[str, int]) -> str:
    """Which wagers the values are of: the main game's, and those on the layout that a fold would forfeit."""
    from croupier.odds.strategy_joint import at_stake  # noqa: PLC0415 - numpy comes with it

    names = [label(rules, w.id) for w in rules.offered() if w.placed in {"required", "by-decision"}]
    names = list(dict.fromkeys(names))
    all_of = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    later = ", if all that follows is decided best" if len(rules.game.streets) > 1 else ""
    taken = [label(rules, wager.id) for wager in at_stake(rules, stakes)]
    if not taken:
        return f"Exact expected net of {all_of}{later}. Side wagers are not counted."
    return (
        f"Exact expected net of {all_of}, and of {' and '.join(taken)}, which a fold would forfeit{later}. "
        "Other side wagers are not counted."
    )


def says(rules: Rules, option: Option) -> str:
    """An option without an amount: ``Raise 2×``."""
    if not option.wager:
        return option.id.replace("-", " ").capitalize()
    verb = option.id.rpartition("-")[0]
    if not verb and option.times == 1:
        return label(rules, option.wager)
    return f"{(verb or label(rules, option.wager)).capitalize()} {option.times}\u00d7"


def rows(rules: Rules, advice: Advice, words: Mapping[str, str], ante: int, held: tuple[str, ...] = (),
         short: frozenset[str] = frozenset()) -> list[dict[str, Any]]:  # fmt: skip
    """Every action with its value. A setting is named by its low hand, with the places of its cards in `held`; what one
    is `short` of chips for is not called the best."""
    from croupier.odds.analysis import exact as written  # noqa: PLC0415

    usual = house_low(rules, held)
    told = []
    best = best_of(advice, short)
    first = [name for name in (best, usual) if " " in name]
    for name in dict.fromkeys([*first, *advice.actions]):
        value = advice.actions[name]
        low = name.split() if name not in words else []
        told.append({
            "id": name, "words": words.get(name, ""), "low": low, "places": sorted(held.index(card) for card in low),
            "low-words": low_words(name) if low else "",
            "best": name == best, "equal": value == advice.actions[best] and name not in short,
            "house-way": bool(usual) and name == usual,
            "dollars": money(value * ante) if ante else "", "antes": in_antes(value), "exactly": written(value),
        })  # fmt: skip
    return told


def best_of(advice: Advice, short: frozenset[str]) -> str:
    """The best of what one has the chips for."""
    found = {name: value for name, value in advice.actions.items() if name not in short}
    return advice.best if advice.best in found or not found else max(found, key=lambda name: found[name])


def recommended(rules: Rules, advice: Advice, words: Mapping[str, str], ante: int, short: frozenset[str]) -> str:
    """The best choice beside the next one: ``Raise $20.00 is worth +$3.12 to you on average; fold, the next best,
    −$20.00.``"""

    def said(name: str) -> str:
        option = next((o for street in rules.game.streets for o in street.options if o.id == name), None)
        return words.get(name) or (says(rules, option) if option is not None else f"Setting {low_words(name)}")

    best = best_of(advice, short)
    others = {name: value for name, value in advice.actions.items() if said(name) != said(best) and name not in short}
    first = f"{said(best)} is worth {money(advice.actions[best] * ante)} to you on average"
    if not others:
        return f"{first}."
    after = max(others, key=lambda name: others[name])
    return f"{first}; {said(after)[0].lower()}{said(after)[1:]}, the next best, {money(others[after] * ante)}."


def low_words(name: str) -> str:
    """A setting by its low hand: ``a pair of fours low``."""
    return f"{low_text(cards(name))} low"


def house_low(rules: Rules, held: tuple[str, ...]) -> str:
    """The house way's setting of these cards, by its low hand; nothing where there is none to set."""
    if rules.game.set_hands is None or not held:
        return ""
    return write(sorted(rules.game.set_hands(rules, cards(" ".join(held)), "house-way").low, reverse=True))


# What a person sees --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that is due, told as the strategy is asked for it, from a person's own view; `stakes` and `meters` are
    by wager, in cents. `short` are the actions that one has too few chips for."""

    seat: int
    round: int
    ante: int
    held: tuple[str, ...]
    told: Mapping[str, Any]
    stakes: Mapping[str, int]
    meters: Mapping[str, int]
    short: frozenset[str] = frozenset()

    def advice(self, rules: Rules, look: Any) -> Advice:  # noqa: ANN401 - as `lookup_jointly` gives it
        """What every action is worth, with what lies on the layout."""
        from croupier.odds.strategy import read_state  # noqa: PLC0415 - numpy comes with it
        from croupier.odds.strategy_joint import Beside  # noqa: PLC0415 - as above

        found: Advice = look(read_state(rules, dict(self.told)), Beside(self.ante, self.stakes, self.meters))
        return found


def turn(rules: Rules, view: Mapping[str, Any], name: str) -> Turn | None:
    """What a person has to decide now, by the view this person is shown; None while nothing is asked of them."""
    due = view["due"]
    if due is None or due["step"] != "decide":
        return None
    for seat in due["waiting"]:
        found = view["seats"][seat]
        if found["player"] == name and found["yours"]:
            face_up = {place: [card for card in held if card] for place, held in view["places"].items()}
            told: dict[str, Any] = {"cards": " ".join(found["cards"]), "decisions": list(found["decisions"])}
            for place in ("community", "dealer"):
                if any(p.id == place for p in rules.game.places):
                    told[place] = " ".join(face_up.get(place, ()))
            stakes = dict(found["wagers"])
            shown = {m.wager: view["meters"][m.id] for m in meters(rules).values() if stakes.get(m.wager) == m.stake}
            ante, chips = stakes[rules.game.ante], view.get("chips")
            options = [option for street in rules.game.streets for option in street.options]
            short = {option.id for option in options if chips is not None and option.times * ante > chips}
            return Turn(seat, view["round"], ante, tuple(found["cards"]), told, stakes, shown, frozenset(short))
    return None


# The tally -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """Decisions of a person at a table since they first asked the coach there, and what the mistakes among them cost
    in cents."""

    hands: int = 0
    decisions: int = 0
    mistakes: int = 0
    cost: Fraction = Fraction(0)
    round: int = 0
    last: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """In words, and the cost exactly."""
        return {
            "hands": self.hands, "decisions": self.decisions, "mistakes": self.mistakes, "cost": price(self.cost),
            "per-hand": price(self.cost / self.hands) if self.hands else exact(0), "exactly": str(self.cost),
            "last": self.last,
        }  # fmt: skip


def judge(rules: Rules, asked: Turn, advice: Advice, event: e.Decided) -> dict[str, Any]:
    """A decision beside the best one that the player had the chips for, and what it cost; a foul setting costs what the
    worst action would."""
    chose = event.decision
    if event.low:
        chose = write(sorted(cards(" ".join(asked.held[i] for i in event.low)), reverse=True))
    elif chose == "house-way":
        chose = house_low(rules, asked.held)
    named = best_of(advice, asked.short)
    best = advice.actions[named]
    value = advice.actions.get(chose, min(advice.actions.values()))
    cost = (best - value) * asked.ante
    said = done(event.decision) + (f", {low_words(chose)}" if chose != event.decision else "")
    top = next((says(rules, o) for s in rules.game.streets for o in s.options if o.id == named), "")
    if cost:
        words = f"{said}. {top or low_words(named).capitalize()} was best; your choice cost {price(cost)}."
    elif named != advice.best:
        words = f"{said}. Your chips allowed nothing better."
    else:
        words = f"{said}. No other choice was worth more."
    return {
        "round": asked.round, "chose": chose, "best": named, "words": words, "right": not cost,
        "late": event.late, "cost": price(cost), "antes": in_antes(-(best - value)) if cost else in_antes(cost),
        "chose-dollars": money(value * asked.ante), "best-dollars": money(best * asked.ante), "cents": str(cost),
    }  # fmt: skip


async def _in_a_thread(_: str, work: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever it is
    return await asyncio.to_thread(work)


class Coach:
    """One per house. It follows the decisions of those who have asked it, at the tables where they have."""

    def __init__(self, desk: Desk, counting: Counting, work: Background | None = None) -> None:
        self.desk = desk
        self.counting = counting
        self._work = work or _in_a_thread
        self._addresses: dict[Who, str] = {}
        self._tallies: OrderedDict[Who, Tally] = OrderedDict()
        self._turns: dict[Who, Turn] = {}
        self._judging: dict[Who, asyncio.Task[None]] = {}
        desk.house.keeping.taken.append(self._follow)
        for keeper in desk.house.keepers.values():
            self._follow(keeper)

    # Asked.

    def advice(self, person: Person, table: str, address: str = "") -> Callable[[], dict[str, Any]]:
        """What every action is worth to this person now: looked up here, worked out by whoever calls the answer. What
        is judged later is worked out for this `address`."""
        keeper = self._allowed(person, table)
        view = self.desk.view(person, table)
        if not any(seat and seat["yours"] for seat in view["seats"].values()):
            raise HouseError("take a seat first: the coach speaks of your own cards", fault="conflict", field="seat")
        self._begin(person.name, table)
        self._addresses[person.name, table] = address
        asked = turn(keeper.rules, view, person.name)
        if asked is None:
            raise HouseError("you have nothing to decide now", fault="conflict", field="turn")
        if not all(asked.held):
            raise HouseError("your cards are not known to the house before they are turned", fault="conflict")
        self._turns[person.name, table] = asked
        key, make = self._look(keeper.rules)
        look = self.counting.ready(key, make)
        if look is None:
            words = self.counting.words(key)
            return lambda: {"ready": False, "words": words}
        offered = ask(keeper.table, asked.seat, person.name, list(asked.held))
        return lambda: self._told(keeper.rules, asked, look, (offered or {"options": []})["options"])

    def _told(self, rules: Rules, asked: Turn, look: Any, options: list[dict[str, Any]]) -> dict[str, Any]:  # noqa: ANN401
        found = asked.advice(rules, look)
        words = {option["id"]: option["words"] for option in options}
        return {
            "ready": True, "game": rules.game.id, "edition": rules.game.edition, "round": asked.round,
            "seat": asked.seat, "unit": unit(rules), "note": counted(rules, asked.stakes), **found.to_json(),
            "rows": rows(rules, found, words, asked.ante, asked.held if rules.game.set_hands else (), asked.short),
            "recommended": recommended(rules, found, words, asked.ante, asked.short),
            "closed": {option["words"]: option["refused"] for option in options if option["refused"]},
        }  # fmt: skip

    async def tally(self, person: Person, table: str) -> dict[str, Any]:
        """What one's decisions here have cost, the last of them judged."""
        self._allowed(person, table)
        who = (person.name, table)
        self._begin(*who)
        if (judging := self._judging.get(who)) is not None:
            await asyncio.wait({judging}, timeout=2)
        return self._tallies[who].to_json() | {"judging": who in self._judging}

    def reset(self, person: Person, table: str) -> dict[str, Any]:
        """Begin one's tally anew."""
        self._allowed(person, table)
        self._tallies[person.name, table] = Tally()
        return Tally().to_json()

    def _allowed(self, person: Person, table: str) -> Keeper:
        keeper = self.desk.house.keeper(table)
        self.desk.check_player(person, "coach", table)
        if not keeper.settings.coach:
            self.desk.deny(person, f"coach at {table}", FORBIDDEN)
        return keeper

    # Following.

    def _begin(self, name: str, table: str) -> None:
        self._tallies.setdefault((name, table), Tally())
        self._tallies.move_to_end((name, table))
        while len(self._tallies) > TALLIES:
            who = self._tallies.popitem(last=False)[0]
            self._turns.pop(who, None)
            self._addresses.pop(who, None)

    def _follow(self, keeper: Keeper) -> None:
        if keeper.settings.coach:
            keeper.after_commit.append(self._heard)

    def _heard(self, keeper: Keeper, events: tuple[e.Event, ...]) -> None:
        if not self._tallies:
            return
        names = {name for name in keeper.table.seats.values() if (name, keeper.id) in self._tallies}
        if not names:
            return
        for event in events:
            if isinstance(event, e.Decided):
                for name in names:
                    asked = self._turns.get((name, keeper.id))
                    if asked is not None and asked.seat == event.seat:
                        del self._turns[name, keeper.id]
                        self._judge((name, keeper.id), keeper.rules, asked, event)
        if keeper.table.due is not None and keeper.table.due.id == "decide":
            for name in names:
                seen = keeper.views.of(keeper.table, keeper.staff, name)
                asked = turn(keeper.rules, seen, name)
                if asked is not None and all(asked.held):
                    self._turns[name, keeper.id] = asked

    def _judge(self, who: Who, rules: Rules, asked: Turn, event: e.Decided) -> None:
        before = self._judging.get(who)
        task = asyncio.get_running_loop().create_task(self._judged(who, rules, asked, event, before))
        self._judging[who] = task
        task.add_done_callback(lambda _: self._judging.pop(who) if self._judging.get(who) is task else None)

    async def _judged(
        self, who: Who, rules: Rules, asked: Turn, event: e.Decided, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait({before})
        try:
            look = await self.counting.wait(*self._look(rules))
            found = await self._work(self._addresses.get(who, ""), lambda: asked.advice(rules, look))
        except CroupierError:  # a state that the strategy does not know, such as a card exposed by mistake
            return
        verdict = judge(rules, asked, found, event)
        tally = self._tallies.get(who)
        if tally is not None:
            self._tallies[who] = replace(
                tally, hands=tally.hands + (tally.round != asked.round), decisions=tally.decisions + 1,
                mistakes=tally.mistakes + (not verdict["right"]), cost=tally.cost + Fraction(verdict["cents"]),
                round=asked.round, last=verdict,
            )  # fmt: skip

    def _look(self, rules: Rules) -> tuple[object, Callable[[], Any]]:
        def make() -> Any:  # noqa: ANN401
            from croupier.odds.strategy_joint import lookup_jointly  # noqa: PLC0415

            return lookup_jointly(rules)

        return ("look", same_play(rules)), make
