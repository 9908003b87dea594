"""The chapters in the book, one value per edition.

Days are those that each text's own source note states: the day it took effect, and of a proposal that of its Bulletin.
"""

from __future__ import annotations

from datetime import date

from croupier.law.chapter import Chapter, Earlier

RAISE_IT_UP_PA_2019 = Chapter(
    number="669a",
    title="Raise It Up Stud Poker",
    prefix="58 Pa. Code § 669a.",
    edition="pa-2019",
    status="in force",
    effective=date(2019, 11, 2),
    jurisdiction="Pennsylvania",
    code="58 Pa. Code ch. 669a",
    source="46 Pa.B. 5540 (2016), § 669a.12 amended 49 Pa.B. 6676 (2019)",
    earlier=(Earlier(date(2016, 8, 27), date(2019, 11, 2), "46 Pa.B. 5540 (2016)", "§ 669a.12"),),
)

CAJUN_STUD_PA_2019 = Chapter(
    number="683a",
    title="Cajun Stud",
    prefix="58 Pa. Code § 683a.",
    edition="pa-2019",
    status="in force",
    effective=date(2019, 5, 4),
    jurisdiction="Pennsylvania",
    code="58 Pa. Code ch. 683a",
    source="49 Pa.B. 2227 (2019)",
)

OVER_UNDER_PA_2019_PROPOSED = Chapter(
    number="686a",
    title="Over/Under",
    prefix="58 Pa. Code § 686a.",
    edition="pa-2019-proposed",
    status="proposed",
    effective=None,
    jurisdiction="Pennsylvania",
    code="58 Pa. Code ch. 686a",
    source="49 Pa.B., No. 28 (July 13, 2019), Pa.B. Doc. No. 19-1055",
    published=date(2019, 7, 13),
)

DJ_WILD_PA_2019_PROPOSED = Chapter(
    number="687a",
    title="DJ Wild Stud Poker",
    prefix="58 Pa. Code § 687a.",
    edition="pa-2019-proposed",
    status="proposed",
    effective=None,
    jurisdiction="Pennsylvania",
    code="58 Pa. Code ch. 687a",
    source="49 Pa.B., No. 28 (July 13, 2019), Pa.B. Doc. No. 19-1055",
    published=date(2019, 7, 13),
)

DJ_WILD_PA_2021 = Chapter(
    number="687a",
    title="DJ Wild Stud Poker",
    prefix="58 Pa. Code § 687a.",
    edition="pa-2021",
    status="in force",
    effective=date(2021, 5, 29),
    jurisdiction="Pennsylvania",
    code="58 Pa. Code ch. 687a",
    source="51 Pa.B. 2975 (2021)",
)

DJ_WILD_MA = Chapter(
    number="ma",
    title="DJ Wild Poker",
    prefix="MA DJ Wild § ",
    edition="ma",
    status="in force",
    effective=None,
    jurisdiction="Massachusetts",
    code="205 CMR 146",
    source="Massachusetts Gaming Commission, rules of the game of DJ Wild Poker (205 CMR 146)",
)

FACE_UP_PAI_GOW_PA_2019_PROPOSED = Chapter(
    number="688a",
    title="Face Up Pai Gow Poker",
    prefix="58 Pa. Code § 688a.",
    edition="pa-2019-proposed",
    status="proposed",
    effective=None,
    jurisdiction="Pennsylvania",
    code="58 Pa. Code ch. 688a",
    source="49 Pa.B., No. 28 (July 13, 2019), Pa.B. Doc. No. 19-1055",
    published=date(2019, 7, 13),
)

TEXTS = (
    DJ_WILD_PA_2021,
    DJ_WILD_MA,
    OVER_UNDER_PA_2019_PROPOSED,
    FACE_UP_PAI_GOW_PA_2019_PROPOSED,
    CAJUN_STUD_PA_2019,
    RAISE_IT_UP_PA_2019,
)
"""Each text once: the 2019 proposal of 687a shares the provisions of the chapter adopted in 2021."""
