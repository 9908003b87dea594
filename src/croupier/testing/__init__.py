"""For whoever writes a game: does every reader of croupier work with it, and what is missing if not?

``croupier game check NAME`` prints it, and `croupier.testing.plugin` is the same as a pytest plug-in: with
``pytest_plugins = ["croupier.testing.plugin"]`` in the package's ``conftest.py``, every test with the argument `reader`
is run once for each reader of each edition.

>>> from croupier import open_game
>>> from croupier.testing import READERS, check
>>> list(READERS)[:5]
['settle', 'cases', 'rows', 'purity', 'exact']
>>> check(open_game("over-under"), ["cases", "sign", "layout"])
{'cases': Verdict(works=True, missing=None), 'sign': Verdict(works=True, missing=None), \
'layout': Verdict(works=True, missing=None)}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import CroupierError
from croupier.testing import at_the_house, at_the_table, by_the_book, by_the_numbers
from croupier.testing.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.game import Game

READERS: dict[str, Callable[[Game], None]] = {
    "settle": by_the_book.settle,
    "cases": by_the_book.cases,
    "rows": by_the_book.rows,
    "purity": by_the_numbers.purity,
    "exact": by_the_numbers.exact,
    "strategy": by_the_numbers.strategy,
    "sampling": by_the_numbers.sampling,
    "par": by_the_numbers.par,
    "table": at_the_table.table,
    "irregularities": at_the_table.irregularities,
    "journal": at_the_table.journal,
    "sign": by_the_book.sign,
    "layout": by_the_book.layout,
    "browser": at_the_house.browser,
    "coach": at_the_house.coach,
    "school": at_the_house.school,
    "coverage": by_the_book.coverage,
}
"""Each raises `Missing`, or whatever else went wrong."""


class Verdict(NamedTuple):
    """Whether a reader works, and what is missing if not."""

    works: bool
    missing: str | None


def check(game: Game, readers: Iterable[str] = tuple(READERS)) -> dict[str, Verdict]:
    """Try these readers on one edition of a game. Nothing that goes wrong is raised."""
    return {name: _tried(READERS[name], game) for name in readers}


def _tried(reader: Callable[[Game], None], game: Game) -> Verdict:
    try:
        reader(game)
    except (Missing, CroupierError) as error:
        return Verdict(works=False, missing=" ".join(str(error).split()))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code, whatever it does
        return Verdict(works=False, missing=f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": "))
    return Verdict(works=True, missing=None)
