"""A round that has been played: who wagered what, which cards lay where, what was decided."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import CroupierError, IllegalAction
from croupier.game.streets import Decision, Option, Setting, walk
from croupier.kit.cards import Card, cards, write
from croupier.kit.money import cents, dollars, printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game.game import Game
    from croupier.game.rules import Rules
    from croupier.law import Cite

_NO_CARDS: tuple[Card, ...] = ()


class Seat(msgspec.Struct, frozen=True):
    """One betting position. `stakes` are all its wagers, those made by decisions too; `folded` is the option
    by which the player gave up, if any. Seats with the same `player` belong to one person. `coupon` is the
    face of a match play coupon laid with the ante."""

    cards: tuple[Card, ...]
    wagers: Mapping[str, int]
    decisions: tuple[Decision, ...]
    player: str | None
    stakes: Mapping[str, int]
    folded: Option | None
    setting: Decision | None
    coupon: int = 0

    def has_made(self, wager: str) -> bool:
        """Whether a wager was made here that stands, or was lost with all others of the hand."""
        return wager in (self.stakes or self.wagers)


class Played(msgspec.Struct, frozen=True):
    """A legal round, ready to be settled. `places` are the dealer's, community and other cards by name. `players` took
    part in it when it began, where some of their hands are not here any more."""

    seats: Mapping[int, Seat]
    places: Mapping[str, tuple[Card, ...]]
    meter: int | None
    players: int | None = None

    def cards_at(self, place: str) -> tuple[Card, ...]:
        """The cards at a place; none if the round had no such place."""
        return self.places.get(place, _NO_CARDS)


_SEAT_KEYS = frozenset({"cards", "wagers", "decisions", "player", "match-play"})


def place_wagers(rules: Rules, data: object) -> Mapping[str, int]:
    """Read one seat's wagers as they are placed before the deal, refusing what the table does not take."""
    return _wagers(rules, data)


def describe(rules: Rules, data: Mapping[str, object]) -> Played:
    """Read a round told in the contract's words and refuse whatever this table would not allow.

    What the house chose is in `rules`; a told `submission` and `readings` are for those who make them.
    """
    game = rules.game
    for key, ours in (("game", game.id), ("edition", game.edition)):
        if data.get(key, ours) not in (None, ours):  # what is told may have no hash
            raise IllegalAction(f"the round is told for {data[key]!r} and the rules are {ours!r}", field=key)
    seats_told = data.get("seats")
    if not isinstance(seats_told, dict) or not seats_told:
        raise IllegalAction("at least one seat must have wagered", field="seats", cite=game.seats_cite)
    seats: dict[int, Seat] = {}
    for name, entry in seats_told.items():
        field = f"seats.{name}"
        number = _SEAT_NUMBERS.get(str(name), 0)
        if not 1 <= number <= game.seats or number in seats:
            raise IllegalAction(
                f"{name!r} is not a seat; the table has seats 1 to {game.seats}",
                field="seats",
                cite=game.seats_cite,
            )
        try:
            seats[number] = _seat(rules, entry)
        except CroupierError as error:
            raise error.within(field) from None
    seats = dict(sorted(seats.items()))
    places = MappingProxyType(_places(rules, data))
    played = Played(MappingProxyType(seats), places, _meter(data), _players(rules, data, len(seats)))
    _check(rules, played)
    return played


_SEAT_NUMBERS = {str(n): n for n in range(1, 10)}


def _seat(rules: Rules, entry: object) -> Seat:
    if not isinstance(entry, dict):
        raise IllegalAction(f"{entry!r} is not a seat with cards, wagers and decisions")
    for key in entry:
        if key not in _SEAT_KEYS:
            raise IllegalAction("a seat has cards, wagers, decisions, player and match-play", field=str(key))
    game = rules.game
    held = _cards(entry.get("cards"), "cards", game.hand_size, "a hand", game.hand_cite)
    wagers = _wagers(rules, entry.get("wagers"))
    given = entry.get("decisions", [])
    if not isinstance(given, list):
        raise IllegalAction(f"{given!r} is not a list of decisions", field="decisions", cite=_decided(game))
    decisions = tuple([_decision(d, i) for i, d in enumerate(given)])
    way = walk(game.streets, wagers.get(game.ante, 0), decisions)
    if way.needs is not None:
        ways = ", ".join(o.id for o in way.needs.options)
        raise IllegalAction(
            f"the player's decision {way.needs.name} is missing ({ways})",
            field="decisions",
            cite=way.needs.cite,
        )
    setting = way.setting
    if game.set_hands is not None and setting is not None:
        game.deck.check([("cards", held)])
        if isinstance(setting, Setting):
            _check_setting(setting, held, rules)
        setting = game.set_hands(rules, held, setting)
    player = entry.get("player")
    if player is not None and not isinstance(player, str):
        raise IllegalAction(f"{player!r} is not a player's name", field="player")
    coupon = _coupon(rules, entry.get("match-play"), wagers.get(game.ante, 0))
    return Seat(held, wagers, decisions, player, way.on_layout(wagers), way.folded, setting, coupon)


