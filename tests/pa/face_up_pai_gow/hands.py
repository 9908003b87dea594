"""Seven-card hands that several of these tests deal, and seven cards for somebody else at the table."""

from __future__ import annotations

SEVEN = {
    "7-card straight flush": "8s 9s Ts Js Qs Ks As",
    "royal + match": "As Ks Qs Js Ts Kh Qh",
    "7-card with joker": "5h 6h Jk 8h 9h Th Jh",
    "five aces": "As Ah Ad Ac Jk Kd 7c",
    "royal": "As Ks Qs Js Ts 4h 2d",
    "straight flush": "9h 8h 7h 6h 5h Kd 2c",
    "four": "9s 9h 9d 9c Kd 7c 2h",
    "full house": "9s 9h 9d Kc Kd 7c 2h",
    "flush": "As Qs 9s 6s 3s Kd 7h",
    "three": "9s 9h 9d Kc Qd 7c 2h",
    "straight": "9s 8h 7d 6c 5s Kd 2h",
    "three pair": "9s 9h 7d 7c 4s 4h Kd",
    "two pair": "9s 9h 7d 7c 4s Kh 2d",
    # hands with the joker that a fully wild joker makes better
    "four and joker": "9s 9h 9d 9c Jk 7c 2h",
    "three and joker": "9s 9h 9d Jk Kd 7c 2h",
    "full house and joker": "9s 9h 9d Kc Kd Jk 2h",
    "two pair and joker": "9s 9h Kc Kd Jk 7c 2h",
    "pair and joker": "9s 9h Kc Jd Jk 7c 2h",
}


def others(*used: str) -> str:
    """Seven cards that nobody else holds, for a dealer or player whose hand does not matter."""
    held = {card for hand in used for card in hand.split()}
    free = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in held]
    return " ".join(free[:: len(free) // 7][:7])
