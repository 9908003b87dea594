"""A journal whose cards are all its orders' is still broken where its conduct or its payments are not the law's."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.errors import JournalError
from croupier.games import open_game
from croupier.house.audit.check import check
from croupier.house.storage.database import Database
from croupier.journal import verify_bytes
from croupier.journal.conduct_audit import ConductAudit
from croupier.table import events as e
from croupier.table.script import play_script, script_of
from tests.house.stored import put
from tests.journal.conduct_forgeries import CONDUCT_FORGERIES, driven
from tests.journal.forgeries import changed, night, nth, places
from tests.journal.test_reconstruct import journal, sound
from tests.property.campaign import Campaign
from tests.property.nonsense import TABLES
from tests.support import provision

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", CONDUCT_FORGERIES)
def test_unlawful_conduct_is_found_and_its_record_named(name):
    forgery, fault = CONDUCT_FORGERIES[name]
    log = forgery.make()
    with pytest.raises(JournalError, match=r"record [0-9]+ at byte") as caught:
        verify_bytes(journal(log))
    assert (caught.value.fault, forgery.words in caught.value.message) == (fault, True), caught.value
    if forgery.number >= 0:
        assert caught.value.record == forgery.place(log) + sum(
            not isinstance(record.body, e.Event) for record in sound(log)[: caught.value.record]
        )


@pytest.mark.parametrize("name", ["extra burns", "late cut", "pack not in play"])
def test_check_finds_it_in_storage(tmp_path, name):
    forgery, fault = CONDUCT_FORGERIES[name]
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, forgery.make(), start=0)
    database.close()
    with pytest.raises(JournalError, match="table T1") as caught:
        check(tmp_path / "h.db")
    assert (caught.value.fault, forgery.words in str(caught.value)) == (fault, True)


def test_the_same_nights_without_the_forgery_are_intact():
    assert verify_bytes(journal(driven("cajun-stud", lambda _: ()))).cards.orders == 3
    two = driven("dj-wild", lambda _: (), decks=2, shuffler="counting")
    assert {nth(two, e.RoundBegan, n).pack for n in range(2)} == {0, 1}
    assert verify_bytes(journal(two)).cards.orders >= 1


@pytest.mark.parametrize("folder", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir() and "-" in path.name))
def test_every_golden_playthrough_is_lawful(folder):
    for path in sorted((GOLDEN / folder).glob("*.txt")):
        done = play_script(script_of(path.read_text(encoding="utf-8")), open_game)
        assert verify_bytes(journal(done.events)).records, path.name


def by_the_inventory(log):
    """The same playthrough as it was written when the inventory still paid the dollars beside a share."""
    first, at = log[0]
    meters = {name: {"linked": told["linked"]} for name, told in first.meters.items()}
    old = [(replaced(first, {"meters": meters}), at)]
    for event, at in log[1:]:
        if isinstance(event, e.Settled) and event.meters:
            entries = dict(event.entries)
            hand = -entries.pop("house") - (1_000_000 if event.meters["progressive"] == 1_000_000 else 0)
            entries["inventory"] = entries.get("inventory", 0) - hand
            if event.meters["progressive"] == 1_000_000:
                entries["house"] = -1_000_000
            event = replaced(event, {"entries": entries})  # noqa: PLW2901
        old.append((event, at))
    return old


@provision("688a.11(h)(3)(i)(B)(4)")
def test_a_share_paid_from_the_inventory_is_found_but_where_a_journal_is_older_than_the_rule():
    text = (GOLDEN / "face-up-pai-gow-pa-2019-proposed" / "meter-shares.txt").read_text(encoding="utf-8")
    log = list(play_script(script_of(text.replace("inventory 2000", "inventory 50000")), open_game).events)
    assert verify_bytes(journal(log)).records
    old = by_the_inventory(log)
    assert verify_bytes(journal(old)).records
    with pytest.raises(JournalError, match="not those of its lines"):
        verify_bytes(journal([log[0], *old[1:]]))


class Audited(Campaign):
    """A random campaign, every event of which is heard."""

    audit: ConductAudit
    heard = 0

    def _again(self, event):
        self.audit = ConductAudit()
        self._hear(event, 0)
        return super()._again(event)

    def _event(self, event):
        self._hear(event, self.clock)
        super()._event(event)

    def _hear(self, event, at):
        self.heard += 1
        self.audit.hear(SimpleNamespace(body=event, at=at, n=self.heard, offset=0))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", TABLES)
def test_whatever_a_table_accepts_is_lawful(game):
    for seed, (edition, submission) in enumerate(TABLES[game], 40):
        for cards in ("shuffled", "entered"):
            table = Audited(game, edition, submission, seed, cards)
            table.run(800)
            assert table.audit.table is not None
            assert table.audit.table.bytes() == table.table.bytes()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (e.Dealt, {"count": 4}),
        (e.Dealt, {"to": "seats.9"}),
        (e.Shuffled, {"pack": 1}),
        (e.RoundBegan, {"round": 7}),
        (e.RoundBegan, {"players": {1: "Nobody"}}),
        (e.Racked, {"count": 1}),
        (e.WagerPlaced, {"entries": {}}),
        (e.Decided, {"entries": {"layout": 5, "inventory": -5}}),
        (e.Settled, {"entries": {}}),
    ],
)
def test_one_changed_field_is_found(kind, fields):
    log = night("cajun-stud")
    place = places(log, kind)[0]
    told = sound(changed(log, kind, 0, **fields))
    with pytest.raises(JournalError) as caught:
        hear_all(ConductAudit(), told)
    assert told[caught.value.record].body == replaced(log[place][0], fields)


def hear_all(audit, told):
    for record in told:
        audit.hear(record)


def replaced(event, fields):
    return type(event)(**{**{name: getattr(event, name) for name in event.__struct_fields__}, **fields})


@provision("MA 12(a)")
def test_a_card_that_was_drawn_for_another_hand_is_found():
    log = list(told("dj-wild-ma/link-card-of-its-seat"))
    drawn = [number for number, place in enumerate(places(log, e.Dealt)) if log[place][0].drawn_for]
    assert [nth(log, e.Dealt, number).drawn_for for number in drawn] == [1, 1, 3, 6]
    for number in drawn:
        for seat in (0, 2, 6 if nth(log, e.Dealt, number).drawn_for != 6 else 3):
            with pytest.raises(JournalError, match=f"draws a card for seat {seat}"):
                verify_bytes(journal(changed(log, e.Dealt, number, drawn_for=seat)))


@provision("669a.11(a)(3)", "669a.7(b)")
@pytest.mark.parametrize("name", ["information-after-folding", "left-after-folding"])
def test_a_right_to_envy_bonuses_is_forfeited_by_whoever_has_it(name):
    log = list(told(f"raise-it-up-pa-2019/{name}"))
    at = next(i for i, (event, _) in enumerate(log) if isinstance(event, e.Settled) and event.out)
    assert log[at][0].lines[0]["wager"] == "envy"
    twice = [*log[: at + 1], *log[at:]]
    unsaid = [*log[:at], (replaced(log[at][0], {"out": False}), log[at][1]), *log[at + 1 :]]
    for forged in (twice, unsaid):
        with pytest.raises(JournalError, match="a right to Envy Bonuses that seat 3 does not have"):
            verify_bytes(journal(forged))


def told(name):
    """The events of a playthrough."""
    return play_script(script_of((GOLDEN / f"{name}.txt").read_text(encoding="utf-8")), open_game).events
