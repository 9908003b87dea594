"""``croupier table``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, READINGS, SETTINGS, SUBMISSION
from croupier.errors import BadText, IllegalAction

if TYPE_CHECKING:
    from datetime import date

    from rich.progress import Progress

    from croupier.cli.run import Run
    from croupier.game import Game, Rules
    from croupier.journal import Key

app = typer.Typer(help="Run a table by the book: conduct, money and journal.", no_args_is_help=True)


@app.command()
def run(  # noqa: C901, PLR0912 - every line of a session
    game: GAME,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds to play.")],
    seats: Annotated[int, typer.Option("--seats", help="Players at the table.")] = 6,
    journal: Annotated[
        Path | None, typer.Option("--journal", metavar="FILE", help="Write what happens to this new journal.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="A test run that repeats exactly: cards, clock and throw-away key.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", metavar="FILE", help="The key that signs the journal; a new file gets a new key."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the journal, as after a crash.")] = False,
    cards: Annotated[
        str, typer.Option("--cards", help="shuffled by the table, or entered as a human dealer would.")
    ] = "shuffled",
    name: Annotated[str, typer.Option("--table", metavar="NAME", help="The table's name in the journal.")] = "T1",
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
) -> None:
    """Run an automatic table through the full procedure, and sum up its books; exits 0 when they balance.

    Dealer and floorperson perform every step, players wager and decide by chance. Without a submission, the sample that
    `croupier submission new` writes. Ctrl-C ends the run after the round in play and prints what it has.

    Example: croupier table run dj-wild --seats 6 --rounds 1000 --journal night.journal --seed 1
    """
    from croupier.cli import show
    from croupier.cli.run import Interrupted, begin
    from croupier.cli.run import resume as go_on

    if rounds < 1:
        raise IllegalAction(f"{rounds} is no number of rounds: 1 or more", field="--rounds")
    if cards not in {"shuffled", "entered"}:
        raise IllegalAction(f"{cards!r} is neither shuffled nor entered", field="--cards")
    if resume:
        if journal is None or (key is None and seed is None):
            raise IllegalAction("takes --journal, and the --key or --seed it is signed with", field="--resume")
        if edition or as_of or submission or settings or reading or cards != "shuffled":
            raise IllegalAction("goes on under the rules the journal was begun with", field="--resume")
        running = go_on(journal, _key(key, seed, new=False), game=game, seats=seats, seed=seed)
        _check_seats(running.table.rules.game, seats)
        source = f"those of {journal}"
    else:
        if key is not None and (journal is None or seed is not None):
            why = "a test run signs with its own throw-away key" if seed is not None else "nothing is signed without it"
            raise IllegalAction(f"goes with --journal and without --seed: {why}", field="--key")
        rules, source = _rules(game, edition, as_of, submission, settings, reading, complete=True)
        _check_seats(rules.game, seats)
        if journal is not None and journal.exists():
            raise BadText("exists already and is left as it is; --resume goes on with it", field=str(journal))
        signing = None if journal is None else _key(key, seed, new=True)
        running = begin(rules, name=name, seats=seats, cards=cards, seed=seed, journal=journal, key=signing)
    try:
        with Interrupted(running), _bar() as bar:
            task = bar.add_task("", total=rounds, rate="")
            for played in running.rounds(rounds):
                if not bar.disable and (played % 10 == 0 or played == rounds):
                    bar.update(task, completed=played, rate=f"{played / running.seconds:,.0f}")
        running.finish()
    except BaseException:
        running.abandon()
        raise
    payload = {**_to_json(running, rounds, source, seed), **running.books.to_json(running.table)}
    payload["journal"] = None if journal is None else str(journal)
    if json:
        show.as_json(payload)
    else:
        _print(running, payload)
    if not payload["balanced"]:
        raise typer.Exit(1)
    if running.stopped:
        raise typer.Exit(130)


@app.command()
def play(
    script: Annotated[str, typer.Argument(metavar="SCRIPT|-", help="A script of commands, one a line.")],
    as_of: AS_OF = None,
) -> None:
    """Play a table by a script, and print the record: each line with what followed from it.

    Example: croupier table play evening.txt
    """
    from croupier.cli.options import game_from, read_text
    from croupier.table.script import play_script

    def opened(game: str, edition: str | None) -> Game:
        return game_from(game, edition, as_of)

    print(play_script(read_text(script), opened).record.rstrip("\n"))


@app.command()
def steps(
    game: GAME,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
) -> None:
    """Print the conduct of a game as a dealer's checklist: every step, whose it is, and its provision.

    Then every irregularity with its remedy. The steps are those of the table's way of dealing and shuffler.

    Example: croupier table steps cajun-stud --set dealing=hand --set shuffler=automated
    """
    from croupier.cli import show
    from croupier.cli.checklist import checklist, irregularities

    rules, source = _rules(game, edition, as_of, submission, settings, reading)
    way = rules.chosen["dealing"]
    parts, wrong = checklist(rules), irregularities(rules)
    if json:
        steps = [{"phase": name, "steps": [_dict(item) for item in items]} for name, items in parts]
        payload = {"game": rules.game.id, "edition": rules.game.edition, "dealing": way, "phases": steps}
        show.as_json({**payload, "irregularities": [_dict(item) for item in wrong]})
        return
    show.heading(f"{show.named(rules.game)}: dealt by {way}")
    others = [other for other in rules.game.conduct.ways if other != way] if rules.game.conduct else []
    show.say(f"submission: {source}" + (f"; other ways: {', '.join(others)} (--set dealing=...)" if others else ""))
    for name, items in parts:
        rows = [(item.id, item.words, " or ".join(item.by), _short(item.cite)) for item in items]
        show.table(("step", "words", "who", "provision"), rows, title=name)
    wrongs = [(x.id, x.words, x.when, x.remedy, _short(x.cite)) for x in wrong]
    show.table(("irregularity", "what went wrong", "while", "remedy", "provision"), wrongs, title="When it goes wrong")


def _short(cite: str) -> str:
    return cite.removeprefix("58 Pa. Code ").removeprefix("MA DJ Wild ")


def _dict(item: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    from dataclasses import asdict

    return asdict(item)


def _rules(
    game: str,
    edition: str | None,
    as_of: date | None,
    submission: Path | None,
    settings: list[str] | None,
    reading: list[str] | None,
    *,
    complete: bool = False,
) -> tuple[Rules, str]:
    """The rules of the table, and where its submission came from."""
    import tomllib

    from croupier.cli.options import rules_from
    from croupier.game.template import new_submission

    rules = rules_from(
        game,
        edition,
        submission,
        settings,
        reading,
        as_of=as_of,
        complete=complete,
        default=lambda opened: tomllib.loads(new_submission(opened)),
    )
    chosen = (f" --edition {edition}" if edition else "") + (f" --as-of {as_of}" if as_of else "")
    source = f"{submission}" if submission is not None else f"the sample of croupier submission new {game}{chosen}"
    return rules, source + "".join(f", {each}" for each in (*(settings or ()), *(reading or ())))


def _check_seats(game: Game, seats: int) -> None:
    if not 1 <= seats <= game.seats:
        raise IllegalAction(
            f"the table has 1 to {game.seats} seats, not {seats}", field="--seats", cite=game.seats_cite
        )


def _key(path: Path | None, seed: int | None, *, new: bool) -> Key:
    """The key of --key, made where there is none yet; a test run's throw-away one; or one for this run alone."""
    from croupier.journal import Key

    if path is None:
        return Key.make() if seed is None else Key.throw_away(seed)
    if path.exists() or not new:
        return Key.load(path)
    made = Key.make()
    made.save(path)
    return made


