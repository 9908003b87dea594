"""The files that the pages' scripts are served as: the same modules, in the same order, each a scope of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.games import all_games
from croupier.web.http.files import shrink
from croupier.web.http.files.bind import ALWAYS, SHARED, Scripts
from croupier.web.http.files.static import PAGES

JS = PAGES / "js"
SCRIPTS = {path.relative_to(JS).as_posix(): path for path in sorted(JS.rglob("*.js"))}
QUIET = {"comment", "gap"}

PLAIN = {
    "core/words.js": 'export const say = (...words) => console.log(words.join(" ")); // not this\nsay("words");\n',
    "core/count.js": """
import { say } from "./words.js";
export let count = 1;
const own = "count";
export function more(by = 1) {
  count += by; /* nor this */
  say(`${own} is ${count}${by > 1 ? ` by ${by}` : ""} // ${"`}"}`);
}
export class Half { of = (n) => n / 2 / 1; test = (text) => /[/`"]\\/x/g.test(text); }
export async function* each() { yield* [1, 2]; }
""",
    "core/seldom.js": """
import { say } from "./words.js";
import { more } from "./count.js";
say("seldom");
export const seldom = () => more(3);
""",
    "core/rare.js": 'import { seldom } from "./seldom.js";\nexport const rare = (x) => { seldom(); return x; };\n',
    "lobby/lobby.js": 'import { say as tell } from "../core/words.js";\ntell("lobby");\n',
    "table/own.js": 'import "../core/count.js";\nconsole.log("own");\n',
    "table/late.js": """
import * as counting from "../core/count.js";
import { seldom } from "../core/seldom.js";
import { only } from "./only.js";
export const late = () => { seldom(); only(); return `late ${counting.count}`; };
export const latest = () => import("./latest.js");
""",
    "table/only.js": 'export const only = () => console.log("only");\n',
    "table/latest.js": 'import { only } from "./only.js";\nexport const latest = only;\n',
    "table/table.js": """
import {
  Half,
  each,
  more,
} from "../core/count.js";
import * as counting from "../core/count.js";
import { say as tell } from "../core/words.js";
import "./own.js";
const own = "table";
more();
tell(own, counting.count, new Half().of(10), new Half().test("/x"), import.meta.url.split("/").at(-1))
const one = await import("./late.js");
tell(one.late());
(await one.latest()).latest();
const { rare } = await import("../core/rare.js");
tell(rare("rare"), counting.count);
for await (const n of each()) tell(n);
let n = 4
;[n] = [n - -1 + +1]
tell(n++ / 2, n-- , +n)
""",
}


def written(folder: Path, texts: dict[str, str]) -> dict[str, Path]:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return {name: folder / name for name in texts}


def ran(script: Path) -> str:
    deno = shutil.which("deno", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert deno is not None
    quiet = {"DENO_NO_UPDATE_CHECK": "1", "DENO_NO_PROMPT": "1", "NO_COLOR": "1", "DENO_DIR": str(script.parents[1])}
    done = subprocess.run(
        [deno, "run", "--no-check", "--no-remote", "--no-config", "--allow-read", str(script)],
        env={**os.environ, **quiet},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_bound_modules_do_what_they_did(tmp_path, monkeypatch):
    """What two parts that come later both need runs with the page, or with the one of them that asks for the other;
    everything else when it did before."""
    scripts = Scripts(written(tmp_path / "plain", PLAIN))
    homes = scripts.placed("table/table.js")
    assert homes == {
        "core/words.js": SHARED,
        "core/count.js": "table/table.js",
        "core/seldom.js": "table/table.js",
        "core/rare.js": "core/rare.js",
        "table/late.js": "table/late.js",
        "table/only.js": "table/late.js",
        "table/latest.js": "table/latest.js",
        "table/own.js": "table/table.js",
        "table/table.js": "table/table.js",
    }
    monkeypatch.setattr(scripts, "homes", lambda _: homes)  # core/rare.js is in the room of no page
    written(tmp_path / "bound", {file: scripts.file(file) for file in set(homes.values())})
    plain, bound = (ran(tmp_path / way / "table" / "table.js").splitlines() for way in ("plain", "bound"))
    assert "count is 2 // `}" in plain
    assert sorted(plain) == sorted(bound)
    assert [line for line in plain if line != "seldom"] == [line for line in bound if line != "seldom"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('import words from "./words.js";', "not of the plain kind"),
        ('export { say } from "./words.js";', "not of the plain kind"),
        ("export const { a, b } = {};", "not of the plain kind"),
        ("export default 1;", "not of the plain kind"),
        ("await import(`./${1}.js`);", "no path"),
        ('import { silence } from "./words.js";', "which core/words.js has not"),
        ('import { count } from "./count.js";', "may change"),
        ("const a = `${1};", "without its end"),
        ("const a = (1;", "ends within"),
    ],
)
def test_what_is_not_of_the_plain_kind_is_refused(tmp_path, text, why):
    found = written(tmp_path, {**PLAIN, "core/odd.js": text, "odd/odd.js": 'import "../core/odd.js";\n'})
    with pytest.raises(ValueError, match=why):
        Scripts(found).file("odd/odd.js")


def test_a_script_loses_only_what_is_for_readers():
    for name, path in SCRIPTS.items():
        whole = list(shrink.tokens(path.read_text("utf-8")))
        assert "".join(one.text for one in whole) == path.read_text("utf-8"), name
        kept = [(one.kind, one.text) for one in whole if one.kind not in QUIET]
        less = [(one.kind, one.text) for one in shrink.tokens(shrink.script(whole)) if one.kind not in QUIET]
        assert kept == less, name


def test_every_page_is_bound_and_what_comes_later_on_several_is_the_same():
    scripts = Scripts(SCRIPTS)
    common = scripts.placed(ALWAYS[0])
    for entry in scripts.entries:
        homes = scripts.placed(entry)
        for file in set(homes.values()):
            assert scripts.file(file)
            inside = {name for name, home in homes.items() if home == file}
            if file.split("/")[0] != entry.split("/")[0]:
                assert inside == {name for name, home in common.items() if home == file}, f"{file} on {entry}"
        assert SHARED in homes.values()
    for name in ("core/theme.js", "core/dom.js", "none/none.js"):
        with pytest.raises(KeyError):
            scripts.file(name)


def test_a_file_brings_the_words_of_its_modules():
    scripts = Scripts(SCRIPTS)
    spanish = scripts.file("table/papers.js", "es")
    assert '"Payouts":"' in spanish
    assert '"Choose a table.":' not in spanish
    assert 'from"../table/table.es.js"' in spanish
    assert "learn(" not in scripts.file("table/papers.js")
    reading = str(all_games()[0].readings[0].key).replace("-", " ")
    assert f'"{reading}":"' in spanish  # which no script has
