"""``croupier strategy``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import BadText, CroupierError, IllegalAction

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.odds.strategy.advice import Advice
    from croupier.odds.strategy.joint import Beside


def strategy(
    game: GAME,
    cards: Annotated[str | None, typer.Option("--cards", help='The player\'s cards, as in "As Kd".')] = None,
    community: Annotated[str | None, typer.Option("--community", help="Community cards turned so far.")] = None,
    dealer: Annotated[str | None, typer.Option("--dealer", help="The dealer's cards, where they lie open.")] = None,
    decisions: Annotated[
        str | None, typer.Option("--decisions", help='The player\'s decisions so far, as in "raise-1 raise-3".')
    ] = None,
    states: Annotated[
        str | None, typer.Option("--states", metavar="FILE", help="Many states in JSON Lines; - is standard input.")
    ] = None,
    beside: Annotated[
        list[str] | None,
        typer.Option("--beside", metavar="WAGER=AMOUNT", help="A wager that a fold would forfeit. Repeatable."),
    ] = None,
    ante: Annotated[str | None, typer.Option("--ante", help="The ante, with --beside.")] = None,
    meter: Annotated[str | None, typer.Option("--meter", help="What the meter shows, with --beside.")] = None,
    rules: Annotated[bool, typer.Option("--rules", help="A short rule list and what it costs.")] = False,
    compare: Annotated[bool, typer.Option("--compare", help="Simple strategies beside the best one.")] = False,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Say what to do: the exact value of every action, in antes, and the best one.

    Where two actions are worth the same, the one that keeps playing is named. --rules finds a short list of rules to
    remember and says what it costs; --compare prices simple strategies. Values are those of the main game played as if
    it stood alone; --beside adds a side wager that a fold would forfeit.

    Example: croupier strategy cajun-stud --cards "Js 4d" --community 9c --decisions raise-1
    """
    from croupier.cli.options import rules_from

    shown = {"--cards": cards, "--community": community, "--dealer": dealer, "--decisions": decisions}
    modes = [name for name, on in (("--states", states is not None), ("--rules", rules), ("--compare", compare)) if on]
    given = [name for name, value in shown.items() if value is not None]
    if len(modes) > 1 or (modes and given):
        raise IllegalAction(f"cannot be joined with {', '.join([*modes[1:], *given])}", field=modes[0])
    played = rules_from(game, edition, submission, settings, reading, as_of=as_of)
    if not modes and cards is None:
        raise IllegalAction(
            "must be given, or one of --states, --rules, --compare", field="cards", cite=played.game.hand_cite
        )
    if states is not None:
        _answer_lines(played, states)
    elif rules:
        _rules(played, json)
    elif compare:
        _compare(played, json)
    else:
        payload: dict[str, Any] = {name[2:]: value for name, value in shown.items()}
        payload["decisions"] = None if decisions is None else decisions.split()
        _answer(played, payload, json, _beside(played, beside, ante, meter))


def _beside(rules: Rules, given: list[str] | None, ante: str | None, meter: str | None) -> Beside:
    """The wagers named beside the main game, as the table would take them."""
    from croupier.cli.options import pairs
    from croupier.game.played import place_wager
    from croupier.kit.money import cents
    from croupier.odds.strategy.joint import Beside, at_stake

    if not given:
        return Beside()
    if ante is None:
        raise IllegalAction("must be given: what a wager beside it is worth depends on it", field="--ante")
    stakes = {wager: place_wager(rules, wager, amount) for wager, amount in pairs(given, "--beside").items()}
    for wager in stakes:
        if wager not in {w.id for w in at_stake(rules, stakes)}:
            raise IllegalAction("no fold forfeits it, so it changes no decision", field=f"--beside {wager}")
    shown = {} if meter is None else dict.fromkeys(stakes, cents(meter))
    return Beside(place_wager(rules, rules.game.ante, ante), stakes, shown)


def _answer(rules: Rules, payload: dict[str, Any], json: bool, beside: Beside) -> None:
    from croupier.cli import show
    from croupier.odds.figures.analysis import MAIN_ALONE
    from croupier.odds.strategy.advice import read_state
    from croupier.odds.strategy.joint import lookup_jointly

    state = read_state(rules, payload)
    with show.waiting(f"counting {rules.game.name}"):
        advice = lookup_jointly(rules)(state, beside)
    if json:
        play = "joint" if beside.stakes else MAIN_ALONE
        show.as_json({"game": rules.game.id, "edition": rules.game.edition, **advice.to_json(), "strategy": play})
        return
    _print(rules, advice)


