"""What the chapter adopted in 2021 says otherwise than its proposal of 2019, sentence by sentence.

A change is cosmetic where both texts ask for the same: spelling, punctuation, titles, the form of a cross reference.
"""

from __future__ import annotations

from croupier.game import Change
from croupier.law.chapters import DJ_WILD_PA_2021 as law

CHANGES = (
    Change(law["1"], "competes against a posted paytable", 'prints "payable" for it, twice', cosmetic=True),
    Change(law["2(b)(2)"], "a comma before the last wager", "none", cosmetic=True),
    Change(law["2(b)(4)"], "repeats the title of § 687a.7 after its cite", "cites § 687a.7(d)(2) alone", cosmetic=True),
    Change(law["4(e)"], "decks preinspected and preshuffled", 'prints "reshuffled" (preshuffled is meant)'),
    Change(law["5(a)"], 'spells "preshuffled"', "with a hyphen", cosmetic=True),
    Change(law["5(f)"], "any player may ask for a face-up spread", "the first player to arrive may ask for it"),
    *(
        Change(law[path], "repeats the title of § 687a.6 after its cite", f"cites § 687a.{cited} alone", cosmetic=True)
        for path, cited in (("7(d)(3)", "6(e)"), ("7(d)(4)", "6(f)"))
    ),
    *(
        Change(law[path], 'places the extra card by "§ 687.2(b)(4)"', "cites § 687a.2(b)(4)", cosmetic=True)
        for path in ("8(f)", "9(e)", "10(c)", "11(f)(1)")
    ),
    Change(law["8(i)"], "misdealt if 52 cards remain (53 is meant)", "misdealt if 53 cards remain"),
    Change(law["11"], "is headed Procedure", "is headed Procedures", cosmetic=True),
    *(
        Change(law[path], "a comma before the last of what it names", "none", cosmetic=True)
        for path in ("11(b)(2)", "11(c)", "11(e)", "11(e)(1)", "11(e)(2)", "11(e)(3)", "11(f)")
    ),
    Change(law["12(b)"], "pays by one paytable", 'prints "payable" for it', cosmetic=True),
)
