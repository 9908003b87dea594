"""Nobody sees a card before the law lets them: every frame of every playthrough, for each who looks.

The cards of all scripts lie in an order that the house knows, stacked ones too; what each person is sent of it is held
against the step at which the chapter lets players examine their hands.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from functools import cache
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier import open_game
from croupier.house.cloth.projection import Cloth, ClothState
from croupier.house.cloth.results import Results
from croupier.house.screens.dealer.console import console
from croupier.house.screens.floor.next_steps import floor_steps
from croupier.house.screens.floor.overview import _full
from croupier.house.screens.player.drafts import EMPTY
from croupier.house.screens.player.table_view import table_view
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.views.sent_views import SentRecord, Views
from croupier.house.tables.views.visibility import own
from croupier.table import events as e
from croupier.table import script
from croupier.table.evolve import evolve
from tests.golden.write import FOLDER, files
from tests.support import plain, provision

CARD = re.compile(r"(?<!\w)(?<!air of )(?:[2-9TJQKA][cdhs]|Jk)(?![\w-])")
PROVISIONS = {
    "dj-wild-pa-2021": "687a.11(a)",
    "dj-wild-pa-2019-proposed": "687a.11(a)",
    "dj-wild-ma": "MA 7(c)(2)",
    "cajun-stud-pa-2019": "683a.11(a)",
    "raise-it-up-pa-2019": "669a.11(a)",
    "face-up-pai-gow-pa-2019-proposed": "688a.11(b)",
    "over-under-pa-2019-proposed": "686a.7(e)",
}


def is_look(game, event):
    """The last step before players examine their hands, as the chapter has it."""
    if game.id == "face-up-pai-gow":
        return isinstance(event, e.Performed) and event.step == "set-dealer"
    if game.edition == "ma":
        return isinstance(event, e.Dealt) and event.to == "dealer"
    return isinstance(event, e.Racked) and event.what == "stub"


class Watched(script._Performance):
    """A script, looked at after every event."""

    def __init__(self):
        super().__init__(open_game)
        self.frames: Counter[str] = Counter()
        self.recent: deque[SentRecord] = deque(maxlen=200)
        self.views, self.results = Views(), Results()
        self.laid, self.n = ClothState(), 0
        self.cloth: Cloth | None = None
        self.looked: set[int] = set()
        self.began = False

    def _do(self, command, actor):
        before, first = self.table, len(self.events)
        super()._do(command, actor)
        for event, at in self.events[first:]:
            after = evolve(before, event, at)
            self._heard(event, before, after)
            before = after

    def _heard(self, event, before, after):
        self.n += 1
        known = replace(after, cards="shuffled")
        if isinstance(event, e.RoundBegan):
            self.looked, self.began = set(), False
        if after.play is not None and not self.began and is_look(after.rules.game, event) and not after.play.void:
            self.looked, self.began = set(after.play.round.seats) - set(after.play.out), True
        line = msgspec.json.encode({"n": self.n, "at": after.clock, "event": event, "hash": ""}) + b"\n"
        mine = own(self.staff.vault, replace(before, cards="shuffled"), known)
        self.recent.append(SentRecord(self.n, line, mine))
        self.laid = self.laid.hear(event)
        if after.play is None or len(after.rules.game.deck) > 60:
            return
        for viewer in {*after.play.players.values(), "", "Eye"}:
            hidden = self._hidden(after, viewer)
            for kind, frame in self._frames(known, viewer):
                seen = set(CARD.findall(frame))
                assert not seen & hidden, f"{viewer or 'a spectator'} sees {seen & hidden} in {kind} after {event}"
                self.frames[kind] += 1
            self._own_hand(known, viewer)

    def _hidden(self, table, viewer):
        """What lies face down: in the pack, at every place, before others, and before the viewer until the look."""
        play, vault, pack = table.play, self.staff.vault, self.staff._pack(table)
        cut, size = max(table.pack.cut, 0), table.pack.size
        lies = [str(vault.card(pack, (cut + at) % size)) for at in range(size)]
        found = set(lies[table.pack.at :])
        for to, dealt in play.dealt.items():
            number = int(to[6:]) if to.startswith("seats.") else 0
            if number and play.players.get(number) == viewer and number in self.looked:
                continue
            held = play.round.seats[number].cards if number in play.round.seats else play.round.places.get(to, ())
            found |= {lies[at] for at, card in zip(dealt, held or (None,) * len(dealt), strict=False) if card is None}
        return found

    def _frames(self, table, viewer):
        whole = self.views.as_json(table, self.staff, viewer)
        yield "view", whole.decode()
        yield "record", self.recent[-1].to(viewer).decode()
        keeper: Any = self._keeper(table)
        if viewer == "Eye":
            self.cloth = self.cloth or Cloth(table.rules)
            yield "surveillance", msgspec.json.encode(self.cloth.scene(self.laid)).decode()
            yield "dealer", msgspec.json.encode(console(keeper, "Dean")).decode()
            flo: Any = SimpleNamespace(name="Flo", roles=lambda _: {"floorperson"})
            yield "floor", msgspec.json.encode([floor_steps(keeper, flo), _full(keeper, flo, table.clock)]).decode()
            return
        seen = self.views.of(table, self.staff, viewer)
        company: Any = SimpleNamespace(is_bot=lambda _: False, at=lambda _: 0)
        yield "page", msgspec.json.encode(table_view(keeper, viewer, seen, self.results, EMPTY, company)).decode()

    def _keeper(self, table):
        there = SimpleNamespace(words=lambda _: None)
        running = SimpleNamespace(
            relief=None,
            closing=False,
            staff=SimpleNamespace(held=None),
            last=None,
            clock=SimpleNamespace(seconds_left=lambda _: 1.0),
            attendance=there,
            readiness=dict,
        )
        settings = Settings(automatic=False, dealer="Dean")
        return SimpleNamespace(
            table=table,
            decided=table,
            rules=table.rules,
            staff=self.staff,
            recent=self.recent,
            stored=self.n,
            id="T1",
            name="T1",
            deadline=0,
            clock=lambda: table.clock,
            now=lambda: table.clock,
            settings=settings,
            running=running,
            broken=None,
        )

    def _own_hand(self, table, viewer):
        """A player who may look sees the hand."""
        due = table.due
        if due is None or due.id != "decide":
            return
        for number in self.looked - set(table.play.out):
            if table.play.players[number] == viewer:
                assert "" not in plain(self.views.of(table, self.staff, viewer))["seats"][number]["cards"]
                self.frames["own"] += 1

    def _look(self, seat):
        """What the record says a player sees is what that player's view shows, and nobody else's shows any of it."""
        super()._look(seat)
        play = self.table.play
        assert play is not None
        known, held = replace(self.table, cards="shuffled"), len(play.dealt[f"seats.{seat}"])
        for viewer in {*play.players.values(), ""}:
            seen = plain(self.views.of(known, self.staff, viewer))["seats"][seat]["cards"]
            if viewer != play.players[seat] or "face down" in self.out[-1]:
                assert seen == [""] * held
            else:
                assert f"sees {' '.join(seen)} at seat {seat}" in self.out[-1]
            self.frames["look"] += 1


@cache
def watched(file):
    found = Watched()
    found.play(script.script_of(file.read_text(encoding="utf-8")))
    return found


def of(game, cite):
    its = [file for file in files() if file.parent.name == game]
    return [pytest.param(file, marks=pytest.mark.provision(cite), id=f"{game}/{file.stem}") for file in its]


@pytest.mark.parametrize("file", [one for game, cite in PROVISIONS.items() for one in of(game, cite)])
def test_no_frame_shows_a_card_before_its_step(file):
    found = watched(file)
    if found.table.rounds and "over-under" not in file.parent.name:
        assert {"view", "record", "page", "surveillance", "dealer", "floor"} <= set(found.frames)


@provision("688a.11(b)", "688a.13(d)")
def test_a_blind_choice_is_blind():
    found = Watched()
    found.play(script.script_of((FOLDER / "face-up-pai-gow-pa-2019-proposed" / "blind-void.txt").read_text("utf-8")))
    looks = [line for line in found.out if " sees " in line and " at seat " in line]
    assert [line.split()[0] for line in looks if "face down" not in line] == ["Cem", "Eve"]
    assert (len(looks), found.frames["look"]) == (12, 12 * 4)


def test_every_chapter_is_looked_at():
    assert set(PROVISIONS) == {folder.name for folder in FOLDER.iterdir() if any(folder.glob("*.txt"))}