def _bar() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from croupier.cli.show import errors

    terminal = errors()
    columns = (
        BarColumn(24),
        MofNCompleteColumn(),
        TextColumn("rounds, {task.fields[rate]} a second"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal)


def _to_json(running: Run, wanted: int, source: str, seed: int | None) -> dict[str, Any]:
    game = running.table.rules.game
    rate = running.books.rounds / running.seconds if running.seconds else 0
    return {
        "game": game.id,
        "edition": game.edition,
        "submission": source,
        "seats": len(running.crowd.names),
        "asked": wanted,
        "seed": seed,
        "test": seed is not None,
        "rounds-before": running.before,
        "rounds-per-second": round(rate),
    }


def _print(running: Run, payload: dict[str, Any]) -> None:
    from croupier.cli import show

    table = running.table
    game = table.rules.game
    test = f"; a test run, seed {payload['seed']}" if payload["test"] else ""
    show.heading(f"{show.named(game)}: table {table.id}")
    show.say(
        f"{payload['rounds']:,} rounds of {payload['seats']} seats, {payload['events']:,} events, "
        f"{payload['rounds-per-second']:,} rounds a second{test}"
    )
    show.say(f"submission: {payload['submission']}")
    if running.before:
        show.say(f"goes on after round {running.before:,}")
    rows = []
    for wager in (*game.wagers, None):
        ids = [wager.id] if wager is not None else [w for w in payload["wagers"] if game.wager(w) is None]
        rows += [
            (
                wager.name if wager else each,
                f"{payload['wagers'][each]['count']:,}",
                *(payload["wagers"][each][column] for column in ("handle", "paid", "players-net")),
            )
            for each in ids
            if each in payload["wagers"]
        ]
    show.table(("wager", "times", "handle", "paid", "players' net"), rows)
    moved = [("drop", payload["drop"]), ("fills", payload["fills"]), ("inventory", payload["inventory"])]
    if payload["meters"]:
        moved += [("to the meters", payload["to-meters"]), ("from the meters", payload["from-meters"])]
        moved += [(f"meter {name}", amount) for name, amount in payload["meters"].items()]
    if payload["void-rounds"]:
        moved += [("void rounds", payload["void-rounds"]), ("returned", payload["returned"])]
    show.table(("", "amount"), [*moved, ("win of the table", payload["win"])])
    if payload["balanced"]:
        show.say(
            "The books balance: entries sum to zero, nothing is left on the layout, "
            "and the inventory agrees with every line paid."
        )
    for fault in payload["faults"]:
        show.say(f"THE BOOKS DO NOT BALANCE: {fault}.")
    if running.stopped:
        show.say(f"Stopped after {payload['rounds']:,} of {payload['asked']:,} rounds.")
    if payload["journal"] is not None:
        assert running.journal is not None
        show.say(f"{payload['journal']}: {running.journal.n + 1:,} records, key {running.journal.header.key}")
