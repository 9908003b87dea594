"""Published figures, each with where it was published, to be laid beside ours."""

from __future__ import annotations

from dataclasses import dataclass

BULLETIN = "Pa.B. Doc. No. 19-1055 (2019)"
CASINO_CITY = "Casino City"


@dataclass(frozen=True, slots=True)
class Published:
    """A figure somebody published: a return (share paid back) or a house edge, in percent, as printed. It counts the
    Envy Bonuses for the hands of so many `others`."""

    game: str
    wager: str
    paytable: str
    figure: str
    is_edge: bool
    source: str
    reading: tuple[str, str] | None = None
    remark: str = ""
    misprint_of: str = ""
    others: int = 0


def _returns(game: str, wager: str, tables: str, figures: str, reading: tuple[str, str] | None = None,
             remark: str = "") -> list[Published]:  # fmt: skip
    return [
        Published(game, wager, table, figure, False, BULLETIN, reading, remark)
        for table, figure in zip(tables.split(), figures.split(), strict=True)
    ]


FIGURES: tuple[Published, ...] = (
    Published("dj-wild", "main", "", "98.99", False, BULLETIN, remark="of all that is wagered; looks sampled"),
    Published("dj-wild", "main", "", "3.5", True, "Discount Gambling, 2015", remark="of the Ante"),
    Published("dj-wild", "trips", "DJWT-04", "98.843", False, BULLETIN, None, "for 93.843", "93.843"),
    *_returns("dj-wild", "trips", "DJWT-05 DJWT-06 DJWT-07", "92.474 92.338 91.454"),
    *_returns("dj-wild", "bad-beat", "DJWBB-01 DJWBB-02 DJWBB-03 DJWBB-04", "86.8 87.682 85.904 85.848",
              ("bad-beat", "two-way"), "two-way; looks sampled"),
    *_returns("dj-wild", "progressive", "1 2", "77 77", remark="rate unstated; 23.6% to the meter would give it"),
    Published("over-under", "main", "", "98.95", False, BULLETIN, remark="of both required wagers"),
    *_returns("over-under", "bonus", "1", "94.393"),
    Published("cajun-stud", "main", "A", "4.91", True, "Wizard of Odds via Casino City", remark="of the Ante"),
    Published("cajun-stud", "board", "B", "5.57", True, CASINO_CITY),
    Published("cajun-stud", "board", "C", "5.39", True, CASINO_CITY),
    Published("raise-it-up", "main", "", "3.50", True, "Wizard of Odds", remark="3.70 for a simple one, less 0.20"),
    Published("raise-it-up", "pair-plus", "A", "2.32", True, CASINO_CITY),
    Published("raise-it-up", "pair-plus", "B", "3.5", True, CASINO_CITY),
    Published("raise-it-up", "six-card", "A", "10.23", True, "table-games-online"),
    Published("face-up-pai-gow", "main", "", "98.404", False, BULLETIN, remark="house way unstated"),
    Published("face-up-pai-gow", "main", "", "1.81", True, "Wizard of Odds", remark="house way unstated"),
    *_returns("face-up-pai-gow", "ace-high", "1 2 3 4 5", "96.425 95.233 94.169 93.141 92.647",
              remark="looks sampled"),
    *_returns("face-up-pai-gow", "fortune", "1 2 3 4 5 6", "93.94 94.15 94.10 93.41 92.62 94.10",
              remark='"maximum" of what is unclear'),
    *_returns("face-up-pai-gow", "progressive", "1 2 3", "75.751 78.073 75.568", remark="long run"),
    Published("face-up-pai-gow", "progressive", "4", "91.937", False, BULLETIN, others=1,
              remark="long run with the reserve, which is paid to nobody here, and the envy of one other hand"),
    *_returns("face-up-pai-gow", "progressive", "5", "80.962", remark="long run"),
    Published("face-up-pai-gow", "progressive", "6", "75.349", False, BULLETIN, ("progressive-6-rate", "45-percent"),
              "long run at a rate of 45%; 17% is printed"),
    *_returns("face-up-pai-gow", "progressive", "7", "75.746", remark="long run"),
)  # fmt: skip


def published(game: str, wager: str, paytable: str) -> str | None:
    """The figure published for a paytable, as printed."""
    found = [f for f in FIGURES if (f.game, f.wager, f.paytable) == (game, wager, paytable)]
    return f"{'house edge ' if found[0].is_edge else ''}{found[0].figure}%" if found else None
