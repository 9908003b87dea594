"""Which address asks, and whose word is taken for it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from starlette.requests import cookie_parser

from croupier.errors import BadText

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv4Network, IPv6Network

    from starlette.types import Scope

LOOPBACK = "loopback"
_LOOPBACK = ("127.0.0.0/8", "::1/128")


class Proxies:
    """Whose word is taken for a client's address: nobody's, unless told.

    >>> Proxies("10.0.0.0/24").client("10.0.0.7", "203.0.113.9, 10.0.0.8")
    '203.0.113.9'
    >>> Proxies("").client("127.0.0.1", "203.0.113.9")
    '127.0.0.1'
    """

    def __init__(self, written: str = "") -> None:
        self._trusted: list[IPv4Network | IPv6Network] = []
        for part in filter(None, (part.strip() for part in written.split(","))):
            for text in _LOOPBACK if part == LOOPBACK else (part,):
                try:
                    self._trusted.append(ip_network(text))
                except ValueError:
                    raise BadText(f"{part!r} is neither loopback nor an address or network", field="proxy") from None

    def __bool__(self) -> bool:
        return bool(self._trusted)

    def client(self, peer: str, forwarded: str) -> str:
        """The address that asks: the last one named that is not a proxy of ours."""
        asks = peer
        for text in reversed([*forwarded.split(","), peer]):
            found = _address(text.strip())
            if found is None:
                break
            asks = str(found)
            if not any(found in network for network in self._trusted if network.version == found.version):
                break
        return asks


@lru_cache(4096)
def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def is_loopback(address: str) -> bool:
    """Whether an address is of this machine."""
    found = _address(address)
    return found is not None and found.is_loopback


def who(scope: Scope, proxies: Proxies) -> str:
    """The address that a request or socket comes from."""
    client = scope.get("client")
    return proxies.client(client[0] if client else "", header(scope, b"x-forwarded-for"))


def header(scope: Scope, name: bytes) -> str:
    """All of a header's values, or nothing."""
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def cookie(scope: Scope, wanted: str) -> str:
    """What a cookie says, as every route reads it; empty without one. Of two with the same name the last counts: who
    limits somebody must not know them by another than who lets them in."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        if name == b"cookie":
            found |= cookie_parser(value.decode("latin-1"))
    return found.get(wanted, "")


@lru_cache(4096)
def shared(address: str) -> str:
    """What one customer of a network holds: an IPv4 address, or the first half of an IPv6 one."""
    found = _address(address)
    return str(ip_network(f"{found}/64", strict=False)) if isinstance(found, IPv6Address) else address
