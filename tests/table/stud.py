"""The three Pennsylvania stud chapters: sections 3 to 10 and 13 say nearly the same under nearly the same cites."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import provision
from tests.table.drive import Driver

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.law.coverage import Held

WAYS = ("manual-shoe", "hand", "automated-shoe")


@dataclass(frozen=True)
class Chapter:
    """`bet` is what a player places to compete, `on` and `off` what a player says to stay and to give up."""

    number: str
    game: str
    edition: str
    deck: int
    bet: Mapping[str, int]
    on: str
    off: tuple[str, ...]
    submission: Mapping[str, Any] = field(default_factory=dict)

    def table(self, *seats: int, **choices: Any) -> Driver:
        """A table with players at these seats, ready for wagers."""
        return self.opened(**choices).ready(*seats)

    def opened(self, **choices: Any) -> Driver:
        """A table that has just been opened."""
        cards = choices.pop("cards", "entered")
        if choices.get("dealing") == "hand":
            choices.setdefault("shuffler", "automated")
        return Driver(self.game, {**self.submission, **choices}, edition=self.edition, cards=cards)

    def cite(self, path: str) -> str:
        return f"58 Pa. Code § {self.number}.{path}"

    def bets(self, driver: Driver, *seats: int, **more: int) -> None:
        for seat in seats:
            driver.bet(seat, **self.bet, **more)

    def dealt(self, *seats: int, **choices: Any) -> Driver:
        """A table at its first decision."""
        driver = self.table(*seats, **choices)
        self.bets(driver, *seats)
        driver.close_bets()
        driver.until_phase("deciding")
        return driver

    def round(self, driver: Driver, *seats: int) -> None:
        """A whole round in which everybody gives up."""
        self.bets(driver, *seats)
        driver.close_bets()
        driver.finish(**{f"s{seat}": self.off for seat in seats})


DJ_WILD = Chapter(
    "687a",
    "dj-wild",
    "pa-2021",
    53,
    {"ante": 1000, "blind": 1000},
    "raise",
    ("fold",),
    {"trips": "DJWT-04", "bad-beat": "DJWBB-01", "progressive": "1", "contribution": "20%"},
)
DJ_WILD_PROPOSED = Chapter(
    "687a", "dj-wild", "pa-2019-proposed", 53, DJ_WILD.bet, "raise", ("fold",), DJ_WILD.submission
)
CAJUN_STUD = Chapter(
    "683a",
    "cajun-stud",
    "pa-2019",
    52,
    {"ante": 1000},
    "raise-1",
    ("fold",),
    {"pocket": "A", "board": "A", "lo-ball": "A", "all-six": "A"},
)
RAISE_IT_UP = Chapter(
    "669a",
    "raise-it-up",
    "pa-2019",
    52,
    {"ante": 1000, "blind": 1000},
    "play-1",
    ("check", "check", "fold"),
    {"progressive": "1", "six-card": "A"},
)
CHAPTERS = (DJ_WILD, DJ_WILD_PROPOSED, CAJUN_STUD, RAISE_IT_UP)


def each(*paths: str, held: Held | None = None, **own: str) -> pytest.MarkDecorator:
    """Run a test under every chapter, as an execution of these paths of it; ``c683a="8(e)"`` adds one of its own."""
    params = []
    for chapter in CHAPTERS:
        mine = [*paths, *own.get(f"c{chapter.number}", "").split()]
        marks = [provision(*(f"{chapter.number}.{path}" for path in mine), held=held)] if mine else []
        params.append(pytest.param(chapter, id=f"{chapter.number}-{chapter.edition}", marks=marks))
    return pytest.mark.parametrize("chapter", params)


def each_way(paths: Mapping[str, Mapping[str, str]]) -> pytest.MarkDecorator:
    """Run a test under every chapter and way of dealing; ``paths["683a"]["hand"]`` are the provisions, by spaces."""
    params = []
    for chapter in CHAPTERS:
        for way in WAYS:
            mine = paths[chapter.number][way].split()
            mark = pytest.mark.provision(*(f"{chapter.number}.{path}" for path in mine))
            params.append(
                pytest.param(chapter, way, mine, id=f"{chapter.number}-{chapter.edition}-{way}", marks=[mark])
            )
    return pytest.mark.parametrize(("chapter", "way", "paths"), params)
