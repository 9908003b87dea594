"""A round rebuilt from its journal, explained, and a table replayed from it."""

from __future__ import annotations

import json
import random
import tomllib
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from croupier.cli.settle import settle_told
from croupier.errors import BadText, IllegalAction, JournalError
from croupier.game.template import new_submission
from croupier.games import EDITIONS, open_game
from croupier.journal import Key, Writer
from croupier.journal.explain import explain
from croupier.journal.reader import records
from croupier.journal.reconstruct import rebuild
from croupier.journal.replay import replay_bytes, restored
from croupier.kit.cards import cards
from croupier.table import Crowd, Direct, Leave, Report, Staff, Vault, open_table, play, seeded
from croupier.table import events as e
from croupier.table.script import play_script, script_of
from croupier.table.state import PROCEDURE
from tests.support import provision, table_rules
from tests.table.drive import Driver

GOLDEN = Path(__file__).parents[1] / "golden"
KEY = Key.throw_away(4)
ROUNDS = 12
GAMES = [(game, edition) for game, editions in EDITIONS.items() for edition in editions]
LINK = {
    "wager": "1.00",
    "seed": "1000.00",
    "rows": {"full-house": "1% of meter", "straight": "4 for 1", "royal-flush": "100% of meter"},
}


@cache
def night(game, edition=None, rounds=ROUNDS, seed=1, **more):
    """The events of a table that ran by itself on the sample submission, and its last state."""
    chosen = open_game(game, edition)
    settings = {key.replace("_", "-"): value for key, value in more.items() if key != "cards"}
    sample = {key: value for key, value in tomllib.loads(new_submission(chosen)).items() if key not in settings}
    rules = chosen.rules({**sample, **settings})
    event, table = open_table(rules, table="T1", at=0, test=True, cards=more.get("cards", "shuffled"))
    chance = random.Random(seed)
    vault = Vault(seeded(seed), KEY.lock(test=True).seal)
    log: list[tuple[e.Event, int]] = [(event, 0)]
    times = iter(range(1000, 10**9, 1000))
    after = [table]
    for events, now, at in play(table, Staff(vault, chance), Crowd(chance, 6), rounds, lambda: next(times)):
        log += [(one, at) for one in events]
        after = [now]
    return log, after[0], vault


def journal(log):
    """The records of a journal of these events, all sound."""
    writer = Writer.in_memory(KEY, clock=lambda: 0, test=True)
    for event, at in log:
        writer.append(event, at)
    writer.close()
    return writer.written()


def sound(log):
    return list(records(BytesIO(journal(log))))


def changed(log, kind, number, **fields):
    """The log with the `number`th event of a kind changed: hashed and signed anew by a thief of the key."""
    found = [i for i, (event, _) in enumerate(log) if isinstance(event, kind)][number]
    event, at = log[found]
    told = {field: getattr(event, field) for field in event.__struct_fields__}
    return [*log[:found], (type(event)(**{**told, **fields}), at), *log[found + 1 :]]


# Rebuilding.


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_every_card_of_every_round_is_found_and_settles_as_it_was_paid(game, edition):
    log, _, _ = night(game, edition)
    told = sound(log)
    for number in range(1, ROUNDS + 1):
        rebuilt = rebuild(told, number)
        assert all(held.known for held in rebuilt.hands.values())
        assert rebuilt.unsettled() == ""
        assert rebuilt.differences() == ()
        assert settle_told({**(rebuilt.to_json() or {}), "reconstructed": {}}) == rebuilt.settlement()


@provision("687a.11(g)", "683a.11(j)", "669a.11(j)", "688a.11(j)")
@pytest.mark.parametrize("game", ["dj-wild", "cajun-stud", "raise-it-up", "face-up-pai-gow"])
def test_the_rack_holds_the_whole_deck_once(game):
    log, _, _ = night(game)
    told = sound(log)
    never_shown = 0
    for number in range(1, ROUNDS + 1):
        rebuilt = rebuild(told, number)
        racked = sorted(str(card) for _, held in rebuilt.rack for card in held)
        assert racked == sorted(map(str, open_game(game).deck.cards))
        never_shown += sum(held.shown == 0 for held in rebuilt.hands.values())
        (order,) = rebuilt.orders
        assert order.opened is not None
        assert sorted(map(str, order.cards)) == racked
    assert never_shown or game == "raise-it-up"


