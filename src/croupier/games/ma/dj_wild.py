"""Massachusetts, rules of the game of DJ Wild Poker."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import CroupierError, IllegalAction, Refusal, SubmissionError
from croupier.game import Ask, Case, Choice, Game, Give, Option, Place, Street, Then, Turn, Variant, Wager, lost_by_fold
from croupier.game import choices as choose
from croupier.game.features import OWN, Best, Count, Natural, Sight, Standing
from croupier.games.hand_examples import WITH_WILD_DEUCES
from croupier.games.ma import dj_wild_readings as readings
from croupier.games.ma.dj_wild_conduct import CONDUCT
from croupier.games.ma.dj_wild_layout import LAYOUT
from croupier.games.ma.dj_wild_lessons import LESSONS
from croupier.games.ma.dj_wild_questions import QUESTIONS
from croupier.games.ma.dj_wild_tables import BAD_BEAT_TABLE, BLIND, COVER_ALL_TABLE, EVEN, TRIPS_TABLES, read_cover_all
from croupier.games.wild_stud import (
    PLACE,
    Beaten,
    Showdown,
    beaten,
    beatens,
    not_folded,
    place,
    ranking_of,
    read_hands,
    show,
    showdown,
    showdowns,
)
from croupier.kit import hand_forms as forms
from croupier.kit.cards import JOKER, WITH_JOKER, Deck
from croupier.kit.money import cents, printed
from croupier.kit.pays import pay
from croupier.kit.paytables import Paytable, progressive, wins
from croupier.kit.rankings import Category, Ranking
from croupier.law.chapters import DJ_WILD_MA as law

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.game import Played, Rules, Seat
    from croupier.kit.cards import Card
    from croupier.kit.pays import Pay

# 2. Cards; number of decks.

DECK = Deck("52 cards and one joker", WITH_JOKER, 1, law["2(a)"])

# 5. DJ Wild Poker hand rankings. (Readings: the list of hands is Pennsylvania's.)

HANDS = (
    Category("five-wilds", forms.all_wild, law["5"]),
    Category("royal-flush", forms.royal, law["5"]),
    Category("five-of-a-kind", forms.five_of_a_kind, law["5"]),
    Category("straight-flush", forms.straight_flush, law["5"]),
    Category("four-of-a-kind", forms.four_of_a_kind, law["5"]),
    Category("full-house", forms.full_house, law["5"]),
    Category("flush", forms.flush, law["5"]),
    Category("straight", forms.straight, law["5"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["5"]),
    Category("two-pairs", forms.two_pairs, law["5"]),
    Category("pair", forms.pair, law["5"]),
    Category("high-card", forms.high_card, law["5"]),
)
WILD = frozenset({2})
TWOS = frozenset(card for card in WITH_JOKER if card.rank in WILD)


@cache
def _ranking(fill: str, chart: str) -> Ranking:
    five = "below-straight-flush" if chart == "trips-chart" else ""
    hands = read_hands(HANDS, five=five)
    return Ranking("DJ Wild (Massachusetts)", 5, hands, wild=WILD, joker="wild", fill=fill)  # type: ignore[arg-type]


def ranking(reading: Mapping[str, str]) -> Ranking:
    """The ranking under the readings of the charts and of wild cards in a flush."""
    return _ranking(reading["flush-wild"], reading["rankings"])


RANKING = _ranking("highest-missing", "blind-chart")
NAMES = RANKING.names()
TRIPS = RANKING["three-of-a-kind"]
PLAIN = Ranking("DJ Wild (Massachusetts), no card wild", 5, HANDS)
DEUCES = Ranking("DJ Wild (Massachusetts), deuces wild", 5, HANDS, wild=WILD)

# 6. Wagers, and what decides them.

STREETS = (
    Street(
        "after looking at the five cards",
        law["7(c)(2)"],
        (
            Option("raise", law["8(e)(1)"], wager="raise", times=2),
            Option("fold", law["8(e)(2)"], folds=True),
        ),
        late="fold",
    ),
)

MAIN = (
    Case[Showdown](law["8(e)(2)"], lambda s, _: s.folded, Then.FORFEIT, readings.FOLD),
    Case[Showdown](law["9(d)(1)"], lambda s, _: not s.folded and s.versus == 0, Then.PUSH),
    Case[Showdown](law["9(d)(2)"], lambda s, _: not s.folded and s.versus < 0, Then.LOSE),
    Case[Showdown](law["9(d)(3)"], lambda s, _: not s.folded and s.versus > 0, Then.PAY),
)

ANTE = Wager(
    "ante", "Ante wager", law["1"], "required", MAIN, (EVEN,),
    sees=showdown, row=lambda _: "win", classes=showdowns,
)  # fmt: skip
BLIND_WAGER = Wager(
    "blind", "Blind wager", law["1"], "required", MAIN, (BLIND,),
    sees=showdown,
    row=lambda s: NAMES[s.hand] if s.hand > TRIPS else "others",
    classes=showdowns,
    equals="ante", equals_cite=law["1"],  # reading: blind-equals-ante
)  # fmt: skip
RAISE = Wager(
    "raise", "Play wager", law["6(c)"], "by-decision", MAIN[1:], (EVEN,),
    sees=showdown, row=lambda _: "win", classes=not_folded,
)  # fmt: skip


class Trips(NamedTuple):
    """The player's hand for the Trips wager, and whether it holds a deuce."""

    hand: int
    natural: bool
    deuce: bool


