"""``croupier submission layout`` and ``sign --out``."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "submissions").glob("*.toml"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize(("command", "size"), [("layout", "2100 by 1120 mm"), ("sign", "279.4 by 431.8 mm")])
def test_a_drawing_of_each_example(run, tmp_path, file, command, size):
    for kind, begins in ((".svg", b"<svg "), (".pdf", b"%PDF")):
        out = tmp_path / f"{command}{kind}"
        code, said, err = run("submission", command, str(file), "--out", str(out), "--house", "Grand Hall")
        assert (code, err) == (0, "")
        assert said.strip().endswith(size)
        made = out.read_bytes()
        assert made.startswith(begins)
        assert run("submission", command, str(file), "--out", str(out), "--house", "Grand Hall").code == 0
        assert out.read_bytes() == made
        assert (b"Grand Hall" in made) == (kind == ".svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{command}.pdf", f"{command}.svg"]


@pytest.mark.parametrize("command", ["layout", "sign"])
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(run, tmp_path, command):
    file = str(EXAMPLES[0])
    code, _, err = run("submission", command, file, "--out", str(tmp_path / "a.png"))
    assert code == 2
    assert "use .svg, .pdf" in err
    code, _, err = run("submission", command, file, "--out", str(tmp_path / "none" / "a.svg"))
    assert code == 2
    assert "there is no folder" in err
    wrong = Path(file).read_text(encoding="utf-8").replace("decks = 1", "decks = 2")
    code, _, err = run("submission", command, "-", "--out", str(tmp_path / "a.svg"), stdin=wrong)
    assert code == 2
    assert "§ 683a.3(b)" in err
    assert not list(tmp_path.iterdir())