def _decided(game: Game) -> Cite:
    """The provision of the first decision, or where there is none of the hand."""
    return game.streets[0].cite if game.streets else game.hand_cite


def _coupon(rules: Rules, data: object, ante: int) -> int:
    if data is None:
        return 0
    choice = next((c for c in rules.game.choices if c.key == "match-play"), None)
    if choice is None or not rules.chosen["match-play"]:
        cite = choice.cite if choice else rules.game.verbal[1]
        raise IllegalAction("match play coupons are not accepted at this table", field="match-play", cite=cite)
    try:
        face = cents(data)
    except CroupierError as error:
        raise error.within("match-play") from None
    if not 0 < face <= ante:
        raise IllegalAction("a coupon is laid with an Ante of at least its face", field="match-play", cite=choice.cite)
    return face


def _cards(data: object, field: str, count: int, what: str, cite: object) -> tuple[Card, ...]:
    if not isinstance(data, str):
        raise IllegalAction(f'{data!r} is not cards: write "As Kd 2c"', field=field, cite=cite)
    try:
        found = cards(data)
    except CroupierError as error:
        raise error.within(field) from None
    if len(found) != count:
        raise IllegalAction(f"{len(found)} cards given where {what} has {count}", field=field, cite=cite)
    return found


def _decision(data: object, place: int) -> Decision:
    if isinstance(data, str):
        return data
    if isinstance(data, dict) and set(data) == {"high", "low"}:
        return Setting(*(_loose(data[half], f"decisions.{place}.{half}") for half in ("high", "low")))
    raise IllegalAction(f"{data!r} is not a decision", field=f"decisions.{place}")


def _loose(data: object, field: str) -> tuple[Card, ...]:
    if not isinstance(data, str):
        raise IllegalAction(f"{data!r} is not cards", field=field)
    try:
        return cards(data)
    except CroupierError as error:
        raise error.within(field) from None


def _check_setting(setting: Setting, held: tuple[Card, ...], rules: Rules) -> None:
    for half, hand, count in (("high", setting.high, 5), ("low", setting.low, 2)):
        if len(hand) != count:
            raise IllegalAction(
                f"{len(hand)} cards where the {half} hand has {count}",
                field=f"decisions.0.{half}",
                cite=rules.game.streets[0].cite,
            )
    if sorted(setting.high + setting.low) != sorted(held):
        raise IllegalAction(
            f"{setting} is not a setting of {write(held)}",
            field="decisions.0",
            cite=rules.game.streets[0].cite,
        )


def _wagers(rules: Rules, data: object) -> dict[str, int]:
    game = rules.game
    if not isinstance(data, dict):
        raise IllegalAction("a seat's wagers are a table of amounts", field="wagers", cite=_ante_cite(rules))
    placed = {str(id_): place_wager(rules, str(id_), amount) for id_, amount in data.items()}
    for wager in game.wagers:
        if wager.placed == "required" and wager.id not in placed:
            raise IllegalAction(
                f"the {wager.name} must be placed to take part", field=f"wagers.{wager.id}", cite=wager.cite
            )
        if wager.equals and placed.get(wager.id, 0) != placed.get(wager.equals, 0):
            raise IllegalAction(
                f"{dollars(placed[wager.id])} must equal the {wager.equals} of {dollars(placed[wager.equals])}",
                field=f"wagers.{wager.id}",
                cite=wager.equals_cite,
            )
    return placed


def place_wager(rules: Rules, id_: str, amount: object) -> int:
    """One wager's stake in cents, by itself: a wager of this table, before the deal, within its limits."""
    game = rules.game
    field = f"wagers.{id_}"
    wager = game.wager(id_)
    if wager is None:
        raise IllegalAction(f"{game.name} has no such wager", field=field, cite=_ante_cite(rules))
    if wager.of is not None:
        words = f"the {wager.name} is no wager of its own: it stands with the {wager.of}"
        raise IllegalAction(words, field=field, cite=wager.cite)
    if wager.placed == "by-decision":
        raise IllegalAction(
            f"the {wager.name} is made by a decision, not before the deal", field=field, cite=wager.cite
        )
    if wager.id not in rules.tables:
        raise IllegalAction(f"the {wager.name} is not offered at this table", field=field, cite=wager.cite)
    try:
        stake = cents(amount)
    except CroupierError as error:
        raise IllegalAction(error.message, field=field, cite=wager.cite) from None
    if not stake:
        raise IllegalAction("a wager is more than nothing", field=field, cite=wager.cite)
    table = rules.tables[wager.id]
    if table.progression and stake not in table.progression.wagers:
        wanted = " or ".join(printed(w) for w in table.progression.wagers)
        raise IllegalAction(f"{printed(stake)} where paytable {table.id} takes {wanted}", field=field, cite=table.cite)
    limit = rules.limits.get(wager.id)
    if limit is not None and (why := limit.refuse(stake)):
        raise IllegalAction(why, field=field, cite=wager.cite)
    return stake