def test_a_shoe_still_in_play_tells_no_card_that_nobody_was_shown():
    log, _, _ = night("over-under", rounds=3)
    first = rebuild(sound(log), 1)
    assert first.orders[0].opened is None
    assert first.rack[0] == ("burn", (None,))
    assert first.differences() == () == (first.unsettled() or ())
    log, _, _ = night("over-under", rounds=40)
    again = rebuild(sound(log), 1)
    assert again.orders[0].opened is not None
    assert None not in again.rack[0][1]
    assert again.to_json() == first.to_json()


@provision("MA 9(e)", "686a.7(m)")
@pytest.mark.parametrize(("game", "edition"), [("dj-wild", "ma"), ("over-under", None)])
def test_the_rack_holds_every_hand_of_the_round(game, edition):
    told = sound(night(game, edition)[0])
    for number in range(1, ROUNDS + 1):
        rebuilt = rebuild(told, number)
        racked = dict(rebuilt.rack)
        for to, held in rebuilt.hands.items():
            assert racked[to] == tuple(held.cards)


@pytest.mark.parametrize("folder", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir() and "-" in path.name))
def test_every_golden_playthrough_is_replayed_rebuilt_and_explained(folder):
    rounds = 0
    for path in sorted((GOLDEN / folder).glob("*.txt")):
        done = play_script(script_of(path.read_text(encoding="utf-8")), open_game)
        data = journal(done.events)
        assert replay_bytes(data).bytes() == done.table.bytes(), path.name
        told = list(records(BytesIO(data)))
        for number in range(1, done.table.rounds + 1):
            rebuilt = rebuild(told, number)
            assert rebuilt.differences() == (), path.name
            settled = rebuilt.settlement()["seats"]
            for seat in rebuilt.gathered.began.wagers:
                found = explain(rebuilt, seat)
                assert [reason.line for reason in found.reasons] == settled[str(seat)]["lines"]
                assert all(reason.words and reason.sums for reason in found.reasons), path.name
            rounds += 1
    assert rounds


def test_two_decks_in_turns_are_told_apart():
    log, _, _ = night("dj-wild", decks=2, shuffler="counting")
    told = sound(log)
    packs = [rebuild(told, number).orders[0].pack for number in range(1, ROUNDS)]
    assert packs == [0, 1] * 5 + [0]
    assert all(rebuild(told, n).unsettled() == "" for n in range(1, ROUNDS))


def test_cards_entered_by_hand_are_known_as_far_as_they_were_shown():
    log, _, _ = night("dj-wild", cards="entered")
    told = sound(log)
    hidden = 0
    for number in range(1, ROUNDS + 1):
        rebuilt = rebuild(told, number)
        for to, held in rebuilt.hands.items():
            if not held.known:
                hidden += 1
                assert held.text() == "?? ?? ?? ?? ??" if to != "replacement" else "??"
                if to.startswith("seats."):
                    assert f"seat {to[6:]}" in rebuilt.unsettled() or "shown" in rebuilt.unsettled()
                    told_round = rebuilt.to_json()
                    assert told_round is not None
                    assert told_round["seats"][to[6:]]["cards"] is None
    assert hidden


def test_a_void_round_has_nothing_to_settle_and_says_why():
    table = Driver("dj-wild", {"trips": "DJWT-04"}).ready(1, 2)
    for seat in (1, 2):
        table.bet(seat, ante=1000, blind=1000, trips=500)
    table.close_bets()
    table.until_phase("deciding")
    table.do(Report(irregularity="wrong-number", seat=2), "dealer")
    table.finish()
    rebuilt = rebuild(sound(table.log), 1)
    assert rebuilt.void
    assert rebuilt.to_json() is None
    assert rebuilt.unsettled() == "all hands were void"
    assert [line["result"] for line in rebuilt.settlement()["seats"]["1"]["lines"]] == ["void"] * 3
    found = explain(rebuilt, 1)
    assert found.net == "0.00"
    assert "$10.00 goes back to the player" in found.reasons[0].sums
    assert found.reasons[0].cite == "58 Pa. Code § 687a.13(c)"


