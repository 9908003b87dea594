"""One case, and only one: how a wager is decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from croupier.errors import Conflict, Gap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.kit.pays import Pay
    from croupier.law import Cite, Reading

S = TypeVar("S")


class Then(Enum):
    """What a case does with the stake. PAY follows the paytable row, which may itself say push or loss; HALF
    forfeits half of it, the odd cent with it."""

    PAY = "pay"
    PUSH = "push"
    LOSE = "lose"
    FORFEIT = "forfeit"
    HALF = "half"


@dataclass(frozen=True)
class Case(Generic[S]):
    """A provision, the showdowns it speaks of, and what it does with the wager.

    `when` sees the showdown and the selected paytable's pay for it (None if the table has no such row). A gap
    in the text is closed by a case that cites its `reading`, never by an "otherwise".
    """

    cite: Cite
    when: Callable[[S, Pay | None], bool]
    then: Then
    reading: Reading | None = None

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Its reading, if it has one."""
        return () if self.reading is None else (self.reading,)


def decide(cases: Sequence[Case[S]], showdown: S, pay: Pay | None) -> Case[S]:
    """The one case that holds; `Gap` if none does, `Conflict` if two do."""
    holding = [case for case in cases if case.when(showdown, pay)]
    if len(holding) == 1:
        return holding[0]
    if holding:
        raise Conflict(f"{' and '.join(str(case.cite) for case in holding)} both decide {showdown}")
    raise Gap(f"none of {', '.join(str(case.cite) for case in cases)} decides {showdown}")
