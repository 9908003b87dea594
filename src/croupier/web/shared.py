"""A hand that a player shares: a page for anyone who has its link, with a picture for previews of it.

A link that never was and one that was taken back are answered alike.
"""

from __future__ import annotations

from collections import OrderedDict
from html import escape
from typing import TYPE_CHECKING, Any

from fastapi import Request, Response

from croupier.house.player_replay import outcome
from croupier.web import static
from croupier.web.packed import packed
from croupier.web.share_picture import HEIGHT, WIDTH, picture

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.house.play_book import PlayBook
    from croupier.web.bounded_work import BoundedWork

PICTURES = 64
"""Pictures that are kept."""
HEADERS = {"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}


def routes(app: FastAPI, _: Desk) -> None:
    """Its routes; open to everyone, within the budget of an address."""
    work: BoundedWork = app.state.work
    book: PlayBook = app.state.play_book
    kept: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()

    def drawn(token: str) -> bytes:
        told = book.shared(token)
        key = (told["table"], told["round"], told["seat"], told["name"], told["whole"])
        if (made := kept.get(key)) is None:
            made = kept[key] = picture(told)
            while len(kept) > PICTURES:
                kept.popitem(last=False)
        return made

    @app.get("/api/shared/{token}")
    async def shared(request: Request, token: str) -> Response:
        """A shared hand step by step; nobody is named but the player who shared it, if they wanted it so."""
        told = await work.run(request, lambda: book.shared(token))
        return packed(request, {key: value for key, value in told.items() if key != "table"})

    @app.get("/shared/{token}", include_in_schema=False)
    async def page(request: Request, token: str) -> Response:
        told = await work.run(request, lambda: book.shared(token))
        data = static.shell(request, "shared.html")
        site = app.state.site(request)
        here = f"{site}/shared/{token}"
        filled = {
            "headline": headline(told), "description": described(told), "address": here,
            "image": f"{here}/picture.png", "alt": described(told), "width": str(WIDTH), "height": str(HEIGHT),
        }  # fmt: skip
        for blank, words in filled.items():
            data = data.replace(f"[{blank}]".encode(), escape(words).encode())
        return Response(data, media_type=static.TYPES[".html"], headers=HEADERS)

    @app.get("/shared/{token}/picture.png", include_in_schema=False)
    async def image(request: Request, token: str) -> Response:
        made = await work.run(request, lambda: drawn(token), slow=True)
        return Response(made, media_type="image/png", headers=HEADERS)


def headline(told: dict[str, Any]) -> str:
    """``Seat 3 won $103.00 with four nines``."""
    return f"{told['name'] or f'''Seat {told['seat']}'''} {outcome(told)}"


def described(told: dict[str, Any]) -> str:
    """The round in a sentence for a preview."""
    dealer = f" The dealer had {told['dealer']}." if told["dealer"] else ""
    return f"{told['title']}, round {told['round']:,}, {told['chapter']}.{dealer} Step by step, each with its reason."
