"""A journal proves its cards: every order that was opened is recomputed, and whoever lied about a card is found."""

from __future__ import annotations

import json

import msgspec
import pytest

from croupier.errors import JournalError
from croupier.games import EDITIONS, open_game
from croupier.journal import Writer, verify_bytes
from croupier.journal.card_audit import CardAudit
from croupier.journal.orders import Seen
from croupier.journal.reconstruct import rebuild
from croupier.kit.cards import write
from croupier.table import Vault, seeded
from croupier.table import events as e
from croupier.table import shuffle as first_scheme
from croupier.table.script import play_script
from tests.journal.forgeries import FORGERIES, changed, night, nth, places, short_shoe
from tests.journal.test_reconstruct import KEY, journal, sound
from tests.journal.test_reconstruct import night as long_night

VARIANTS: list[tuple[str, str | None, dict[str, object]]] = [
    (game, edition, {}) for game, editions in EDITIONS.items() for edition in editions
] + [
    ("over-under", None, {"dealing": "continuous-shuffler"}),
    ("over-under", None, {"decks": 2, "shuffler": "counting"}),
    ("dj-wild", None, {"decks": 2, "shuffler": "counting"}),
    ("face-up-pai-gow", None, {"start": "generator"}),
]


@pytest.mark.parametrize(("game", "edition", "settings"), VARIANTS)
def test_every_card_of_every_game_is_recomputed(game, edition, settings):
    log, table, _ = long_night(game, edition, 40 if game == "over-under" else 8, **settings)
    verdict = verify_bytes(journal(log)).cards
    opened = len(places(log, e.OrderOpened))
    taken = sum(event.count for event, _ in log if isinstance(event, e.Dealt | e.Discarded))
    lying = sum(pack.at for pack in table.packs if pack.commitment)
    assert verdict.orders == opened > 0
    assert (verdict.cards, verdict.waiting) == (taken - lying, lying)
    assert verdict.by_all > 0 == verdict.by_none
    assert (verdict.entered, verdict.unchecked, verdict.house_only) == (False, "", 0)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_and_its_record_named(name):
    forgery = FORGERIES[name]
    log = forgery.make()
    named = log[forgery.place(log)][0]
    with pytest.raises(JournalError, match=r"record [0-9]+ at byte") as caught:
        verify_bytes(journal(log))
    assert caught.value.fault == "cards"
    assert forgery.words in caught.value.message
    assert sound(log)[caught.value.record].body == named


def test_verify_exits_3_and_names_the_record(tmp_path, run):
    path = tmp_path / "royal.journal"
    log = FORGERIES["own seals"].make()
    path.write_bytes(journal(log))
    record = FORGERIES["own seals"].place(log) + 1
    done = run("journal", "verify", str(path))
    assert done.code == 3
    assert f"broken at record {record}" in done.out
    assert "(cards)" in done.out
    told = json.loads(run("journal", "verify", str(path), "--json").out)
    assert (told["intact"], told["fault"], told["record"]) == (False, "cards", record)
    assert run("journal", "head", str(path)).code == 3


def test_verify_says_what_was_recomputed(tmp_path, run):
    path = tmp_path / "honest.journal"
    path.write_bytes(journal(night("dj-wild")))
    done = run("journal", "verify", str(path))
    assert done.code == 0
    assert "4 orders recomputed, 80 cards are theirs; seeds with all players' part 4, with some 0, none 0" in done.out
    told = json.loads(run("journal", "verify", str(path), "--json").out)["cards"]
    assert (told["orders"], told["cards"], told["by_all"], told["waiting"]) == (4, 80, 4, 0)


def test_an_order_that_is_still_secret_is_counted_as_such():
    log = night("over-under")
    verdict = verify_bytes(journal(log)).cards
    assert (verdict.orders, verdict.cards) == (0, 0)
    assert verdict.waiting > 0
    assert f"{verdict.waiting} cards of an order not yet opened" in verdict.words()


def test_real_cards_are_not_called_proved():
    log, _, _ = long_night("dj-wild", rounds=2, cards="entered")
    verdict = verify_bytes(journal(log)).cards
    assert verdict.entered
    assert verdict.words() == "cards entered by people: none can be recomputed"


def test_a_table_that_closes_without_opening_what_was_played_is_broken():
    log = night("over-under")
    closed = [*log, (e.TableClosed(), log[-1][1])]
    with pytest.raises(JournalError, match="closes the table, and the order of record"):
        verify_bytes(journal(closed))


def test_a_game_from_elsewhere_is_said_not_to_be_recomputed():
    log = night("dj-wild")
    verdict = verify_bytes(journal(changed(log, e.TableOpened, 0, game="elsewhere"))).cards
    assert "elsewhere" in verdict.unchecked
    assert verdict.words().startswith("cards not recomputed: the game elsewhere")


def test_discards_shuffled_in_mid_round_are_recomputed():
    log = short_shoe(Vault(seeded(1)))
    verdict = verify_bytes(journal(log)).cards
    assert verdict.orders == 3  # the third: the cover card had come before the shortage, 686a.7(d)
    discards = nth(log, e.Shuffled, 1)
    assert discards.of
    began = nth(log, e.RoundBegan)
    assert nth(log, e.OrderOpened, 1).contributions == began.contributions != {}


