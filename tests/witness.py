"""How a provision is held, as seen while a test marked with it runs.

A provision is held by an *outcome* (a line of a settlement, a posting or a hand's name cites it), a *sign* (a sign or
layout shows it), a *sheet* (a submission is sent back that does not state what it asks for, a payout's document is made
out by it), a *refusal* (an error cites it) or a *step* (an event of the table or a deal cites it). Where the test shows
the provision at work without its cite, the mark says how, as in ``provision("687a.3(b)(3)", held="step")``, and the
test fails unless it leaves a trace of that kind at all.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from croupier.errors import Refusal
from croupier.game import rules
from croupier.game.settlement import Line
from croupier.game.sign import Sign
from croupier.kit.rankings import Ranking
from croupier.law.chapters import TEXTS
from croupier.law.coverage import HELD, held
from croupier.round import Deal
from croupier.table import events as e
from croupier.table.act import Act

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.law.coverage import Held

SHORT = {str(p.cite): p.cite.short for text in TEXTS for p in text.provisions.values()}
MONEY = (e.Settled, e.Voided, e.Unwound, e.Contributed, e.Claimed)


@dataclass(slots=True)
class Trace:
    """What a test has shown: the ways in which its own provisions are held, and the kinds of trace it left at all.
    `told` is what its marks say."""

    cites: frozenset[str]
    told: frozenset[tuple[str, Held]]
    seen: set[tuple[str, Held]] = field(default_factory=set)
    kinds: set[Held] = field(default_factory=set)

    def saw(self, how: Held, *found: object) -> None:
        """A trace that cites these."""
        self.kinds.add(how)
        for cite in found:
            short = None if cite is None else SHORT.get(str(cite))
            if short in self.cites:
                self.seen.add((short, how))

    def shown(self) -> set[tuple[str, Held]]:
        """Everything that this test shows of its provisions."""
        return self.seen | {(cite, how) for cite, how in self.told if how in self.kinds}

    def faults(self, nodeid: str) -> Iterable[str]:
        """What the marks or the shipped report say of this test, and it does not show."""
        shown = self.shown()
        for cite, how in sorted(self.told - shown):
            yield f"it is marked to hold {cite} by {how}, and leaves no trace of that kind"
        for cite, how in sorted(WITNESSES.get(nodeid, set()) - shown - self.told):
            yield f"held.tsv names it for {cite} held by {how}, and it does not show that: drop the line, `make book`"


def _witnesses() -> dict[str, set[tuple[str, Held]]]:
    found: dict[str, set[tuple[str, Held]]] = {}
    for cite, ways in held().items():
        for how, test in ways.items():
            found.setdefault(test, set()).add((cite, how))
    return found


WITNESSES = _witnesses()
"""What each test must show, by the report that ships."""


def trace_of(item: pytest.Item) -> Trace:
    """A trace for what the test is marked with."""
    marks = list(item.iter_markers("provision"))
    told = {(cite, mark.kwargs["held"]) for mark in marks if "held" in mark.kwargs for cite in mark.args}
    if wrong := {how for _, how in told} - set(HELD):
        raise pytest.UsageError(f"{item.nodeid} is marked as held by {sorted(wrong)}; {', '.join(HELD)}")
    return Trace(frozenset(cite for mark in marks for cite in mark.args), frozenset(told))


@contextmanager
def watching(trace: Trace) -> Iterator[None]:
    """Fill the trace with what happens meanwhile."""
    saw = trace.saw
    with pytest.MonkeyPatch.context() as patch:
        _made(patch, Refusal, lambda r: saw("refusal", r.cite))
        _made(patch, Line, lambda line: saw("outcome", line.cite, line.pays_cite, line.limited_by))
        patch.setattr(rules.Rules, "settled", property(lambda _: {}))  # no line is remembered: each is made
        _made(patch, Deal, lambda deal: saw("step", deal.cite))
        _made(patch, Sign, lambda s: saw("sign", s.posted, *(one.cite for one in (*s.inscriptions, *s.payouts))))
        if drawn := sys.modules.get("croupier.sheets.table_layout"):  # not imported for the many that draw nothing
            _made(patch, drawn.Layout, lambda s: saw("sign", *(area.cite for area in (*s.seat, *s.dealer))))
        _first(patch, Ranking, "rank", lambda: saw("outcome"))
        _after(patch, Ranking, "category", lambda _, category: saw("outcome", category.cite))
        missing = rules.missing
        patch.setattr(rules, "missing", lambda told: (_noted(saw, refusal) for refusal in missing(told)))
        _after(patch, Act, "emit", lambda act, _: saw(*_told(act.events[-1])))
        yield


def _noted(saw: Callable[..., None], refusal: Refusal) -> Refusal:
    saw("sheet", refusal.cite)
    return refusal


def _told(event: e.Event) -> tuple[Any, ...]:
    if isinstance(event, e.Performed) and event.step == "document":
        return ("sheet", event.cite)
    lines = [line.get(key) for line in getattr(event, "lines", ()) for key in ("cite", "pays-cite", "limited-by")]
    return ("outcome" if isinstance(event, MONEY) else "step", getattr(event, "cite", None), *lines)


def _made(patch: pytest.MonkeyPatch, kind: type, tell: Callable[[Any], None]) -> None:
    """Tell of every value of this kind as it is made."""
    _after(patch, kind, "__init__", lambda one, _: tell(one))


def _first(patch: pytest.MonkeyPatch, kind: type, method: str, tell: Callable[[], None]) -> None:
    """Tell of the first call of a method, and get out of the way of the others."""
    do = getattr(kind, method)

    def told(*args: object, **named: object) -> object:
        tell()
        setattr(kind, method, do)
        return do(*args, **named)

    patch.setattr(kind, method, told)


def _after(patch: pytest.MonkeyPatch, kind: type, method: str, tell: Callable[[Any, Any], None]) -> None:
    """Tell of every call of a method, with what it answered."""
    do = getattr(kind, method)

    def told(self: object, *args: object, **named: object) -> object:
        answer = do(self, *args, **named)
        tell(self, answer)
        return answer

    patch.setattr(kind, method, told)
