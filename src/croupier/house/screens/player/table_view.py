"""A table for a page: all that stands on the cloth for one person, said in full, so that the page only draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from croupier.house.cloth import hands, results
from croupier.house.cloth.choices import decision_words, later_choices, question
from croupier.house.cloth.felt import exact, label, pile
from croupier.house.cloth.payloads import Fact, Said
from croupier.house.desk.payout_validation import waiting_words
from croupier.house.screens.player import drafts, payloads
from croupier.kit.cards import cards
from croupier.table.narration import does
from croupier.table.turns import speaking

if TYPE_CHECKING:
    from croupier.house.cloth.payloads import Question
    from croupier.house.cloth.results import Results
    from croupier.house.screens.player.drafts import Draft
    from croupier.house.tables.automatic.bots import Bots
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.views.payloads import View
    from croupier.table import Table

NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven")


def table_view(
    keeper: Keeper, player: str, seen: View, found: Results, draft: Draft, company: Bots
) -> payloads.TableParts:
    """A view said in full for a page. `seen` is the view, already cut to what this person may see."""
    table, rules = keeper.table, keeper.rules
    seat = next((n for n, name in sorted(table.seats.items()) if name == player), None) if player else None
    turn = speaking(table)
    shown = found.catch_up(keeper)
    playing = table.play
    sits = seen.seats.get(seat) if seat is not None else None
    own = sits.cards if sits is not None else []
    community = [card for card in seen.places.get("community", []) if card]
    ask = question(table, seat, player, own) if seat is not None else None
    dealer_cards = seen.places.get("dealer") or (shown.places.get("dealer", []) if shown else [])
    dealer = hands.dealer_in_words(rules, dealer_cards, shown.dealer_low if shown else "")
    you: payloads.OwnSeat | None = None
    if seat is not None:
        chips = table.accounts.get(f"player:{player}", 0)
        in_hand = playing is not None and seat in playing.round.seats
        low = _low(table, seat, own)
        you = payloads.OwnSeat(
            seat=seat,
            chips=exact(chips),
            cents=chips,
            playing=in_hand,
            placed=seat in table.layout and bool(table.layout[seat]),
            hand=hands.in_words(rules, own, community) if in_hand else "",
            barred=player in table.barred,
            low=low,
            order=hands.high_to_low(own),
            wild=hands.wilds(rules, own, [own[place] for place in low]),
        )
    return payloads.TableParts(
        **asdict(seen),
        name=keeper.name,
        you=you,
        turn=list(turn),
        ask=ask,
        still=later_choices(table, seat, player) if seat is not None and ask is None else [],
        voice=_voice(keeper, turn, shown, _given_back(table, seat, found)),
        ready=_ready(keeper, player) if seat is not None else None,
        clock=_clock(keeper, turn, seat, ask),
        plates={n: _plate(keeper, n, player, turn, company.is_bot) for n in range(1, rules.game.seats + 1)},
        dealer_hand=dealer,
        said_meters=_meters(table),
        facts=_facts(table),
        dice=shown.dice if shown is not None else None,
        result=results.result_payload(shown, rules, player, dealer.text) if shown is not None else None,
        draft=drafts.draft_payload(rules, table, player, seat, draft) if seat is not None else None,
        bots=company.at(keeper.id),
    )


def _low(table: Table, seat: int, own: list[str]) -> list[int]:
    """Which of one's cards one has set low, once that is said."""
    play = table.play
    if play is None or seat not in play.round.seats or table.rules.game.set_hands is None or not own or not all(own):
        return []
    decisions = play.round.seats[seat].decisions
    if decisions and decisions[-1] == "house-way":
        return hands.house_way(table.rules, cards(" ".join(own)))
    return list(play.low.get(seat, ()))


def _clock(keeper: Keeper, turn: tuple[int, ...], seat: int | None, ask: Question | None) -> payloads.Clock | None:
    if not keeper.deadline:
        return None
    left = max(0, keeper.deadline - keeper.clock())
    if keeper.table.phase == "betting":
        return payloads.Clock(
            left=left,
            of=int(keeper.settings.betting_seconds * 1000),
            words="No more bets in",
            late="No more bets",
            mine=False,
        )
    of = int(keeper.settings.decision_seconds * 1000)
    if ask is not None and seat in turn:
        words = "Set your hands" if ask.setting else "Your turn"
        return payloads.Clock(left=left, of=of, words=words, late=ask.late, mine=True)
    return payloads.Clock(
        left=left,
        of=of,
        words=f"Seat {turn[0]} decides" if turn else "The table waits",
        late="",
        mine=False,
    )


def _ready(keeper: Keeper, player: str) -> payloads.Readiness | None:
    """While the time for wagers runs: how many of those that are waited for are ready, and whether one is oneself."""
    found = keeper.running.readiness()
    if player not in found:
        return None
    words = f"{sum(found.values())} of {len(found)} ready" if len(found) > 1 else ""
    return payloads.Readiness(words=words, you=found[player])


def _given_back(table: Table, seat: int | None, found: Results) -> str:
    """To whom wagers were given back because their sealed cards get another order."""
    if seat not in found.back or table.play is not None or table.layout.get(seat):
        return ""
    return f"{'New cards' if found.changed else 'A new shuffle'}: your wagers are back with you. "


