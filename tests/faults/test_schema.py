"""No request, however wrong, is answered with a fault of the server."""

from __future__ import annotations

import asyncio

import httpx

from tests.faults.schema import fuzzed
from tests.house.floor import a_house, served

TABLE = "/api/tables/dj-wild"
NASTY = (
    ("POST", "/api/session", rb'{"name":"\ud800","password":"x"}'),
    ("POST", "/api/session", rb'{"name":"Ann","password":"\ud800"}'),
    ("POST", "/api/session", rb'{"name":"\u0000","password":"y"}'),
    ("POST", "/api/session", rb'{"name":["\ud800"],"password":"\ud800"}'),
    ("POST", "/api/session", b'{"name":NaN,"password":"x"}'),
    ("POST", "/api/guest", rb'{"name":"\ud800"}'),
    ("POST", "/api/guest", b'{"name":NaN}'),
    ("POST", "/api/guest", b'{"name":' + b"[" * 5000),
    ("POST", f"{TABLE}/commands", rb'{"command":"sit","player":"\ud800","seat":1}'),
    ("POST", f"{TABLE}/commands", b'{"command":"sit","player":NaN,"seat":1}'),
    ("POST", f"{TABLE}/commands", b'{"command":"perform","step":"cut","value":' + b"1" * 5000 + b"}"),
    ("POST", f"{TABLE}/seat", b'{"seat":' + b"9" * 4000 + b',"amount":5}'),
    ("POST", f"{TABLE}/seat", b'{"seat":1e400,"amount":5}'),
    ("POST", f"{TABLE}/draft", rb'{"do":"\ud800"}'),
    ("POST", f"{TABLE}/setting", b'{"low":[99999999999999999999999]}'),
    ("POST", "/api/administrator", rb'{"token":"\ud800","name":"\ud800","password":"x"}'),
    ("POST", "/api/post", rb'{"role":"\ud800"}'),
    ("GET", f"{TABLE}/rounds/18017319209108166934528", b""),
    ("GET", f"{TABLE}/rounds/4294967296/why", b""),
    ("GET", "/api/rounds?before=18017319209108166934528", b""),
    ("GET", "/api/history?before=1&table=%00", b""),
    ("GET", "/api/tables/%00", b""),
    ("GET", "/api/tables/%ff/rules", b""),
    ("GET", f"{TABLE}/provision?cite=%00%ed%a0%80", b""),
    ("GET", "/pages/%00", b""),
)


def test_no_request_is_the_servers_fault(quick):
    statuses, faults = asyncio.run(fuzzed(quick / "h.db", each=1))
    assert faults == []
    assert statuses.total() > 300
    assert {200, 401, 403, 404, 409, 422} <= set(statuses)


async def test_numbers_and_letters_that_are_none(url):
    async with a_house(url, "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        headers = {"Content-Type": "application/json", "Idempotency-Key": "k", "Cookie": f"croupier={client.token}"}
        before = house.keeper("dj-wild").stored
        async with httpx.AsyncClient(base_url=at.url, headers=headers) as raw:
            for method, path, body in NASTY:
                reply = await raw.request(method, path, content=body)
                raw.cookies.clear()
                assert reply.status_code < 500, (method, path, body[:60], reply.text)
                assert reply.status_code >= 400 or path.startswith("/api/history")
        assert house.keeper("dj-wild").stored == before
