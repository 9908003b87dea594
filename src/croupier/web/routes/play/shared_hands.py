"""A hand that a player shares: a page for anyone who has its link, with a picture for previews of it.

A link that never was and one that was taken back are answered alike.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from html import escape
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Request, Response
from msgspec import UNSET
from msgspec.structs import replace

from croupier.house.screens.player.payloads import Replay
from croupier.house.screens.player.replay import outcome
from croupier.language import translate
from croupier.web.http.compression import packed
from croupier.web.http.files import static
from croupier.web.routes.play.share_picture import HEIGHT, WIDTH, picture

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.screens.player.play_record import PlayRecord
    from croupier.web.http.limits.bounded_work import BoundedWork

PICTURES = 64
"""Pictures that are kept."""
HEAD = """\
<meta name="robots" content="noindex">
<meta name="description" content="[description]">
<meta property="og:type" content="article">
<meta property="og:site_name" content="croupier">
<meta property="og:title" content="[headline]">
<meta property="og:description" content="[description]">
<meta property="og:url" content="[address]">
<meta property="og:image" content="[image]">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="[width]">
<meta property="og:image:height" content="[height]">
<meta property="og:image:alt" content="[alt]">
<meta name="twitter:card" content="summary_large_image">
"""
"""What a preview reads of the page; the blanks stand in brackets."""
_BLANK = re.compile(rb"\[(\w+)\]")
HEADERS = {"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}


def routes(app: FastAPI, _: Desk) -> None:
    """Its routes; open to everyone, within the budget of an address."""
    work: BoundedWork = app.state.work
    book: PlayRecord = app.state.play_book
    kept: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()

    def drawn(token: str) -> bytes:
        replay = book.shared(token)
        key = (replay.table, replay.round, replay.seat, replay.name, replay.whole)
        if (made := kept.get(key)) is None:
            made = kept[key] = picture(replay)
            while len(kept) > PICTURES:
                kept.popitem(last=False)
        return made

    @app.get("/api/shared/{token}")
    async def shared(request: Request, token: str) -> Annotated[Response, Replay]:
        """A shared hand step by step; nobody is named but the player who shared it, if they wanted it so."""
        replay = await work.run(request, lambda: book.shared(token))
        return packed(request, replace(replay, table=UNSET))

    @app.get("/shared/{token}", include_in_schema=False)
    async def page(request: Request, token: str) -> Response:
        replay = await work.run(request, lambda: book.shared(token))
        data = static.working_page(request, "replay", "[headline]", HEAD)
        site = app.state.site(request)
        here = f"{site}/shared/{token}"
        filled = {
            "headline": translate(headline(replay)),
            "description": translate(described(replay)),
            "address": here,
            "image": f"{here}/picture.png",
            "alt": translate(described(replay)),
            "width": str(WIDTH),
            "height": str(HEIGHT),
        }
        # all at once: a name may have brackets
        data = _BLANK.sub(lambda blank: escape(filled[blank[1].decode()]).encode(), data)
        return Response(data, media_type=static.FILE_TYPES[".html"], headers=HEADERS)

    @app.get("/shared/{token}/picture.png", include_in_schema=False)
    async def image(request: Request, token: str) -> Response:
        made = await work.run(request, lambda: drawn(token), slow=True)
        return Response(made, media_type="image/png", headers=HEADERS)


def headline(replay: Replay) -> str:
    """``Seat 3 won $103.00 with four nines``."""
    return f"{replay.name or f'Seat {replay.seat}'} {outcome(replay)}"


def described(replay: Replay) -> str:
    """The round in a sentence for a preview."""
    dealer = f" The dealer had {replay.dealer}." if replay.dealer else ""
    return f"{replay.title}, round {replay.round:,}, {replay.chapter}.{dealer} Step by step, each with its reason."
