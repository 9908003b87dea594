"""Everything the house tells a player has a message: what games declare, what a page is sent, what is refused."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import fields, is_dataclass
from itertools import chain, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from croupier.game.conduct import Step
from croupier.game.template import new_submission
from croupier.games import EDITIONS, open_game
from croupier.house.archive import round_replay
from croupier.house.archive.explanation import explanation as reasons
from croupier.house.cloth.felt import felt, limits, provision
from croupier.house.screens.player.how_to_play import how_to_play
from croupier.house.screens.player.replay import replay
from croupier.house.tables.rounds.round_records import rebuilt
from croupier.journal.round_visibility import Seen
from croupier.language import languages
from croupier.language.catalogue import HOUSE, catalogue
from croupier.language.translate import translator
from croupier.table.narration_words import does
from tests.house.floor import KEY
from tests.house.make import make_house
from tests.house.stored import night, stored
from tests.language.leftovers import leftovers

if TYPE_CHECKING:
    from collections.abc import Iterable

SOURCE = Path(__file__).parents[2] / "src/croupier"
OTHERS = languages()[1:]
GAMES = [(game, edition) for game, editions in EDITIONS.items() for edition in editions]
_PLACE = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_of_its_message(language):
    for message, told in catalogue(language, HOUSE).items():
        forms = told if isinstance(told, tuple) else (told,)
        for form in forms:
            own, its = set(_PLACE.findall(message.text)), set(_PLACE.findall(form))
            assert its <= own, message.text
            assert all(left.startswith(("{raw", "{id")) for left in own - its), message.text


def _offered(game, edition):
    found = open_game(game, edition)
    return found.rules(tomllib.loads(new_submission(found)))


def _steps(thing: Any, seen: set[int]):
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, Step):
        yield thing
    parts: Iterable[Any] = ()
    if is_dataclass(thing):
        parts = [getattr(thing, field.name) for field in fields(thing)]
    elif hasattr(thing, "values") or isinstance(thing, list | tuple):
        parts = thing.values() if hasattr(thing, "values") else thing
    for part in parts:
        yield from _steps(part, seen)


def _declared(game):
    yield game.name
    for wager in game.wagers:
        yield wager.name
        for table in wager.tables.values() if hasattr(wager.tables, "values") else wager.tables:
            yield from (label for label in table.labels.values() if label != "Win")
            yield from (pay.text for pay in table.rows.values())
    yield from (place.words for place in game.places)
    yield from (street.name for street in game.streets)
    yield from (f"The dealer {does(step.words)}." for step in _steps(game.conduct, set()))
    yield from (irregularity.words for irregularity in game.conduct.irregularities)
    yield from (found.words for found in game.chapter.provisions.values())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_whatever_a_game_declares_has_a_message(game, edition, language):
    told = translator(language).translate
    assert [words for words in _declared(open_game(game, edition)) if told(words, "words") is None] == []


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_no_english_is_left_in_what_is_printed_on_a_table_and_taught_of_it(game, edition):
    rules = _offered(game, edition)
    law = rules.game.chapter
    assert leftovers([felt(rules), how_to_play(rules), {"limits": limits(rules)}]) == set()
    assert leftovers([provision(law, str(found.cite)) for found in law.provisions.values()]) == set()


@pytest.mark.parametrize("game", list(EDITIONS))
def test_no_english_is_left_in_a_round_told_afterwards(game, tmp_path):
    house: Any = make_house(stored(tmp_path / "h.db", night(game, 2, seats=2)), KEY)
    table = round_replay.ReplayTable.of(house, "T1")
    for number in (1, 2):
        found = rebuilt(house.database, "T1", number)
        seats = sorted(found.gathered.began.wagers)
        told: list[Any] = [reasons(Seen(found, (seat,)), number, [seat]) for seat in seats]
        told += [replay(house, table, number, seat) for seat in seats]
        assert {left for left in leftovers(told) if left[1] not in found.gathered.began.players.values()} == set()
    house.database.close()


# Refusals. -------------------------------------------------------------------------------------------------------

MET = (
    "table/act.py",
    "table/bounds.py",
    "table/players.py",
    "table/wagers.py",
    "table/decisions.py",
    "game/streets.py",
    "odds/strategy/advice.py",
    "kit/money.py",
    "kit/cards.py",
    "house/desk/desk.py",
    "house/people/signing_in/oidc.py",
    "house/people/signing_in/guest_passwords.py",
    "house/screens/player/*.py",
    "house/screens/coach/*.py",
    "house/screens/practice/p*.py",
    "house/cloth/*.py",
    "house/people/passwords.py",
    "house/people/sign_in.py",
    "house/people/signing_in/enrolment.py",
    "house/people/signing_in/second_factors.py",
    "house/people/signing_in/passkeys.py",
    "house/storage/names.py",
    "house/storage/idempotency.py",
    "house/tables/views/emotes.py",
    "house/tables/money/play_money.py",
    "web/http/sessions.py",
    "web/http/limits/work_budget.py",
    "web/http/limits/worker_threads.py",
    "web/routes/play/player.py",
    "web/routes/study/practice.py",
    "web/routes/play/my_play.py",
    "web/routes/play/how_to_play.py",
    "web/routes/signing_in/sign_in.py",
    "web/routes/signing_in/second_factors.py",
)
"""Where what a player can meet is refused."""
FOR_OTHERS = {
    "the last line of every street holds",
    "a table's id is letters, digits and dashes",
    "this house has no key to seal secrets with",
    "this key was not sealed by this house",
    "nobody links their own account",
    "there is no such link",
    "this identity is or was another account's: two administrators say so",
    "a state is a JSON object",
    "a state has {}",
}
"""What only a fault or somebody at work meets."""
SAMPLES = (
    "3",
    "$5.00",
    "Ann",
    "Ante Wager",
    "Ante",
    "before 4th Street",
    "2 to 1",
    "a password",
    "As",
    "kings",
    "§ 2",
    "s",
    "5 cards",
)


def refusals():
    """The templates of every message that is raised there: literal, an f-string, or a name given to one just before."""
    for pattern in MET:
        for path in sorted(SOURCE.glob(pattern)):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            named = {
                target.id: node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                    is_http = getattr(node.exc.func, "id", "") == "HTTPException"
                    given = node.exc.args[1 if is_http else 0]
                    given = named.get(given.id, given) if isinstance(given, ast.Name) else given
                    for template in _templates(given):
                        if template not in FOR_OTHERS and not re.fullmatch(r"[\w.]*\{?\}?\.?\{?\}?", template):
                            yield template


def _templates(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        parts = [_templates(part) if isinstance(part, ast.Constant) else ["{}"] for part in node.values]
        return ["".join(chosen) for chosen in product(*parts)]
    if isinstance(node, ast.IfExp):
        return _templates(node.body) + _templates(node.orelse)
    return []


def _is_told(template: str, language: str) -> bool:
    places, told = template.count("{}"), translator(language).translate
    alike = ((one,) * places for one in SAMPLES)
    tried = chain(alike, product(SAMPLES if places < 4 else SAMPLES[:3], repeat=places))
    return any(told(template.replace("{}", "%s") % filled) is not None for filled in tried)


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_player_is_refused_has_a_message(language):
    found = sorted(set(refusals()))
    assert len(found) > 100
    assert [template for template in found if not _is_told(template, language)] == []
