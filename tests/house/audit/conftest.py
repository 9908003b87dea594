"""What the tests of the audit share."""

from __future__ import annotations

import pytest

from tests.house.audit.office import an_office


@pytest.fixture
def office(tmp_path):
    return an_office(str(tmp_path / "h.db"))