def _ante_cite(rules: Rules) -> object:
    return next(wager.cite for wager in rules.game.wagers if wager.id == rules.game.ante)


_PLACES = ("dealer", "community", "all-six", "replacement")


def _places(rules: Rules, data: Mapping[str, object]) -> dict[str, tuple[Card, ...]]:
    game = rules.game
    found: dict[str, tuple[Card, ...]] = {}
    for id_ in dict.fromkeys((*_PLACES, *(place.id for place in game.places))):
        given = data.get(id_)
        if given is None:
            continue
        if not any(place.id == id_ for place in game.places):
            raise IllegalAction(f"{game.name} ({game.edition}) has no {id_} cards", field=id_, cite=game.hand_cite)
        found[id_] = _loose(given, id_)
    return found


def _meter(data: Mapping[str, object]) -> int | None:
    given = data.get("meter")
    if given is None:
        return None
    try:
        return cents(given)
    except CroupierError as error:
        raise error.within("meter") from None


def _players(rules: Rules, data: Mapping[str, object], seats: int) -> int | None:
    """How many the round began with, if it is told that hands became void."""
    given = data.get("players")
    if given is None:
        return None
    if type(given) is not int or not seats <= given <= rules.game.seats:
        raise IllegalAction(
            f"{given!r} is no number of players of a round with {seats} hands left",
            field="players",
            cite=rules.game.seats_cite,
        )
    return given


def _check(rules: Rules, played: Played) -> None:
    game = rules.game
    for place in game.places:
        held = played.places.get(place.id)
        if held is None:
            if place.needed(rules, played):
                raise IllegalAction(f"{place.words} must be given", field=place.id, cite=place.cite)
        elif len(held) != (count := place.count(rules, played)):
            raise IllegalAction(
                f"{len(held)} cards given where {place.words} are {count}", field=place.id, cite=place.cite
            )
    game.deck.check([*((f"seats.{n}.cards", s.cards) for n, s in played.seats.items()), *played.places.items()])
    progressive = [w for w in game.wagers if w.id in rules.tables and rules.tables[w.id].progression]
    if played.meter is not None and not progressive:
        raise IllegalAction("no progressive wager is offered at this table", field="meter")
    if not played.meter:
        for wager in progressive:
            if any(wager.id in seat.stakes for seat in played.seats.values()):
                remark = "" if played.meter is None else "; it is never nothing"
                raise IllegalAction(
                    f"the amount on the meter must be given: a {wager.name} is placed{remark}",
                    field="meter",
                    cite=rules.tables[wager.id].cite if played.meter == 0 else wager.cite,
                )
    _check_players(rules, played)
    if game.refuse is not None:
        for number in played.seats:
            game.refuse(rules, played, number)


def _check_players(rules: Rules, played: Played) -> None:
    game = rules.game
    boxes = next((choice for choice in game.choices if choice.key == "adjacent-boxes"), None)
    held: dict[str, list[int]] = {}
    for number, seat in played.seats.items():
        if seat.player is not None:
            held.setdefault(seat.player, []).append(number)
    for player, numbers in held.items():
        if len(numbers) > 1 and game.one_position is not None:
            raise IllegalAction(
                f"{player!r} may not wager on more than one position",
                field=f"seats.{numbers[1]}.player",
                cite=game.one_position,
            )
        if boxes is None and game.most_positions is None:
            continue
        # where the submission leaves out the number that it must specify, it may be any; the boxes are adjacent
        most = rules.chosen.get("adjacent-boxes") or game.most_positions or game.seats
        if len(numbers) > most or numbers[-1] - numbers[0] >= len(numbers):
            raise IllegalAction(
                f"{player!r} holds seats {', '.join(map(str, numbers))}; at most {most} adjacent are allowed",
                field=f"seats.{numbers[-1]}.player",
                cite=game.seats_cite if boxes is None else boxes.cite,
            )
