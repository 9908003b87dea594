"""What the chapter permits: its cards, points and wagers, and who gets a third card."""

from collections.abc import Mapping

from baccarat.law import LAW as law
from baccarat.table import CONDUCT, LAYOUT, LESSONS
from baccarat.tables import BANKER_PAYS, PLAYER_PAYS, TIE_PAYS
from croupier.game import Case, Game, Give, Place, Played, Rules, Then, Wager
from croupier.game import choices as choose
from croupier.game.features import Count, Drawn, Sight, Sum, at
from croupier.kit.cards import STANDARD, Card, Deck
from croupier.kit.paytables import Paytable

# § 6. Points.

WORTH = {rank: {14: 1}.get(rank, rank if rank < 10 else 0) for rank in range(2, 15)}


def points(*places: str) -> Sum:
    """The last digit of the sum of the cards at these places."""
    return Sum(tuple(WORTH.items()), at(*places), 10)


# § 9. Third cards, by the points of the first two.

PLAYER, BANKER = points("player-hand"), points("banker-hand")
PLAYER_DRAWS = Drawn((PLAYER, BANKER), frozenset((player, banker) for player in range(6) for banker in range(8)))
AGAINST_A_THIRD = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
"""The player's third cards on which the banker draws; on less than three points on any."""
STOOD = frozenset((player, banker, 0, 0) for player in (6, 7) for banker in range(6))
BANKER_DRAWS = Drawn(
    (PLAYER, BANKER, points("player-third"), Count(frozenset(STANDARD), at("player-third"))),
    STOOD | {
        (player, banker, third, 1)
        for player in range(6) for banker in range(7) for third in range(10)
        if third in AGAINST_A_THIRD.get(banker, range(10))
    },
)  # fmt: skip

# § 7. Wagers and what decides: 1 where the player has more points, -1 where the banker has.

SEES = Sight(
    (points("player-hand", "player-third"), points("banker-hand", "banker-third")),
    lambda player, banker: (player > banker) - (player < banker),
)


def on_a_hand(id_: str, name: str, side: int, pays: Paytable) -> Wager[int]:
    """A wager that one hand has more points than the other."""
    return Wager(
        id_, name, law["7(d)"], "always-offered",
        (
            Case[int](law["9(c)(1)"], lambda s, _: s == side, Then.PAY),
            Case[int](law["9(c)(2)"], lambda s, _: s == -side, Then.LOSE),
            Case[int](law["9(c)(3)"], lambda s, _: s == 0, Then.PUSH),
        ),
        (pays,),
        sees=lambda _: SEES, row=lambda _: "win", classes=lambda _: (-1, 0, 1), key=id_,
    )  # fmt: skip


TIE = Wager(
    "tie", "Tie Wager", law["7(d)"], "always-offered",
    (
        Case[int](law["9(c)(3)"], lambda s, _: s == 0, Then.PAY),
        Case[int](law["9(c)(4)"], lambda s, _: s != 0, Then.LOSE),
    ),
    (TIE_PAYS,),
    sees=lambda _: SEES, row=lambda _: "win", classes=lambda _: (-1, 0, 1), key="tie",
)  # fmt: skip


def show(_: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """Both hands for people; no seat has one of its own."""
    if number is not None or not played.cards_at("banker-hand"):
        return None
    player, banker = (
        counted((*played.cards_at(f"{side}-hand"), *played.cards_at(f"{side}-third"))) for side in ("player", "banker")
    )
    name = "player" if player > banker else "banker" if banker > player else "tie"
    return {"name": name, "text": f"player {player}, banker {banker}"}


def counted(cards: tuple[Card, ...]) -> int:
    """The points of cards."""
    return sum(WORTH[card.rank] for card in cards) % 10


def third(id_: str, words: str, path: str, rule: Drawn) -> Place:
    """Where a third card lies, if there is one."""

    def given(_: Rules, played: Played) -> bool:
        return rule.holds(played, 0)

    return Place(id_, words, law[path], lambda *_: 1, given)


EXAMPLE = Game(
    id="baccarat",
    name="Baccarat",
    chapter=law,
    sections=("3", "6", "7", "9", "10"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=Deck("eight decks of 52 cards", STANDARD, 8, law["3(a)"]),
    deck_hours={"manual-shoe": (24, law["3(c)"])},
    ranking=None,
    wagers=(
        on_a_hand("banker", "Banker Wager", -1, BANKER_PAYS),
        on_a_hand("player", "Player Wager", 1, PLAYER_PAYS),
        TIE,
    ),
    ante="banker",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=0,
    hand_cite=law["8(e)"],
    places=(
        Place("player-hand", "the player's hand", law["8(e)"], lambda *_: 2, lambda *_: True),
        third("player-third", "the player's third card", "9(a)", PLAYER_DRAWS),
        Place("banker-hand", "the banker's hand", law["8(e)"], lambda *_: 2, lambda *_: True),
        third("banker-third", "the banker's third card", "9(b)", BANKER_DRAWS),
    ),
    course=(
        Give("player-hand", lambda *_: 2, law["8(e)"], up=True),
        Give("banker-hand", lambda *_: 2, law["8(e)"], up=True),
        Give("player-third", lambda *_: 1, law["9(a)"], up=True, when=PLAYER_DRAWS),
        Give("banker-third", lambda *_: 1, law["9(b)"], up=True, when=BANKER_DRAWS),
    ),
    streets=(),
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["9(c)"],
    show=show,
    on_table=lambda *_: True,
    study="declared",
    choices=(
        choose.dealing(law["8(a)"], "manual-shoe"),
        choose.shuffler(law["5(a)"]),
        choose.decks(law["3(b)"], "batches"),
    ),
    checks=(choose.two_decks_need_a_shuffler(law["3(b)"]), choose.steps_pay_whole_cents),
    conduct=CONDUCT,
    layout=LAYOUT,
    lessons=LESSONS,
)