def see_trips(rules: Rules) -> Sight[Trips]:
    """9(d)(4) and (5): natural hands pay more, and a deuce at its face value is natural too."""
    ranking = ranking_of(rules)
    names = ranking.names()
    features = (Standing(Best(ranking, OWN)), Natural(ranking, OWN), Count(TWOS, OWN))
    return Sight(features, lambda hand, natural, deuces: Trips(PLACE[names[hand]], natural, deuces > 0))


def see_best_paid(rules: Rules, played: Played, number: int) -> Trips:
    """The hand by its plain faces where the chart pays that more. Reading: natural."""
    best, cards = see_trips(rules).of(played, number), played.seats[number].cards
    if JOKER in cards or (plain := PLAIN.rank(cards).category) < TRIPS:
        return best
    found = (best, Trips(plain, natural=True, deuce=best.deuce))
    return max(found, key=lambda trips: rules.tables["trips"].rows[trips_row(trips)].numerator)


def trips_row(s: Trips) -> str:
    """The row of a Trips hand."""
    return f"{NAMES[s.hand]}/{'natural' if s.natural else 'wild'}"


def trips_classes(_: Rules) -> Iterator[Trips]:
    """Every hand, natural where it can be: never five wilds or five-of-a-kind."""
    for hand, name in NAMES.items():
        for deuce in (False, True):
            yield Trips(hand, natural=False, deuce=deuce)
            if name not in {"five-wilds", "five-of-a-kind"}:
                yield Trips(hand, natural=True, deuce=deuce)


TRIPS_WAGER = Wager(
    "trips", "Trips wager", law["6(b)"], "optional",
    (
        Case[Trips](law["9(d)(4)"], lambda s, _: s.hand < TRIPS, Then.LOSE),
        Case[Trips](law["9(d)(4)"], lambda s, _: s.hand >= TRIPS and not (s.natural and s.deuce), Then.PAY),
        Case[Trips](law["9(d)(5)"], lambda s, _: s.hand >= TRIPS and s.natural and s.deuce, Then.PAY),
    ),
    TRIPS_TABLES,
    sees=see_trips,
    row=trips_row,
    classes=trips_classes,
    key="trips",
)  # fmt: skip


def see_beaten(rules: Rules) -> Sight[Beaten]:
    """Either hand may be the beaten one."""
    return beaten(rules, two_way=True)