def _voice(keeper: Keeper, turn: tuple[int, ...], shown: results.ShownResult | None, back: str) -> Said:
    """The dealer's line: what is announced or done now, with its provision."""
    table = keeper.table
    due, conduct = table.due, table.conduct
    if table.phase == "closed":
        return Said(words="This table is closed.", cite="")
    if due is None:
        ended = f"Round {shown.number} is void; all wagers went back. " if shown and shown.closed and shown.void else ""
        return Said(words=f"{back or ended}Place your wagers.", cite=str(conduct.closed))
    if due.id == "decide" and turn:
        street = table.rules.game.streets[due.street]
        if street.setting:
            return Said(words="Set your hands.", cite=due.cite)
        choices = [
            (verb, int(last)) if last.isdecimal() else (o.id.replace("-", " "), 0)
            for o in street.options
            for verb, _, last in (o.id.rpartition("-"),)
        ]
        verbs = list(dict.fromkeys(verb for verb, _ in choices))
        numbers = [NUMBERS[times] for _, times in sorted(choices) if times]
        said = ", ".join([*verbs[:-1]]) + f" or {verbs[-1]}" if not numbers else f"{', '.join(numbers)} or {verbs[-1]}"
        return Said(words=f"Seat {NUMBERS[turn[0]]}: {said}?", cite=due.cite)
    if due.id == "cut" and due.seat:
        return Said(words=f"Seat {NUMBERS[due.seat]}: will you cut?", cite=due.cite)
    return Said(words=f"{back}{_doing(table)}", cite=due.cite)


def _doing(table: Table) -> str:
    due = table.due
    assert due is not None
    words = due.words
    if due.id == "deal":
        return "No more bets."
    if due.to == "replacement" and due.id == "turn":
        words = "turn over the card that replaces the joker"
    for place in table.rules.game.places:
        words = words.replace(f" of {place.id}", f" of {place.words}")
    if waited := waiting_words(table):
        return waited
    who = "The dealer" if "dealer" in due.by else "The floorperson"
    return f"{who} {does(words)}."


def _plate(keeper: Keeper, number: int, player: str, turn: tuple[int, ...], is_bot: Any) -> payloads.Plate | None:  # noqa: ANN401 - a predicate
    """A seat in a word and a line."""
    table = keeper.table
    name = table.seats.get(number)
    play, rules = table.play, table.rules
    playing = play is not None and number in play.round.seats
    if name is None and not playing:
        return None
    name = name or (play.players[number] if play is not None else "")
    stakes = play.round.seats[number].stakes if play is not None and playing else table.layout.get(number, {})
    closed = play.closed.get(number, ()) if play is not None else ()
    say, detail, state = _state(table, number, turn)
    away = keeper.running.attendance.words(name)
    if away is not None and state in {"idle", "waiting", "turn"}:
        say, detail, state = *away, "away"
        if playing:
            say, detail = "Away", "time runs" if number in turn else "the hand goes on"
    return payloads.Plate(
        name=name,
        you=bool(player) and name == player,
        bot=is_bot(name),
        bank=exact(table.accounts.get(f"player:{name}", 0)),
        say=say,
        detail=detail,
        state=state,
        wagers=[
            payloads.PlateWager(id=w, label=label(rules, w), **asdict(pile(stake)), closed=w in closed)
            for w, stake in stakes.items()
        ],
    )


def _state(table: Table, number: int, turn: tuple[int, ...]) -> tuple[str, str, str]:
    play, due = table.play, table.due
    if play is None:
        placed = sum(table.layout.get(number, {}).values())
        if placed:
            return "Wagers placed", exact(placed), "ready"
        return ("Choosing wagers", "", "idle") if due is None else ("Seated", "", "idle")
    if number not in play.round.seats:
        return "Sits out", "next round", "idle"
    seat = play.round.seats[number]
    if number in play.gone:
        return "Away", "the hand goes on", "away"
    decided = [d if isinstance(d, str) else "set" for d in seat.decisions]
    last = decision_words(decided[-1]) if decided else ""
    if seat.folded is not None:
        stays = [label(table.rules, w) for w in seat.stakes if w not in play.closed.get(number, ())]
        return last, f"{' and '.join(stays[:2])} in play" if stays and play.closed.get(number) else "", "folded"
    if number in turn:
        return "Deciding", "", "turn"
    if decided:
        options = [o for street in table.rules.game.streets for o in street.options if o.id == decided[-1] and o.wager]
        cost = seat.stakes.get(options[len(decided) - 1].wager or "", 0) if len(options) >= len(decided) else 0
        made = next((seat.stakes[o.wager] for o in reversed(options) if o.wager and o.wager in seat.stakes), cost)
        return last, exact(made) if made else "", "done"
    return "Waiting", "", "waiting"


def _meters(table: Table) -> list[payloads.MeterText]:
    several = len(table.meters) > 1
    return [
        payloads.MeterText(
            id=name,
            text=exact(table.accounts.get(f"meter:{name}", 0)),
            label=label(table.rules, meter.wager) + (f" {exact(meter.stake)}" if several else ""),
        )
        for name, meter in table.meters.items()
    ]


def _facts(table: Table) -> list[Fact]:
    pack = table.pack
    left = pack.size - pack.at
    facts = [Fact(words="Cards not dealt", value=str(left))] if pack.commitment else []
    if pack.commitment:
        facts.append(Fact(words="Shuffle sealed as", value=f"{pack.commitment[:8]}\u2026"))
    return facts
