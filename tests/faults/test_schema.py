"""No request, however wrong, is answered with a fault of the server."""

from __future__ import annotations

import asyncio

from tests.faults.schema import fuzzed


def test_no_request_is_the_servers_fault(quick):
    statuses, faults = asyncio.run(fuzzed(quick / "h.db", each=5))
    assert faults == []
    assert statuses.total() > 700
    assert {200, 401, 403, 404, 409, 422} <= set(statuses)
