"""The end of a round: forfeits, reveals, validation, settlement in the law's order, cards to the rack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.game import Played, Seat, Setting, envy_lines, settle_seat, settle_wager
from croupier.table import events as e
from croupier.table.money import meter_of, pay_from
from croupier.table.postings import settled_entries
from croupier.table.skips import open_wagers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Line, Wager
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due, Play, Table


# What a round looks like to the chapter.


def as_seat(table: Table, number: int, stakes: Mapping[str, int] | None = None) -> Seat:
    """A seat as `settle` reads it. Cards that nobody may see any more stand in as the deck's first: no wager that is
    still open looks at them."""
    assert table.play is not None
    play, rules = table.play, table.rules
    seat = play.round.seats[number]
    held = seat.cards
    if None in held or len(held) < rules.game.hand_size:
        held = rules.game.deck.cards[: rules.game.hand_size]
    setting = seat.setting
    if rules.game.set_hands is not None and setting is not None and not (
        isinstance(setting, Setting) and setting.high and len(setting.low) == 2
    ):  # fmt: skip
        setting = rules.game.set_hands(rules, held, "house-way")
    folded = None if play.void else seat.folded  # a fold of a void hand forfeits nothing
    return Seat(held, seat.wagers, seat.decisions, play.players[number], seat.stakes if stakes is None else stakes,
                folded, setting, play.coupons.get(number, 0))  # fmt: skip


def as_played(table: Table, seats: Mapping[int, Seat]) -> Played:
    """Seats and places as `settle` reads them; a place nobody has turned over stands in likewise."""
    assert table.play is not None
    places = {}
    for place, held in table.play.round.places.items():
        places[place] = held if None not in held else table.rules.game.deck.cards[: len(held)]
    return Played(seats, places, None, len(table.play.round.seats))


def _lines(table: Table, number: int, stakes: Mapping[str, int]) -> list[Line]:
    """The lines of some of a seat's wagers, without Envy Bonuses."""
    assert table.play is not None
    play, rules = table.play, table.rules
    seats = {number: as_seat(table, number, stakes)}
    if table.plans.shares_replacements:
        seats = {n: seats.get(n) or as_seat(table, n) for n in play.round.seats if n == number or n not in play.out}
    meter = None
    for wager, stake in stakes.items():
        found = meter_of(table, wager, stake) if rules.tables[wager].progression else None
        if found is not None:
            meter = table.accounts.get(f"meter:{found.id}", 0)
    limit = rules.chosen.get("payout-limit") if rules.game.limited else None
    left = None if limit is None else limit - play.limited.get(play.players[number], 0)
    return settle_seat(rules, as_played(table, seats), number, meter, left=left, envy=False)[0]


def _post(act: Act, number: int, lines: Iterable[Line], hand: dict[str, Any] | None = None) -> None:
    """Pay and collect lines."""
    table = act.table
    lines = tuple(lines)
    entries, after = settled_entries(table, number, lines)
    pay_from(table, entries)
    act.emit(e.Settled(seat=number, lines=tuple(line.to_json() for line in lines), entries=entries, meters=after,
                       hand=hand, by=act.actor.role, who=act.actor.name))  # fmt: skip


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
    _collect(act, number, str(counting.cite), count=e.Performed(
        step=counting.id, cite=str(counting.cite), value=counted, by="dealer", who=act.table.dealer))  # fmt: skip


def _collect(act: Act, number: int, cite: str, count: e.Performed | None = None) -> None:
    table = act.table
    stakes = {w: s for w, s in open_wagers(act.play, number).items() if w in table.plans.forfeitable}
    _post(act, number, [line for line in _lines(table, number, stakes) if line.result == "forfeit"])
    seats = {n: as_seat(act.table, n) for n in act.play.round.seats}
    if table.rules.game.on_table(table.rules, as_played(act.table, seats), number):
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


def settle_hand(act: Act, due: Due, _: c.Perform) -> None:
    """A seat's open wagers, in the law's order; then its cards to the rack unless something keeps them."""
    table, number = act.table, due.seat
    play = act.play
    stakes = {w: s for w, s in open_wagers(play, number).items() if w not in table.plans.deferred}
    if play.void:
        stakes = {w: s for w, s in stakes.items() if w in play.settles}
    lines = _fouled(act, number, _lines(table, number, stakes))
    if _claims(act, number, lines):
        step = table.conduct.validate[0]
        act.emit(e.Performed(step="claim", cite=str(step.cite), value=number, by=act.actor.role, who=act.actor.name))
        return
    hand = table.rules.game.show(table.rules, as_played(table, {number: as_seat(table, number)}), number)
    _post(act, number, lines, None if hand is None else dict(hand))
    _acknowledge(act, number)
    if act.table.conduct.high_from and any(waiting.id == "settle-table" for waiting in act.table.todo):
        if f"seats.{number}" not in {*act.play.racked, act.play.exposed}:
            _expose(act, number)
    elif not _kept(act, number):
        _rack(act, f"seats.{number}", str(table.conduct.rack.cite))


