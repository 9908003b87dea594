from __future__ import annotations

import pytest

from tests.outside.installed import EXAMPLES, lay_out, on_path


@pytest.fixture(scope="package")
def examples(tmp_path_factory):
    """Every worked example, installed."""
    folder = tmp_path_factory.mktemp("outside")
    for package in sorted(EXAMPLES.iterdir()):
        lay_out(folder, package)
    with on_path(folder):
        yield folder
