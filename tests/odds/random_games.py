"""Small games made by chance, and the slow obvious way to solve any game: list every deal, and look at all of them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from typing import Any

from croupier.game import Ask, Case, Option, Played, Seat, Street, Then, Turn, Wager, settle_seat
from croupier.game.features import (
    OWN,
    SEAT,
    Best,
    Compare,
    Count,
    FoldedOn,
    Kind,
    Leads,
    Pattern,
    Reaches,
    Said,
    Sight,
    Standing,
    Sum,
    at,
)
from croupier.game.streets import walk
from croupier.kit import hand_forms as forms
from croupier.kit.cards import CARDS, Deck
from croupier.kit.paytables import table
from croupier.kit.rankings import Category, Ranking
from croupier.odds.solver import boards, folded, unseen
from croupier.odds.solver.pays import main_wagers
from croupier.odds.solver.shape import shape_of
from croupier.odds.solver.solve import solve
from tests.odds.declared_games import CITE, game, give

FORMS = {
    1: ((forms.high_card,), (forms.high_card,)),
    2: ((forms.pair, forms.flush, forms.straight, forms.high_card), (forms.flush, forms.pair, forms.high_card)),
    3: (
        (forms.three_of_a_kind, forms.straight, forms.flush, forms.pair, forms.high_card),
        (forms.straight_flush, forms.flush, forms.pair, forms.high_card),
    ),
}
PAYS = {"a": "1 to 1", "b": "3 to 1", "c": "Push", "d": "7 to 1", "e": "Loss"}
TABLE = table("1", CITE, "\n".join(f"{row} | {pays}" for row, pays in PAYS.items()))


def ranking(chance, size):
    """A ranking of so many cards, and sometimes with a wild rank."""
    listed = chance.choice(FORMS[size])
    hands = tuple(Category(f"{form.__name__}-{n}", form, CITE) for n, form in enumerate(listed))
    wild = frozenset({2}) if size == 3 and chance.random() < 0.2 and forms.straight_flush not in listed else frozenset()
    return Ranking("small", size, hands, straights="AKQJT987654"[: 12 - size], wild=wild)


def pack(chance):
    """A few cards, now and then not the same in every suit, or each there twice."""
    ranks, suits = chance.choice(((2, 3), (2, 4), (3, 2), (4, 2), (2, 2), (6, 1)))
    ranks, suits = chance.sample(range(13), ranks), chance.sample(range(4), suits)
    cards = sorted(4 * rank + suit for rank in ranks for suit in suits)
    if chance.random() < 0.3:
        cards.remove(chance.choice(cards))
    copies = 2 if len(cards) <= 4 and chance.random() < 0.6 else 1
    return Deck("a few cards", tuple(CARDS[card] for card in cards), copies, CITE)


def feature(chance, deck, places):
    """Something to look at, at some of the places."""
    chosen = at(*chance.sample(sorted(places), chance.randint(1, len(places))))
    held = sum(places[place] for place in chosen.places)
    best = Best(ranking(chance, chance.randint(1, min(3, held))), chosen)
    pairs = [(one, two) for one, two in combinations(sorted(places), 2)]
    kind = chance.randrange(7)
    if kind == 1:
        return Leads(best, frozenset(c.name for c in best.ranking.categories if c.form is forms.high_card))
    if kind == 2:
        return Reaches(best, chance.choice([best.ranking.best(tuple(chance.sample(deck.cards, best.ranking.size)))]))
    if kind == 3:
        return Sum(tuple((rank, chance.randrange(4)) for rank in range(2, 15)), chosen, chance.choice((None, 3)))
    if kind == 4:
        named = {c for c in deck.cards if chance.random() < 0.4} or {deck.cards[0]}
        return Count(frozenset(named), chosen)
    if kind == 5 and held <= 3:
        able = tuple(frozenset(chance.sample(range(2, 15), 8)) for _ in range(held))
        return Pattern((Kind(able, chance.choice((None, True, False)), chance.choice((None, None, 2))),), chosen)
    if kind == 6 and pairs:
        one, two = chance.choice(pairs)
        size = chance.randint(1, min(3, places[one], places[two]))
        made = ranking(chance, size)
        return Compare(Best(made, at(one)), Best(made, at(two)))
    return Standing(best)


@cache
def rows_by_chance(seed, *values):
    """Which row a tuple falls into: anything, but always the same."""
    return random.Random(f"{seed} {values}").choice((*PAYS, None))


def wager(id_, placed, features, seed):
    """A wager that pays whatever chance says for each tuple of its features."""
    return Wager(
        id_,
        id_,
        CITE,
        placed,
        (
            Case(CITE, lambda s, _: s == "folded", Then.FORFEIT),
            Case(CITE, lambda s, pay: s != "folded" and pay is not None, Then.PAY),
            Case(CITE, lambda s, pay: s != "folded" and pay is None, Then.LOSE),
        ),
        (TABLE,),
        sees=lambda _: Sight(
            (FoldedOn(), Said(), *features),
            lambda street, said, *values: "folded" if street else rows_by_chance(seed, said[:1], *values),
        ),
        row=lambda s: s,
        classes=lambda _: (*PAYS, None, "folded"),
        key=id_ if placed == "optional" else None,
    )


def duel(chance):
    """A hand against another, of which none, some or all but one of the cards are seen."""
    held = sorted(chance.sample(range(52), chance.randint(5, 7)))
    if chance.random() < 0.4:  # suits that can be exchanged
        ranks, suits = chance.choice(((3, 2), (2, 3), (2, 4), (4, 2)))
        held = sorted(4 * rank + suit for rank in chance.sample(range(13), ranks) for suit in range(suits))
    deck = Deck("a few cards", tuple(CARDS[card] for card in held), 1, CITE)
    own, other = chance.choice(((1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (3, 2), (2, 3)))
    up = chance.randrange(other)
    made = ranking(chance, chance.randint(1, min(own, other)))
    looks = [Compare(Best(made, OWN), Best(made, at("dealer")))]
    looks += [feature(chance, deck, {SEAT: own}), feature(chance, deck, {"dealer": other})]
    course = [
        give("seats", own),
        give("dealer", other),
        Turn("dealer", up, CITE),
        Ask(0),
        Turn("dealer", other - up, CITE),
    ]
    course = [step for step in course if not (isinstance(step, Turn) and not step.count)]
    return deck, {SEAT: own, "dealer": other}, course, chance.sample(looks, chance.randint(1, 3))


def holdem(chance):
    """A hand against another on a board that is turned bit by bit, with a decision each time."""
    ranks, suits = chance.choice(((3, 2), (2, 3), (2, 4), (4, 2), (7, 1)))
    held = sorted(4 * rank + suit for rank in chance.sample(range(13), ranks) for suit in range(suits))
    deck = Deck("a few cards", tuple(CARDS[c] for c in sorted(chance.sample(held, min(len(held), 7)))), 1, CITE)
    if len(held) > 7 and chance.random() < 0.5:
        deck = Deck("a few cards", tuple(CARDS[card] for card in held), 1, CITE)
    room = 5 if len(deck) > 7 else 6
    own, board, other = chance.choice([s for s in HOLDEM if sum(s) <= room])
    made = ranking(chance, chance.randint(1, min(own, other) + chance.randint(0, min(board, 3 - min(own, other)))))
    mine, theirs = (
        (at(place, "community") if made.size > size or chance.random() < 0.7 else at(place))
        for place, size in ((SEAT, own), ("dealer", other))
    )
    one, two = Best(made, mine), Best(made, theirs)
    some = made.best(tuple(chance.sample(deck.cards, made.size)))
    looks = [Standing(one), Reaches(two, some), Leads(one, frozenset({made.categories[-1].name})), Standing(two)]
    looks += [feature(chance, deck, {place: size}) for place, size in ((SEAT, own), ("community", board))]
    looks.append(feature(chance, deck, {"dealer": other}))
    looks = [Compare(one, two), *chance.sample(looks, chance.randint(0, 2))]
    course = [give("seats", own), give("dealer", other), give("community", board)]
    turned = sorted(chance.randint(0, board) for _ in range(chance.randint(0, 2)))
    streets = []
    for n, (before, seen) in enumerate(pairwise([0, *turned, board])):
        course += [Turn("community", seen - before, CITE)] if seen > before else []
        course.append(Ask(n))
        streets.append(Street(f"street {n}", CITE, options_of(chance), late="fold"))
    course.append(Turn("dealer", other, CITE))
    return deck, {SEAT: own, "dealer": other, "community": board}, course, streets, looks


HOLDEM = [(own, board, other) for own in (1, 2) for board in (1, 2, 3) for other in (1, 2)]


def options_of(chance):
    """Two or more things to say."""
    options = [
        Option("bet", CITE, wager="more", times=chance.randint(1, 3)),
        Option("check", CITE, done=chance.random() < 0.3),
        Option("pull", CITE, returns="second"),
        Option("fold", CITE, folds=True),
    ]
    return tuple(chance.sample(options, chance.randint(2, 4)))


def small_game(seed):
    """A game by chance: deck, course, streets, features and pays. Every third is a duel, another third has a board."""
    chance = random.Random(seed)
    if seed % 3 == 1:
        deck, places, course, looks = duel(chance)
        streets = [Street("street 0", CITE, options_of(chance), late="fold")]
        side = chance.choice(looks)
    elif seed % 3 == 2:
        deck, places, course, streets, looks = holdem(chance)
        side = chance.choice(looks)
    else:
        deck, places, course, streets, looks, side = wandering(chance)
    wagers = (
        wager("ante", "required", looks, seed),
        wager("second", "required", looks[:1], seed + 1),
        wager("more", "by-decision", looks[-1:], seed + 2),
        wager("side", "optional", [side], seed + 3),
    )
    made = tuple((place, count) for place, count in places.items() if place != SEAT)
    return game(f"Small {seed}", wagers, tuple(course), tuple(streets), deck=deck, hand=places[SEAT], places=made)


def wandering(chance):
    """Cards at up to three places, turned and asked about in any order."""
    deck = pack(chance)
    room = min(len(deck) - 1, 3 if len(deck) > 6 else 4)
    own = chance.randint(1, min(3, room))
    places = {SEAT: own}
    for place in chance.sample(["community", "dealer", "corner"], chance.randint(0, 2)):
        if (left := room - sum(places.values())) > 0:
            places[place] = chance.randint(1, min(2, left))
    others = [place for place in places if place != SEAT]
    course = [give("seats", own), *(give(place, places[place]) for place in others)]
    turns = [(place) for place in others for _ in range(places[place])]
    chance.shuffle(turns)
    streets = []
    for n in range(chance.choice((0, 1, 1, 1, 2, 2))):
        while turns and chance.random() < 0.4:
            course.append(Turn(turns.pop(), 1, CITE))
        course.append(Ask(n))
        kept = options_of(chance)
        streets.append(Street(f"street {n}", CITE, kept, late=kept[0].id))
    course += [Turn(place, 1, CITE) for place in turns]
    looks = [feature(chance, deck, places) for _ in range(chance.randint(1, 3))]
    return deck, places, course, streets, looks, feature(chance, deck, places)


# The slow obvious way ------------------------------------------------------------------------------------------


def deals(rules):
    """Every way to lay the cards, those of a seat unordered, each with how many physical ones it stands for."""
    game_ = rules.game
    sizes = [(SEAT, game_.hand_size), *((place.id, place.count(rules, None)) for place in game_.places)]
    shoe = list(enumerate(game_.deck.all()))

    def lay(left, rest):
        if not left:
            yield {}
            return
        (place, size), *further = left
        for chosen in permutations(rest, size) if place != SEAT else combinations(rest, size):
            taken = {n for n, _ in chosen}
            for other in lay(further, [card for card in rest if card[0] not in taken]):
                yield {place: tuple(card for _, card in chosen), **other}

    found: Counter[tuple[Any, ...]] = Counter()
    for laid in lay(sizes, shoe):
        found[tuple(sorted((place, tuple(sorted(c) if place == SEAT else c)) for place, c in laid.items()))] += 1
    return [(dict(laid), count) for laid, count in found.items()]


def seen_at(rules, laid, street):
    """What a player sees at a decision."""
    turned: Counter[str] = Counter()
    for step in rules.game.course:
        if isinstance(step, Turn):
            turned[step.place] += step.count
        elif isinstance(step, Ask) and step.street == street:
            break
    shown = {place: tuple(sorted(laid[place][: turned[place]])) for place in laid if turned[place]}
    return tuple(sorted({**shown, SEAT: laid[SEAT]}.items()))


class Obvious:
    """A game solved by looking at every deal: value and distribution of each wager under the best play for `names`."""

    def __init__(self, rules, stakes, names):
        self.rules, self.stakes, self.names = rules, stakes, names
        self.every = deals(rules)
        self.lines = {}
        self.spreads: dict[str, Counter[int]] = {wager: Counter() for wager in (*stakes, "more")}
        self.chosen = {}
        if rules.game.streets:
            self.value((), list(range(len(self.every))))
            self.play((), list(range(len(self.every))))
        else:
            for n in range(len(self.every)):
                self.note(n, ())

    def nets(self, number, path):
        """What every wager nets in a deal that is played so."""
        if (number, path) not in self.lines:
            laid, _ = self.every[number]
            way = walk(self.rules.game.streets, self.stakes["ante"], path)
            seat = Seat(laid[SEAT], self.stakes, path, None, way.on_layout(self.stakes), way.folded, None)
            played = Played({1: seat}, {p: c for p, c in laid.items() if p != SEAT}, None)
            self.lines[number, path] = {line.wager: line.net for line in settle_seat(self.rules, played, 1, None)[0]}
        return self.lines[number, path]

    def together(self, number, path):
        return self.every[number][1] * sum(net for name, net in self.nets(number, path).items() if name in self.names)

    def ends(self, path):
        option = self.rules.game.streets[len(path) - 1].option(path[-1])
        return option.folds or option.done or len(path) == len(self.rules.game.streets)

    def known(self, path, numbers):
        """The deals that a player cannot tell apart at a decision."""
        found: dict[Any, list[int]] = {}
        for n in numbers:
            found.setdefault(seen_at(self.rules, self.every[n][0], len(path)), []).append(n)
        return found

    def value(self, path, numbers):
        """What the best play brings, summed over the deals."""
        total = 0
        for seen, alike in self.known(path, numbers).items():
            worths = {}
            for option in self.rules.game.streets[len(path)].options:
                further = (*path, option.id)
                if self.ends(further):
                    worths[option.id] = sum(self.together(n, further) for n in alike)
                else:
                    worths[option.id] = self.value(further, alike)
            self.chosen[path, seen] = max(worths, key=lambda said: worths[said])
            total += max(worths.values())
        return total

    def play(self, path, numbers):
        for seen, alike in self.known(path, numbers).items():
            further = (*path, self.chosen[path, seen])
            if self.ends(further):
                for n in alike:
                    self.note(n, further)
            else:
                self.play(further, alike)

    def note(self, number, path):
        nets = self.nets(number, path)
        for wager_, counts in self.spreads.items():
            counts[nets.get(wager_, 0)] += self.every[number][1]

    def chances(self, wager_):
        """How likely each net of a wager is."""
        total = sum(self.spreads[wager_].values())
        return {net: Fraction(count, total) for net, count in self.spreads[wager_].items()}


def differs(seed):
    """Solve a small game the slow way and by every back end that counts it; what differs, if anything."""
    rules = small_game(seed).rules({"side": "1"})
    stakes = {"ante": 200, "second": 200, "side": 200}
    names = {w.id for w in main_wagers(rules)} | ({"side"} if seed % 2 else set())
    slow = Obvious(rules, stakes, names)
    shape = shape_of(rules, rules.offered())
    found = []
    for count in (folded.count, *(end.count for end in (unseen, boards) if end.fits(shape))):
        quick = solve(rules, beside=["side"], play_for=names if seed % 2 else None, counts=count(shape))
        for wager_ in slow.spreads:
            spread = quick.spread([wager_], unit=1)
            chances = {int(net): Fraction(n, spread.total) for net, n in spread.counts.items()}
            if chances != slow.chances(wager_):
                found.append(f"{seed}: {wager_} by {count.__module__}: {chances} and not {slow.chances(wager_)}")
    return found
