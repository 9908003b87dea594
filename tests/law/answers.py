"""What a chapter answers to rounds and submissions, right and wrong: each settled line and each refusal with its field
and provision."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier import CroupierError, describe, settle
from croupier.errors import SubmissionError
from croupier.game import Setting
from croupier.round import Choose, Deal, Round
from tests.law.decided import LINK, rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier import Card, Game, Rules

    Change = Callable[[dict[str, Any]], object]

WRONG: tuple[Any, ...] = (None, True, 0, 2, 7, 10**6, "x", "20%", "101%", "0.5", [], {})
"""What somebody may write where a choice stands."""


def answers(game: Game) -> list[str]:
    """Rounds, then submissions."""
    rules = rules_of(game, {})
    base = told(rules)
    right = answer(lambda: settled(rules, base))
    lines = [f"as it is: {right}"]
    for words, change in changes(rules, base):
        given = deepcopy(base)
        change(given)
        found = answer(lambda given=given: settled(rules, given))  # type: ignore[misc]
        lines.append(f"{words}: {'as it is' if found == right else found}")
    lines += walked(rules)
    for reading in game.readings:
        for other in reading.choices[1:]:
            found = answer(partial(settled, rules_of(game, {reading.key: other}), base))
            lines.append(f"as it is, {reading.key}={other}: {'as it is' if found == right else found}")
    for words, submission, readings in submissions(game):
        lines.append(f"{words}: {answer(lambda s=submission, r=readings: applied(game, s, r))}")  # type: ignore[misc]
    return lines


def answer(ask: Callable[[], str]) -> str:
    """What is said, or why not."""
    try:
        return ask()
    except SubmissionError as error:
        refusals = error.refusals or ()
        return "refused " + "; ".join(f"{r.field}: {r.message} {_short(r.cite)}" for r in refusals)
    except CroupierError as error:
        return f"refused {error.field}: {error.message} {_short(error.cite)}"


def _short(cite: object) -> str:
    return str(cite or "-").removeprefix("58 Pa. Code ")


def settled(rules: Rules, given: dict[str, Any]) -> str:
    """Every line of a round."""
    done = settle(rules, describe(rules, given))
    lines = [
        f"{seat} {line.wager} {line.stake} {line.result} {line.row or '-'} {line.paid} {_short(line.cite)}"
        + "".join(f" [{reading.key}]" for reading in line.readings)
        for seat, own in done.seats.items()
        for line in own.lines
    ]
    return " / ".join(lines)


def told(rules: Rules) -> dict[str, Any]:
    """A round of two seats with every wager, the cards as they lie in the deck, the first option always taken."""
    wagers = {w.id: _stake(rules, w.id) for w in rules.offered() if w.placed != "by-decision"}
    fed = any(table.progression is not None for table in rules.tables.values())
    round_ = Round.begin(rules, {1: wagers, 2: wagers}, meter="5000" if fed else None)
    deck = spread(rules)
    while (need := round_.needs) is not None:
        if isinstance(need, Deal):
            given, deck = deck[: need.count], deck[need.count :]
            round_ = round_.dealt(given)
        else:
            assert isinstance(need, Choose)
            keeps = [option for option in need.street.options if not option.folds]
            round_ = round_.chose(keeps[0].id)
    return round_.told()


def spread(rules: Rules) -> list[Card]:
    """The deck, every fifth card and then the next ones."""
    lying = rules.game.deck.all()
    return [card for first in range(5) for card in lying[first::5]]


def _stake(rules: Rules, wager: str) -> str:
    progression = rules.tables[wager].progression
    return f"{progression.wagers[0] // 100}" if progression is not None else "10"


def changes(rules: Rules, base: dict[str, Any]) -> Iterator[tuple[str, Change]]:
    """What may be wrong in a round that is told."""
    game = rules.game
    one: dict[str, Any] = base["seats"]["1"]

    def put(key: str, value: object) -> Change:
        return lambda given: given.update({key: value})

    def put_seat(number: str, value: object) -> Change:
        return lambda given: given["seats"].update({number: value})

    def drop(key: str) -> Change:
        return lambda given: given.pop(key, None)

    def seat(key: str, value: object) -> Change:
        return lambda given: given["seats"]["1"].update({key: value})

    others: tuple[Any, ...] = (None, "x", 3, 7, {})
    for key in ("game", "edition", "meter", "players", "nonsense", "seats"):
        for value in others:
            yield f"{key}={value!r}", put(key, value)
    for number in ("0", "7", "x"):
        yield f"a seat {number}", put_seat(number, deepcopy(one))
    yield "a seat that is no seat", put_seat("1", 7)
    for place in (p.id for p in game.places):
        yield f"no {place}", drop(place)
        for text in ("", "As", "As As As As As As As As"):
            yield f"{place}={text!r}", put(place, text)
    of_a_seat: tuple[tuple[str, Any], ...] = (
        ("cards", ""),
        ("cards", "As"),
        ("cards", 7),
        ("cards", one["cards"] + " As"),
        ("x", 1),
        ("wagers", {}),
        ("wagers", 7),
        ("decisions", 7),
        ("decisions", []),
        ("decisions", [7]),
        ("player", "Ann"),
        ("player", 7),
        ("match-play", "5"),
        ("match-play", "50"),
    )
    for key, value in of_a_seat:
        yield f"{key}={value!r}", seat(key, value)
    for wager in (*one["wagers"], "nonsense", *(w.id for w in game.wagers if w.placed == "by-decision")):
        for stake in ("0", "3.33", "15", "x", None):
            yield f"{wager}={stake!r}", seat("wagers", {**one["wagers"], wager: stake})
        left = {key: value for key, value in one["wagers"].items() if key != wager}
        yield f"without {wager}", seat("wagers", left)
    said = list(dict.fromkeys(o.id for street in game.streets for o in street.options))
    for decision in (*said, "nonsense", {"high": "As", "low": "Ks"}):
        for before in range(len(one["decisions"]) + 1):
            yield f"{before} then {decision}", seat("decisions", [*one["decisions"][:before], decision])
    yield "one player at both", lambda given: [s.update({"player": "Ann"}) for s in given["seats"].values()]


def walked(rules: Rules) -> Iterator[str]:
    """What a round says of itself, and what it refuses."""
    ante = rules.game.ante
    begun: tuple[dict[int, dict[str, object]], ...] = (
        {0: {ante: "10"}},
        {7: {ante: "10"}},
        {1: {}},
        {1: {ante: "x"}},
    )
    for wagers in begun:
        yield f"begin {wagers}: {answer(lambda wagers=wagers: str(Round.begin(rules, wagers).needs))}"  # type: ignore[misc]
    required = {w.id: "10" for w in rules.game.wagers if w.placed == "required"}
    round_ = Round.begin(rules, {1: required, 2: required})
    yield f"settled too early: {answer(lambda: str(round_.settle()))}"
    yield f"decided too early: {answer(lambda: str(round_.chose('fold').needs))}"
    yield f"dealt nothing: {answer(lambda: str(round_.dealt(()).needs))}"
    deck = spread(rules)
    for _ in range(30):
        need = round_.needs
        shown = {place: len(cards) for place, cards in round_.turned.items()}
        yield f"  needs {need if isinstance(need, Deal) else getattr(need, 'options', None)}, turned {shown}"
        if isinstance(need, Deal):
            given, deck = deck[: need.count], deck[need.count :]
            yield f"    twice: {answer(partial(_laid, round_, need.to, [*given, given[0]] * 6))}"
            round_ = round_.dealt(given)
        elif isinstance(need, Choose):
            yield f"    undecided {round_.undecided(0)}, without seat 1 {list(round_.without(1).seats)}"
            gone = [option for option in need.street.options if option.folds]
            keeps = [option for option in need.street.options if not option.folds]
            round_ = round_.chose((gone if need.seat == 2 and gone else keeps)[0].id)
            for option in need.street.options:
                yield f"    then {option.id} too: {answer(partial(_said, round_, option.id, need.seat))}"
        else:
            break
    held = round_.seats[1]
    if len(held.cards) == 7:
        again = round_.set(1, Setting(held.cards[2:], held.cards[:2]))
        yield f"  set anew: {again.seats[1].setting}"


def _said(round_: Round, decision: str, seat: int) -> str:
    after = round_.chose(decision, seat=seat).seats[seat]
    return f"{after.decisions} {dict(after.stakes)} folded at {after.folded and after.folded.id}"


def _laid(round_: Round, to: str, given: list[Card]) -> str:
    return str(round_.laid(to, given).needs)


def submissions(game: Game) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Submissions with one thing in them, readings with one answer."""
    yield "nothing chosen", {}, {}
    for choice in game.choices:
        for value in WRONG:
            yield f"{choice.key}={value!r}", {choice.key: value}, {}
    for wager in game.wagers:
        if wager.key:
            for value in (*(t.id for t in wager.tables), "none", 7, None, [], LINK, *([] if wager.tables else LINKS)):
                yield f"{wager.key}={value!r}", {wager.key: value}, {}
        for limit in LIMITS:
            chosen = {wager.key: wager.tables[0].id} if wager.key and wager.tables else {}
            yield f"limits of {wager.id} {limit!r}", {**chosen, "limits": {wager.id: limit}}, {}
    for value in (7, {"nonsense": {"least": "5"}}, {}):
        yield f"limits={value!r}", {"limits": value}, {}
    for value in (7, {"nonsense": "x"}):
        yield f"readings={value!r}", {"readings": value}, {}
    for reading in game.readings:
        for answer_ in (*reading.choices, "nonsense") if reading.choices else ():
            yield f"reading {reading.key}={answer_}", {}, {reading.key: answer_}
    yield "nonsense=1", {"nonsense": 1}, {}


