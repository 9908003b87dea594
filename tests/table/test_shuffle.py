"""The shuffle: proved whole for few cards, judged by statistics for real decks, and opened as it was committed to."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, pairwise, permutations, product

import msgspec
import numpy as np
import pytest

from croupier import IllegalAction
from croupier.games.pa import over_under
from croupier.kit.bulk import all_hands
from croupier.kit.cards import CARDS, write
from croupier.kit.cards import cards as read
from croupier.table import seeds
from croupier.table import shuffle as s
from croupier.table.seeds import Context
from croupier.table.vault import Vault, seeded
from tests.soak.shuffles import soak
from tests.support import provision
from tests.table import shuffle_battery as b
from tests.table.shufflers import CONTROLS, judged, ours

RANDOMLY = provision("669a.5(a)", "683a.5(a)", "686a.5(a)", "687a.5(a)", "688a.5(a)", "MA 4(a)")
"""The cards are randomly intermixed."""
SEALED = provision("669a.8(d)", "688a.8(d)")
"""Cards that are dealt face down are the ones they were dealt as."""
SEED = bytes(range(32))
DECK = b.DECKS[52]

# The mapping, proved -------------------------------------------------------------------------------------------


@RANDOMLY
@pytest.mark.parametrize("size", range(1, 8))
def test_every_sequence_of_draws_gives_another_order_and_every_order_has_one(size):
    given = Counter(s.arrange(size, draws) for draws in product(*(range(left) for left in range(size, 1, -1))))
    assert given == Counter(permutations(range(size)))


@RANDOMLY
@pytest.mark.parametrize("span", [2, 16, 37, 256])
def test_every_remainder_has_equally_many_words(span):
    for left in range(1, span + 1):
        taken: Counter[int] = Counter()
        refused = 0
        for word in range(span):
            words = iter([word, 0, span])
            draw = s.uniform(words, left, span)
            if next(words) == 0:
                taken[draw] += 1
            else:
                assert draw == 0
                refused += 1
        assert taken == dict.fromkeys(range(left), span // left)
        assert refused == span % left < left


@RANDOMLY
@pytest.mark.parametrize("left", [2, 3, 51, 52, 53, 257, 312])
def test_every_remainder_has_equally_many_of_the_words_in_use(left):
    taken = Counter(s.uniform(iter([word, 0]), left) for word in range(s.WORDS))
    taken[0] -= s.WORDS % left  # the refused words, each followed by a word of 0
    assert taken == dict.fromkeys(range(left), s.WORDS // left)


@RANDOMLY
def test_a_refused_word_is_passed_over_at_every_draw():
    assert [s.uniform(iter([65_535, 65_534, 65_520, 7]), left) for left in (52, 53, 312)] == [7, 7, 7]
    assert s.uniform(iter([65_519]), 52) == 51  # 65,520 is 1,260 times 52


@RANDOMLY
@pytest.mark.parametrize("size", [52, 53, 312])
def test_an_order_drawn_at_once_is_the_one_drawn_word_by_word(size):
    refused = 0
    for seed in (hashlib.sha256(b"%d" % n).digest() for n in range(400)):
        words = s.stream(seed)
        assert s.permutation(seed, size) == s.arrange(size, [s.uniform(words, left) for left in range(size, 1, -1)])
        first = list(islice(s.stream(seed), size - 1))
        refused += any(word >= s.WORDS - s.WORDS % left for word, left in zip(first, range(size, 1, -1), strict=True))
    assert 0 < refused < 400, "both ways are tried"


@RANDOMLY
def test_the_stream_is_the_same_however_much_is_made_at_once():
    whole = hashlib.shake_256(b"croupier/shuffle/1/order" + SEED).digest(2000)
    words = [int.from_bytes(whole[at : at + 2], "big") for at in range(0, 2000, 2)]
    for first in (1, 7, 67, 128, 1000):
        assert list(islice(s.stream(SEED, first), 1000)) == words


def recomputed(seed: bytes, size: int) -> list[int]:
    """By the description alone, and by other steps: hexadecimal digits, quotients, and cards struck from a list."""
    text = hashlib.shake_256(b"croupier/shuffle/1/order" + seed).hexdigest(8 * size)
    placed, remaining, at = [], list(range(size)), 0
    while remaining:
        word, at = int(text[at : at + 4], 16), at + 4
        times, draw = divmod(word, len(remaining))
        if len(remaining) == 1:
            draw = 0
        elif (times + 1) * len(remaining) > 65_536:
            continue
        placed.append(remaining[draw])
        remaining.remove(remaining[draw])
    return placed


@RANDOMLY
@pytest.mark.parametrize("size", [1, 2, 52, 53, 312, 1000])
def test_the_order_is_what_the_description_says(size):
    draw = seeded(size)
    for _ in range(300):
        seed = draw(32)
        placed = s.permutation(seed, size)
        assert list(placed) == recomputed(seed, size)
        assert sorted(placed) == list(range(size))


@RANDOMLY
def test_known_answers_stay():
    placed = s.order(SEED, DECK)
    assert write(placed[:5]) == "6c Kh 4d 5c Js"
    assert s.commitment(SEED, placed) == "848b1f85358cb876f235719a318e7af89e64852b1bca32eda1ee35c49306bc41"
    assert hashlib.sha256(repr(s.permutation(SEED, 312)).encode()).hexdigest()[:16] == "881d6185b23101dc"
    assert s.salt(SEED, 0) == "be6b7abe167996ab750f6b5ab3334714"
    assert s.seal(s.salt(SEED, 0), placed[0]) == "637c618ab0a4a71dc29951eb5ffbcf96"


@RANDOMLY
@pytest.mark.parametrize(("seed", "size"), [(b"short", 52), (bytes(33), 52), (SEED, 0), (SEED, 65_537)])
def test_no_order_of_a_bad_seed_or_size(seed, size):
    with pytest.raises(IllegalAction):
        s.permutation(seed, size)


@RANDOMLY
def test_too_few_draws_arrange_nothing():
    with pytest.raises(IllegalAction, match="5 cards take 4 draws, not 3"):
        s.arrange(5, [0, 0, 0])


# Statistics ----------------------------------------------------------------------------------------------------


@RANDOMLY
@pytest.mark.parametrize("size", b.DECKS)
def test_shuffles_pass(size):
    trials = judged(ours(seeded(2021)), size, 200_000 if size < 60 else 50_000)  # ten million each in `make soak`
    assert len(trials) * len(b.DECKS) == b.FAMILY
    assert b.failed(trials) == []


FOUND_BY = {
    "modulo bias": {"place of each card", "cards still in place", "pair: the bottom two"},
    "naive swap": {"place of each card", "cards still in place", "pair: top and bottom", "hand: the bottom hand"},
    "a seed of 32 bits": {"no order twice"},
}


@pytest.mark.parametrize("size", b.DECKS)
@pytest.mark.parametrize("name", CONTROLS)
def test_faulty_shuffles_are_found_out(name, size):
    found = {trial.name for trial in b.failed(judged(CONTROLS[name](np.random.default_rng(2021)), size, 200_000))}
    assert found >= FOUND_BY[name]
    if name == "a seed of 32 bits":
        assert found == FOUND_BY[name]


@pytest.mark.parametrize(
    ("value", "degrees", "more"),
    [
        (3.841459, 1, 0.05),
        (5.991465, 2, 0.05),
        (18.30704, 10, 0.05),
        (124.3421, 100, 0.05),
        (59.70306, 30, 0.001),
        (2.705543, 1, 0.1),
        (67.32756, 100, 0.995),
        (10_233.75, 10_000, 0.05),
    ],
)
def test_chi_square_as_tabled(value, degrees, more):
    below, above = b.chi_square(value, degrees)
    assert above == pytest.approx(more, rel=2e-3)
    assert below + above == pytest.approx(1)


@pytest.mark.parametrize(("value", "degrees"), [(1.0, 4), (40.0, 4), (150.0, 60), (30.0, 60), (300.0, 200)])
def test_chi_square_of_even_degrees_is_a_finite_sum(value, degrees):
    exactly = math.exp(-value / 2) * math.fsum((value / 2) ** k / math.factorial(k) for k in range(degrees // 2))
    assert b.chi_square(value, degrees)[1] == pytest.approx(exactly, rel=1e-9)


def test_exact_chances_by_trying_everything():
    orders = list(permutations(range(6)))
    still = Counter(sum(card == place for place, card in enumerate(o)) for o in orders)
    after = Counter(sum(y == x + 1 for x, y in pairwise(o)) for o in orders)
    assert {k: c * 720 for k, c in b.stays(6).items() if c} == still
    assert {k: c * 720 for k, c in b.follows(6).items() if c} == after
    points = Counter(over_under.total(hand) for hand in combinations(CARDS[:52], 3))
    assert {k: c * 22_100 for k, c in b.point_counts(1).items()} == points


def test_hand_classes_by_trying_everything():
    hands = all_hands(53, 5).astype(np.uint16)
    counts: Counter[int] = Counter()
    for block in np.array_split(hands, 40):
        counts.update(b.five_card_classes(block).tolist())
    assert counts == dict(enumerate(b.CLASSES)) | dict(enumerate(b.BESIDE_JOKER, 10))
    assert sum(b.CLASSES) == 2_598_960


def test_the_soak_reports_every_deck_and_every_control():
    said: list[str] = []
    lines = soak(None, said.append, shuffles=12_000, of_controls=20_000, randomness=seeded(2021))
    assert [line for line in lines if "13 of 13 tests passed" in line] == lines[:3]
    assert len(lines) == len(said) == 12
    assert [line.split(",")[1] for line in lines if line.startswith("FAILED")] == [" a seed of 32 bits"] * 3
    assert "(time ran out)" in soak(0.0, said.append, 8000, 4000, seeded(1))[0]


# What is committed to ------------------------------------------------------------------------------------------


@RANDOMLY
def test_an_opening_is_what_was_committed_to():
    placed = s.order(SEED, DECK)
    committed = s.commitment(SEED, placed)
    s.check_opening(committed, SEED, placed, DECK)
    other = (placed[1], placed[0], *placed[2:])
    for told, seed, cards, field, words in (
        (committed, SEED, other, "order", f"card 1 is {other[0]}, not {placed[0]}"),
        (committed, bytes(32), placed, "order", "the order is not the seed's"),
        (committed, SEED, placed[:51], "order", "the order has 51 cards"),
        (committed, SEED[:31], placed, "seed", "32 bytes"),
        (committed, bytes(32), s.order(bytes(32), DECK), "commitment", "not to this seed and order"),
        (s.commitment(SEED, other), SEED, placed, "commitment", "not to this seed and order"),
    ):
        with pytest.raises(IllegalAction, match=words) as refused:
            s.check_opening(told, seed, cards, DECK)
        assert refused.value.field == field


@SEALED
def test_a_seal_opens_to_one_card_alone():
    salts = [s.salt(SEED, at) for at in range(312)]
    assert len(set(salts)) == 312
    assert salts[0] != s.salt(bytes(32), 0)
    sealed = s.seal(salts[0], CARDS[0])
    s.check_seal(sealed, salts[0], CARDS[0])
    for salt, card in [(salts[1], CARDS[0]), *((salts[0], card) for card in CARDS[1:])]:
        with pytest.raises(IllegalAction, match="not the card that was sealed"):
            s.check_seal(sealed, salt, card)


# The vault -----------------------------------------------------------------------------------------------------


WHERE = Context(table="T1", number=1, round=1, pack=0, of="", clock=1_767_225_600_000)
GIVEN = {1: "00ff", 4: "ab" * 32}


@RANDOMLY
def test_a_vault_keeps_each_packs_order_until_the_next_shuffle():
    vault = Vault()
    red, blue = vault.shuffle("red", DECK, WHERE), vault.shuffle("blue", DECK, WHERE)
    assert red.commitment != blue.commitment
    vault.fix("red", GIVEN)
    order = [vault.card("red", at) for at in range(52)]
    seed, told = vault.opening("red")
    assert told == write(order)
    seeds.check_opening(red.commitment, bytes.fromhex(seed), WHERE, GIVEN, order, DECK)
    final = seeds.final_seed(bytes.fromhex(seed), WHERE, GIVEN)
    assert order == list(s.order(final, DECK))
    for at in (0, 51):
        assert vault.salt("red", at) == s.salt(final, at)
        s.check_seal(vault.seal("red", at), vault.salt("red", at), order[at])
    vault.shuffle("red", DECK, WHERE)
    vault.fix("red", GIVEN)
    assert [vault.card("red", at) for at in range(52)] != order
    assert red.sealed == ""


@RANDOMLY
def test_no_card_is_known_before_the_players_have_contributed():
    vault = Vault(seeded(3))
    vault.shuffle("red", DECK, WHERE)
    for ask in (vault.card, vault.salt, vault.seal):
        with pytest.raises(IllegalAction, match="not fixed before the betting closes"):
            ask("red", 0)
    with pytest.raises(IllegalAction, match="not fixed before the betting closes"):
        vault.dice("red", 1, sides=6, count=3)
    vault.fix("red", GIVEN)
    vault.card("red", 0)
    with pytest.raises(IllegalAction, match="is fixed already"):
        vault.fix("red", {})


@RANDOMLY
def test_a_pack_that_nobody_wagered_on_is_opened_without_contributions():
    vault = Vault(seeded(3))
    shuffled = vault.shuffle("red", DECK, WHERE)
    seed, order = vault.opening("red")
    seeds.check_opening(shuffled.commitment, bytes.fromhex(seed), WHERE, {}, read(order), DECK)


@RANDOMLY
def test_a_vault_locks_the_seed_and_is_restored_from_it():
    vault = Vault(seeded(3), lock=lambda secret: secret[::-1].hex())
    shuffled = vault.shuffle("red", DECK, WHERE)
    restored = Vault(seeded(4), lock=lambda secret: secret[::-1].hex())
    assert restored.restore("red", bytes.fromhex(shuffled.sealed)[::-1], DECK, WHERE) == shuffled
    vault.fix("red", GIVEN)
    restored.fix("red", GIVEN)
    assert restored.seal("red", 17) == vault.seal("red", 17)
    assert restored.opening("red") == vault.opening("red")


@RANDOMLY
def test_an_order_from_before_the_players_contributed_is_restored_and_opened():
    placed = s.order(SEED, DECK)
    vault = Vault(lock=bytes.hex)
    kept = vault.restore_first("red", SEED, DECK)
    assert (kept.commitment, kept.sealed) == (s.commitment(SEED, placed), SEED.hex())
    assert vault.card("red", 9) == placed[9]
    assert vault.opening("red") == (SEED.hex(), write(placed))


@RANDOMLY
def test_discards_are_shuffled_from_a_seed_that_was_committed_to_before():
    vault = Vault(seeded(3))
    vault.shuffle("shoe", DECK, WHERE)
    vault.fix("shoe", GIVEN)
    seen = [bytes.fromhex(vault.opening("shoe")[0])]
    rest = replace(DECK, cards=CARDS[:40], copies=1)
    for again in range(1, seeds.LINKS + 1):
        where = msgspec.structs.replace(WHERE, number=1 + again, of=write(CARDS[:40]))
        shuffled = vault.shuffle("shoe", rest, where, again=again)
        vault.fix("shoe", GIVEN)
        seed, order = vault.opening("shoe")
        seeds.check_opening(shuffled.commitment, bytes.fromhex(seed), where, GIVEN, read(order), rest)
        assert seeds.link(bytes.fromhex(seed)) == seen[-1]
        seen.append(bytes.fromhex(seed))
    with pytest.raises(IllegalAction, match="shuffled 4 times in this round"):
        vault.shuffle("shoe", rest, where, again=seeds.LINKS + 1)


# The seed from two sides ---------------------------------------------------------------------------------------


@RANDOMLY
def test_every_part_of_context_and_contributions_changes_commitment_or_seed():
    changes = {"table": "T2", "number": 2, "round": 2, "pack": 1, "of": "As", "clock": 1}
    others = [msgspec.structs.replace(WHERE, **{name: value}) for name, value in changes.items()]
    assert set(changes) == set(WHERE.__struct_fields__)
    assert len({seeds.commitment(SEED, where) for where in (WHERE, *others)}) == 7
    given = [{}, GIVEN, {1: "00ff"}, {1: "00", 2: "ff"}, {1: "00ff", 4: "ab" * 31}, {10: "ff"}, {1: "ff"}, {1: "0ff0"}]
    finals = {seeds.final_seed(SEED, where, {}) for where in (WHERE, *others)}
    assert len(finals | {seeds.final_seed(SEED, WHERE, each) for each in given}) == 7 + len(given) - 1
    assert seeds.final_seed(SEED, WHERE, {4: "ab" * 32, 1: "00ff"}) == seeds.final_seed(SEED, WHERE, GIVEN)


@RANDOMLY
def test_a_table_named_like_two_fields_is_not_two_fields():
    one = Context(table="T1", number=11, round=1, pack=0, of="", clock=1)
    for other in (
        Context(table="T11", number=1, round=1, pack=0, of="", clock=1),
        Context(table="T", number=111, round=1, pack=0, of="", clock=1),
    ):
        assert one.bytes() != other.bytes()


@RANDOMLY
def test_an_opening_of_a_two_sided_seed_is_what_was_committed_to():
    house = s.SEED * b"7"
    order = s.order(seeds.final_seed(house, WHERE, GIVEN), DECK)
    committed = seeds.commitment(house, WHERE)
    seeds.check_opening(committed, house, WHERE, GIVEN, order, DECK)
    copied = msgspec.structs.replace(WHERE, table="T2")
    for told, seed, where, given, placed, field in (
        (committed, house, WHERE, {}, order, "order"),
        (committed, house, WHERE, {**GIVEN, 1: "00fe"}, order, "order"),
        (committed, house, WHERE, GIVEN, order[::-1], "order"),
        (committed, house, copied, GIVEN, order, "commitment"),
        (committed, SEED, WHERE, GIVEN, order, "commitment"),
        (committed, house[:31], WHERE, GIVEN, order, "seed"),
    ):
        with pytest.raises(IllegalAction) as refused:
            seeds.check_opening(told, seed, where, given, placed, DECK)
        assert refused.value.field == field


@provision("688a.5(i)(1)(i)", "688a.2(c)(2)")
def test_dice_are_the_seeds_and_fall_evenly():
    thrown = [seeds.dice(hashlib.sha256(b"%d" % n).digest(), 7, sides=6, count=3) for n in range(6000)]
    for die in range(3):
        counts = Counter(each[die] for each in thrown)
        assert sorted(counts) == [1, 2, 3, 4, 5, 6]
        assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # one in a thousand
    assert {seeds.dice(bytes([n] * 32), 7, sides=7, count=1)[0] for n in range(256)} == set(range(1, 8))
    assert seeds.dice(SEED, 1, sides=6, count=30) != seeds.dice(SEED, 2, sides=6, count=30)


@RANDOMLY
@pytest.mark.parametrize("told", ["", "0", "0g", "AA", "00" * 33, " 00", "00\n", 7, None, ["00"]])
def test_a_contribution_that_is_none_is_refused(told):
    with pytest.raises(IllegalAction, match="1 to 32 bytes in lower-case hexadecimal"):
        seeds.check_contribution(told, "contribution")
    assert seeds.check_contribution("00ff", "contribution") == "00ff"


@SEALED
def test_scanned_cards_are_sealed_as_they_come():
    vault = Vault(seeded(5), lock=bytes.hex)
    vault.lay("shoe", b.DECKS[312])
    one, two = vault.scan("shoe", CARDS[:1]), vault.scan("shoe", (CARDS[7], CARDS[7]))
    assert (one.first, two.first) == (0, 1)
    assert (*one.seals, *two.seals) == tuple(vault.seal("shoe", at) for at in range(3))
    assert len({*one.seals, *two.seals}) == 3
    assert [vault.card("shoe", at) for at in range(3)] == [CARDS[0], CARDS[7], CARDS[7]]
    restored = Vault(seeded(6))
    scans = [restored.restore_scan("shoe", bytes.fromhex(scan.sealed)) for scan in (one, two)]
    assert [scan.seals for scan in scans] == [one.seals, two.seals]
    assert restored.scan("shoe", CARDS[9:10]).seals == vault.scan("shoe", CARDS[9:10]).seals == (vault.seal("shoe", 3),)
    seed, text = vault.opening("shoe")
    assert text == "2c 3s 3s 4d"
    s.check_seal(two.seals[1], s.salt(bytes.fromhex(seed), 2), CARDS[7])


@SEALED
def test_cards_scanned_after_an_opening_have_salts_that_it_does_not_tell():
    vault = Vault(seeded(5))
    vault.scan("shoe", CARDS[:3])
    seed, _ = vault.opening("shoe")
    later = vault.scan("shoe", CARDS[:3])
    assert later.first == 0
    assert vault.salt("shoe", 0) != s.salt(bytes.fromhex(seed), 0)


@RANDOMLY
def test_a_vault_refuses_what_it_does_not_know():
    vault = Vault(seeded(1))
    vault.lay("red", DECK)
    for ask in (vault.card, vault.salt, vault.seal):
        for at in (-1, 52):
            with pytest.raises(IllegalAction, match="52 cards of the pack 'red' are known, none at place"):
                ask("red", at)
        with pytest.raises(IllegalAction, match="no order of the pack 'blue'"):
            ask("blue", 0)
    vault.forget("red")
    vault.forget("red")
    with pytest.raises(IllegalAction, match="no order of the pack 'red'"):
        vault.opening("red")


def test_a_shuffle_shows_no_secret_when_printed():
    vault = Vault(seeded(1), lock=lambda _: "locked")
    shuffled = vault.shuffle("red", DECK, WHERE)
    vault.fix("red", {})
    shown = f"{shuffled} {vault._kept}"
    assert shuffled.commitment in shown
    drawn = vault._kept["red"].drawn
    assert drawn is not None
    for secret in (vault._kept["red"].seed, drawn.root):
        assert repr(secret) not in shown
    assert repr(vault.card("red", 0)) + ", " not in shown.partition("deck=")[0]


def test_seeded_randomness_repeats_itself():
    one, other = seeded(9), seeded(9)
    drawn = [one(32) for _ in range(100)]
    assert drawn == [other(32) for _ in range(100)]
    assert len({*drawn, *(seeded(n)(32) for n in range(9))}) == 109
    assert Vault(seeded(9)).shuffle("red", DECK, WHERE).commitment != Vault().shuffle("red", DECK, WHERE).commitment
