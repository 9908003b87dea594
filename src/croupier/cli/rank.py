"""``croupier rank``."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, READINGS
from croupier.errors import CroupierError, IllegalAction


def rank(
    game: GAME,
    hands: Annotated[
        list[str],
        typer.Argument(metavar="CARDS...", help='Quoted five-card hands, or "-" for standard input.'),
    ],
    edition: EDITION = None,
    as_of: AS_OF = None,
    reading: READINGS = None,
    json: JSON = False,
) -> None:
    """Rank five-card hands against each other: name, natural or not, and place (1 is best, equals share).

    Example: croupier rank dj-wild "9s 9h 2c Ad Jk" "Ks Kd 7c 4h 3s"
    """
    from croupier.cli import show
    from croupier.cli.options import game_from, pairs, read_text
    from croupier.kit.cards import cards, write

    rules = game_from(game, edition, as_of).rules({}, pairs(reading, "--reading"))
    ranking = rules.ranking
    if ranking is None:
        raise IllegalAction(
            f"{rules.game.name} counts points and ranks no hands", field="game", cite=rules.game.law["3(d)"]
        )
    given = [line for hand in hands for line in (read_text("-").splitlines() if hand == "-" else [hand])]
    given = [hand for hand in given if hand.strip()]
    if not given:
        raise IllegalAction("no hand was given", field="cards")
    read = []
    for place, hand in enumerate(given, 1):
        try:
            held = cards(hand)
            if len(held) != ranking.size:
                raise IllegalAction(
                    f"{len(held)} cards given where a hand has {ranking.size}", cite=ranking.categories[0].cite
                )
            rules.game.deck.check([("", held)])
        except CroupierError as error:
            raise error.within(f"hand {place} ({hand.strip()})") from None
        read.append(held)
    worths = [ranking.rank(held) for held in read]
    order = {worth: place for place, worth in enumerate(sorted(set(worths), reverse=True), 1)}
    payload = [
        {
            "cards": write(held),
            "name": ranking.category(worth).name,
            "natural": ranking.is_natural(held),
            "place": order[worth],
            "text": ranking.text(worth),
            "cite": str(ranking.category(worth).cite),
        }
        for held, worth in zip(read, worths, strict=True)
    ]
    if json:
        show.as_json({"hands": payload})
        return
    rows = [(t["place"], t["cards"], t["text"], "natural" if t["natural"] else "wild", t["cite"]) for t in payload]
    show.table(("place", "cards", "hand", "", "by"), rows)