def test_a_recut_is_recomputed_and_rebuilt():
    script = "game cajun-stud\nsit 1 Ann\nopen\nbuy Ann 100\nfloor recut\nopen\nbet 1 ante 10\ndeal\n1 fold\ngo on\n"
    log = play_script(script, open_game).events
    cuts = [event for event, _ in log if isinstance(event, e.Performed) and event.step in {"cut", "recut"}]
    assert [event.step for event in cuts][:3] == ["cut", "recut", "cut"]
    assert verify_bytes(journal(log)).cards.orders == 1
    assert rebuild(sound(log), 1).orders[0].opened is not None


# Journals of before.


def of_scheme_1(log):
    """The same night as an older version would have written it: seed and order committed to, nothing contributed."""
    deck = open_game("dj-wild").deck
    made: list[tuple[e.Event, int]] = []
    seeds = {}
    hands: dict[str, list[int]] = {}
    final = b""
    for event, at in log:
        told = event
        if isinstance(event, e.Shuffled):
            final = first_scheme.commitment(bytes(32), ()).encode()[:24] + len(made).to_bytes(8)
            order = first_scheme.order(final, deck)
            commitment = first_scheme.commitment(final, order)
            seeds[event.pack] = (final, order, commitment)
            told = e.Shuffled(pack=event.pack, method=event.method, cite=event.cite, commitment=commitment, by=event.by)
            hands, cut = {}, 0
        elif isinstance(event, e.Performed) and event.step == "cut":
            cut = event.value
        elif isinstance(event, e.Dealt):
            lie = [(cut + event.at + i) % 52 for i in range(event.count)]
            hands.setdefault(event.to, []).extend(lie)
            faces = [order[i] for i in lie]
            if event.cards:
                told = msgspec.structs.replace(event, cards=write(faces))
            else:
                sealed = tuple(first_scheme.seal(first_scheme.salt(final, i), order[i]) for i in lie)
                told = msgspec.structs.replace(event, seals=sealed)
        elif isinstance(event, e.Turned | e.Revealed):
            to, first = (event.to, event.first) if isinstance(event, e.Turned) else (f"seats.{event.seat}", 0)
            lie = hands[to][first : first + len(event.cards.split())]
            salts = tuple(first_scheme.salt(final, i) for i in lie) if event.salts else ()
            told = msgspec.structs.replace(event, cards=write([order[i] for i in lie]), salts=salts)
        elif isinstance(event, e.OrderOpened):
            final, order, commitment = seeds[event.pack]
            told = e.OrderOpened(
                pack=event.pack, commitment=commitment, seed=final.hex(), order=write(order), cut=event.cut, by=event.by
            )
        elif isinstance(event, e.WagerPlaced):
            told = msgspec.structs.replace(event, contribution="")
        elif isinstance(event, e.RoundBegan):
            told = msgspec.structs.replace(event, contributions={})
        made.append((told, at))
    return made


def test_a_journal_from_before_the_players_contributed_still_verifies():
    log = of_scheme_1(night("dj-wild"))
    assert b'"scheme"' not in journal(log)
    verdict = verify_bytes(journal(log)).cards
    assert (verdict.orders, verdict.house_only, verdict.cards) == (4, 4, 80)
    assert "4 orders by the house's seed alone" in verdict.words()
    assert rebuild(sound(log), 2).orders[0].opened is not None


def test_a_card_of_an_old_journal_that_is_not_its_orders_is_found():
    log = of_scheme_1(night("dj-wild"))
    with pytest.raises(JournalError, match="not the card that was sealed"):
        verify_bytes(journal(changed(log, e.Dealt, 1, seals=nth(log, e.Dealt, 2).seals)))


# Several tables.


def hear_all(audit, log):
    for record in sound(log):
        audit.hear(record)


def test_a_commitment_used_at_another_table_is_found_before_it_is_opened():
    log = night("dj-wild", 1)
    other = night("dj-wild", 1, table="T2", seed=2)
    seen = Seen()
    hear_all(CardAudit(seen), log)
    copied = changed(other, e.Shuffled, 0, commitment=nth(log, e.Shuffled).commitment)
    audit = CardAudit(seen)
    with pytest.raises(JournalError, match=r"its commitment was used before: record [0-9]+ of table T1") as caught:
        hear_all(audit, copied)
    assert caught.value.record == places(copied, e.Shuffled)[0] + 1


def test_a_sound_line_of_nonsense_is_a_fault_and_no_crash():
    log = night("dj-wild")
    for changes in (
        (e.OrderOpened, 0, {"seed": "zz"}),
        (e.OrderOpened, 0, {"order": "nonsense"}),
        (e.Dealt, 0, {"to": "seats.x", "cards": "zz", "seals": ()}),
        (e.Revealed, 0, {"cards": "Q"}),
        (e.RoundBegan, 0, {"pack": 7}),
        (e.Shuffled, 0, {"pack": 1}),
        (e.Shuffled, 0, {"of": "As As"}),
        (e.OrderOpened, 0, {"contributions": {1: "zz"}}),
        (e.WagerPlaced, 0, {"contribution": "zz"}),
    ):
        kind, number, fields = changes
        with pytest.raises(JournalError) as caught:
            verify_bytes(journal(changed(log, kind, number, **fields)))
        assert caught.value.fault in {"cards", "conduct"}


def test_hearing_records_holds_no_more_than_the_orders_in_play():
    audit = CardAudit()
    hear_all(audit, night("dj-wild", 8))
    assert not any(order.checks for order in audit._orders.values())
    assert len(audit._orders) == 1


def test_a_journal_that_opens_no_table_proves_no_card():
    writer = Writer.in_memory(KEY, clock=lambda: 0, test=True)
    writer.append(e.Sat(player="ann", seat=1), 5)
    writer.close()
    assert verify_bytes(writer.written()).cards.unchecked == "no table was opened"
