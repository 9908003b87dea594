"""The readers as a pytest plug-in: ``pytest_plugins = ["croupier.testing.plugin"]`` in a ``conftest.py``.

A test that takes `reader` runs once for each reader of each edition of the games named by ``croupier_games`` in the
configuration (``[tool.pytest.ini_options]``), or, if none is named, of the packages that are installed:

    def test_readers(reader):
        reader()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.games import EDITIONS, editions, open_game
from croupier.testing import READERS, check

if TYPE_CHECKING:
    from collections.abc import Callable


def pytest_addoption(parser: pytest.Parser) -> None:
    """The setting that names the games."""
    parser.addini("croupier_games", "ids of the games whose readers are tried", type="args", default=[])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test for each reader of each edition."""
    if "reader" not in metafunc.fixturenames:
        return
    wanted = metafunc.config.getini("croupier_games") or [id_ for id_ in editions() if id_ not in EDITIONS]
    params = [
        pytest.param((game, edition, name), id=f"{game}-{edition}-{name}")
        for game in wanted
        for edition in editions()[game]
        for name in READERS
    ]
    metafunc.parametrize("reader", params, indirect=True)


@pytest.fixture
def reader(request: pytest.FixtureRequest) -> Callable[[], None]:
    """Tries one reader; the test fails with what is missing."""
    game, edition, name = request.param

    def run() -> None:
        found = check(open_game(game, edition), [name])[name]
        if not found.works:
            pytest.fail(f"{name}: {found.missing}", pytrace=False)

    return run