@pytest.mark.parametrize(
    ("kind", "number", "fields", "fault"),
    [
        (e.OrderOpened, 0, {"seed": "00" * 32}, "does not open the shuffle"),
        (e.OrderOpened, 0, {"cut": 1}, "the cards were cut at"),
        (e.Shuffled, 0, {"commitment": "ab" * 32}, "does not open the shuffle"),
        (e.Dealt, 0, {"seals": ("ab" * 16,) * 5}, "has a seal that does not open"),
        (e.Turned, 0, {"cards": "2c 3c 4c 5c 6c"}, "where the order has"),
    ],
)
def test_a_journal_that_contradicts_its_shuffle_is_found_out(kind, number, fields, fault):
    log, _, _ = night("dj-wild")
    rebuild(sound(log), 1)
    with pytest.raises(JournalError, match=fault) as caught:
        rebuild(sound(changed(log, kind, number, **fields)), 1)
    assert caught.value.fault == "opening"


def test_a_payment_that_is_not_the_laws_is_found_out():
    log, _, _ = night("cajun-stud")
    paid = next(event for event, _ in log if isinstance(event, e.Settled) and event.lines)
    line = {**paid.lines[0], "net": "12345.00"}
    rebuilt = rebuild(sound(changed(log, e.Settled, 0, lines=(line, *paid.lines[1:]))), 1)
    (note,) = rebuilt.differences()
    assert f"seat {paid.seat}" in note
    assert "12345.00" in note


@pytest.mark.parametrize("procedure", [1, PROCEDURE])
def test_a_line_that_was_paid_twice_is_found_out(procedure):
    log, _, _ = night("cajun-stud")
    paid = next(event for event, _ in log if isinstance(event, e.Settled) and event.lines)
    told = changed(log, e.Settled, 0, lines=(*paid.lines, paid.lines[0]))
    (note,) = rebuild(sound(changed(told, e.TableOpened, 0, procedure=procedure)), 1).differences()
    assert "settled anew it is nothing" in note


@provision("687a.12(c)")
@pytest.mark.parametrize("refused", [1, 5])
def test_a_share_is_of_the_meter_as_it_stood_when_it_was_paid(refused):
    """A wager that goes back leaves the meter to those whose turn is still to come."""
    table = Driver("dj-wild", {"progressive": "1", "contribution": "20%", "validate-from": "1"}).ready(1, 3, 5)
    for seat in (1, 3, 5):
        table.bet(seat, ante=1000, blind=1000, progressive=100)
    table.hold(s1="As Ah Ad 7c 4h", s3="5h 6h 7h 8h 9h", s5="Ks Kh Kd 7d 4s", dealer="Qd Jc 8d 3s 6c", replacement="9d")
    table.close_bets()
    table.until("decide")
    for seat in (1, 3, 5):
        table.decide(seat, "raise")
    while table.table.play is not None:
        if table.due.id == "validate" and table.due.seat == refused:
            table.perform("validate", "floorperson", "Flo", value="not lit")
            table.perform("rule-claim", "shift-manager", "Max", value="return")
        else:
            table.advance()
    rebuilt = rebuild(sound(table.log), 1)
    assert rebuilt.differences() == ()
    share = next(line for line in rebuilt.lines[3] if line["wager"] == "progressive")
    assert share["paid"] == {1: "200.06", 5: "200.04"}[refused]


def test_rounds_that_are_open_or_were_never_played_are_refused():
    log, _, _ = night("dj-wild")
    with pytest.raises(BadText, match="holds no round 99; it has rounds 1 to 12"):
        rebuild(sound(log), 99)
    cut = [i for i, (event, _) in enumerate(log) if isinstance(event, e.RoundClosed)][1]
    with pytest.raises(BadText, match="round 2 is still being played"):
        rebuild(sound(log[:cut]), 2)
    with pytest.raises(JournalError, match="before a table was opened"):
        rebuild(sound(log[1:]), 1)


# Explaining.


def sums(rebuilt, seat, wager):
    return next(r for r in explain(rebuilt, seat).reasons if r.line["wager"] == wager).sums


def test_odds_are_spelled_out_with_their_provision_and_row():
    table = Driver("dj-wild", {"trips": "DJWT-04"}).ready(1)
    table.bet(1, ante=1000, blind=1000, trips=500)
    table.close_bets()
    table.hold(s1="9s 9h 9d Ac Kh", dealer="Ks Qd 7c 4h 3s")
    table.finish(s1="raise")
    rebuilt = rebuild(sound(table.log), 1)
    found = explain(rebuilt, 1)
    assert found.hand is not None
    assert found.hand["text"] == "three nines"
    by = {reason.line["wager"]: reason for reason in found.reasons}
    odds = by["trips"].line["odds"]
    times = int(odds.split()[0])
    assert f"$5.00 at {odds} = ${5 * times}.00" in by["trips"].sums
    assert "the stake of $5.00 comes back besides" in by["trips"].sums
    assert by["trips"].words
    assert by["ante"].sums == ("pays 1 to 1", "$10.00 at 1 to 1 = $10.00", "the stake of $10.00 comes back besides")
    assert by["blind"].sums == ("the row Three-of-a-kind or less says push", "$10.00 stays the player's")
    with pytest.raises(BadText, match="seat 2 did not wager in round 1; seats 1 did"):
        explain(rebuilt, 2)


