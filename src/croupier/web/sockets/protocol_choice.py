"""Which protocol serves sockets: the direct one where it is known to fit the installed server, else uvicorn's own."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal, cast, get_args

from croupier.web.http.connections.uvicorn_fit import asked_for, lacking, untested

if TYPE_CHECKING:
    import asyncio

SocketKind = Literal["direct", "stock"]
VARIABLE = "CROUPIER_SOCKETS"
"""The environment variable that chooses: direct, which is the default, or stock."""
STOCK = "websockets-sansio"
"""uvicorn's own protocol, by the name it has there."""
TESTED = {"uvicorn": ((0, 50), (0, 60)), "websockets": ((15, 0), (18, 0))}
"""The versions that the direct protocol was written for: from, and before."""
METHODS = frozenset(
    {"data_received", "handle_connect", "handle_cont", "handle_parser_exception", "handle_ping", "handle_pong"}
    | {"resume_writing", "send_receive_event_to_app"}
)
FIELDS = frozenset({"close_sent", "conn", "curr_msg_data_type", "frames", "loop", "transport", "writable"})
"""What the direct protocol overrides and uses of uvicorn's."""

_LOG = logging.getLogger("croupier.web")


def socket_protocol(kind: SocketKind | None = None) -> type[asyncio.Protocol] | str:
    """What uvicorn's setting `ws` is to be. Without a direct protocol that fits it is the stock one, and the log says
    why."""
    if (kind or cast("SocketKind", asked_for(VARIABLE, get_args(SocketKind)))) == "stock":
        return STOCK
    if why := misfit():
        _LOG.warning("sockets are served by uvicorn's own protocol, which takes more time: %s", why)
        return STOCK
    from croupier.web.sockets.direct_protocol import DirectProtocol  # noqa: PLC0415 - only where it fits

    return DirectProtocol


def misfit() -> str:
    """Why the direct protocol does not fit the installed server; empty if it does."""
    if why := untested(TESTED):
        return why
    try:
        from uvicorn.protocols.websockets.websockets_sansio_impl import (  # noqa: PLC0415 - it may not be there
            WebSocketsSansIOProtocol as Stock,
        )
        from websockets.frames import apply_mask  # type: ignore[attr-defined] # noqa: F401, PLC0415
    except ImportError as error:
        return str(error)
    return lacking(Stock, METHODS, FIELDS)
