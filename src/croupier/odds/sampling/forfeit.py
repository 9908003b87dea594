"""Side wagers that a fold takes with it, in sampled rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.odds.sides.forfeits import given_up

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from croupier.odds.sampling.deal import Dealt
    from croupier.odds.sampling.features import FeatureLook
    from croupier.odds.sampling.sides import SideLook

    Classes = NDArray[np.int64]


@dataclass(frozen=True)
class ForfeitLook:
    """A side wager that a fold takes with it: its own classes, given up or not as the main game is played."""

    look: SideLook
    main: FeatureLook

    @property
    def size(self) -> int:
        """Every class played on, and given up."""
        return 2 * self.look.size  # type: ignore[attr-defined,no-any-return]

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The wager's classes, and what the strategy says."""
        assert self.main.played is not None
        found: Classes = self.look.classes(dealt, seat) * 2  # type: ignore[attr-defined]
        return found + self.main.played.folds[self.main.ended(dealt, seat)]

    def nets(self, which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """The row as the wager sees it, settled."""
        (wager,), rules = self.look.wagers, self.look.rules
        sight = self.look.sight(wager, row[None], seat)
        return {wager.id: self.look.net(wager, given_up(rules, sight) if which % 2 else sight)}
