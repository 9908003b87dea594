"""The end of a round: forfeits, reveals, validation, settlement in the law's order, cards to the rack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.game import Played, Setting, SettledSeat, name_readings, settle_wager
from croupier.table import events as e
from croupier.table.envy import acknowledge, earned
from croupier.table.lines import as_played, as_seat, post, seat_lines
from croupier.table.skips import open_wagers, pays_envy, settleable, stays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.game import Line, Rules
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due, Play


# Folds.


def collect_forfeited(act: Act, due: Due, _: c.Perform) -> None:
    """Forfeited wagers, and the cards of hands that nothing keeps on the table."""
    for number in act.play.folded:
        _collect(act, number, due.cite)


def collect_at_once(act: Act, number: int) -> None:
    """669a.11(f): what a fold forfeits is collected immediately, not when everyone has decided."""
    _collect(act, number, str(act.table.conduct.collect))


def surrender(act: Act, number: int) -> None:
    """688a.11(d): a surrendered wager is collected at once, and its cards counted unless an Envy Bonus keeps them."""
    counting = act.table.conduct.count_surrendered
    assert counting is not None
    counted = len(act.play.dealt[f"seats.{number}"])
    _collect(
        act,
        number,
        str(counting.cite),
        count=e.Performed(step=counting.id, cite=str(counting.cite), value=counted, by="dealer", who=act.table.dealer),
    )


def _collect(act: Act, number: int, cite: str, count: e.Performed | None = None) -> None:
    table = act.table
    stakes = {w: s for w, s in open_wagers(act.play, number).items() if w in table.plans.forfeitable}
    post(act, number, seat_lines(table, number, stakes, result="forfeit"))
    if act.play.void or stays(act.table, number):  # a fold of a void hand collects none
        return
    if count is not None:
        if table.cards == "entered":
            return  # the cards are counted before they are racked
        act.emit(count)
    _rack(act, f"seats.{number}", cite)


def _rack(act: Act, what: str, cite: str) -> None:
    play = act.play
    held = play.round.places.get(what, ()) if not what.startswith("seats.") else play.round.seats[int(what[6:])].cards
    if held:
        act.emit(e.Racked(what=what, count=len(held), cite=cite, by=act.actor.role, who=act.actor.name))


# Settlement.


def settle_hand(act: Act, due: Due, command: c.Perform) -> None:
    """A seat's open wagers, in the law's order; then its cards to the rack unless something keeps them. A progressive
    win waits for its validation, and what comes after it (669a.11(i)(3), 688a.11(h)(3))."""
    table, number = act.table, due.seat
    play = act.play
    stakes = settleable(table, number)
    if play.void:
        stakes = {w: s for w, s in stakes.items() if w in play.settles}
    if _unseen(act, number, stakes):
        raise IllegalAction("cards that decide these wagers were never turned over", field="step", cite=due.cite)
    lines = _fouled(act, number, seat_lines(table, number, stakes))
    said = _announced(act, lines, command.value)
    claims = _claims(act, number, lines)
    now = lines[: lines.index(claims)] if claims is not None else lines
    if now or claims is None:
        post(act, number, now, _shown(act, number), said)
    if claims is not None:
        step = table.conduct.validate[0]
        act.emit(e.Performed(step="claim", cite=str(step.cite), value=number, by=act.actor.role, who=act.actor.name))
    elif not unsettled(act, number):
        finish(act, number)


_LOOKED_AT = {"community": "community", "final": "community", "all-six": "all-six"}


def _unseen(act: Act, number: int, stakes: Iterable[str]) -> bool:
    """Whether nobody has turned over cards that decide one of these wagers."""
    round_ = act.play.round
    looks = {wager.looks for wager in act.table.rules.offered() if wager.id in stakes}
    places = [round_.places.get(_LOOKED_AT[look], (None,)) for look in looks if look in _LOOKED_AT]
    return bool(stakes) and any(None in held for held in (round_.seats[number].cards, *places))


def _shown(act: Act, number: int) -> dict[str, Any] | None:
    """A seat's hand for people, of cards that lie face up: none where its own or the board's were never turned over."""
    table, round_ = act.table, act.play.round
    if None in round_.seats[number].cards:
        return None
    played, rules = as_played(table, {number: as_seat(table, number)}), table.rules
    known = {place: held for place, held in played.places.items() if None not in round_.places[place]}
    hand = rules.game.show(rules, Played(played.seats, known, played.meter, played.players), number)
    return None if hand is None else dict(hand)


def unsettled(act: Act, number: int) -> bool:
    """Whether a seat has still something to be settled at its turn."""
    return any(wager not in act.table.plans.deferred for wager in open_wagers(act.play, number))


_SAID = {"win": "wins", "lose": "loses", "push": "ties"}


def _announced(act: Act, lines: list[Line], told: object) -> str:
    """688a.11(e): the dealer announces whether the wager wins, loses or is a tie; anything else is refused."""
    cite, ante = act.table.conduct.announce_results, act.table.rules.game.ante
    result = next((_SAID[line.result] for line in lines if line.wager == ante and line.result in _SAID), "")
    if cite is None or not result:
        if told is not None:
            raise IllegalAction("this step has no value", field="value", cite=cite)
        return ""
    if told not in (None, result):
        raise IllegalAction(f"the wager {result}, and not {told}", field="value", cite=cite)
    return result


def finish(act: Act, number: int) -> None:
    """A hand whose wagers are settled: acknowledged if it earns others an Envy Bonus, and racked unless it is kept."""
    acknowledge(act, number)
    if act.table.conduct.high_from and any(waiting.id == "settle-table" for waiting in act.table.todo):
        if f"seats.{number}" not in {*act.play.racked, act.play.exposed}:
            _expose(act, number)
    elif not _kept(act, number):
        own = next((due.cite for due in act.table.todo if due.id == "rack-hand" and due.seat == number), "")
        _rack(act, f"seats.{number}", own or str(act.table.conduct.rack.cite))


def _claims(act: Act, number: int, lines: list[Line]) -> Line | None:
    """The first progressive win that must be validated and was not yet. Where the chapter asks for no validation, the
    submission says from which amount on the house does."""
    conduct = act.table.conduct
    if not conduct.validate or number in act.play.winners:
        return None
    least = act.table.rules.chosen[conduct.validate_from] if conduct.validate_from else 0
    if least is None:
        return None
    ids = {wager.id for wager in act.table.plans.progressives}
    return next((n for n in lines if n.result == "win" and n.wager in ids and n.paid >= least), None)


def _expose(act: Act, number: int) -> None:
    """MA 11(h), (i): of hands from a straight up the highest so far stays face up, and any lower one goes."""
    table, ranking = act.table, act.table.rules.ranking
    step = table.conduct.high_hand
    assert ranking is not None
    assert step is not None
    cite, round_, before = str(step.cite), act.play.round, act.play.exposed
    held = ranking.rank(round_.seats[number].cards)
    others = [round_.places["dealer"], *([round_.seats[int(before[6:])].cards] if before else [])]
    if held.category < ranking[table.conduct.high_from] or any(ranking.rank(other) >= held for other in others):
        _rack(act, f"seats.{number}", cite)
        return
    if before:
        _rack(act, before, cite)
    act.emit(e.Performed(step="expose", cite=cite, value=f"seats.{number}", by=act.actor.role, who=act.actor.name))


def high_hand(act: Act, due: Due, _: c.Perform) -> None:
    """The hands nothing else had to be settled for are looked at too; then one is left, or the dealer's own."""
    for number in act.table.rules.game.settled:
        play = act.play
        if (
            number in play.round.seats
            and number not in play.out
            and play.exposed != f"seats.{number}"
            and (f"seats.{number}" not in play.racked)
        ):
            _expose(act, number)
    act.performed(due, act.play.exposed or "dealer")


