"""A word to the table: from the list, not too often, shown for a moment, by those who sit there."""

from __future__ import annotations

import pytest

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.people.roles import Person
from croupier.house.screens.player.host import Host
from croupier.house.tables.views.emotes import APART, EMOTES, SHOWN, Emotes
from tests.house.floor import a_house
from tests.house.tables.test_keeper import seated
from tests.support import plain

ANN, BOB = (Person(name, frozenset({("player", "")})) for name in ("Ann", "Bob"))


def test_a_word_is_one_of_the_list_and_passes():
    now = [100.0]
    emotes = Emotes(lambda: now[0])
    with pytest.raises(HouseError, match="none of hello"):
        emotes.say("t", "Ann", "<b>buy my chips</b>")
    emotes.say("t", "Ann", "hello")
    assert (emotes.of("t", "Ann"), emotes.of("t", "Bob"), emotes.of("u", "Ann")) == ("Hello", "", "")
    with pytest.raises(HouseError, match="one word at a time") as refused:
        emotes.say("t", "Ann", "thanks")
    assert refused.value.fault == "busy"
    now[0] += APART
    emotes.say("t", "Ann", "thanks")
    assert emotes.of("t", "Ann") == EMOTES["thanks"]
    now[0] += SHOWN
    assert emotes.of("t", "Ann") == ""


async def test_those_who_sit_there_say_it_and_everyone_sees_it(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        host = Host(Desk(house), guests=True)
        host.say(ANN, "dj-wild", "good-luck")
        plates = plain(host.view(BOB, "dj-wild"))["plates"]
        assert (plates[1]["emote"], plates[2]) == ("Good luck", None)
        with pytest.raises(HouseError, match="take a seat first"):
            host.say(BOB, "dj-wild", "hello")
        with pytest.raises(HouseError, match="not yours"):
            host.say(Person("Eve", frozenset()), "dj-wild", "hello")
