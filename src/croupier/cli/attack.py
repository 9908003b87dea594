"""``croupier attack``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import SubmissionError

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.odds.vulnerability.card_counting import Count, Counted
    from croupier.odds.vulnerability.shared_or_flashed import Advantage

DEPTHS = (0.25, 0.5, 0.65, 0.75, 0.85)


def attack(
    game: GAME,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="share-6", help="One kind of knowledge alone; without it, every kind."),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", help="Deals to judge shared and flashed cards by.")] = 500,
    shoes: Annotated[int, typer.Option("--shoes", help="Shoes to judge counting by.")] = 500,
    depth: Annotated[
        list[float] | None, typer.Option("--depth", help="The part of the shoe dealt before the cut card. Repeatable.")
    ] = None,
    players: Annotated[int, typer.Option("--players", help="Players at a table dealt from a shoe.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="Draw the same deals again.")] = 1,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """What a game is worth to who knows more cards: seats that share theirs, a flashed card, a count of a shoe.

    What the usual play comes to is exact; what knowing adds is judged by deals whose every end is listed, with its
    standard error beside it.

    Example: croupier attack dj-wild --kind share-6 --deals 1000
    """
    from croupier.cli import show
    from croupier.cli.deal import house_choice
    from croupier.cli.options import rules_from

    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of, default=house_choice)
    payload: dict[str, Any] = {
        "game": rules.game.id,
        "edition": rules.game.edition,
        "seed": seed,
        "generator": "Philox",
    }
    if rules.game.deck.copies > 1:
        if kind not in {None, "count"}:
            raise SubmissionError(f"{kind!r} is nothing to know at {rules.game.name}; count", field="--kind")
        counts, found = _count(rules, tuple(depth or DEPTHS), shoes, players, seed)
        if json:
            show.as_json(payload | _shoe_told(counts, found, shoes, players))
            return
        show.heading(
            f"{show.named(rules.game)}: a counted shoe, {players} at the table, "
            f"{shoes:,} shoes drawn (Philox, key {seed})"
        )
        _print_shoe(rules, counts, found)
        return
    advantages = _known(rules, kind, deals, seed)
    if json:
        show.as_json(
            payload | {"strategy": "main-alone", "kinds": {one.knowledge.id: _told(one) for one in advantages}}
        )
        return
    show.heading(
        f"{show.named(rules.game)}: the main game to who knows more, {deals:,} deals drawn (Philox, key {seed})"
    )
    rows = [
        (
            one.knowledge.id, one.knowledge.words, f"{100 * one.ev:+.3f}% ± {100 * one.standard_error:.3f}",
            f"{100 * one.different:.1f}%", f"{100 * one.ev:+.2f}",
        )
        for one in advantages
    ]  # fmt: skip
    show.table(("kind", "what is known", "player's edge", "plays otherwise", "antes in 100 rounds"), rows)
    show.say(f"Usual play: {100 * float(advantages[0].usual):+.4f}% exactly. ± is one standard error.")
    for against in dict.fromkeys(one.knowledge.against for one in advantages):
        ids = ", ".join(one.knowledge.id for one in advantages if one.knowledge.against == against)
        show.say(f"Against {ids}: {against}.")


def _known(rules: Rules, kind: str | None, deals: int, seed: int) -> list[Advantage]:
    from croupier.cli import show
    from croupier.odds.study.study import solve
    from croupier.odds.vulnerability.shared_or_flashed import advantage, kinds_of

    with show.waiting(f"counting {rules.game.name}"):
        study = solve(rules)
        kinds = {one.id: one for one in kinds_of(study)}
        if kind is not None and kind not in kinds:
            raise SubmissionError(
                f"{kind!r} is nothing to know at {rules.game.name}; {', '.join(kinds)}", field="--kind"
            )
        wanted = list(kinds.values()) if kind is None else [kinds[kind]]
        return [advantage(study, one, deals, seed) for one in wanted]


def _told(one: Advantage) -> dict[str, Any]:
    from croupier.odds.figures.analysis import exact

    return {
        "known": one.knowledge.words,
        "usual-ev": exact(one.usual),
        "ev": one.ev,
        "added": one.added,
        "standard-error": one.standard_error,
        "plays-otherwise": one.different,
        "per-100-rounds": 100 * one.ev,
        "deals": one.deals,
        "method": "sampled deals, each listed whole",
        "against": one.knowledge.against,
    }


def _count(
    rules: Rules, depths: tuple[float, ...], shoes: int, players: int, seed: int
) -> tuple[dict[str, Count], list[Counted]]:
    from croupier.cli import show
    from croupier.odds.vulnerability.card_counting import counted, shoe_of

    with show.waiting(f"dealing shoes of {rules.game.name}"):
        return counted(shoe_of(rules), depths, shoes=shoes, players=players, seed=seed)


def _shoe_told(counts: dict[str, Count], found: list[Counted], shoes: int, players: int) -> dict[str, Any]:
    by: dict[str, Any] = {}
    for name, count in counts.items():
        by[name] = {
            "count": list(count.tags),
            "fit": count.fit,
            "depths": {
                f"{one.depth:g}": {
                    "rounds": one.rounds, "favourable": one.favourable, "when-favourable": one.when_favourable,
                    "best": one.best, "perfect": one.perfect, "perfect-standard-error": one.perfect_error,
                    "by-count": one.by_count, "by-count-standard-error": one.by_count_error,
                }
                for one in found
                if one.wager == name
            },
        }  # fmt: skip
    return {"shoes": shoes, "players": players, "method": "sampled shoes, each round's value exact", "wagers": by}


def _print_shoe(rules: Rules, counts: dict[str, Count], found: list[Counted]) -> None:
    from croupier.cli import show
    from croupier.kit.cards import RANKS

    for name, count in counts.items():
        rows = [
            (
                f"{one.depth:.0%}", f"{100 * one.favourable:.1f}%", f"{100 * one.when_favourable:+.2f}%",
                f"{100 * one.best:+.1f}%", f"{100 * one.perfect:.3f} ± {100 * one.perfect_error:.3f}",
                f"{100 * one.by_count:.3f} ± {100 * one.by_count_error:.3f}",
            )
            for one in found
            if one.wager == name
        ]  # fmt: skip
        heads = (
            "dealt",
            "rounds in favour",
            "edge then",
            "best seen",
            "units in 100, perfect",
            "units in 100, by count",
        )
        side = rules.game.wager(name)
        show.table(heads, rows, title="Main game" if side is None else side.name)
        tags = ", ".join(f"{rank} {tag:+d}" for rank, tag in zip(RANKS, count.tags, strict=True))
        show.say(f"The count for it, seen cards added up: {tags} (fit {count.fit:.3f}).")
    show.say(
        "Units are wagered in favourable rounds alone. Against it: a cut card that leaves more cards behind (the first "
        "column), a continuous shuffler, no entry in mid-shoe, and a watch on wagers that follow the count."
    )
