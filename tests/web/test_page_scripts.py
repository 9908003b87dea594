"""The pages' scripts: what they import is there, and in one direction only; deno.jsonc says what else holds of them."""

import functools
import re
from pathlib import Path

import pytest

import croupier.web
from croupier.web.http.files.bind import SHARED

PAGES = Path(croupier.web.__file__).parent / "pages"
SCRIPTS = sorted((PAGES / "js").rglob("*.js"))
STATIC = re.compile(r'^(?:import|export) (?:[\w$*{},\s]+ from )?"([^"]+)";', re.MULTILINE)
LATER = re.compile(r"""\bimport\("([^"]+)"\)|\bnew URL\("([^"]+)", import\.meta\.url\)""")
SERVED = re.compile(r"""["'](/pages/[^"'{}]+\.[a-z0-9]+)["']""")
MOST = 300

# One file by purpose: whoever doubts the house reads it alone.
WHOLE = {"verify/verify-cards.js"}


def name(script: Path) -> str:
    return script.relative_to(PAGES / "js").as_posix()


@functools.cache
def imports(script: Path) -> tuple[Path, ...]:
    return tuple((script.parent / path).resolve() for path in STATIC.findall(script.read_text()))


@functools.cache
def reached(script: Path) -> frozenset[Path]:
    """Everything that a browser loads before `script` runs."""
    found: set[Path] = set()
    waiting = [script]
    while waiting:
        for one in imports(waiting.pop()):
            if one not in found:
                found.add(one)
                waiting.append(one)
    return frozenset(found)


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_what_a_script_imports_is_there_and_below_it(script):
    room = script.parent.name
    may = {"core": {"core"}, "parts": {"core", "parts"}}.get(room, {"core", "parts", room})
    for path in imports(script):
        assert path.is_file(), f"{name(script)} imports {path}, which is not there"
        assert path.parent.parent == PAGES / "js", f"{name(script)} imports {path} from outside js/"
        assert path.parent.name in may, f"{name(script)} imports {name(path)}: core <- parts <- the folder of a page"
    assert script not in reached(script), f"{name(script)} imports itself by a detour"
    for later in map("".join, LATER.findall(script.read_text())):
        assert (script.parent / later).is_file(), f"{name(script)} loads {later} later, which is not there"


@pytest.mark.parametrize("page", [*sorted(PAGES.glob("*.html")), PAGES / "worker.js"], ids=lambda page: page.name)
def test_what_a_page_names_is_there(page):
    for path in set(SERVED.findall(page.read_text())) - {f"/pages/js/{SHARED}"}:
        assert (PAGES / path.removeprefix("/pages/")).is_file(), f"{page.name} names {path}, which is not there"


def test_every_folder_of_a_page_has_its_script():
    rooms = {script.parent.name for script in SCRIPTS} - {"core", "parts"}
    assert {room for room in rooms if not (PAGES / "js" / room / f"{room}.js").is_file()} == set()


def test_no_script_is_long():
    lines = {name(script): script.read_text().count("\n") for script in SCRIPTS if name(script) not in WHOLE}
    assert {script: many for script, many in lines.items() if many > MOST} == {}
