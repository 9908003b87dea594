from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def facts_of_their_own(tmp_path_factory):
    """The tests count their own facts and leave the user's alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE", str(tmp_path_factory.mktemp("facts")))
        yield
