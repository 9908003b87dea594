"""Permitted, chosen, played: a `Game` and a Rules Submission make `Rules`, with no option left open."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.errors import CroupierError, Refusal, SubmissionError
from croupier.kit.days import read_date
from croupier.kit.money import cents, printed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date

    from croupier.game.game import Game
    from croupier.game.played import Played
    from croupier.game.question import Question
    from croupier.game.settlement import Line
    from croupier.game.wager import Wager
    from croupier.kit.paytables import Paytable
    from croupier.kit.rankings import Ranking
    from croupier.law import Reading


DAY = "day"
"""The key of a submission that says on which day it takes effect."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a wager may be: from `minimum` up to `maximum`, in steps where a step is set."""

    minimum: int
    maximum: int | None
    step: int | None

    def refuse(self, stake: int) -> str | None:
        """Why this stake is refused, if it is."""
        if stake < self.minimum:
            return f"{printed(stake)} is below the table minimum of {printed(self.minimum)}"
        if self.maximum is not None and stake > self.maximum:
            return f"{printed(stake)} is above the table maximum of {printed(self.maximum)}"
        if self.step is not None and (stake - self.minimum) % self.step:
            return f"{printed(stake)} is off the step of {printed(self.step)} from {printed(self.minimum)}"
        return None


class Other(NamedTuple):
    """A table under another answer to a reading, and the questions by which a round shows that it may matter."""

    reading: Reading
    rules: Rules
    questions: tuple[Question, ...]

    def of(self, outcomes: frozenset[tuple[str, str]]) -> Other | None:
        """The same with the questions that lines of such outcomes can raise, or None if they raise none. Where none is
        declared, any line can."""
        asking = tuple([question for question in self.questions if question.asks_of(outcomes)])
        return Other(self.reading, self.rules, asking) if asking or not self.questions else None


@dataclass(frozen=True)
class Rules:
    """What is played at one table. `tables` holds a paytable for every wager that is offered; `submission` is what
    the certificate holder filed, as it was told, and `day` the day on which it takes effect, if it says so."""

    game: Game
    tables: Mapping[str, Paytable]
    limits: Mapping[str, Limit]
    chosen: Mapping[str, Any]
    readings: Mapping[str, str]
    ranking: Ranking | None
    submission: Mapping[str, object]
    day: date | None = None

    @cached_property
    def others(self) -> tuple[Other, ...]:
        """The same table under every other answer to a reading, one reading at a time; answers that refuse its
        submission are left out."""
        found = []
        for reading in self.game.readings:
            questions = tuple([question for question in self.game.questions if question.reading == reading.key])
            for answer in () if reading.conduct else reading.choices:
                if answer != self.readings[reading.key]:
                    with suppress(SubmissionError):
                        read = {**self.readings, reading.key: answer}
                        found.append(Other(reading, apply(self.game, self.submission, read), questions))
        return tuple(found)

    @property
    def payout_limit(self) -> int | None:
        """The most that a player can win in a round on the wagers it limits, if the house set it."""
        return self.chosen.get("payout-limit") if self.game.limited else None

    def offers(self, wager: str) -> bool:
        """Whether the wager may be placed here."""
        return wager in self.tables

    def offered(self) -> tuple[Wager[Any], ...]:
        """The wagers of this table, in the law's order of settlement."""
        return self._offered

    def is_main(self, wager: Wager[Any]) -> bool:
        """Whether the wager is of the main game: required, made by a decision, or a second line of one that is."""
        first = wager if wager.of is None else self.game.wager(wager.of)
        return first is not None and first.placed in {"required", "by-decision"}

    @cached_property
    def _offered(self) -> tuple[Wager[Any], ...]:
        return tuple(w for w in self.game.wagers if w.id in self.tables)

    @cached_property
    def sights(self) -> dict[Any, Callable[[Played, int], Any]]:
        """What reads the showdowns of wagers under these rules, by what declares them; each is made when asked for."""
        return {}

    @cached_property
    def settled(self) -> dict[tuple[str, int, Any], tuple[Wager[Any], Line]]:
        """Lines that no meter has a part in, by wager, stake and showdown: each follows from these alone. They are kept
        with the wager as it stood in the chapter they were settled by."""
        return {}

    @cached_property
    def order_reading(self) -> Reading | None:
        """The reading by another answer to which seats would be settled in another order, if there is one."""
        return next((other.reading for other in self.others if other.rules.game.settled != self.game.settled), None)

    def in_question(self, outcomes: frozenset[tuple[str, str]]) -> tuple[Other, ...]:
        """The other answers that may move lines of these wagers that came to these results, with the questions that
        they can raise; worked out once for each set of them."""
        found = self._in_question.get(outcomes)
        if found is None:
            found = tuple([asking for other in self.others if (asking := other.of(outcomes)) is not None])
            self._in_question[outcomes] = found
        return found

    @cached_property
    def _in_question(self) -> dict[frozenset[tuple[str, str]], tuple[Other, ...]]:
        return {}


