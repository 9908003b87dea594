"""The facts of a game: found on disk, or counted now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from croupier.odds import pai_gow, points, purity, store
from croupier.odds.against import Against, against
from croupier.odds.shapes import check_points, check_streets, check_stud, full_deck, ranking_of, single_deck
from croupier.odds.streets import StreetFacts, led, street_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.pai_gow import SettingTable


def stud_facts(rules: Rules) -> Against:
    """Facts of five cards against the dealer's, from disk or counted now."""
    ranking, cards = ranking_of(rules), single_deck(rules)
    check_stud(rules)

    def count() -> Mapping[str, NDArray[Any]]:
        return against(ranking, cards, progress=store.progress("every hand against the dealer's")).to_arrays()

    key = store.key("against", ranking, cards)
    facts = _remembered(key, lambda: Against.from_arrays(store.kept(key, count, cards=cards)))
    purity.check_stud(rules, facts)
    return facts


def ladder_facts(rules: Rules) -> StreetFacts:
    """Facts of every street, from disk or counted now."""
    ranking, cards, hole = ranking_of(rules), single_deck(rules), rules.game.hand_size
    community = check_streets(rules)

    def count() -> Mapping[str, NDArray[Any]]:
        tell = store.progress("how every street can end")
        return street_facts(ranking, hole=hole, community=community, cards=cards, progress=tell).to_arrays()

    key = store.key("streets", ranking, cards, hole, community, led(ranking))
    facts = _remembered(key, lambda: StreetFacts.from_arrays(store.kept(key, count, cards=cards)))
    purity.check_streets(rules, facts)
    return facts


def points_plan(rules: Rules) -> dict[int, dict[str, int]]:
    """What every decision is worth for every first card of a point count."""
    check_points(rules)
    purity.check_points(rules)
    return points.plan(rules)


def setting_table(rules: Rules) -> SettingTable:
    """Every legal setting of every dealer's hand with what it wins and loses, from disk or counted now."""
    ranking, cards = ranking_of(rules), full_deck(rules)

    def count() -> Mapping[str, NDArray[Any]]:
        return pai_gow.table(ranking, progress=store.progress("every setting of every dealer's hand")).arrays()

    return pai_gow.restored(ranking, store.kept(store.key("settings", ranking, cards), count, cards=cards))


F = TypeVar("F")
_FACTS: dict[tuple[object, str], Any] = {}
REMEMBERED = 4
"""Facts kept in memory: 5 to 42 megabytes each."""


def _remembered(key: str, read: Callable[[], F]) -> F:
    """Facts read once while others ask for them again; the folder is part of what is asked."""
    where = (store.place(), key)
    found: F | None = _FACTS.get(where)
    if found is None:
        found = read()
        if len(_FACTS) >= REMEMBERED:
            _FACTS.pop(next(iter(_FACTS)), None)
        _FACTS[where] = found
    store.note(key)
    return found
