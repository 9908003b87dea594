"""Rules Submissions as a form: what a chapter permits, what was chosen, what is refused, and the file it makes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from croupier.errors import BadText, CroupierError
from croupier.game import choices as choose
from croupier.game import sign
from croupier.game.template import first_choices, keyed, written
from croupier.games import all_games, open_game
from croupier.games.ma.dj_wild import LINK_HANDS, read_link
from croupier.games.pa import house_way
from croupier.house.screens.submissions import payloads
from croupier.kit.money import printed
from croupier.kit.toml import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.game import Game, Rules, Wager
    from croupier.game.choices import Choice
    from croupier.kit.payload import Json
    from croupier.kit.paytables import Paytable

LINK_EXAMPLE = {
    "wager": "1.00",
    "seed": "10000.00",
    "rows": {"royal-flush": "100% of meter", "straight-flush": "10% of meter", "flush": "50 to 1"},
}
NOTES = 200
"""Lines of comments that are kept."""


def editions() -> list[payloads.SubmissionChapter]:
    """Every chapter that a submission can be written for."""
    return [_chapter(game) for game in all_games()]


def _chapter(game: Game) -> payloads.SubmissionChapter:
    chapter = game.chapter
    return payloads.SubmissionChapter(
        game=game.id,
        edition=game.edition,
        name=game.name,
        status=chapter.status,
        cite=chapter.prefix.rstrip(". §"),
        source=chapter.source,
        effective=chapter.effective.isoformat() if chapter.effective else "",
        standing=chapter.standing,
    )


def permitted(game: str, edition: str) -> payloads.PermittedForm:
    """What a chapter permits, each with its provision and our words; a form knows nothing else."""
    opened = open_game(game, edition)
    return payloads.PermittedForm(
        **asdict(_chapter(opened)),
        wagers=[_wager(opened, wager) for wager in opened.wagers],
        paytables=[_paytables(opened, wager) for wager in keyed(opened)],
        choices=[_choice(opened, choice) for choice in opened.choices],
        readings=[
            payloads.PermittedReading(
                key=r.key,
                question=r.question,
                answer=r.answer,
                because=r.because,
                rejected=list(r.rejected),
                choices=list(r.choices),
                cites=[str(c) for c in r.cites],
            )
            for r in opened.readings
            if r.choices
        ],
        seats=opened.seats,
        seats_cite=str(opened.seats_cite),
        new=first_choices(opened),
    )


def _wager(game: Game, wager: Wager[Any]) -> payloads.PermittedWager:
    return payloads.PermittedWager(
        id=wager.id,
        name=_title(wager.name),
        key=wager.key,
        placed=wager.placed,
        cite=str(wager.cite),
        words=_words(game, wager.cite.path),
        equals=wager.equals,
        limited=wager.is_placed and wager.equals is None,
    )


def _paytables(game: Game, wager: Wager[Any]) -> payloads.PermittedPaytables:
    together = [other.name for other in game.wagers if other.key == wager.key]
    return payloads.PermittedPaytables(
        key=wager.key,
        name=_title(wager.name),
        together=[_title(name) for name in together],
        optional=wager.placed == "optional",
        cite=str(wager.cite),
        words=_words(game, wager.cite.path),
        pays=str(wager.tables[0].cite),
        tables=[_table(table) for table in wager.tables],
    )


def _table(table: Paytable) -> payloads.PermittedTable:
    progression = table.progression
    return payloads.PermittedTable(
        id=table.id,
        rows=[[table.labels[key], pay.text] for key, pay in table.rows.items()],
        takes=[printed(stake) for stake in progression.wagers] if progression else [],
        seeds=[printed(seed) for seed in progression.seeds] if progression else [],
        rate=f"{progression.rate}%" if progression and progression.rate is not None else "",
    )


def _choice(game: Game, choice: Choice) -> payloads.PermittedChoice:
    return payloads.PermittedChoice(
        key=choice.key,
        cite=str(choice.cite),
        words=_title(choice.words),
        **dict(_kind(choice)),
        law=_words(game, choice.cite.path),
        required=choice.required({w.key: "" for w in keyed(game) if w.key}),
        example=(choice.sample or choice.other).strip('"'),
        default=choice.default if isinstance(choice.default, str | int) else None,
    )


def _kind(choice: Choice) -> Iterator[tuple[str, Any]]:
    """How a choice is asked for."""
    read_submission = choice.read
    if isinstance(read_submission, choose.OneOf):
        yield from {"kind": "one", "values": list(read_submission.values)}.items()
    elif isinstance(read_submission, choose.Whole):
        yield from {"kind": "whole", "values": list(range(read_submission.least, read_submission.most + 1))}.items()
    elif read_submission is house_way.read:
        lists = {name: _as_told(name) for name in house_way.SHIPPED}
        yield from {"kind": "house-way", "values": list(house_way.SHIPPED), "lists": lists}.items()
    elif read_submission is read_link:
        hands = [[hand, hand.replace("-", " ").capitalize()] for hand in LINK_HANDS]
        yield from {"kind": "link", "hands": hands, "new": LINK_EXAMPLE}.items()
    else:
        kinds: dict[object, str] = {
            choose.yes_no: "yes-no",
            choose.amount: "amount",
            choose.rate: "rate",
            choose.seconds: "seconds",
        }
        yield "kind", kinds.get(read_submission, "text")


def _as_told(name: str) -> list[Json]:
    """A shipped house way as a list to change."""
    text = (Path(house_way.__file__).parent / "house_ways" / f"{name}.toml").read_text(encoding="utf-8")
    found: list[Json] = read_toml(text)["rule"]
    return found


def _words(game: Game, path: str) -> str:
    found = game.chapter.provisions.get(path)
    return found.words if found else ""


def _title(words: str) -> str:
    return words[0].upper() + words[1:]


# What was chosen.


def opened(submission: Mapping[str, object]) -> Game:
    """The chapter that a submission is for."""
    game, edition = submission.get("game"), submission.get("edition")
    if not isinstance(game, str) or not isinstance(edition, str | None):
        raise BadText('names no game: write game = "dj-wild" and edition = "pa-2021" at its top', field="game")
    return open_game(game, edition)


def accepted(submission: Mapping[str, object]) -> Rules:
    """The rules of a submission that is to be filed; every refusal at once."""
    return opened(submission).rules(submission, complete=True)


def checked(submission: Mapping[str, object], notes: Sequence[str] = ()) -> payloads.CheckedSubmission:
    """The file that a submission makes, and everything that is refused in it."""
    game = opened(submission)
    text = written(game, submission, notes)
    try:
        rules = accepted(submission)
    except CroupierError as error:
        refusals = [payloads.FieldRefusal(field=r.field, message=r.message, cite=r.cite) for r in error.refusals]
        return payloads.CheckedSubmission(accepted=False, refusals=refusals, toml=text, file=_file(game))
    made = sign(rules)
    offered = [
        payloads.OfferedPaytable(wager=_title(p.wager), paytable=p.paytable, cite=str(p.cite)) for p in made.payouts
    ]
    return payloads.CheckedSubmission(accepted=True, refusals=[], toml=text, file=_file(game), offered=offered)


def drawn(submission: Mapping[str, object], what: str, kind: str, house: str = "") -> bytes:
    """The payout sign or the layout of an accepted submission's table, as SVG or PDF."""
    from croupier.sheets import sign_page, table_layout  # noqa: PLC0415 - only who draws needs it

    rules = accepted(submission)
    if what == "sign":
        return sign_page.as_pdf(rules, house) if kind == "pdf" else sign_page.as_svg(rules, house).encode()
    return table_layout.as_pdf(rules, house) if kind == "pdf" else table_layout.as_svg(rules, house).encode()


def _file(game: Game) -> str:
    several = sum(one.id == game.id for one in all_games()) > 1
    return f"{game.id}-{game.edition}" if several else game.id


def read_submission(text: str) -> payloads.ReadSubmission:
    """A submission from its file. Comments that are not ours are kept as notes."""
    submission = read_toml(text)
    game = opened(submission)
    submission = {"game": game.id, "edition": game.edition, **submission}
    ours = {_bare(line) for made in (first_choices(game), submission) for line in written(game, made).splitlines()}
    notes = [note for line in text.splitlines() if (note := _comment(line)) and f"# {note}" not in ours]
    return payloads.ReadSubmission(submission=submission, notes=notes[:NOTES])


def _bare(line: str) -> str:
    return f"# {_comment(line)}"


def _comment(line: str) -> str:
    """What stands after the first # that is not inside of quotes."""
    quote = ""
    for at, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote and (quote == "'" or line[at - 1] != "\\") else quote
        elif letter in "\"'":
            quote = letter
        elif letter == "#":
            return " ".join(line[at + 1 :].split())
    return ""
