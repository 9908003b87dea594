"""The Rules Submission editor in a browser: choose, be refused, see the worth, undo, take the files away."""

from __future__ import annotations

import tomllib

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from croupier.games import EDITIONS as BOOK
from croupier.games import open_game
from tests.browser.floor import DESKTOP, PHONE
from tests.cli.conftest import run

__all__ = ["run"]
COUNTED = "() => /%/.test(document.querySelector('.figure.lead b')?.textContent ?? '')"
CHAPTERS = [(game, edition) for game, editions in BOOK.items() for edition in editions]


class Editor:
    def __init__(self, person, query="?game=dj-wild"):
        self.page = person.page
        self.page.goto(f"{person.floor.url}/submissions{query}")
        self.page.wait_for_selector(".state b.up")

    def press(self, field, value):
        told = (
            ""
            if value is None
            else f'[data-value="{value}"]'
            if not isinstance(value, str)
            else f"[data-value='\"{value}\"']"
        )
        self.page.click(f'[data-do="choose"][data-field="{field}"]{told or ":not([data-value])"}')

    def says(self, words):
        self.page.wait_for_function("words => document.querySelector('.state b').textContent === words", arg=words)

    def file(self):
        return self.page.inner_text(".toml")

    def taken(self, selector):
        with self.page.expect_download() as coming:
            self.page.click(selector)
        return coming.value

    def serious(self):
        answer = Axe().run(self.page).response["violations"]
        return [
            (rule["id"], [node["html"][:120] for node in rule["nodes"]][:3])
            for rule in answer
            if rule["impact"] in {"serious", "critical"}
        ]


def test_choose_and_take_the_file_that_the_command_accepts(guest, run, tmp_path):
    ann = Editor(guest("Ann"))
    ann.press("trips", "DJWT-06")
    ann.press("bad-beat", None)
    ann.press("adjacent-boxes", 3)
    ann.page.fill("#f-limits-trips-maximum", "100.00")
    ann.page.fill("#f-day", "2020-01-31")
    ann.page.wait_for_selector("#f-day-why:has-text('not in force yet')")
    ann.page.fill("#f-day", "2026-01-31")
    ann.page.wait_for_selector(".toml:has-text('DJWT-06\"'):has-text('[limits.trips]'):has-text('day = \"2026-01-31')")
    ann.says("Accepted")
    download = ann.taken('[data-do="download"]')
    assert download.suggested_filename == "dj-wild-pa-2021.toml"
    file = tmp_path / "table.toml"
    download.save_as(file)
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    assert (told["trips"], told["adjacent-boxes"], told["limits"]["trips"]) == ("DJWT-06", 3, {"maximum": "100.00"})
    assert told["day"] == "2026-01-31"
    assert "bad-beat" not in told
    code, said, _ = run("submission", "check", str(file))
    assert code == 0
    assert "Trips Bonus Wager: paytable DJWT-06" in said


def test_a_wrong_choice_is_refused_in_place_with_its_provision(guest):
    ann = Editor(guest("Ann"))
    ann.press("decks", 2)
    ann.page.fill("#f-contribution", "all of it")
    ann.page.fill("#f-limits-ante-maximum", "12.34")
    ann.says("3 to change")
    assert "automated shuffling device" in ann.page.inner_text("#f-decks-why")
    assert "§ 687a.3(b)" in ann.page.inner_text("#f-decks-why")
    assert "not a share of the wager" in ann.page.inner_text("#f-contribution-why")
    assert ann.page.get_attribute("#f-contribution", "aria-invalid") == "true"
    assert "annot be reached" in ann.page.inner_text("#f-limits-ante-maximum-why")
    assert ann.page.locator('.jumps [data-do="go"]').count() == 3
    ann.page.click('.jumps [data-of="contribution"]')
    ann.page.wait_for_selector("#f-contribution:focus")
    ann.page.click("#tab-layout")
    assert "drawn when every choice is accepted" in ann.page.inner_text("#made")
    ann.page.click("#f-decks-why .cite")
    ann.page.wait_for_selector("dialog.provision h2:has-text('§ 687a.3(b)')")
    ann.page.keyboard.press("Escape")
    ann.press("shuffler", "automated")
    ann.page.fill("#f-contribution", "14%")
    ann.page.fill("#f-limits-ante-maximum", "500")
    ann.says("Accepted")


