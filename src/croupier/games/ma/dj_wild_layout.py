"""The layout of DJ Wild Poker in Massachusetts: what is printed on the cloth, and what a page says beside it."""

from __future__ import annotations

from croupier.game.layout import Layout
from croupier.law.chapters import DJ_WILD_MA as law

LAYOUT = Layout(
    table="DJ Wild",
    lobby="Five cards against the dealer's five. Deuces and the joker are wild; raise twice your Ante, or fold.",
    colour=("#1b4650", "#14363e"),
    shape="dealer",
    fan=("Ah", "2s", "Jk", "2d", "Ks"),
    reminders=(
        ("Ante and Play pay 1 to 1", None),
        ("Deuces and the joker are wild", None),
        ("The Blind pays on a straight or better", None),
    ),
    asked={"main": law["6(a)"], "side": law["6(a)"], "replacement": law["12(a)"]},
    spots={"bad-beat": "Bad Beat"},
    brief={"progressive": "Prog.", "bad-beat": "Beat"},
    areas={"dealer": "Dealer", "replacement": "Replaces the joker"},
    counts={"dealer": 5, "replacement": 1},
    notes={"multi-game-link": "Nothing is wild for it: the joker and every deuce become the cards that replace them."},
)