BAD_BEAT = Wager(
    "bad-beat", "Two Way Bad Beat wager", law["10(a)"], "optional",
    (
        # 10(b): a fold does not forfeit it
        Case[Beaten](law["10(a)"], lambda s, _: s.hand < TRIPS, Then.LOSE),
        Case[Beaten](law["10(a)"], lambda s, _: s.hand >= TRIPS, Then.PAY),
    ),
    (BAD_BEAT_TABLE,),
    sees=see_beaten,
    row=lambda s: NAMES.get(s.hand),
    classes=lambda rules: beatens(rules, two_way=True),
    key="bad-beat",
    survives=law["10(b)"],
)  # fmt: skip


class Highest(NamedTuple):
    """The highest hand at the table, the dealer's and folded ones included, among so many players."""

    hand: int
    players: int


def see_highest(rules: Rules, played: Played, _: int) -> Highest:
    """11(b), 11(g); of players, those the shuffler displayed (11(c), (e)). Reading: cover-all-players."""
    hands = [*(seat.cards for seat in played.seats.values()), played.places["dealer"]]
    ranking = ranking_of(rules)
    return Highest(place(ranking, max(map(ranking.rank, hands))), played.players or len(played.seats))


def highest_row(s: Highest) -> str:
    """The row of the highest hand."""
    return f"{NAMES[s.hand]}/{s.players}"


COVER_ALL = Wager(
    "cover-all", "Cover All bonus wager", law["11(a)"], "optional",
    (
        Case[Highest](law["11(b)"], lambda s, _: s.hand < TRIPS, Then.LOSE),
        Case[Highest](
            law["11(k)"], lambda s, pay: s.hand >= TRIPS and not wins(pay), Then.LOSE, readings.COVER_ALL_ROWS
        ),
        Case[Highest](
            law["11(g)"], lambda s, pay: s.hand >= TRIPS and wins(pay), Then.PAY, readings.COVER_ALL_ROWS
        ),
    ),
    (COVER_ALL_TABLE,),
    see=see_highest,
    row=highest_row,
    classes=lambda _: (Highest(hand, players) for hand in NAMES for players in range(1, 7)),
    key="cover-all",
    looks="table",
    under=read_cover_all,
)  # fmt: skip


# 12. Multi Game Link.

MOST_OF_LINK = {"wager": 100_000, "seed": 1_000_000_000}
"""Cents: what this software lets a submission supply, since the rules print no bound."""
MOST_TO_ONE = 1_000_000
LINK_HANDS = [name for name in NAMES.values() if name not in {"five-wilds", "five-of-a-kind"}]


def read_link(data: object) -> Paytable:
    """The paytable, wager and seed that the submission must supply. Reading: multi-game-link."""
    if not isinstance(data, dict):
        raise SubmissionError(f"{data!r} is not a table of wager, seed and rows")
    refusals = [
        Refusal(key, "must be supplied: the rules print none") for key in ("wager", "seed", "rows") if key not in data
    ]
    refusals += [
        Refusal(str(key), "a link has wager, seed and rows") for key in data if key not in {"wager", "seed", "rows"}
    ]
    amounts = {}
    for key in ("wager", "seed"):
        if key in data:
            try:
                amounts[key] = cents(data[key])
            except CroupierError as error:
                refusals.extend(error.within(key).refusals)
            else:
                if not amounts[key]:
                    refusals.append(Refusal(key, "must be more than nothing"))
                elif amounts[key] > MOST_OF_LINK[key]:
                    refusals.append(Refusal(key, f"is at most {printed(MOST_OF_LINK[key])}"))
    rows = data.get("rows", {})
    if not isinstance(rows, dict) or ("rows" in data and not rows):
        refusals.append(Refusal("rows", "is not a table of pays by hand"))
        rows = {}
    pays = {}
    for hand, text in rows.items():
        if hand not in LINK_HANDS:
            refusals.append(Refusal(f"rows.{hand}", f"is no hand of the link; {', '.join(LINK_HANDS)}"))
            continue
        try:
            pays[hand] = pay(str(text))
        except CroupierError as error:
            refusals.extend(error.within(f"rows.{hand}").refusals)
        else:
            if why := _too_much(pays[hand]):
                refusals.append(Refusal(f"rows.{hand}", why))
    if refusals:
        raise SubmissionError.of(tuple(refusals))
    return progressive(
        Paytable(
            "link",
            law["12(a)"],
            MappingProxyType({hand: pays[hand] for hand in LINK_HANDS if hand in pays}),
            MappingProxyType({hand: hand.replace("-", " ").capitalize() for hand in pays}),
        ),
        wagers=(amounts["wager"],),
        seeds=(amounts["seed"],),
    )


