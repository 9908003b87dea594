"""What opens no table: what `croupier submission check` refuses; and how a proposed edition is marked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier import SubmissionError, all_games, open_game
from croupier.game import sign
from croupier.game.template import completed, first_choices
from croupier.house.desk.opening import open_by
from croupier.sheets import sign_page, table_layout
from croupier.table import events as e
from croupier.table import open_table
from tests.house.floor import a_house
from tests.support import provision, table_rules

STEP = {"ante": {"minimum": "10.00", "step": "1.00"}}
REFUSED = [
    pytest.param("dj-wild", "pa-2021", {}, "adjacent-boxes", "58 Pa. Code § 687a.7(e)", marks=provision("687a.7(e)")),
    pytest.param(
        "dj-wild",
        "pa-2021",
        {"adjacent-boxes": 1, "progressive": "1"},
        "contribution",
        "58 Pa. Code § 687a.12(c)",
        marks=provision("687a.12(c)"),
    ),
    pytest.param(
        "cajun-stud",
        "pa-2019",
        {"adjacent-boxes": 1},
        "ante",
        "58 Pa. Code § 683a.12(a)",
        marks=provision("683a.12(a)"),
    ),
    pytest.param(
        "cajun-stud",
        "pa-2019",
        {"ante": "A"},
        "adjacent-boxes",
        "58 Pa. Code § 683a.7(e)",
        marks=provision("683a.7(e)"),
    ),
    pytest.param(
        "cajun-stud",
        "pa-2019",
        {"ante": "B", "adjacent-boxes": 1},
        "limits.ante",
        "58 Pa. Code § 683a.12(a)",
        marks=provision("683a.12(a)"),
    ),
    pytest.param(
        "raise-it-up",
        "pa-2019",
        {"limits": STEP},
        "pair-plus",
        "58 Pa. Code § 669a.12(a)",
        marks=provision("669a.12(a)"),
    ),
    pytest.param(
        "over-under",
        "pa-2019-proposed",
        {"bonus": "1"},
        "adjacent-boxes",
        "58 Pa. Code § 686a.6(f)",
        marks=provision("686a.6(f)"),
    ),
    pytest.param(
        "face-up-pai-gow",
        "pa-2019-proposed",
        {},
        "house-way",
        "58 Pa. Code § 688a.11(a)",
        marks=provision("688a.11(a)"),
    ),
    pytest.param(
        "dj-wild",
        "ma",
        {"multi-game-link": {"wager": "1", "seed": "1000", "rows": {"flush": "50 to 1"}}},
        "contribution",
        "MA DJ Wild § 12(b)",
        marks=provision("MA 12(b)"),
    ),
]


@pytest.mark.parametrize(("game", "edition", "told", "field", "cite"), REFUSED)
def test_the_library_opens_no_table_on_it(game, edition, told, field, cite):
    rules = open_game(game, edition).rules(told)  # which `settle` may use all the same
    with pytest.raises(SubmissionError) as refused:
        open_table(rules, table="T1", at=0)
    assert (field, cite) in [(r.field, r.cite) for r in refused.value.refusals]
    _, table = open_table(table_rules(game, told, edition=edition), table="T1", at=0)
    assert table.open


@pytest.mark.parametrize(("game", "edition", "told", "field", "cite"), REFUSED)
def test_nor_does_the_command_line(run, tmp_path, game, edition, told, field, cite):
    file, journal = tmp_path / "s.toml", tmp_path / "night.journal"
    file.write_text(f'game = "{game}"\nedition = "{edition}"\n' + _toml(told))
    checked = run("submission", "check", str(file))
    done = run(
        "table", "run", game, "--submission", str(file), "--rounds", "1", "--seed", "1", "--journal", str(journal)
    )
    dealt = run("deal", game, "--submission", str(file), "--wager", "ante=10")
    for one in (checked, done, dealt):
        assert (one.code, one.out) == (2, ""), one
        assert f"{field}: must be specified" in one.err
        assert cite in one.err
    assert not journal.exists()


def _toml(told: dict[str, Any]) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in told.items() if not isinstance(value, dict)]
    for key, value in told.items():
        if isinstance(value, dict):
            lines += [f"[{key}]"] + [f"{name} = {_inline(one)}" for name, one in value.items()]
    return "\n".join(lines) + "\n"


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_inline(one)}" for name, one in value.items()) + " }"
    return json.dumps(value)


async def test_nor_does_a_house(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        for case in REFUSED:
            game, edition, told, field, cite = case.values
            opening = {"name": "Gold", "game": game, "edition": edition, "submission": told}
            with pytest.raises(SubmissionError) as refused:
                await open_by(house, opening)
            assert (field, cite) in [(r.field, r.cite) for r in refused.value.refusals]
        assert not house.keepers
        assert house.audit() == {}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.id}-{game.edition}")
def test_what_is_missing_can_be_completed_and_nothing_else_is_touched(game):
    some: list[dict[str, Any]] = [{}, first_choices(game), {"limits": {game.ante: {"maximum": "500.00"}}}]
    for told in some:
        made: dict[str, Any] = completed(game, told)
        assert game.rules(made, complete=True)
        assert {key: made[key] for key in told if key != "limits"} == {
            key: told[key] for key in told if key != "limits"
        }
        if "limits" in told:
            assert told["limits"][game.ante].items() <= made["limits"][game.ante].items()


# Editions that are only proposed.

NOT_IN_FORCE = "PROPOSED, not in force"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.id}-{game.edition}")
def test_a_proposed_edition_is_marked_on_sign_sheet_and_journal_and_no_other_is(game, run, tmp_path):
    proposed = game.edition.endswith("-proposed")
    assert game.mark == (NOT_IN_FORCE if proposed else "")
    rules = game.rules(completed(game, {}))
    assert sign(rules).mark == game.mark
    for page in (sign_page, table_layout):
        assert (", not in force" in page.as_svg(rules, "")) is proposed
    event, _ = open_table(rules, table="T1", at=0)
    assert isinstance(event, e.TableOpened)
    assert event.mark == game.mark
    file = tmp_path / "s.toml"
    assert run("submission", "new", game.id, "--edition", game.edition, "-o", str(file)).code == 0
    for command in (
        ("submission", "check", str(file)),
        ("submission", "sign", str(file)),
        ("table", "steps", game.id, "--edition", game.edition),
    ):
        done = run(*command)
        assert done.code == 0, done.err
        assert (NOT_IN_FORCE in " ".join(done.out.split())) is proposed, command
    told = json.loads(run("submission", "sign", str(file), "--json").out)
    assert told["mark"] == game.mark
