"""Practice: hands by how near their choice is, every value the strategy's, and what was missed comes again."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import httpx
import msgspec
import pytest

from croupier.errors import BadText, CroupierError, IllegalAction
from croupier.games import all_games
from croupier.house.screens.coach.counting import Counting
from croupier.house.screens.practice import practice, spaced_repetition
from croupier.house.screens.practice.catalogue import offer
from croupier.house.screens.practice.drills import BANDS, USUAL_BANDS, Near
from croupier.house.screens.practice.practice import Practice, Sent
from croupier.house.screens.practice.wording import typed
from croupier.odds.strategy.advice import lookup, read_state
from croupier.odds.strategy.rules import rule_list
from croupier.web.app import create
from croupier.web.http.operations import Operations
from tests.house.floor import a_house, open_table
from tests.support import plain

EDITIONS = [(game.id, game.edition) for game in all_games()]
ALL = pytest.mark.parametrize(("game", "edition"), EDITIONS)


def read(data, rules=None):
    return practice.read_question(msgspec.convert(data, Sent), rules)


class Counted:
    """A room in which everything is counted."""

    def __init__(self):
        self.room = Practice(Counting())

    def of(self, game, edition="", **told):
        asked = read({"game": game, "edition": edition, **told})

        async def count():
            drill = await self.room.counting.wait(*self.room._drill(asked))
            if isinstance(drill, Near):
                await self.room.counting.wait(*self.room._listed(asked, drill))

        asyncio.run(count())
        return asked, *self.room.drill(asked)

    def hand(self, game, edition="", **told):
        asked, drill, _ = self.of(game, edition, **told)
        return plain(practice.hand(asked, drill))

    def answer(self, game, edition="", **told):
        return plain(practice.answer(*self.of(game, edition, **told)))


@pytest.fixture(scope="module")
def counted():
    return Counted()


def state(told):
    found = {place: words for place, words in told.items() if place != "decisions"}
    return found | ({"decisions": told["decisions"].split()} if "decisions" in told else {})


@ALL
def test_every_value_is_the_strategys_and_a_hand_typed_is_the_same_hand(counted, game, edition):
    asked, drill, listed = counted.of(game, edition)
    look, streets = lookup(asked.rules), set()
    for seed in range(20):
        dealt = drill.deal(seed)
        expected = look(dealt.state)
        assert (dict(dealt.advice.actions), dealt.advice.best) == (dict(expected.actions), expected.best)
        assert drill.find(dealt.state) == dealt
        for at, decision in enumerate(dealt.state.decisions):  # as best play comes there, with these cards in hand
            seen = replace(dealt.state, community=dealt.state.community[:at], decisions=dealt.state.decisions[:at])
            assert look(seen).best == decision
        sent = {"game": game, "edition": edition, "hand": msgspec.to_builtins(practice.told_of(dealt))}
        told = read(sent | {"choice": dealt.advice.best})
        if " " in dealt.advice.best:
            places = [dealt.state.cards.index(card) for card in dealt.state.cards if str(card) in dealt.advice.best]
            told = read(sent | {"low": places})
        answer = plain(practice.answer(told, drill, listed))
        assert answer["right"]
        assert {name: Fraction(each["fraction"]) for name, each in answer["actions"].items()} == expected.actions
        assert [row["id"] for row in answer["rows"] if row["best"]] == [expected.best]
        assert answer["reason"]
        assert answer["rule"]["words"]
        streets.add(dealt.street)
    assert streets == set(range(len(asked.rules.game.streets)))


@pytest.mark.parametrize(("game", "edition"), [each for each in EDITIONS if each[0] != "face-up-pai-gow"])
def test_close_choices_come_often_and_of_a_kind_only_that_kind(counted, game, edition):
    asked, drill, _ = counted.of(game, edition)
    ends = BANDS.get(asked.rules.game.study, USUAL_BANDS)

    def gap(hand):
        best, second = sorted(hand.advice.actions.values(), reverse=True)[:2]
        return 100 * (best - second)

    dealt = [drill.deal(seed) for seed in range(120)]
    assert all(gap(hand) > 0 for hand in dealt)
    close = sum(gap(hand) <= ends[2] for hand in dealt)
    assert close > 30, "three of ten, at the least"
    assert 120 - close > 20, "and not only close ones"
    assert all(gap(drill.deal(seed, ends[2])) <= ends[2] for seed in range(20))
    for kind in {hand.kind for hand in dealt[:8]}:
        assert {drill.deal(seed, 0, kind).kind for seed in range(3)} == {kind}
    for street, kind, words in drill.offered():
        assert words
        assert street in {each.name for each in asked.rules.game.streets}
        assert drill.knows(kind)
    last = len(asked.rules.game.streets) - 1
    assert drill.deal(1, 0, f"{last}:").street == last, "a street alone"
    assert not drill.knows("0:none")
    assert not drill.knows("9:")


def test_settings_are_sorted_as_a_house_way_sorts_them(counted):
    _, drill, _ = counted.of("face-up-pai-gow")
    kinds = Counter(drill.deal(seed).kind for seed in range(40))
    assert {"pair", "two-pairs"} <= set(kinds)
    for _, kind, _ in drill.offered():
        assert drill.deal(5, 0, kind).kind == kind
    assert drill.deal(3, 0, "pair+complete").words == "Pair with a straight or a flush"
    assert drill.deal(1, 0, "five-aces").kind != "five-aces", "too seldom to wait for"


@pytest.mark.parametrize(("game", "edition"), [each for each in EDITIONS if each[0] != "face-up-pai-gow"])
def test_the_rule_named_is_the_one_that_decides(counted, game, edition):
    _, drill, listed = counted.of(game, edition)
    policy = rule_list(drill.tree).policy
    for seed in range(30):
        hand = drill.deal(seed)
        path = hand.state.decisions
        assert listed.line(hand)[0] is drill.tree.options(path)[policy[path][hand.place]]


def test_a_particular_hand_its_values_and_what_a_mistake_costs(counted):
    hand = counted.hand("dj-wild", hand={"cards": "4♠, 4H kc 8d 7d"})
    assert hand["told"] == {"cards": "4s 4h Kc 8d 7d"}
    assert hand["hand"] == "a pair of fours"
    assert "rows" not in hand
    told = counted.answer("dj-wild", hand=hand["told"], choice="fold")
    assert told["actions"]["raise"]["fraction"] == "-844333/428076"
    assert told["verdict"] == "Raise 2× is best. Fold costs 0.0276 antes."
    assert told["reason"] == "Raise 2× loses 1.9724 antes on average; fold loses 2 antes, 0.0276 antes worse."
    assert told["next"] == "Hands like this come again after 2 more decisions."
    assert told["record"]["missed"]["0:44"]["hand"] == {"cards": "4s 4h Kc 8d 7d"}
    assert told["score"]["per-hundred"] == "2.76 antes"
    seen = counted.answer("dj-wild", hand=hand["told"])
    assert (seen["right"], seen["record"]["decisions"]) == (None, 0), "to look is not counted"


def test_a_hand_that_no_line_of_the_list_speaks_of_is_told_them_all(counted):
    told = counted.answer("dj-wild", hand={"cards": "As Kh 9c 8d 7d"}, choice="fold")
    spoken = "Fold where none of these holds: a pair of fives or better; a pair or better and no three."
    assert told["rule"]["words"] == spoken


def test_a_situation_alone_may_be_asked_for(counted):
    hand = counted.hand("cajun-stud", kind="1:66", kinds=True)
    assert (hand["street"], hand["hand"]) == ("before the second community card", "a pair of sixes")
    assert {"street": hand["street"], "id": "1:66", "words": "A pair of sixes"} in hand["kinds"]
    assert counted.hand("cajun-stud", kind="2:")["street"] == "before the third community card"
    with pytest.raises(BadText, match="no kind of hand"):
        counted.hand("cajun-stud", kind="7:66")


def test_paytables_and_house_ways_decide_what_a_choice_is_worth(counted):
    hand = {"cards": "Js 4d"}
    worth = {
        table: counted.answer("cajun-stud", chosen={"ante": table}, hand=hand)["actions"]["raise-1"]["fraction"]
        for table in "ABC"
    }
    assert worth["B"] == "-4891/4900"
    assert len(set(worth.values())) > 1
    ways = {
        choice["key"]: [way["id"] for way in choice["ways"]]
        for game in plain(offer())["games"]
        for choice in game["choices"]
    }
    assert ways == {"ante": ["A", "B", "C"], "house-way": ["foxwoods", "mgm", "flamingo"]}
    with pytest.raises(BadText, match="is not offered; Cajun Stud has A, B, C"):
        counted.hand("cajun-stud", chosen={"ante": "Z"})


def test_what_is_missed_comes_again_first_the_same_then_of_its_kind(counted):
    told = counted.answer("dj-wild", hand={"cards": "4s 4h Kc 8d 7d"}, choice="fold")
    record = told["record"]
    for box, wait in enumerate(spaced_repetition.BOXES):
        for _ in range(wait):
            assert not counted.hand("dj-wild", record=record)["again"]
            record = counted.answer("dj-wild", record=record, hand={"cards": "As Ah Ac 8d 7d"}, choice="raise")[
                "record"
            ]
        again = counted.hand("dj-wild", record=record)
        assert again["again"]
        assert (again["told"] == {"cards": "4s 4h Kc 8d 7d"}) == (box == 0)
        assert again["hand"] == "a pair of fours"
        best = counted.answer("dj-wild", hand=again["told"])["best"]
        told = counted.answer("dj-wild", record=record, hand=again["told"], choice=best)
        record = told["record"]
    assert not record["missed"]
    assert told["next"].startswith("Learnt")
    assert record["decisions"] == 1 + sum(spaced_repetition.BOXES) + len(spaced_repetition.BOXES)
    assert record["row"] == record["right"] == record["decisions"] - 1


def test_a_mistake_puts_a_kind_back_and_a_right_answer_before_its_time_moves_nothing():
    hand = spaced_repetition.StoredAnswer("4s 4h Kc 8d 7d")
    once = spaced_repetition.answered(spaced_repetition.Record(), "0:44", hand, Fraction(1, 3))
    assert (once.row, once.cost, spaced_repetition.due(once)) == (0, "1/3", None)
    early = spaced_repetition.answered(once, "0:44", hand, Fraction(0))
    assert early.missed == once.missed
    due = spaced_repetition.answered(early, "0:A", hand, Fraction(0))
    assert spaced_repetition.due(due) == "0:44"
    further = spaced_repetition.answered(due, "0:44", hand, Fraction(0))
    assert further.missed["0:44"].box == 1
    back = spaced_repetition.answered(further, "0:44", hand, Fraction(1, 6))
    assert (back.missed["0:44"].box, back.cost, back.row) == (0, "1/2", 0)
    assert spaced_repetition.read_record(plain(back)) == back


@pytest.mark.parametrize(
    "told",
    [
        {"cost": "1e9"},
        {"cost": "1/0"},
        {"cost": "-1"},
        {"decisions": -1},
        {"decisions": 10**30},
        {"right": 2},
        {"missed": []},
        {"missed": {"a": {"box": 9, "due": 1, "hand": {}}}},
        {"missed": {"a": {"box": 0, "due": 1, "hand": {"cards": "4s " * 40}}}},
        {"missed": {str(n): {"box": 0, "due": 1, "hand": {}} for n in range(spaced_repetition.MAX_KEPT + 1)}},
    ],
)
def test_what_is_no_record_is_refused(told):
    with pytest.raises(BadText, match="not a record"):
        spaced_repetition.read_record(told)


@pytest.mark.parametrize(
    ("game", "hand", "match", "field"),
    [
        ("dj-wild", {"cards": "4s 4h Kc 8d"}, "4 cards given where the player sees 5", "cards"),
        ("dj-wild", {"cards": "4s 4s Kc 8d 7d"}, "4s", "cards"),
        ("dj-wild", {"cards": "4x 4h Kc 8d 7d"}, "'4x' is not a card", "cards"),
        ("cajun-stud", {"cards": "Js 4d", "community": "9c"}, "must be given", "decisions"),
        ("cajun-stud", {"cards": "Js 4d", "community": "Js", "decisions": "raise-1"}, "Js", "community"),
        ("over-under", {"cards": "Jk"}, "not in the deck", "cards"),
        ("face-up-pai-gow", {"cards": "As Ks Kd 9h 9c 3d 2c"}, "no cards given", "dealer"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_what_is_wrong(counted, game, hand, match, field):
    with pytest.raises(CroupierError, match=match) as refused:
        counted.hand(game, hand=hand)
    assert refused.value.field == field


def test_a_foul_setting_is_refused_by_its_provision_and_the_house_way_may_be_asked(counted):
    hand = {"cards": "As Ad Kd 9h 8c 3d 2c", "dealer": "Jk Qs Qd 8h 4c 4d 5c"}
    with pytest.raises(IllegalAction, match="foul hand loses") as refused:
        counted.answer("face-up-pai-gow", hand=hand, low=[0, 1])
    assert refused.value.cite == "58 Pa. Code § 688a.11(c)"
    told = counted.answer("face-up-pai-gow", hand=hand, choice="house-way")
    assert told["rule"]["words"].startswith("The house way sets king and nine low")
    assert "4h" not in told["verdict"], "a hand is called by its name"
    with pytest.raises(IllegalAction, match="not open"):
        counted.answer("dj-wild", hand={"cards": "4s 4h Kc 8d 7d"}, choice="raise-9")


def test_cards_are_read_as_people_write_them():
    assert typed("10♥,kS  JOKER as") == "Th Ks Jk As"
    assert typed("4x 1h") == "4x 1h", "and left for the book to refuse"


async def test_what_is_counted_is_told_to_whoever_asked_for_it_and_once():
    room = Practice(Counting())
    spent: list[float] = []
    asked = read({"game": "over-under"})

    with room.counting._turn:  # nothing is counted while another counting has its turn
        assert room.drill(asked, spent.append) == (None, None)
    await room.counting.wait(*room._drill(asked))
    drill, _ = room.drill(asked, spent.append)
    assert isinstance(drill, Near)
    await room.counting.wait(*room._listed(asked, drill))
    assert None not in room.drill(asked, spent.append)
    assert len(spent) == 2, "the states, and the short list"
    assert all(seconds > 0 for seconds in spent)


async def test_its_routes_are_open_to_everyone_and_where_the_lab_is_closed(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        await open_table(house, "cajun-stud", "nine", chosen={"ante": "C"})
        app = create(house, guests=True, operations=Operations(lab=False))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            games = (await client.get("/api/practice")).json()["games"]
            assert [(game["id"], game["edition"]) for game in games] == EDITIONS
            told = {"game": "over-under"}
            for _ in range(200):
                hand = (await client.post("/api/practice/hand", json=told)).json()
                if hand["ready"]:
                    break
                assert "Not ready yet" in hand["words"]
                await asyncio.sleep(0.05)
            answer = await client.post("/api/practice/answer", json=told | {"hand": hand["told"], "choice": "over"})
            assert answer.json()["record"]["decisions"] == 1
            early = await client.post("/api/practice/answer?table=nine", json={"hand": {"cards": "Js 4d"}})
            assert (early.status_code, early.json()["ready"]) == (200, False)
            assert (await client.post("/api/practice/answer", json={})).status_code == 400, "it has its hand"
            for path in ("practice/hand", "practice/answer"):
                none = await client.post(f"/api/{path}?table=none", json={})
                assert (none.status_code, none.json()["error"]["code"]) == (404, "unknown")
            refused = await client.post("/api/practice/hand", json=told | {"hand": {"cards": "Jk"}})
            assert (refused.status_code, refused.json()["error"]["cite"]) == (400, "58 Pa. Code § 686a.3(a)")
            assert (await client.post("/api/practice/hand", json={"near": "x"})).status_code == 422
            moved = await client.get("/train?game=dj-wild&edition=ma")
            assert (moved.status_code, moved.headers["location"]) == (308, "/practice?game=dj-wild&edition=ma")
            assert (await client.get("/practice")).status_code == 200


async def test_a_tables_own_rules_are_practised(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        await open_table(house, "cajun-stud", "nine", chosen={"ante": "C"})
        asked = read({"hand": {"cards": "Js 4d"}}, house.keeper("nine").rules)
        other = read({"game": "cajun-stud", "chosen": {"ante": "C"}})
        assert asked.key == other.key
        expected = lookup(asked.rules)(read_state(asked.rules, {"cards": "Js 4d"}))
        room = Practice(Counting())
        drill = await room.counting.wait(*room._drill(asked))
        told = plain(practice.answer(asked, drill, None))
        assert Fraction(told["actions"]["raise-1"]["fraction"]) == expected.actions["raise-1"]
        assert "still being searched" in told["rule"]["words"]