def test_a_share_of_the_meter_is_reckoned_from_where_it_stood():
    table = Driver("dj-wild", {"multi-game-link": LINK, "contribution": "20%"}, edition="ma").ready(1)
    table.bet(1, ante=1000, blind=1000, multi_game_link=100)
    table.close_bets()
    table.hold(s1="9s 9h 9d Kc Kh", dealer="As Qd 7c 4h 3s")
    table.finish(s1="raise")
    rebuilt = rebuild(sound(table.log), 1)
    told = sums(rebuilt, 1, "multi-game-link")
    assert told[0] == "collected before the deal; with the others' it put $0.20 on the meter"
    share = "1% of the meter, which stood at $1,000.20, = $10.00, rounded down to the cent; $990.20 stays on it"
    assert told[2] == share
    assert told[3] == "less the stake of $1.00, which does not come back: $9.00"
    assert (rebuilt.to_json() or {})["meter"] == "1000.20"
    assert rebuilt.settlement()["meter"] == "990.20"


def test_an_envy_bonus_names_the_hand_it_comes_from():
    table = Driver("face-up-pai-gow", {"fortune": "1", "shuffler": "automated"}).ready(1, 2)
    for seat in (1, 2):
        table.bet(seat, pai_gow=1000, fortune=500)
    table.close_bets()
    table.hold(s1="9s 9h 9d 9c Kh 4d 2c", s2="Ks Qd 7c 4h 3s Jh 8d", dealer="As Qc 7d 5h 3d Jd 8c")
    table.finish(s1="house-way", s2="house-way")
    rebuilt = rebuild(sound(table.log), 1)
    told = sums(rebuilt, 2, "envy")
    assert told[0].startswith("seat 1 holds ")
    assert "once for each such hand" in told[0]
    assert rebuilt.differences() == ()


# Replaying.


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_a_replayed_table_is_the_live_one_byte_for_byte(game, edition):
    log, table, _ = night(game, edition)
    assert replay_bytes(journal(log)).bytes() == table.bytes()


def test_a_replayed_table_goes_on_with_the_cards_it_had():
    log, _, vault = night("over-under", rounds=3)
    table = replay_bytes(journal(log))
    again = restored(table, KEY.lock())
    assert [again.card("0", at) for at in range(312)] == [vault.card("0", at) for at in range(312)]
    with pytest.raises(BadText, match="was not sealed with this key"):
        restored(table, Key.throw_away(5).lock())


def test_a_vault_is_not_restored_to_another_order():
    log, _, _ = night("over-under", rounds=3)
    other = KEY.lock().seal(bytes(32))
    with pytest.raises(BadText, match="another seed than the one committed to"):
        restored(replay_bytes(journal(changed(log, e.Shuffled, 0, sealed=other))), KEY.lock())
    with pytest.raises(BadText, match="without a lock"):
        restored(replay_bytes(journal(changed(log, e.Shuffled, 0, sealed=""))), KEY.lock())


def test_a_sound_journal_that_tells_the_impossible_is_refused_where_it_does():
    log, _, _ = night("dj-wild")
    with pytest.raises(JournalError, match="no table could have come to it") as caught:
        replay_bytes(journal([log[0], (e.Dealt(to="seats.1", count=5, at=0, cite=""), 1)]))
    assert (caught.value.fault, caught.value.record) == ("impossible", 2)
    with pytest.raises(JournalError, match="before a table was opened"):
        replay_bytes(journal(log[1:3]))
    with pytest.raises(BadText, match="no table was opened"):
        replay_bytes(journal([]))


