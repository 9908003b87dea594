"""Which protocol serves HTTP: the one with time-outs where it is known to fit the installed server, else uvicorn's."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Literal, cast, get_args

from croupier.web.http.connections.uvicorn_fit import asked_for, lacking, untested

if TYPE_CHECKING:
    import asyncio

ConnectionKind = Literal["timed", "stock"]
CONNECTIONS = "CROUPIER_CONNECTIONS"
"""The environment variable that chooses: timed, which is the default, or stock."""
HEAD = 10.0
"""Seconds in which the headers of a request come, from the first byte on or from the connection's beginning."""
BODY = 20.0
"""Seconds in which its body comes; none is longer than 64 KiB."""
TAKES = 30.0
"""Seconds in which something of an answer is taken: whoever takes none of it would keep it in memory for good."""
UVICORNS = "auto"
"""uvicorn's own protocol, by the name it has there."""
FITTED = {"uvicorn": ((0, 50), (0, 60))}
"""The versions that the time-outs were written for: from, and before."""
OVERRIDDEN = frozenset({"connection_lost", "connection_made", "data_received", "resume_writing"})
USED_FIELDS = frozenset({"cycle", "headers", "transport"})
OF_A_REQUEST = frozenset({"more_body", "response_complete"})
"""What they override and use of uvicorn's protocol, and of what it holds of a request."""

_LOG = logging.getLogger("croupier.web")


def connection_protocol(
    head: float, body: float, takes: float, kind: ConnectionKind | None = None
) -> type[asyncio.Protocol] | str:
    """What uvicorn's setting `http` is to be, with so many seconds for the headers and the body of a request, and for
    something of an answer to be taken. Where the time-outs do not fit it is uvicorn's own, and the log says why."""
    if (kind or cast("ConnectionKind", asked_for(CONNECTIONS, get_args(ConnectionKind)))) == "stock":
        return UVICORNS
    if why := unfit():
        _LOG.warning("connections are served by uvicorn's own protocol, and slow ones are not closed: %s", why)
        return UVICORNS
    from croupier.web.http.connections.timeouts import patient  # noqa: PLC0415 - only where it fits

    return cast("type[asyncio.Protocol]", patient(head, body, takes))


def unfit() -> str:
    """Why the time-outs do not fit the installed server; empty if they do."""
    if why := untested(FITTED):
        return why
    try:
        from uvicorn.protocols.http.auto import AutoHTTPProtocol as Stock  # noqa: PLC0415 - it may not be there
    except ImportError as error:
        return str(error)
    request = getattr(sys.modules[Stock.__module__], "RequestResponseCycle", object)
    return lacking(Stock, OVERRIDDEN, USED_FIELDS) or lacking(request, (), OF_A_REQUEST)
