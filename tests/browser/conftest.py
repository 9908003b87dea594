from __future__ import annotations

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.floor import DESKTOP, Floor, Guest, chromium


@pytest.fixture(scope="session")
def floor(tmp_path_factory):
    made = Floor(tmp_path_factory.mktemp("house"))
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def chrome():
    """A browser for a file's tests. While it runs Playwright has an event loop in this thread, which other tests of the
    process could not share; so it does not stay for the session."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def guest(chrome, floor, request):
    """Makes people; at the end none of their browsers may have complained."""
    made: list[Guest] = []

    def make(name: str, size: tuple[int, int] = DESKTOP, **more):
        one = Guest(chrome, floor, f"{name} {request.node.name}"[:40].replace("/", "-").replace(":", "-"), size, **more)
        made.append(one)
        return one

    yield make
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.close()
    assert faults == []
