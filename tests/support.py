"""What every test of the book uses."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from croupier import describe, open_game, settle
from croupier.game.template import completed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier import Line, Rules, Settlement
    from croupier.law.coverage import Held


INDEPENDENT = Path(__file__).parents[1] / "examples" / "verify_cards.py"


@cache
def independent() -> Any:
    """The verifier that has nothing of ours in it, as a module."""
    spec = importlib.util.spec_from_file_location("verify_cards", INDEPENDENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def provision(*cites: str, held: Held | None = None) -> pytest.MarkDecorator:
    """Mark a test with the provisions it executes: ``687a.11(b)(2)``, ``MA 9(d)(1)``. How it holds them is seen while
    it runs (`tests.witness`); `held` says it where no line, event or refusal cites them."""
    return pytest.mark.provision(*cites, **({} if held is None else {"held": held}))


def won(*cites: str) -> pytest.MarkDecorator:
    """Mark hands with the provisions that rank them, where a wager is settled on each: what is paid depends on it."""
    return provision(*cites, held="outcome")


def rules_of(
    game: str,
    submission: dict[str, Any] | None = None,
    *,
    edition: str | None = None,
    readings: dict[str, Any] | None = None,
) -> Rules:
    return open_game(game, edition).rules(submission or {}, readings)


def table_rules(
    game: str,
    submission: Mapping[str, Any] | None = None,
    *,
    edition: str | None = None,
    readings: Mapping[str, Any] | None = None,
) -> Rules:
    """Rules that a table opens under: whatever must be specified and is not is as in a new submission."""
    chapter = open_game(game, edition)
    return chapter.rules(completed(chapter, submission or {}), readings)


def settled(rules: Rules, seats: dict[str, dict[str, Any]], **places: Any) -> Settlement:
    """Settle a round told as the contract tells it; ``all_six`` stands for ``all-six``."""
    told = {"seats": seats, **{name.replace("_", "-"): value for name, value in places.items()}}
    return settle(rules, describe(rules, told))


def one_seat(
    rules: Rules,
    cards: str,
    wagers: dict[str, str],
    *decisions: Any,
    **places: Any,
) -> dict[str, Line]:
    """Settle a round with one player in seat 1 and give the lines by wager."""
    done = settled(rules, {"1": {"cards": cards, "wagers": wagers, "decisions": list(decisions)}}, **places)
    return {line.wager: line for line in done.seats[1].lines}


def plain(told: Any) -> Any:
    """A payload as data, by the names that travel."""
    return msgspec.to_builtins(told)