def _too_much(one: Pay) -> str:
    if one.numerator > MOST_TO_ONE * one.denominator:
        return f"a link pays at most {MOST_TO_ONE:,} to 1"
    return f"a link pays at most {printed(MOST_OF_LINK['seed'])}" if one.dollars > MOST_OF_LINK["seed"] else ""


def is_replaced(rules: Rules, card: Card) -> bool:
    """12(a): every wild card; only the joker where deuces are read as wild for the link too."""
    return card == JOKER or (card.rank in WILD and rules.readings["progressive-deuces"] == "natural")


def wilds_to_replace(rules: Rules, seats: Mapping[int, Seat]) -> int:
    """12(a): one card from the stub for each wild card of each link bettor."""
    return sum(
        is_replaced(rules, card) for seat in seats.values() if "multi-game-link" in seat.stakes for card in seat.cards
    )


def see_link(rules: Rules, played: Played, number: int) -> str:
    """12(a): the player's five with the wild cards replaced, in the order of the seats and of their cards."""
    spare: Iterator[Card] = iter(played.cards_at("replacement"))
    for seat_number, seat in played.seats.items():
        if "multi-game-link" not in seat.stakes:
            continue
        hand = tuple([next(spare) if is_replaced(rules, card) else card for card in seat.cards])
        if seat_number == number:
            wild = rules.readings["progressive-deuces"] == "wild"
            name = NAMES[(DEUCES if wild else PLAIN).rank(hand).category]
            return "four-of-a-kind" if name == "five-of-a-kind" else name
    raise KeyError(number)


def drawn_joker(_rules: Rules, played: Played, _number: int) -> None:
    """A joker drawn from the stub has no rank of its own and is drawn again."""
    if JOKER in played.cards_at("replacement"):
        raise IllegalAction(
            "the joker cannot replace a wild card: give the next card", field="replacement", cite=law["12(a)"]
        )


MULTI_GAME_LINK = Wager(
    "multi-game-link", "Multi Game Link wager", law["12(a)"], "optional",
    (
        Case[str](law["12(a)"], lambda _, pay: not wins(pay), Then.LOSE, readings.MULTI_GAME_LINK),
        Case[str](law["12(a)"], lambda _, pay: wins(pay), Then.PAY),
    ),
    (),
    see=see_link,
    row=lambda hand: hand,
    classes=lambda _: LINK_HANDS,
    key="multi-game-link",
    looks="replaced",
    replaces=is_replaced,
    under=lambda t, read: replace(t, returns_stake=read["progressive-stake"] == "returned", keeps_on_dollars=True),
)  # fmt: skip


def cover_all_needs_its_shuffler(rules: Rules) -> Iterable[Refusal]:
    """11(d): the shuffler's Cover All mode counts the players."""
    if rules.offers("cover-all") and rules.chosen["shuffler"] == "none":
        yield Refusal("shuffler", "the Cover All bonus wager needs the shuffler's own mode", str(law["11(d)"]))


def side_wagers_forfeited(game: Game) -> Game:
    """A fold ends the round for every wager but the one that 10(b) keeps. Reading: fold."""
    lost = {"trips", "multi-game-link", "cover-all"}
    wagers = tuple(lost_by_fold(w, law["8(e)(2)"], readings.FOLD) if w.id in lost else w for w in game.wagers)
    return replace(game, wagers=wagers)