LINKS: tuple[dict[str, object], ...] = (
    {"wager": "0", "seed": "x", "rows": {}},
    {"wager": "1000.01", "seed": "10000000.01", "rows": 7},
    {**LINK, "rows": {"five-wilds": "5 to 1", "flush": "x", "straight": "1000001 to 1", "pair": "$10,000,001"}},
    {**LINK, "more": 1},
)
"""Links that nobody may offer."""
LIMITS: tuple[object, ...] = (
    {"minimum": "5", "maximum": "100", "step": "5"},
    {"minimum": "5", "maximum": "102", "step": "5"},
    {"minimum": "100", "maximum": "5"},
    {"minimum": "x"},
    {"step": "0"},
    {"step": "0.01"},
    {"maximum": "1"},
    {"nonsense": "5"},
    7,
    {"minimum": "2000", "maximum": "3000"},
)


def applied(game: Game, submission: dict[str, Any], readings: dict[str, Any]) -> str:
    """What is played, and what a complete submission would lack."""
    rules = game.rules(submission, readings)
    chosen = {key: value for key, value in rules.chosen.items() if key in submission}
    whole = answer(lambda: ", ".join(w.id for w in game.rules(submission, readings, complete=True).offered()))
    limits = {w: str(limit) for w, limit in rules.limits.items() if w in submission.get("limits", {})}
    return f"{chosen} {limits} {', '.join(w.id for w in rules.offered())}; complete: {whole}"