def _print(rules: Rules, advice: Advice) -> None:
    from croupier.cli import show

    rows = [
        (action, _decimal(value), f"{value.numerator}/{value.denominator}", "best" if action == advice.best else "")
        for action, value in advice.actions.items()
    ]
    show.table(("action", f"worth, in {_plural(rules)}", "exactly", ""), rows)
    if advice.reason is not None:
        show.say(f"{advice.best}: {advice.reason}")


def _plural(rules: Rules) -> str:
    return "antes" if rules.game.ante == "ante" else "wagers"


def _decimal(value: Any) -> str:  # noqa: ANN401
    return f"{float(value):+.6f}"


def _answer_lines(rules: Rules, file: str) -> None:
    """One answer a line, in order; a bad line gives an error in its place and exit code 2 at the end."""
    import msgspec

    from croupier.cli import show
    from croupier.cli.options import read_text
    from croupier.odds.strategy.advice import lookup, read_state

    text = read_text(file)
    if not text.strip():
        raise BadText("holds no state", field=file)
    decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
    with show.waiting(f"counting {rules.game.name}"):
        look = lookup(rules)
    failed = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            answer = look(read_state(rules, decode(line))).to_json()
        except CroupierError as error:
            failed = True
            answer = _error(number, error.field, error.message, error.cite)
        except msgspec.DecodeError as error:
            failed = True
            answer = _error(number, "", f"is not JSON: {error}", None)
        sys.stdout.buffer.write(encode(answer) + b"\n")
    sys.stdout.buffer.flush()
    if failed:
        print("croupier: some lines could not be answered; each has its error in its place", file=sys.stderr)
        raise typer.Exit(2)


def _error(line: int, field: str, message: str, cite: str | None) -> dict[str, Any]:
    return {"error": {"line": line, "field": field, "message": message, "cite": cite}}


def _rules(rules: Rules, json: bool) -> None:
    from croupier.cli import show
    from croupier.odds.solver.solve import solve
    from croupier.odds.strategy.advice import by_first_card
    from croupier.odds.strategy.rules import rule_list
    from croupier.odds.strategy.tree import grow

    with show.waiting(f"searching rules for {rules.game.name}"):
        found = rule_list(grow(rules))
        table = by_first_card(solve(rules)) if rules.game.study == "points" else {}
    if json:
        payload = {"game": rules.game.id, "edition": rules.game.edition, **found.to_json()}
        show.as_json(payload if not table else {**payload, "table": {card: a.to_json() for card, a in table.items()}})
        return
    show.heading(f"{rules.game.name}: a short list of rules, on each street the first that holds")
    show.table(
        ("when", "do", "with"),
        [
            (line.street if above is None or above.street != line.street else "", line.option, line.condition or "else")
            for above, line in zip((None, *found.lines), found.lines, strict=False)
        ],
    )
    show.say(
        f"House edge {_percent(-found.mean)} of one {rules.game.ante}; costs {_percent(found.cost)} against the best "
        f"decisions, exactly {found.cost.numerator}/{found.cost.denominator}."
    )
    if table:
        actions = list(next(iter(table.values())).actions)
        rows = [(card, a.best, *(_decimal(a.actions[name]) for name in actions)) for card, a in table.items()]
        show.table(("first card", "best", *actions), rows)


def _compare(rules: Rules, json: bool) -> None:
    from croupier.cli import show
    from croupier.odds.strategy.named import compared
    from croupier.odds.strategy.tree import grow

    with show.waiting(f"comparing strategies for {rules.game.name}"):
        found = compared(grow(rules))
    if json:
        strategies = {one.name: one.to_json() for one in found}
        show.as_json({"game": rules.game.id, "edition": rules.game.edition, "strategies": strategies})
        return
    rows = [(one.name, _percent(one.house_edge), _percent(one.cost)) for one in found]
    show.table(("strategy", f"house edge, of one {rules.game.ante}", "costs"), rows)


def _percent(number: Any) -> str:  # noqa: ANN401
    return f"{100 * float(number):.4f}%"