# The rules.


def wrong_stub_voids_nothing(game: Game) -> Game:
    """The count of the stub is wrong, and the round is settled. Reading: wrong-stub."""
    assert game.conduct is not None
    ways = {
        id_: replace(way, stub=None if way.stub is None else replace(way.stub, goes_on=True))
        for id_, way in game.conduct.ways.items()
    }
    return replace(game, conduct=replace(game.conduct, ways=ways))


MA = Game(
    id="dj-wild",
    name="DJ Wild Poker",
    chapter=law,
    sections=("2", "5", "6", "9", "10", "11", "12"),
    seats=6,
    seats_cite=law["11(k)"],
    deck=DECK,
    deck_hours={},
    ranking=ranking,
    wagers=(ANTE, BLIND_WAGER, RAISE, TRIPS_WAGER, BAD_BEAT, MULTI_GAME_LINK, COVER_ALL),  # 11(j): Cover All last
    ante="ante",
    verbal=(False, law["6(a)"]),
    one_position=None,
    hand_size=5,
    hand_cite=law["7(c)(1)"],
    places=(
        Place("dealer", "the dealer's cards", law["7(c)(1)"], lambda *_: 5, lambda *_: True),
        Place(
            "replacement",
            "the cards for the wild cards of Multi Game Link bettors",
            law["12(a)"],
            lambda rules, played: wilds_to_replace(rules, played.seats),
            lambda rules, played: wilds_to_replace(rules, played.seats) > 0,
        ),
    ),
    course=(
        Give("seats", lambda *_: 5, law["7(c)(1)"]),
        Give("dealer", lambda *_: 5, law["7(c)(1)"]),
        Ask(0),
        Turn("dealer", 5, law["9(d)"]),
        Give("replacement", wilds_to_replace, law["12(a)"], up=True),
    ),
    streets=STREETS,
    settled=(1, 2, 3, 4, 5, 6),
    settled_cite=law["9(d)"],
    show=show,
    on_table=lambda _rules, _played, _number: True,
    study="stud",
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITH_WILD_DEUCES,
    choices=(
        Choice(
            "multi-game-link",
            law["12(a)"],
            "the linked progressive: wager, seed and rows, the same at every linked game",
            read_link,
        ),
        Choice(
            "contribution",
            law["12(b)"],
            "the share of each Multi Game Link wager that feeds the meter",
            choose.rate,
            required=choose.with_wager("multi-game-link"),
            other='"20%"',
        ),
        choose.validate_from(law["12(a)"], "Multi Game Link"),
        Choice(
            "match-play",
            law["6(a)"],
            "whether a match play coupon may be laid with the Ante",
            choose.yes_no,
            default=False,
            sample="false",
        ),
        choose.dealing(law["8(a)"], "automated-shoe", "hand"),
        choose.shuffler(law["4(a)"], default="automated"),
        choose.decks(law["2(b)"]),
        choose.decision_seconds(law["7(c)(2)"]),
    ),
    most_positions=1,  # reading: positions
    checks=(
        choose.two_decks_need_a_shuffler(law["2(b)"]),
        choose.hand_dealing_needs_a_shuffler(law["7(b)(1)"]),
        cover_all_needs_its_shuffler,
        choose.steps_pay_whole_cents,
    ),
    readings=readings.READINGS,
    questions=QUESTIONS,
    variants=(
        Variant(
            "natural", "best-pay", lambda game: game.with_wager("trips", sees=None, see=see_best_paid, looks="five")
        ),
        Variant("fold", "side-wagers-forfeited", side_wagers_forfeited),  # wraps what the wagers see by now
        Variant("wrong-stub", "settled", wrong_stub_voids_nothing),
        Variant("settlement-order", "right-first", lambda game: replace(game, settled=(6, 5, 4, 3, 2, 1))),
    ),
    refuse=drawn_joker,
    conduct=CONDUCT,
)
