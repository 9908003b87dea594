"""Every file, module and page that the pages for newcomers name is there, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import croupier
from tests.rooms import BEGIN, END, Tree

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "croupier"
DOCS = ROOT / "docs"
LINKED = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
NAMING = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *(DOCS / f"{name}.md" for name in ("architecture", "compatibility", "design", "glossary")),
    *sorted((DOCS / "decisions").glob("*.md")),
]
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)?(?:#([^)\s]+))?\)")
FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)+|[\w-]+\.(?:py|js|md|toml|tsv|json|css)")
MODULE = re.compile(r"python -m (tests(?:\.\w+)+)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
MADE_UP = re.compile(r"NAME|NUMBER|FILE|…")


def text_of(page: Path) -> str:
    """A page without what is generated, where files of earlier trees are named."""
    text = page.read_text(encoding="utf-8")
    head, begins, rest = text.partition(BEGIN)
    return head + rest.partition(END)[2] if begins else text


def spans(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    return [span for span in SPAN.findall(text) if not MADE_UP.search(span)]


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub makes addresses of them."""
    found = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in found}


@pytest.mark.parametrize("page", NAMING, ids=lambda page: page.name)
def test_every_path_is_there(page):
    found = [span for span in spans(page) if FILE.fullmatch(span)]
    gone = [path for path in found if not any((root / path).exists() for root in (ROOT, SOURCE))]
    assert gone == []
    modules = [name.replace(".", "/") for name in MODULE.findall(text_of(page))]
    assert [
        name for name in modules if not any((ROOT / f"{name}{end}").exists() for end in (".py", "/__main__.py"))
    ] == []


def test_paths_are_found_at_all():
    found = {page.name: sum(FILE.fullmatch(span) is not None for span in spans(page)) for page in NAMING}
    assert found["architecture.md"] > 80
    assert found["glossary.md"] > 80
    assert found["CONTRIBUTING.md"] > 50


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page):
    for path, anchor in LINK.findall(text_of(page)):
        if "://" in path:
            continue
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), path
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{path}#{anchor}"


def test_the_way_of_a_wager_is_the_one_that_is_told():
    told = set(spans(DOCS / "architecture.md"))
    assert [file for file in Tree(ROOT).walk() if file not in told] == []


def test_the_changelog_has_this_version_with_its_day():
    page = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, second, *_ = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert first == "Unreleased"
    assert re.fullmatch(rf"{re.escape(croupier.__version__)} \(\d{{4}}-\d\d-\d\d\)", second)


def test_decisions_are_numbered_and_listed():
    files = sorted(file.name for file in (DOCS / "decisions").glob("0*.md"))
    listed = re.findall(r"\((0\d{3}-[\w-]+\.md)\)", (DOCS / "decisions" / "README.md").read_text(encoding="utf-8"))
    assert listed == files
    for name in files:
        told = (DOCS / "decisions" / name).read_text(encoding="utf-8")
        assert told.startswith(f"# {name[:4]}: ")
        assert all(f"**{part}" in told for part in ("Context.", "Decision.", "Consequences.", "What would change our"))
