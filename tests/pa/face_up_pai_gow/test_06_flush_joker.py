"""§ 688a.6(a) and (b)(6): which rank the joker is in a flush that has the ace already, read either way."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import cards
from tests.support import one_seat, provision, rules_of

PLAYER, SETTING = "As Jk 9s 8s 2s 7c 4d", {"high": "As Jk 9s 8s 2s", "low": "7c 4d"}
DEALER = "Ah Kh 9h 8h 3h 6c 5d"  # the flush behind, six-five in front


@provision("688a.6(b)(6)")
@pytest.mark.parametrize(("reading", "result"), [(None, "push"), ("highest-missing", "push"), ("second-ace", "win")])
def test_the_reading_decides_a_round(reading, result):
    rules = rules_of("face-up-pai-gow", readings={"flush-joker": reading} if reading else {})
    line = one_seat(rules, PLAYER, {"pai-gow": "10"}, SETTING, dealer=DEALER)["pai-gow"]
    assert line.result == result  # A K 9 8 2, or A A 9 8 2, against A K 9 8 3
    assert "flush-joker" in {one.key for one in line.readings}
    without = one_seat(rules, PLAYER.replace("Jk", "Kc"), {"pai-gow": "10"}, "house-way", dealer=DEALER)["pai-gow"]
    assert not without.readings


@provision("688a.6(b)(6)")
def test_a_second_ace_beats_every_flush_without_it():
    ranking: Any = rules_of("face-up-pai-gow", readings={"flush-joker": "second-ace"}).ranking
    hand = ranking.rank(cards("As Jk 7s 3s 2s"))
    assert hand > ranking.rank(cards("Ah Kh Qh Jh 9h"))
    assert ranking.rank(cards("Ks 9s 6s 3s Jk")) == ranking.rank(cards("Ah Kh 9h 6h 3h"))
    assert ranking.category(ranking.rank(cards("As Ks Qs Js Jk"))).name == "royal-flush"
    assert ranking.category(ranking.rank(cards("As Jk 4s 3s 2s"))).name == "straight-flush"