def apply(
    game: Game,
    submission: Mapping[str, object] | None = None,
    readings: Mapping[str, object] | None = None,
    *,
    complete: bool = False,
) -> Rules:
    """Combine a chapter with what the certificate holder chose under it.

    Refuses every wrong choice at once (`SubmissionError.refusals`). With `complete`, a submission that is to be
    filed, as a table's is: what the chapter says shall be specified or selected must be there.
    """
    game = game.base or game
    submission = dict(submission or {})
    refusals: list[Refusal] = []
    readings = _merge_readings(submission, readings, refusals)
    for key, expected in (("game", game.id), ("edition", game.edition)):
        if submission.get(key, expected) != expected:
            refusals.append(Refusal(key, f"this is a submission for {submission[key]!r}, not {expected!r}"))
        submission.pop(key, None)

    day = _read_day(game, submission, refusals)
    read = _read_readings(game, readings, refusals)
    game = game.read(read)
    chosen = _read_choices(game, submission, refusals)
    tables = _read_tables(game, submission, chosen, refusals)
    for wager in game.wagers:
        if wager.under is not None and wager.id in tables:
            tables[wager.id] = wager.under(tables[wager.id], read)
    limits = _read_limits(game, submission, tables, refusals)
    known = {c.key for c in game.choices} | {w.key for w in game.wagers} | {"limits", DAY}
    refusals.extend(Refusal(str(key), _unknown(str(key), game)) for key in submission if key not in known)
    rules = Rules(
        game,
        MappingProxyType(tables),
        MappingProxyType(limits),
        MappingProxyType(chosen),
        MappingProxyType(read),
        game.ranking(read) if game.ranking else None,
        MappingProxyType(dict(submission)),
        day,
    )
    refusals.extend(refusal for check in game.checks for refusal in check(rules))
    if complete:
        refusals = [*missing(rules), *refusals, *(found for check in game.filing for found in check(rules))]
    if refusals:
        raise SubmissionError.of(tuple(refusals))
    return rules


def check_complete(rules: Rules) -> None:
    """Refuse rules whose submission could not be filed: no table opens under them."""
    apply(rules.game, rules.submission, rules.readings, complete=True)


def missing(rules: Rules) -> Iterator[Refusal]:
    """What a submission that is to be filed must specify, and these rules' does not: each by its field."""
    submission = rules.submission
    for choice in rules.game.choices:
        if choice.key not in submission and choice.required(submission):
            yield Refusal(choice.key, f"must be specified: {choice.words}", str(choice.cite))
    yield from _unselected(rules)
    yield from _unlimited(rules)


