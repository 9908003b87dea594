"""What everybody tries at a moment of a round, right and wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from croupier.kit.cards import write
from croupier.table import Actor, BuyIn, CashOut, Decide, Direct, Leave, Perform, Place, Report, Sit
from croupier.table.commands import TakeBack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier import Game
    from croupier.table import Table
    from croupier.table.commands import Command

ANN = Actor("player", "P1")
DEALER, FLOOR, WATCH = Actor("dealer", "Dee"), Actor("floorperson", "Flo"), Actor("surveillance", "Sue")
SYSTEM = Actor("system", "")
LARGE = 10**12


def attempts(game: Game, table: Table) -> Iterator[tuple[str, Command, Actor]]:
    """What everybody tries."""
    conduct = game.conduct
    assert conduct is not None
    for found in conduct.irregularities:
        of_device = not {"out-of-order", "remove-device"}.isdisjoint(found.remedy)
        for seat, card, device in ((1, "", "shuffler"), (0, "As" if "discard-card" in found.remedy else "", "shoe")):
            told = Report(irregularity=found.id, seat=seat, cards=card, device=device if of_device else "")
            yield f"report {found.id} seat {seat} {card}", told, WATCH
        yield f"report {found.id} of the drop box", Report(irregularity=found.id, device="drop box", cards="As"), WATCH
        yield f"report {found.id}, a player", Report(irregularity=found.id, seat=1), ANN
    yield "report nothing", Report(irregularity="nothing"), DEALER
    for order in ORDERS:
        words = " ".join(f"{key} {value}" for key, value in asdict(order).items() if value)
        yield words, order, FLOOR
    for name in ("reshuffle", "recut", "change-cards", "abandon", "fill", "credit", "close", "relieve"):
        yield f"order {name}, a player", Direct(order=name, seat=1, amount=100, player="P1"), ANN
    yield "order relieve Eve, the dealer", Direct(order="relieve", player="Eve"), DEALER
    yield "order meter 100, the system", Direct(order="meter", what="progressive", amount=100), SYSTEM
    yield from _players(game)
    due = table.due
    now = due.id if due is not None else "no-more-bets"
    for value in (None, "nonsense", "face-up", -1, 0, 1, 3, 9, 10, 11, *_near(table)):
        yield f"dealer {now} {value}", Perform(step=now, value=value), DEALER
    if due is not None and due.id == "deal":
        for seal in ("f" * 31, "f" * 32):
            yield (
                f"dealer {now} {len(seal)} letters a seal",
                Perform(step=now, seals=(seal,) * (due.count or 1)),
                DEALER,
            )
    if due is not None and due.id in {"turn", "reveal"}:
        count = due.count or game.hand_size
        other = write(game.deck.cards[:count])
        yield f"dealer {now} other cards", Perform(step=now, cards=other, salts=("0" * 32,) * count), DEALER
    if due is None and conduct.seated is None:  # one chapter's is enough
        yield from _at_the_bounds()
    yield f"dealer {now} a long word", Perform(step=now, value="x" * 10_000), DEALER
    yield f"dealer {now} a large number", Perform(step=now, value=[LARGE**3]), DEALER
    yield f"dealer {now} half a number", Perform(step=now, value=0.5), DEALER
    yield f"dealer {now} many seals", Perform(step=now, seals=("f" * 32,) * 1000), DEALER
    yield f"dealer {now} many salts", Perform(step=now, salts=("f" * 32,) * 1000), DEALER
    yield "report a long note", Report(irregularity="wrong-number", seat=1, note="x" * 10_000), DEALER
    yield "report many cards", Report(irregularity="face-up", cards="As " * 10_000), DEALER
    for name in dict.fromkeys((now, "shuffle", "spread-idle")):
        yield f"dealer {name} face-up", Perform(step=name, value="face-up"), DEALER
        yield f"dealer {name} with a seal", Perform(step=name, seals=("ff",), salts=("f",), cards="As As"), DEALER
        yield f"a player {name}", Perform(step=name, seat=1), ANN
        yield f"surveillance {name}", Perform(step=name), WATCH
        yield f"floor {name}", Perform(step=name), FLOOR


def _at_the_bounds() -> Iterator[tuple[str, Command, Actor]]:
    """What a command just may hold, and just may not."""
    for words, player in (("40", "x" * 40), ("41", "x" * 41), ("a colon among", "a:b"), ("a slash among", "a/b")):
        yield f"a seat for somebody of {words} letters", Sit(player=player, seat=3), FLOOR
        yield f"an order relieve somebody of {words} letters", Direct(order="relieve", player=player), FLOOR
        told = Direct(order="set-meter", what="none", amount=5, second=player, note="wrong")
        yield f"an order set-meter with somebody of {words} letters", told, FLOOR
    for words, note in (("400 letters", "x" * 400), ("401 letters", "x" * 401), ("two lines", "x\ny")):
        yield f"a report nothing in {words}", Report(irregularity="nothing", note=note), DEALER
        yield f"a report nothing with cards in {words}", Report(irregularity="nothing", cards=note), DEALER
        told = Direct(order="set-meter", what="none", amount=5, second="Sam", note=note)
        yield f"an order set-meter in {words}", told, FLOOR
        yield f"dealer spread-idle with a salt of {words}", Perform(step="spread-idle", salts=(note,)), DEALER
    for amount in (10**15, 10**15 + 1, -(10**15), -(10**15) - 1):
        yield f"an order fill {amount}", Direct(order="fill", amount=amount), FLOOR
        yield f"dealer spread-idle {amount}", Perform(step="spread-idle", value=amount), DEALER
    held: dict[str, object] = {
        "8192 letters": "x" * 8192,
        "8193 letters": "x" * 8193,
        "64 of them": [1] * 64,
        "65 of them": [1] * 65,
    }
    held |= {"two deep": [[1]], "three deep": [[[1]]], "a long name": {"x" * 401: 1}, "a long one": {"x": "x" * 8193}}
    held |= {"bytes": b"x", "nothing": None, "a truth": True}
    for words, value in held.items():
        yield f"dealer spread-idle {words}", Perform(step="spread-idle", value=value), DEALER
    for count in (64, 65):
        yield f"dealer spread-idle {count} seals", Perform(step="spread-idle", seals=("f" * 32,) * count), DEALER
        yield f"dealer spread-idle {count} salts", Perform(step="spread-idle", salts=("f" * 32,) * count), DEALER


def _near(table: Table) -> tuple[int, ...]:
    """Numbers beside which a cut, a count or a cover card is right or wrong."""
    size = table.pack.size
    left = size - table.pack.at
    return (
        size // 4,
        size // 4 - 1,
        size - 11,
        size - 10,
        size - 9,
        size,
        size + 1,
        2 * size,
        left - 1,
        left,
        left + 1,
    )


ORDERS = (
    *(
        Direct(order=order)
        for order in ("reshuffle", "recut", "change-cards", "change-dice", "close", "bring", "other")
    ),
    *(Direct(order="abandon", seat=seat) for seat in (1, 5)),
    *(Direct(order=order, player=player) for order in ("admit", "bar") for player in ("", "P1", "Guy")),
    *(Direct(order=order, amount=amount) for order in ("fill", "credit") for amount in (0, 1, LARGE)),
    Direct(order="repair", what="shuffler"),
    Direct(order="relieve"),
    Direct(order="relieve", player="Eve"),
    Direct(order="meter", what="none", amount=5),
    Direct(order="meter", what="progressive", amount=5),
    Direct(order="set-meter", what="none", amount=5, second="Sam", note="wrong"),
    Direct(order="set-meter", what="progressive", amount=500_000, second="Sam", note="wrong"),
    Direct(order="set-meter", what="progressive", amount=500_000, second="Flo", note="wrong"),
    Direct(order="set-meter", what="progressive", amount=500_000, second="Sam", note=" "),
    Direct(order="set-meter", what="progressive", amount=0, second="Sam", note="wrong"),
    Direct(order="set-meter", what="progressive", amount=200_000, second="Sam", note="wrong"),
    Direct(order="collect-claim", player="P1", what="1", amount=5),
)


def _players(game: Game) -> Iterator[tuple[str, Command, Actor]]:
    for player, seat in (("Guy", 0), ("Guy", 1), ("Guy", 3), ("Guy", game.seats + 1), ("", 3), ("P1", 3), ("P1", 6)):
        yield f"sit {player or 'nobody'} {seat}", Sit(player=player, seat=seat), FLOOR
    yield "sit for another", Sit(player="Guy", seat=3), ANN
    for amount in (0, 500, LARGE):
        yield f"buy P1 {amount}", BuyIn(player="P1", amount=amount), ANN
    yield "buy for another", BuyIn(player="P2", amount=500), ANN
    yield "buy for a stranger", BuyIn(player="Guy", amount=500), DEALER
    yield "buy, surveillance", BuyIn(player="P1", amount=500), WATCH
    for player in ("P1", "P2", "Guy"):
        yield f"cash out {player}", CashOut(player=player), ANN
    yield "cash out a stranger", CashOut(player="Guy"), DEALER
    yield "leave", Leave(seat=1), ANN
    ante, late = game.ante, game.streets[0].late
    for told in (
        CashOut(player="P1"),
        Leave(seat=1),
        Sit(player="Guy", seat=3),
        TakeBack(seat=1, wager=ante),
        Place(seat=1, wager=ante, amount=1000),
        Decide(seat=1, decision=late),
    ):
        yield f"{type(told).__name__.lower()}, surveillance", told, WATCH
        yield f"{type(told).__name__.lower()}, the system", told, SYSTEM
    yield "leave for another", Leave(seat=2), ANN
    for wager in (*(w.id for w in game.wagers), "match-play", "nonsense"):
        for amount in (0, 333, 500, 1000, LARGE):
            yield f"bet {wager} {amount}", Place(seat=1, wager=wager, amount=amount), ANN
        yield f"take back {wager}", TakeBack(seat=1, wager=wager), ANN
    yield "bet for another", Place(seat=2, wager=game.ante, amount=1000), ANN
    yield "bet in words", Place(seat=1, wager=game.ante, amount=1000, verbal=True), ANN
    yield "bet in words, the dealer", Place(seat=1, wager=game.ante, amount=1000, verbal=True), DEALER
    yield "bet with bytes", Place(seat=1, wager=game.ante, amount=1000, contribution="zz"), ANN
    yield "take back for another", TakeBack(seat=2, wager=game.ante), ANN
    said = dict.fromkeys(o.id for street in game.streets for o in street.options)
    for decision in (*said, "set", "nonsense"):
        for seat in (1, 2):
            yield f"decide {seat} {decision}", Decide(seat=seat, decision=decision), ANN
        yield f"decide {decision} with a low hand", Decide(seat=1, decision=decision, low=(0, 9)), ANN
        yield f"decide {decision}, the dealer", Decide(seat=1, decision=decision), DEALER
        yield f"announce {decision}", Decide(seat=1, decision=decision, announced=True), DEALER