def test_what_a_choice_is_worth(guest):
    ann = Editor(guest("Ann"))
    ann.page.wait_for_function(COUNTED, timeout=60_000)
    assert ann.page.inner_text(".figure.lead b") == "3.4674%"
    trips = ann.page.inner_text("#f-trips").split()
    assert trips == [
        "Not",
        "offered",
        "DJWT-04",
        "6.1569%",
        "DJWT-05",
        "7.5257%",
        "DJWT-06",
        "7.6616%",
        "DJWT-07",
        "8.5460%",
    ]
    whole = '[data-key="whole"] tbody'
    assert "6.1569%" in ann.page.inner_text(whole)
    ann.press("trips", "DJWT-07")
    assert "8.5460%" in ann.page.inner_text(whole)
    before = ann.page.inner_text("#f-bad-beat")
    ann.press("readings.bad-beat", "two-way")
    ann.page.wait_for_function("before => document.querySelector('#f-bad-beat').innerText !== before", arg=before)
    ann.page.click('[data-do="rows"][data-of="trips"]')
    assert "2000 to 1" in ann.page.inner_text('[data-key="trips"] .pays-of')


def test_what_the_reading_not_chosen_would_be_worth(guest):
    ann = Editor(guest("Ann"), "?game=raise-it-up")
    ann.page.wait_for_function(COUNTED, timeout=60_000)
    ann.page.click('[data-do="compare"]')
    ann.page.wait_for_selector('.other:has-text("house edge of Pair Plus Wager")', timeout=60_000)


def test_undo_redo_drafts_and_links(guest):
    person = guest("Ann")
    ann = Editor(person)
    ann.press("trips", "DJWT-04")  # as it is already
    assert ann.page.get_attribute('[data-do="undo"]', "aria-disabled") == "true"
    ann.press("trips", "DJWT-05")
    ann.page.fill("#f-contribution", "10%")
    ann.page.keyboard.press("Control+z")
    assert ann.page.input_value("#f-contribution") == "20%"
    ann.page.click('[data-do="undo"]')
    assert ann.page.get_attribute('[data-field="trips"][data-value=\'"DJWT-04"\']', "aria-pressed") == "true"
    ann.page.click('[data-do="redo"]')
    ann.page.keyboard.press("Control+Shift+z")
    assert ann.page.input_value("#f-contribution") == "10%"
    link = ann.page.url
    ann.page.select_option('[data-pick="game"]', "cajun-stud")
    ann.page.wait_for_selector("#f-pocket")
    ann.page.click('[data-do="undo"]')
    ann.page.wait_for_selector("#f-trips")
    ann.page.select_option('[data-pick="game"]', "over-under")
    ann.page.wait_for_selector(".standing .tag.proposed")
    # a reload stands where it stood; the draft of the other chapter is kept; the link holds all of it elsewhere
    ann.page.reload()
    ann.page.wait_for_selector("#f-bonus")
    ann.page.select_option('[data-pick="game"]', "dj-wild")
    ann.page.wait_for_selector("#f-contribution")
    assert ann.page.input_value("#f-contribution") == "10%"
    other = guest("Bea")
    other.page.goto(link)
    other.page.wait_for_selector(".state b.up")
    assert other.page.input_value("#f-contribution") == "10%"
    assert 'trips = "DJWT-05"' in other.page.inner_text(".toml")