def _acknowledge(act: Act, number: int) -> None:
    """688a.11(h)(2), (3): a hand that earns another player an Envy Bonus is acknowledged aloud, and stays face up."""
    table, cites = act.table, act.table.conduct.acknowledged
    if cites is None or number in act.play.out or act.play.void:
        return
    played = as_played(table, {n: as_seat(table, n) for n in act.play.round.seats if n not in act.play.out})
    for wager in table.plans.enviable:
        placed, other = cites[wager.id]
        mine = act.play.round.seats[number].stakes
        cite = placed if wager.id in mine else other
        for bettor in played.seats:
            earned = wager.id in played.seats[bettor].stakes and envy_lines(
                table.rules, played, bettor, wager, _own_line(act, played, bettor, wager)
            )
            line = next((line for line in earned or () if line.envy_from == number), None)
            if line is not None and cite is not None:
                act.emit(e.Performed(step="acknowledge", cite=str(cite), value={"seat": number, "hand": line.row},
                                     by=act.actor.role, who=act.actor.name))  # fmt: skip
                break


def _claims(act: Act, number: int, lines: list[Line]) -> bool:
    """Whether a progressive win that must be validated shows only now, its wild cards replaced, and nobody has done so
    yet. Where the chapter asks for no validation, the submission says from which amount on the house does."""
    conduct = act.table.conduct
    if not conduct.validate or number in act.play.winners:
        return False
    least = act.table.rules.chosen[conduct.validate_from] if conduct.validate_from else 0
    ids = {wager.id for wager in act.table.plans.progressives}
    return least is not None and any(
        line.result == "win" and line.wager in ids and line.paid >= least for line in lines
    )


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
        if number in play.round.seats and number not in play.out and play.exposed != f"seats.{number}" and (
            f"seats.{number}" not in play.racked
        ):  # fmt: skip
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
    return any(due.id in {"envy", "settle-table", "high-hand"} for due in todo) and bool(
        plans.enviable or plans.deferred
    )


def pay_envy(act: Act, due: Due, _: c.Perform) -> None:
    """Every Envy Bonus, once all hands have been seen."""
    table = act.table
    played = as_played(table, {n: as_seat(table, n) for n in act.play.round.seats if n not in act.play.out})
    for number in (n for n in table.rules.game.settled if n in played.seats):
        lines: list[Line] = []
        for wager in table.plans.enviable:
            if wager.id in played.seats[number].stakes:
                own = _own_line(act, played, number, wager)
                lines += envy_lines(table.rules, played, number, wager, own)
        if lines:
            _post(act, number, lines)
    act.performed(due)


def _own_line(act: Act, played: Played, number: int, wager: Wager[Any]) -> Line:
    """A bettor's own line on a wager that earns an Envy Bonus: a forfeited one may not."""
    stake = played.seats[number].stakes[wager.id]
    meter = meter_of(act.table, wager.id, stake)
    amount = act.table.accounts[f"meter:{meter.id}"] if meter is not None else None
    return settle_wager(act.table.rules, wager, stake, wager.see(act.table.rules, played, number), amount)[0]


def settle_table(act: Act, due: Due, _: c.Perform) -> None:
    """Wagers on the highest hand at the table, after everything else (MA 11(j))."""
    table = act.table
    wager = table.rules.game.wager(due.to)
    assert wager is not None
    played = as_played(table, {n: as_seat(table, n) for n in act.play.round.seats if n not in act.play.out})
    for number in (n for n in table.rules.game.settled if due.to in open_wagers(act.play, n)):
        stake = played.seats[number].stakes[due.to]
        line, _meter = settle_wager(table.rules, wager, stake, wager.see(table.rules, played, number), None)
        _post(act, number, [line])
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
                act.emit(e.Performed(step=counting.id, cite=str(counting.cite), value=counted, by=act.actor.role,
                                     who=act.actor.name))  # fmt: skip
            _rack(act, f"seats.{number}", due.cite)
    for number in play.empty:
        lying = play.dealt.get(f"seats.{number}", ())
        if lying and f"seats.{number}" not in act.play.racked:
            act.emit(e.Racked(what=f"seats.{number}", count=len(lying), cite=due.cite, by=act.actor.role,
                              who=act.actor.name))  # fmt: skip
    for place in play.round.places:
        _rack(act, place, due.cite)
    act.performed(due)


def _check_done(play: Play) -> None:
    for number in play.round.seats:
        if left := open_wagers(play, number):
            raise IllegalAction(f"wagers of seat {number} are still open: {', '.join(left)}", field="step")