def _unselected(rules: Rules) -> Iterator[Refusal]:
    """Paytables of wagers that are always offered, where the chapter leaves the house to select one of several."""
    named: set[str] = set()
    for wager in rules.game.wagers:
        if wager.placed == "optional" or wager.key is None or wager.key in rules.submission or wager.key in named:
            continue
        named.add(wager.key)
        if len(wager.tables) > 1:
            ids = ", ".join(table.id for table in wager.tables)
            words = f"must be specified: the paytable of the {wager.name}, one of {ids}"
            yield Refusal(wager.key, words, str(wager.tables[0].cite))


def _unlimited(rules: Rules) -> Iterator[Refusal]:
    """Wagers paid in fractions, of which only a step of the table's limits keeps every payment in whole cents; and the
    minimum by which a payout limit is judged."""
    named: set[str] = set()
    ante = rules.game.ante
    if rules.game.limited and rules.chosen.get("payout-limit") is not None and ante not in rules.limits:
        named.add(ante)
        cite = next(choice.cite for choice in rules.game.choices if choice.key == "payout-limit")
        words = "must be specified: the minimum, as the payout limit covers whoever wagers that"
        yield Refusal(f"limits.{ante}", words, str(cite))
    for wager in rules.offered():
        id_ = wager.of or (ante if wager.placed == "by-decision" else wager.equals or wager.id)
        limit = rules.limits.get(id_)
        if (limit is not None and limit.step is not None) or rules.tables[wager.id].progression or id_ in named:
            continue
        if rules.tables[wager.id].rounds:
            continue
        pay = next((pay for pay in rules.tables[wager.id].rows.values() if pay.denominator > 1), None)
        if pay is not None:
            named.add(id_)
            words = f"must be specified: a minimum and a step at which {pay.text} pays in whole cents"
            yield Refusal(f"limits.{id_}", words, str(rules.tables[wager.id].cite))


def _unknown(key: str, game: Game) -> str:
    if game.wager(key):
        return f"the {game.wager(key).name} is not the house's to choose"  # type: ignore[union-attr]
    keys = sorted({c.key for c in game.choices} | {w.key for w in game.wagers if w.key} | {DAY, "limits", "readings"})
    return f"a submission for {game.id} ({game.edition}) has no such key; it has {', '.join(keys)}"


def _merge_readings(
    submission: dict[str, object], readings: Mapping[str, object] | None, refusals: list[Refusal]
) -> dict[str, object]:
    own = submission.pop("readings", {})
    if not isinstance(own, dict):
        refusals.append(Refusal("readings", f"{own!r} is not a table of readings"))
        own = {}
    return {**own, **(readings or {})}


def _read_day(game: Game, submission: dict[str, object], refusals: list[Refusal]) -> date | None:
    """The day on which the submission takes effect: the edition must be in force on it."""
    if DAY not in submission:
        return None
    try:
        day = read_date(submission[DAY], DAY)
    except CroupierError as error:
        refusals.extend(error.refusals)
        return None
    submission[DAY] = day.isoformat()
    if why := game.chapter.why_not(day):
        refusals.append(Refusal(DAY, why))
    return day


def _read_choices(game: Game, submission: Mapping[str, object], refusals: list[Refusal]) -> dict[str, object]:
    chosen: dict[str, object] = {}
    for choice in game.choices:
        if choice.key not in submission:
            chosen[choice.key] = choice.default
            continue
        try:
            chosen[choice.key] = choice.read(submission[choice.key])
        except CroupierError as error:
            found = error.within(choice.key).refusals
            refusals.extend(Refusal(r.field, r.message, r.cite or str(choice.cite)) for r in found)
            chosen[choice.key] = choice.default
    return chosen


