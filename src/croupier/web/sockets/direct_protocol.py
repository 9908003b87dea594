"""A websocket on uvicorn that its reader and writer may take over once it is open, without a queue and a task for each
frame. It leans on uvicorn's internals: `protocol_choice.py` says which versions it fits, and what is used elsewhere."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]

from croupier.web.sockets.transport import DIRECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from websockets.http11 import Request

TEXT, BINARY, CONTROL = 0x81, 0x82, frozenset({0x88, 0x89, 0x8A})
"""First bytes of frames: messages that are whole, and close, ping and pong."""
READ_PIECE = 4096
"""Bytes that are read at once: so long nobody else is heard."""
MESSAGES, BESIDE = 2000, 50
"""Messages that a connection may send a second, and frames beside them, pings and pieces: whoever is over a limit of
the house is told so, and whoever then goes on would be read all the same."""
BURST_SECONDS = 1.0
"""Seconds' worth of them that may come at once."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """A connection, and its `SocketTransport`.

    `read` gets the bytes of every message; `drained` is called when more may be written after `is_writable` was not so.
    Whole messages are read here, and whatever else there is by the protocol itself, which ends the connection of
    whoever breaks its rules. So is that of whoever sends frames without end.
    """

    read: Callable[[bytes], None] | None = None
    drained: Callable[[], None] | None = None
    _came = 0
    _plain = True
    _left = bytearray()
    _ahead = 0.0

    def take(self, read: Callable[[bytes], None], drained: Callable[[], None]) -> None:
        """Give messages to `read` from now on, and no longer to `WebSocket.receive`."""
        self.read, self.drained = read, drained
        self._plain = self._came == 1  # the request, and nothing of a frame yet
        self._left = bytearray()

    def let_go(self) -> None:
        """Give messages to `WebSocket.receive` again."""
        self.read = self.drained = None

    @property
    def is_writable(self) -> bool:
        """Whether the transport's buffer has room."""
        return self.writable.is_set()

    def pause_reading(self) -> None:
        """Take no more bytes for now."""
        self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Take bytes again."""
        self.transport.resume_reading()

    async def flush(self) -> None:
        """Nothing waits here: what is put is written in its order."""

    async def readable(self) -> None:
        """`pause_reading` holds the bytes themselves back."""

    def abort(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        """Put the transport into the scope, where the app finds it."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Read bytes, piece by piece, until the connection closes."""
        self._came += 1
        for start in range(0, len(data), READ_PIECE):
            if not self.transport.is_closing():
                self._piece(data[start : start + READ_PIECE])

    def _piece(self, data: bytes) -> None:
        if self.read is None or not self._plain:
            super().data_received(self._rest() + data)
            return
        self._left += data
        while self._plain and self.read is not None and (found := _frame(self._left)):
            kind, start, end = found
            frame = bytes(self._left[:end])
            del self._left[:end]
            if kind in {TEXT, BINARY} and not self.close_sent:
                self._message(apply_mask(frame[start:], frame[start - 4 : start]), text=kind == TEXT)
            elif kind in CONTROL:
                super().data_received(frame)
            else:
                self._plain = False
                self._left[:0] = frame
        if self._left and (self.read is None or not self._plain):
            super().data_received(self._rest())

    def _rest(self) -> bytes:
        left, self._left = self._left, bytearray()
        return bytes(left)

    def handle_ping(self) -> None:
        """Answer a ping, if there were not too many."""
        if self._is_within(BESIDE):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, if there were not too many."""
        if self._is_within(BESIDE):
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take another fragment of a message, if there were not too many."""
        if self._is_within(BESIDE):
            super().handle_cont(event)

    def _is_within(self, limit: int) -> bool:
        """Whether another frame, of which so many may come a second, is none too many; else the connection ends."""
        now = self.loop.time()
        self._ahead = max(now, self._ahead) + 1 / limit
        if self._ahead - now > BURST_SECONDS:
            self.transport.abort()
        return not self.transport.is_closing()

    def send_receive_event_to_app(self) -> None:
        """Hand a message that is whole to `read`, or to the app's queue."""
        if self.read is None:
            if self._is_within(MESSAGES):
                super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._message(data, text=self.curr_msg_data_type == "text")

    def _message(self, data: bytes, *, text: bool) -> None:
        assert self.read is not None
        if not self._is_within(MESSAGES):
            return
        try:
            if text:
                data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self.read(data)

    def resume_writing(self) -> None:
        """Tell the writer that the transport's buffer has room again."""
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    def put(self, texts: Iterable[bytes]) -> None:
        """Write texts, a frame each."""
        if self.close_sent or self.transport.is_closing():
            return
        parts: list[bytes] = []
        for text in texts:
            size = len(text)
            if size < 126:
                head = b"\x81%c" % size
            elif size < 1 << 16:
                head = b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + size.to_bytes(8, "big")
            parts += (head, text)
        self.transport.writelines(parts)


def _frame(data: bytearray) -> tuple[int, int, int] | None:
    """A client's frame that is all there: its first byte, and where what it says begins and ends. The first byte is 0
    for a frame that is not masked or too long to be read here."""
    if len(data) < 2:  # its kind; a bit for the mask, and how long it is
        return None
    size, start = data[1] & 0x7F, 6
    if size == 127 or not data[1] & 0x80:
        return 0, 0, len(data)
    if size == 126:  # the next two bytes say
        size, start = int.from_bytes(data[2:4], "big"), 8
    return (data[0], start, start + size) if len(data) >= start + size else None
