"""Rounds that are found void: one of each chapter, in which hands are given up and meters pay; every moment of it."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.table import Report
from croupier.table.turns import undecided
from tests.property.books import check_books
from tests.table.drive import Driver
from tests.table.offered import OfferedDriver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

UNDOING = frozenset({"void", "void-seat", "return-wager"})


@dataclass(frozen=True)
class Case:
    """A round in which hands are given up and paid, and payments come out of a meter: `bets` by seat, `hands` by seat
    or place, `said` what the seats decide."""

    game: str
    edition: str
    submission: Mapping[str, Any]
    bets: Mapping[int, Mapping[str, int]]
    hands: Mapping[str, str]
    said: Mapping[int, tuple[str, ...]]

    def began(self) -> Driver:
        return self.bet(self.opened())

    def opened(self, **opening: Any) -> Driver:
        kind = OfferedDriver if self.game == "face-up-pai-gow" else Driver
        return kind(self.game, self.submission, edition=self.edition, inventory=100_000_000, **opening)

    def bet(self, driver: Driver) -> Driver:
        driver.ready(*self.bets)
        driver.hold(**self.hands)
        for seat, wagers in self.bets.items():
            driver.bet(seat, **wagers)
        driver.close_bets()
        return driver


DJ_WILD: dict[str, Any] = {"trips": "DJWT-04", "bad-beat": "DJWBB-01", "progressive": "1", "contribution": "12.345%"}
SIDES = {"ante": 1000, "blind": 1000, "trips": 500, "bad_beat": 500, "progressive": 100}
IN_DJ_WILD: dict[str, Any] = {
    "bets": {**dict.fromkeys((1, 3, 4, 6), SIDES), 2: {"ante": 1000, "blind": 1000}},
    # seat 6 folds a tenth of the meter, seat 4 wins all of it, seat 3 another tenth; seat 2 folds a hand that others
    # are owed an Envy Bonus for, and seat 1 the joker
    "hands": {
        "s2": "5s 6s 7s 8s 9s",
        "s6": "5c 6c 7c 8c 9c",
        "s4": "Ts Js Qs Ks As",
        "s3": "5h 6h 7h 8h 9h",
        "s1": "Jk 3d 3c 7d Qh",
        "dealer": "Kd Kh 8d 4s 4c",
        "replacement": "9d",
    },
    "said": {1: ("fold",), 2: ("fold",), 3: ("raise",), 4: ("raise",), 6: ("fold",)},
}
LINK = {
    "wager": "5",
    "seed": "1000",
    "rows": {"royal-flush": "100% of meter", "straight-flush": "10% of meter", "three-of-a-kind": "5 for 1"},
}

CASES = {
    "687a": Case("dj-wild", "pa-2021", DJ_WILD, **IN_DJ_WILD),
    "687a-validated": Case("dj-wild", "pa-2021", {**DJ_WILD, "validate-from": "0.01"}, **IN_DJ_WILD),
    "687a-forfeits": Case("dj-wild", "pa-2021", {**DJ_WILD, "folded-progressive": False}, **IN_DJ_WILD),
    "687a-2019": Case("dj-wild", "pa-2019-proposed", {**DJ_WILD, "folded-progressive": False}, **IN_DJ_WILD),
    "683a": Case(
        "cajun-stud",
        "pa-2019",
        {"pocket": "A", "board": "A", "lo-ball": "A", "all-six": "A"},
        {seat: {"ante": 1000, "pocket": 500, "board": 500, "lo_ball": 500, "all_six": 500} for seat in (1, 4, 6)},
        {"s6": "As Ac", "s4": "7s 5d", "s1": "Kc Qd", "community": "2h 3h 4h", "all_six": "Ad Ah 9s 9c"},
        {1: ("raise-1", "raise-1", "raise-1"), 4: ("fold",), 6: ("raise-1", "raise-3", "fold")},
    ),
    "669a": Case(
        "raise-it-up",
        "pa-2019",
        {"progressive": "1", "six-card": "A"},
        {
            seat: {"ante": 1000, "blind": 1000, "pair_plus": 500, "six_card": 500, "progressive": 100}
            for seat in (1, 3, 4, 6)
        },
        {"s6": "As Ks Qs", "s4": "Ah Kh Qh", "s3": "8c 7c 6c", "s1": "2d 7h 9s", "community": "Jd 5c 4s"},
        {1: ("check", "check", "fold"), 3: ("play-3",), 4: ("check", "check", "fold"), 6: ("play-1",)},
    ),
    "688a": Case(
        "face-up-pai-gow",
        "pa-2019-proposed",
        {"progressive": "4", "fortune": "1", "ace-high": "1"},
        {
            1: {"pai_gow": 1000},
            3: {"pai_gow": 1000, "progressive": 500, "fortune": 500},
            4: {"pai_gow": 1000, "progressive": 500, "fortune": 500, "ace_high": 500},
            6: {"pai_gow": 1000},
        },
        {
            "dealer": "Ac Kd 9h 8c 6d 4d 2h",
            "s4": "3s 4s 5s 6s 7s 8s 9s",
            "s3": "Th Jh Qh Kh Ah Ks Qs",
            "s1": "2c 3d 5d 7h 8d Tc Jd",
            "s6": "2d 2s 6c 7c 9d Jc Qd",
        },
        {1: ("surrender",), 3: ("house-way",), 4: ("house-way",), 6: ("house-way",)},
    ),
    "ma": Case(
        "dj-wild",
        "ma",
        {
            "trips": "01",
            "bad-beat": "1",
            "cover-all": "1",
            "multi-game-link": LINK,
            "contribution": "12.345%",
            "shuffler": "automated",
        },
        {
            seat: {"ante": 1000, "blind": 1000, "trips": 500, "bad_beat": 500, "multi_game_link": 500, "cover_all": 500}
            for seat in (1, 3, 4, 6)
        },
        {
            "s1": "Ts Js Qs Ks As",
            "s3": "5h 6h 7h 8h 9h",
            "s4": "9c 9d 4d 7d Qh",
            "s6": "5c 6c 7c 8c Tc",
            "dealer": "Kd Kh 8d 4s 4c",
        },
        {1: ("raise",), 3: ("raise",), 4: ("fold",), 6: ("fold",)},
    ),
}


def moments(driver: Driver, case: Case) -> Iterator[Driver]:
    """The table before every step of the round, the last one before its end."""
    said = {seat: list(words) for seat, words in case.said.items()}
    while driver.table.play is not None:
        yield copied(driver)
        if driver.due.id == "decide":
            seat = undecided(driver.playing, driver.due.street)[0]
            driver.decide(seat, said[seat].pop(0))
        else:
            driver.advance()


def copied(driver: Driver) -> Driver:
    other = copy(driver)
    other.log = list(driver.log)
    return other


def reports(driver: Driver) -> Iterator[Report]:
    """Every report that undoes something, for each seat where it is of one."""
    for found in driver.table.conduct.irregularities:
        if UNDOING.intersection(found.remedy) and not (found.ways and driver.table.way not in found.ways):
            for seat in driver.playing.round.seats if "void-seat" in found.remedy else (0,):
                yield Report(irregularity=found.id, seat=seat, cards="2s" if found.id == "two-face-up" else "")


def ended(driver: Driver, case: Case) -> Driver:
    """The round played to its end, with what is still to be decided."""
    left = {f"s{seat}": words[len(driver.playing.round.seats[seat].decisions) :] for seat, words in case.said.items()}
    began = len(driver.log)
    driver.finish(**left)
    for event, _ in driver.log[began:]:
        assert sum(getattr(event, "entries", {}).values()) == 0
    check_books(driver.table, driver.log[-1][0])
    return driver


def money(driver: Driver) -> dict[str, object]:
    """Everybody's money: what a player owes is not the player's, and the house holds it in no other way."""
    found: dict[str, Any] = dict(driver.table.accounts)
    for claim in driver.table.claims:
        found[f"player:{claim.player}"] -= claim.amount
        found[f"claim:{claim.player}"] -= claim.amount
        found["house"] += 2 * claim.amount
    found |= {f"carry:{name}": Fraction(meter.carry) for name, meter in driver.table.meters.items()}
    return {name: amount for name, amount in found.items() if amount}