def _read_tables(
    game: Game, submission: Mapping[str, object], chosen: dict[str, object], refusals: list[Refusal]
) -> dict[str, Paytable]:
    tables: dict[str, Paytable] = {}
    for wager in game.wagers:
        if made := chosen.get(wager.id):  # a table the submission itself supplies
            tables[wager.id] = made  # type: ignore[assignment]
            continue
        if not wager.tables:
            continue
        if wager.key is None or (wager.key not in submission and wager.placed != "optional"):
            tables[wager.id] = wager.tables[0]
            continue
        if wager.key not in submission:
            continue
        wanted = submission[wager.key]
        found = next((t for t in wager.tables if t.id == wanted), None)
        tables[wager.id] = found or wager.tables[0]  # a wrong one is refused below; the rest is read all the same
        if found is None and (wager.id == wager.key or wager.placed != "by-decision"):
            ids = ", ".join(t.id for t in wager.tables)
            pays = wager.tables[0].cite
            refusals.append(
                Refusal(wager.key, f"{wanted!r} is no paytable of the {wager.name}; choose {ids}", str(pays))
            )
    return tables


def _read_limits(
    game: Game, submission: Mapping[str, object], tables: Mapping[str, Paytable], refusals: list[Refusal]
) -> dict[str, Limit]:
    limits: dict[str, Limit] = {}
    given = submission.get("limits", {})
    if not isinstance(given, dict):
        refusals.append(Refusal("limits", f"{given!r} is not a table of limits by wager"))
        return limits
    for id_, entry in given.items():
        field = f"limits.{id_}"
        wager = game.wager(str(id_))
        if wager is None or not wager.is_placed:
            refusals.append(Refusal(field, f"{game.name} has no wager {id_!r} placed before the deal"))
            continue
        if wager.id not in tables:
            refusals.append(Refusal(field, f"the {wager.name} is not offered", str(wager.cite)))
            continue
        if not isinstance(entry, dict):
            refusals.append(Refusal(field, f"{entry!r} is not a table of minimum, maximum and step"))
            continue
        if limit := _read_limit(field, entry, refusals):
            limits[wager.id] = limit
            progression = tables[wager.id].progression
            if progression and all(limit.refuse(stake) for stake in progression.wagers):
                taken = " or ".join(map(printed, progression.wagers))
                refusals.append(
                    Refusal(field, f"leaves no stake: the paytable takes {taken}", str(tables[wager.id].cite))
                )
    return limits


def _read_limit(field: str, entry: Mapping[str, object], refusals: list[Refusal]) -> Limit | None:
    before = len(refusals)
    parts: dict[str, int] = {}
    for key, value in entry.items():
        if key not in {"minimum", "maximum", "step"}:
            refusals.append(Refusal(f"{field}.{key}", "a limit has minimum, maximum and step"))
            continue
        try:
            parts[key] = cents(value)
        except CroupierError as error:
            refusals.extend(error.within(f"{field}.{key}").refusals)
            continue
        if parts[key] == 0:
            refusals.append(Refusal(f"{field}.{key}", "must be more than nothing"))
    if len(refusals) > before:
        return None
    step = parts.get("step")
    limit = Limit(parts.get("minimum", step or 1), parts.get("maximum"), step)
    if limit.maximum is not None and limit.maximum < limit.minimum:
        refusals.append(Refusal(f"{field}.maximum", f"is below the minimum of {printed(limit.minimum)}"))
    elif limit.maximum is not None and step is not None and (limit.maximum - limit.minimum) % step:
        refusals.append(Refusal(f"{field}.maximum", "cannot be reached in steps from the minimum"))
    return limit


def _read_readings(game: Game, given: Mapping[str, object], refusals: list[Refusal]) -> dict[str, str]:
    switches = {r.key: r for r in game.readings if r.choices}
    read = {key: reading.default for key, reading in switches.items()}
    for key, value in given.items():
        field = f"readings.{key}"
        if key not in switches:
            offer = ", ".join(switches) or "none"
            refusals.append(Refusal(field, f"{game.id} ({game.edition}) has no such reading; it has {offer}"))
        elif value not in switches[key].choices:
            ways = " or ".join(switches[key].choices)
            refusals.append(Refusal(field, f"{value!r} is no answer; {ways}", str(switches[key].cites[0])))
        else:
            read[key] = str(value)
    return read
