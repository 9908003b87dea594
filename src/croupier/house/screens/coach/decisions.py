"""A decision that a player is asked for, and the verdict on what was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.house.cloth.choices import decision_words
from croupier.house.screens.coach import payloads
from croupier.house.screens.coach.wording import (
    best_of,
    house_low,
    in_antes,
    low_words,
    money,
    price,
    says,
)
from croupier.kit.cards import cards, write
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules
    from croupier.house.tables.views.payloads import View
    from croupier.kit.payload import Json
    from croupier.odds.strategy.advice import Advice
    from croupier.table import events as e


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that is due, told as the strategy is asked for it, from a person's own view; `stakes` and `meters` are
    by wager, in cents. `short` are the actions that one has too few chips for."""

    seat: int
    round: int
    ante: int
    held: tuple[str, ...]
    told: Mapping[str, Any]
    stakes: Mapping[str, int]
    meters: Mapping[str, int]
    short: frozenset[str] = frozenset()

    def advice(self, rules: Rules, look: Any) -> Advice:  # noqa: ANN401 - as `lookup_jointly` gives it
        """What every action is worth, with what lies on the layout."""
        from croupier.odds.strategy.advice import read_state  # noqa: PLC0415 - numpy comes with it
        from croupier.odds.strategy.joint import Beside  # noqa: PLC0415 - as above

        found: Advice = look(read_state(rules, dict(self.told)), Beside(self.ante, self.stakes, self.meters))
        return found


def turn(rules: Rules, view: View, name: str) -> Turn | None:
    """What a person has to decide now, by the view this person is shown; None while nothing is asked of them."""
    due = view.due
    if due is None or due.step != "decide":
        return None
    for seat in due.waiting:
        found = view.seats[seat]
        if found is not None and found.player == name and found.yours:
            face_up = {place: [card for card in held if card] for place, held in view.places.items()}
            state: Json = {"cards": " ".join(found.cards), "decisions": list(found.decisions or ())}
            for place in ("community", "dealer"):
                if any(p.id == place for p in rules.game.places):
                    state[place] = " ".join(face_up.get(place, ()))
            stakes = dict(found.wagers)
            shown = {m.wager: view.meters[m.id] for m in meters(rules).values() if stakes.get(m.wager) == m.stake}
            ante, chips = stakes[rules.game.ante], view.chips
            options = [option for street in rules.game.streets for option in street.options]
            short = {option.id for option in options if chips is not None and option.times * ante > chips}
            return Turn(seat, view.round, ante, tuple(found.cards), state, stakes, shown, frozenset(short))
    return None


def judge(rules: Rules, decision: Turn, advice: Advice, event: e.Decided) -> payloads.Verdict:
    """A decision beside the best one that the player had the chips for, and what it cost; a foul setting costs what the
    worst action would."""
    chose = event.decision
    if event.low:
        chose = write(sorted(cards(" ".join(decision.held[i] for i in event.low)), reverse=True))
    elif chose == "house-way":
        chose = house_low(rules, decision.held)
    named = best_of(advice, decision.short)
    best = advice.actions[named]
    value = advice.actions.get(chose, min(advice.actions.values()))
    cost = (best - value) * decision.ante
    said = decision_words(event.decision) + (f", {low_words(chose)}" if chose != event.decision else "")
    top = next((says(rules, o) for s in rules.game.streets for o in s.options if o.id == named), "")
    if cost:
        words = f"{said}. {top or low_words(named).capitalize()} was best; your choice cost {price(cost)}."
    elif named != advice.best:
        words = f"{said}. Your chips allowed nothing better."
    else:
        words = f"{said}. No other choice was worth more."
    return payloads.Verdict(
        round=decision.round,
        chose=chose,
        best=named,
        words=words,
        right=not cost,
        late=event.late,
        cost=price(cost),
        antes=in_antes(-(best - value)) if cost else in_antes(cost),
        chose_dollars=money(value * decision.ante),
        best_dollars=money(best * decision.ante),
        cents=str(cost),
    )
