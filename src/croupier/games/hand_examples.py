"""A hand of each kind, to show to somebody who does not know them; wild cards stand in where a game has them."""

from __future__ import annotations

from types import MappingProxyType

WITHOUT_WILDS = MappingProxyType({
    "royal-flush": "As Ks Qs Js Ts", "straight-flush": "9h 8h 7h 6h 5h", "four-of-a-kind": "9s 9h 9d 9c Ad",
    "full-house": "Ks Kd 7c 7h 7s", "flush": "Ad Jd 9d 6d 4d", "straight": "Tc 9d 8s 7h 6d",
    "three-of-a-kind": "Qh Qc Qs 8d 4s", "two-pairs": "Js Jd 6c 6h Ks", "pair-of-jacks-or-better": "Qc Qd Td 7s 3h",
    "pair-of-10s-or-better": "Tc Td Jd 7s 3h", "pair-of-6s-to-10s": "8c 8d Td 7s 3h", "pair": "4c 4d Td 7s 3h",
    "high-card": "Ah Qd 9s 6c 4h",
})  # fmt: skip
"""With no card wild."""
WITH_WILD_DEUCES = MappingProxyType({
    "five-wilds": "2s 2h 2d 2c Jk", "royal-flush": "As Ks Jk Js Ts", "five-of-a-kind": "9s 9h 9d 2c Jk",
    "straight-flush": "9h 8h 7h 2s 5h", "four-of-a-kind": "9s 9h 2c Jk Ad", "full-house": "Ks Kd 7c 7h 2d",
    "flush": "Ad Jd 9d 6d 4d", "straight": "Tc 9d 8s Jk 6h", "three-of-a-kind": "Qh Qc 2s 8d 4s",
    "two-pairs": "Js Jd 6c 6h Ks", "pair": "Ac Jk Td 7s 3h", "high-card": "Ah Qd 9s 6c 4h",
})  # fmt: skip
"""With deuces and the joker wild."""
WITH_A_JOKER = MappingProxyType({
    **WITHOUT_WILDS, "five-aces": "As Ah Ad Ac Jk", "straight-flush": "9h 8h 7h Jk 5h", "straight": "Tc 9d 8s Jk 6h",
    "two-pairs": "Ks Kd 7c 7h 4s", "pair": "Qc Qd Td 7s 3h",
})  # fmt: skip
"""With a joker that is an ace or completes straights and flushes."""
