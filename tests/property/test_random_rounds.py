"""Random rounds of every edition, played through `Round`, keep the books straight."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier import all_games, describe, settle
from croupier.cli.settle import settle_told
from croupier.game import Setting
from croupier.kit.money import cents
from croupier.round import Choose, Deal, Round

EDITIONS = pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")
LINK = {"wager": "1", "seed": "1000", "rows": {"royal-flush": "100% of meter", "pair": "1 to 1", "flush": "$50"}}


def some_submission(game, chance: random.Random) -> dict[str, Any]:
    chosen = {w.key: chance.choice(w.tables).id for w in game.wagers if w.key and w.tables}
    if game.edition == "ma":
        chosen["multi-game-link"] = LINK
    if game.limited:
        chosen["payout-limit"] = "50000"
    if any(choice.key == "folded-progressive" for choice in game.choices):
        chosen["folded-progressive"] = chance.random() < 0.5
    if any(choice.key == "house-way" for choice in game.choices):
        chosen["house-way"] = chance.choice(["foxwoods", "mgm", "flamingo"])
    return chosen


def some_wagers(rules, chance: random.Random) -> dict[str, str]:
    ante = str(chance.choice([2, 10, 250]))
    placed = {}
    for wager in rules.offered():
        if wager.placed == "required":
            placed[wager.id] = ante
        elif wager.placed != "by-decision" and chance.random() < 0.5:
            progression = rules.tables[wager.id].progression
            placed[wager.id] = str(chance.choice(progression.wagers) // 100) if progression else chance.choice("2468")
    return placed


def play(rules, chance: random.Random, seats: int | None = None, *, first=lambda _: False) -> Round:
    """A round by chance; cards for which `first` holds are dealt before all others."""
    taken = [seat for seat in range(1, 7) if chance.random() < 0.6] or [3]
    wagers = {seat: some_wagers(rules, chance) for seat in (taken if seats is None else range(1, seats + 1))}
    bets = any(rules.tables[w].progression for placed in wagers.values() for w in placed)
    shoe = list(rules.game.deck.all())
    chance.shuffle(shoe)
    shoe.sort(key=first)
    played = Round.begin(rules, wagers, meter="12345.67" if bets else None)
    while (need := played.needs) is not None:
        if isinstance(need, Deal):
            cards = [shoe.pop() for _ in range(need.count)]
            if need.to == "replacement":
                cards = [card for card in cards if not card.is_joker]
                cards += [shoe.pop() for _ in range(need.count - len(cards))]
            played = played.dealt(cards)
            continue
        assert isinstance(need, Choose)
        seat = played.seats[need.seat]
        options: list[Any] = list(need.options)
        if need.street.setting:
            low = chance.sample(seat.cards, 2)
            options += [Setting(tuple(c for c in seat.cards if c not in low), tuple(low))] * 3
            if len(seat.wagers) > 1:
                options.remove("surrender")
        played = played.chose(chance.choice(options))
    return played


@EDITIONS
def test_money_of_random_rounds(game):
    chance = random.Random(f"{game.id} {game.edition}")
    results = set()
    for _ in range(400):
        rules = game.rules(
            some_submission(game, chance), {r.key: chance.choice(r.choices) for r in game.readings if r.choices}
        )
        played = play(rules, chance)
        done = played.settle()
        assert list(done.seats) == sorted(played.seats)
        for number, seat in done.seats.items():
            stakes = played.seats[number].stakes
            order = [w.id for w in rules.offered()]
            lines = [line for line in seat.lines if line.wager != "envy"]
            assert [line.wager for line in lines] == sorted(stakes, key=order.index)
            assert seat.net == sum(line.net for line in seat.lines)
            for line in seat.lines:
                results.add(line.result)
                assert line.stake == stakes.get(line.wager, 0)
                if line.result == "win":
                    assert line.paid > 0 or line.limited_by
                    assert line.odds or not line.paid
                    assert line.pays_cite
                    assert line.net in {line.paid, line.paid - line.stake}
                else:
                    assert line.paid == 0
                    assert line.odds is None
                    assert line.net == (0 if line.result == "push" else -line.stake) or (
                        line.result == "forfeit" and rules.readings.get("surrender") == "half-ante"
                    )
            if not played.seats[number].folded:
                assert "forfeit" not in {line.result for line in seat.lines}
        if done.meter is not None:
            assert done.meter >= 0
    assert {"win", "lose", "forfeit"} <= results


@EDITIONS
def test_a_told_round_settles_the_same(game):
    chance = random.Random(f"told {game.id} {game.edition}")
    for _ in range(50):
        submission = some_submission(game, chance)
        rules = game.rules(submission)
        played = play(rules, chance)
        told = {**played.told(), "submission": submission}
        assert settle_told(told) == settle(rules, describe(rules, played.told())).to_json()


@EDITIONS
def test_settling_one_seat_alone_changes_no_main_wager(game):
    """Seats meet only in the meter, envy and Cover All; a player's own wagers do not depend on the neighbours."""
    chance = random.Random(f"alone {game.id} {game.edition}")
    alone = {"progressive", "envy", "cover-all", "multi-game-link"}
    for _ in range(40):
        rules = game.rules(some_submission(game, chance))
        played = play(rules, chance)
        together = played.settle()
        told = played.told()
        for number in played.seats:
            seat = told["seats"][str(number)]  # type: ignore[index]
            wagers = {w: s for w, s in seat["wagers"].items() if w not in alone}
            one = {**told, "seats": {str(number): {**seat, "wagers": wagers}}, "meter": None, "replacement": None}
            lines = settle(rules, describe(rules, one)).seats[number].lines
            both = [line for line in together.seats[number].lines if line.wager not in alone]
            assert [(a.wager, a.paid, a.net) for a in lines] == [(b.wager, b.paid, b.net) for b in both]


def test_meter_is_paid_out_of_in_the_order_of_settlement():
    game = all_games()[0]
    rules = game.rules({"progressive": "1"})
    royals = {"2": "As Ks Qs Js Ts", "5": "Ah Kh Qh Jh Th"}
    seats = {
        n: {"cards": c, "wagers": {"ante": "5", "blind": "5", "progressive": "1"}, "decisions": ["fold"]}
        for n, c in royals.items()
    }
    done = settle(rules, describe(rules, {"seats": seats, "dealer": "3c 4d 6h 8s 9c", "meter": "7000.05"}))
    assert done.seats[5].line("progressive").paid == cents("7000.05")
    assert done.seats[2].line("progressive").paid == cents("2000")
    assert done.meter == cents("2000")