def green_button(act: Act, due: Due, _: c.Perform) -> None:
    """MA 11(e): the device shows how many play and what their number makes the Cover All pay."""
    players = len(act.play.round.seats)
    pays: dict[str, str] = {}
    for wager in act.table.plans.deferred:
        rows = act.table.rules.tables[wager].rows
        pays |= {row.partition("/")[0]: pay.text for row, pay in rows.items() if row.endswith(f"/{players}")}
    act.performed(due, {"players": players, "pays": pays})


def _fouled(act: Act, number: int, lines: list[Line]) -> list[Line]:
    """688a.11(f)(1)(iv): hands of a wrong number of cards were not set in accordance with the chapter, and lose."""
    cite = act.table.conduct.fouled
    setting = act.play.round.seats[number].setting
    if cite is None or not isinstance(setting, Setting) or len(setting.low) == 2:
        return lines
    ante = act.table.rules.game.ante
    return [
        replace(line, result="lose", odds=None, paid=0, net=-line.stake, cite=cite, pays_cite=None, row=None)
        if line.wager == ante and line.cite != act.table.conduct.fouled_but
        else line
        for line in lines
    ]


def _kept(act: Act, number: int) -> bool:
    """Whether a hand stays on the table: for an Envy Bonus, the table's own wagers, or a payment's documents."""
    play, plans = act.play, act.table.plans
    todo = act.table.todo
    if f"seats.{number}" in play.racked or (todo and todo[0].id == "document"):
        return True
    if not (plans.enviable or plans.deferred):
        return False
    return pays_envy(act.table) or any(due.id in {"settle-table", "high-hand"} for due in todo)