def test_open_a_file_or_a_text_and_refuse_what_is_none(guest, tmp_path):
    person = guest("Ann")
    ann = Editor(person)
    file = tmp_path / "mine.toml"
    limits = '[limits.ante]\nminimum = "10.00"\nmaximum = "500.00"\nstep = "5.00"\n'
    wrong = 'pair-plus = "Z"\njackpot = true\n'
    file.write_text(f'# Filed in May.\ngame = "raise-it-up"\nedition = "pa-2019"\n{wrong}{limits}')
    ann.page.set_input_files("#pick", str(file))
    ann.says("2 to change")
    assert "choose A, B" in ann.page.inner_text("#f-pair-plus-why")
    assert "jackpot" in ann.page.inner_text('[data-key="rest"]')
    assert "# Filed in May." in ann.file()
    ann.page.click('[data-do="take-out"][data-field="jackpot"]')
    ann.press("pair-plus", "B")
    ann.says("Accepted")
    ann.page.click('[data-do="edit"]')
    ann.page.fill("#text", "no = = toml")
    ann.page.click('[data-do="use"]')
    ann.page.wait_for_selector("#made .refusals:has-text('is not TOML')")
    ann.page.fill("#text", 'game = "over-under"')
    ann.page.click('[data-do="use"]')
    ann.page.wait_for_selector("#f-bonus")
    assert person.faults == ["Failed to load resource: the server responded with a status of 400 (Bad Request)"]
    person.faults.clear()  # the text that was refused


def test_the_sign_and_the_layout_of_every_chapter(guest):
    ann = Editor(guest("Ann"))
    ann.page.click("#tab-layout")
    ann.page.fill("#house", "Grand Hall")
    for game, edition in CHAPTERS:
        name = open_game(game, edition).name
        ann.page.select_option('[data-pick="game"]', game)
        ann.page.select_option('[data-pick="edition"]', edition)
        for tab, title in (("sign", name), ("layout", name.upper())):
            ann.page.click(f"#tab-{tab}")
            ann.page.wait_for_selector(f"drawn-page svg:has-text('{title}'):has-text('Grand Hall')")
        assert ann.page.locator("drawn-page svg #seat-6").count() == 1


def test_drawings_are_taken_away(guest, tmp_path):
    ann = Editor(guest("Ann"), "?game=cajun-stud")
    for tab in ("sign", "layout"):
        ann.page.click(f"#tab-{tab}")
        for kind, begins in (("svg", b"<svg "), ("pdf", b"%PDF")):
            download = ann.taken(f'[data-do="take"][data-of="{kind}"]')
            assert download.suggested_filename == f"cajun-stud-{tab}.{kind}"
            download.save_as(tmp_path / "it")
            assert (tmp_path / "it").read_bytes().startswith(begins)


def test_when_the_server_is_away_the_choices_are_kept(guest):
    person = guest("Ann")
    ann = Editor(person)
    person.context.set_offline(True)
    ann.press("trips", "DJWT-05")
    ann.page.wait_for_selector(".away:has-text('kept in this browser')")
    person.context.set_offline(False)
    ann.page.wait_for_selector(".away", state="detached")
    ann.says("Accepted")
    assert 'trips = "DJWT-05"' in ann.file()
    assert all("ERR_INTERNET_DISCONNECTED" in fault for fault in person.faults)
    person.faults.clear()


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_it_fits_and_axe_finds_no_serious_fault(guest, size, scheme):
    ann = Editor(guest("Ann", size, color_scheme=scheme), "?game=face-up-pai-gow")
    ann.page.wait_for_function(COUNTED)
    ann.press("decks", 2)
    ann.says("1 to change")
    assert ann.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    assert ann.serious() == []
    ann.press("decks", 1)
    ann.page.click("#tab-layout")
    ann.page.wait_for_selector("drawn-page svg")
    assert ann.serious() == []
    ann.page.focus("#tab-layout")
    ann.page.keyboard.press("ArrowLeft")
    ann.page.wait_for_selector('#tab-sign[aria-selected="true"]:focus')
    ann.page.click('[data-do="zoom"]')
    ann.page.wait_for_selector("drawn-page.large")
    assert ann.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
