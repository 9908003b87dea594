"""Wagers a person has put together and not yet placed: kept by the house, so that no page adds up money by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from croupier.errors import CroupierError, HouseError
from croupier.game.played import place_wager
from croupier.house.cloth.felt import CHIPS, exact, label, pile
from croupier.house.screens.player import payloads
from croupier.kit.money import cents, dollars
from croupier.kit.payload import RequestBody
from croupier.table import Actor, PlaceWagers, step
from croupier.table.wagers import placings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules
    from croupier.table import Table

MAX_PILE = 100_000_000
"""No pile is higher than a million dollars."""
NOTHING_UNDONE = "there is nothing to undo"


class Change(RequestBody, frozen=True, forbid_unknown_fields=True):
    """What a person does to a draft: a chip on a spot or off it (without a `chip`, the topmost), an amount typed, the
    most that can be, a spot or all of it cleared, everything doubled, the last round's wagers again, the last change
    undone."""

    do: str
    wager: str = ""
    chip: int = 0
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """Piles by wager. `last` are those of the round before, to bet again; `before` what the piles were, change by
    change, as long as the server runs."""

    piles: Mapping[str, int]
    last: Mapping[str, int]
    before: tuple[Mapping[str, int], ...] = ()


EMPTY = Draft({}, {})


UNDONE = 40
"""Changes that can be undone one after the other."""
CHANGES = "add, take, type, empty, maximum, clear, double, rebet, undo"


def changed(rules: Rules, draft: Draft, change: Change, chips: int = MAX_PILE) -> Draft:
    """The draft of somebody with so many chips after a change."""
    if change.do == "undo":
        if not draft.before:
            raise HouseError(NOTHING_UNDONE, field="do")
        return replace(draft, piles=draft.before[-1], before=draft.before[:-1])
    piles = _piles(rules, draft, change, chips)
    if piles == draft.piles:
        return draft
    return replace(draft, piles=piles, before=(*draft.before, draft.piles)[-UNDONE:])


def _piles(rules: Rules, draft: Draft, change: Change, chips: int) -> dict[str, int]:
    """A wager that must equal another goes with it."""
    if change.do == "clear":
        return {}
    if change.do == "rebet":
        return dict(draft.last)
    if change.do == "double":
        if refused := _not_doubled(rules, draft.piles, chips):
            raise HouseError(refused, field="do")
        return doubled(rules, draft.piles)
    offered = {w.id: w for w in rules.offered() if w.is_placed}
    wager = offered.get(change.wager)
    if wager is None:
        raise HouseError(f"{label(rules, change.wager)} is not placed before the deal here", field="wager")
    target = wager.equals or wager.id
    now = draft.piles.get(target, 0)
    amount = (
        most(rules, draft.piles, target, chips) or now
        if change.do == "maximum"
        else _amount(rules, target, now, change)
    )
    if not 0 <= amount <= MAX_PILE:
        raise HouseError("a wager is between nothing and a million dollars", field="amount")
    piles = dict(draft.piles)
    for each in (target, *(w.id for w in offered.values() if w.equals == target)):
        piles.pop(each, None)
        if amount:
            piles[each] = amount
    return piles


def _amount(rules: Rules, wager: str, now: int, change: Change) -> int:
    progression = rules.tables[wager].progression
    if change.do == "type":
        try:
            return cents(change.amount.strip().removeprefix("$").replace(",", "") or "0")
        except CroupierError:
            raise HouseError("an amount is dollars, or dollars and cents: 12 or 12.50", field="amount") from None
    if change.do == "empty":
        return 0
    if progression is not None:  # a sensor takes one of its wagers, and the next press the next
        stakes = (0, *progression.wagers)
        steps = {"add": 1, "take": -1}.get(change.do)
        if steps is not None:
            return stakes[(stakes.index(now) + steps) % len(stakes)] if now in stakes else 0
    if change.do == "add":
        return now + max(change.chip, 0)
    if change.do == "take":
        return max(0, now - (change.chip if change.chip > 0 else _topmost(now)))
    raise HouseError(f"{change.do[:40]!r} is no change: {CHANGES}", field="do")


def _topmost(amount: int) -> int:
    """The chip that lies on top of a pile; what is less than a chip counts as one."""
    for chip in reversed(CHIPS):
        amount, top = amount % chip, min(chip, amount)
        if not amount:
            return top
    return amount


def doubled(rules: Rules, piles: Mapping[str, int]) -> dict[str, int]:
    """Everything twice; what lies on a sensor has its fixed prices and stays."""
    return {w: amount if rules.tables[w].progression else 2 * amount for w, amount in piles.items()}


def _not_doubled(rules: Rules, piles: Mapping[str, int], chips: int) -> str:
    """Why everything cannot be twice as much, if so."""
    twice = doubled(rules, piles)
    if twice == piles:
        return "there is nothing to double"
    for wager, amount in twice.items():
        limit = rules.limits.get(wager)
        if limit is not None and limit.maximum is not None and amount > limit.maximum:
            return f"{label(rules, wager)}: {limit.refuse(amount)}"
    short = sum(twice.values()) - chips
    return f"{exact(short)} short: you have {exact(chips)}" if short > 0 else ""


def most(rules: Rules, piles: Mapping[str, int], wager: str, chips: int) -> int:
    """The largest wager there that the table takes and the chips allow, with what staying in the round takes at the
    least; 0 where there is none."""
    together = [w.id for w in rules.offered() if wager in {w.id, w.equals} and w.is_placed]
    left = chips - sum(amount for w, amount in piles.items() if w not in together)
    stays = to_stay(rules, {rules.game.ante: 1})[0]
    progression, limit = rules.tables[wager].progression, rules.limits.get(wager)
    if wager == rules.game.ante:
        left //= len(together) + stays
    else:
        left = (left - stays * piles.get(rules.game.ante, 0)) // len(together)
    if progression is not None:
        return max((stake for stake in progression.wagers if stake <= left), default=0)
    amount = left - left % CHIPS[0]
    if limit is None:
        return max(0, amount)
    amount = amount if limit.maximum is None else min(amount, limit.maximum)
    if limit.step:
        amount -= (amount - limit.minimum) % limit.step
    return amount if amount >= limit.minimum else 0


def _mosts(rules: Rules, piles: Mapping[str, int], chips: int) -> dict[str, payloads.MostWager]:
    """For each spot what the most there would be, or why nothing more."""
    mosts = {}
    for wager in rules.offered():
        if wager.is_placed:
            amount = most(rules, piles, wager.equals or wager.id, chips)
            same = amount == piles.get(wager.id)
            refused = "that is the most here already" if same else "" if amount else "your chips allow none here"
            mosts[wager.id] = payloads.MostWager(text=exact(amount), refused=refused)
    return mosts


def draft_payload(rules: Rules, table: Table, player: str, seat: int, draft: Draft) -> payloads.DraftView:
    """The draft for a page: every pile with what refuses it, the sum, and whether it can be placed."""
    refused = refusals(rules, table, player, seat, draft.piles)
    total, chips = sum(draft.piles.values()), table.accounts.get(f"player:{player}", 0)
    required = [w for w in rules.offered() if w.placed == "required"]
    missing = [label(rules, w.id) for w in required if w.id not in draft.piles]
    reason = ""
    if missing:
        reason = f"{' and '.join(missing)} {'has' if len(missing) == 1 else 'have'} no chips yet"
    elif refused:
        wager, (message, _) = next(iter(refused.items()))
        reason = f"{label(rules, wager)}: {message}"
    elif total > chips:
        reason = f"{exact(total - chips)} short: you have {exact(chips)}"
    last = sum(draft.last.values())
    staying = "" if reason else later(rules, draft.piles, chips - total)
    return payloads.DraftView(
        spots={
            w: payloads.DraftSpot(
                **asdict(pile(amount)), refused=refused.get(w, ("", ""))[0], cite=refused.get(w, ("", ""))[1]
            )
            for w, amount in draft.piles.items()
        },
        total=exact(total),
        count=len(draft.piles),
        ready=not reason,
        reason=reason,
        undo="" if draft.before else NOTHING_UNDONE,
        double=_not_doubled(rules, draft.piles, chips),
        most=_mosts(rules, draft.piles, chips),
        later=staying,
        too_little=bool(staying) and chips - total < to_stay(rules, draft.piles)[0],
        rebet=payloads.Rebet(
            total=exact(last),
            count=len(draft.last),
            short=last > chips,
            later=later(rules, draft.last, chips - last) if last <= chips else "",
            too_little=last <= chips < last + to_stay(rules, draft.last)[0],
        )
        if last
        else None,
    )


def to_stay(rules: Rules, piles: Mapping[str, int]) -> tuple[int, int]:
    """What the decisions after these wagers take of a player who does not give up: the least and the most."""
    ante, least, most = piles.get(rules.game.ante, 0), 0, 0
    for street in reversed(rules.game.streets):
        stays = [(o.times * ante, 0 if o.done else 1) for o in street.options if not o.folds]
        stays += [(0, 1)] if street.setting else []
        least, most = min(c + least * on for c, on in stays), max(c + most * on for c, on in stays)
    return least, most


def later(rules: Rules, piles: Mapping[str, int], left: int) -> str:
    """What staying in the round would take beyond these wagers, of the chips that they leave; nothing where it takes
    none."""
    least, most = to_stay(rules, piles)
    if not most:
        return ""
    if left < least:
        return f"Staying in takes {exact(least)} more; {exact(left)} is left: you could only give up."
    takes = exact(least) if least == most else f"{exact(least)} to {exact(most)}"
    return f"Staying in takes {takes} more; {exact(left)} is left."


def refusals(
    rules: Rules, table: Table, player: str, seat: int, piles: Mapping[str, int]
) -> dict[str, tuple[str, str]]:
    """What the table would say to each pile."""
    found: dict[str, tuple[str, str]] = {}
    for wager, amount in piles.items():
        try:
            place_wager(rules, wager, dollars(amount))
        except CroupierError as error:
            found[wager] = (error.message, error.cite or "")
    if not found and table.phase == "betting" and not table.idle and seat not in table.layout:
        for command in placings(rules, PlaceWagers(seat=seat, wagers=dict(piles))):
            try:
                _, table = step(table, command, Actor("player", player), table.clock)
            except CroupierError as error:
                found[command.wager] = (error.message, error.cite or "")
                break
    return found