def pay_envy(act: Act, due: Due, _: c.Perform) -> None:
    """Every Envy Bonus, once all hands have been seen."""
    for number, lines in earned(act).items():
        if lines:
            post(act, number, lines)
    act.performed(due)


def settle_table(act: Act, due: Due, _: c.Perform) -> None:
    """Wagers on the highest hand at the table, after everything else (MA 11(j))."""
    table = act.table
    played = as_played(table, {n: as_seat(table, n) for n in act.play.round.seats if n not in act.play.out})
    for number in (n for n in table.rules.game.settled if due.to in open_wagers(act.play, n)):

        def settled(under: Rules, number: int = number) -> list[Line]:
            stake, here = played.seats[number].stakes[due.to], under.game.wager(due.to)
            assert here is not None
            return [settle_wager(under, here, stake, here.see(under, played, number), None)[0]]

        lines = settled(table.rules)
        post(act, number, name_readings(SettledSeat(table.rules, played, number, lines, None), settled))
    act.performed(due)


def rack_hand(act: Act, due: Due, _: c.Perform) -> None:
    """686a.7(j): a hand with nothing to settle goes to the rack at its turn all the same."""
    _rack(act, f"seats.{due.seat}", due.cite)


def rack(act: Act, due: Due, _: c.Perform) -> None:
    """Every card still out, in the order in which the hands were settled; then the order of the pack is opened."""
    play = act.play
    _check_done(play)
    for number in act.table.rules.game.settled:
        if number in play.round.seats and f"seats.{number}" not in act.play.racked:
            counting = act.table.conduct.count_surrendered
            if counting is not None and play.round.seats[number].folded is not None and not play.void:
                counted = len(play.dealt[f"seats.{number}"])
                act.emit(
                    e.Performed(
                        step=counting.id, cite=str(counting.cite), value=counted, by=act.actor.role, who=act.actor.name
                    )
                )
            _rack(act, f"seats.{number}", due.cite)
    for number in play.empty:
        lying = play.dealt.get(f"seats.{number}", ())
        if lying and f"seats.{number}" not in act.play.racked:
            act.emit(
                e.Racked(what=f"seats.{number}", count=len(lying), cite=due.cite, by=act.actor.role, who=act.actor.name)
            )
    for place in play.round.places:
        _rack(act, place, due.cite)
    act.performed(due)


def _check_done(play: Play) -> None:
    for number in play.round.seats:
        if left := open_wagers(play, number):
            raise IllegalAction(f"wagers of seat {number} are still open: {', '.join(left)}", field="step")