def test_after_a_crash_every_command_counts_whole_or_not_at_all(tmp_path):
    rules = table_rules("raise-it-up", {"progressive": "1"})
    event, table = open_table(rules, table="T1", at=0)
    chance, now = random.Random(2), iter(range(1, 10**6))
    whole, states, several = tmp_path / "whole", {table.bytes()}, 0
    with Writer.create(whole, KEY, clock=lambda: 0, test=True) as writer:
        writer.enter((event,), 0)
        staff, crowd = Staff(Vault(seeded(2)), chance), Crowd(chance, 3)
        for events, after, at in play(table, staff, crowd, 2, lambda: next(now)):
            writer.enter(events, at)
            states.add(after.bytes())
            several += len(events) > 2
    assert several >= 2
    lines = whole.read_bytes().splitlines(keepends=True)
    for count in range(3, len(lines)):
        torn = tmp_path / f"{count}"
        torn.write_bytes(b"".join(lines[:count]) + lines[count][: 7 * (count % 2)])
        Writer.resume(torn, KEY).close()
        assert replay_bytes(torn.read_bytes()).bytes() in states
        torn.unlink()


def test_more_is_said_by_an_event_alone():
    writer = Writer.in_memory(KEY, clock=lambda: 0, test=True)
    with pytest.raises(IllegalAction, match="ends its command"):
        writer.append(e.RoundClosed(round=1), 1, more=True)


# The commands.


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    log, _, _ = night("raise-it-up")
    path = tmp_path_factory.mktemp("night") / "night.journal"
    path.write_bytes(journal(log))
    return path


def test_reconstruct_piped_into_settle_agrees(file, run):
    for number in (1, 7):
        told = run("journal", "reconstruct", str(file), str(number), "--json")
        assert (told.code, told.err) == (0, "")
        again = run("settle", "-", stdin=told.out)
        assert (again.code, again.err) == (0, "")
        rebuilt = json.loads(told.out)["reconstructed"]
        assert json.loads(again.out) == rebuilt["settlement"]
        assert rebuilt["settled-anew"] == "agrees"
        assert cards(rebuilt["shuffles"][0]["order"])


def test_reconstruct_prints_the_round_for_people(file, run):
    done = run("journal", "reconstruct", str(file), "7")
    assert (done.code, done.err) == (0, "")
    for words in (
        "Round 7 of table T1: Raise It Up Stud Poker",
        "order and commitment recomputed",
        "players contributed",
        "they agree",
        "Discard rack",
        "stub",
        "every line agrees",
    ):
        assert words in done.out
    assert run("journal", "reconstruct", str(file), "99").code == 2


def test_reconstruct_exits_3_on_a_false_opening(tmp_path, run):
    log, _, _ = night("dj-wild")
    path = tmp_path / "false.journal"
    path.write_bytes(journal(changed(log, e.OrderOpened, 0, seed="00" * 32)))
    assert run("journal", "verify", str(path)).code == 3
    done = run("journal", "reconstruct", str(path), "1")
    assert done.code == 3
    assert "does not open the shuffle" in done.err


def test_explain_prints_words_and_sums(file, run):
    seat = json.loads(run("journal", "reconstruct", str(file), "7", "--json").out)["seats"]
    number = next(iter(seat))
    done = run("journal", "explain", str(file), "7", number)
    assert (done.code, done.err) == (0, "")
    assert "Altogether: " in done.out
    assert "58 Pa. Code § 669a." in done.out
    told = json.loads(run("journal", "explain", str(file), "7", number, "--json").out)
    assert told["cards"] == seat[number]["cards"]
    assert all(line["words"] and line["arithmetic"] for line in told["lines"])
    missing = run("journal", "explain", str(file), "7", "9")
    assert missing.code == 2
    assert "seat 9 did not wager" in missing.err


@provision("687a.11(b)(3)", "687a.7(b)")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_folded_hand_that_was_left_earns_others_an_envy_bonus_where_it_may_qualify(allowed):
    submission = {"progressive": "1", "contribution": "20%", "trips": "DJWT-04", "folded-progressive": allowed}
    driver = Driver("dj-wild", submission, edition="pa-2021").ready(1, 3)
    driver.bet(1, ante=1000, blind=1000, trips=500)
    driver.bet(3, ante=1000, blind=1000, progressive=100)
    driver.hold(s1="9s 8s 7s 6s 5s", s3="3c 7d Jc 5h 9d", dealer="4c 4d 8h Tc Jd", replacement="6d")
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "fold")
    driver.decide(3, "raise")
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson", "Flo")
    driver.finish()
    assert ("envy" in driver.lines(3)) == allowed
    rebuilt = rebuild(sound(driver.log), 1)
    assert (rebuilt.unsettled(), rebuilt.differences()) == ("", ())
