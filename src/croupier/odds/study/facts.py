"""The facts of a game: found on disk, or counted now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from croupier.odds.facts import store
from croupier.odds.facts.against import Against, against
from croupier.odds.pai_gow import settings as pai_gow
from croupier.odds.rounds.shapes import check_stud, full_deck, ranking_of, single_deck

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.pai_gow.settings import SettingTable


def stud_facts(rules: Rules) -> Against:
    """Facts of five cards against the dealer's, from disk or counted now."""
    ranking, cards = ranking_of(rules), single_deck(rules)
    check_stud(rules)

    def count() -> Mapping[str, NDArray[Any]]:
        return against(ranking, cards, progress=store.progress("every hand against the dealer's")).to_arrays()

    key = store.key("against", ranking, cards)
    return _remembered(key, lambda: Against.from_arrays(store.kept(key, count, cards=cards)))


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
