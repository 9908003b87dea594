"""What a person is asked at a table: every choice with its price, its consequence, and the reason if it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.game import settle_seat
from croupier.house.cloth import payloads
from croupier.house.cloth.felt import exact, label
from croupier.house.cloth.hands import house_way, judge_setting
from croupier.kit.cards import cards
from croupier.kit.money import cents
from croupier.table import Actor, Decide, step
from croupier.table import events as e
from croupier.table.lines import as_played, as_seat
from croupier.table.turns import speaking, still_open

if TYPE_CHECKING:
    from croupier.game import Option
    from croupier.table import Due, Table

TIMES = ("", "equal to", "twice", "three times")
KEYS = {"raise": "R", "fold": "F", "check": "K", "over": "O", "under": "U", "surrender": "S", "house-way": "H"}
DONE_WORDS = {
    "raise": "Raised",
    "fold": "Folded",
    "check": "Checked",
    "surrender": "Surrendered",
    "house-way": "House way",
    "set": "Hands set",
    "over": "Over 23",
    "under": "Under 18",
}


def decision_words(decision: str) -> str:
    """A decision in the past tense: ``Raised 2×``."""
    if decision in DONE_WORDS:
        return DONE_WORDS[decision]
    verb, _, times = decision.rpartition("-")
    return f"{ {'raise': 'Raised', 'play': 'Played'}.get(verb, decision) } {times}\u00d7"


def question(table: Table, seat: int, player: str, own: list[str]) -> payloads.Question | None:
    """What this person is asked now, if anything; each option carries the command that says it."""
    due = table.due
    if due is None or seat not in speaking(table):
        return None
    if due.id == "cut":
        options = _cuts(table, due)
    elif due.id == "choose":
        options = [
            _said(
                f"choose-{o}",
                o.replace("-", " ").capitalize(),
                "",
                due.cite,
                payloads.OptionCommand(command="perform", step="choose", value=o),
            )
            for o in due.options
        ]
    else:
        options = _decisions(table, due, seat, player, own)
    return payloads.Question(
        seat=seat,
        step=due.id,
        options=options,
        setting=any(o.id == "set" for o in options),
        late=_late(table, due),
        cite=due.cite,
        last=due.id == "decide" and due.street == len(table.rules.game.streets) - 1,
    )


def later_choices(table: Table, seat: int, player: str) -> list[payloads.Choice]:
    """What this person may still say after deciding, though nothing is asked (688a.11(d))."""
    found = [_option(table, option, seat, player, [], setting=True) for option in still_open(table, seat)]
    return [option for option in found if not option.refused]


def _said(
    id_: str,
    words: str,
    detail: str,
    cite: str,
    command: payloads.OptionCommand,
    *,
    key: str = "",
    main: bool = True,
    refused: str = "",
) -> payloads.Choice:
    return payloads.Choice(
        id=id_,
        words=words,
        detail=refused or detail,
        cite=cite,
        command=command,
        key=key,
        main=main and not refused,
        refused=refused,
        wager="",
    )


def _cuts(table: Table, due: Due) -> list[payloads.Choice]:
    size = table.packs[due.pack].size
    cut = payloads.OptionCommand(command="perform", step="cut", value=size // 2)
    decline = payloads.OptionCommand(command="perform", step="decline-cut")
    return [
        _said("decline-cut", "Leave it", "the next player is offered the cut", due.cite, decline, key="K", main=False),
        _said("cut", "Cut the cards", f"{size // 2} cards deep", due.cite, cut, key="Enter"),
    ]


def _late(table: Table, due: Due) -> str:
    if due.id == "decide":
        late = table.rules.game.streets[due.street].late
        return {
            "fold": "Folds at zero",
            "check": "Checks at zero",
            "surrender": "Surrenders at zero",
            "house-way": "Set by the house way at zero",
        }.get(late, late)
    return "Left to others at zero"


def _decisions(table: Table, due: Due, seat: int, player: str, own: list[str]) -> list[payloads.Choice]:
    street = table.plans.street(due.street, table.way)
    found = [_option(table, option, seat, player, own, setting=street.setting) for option in street.options]
    if street.setting:
        command = payloads.OptionCommand(command="decide", seat=seat, decision="set")
        found.append(_said("set", "Set hands", "", str(street.cite), command, key="Enter"))
    last = [o for o in found if o.id == "set" or (o.wager and not street.setting)]  # in its place also when closed
    return [*(o for o in found if o not in last), *sorted(last, key=lambda o: (o.id == "set", o.words))]


def _option(table: Table, option: Option, seat: int, player: str, own: list[str], *, setting: bool) -> payloads.Choice:
    command = Decide(seat=seat, decision=option.id)
    assert table.play is not None
    cost = option.times * table.play.round.seats[seat].wagers[table.rules.game.ante]
    missing = cost - table.accounts.get(f"player:{player}", 0) if option.wager else 0
    refused, lost = "", 0
    try:
        events, after = step(table, command, Actor("player", player), table.clock)
        lost = _forfeits(table, after, events, seat) if option.folds else 0
    except CroupierError as error:
        sides = option.id == "surrender" and len(table.play.round.seats[seat].stakes) > 1
        refused = "closed: you hold side wagers" if sides else error.message
        refused = f"{exact(missing)} short" if missing > 0 else refused
    says_it = payloads.OptionCommand(command="decide", seat=seat, decision=option.id)
    words, detail = option.id.replace("-", " ").capitalize(), ""
    if option.wager:
        verb, _, times = option.id.rpartition("-")
        if times.isdecimal():
            words = f"{verb.capitalize()} {times}\u00d7"
            detail = exact(cost)
        else:
            words = f"{label(table.rules, option.wager)} {exact(cost)}"
            detail = f"{TIMES[option.times]} your {label(table.rules, table.rules.game.ante)}"
    elif option.folds:
        detail = f"forfeits {exact(lost)}"
    elif option.id == "house-way" and own and all(own):
        held = cards(" ".join(own))
        detail = f"{judge_setting(table.rules, held, house_way(table.rules, held)).low} low"
    elif option.id == "check":
        detail = "no wager now"
    key = KEYS.get(option.id, option.id[-1] if option.id[-1].isdecimal() else "")
    main = bool(option.wager) and not setting
    said = _said(option.id, words, detail, str(option.cite), says_it, key=key, main=main, refused=refused)
    return replace(said, wager=option.wager or "")


def _forfeits(before: Table, after: Table, events: tuple[e.Event, ...], seat: int) -> int:
    """What giving up costs: lines collected at once, or those that will be."""
    at_once = [line for event in events if isinstance(event, e.Settled) for line in event.lines]
    if at_once:
        return sum(cents(line["stake"]) for line in at_once if line["result"] == "forfeit")
    assert after.play is not None
    assert before.play is not None
    stakes = {w: s for w, s in before.play.round.seats[seat].stakes.items() if w in after.plans.forfeitable}
    seats = {n: as_seat(after, n, stakes if n == seat else None) for n in after.play.round.seats}
    lines = settle_seat(after.rules, as_played(after, seats), seat, None, left=None, envy=False)[0]
    return sum(line.stake for line in lines if line.result == "forfeit")
