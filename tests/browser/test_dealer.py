"""The dealer's console in a browser: rounds dealt by presses and by cards typed in, remedies, who deals, the school."""

from __future__ import annotations

import json
import random

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from msgspec.structs import replace

from croupier.house.screens.dealer.order_of_round import closing, said
from croupier.house.screens.dealer.school import school_id
from croupier.house.screens.dealer.school_steps import readied
from croupier.table import BuyIn, Crowd, Decide, Perform, Place, Sit
from croupier.table.commands import Actor, Command
from tests.browser.floor import EDITIONS, PHONE, words

FLOOR = Actor("floorperson", "Floor")
FACES = {rank + suit for rank in "A23456789TJQK" for suit in "shdc"} | {"Jk"}


@pytest.fixture
def dealer(guest, floor):
    """Makes dealers, each at a table's console."""

    def make(table, size=(1440, 900), name="Dean", **more):
        one = guest(name, size, **more).come_in()
        floor.app.state.desk.people.accounts.grant(one.name, "dealer")
        keeper = floor.house.keepers.get(table)
        if keeper is not None and not keeper.settings.automatic and not keeper.settings.dealer:
            floor.call(keeper.resettle(replace(keeper.settings, dealer=one.name)))
        one.page.goto(f"{floor.url}/dealer?table={table}")
        one.page.wait_for_selector(".next h2")
        return one

    return make


def seat(floor, table, *seats):
    keeper = floor.house.keeper(table)

    async def sit():
        for n in seats:
            name = f"Ann {n} {table}"
            await floor.house.welcome(name)
            await keeper.ask(Sit(player=name, seat=n), Actor("player", name))
            await keeper.ask(BuyIn(player=name, amount=90_000), Actor("player", name))

    floor.call(sit())
    return keeper


def ready(floor, keeper):
    """The cards up to the betting, by the house's own staff: what is tested comes after."""
    floor.call(keeper.do(lambda table: readied(keeper, table), f"ready {keeper.stored}", ""))


def ask(floor, keeper, command, actor):
    answer = floor.call(keeper.ask(command, actor))
    assert not answer.refused, answer


def wager(floor, keeper, wagers):
    for n, name in keeper.table.seats.items():
        for wager_, amount in wagers.items():
            ask(floor, keeper, Place(seat=n, wager=wager_, amount=amount), Actor("player", name))


def decide(floor, keeper, crowd):
    answer = crowd.decide(keeper.table)
    if answer is not None:
        ask(floor, keeper, *answer)
    return answer is not None


def shown(one, keeper):
    """Wait until the page says what the table has due."""
    table = keeper.table
    expected = f"{said(table, table.due or closing(table))}.".lower()
    one.page.wait_for_function(
        """(words) => document.querySelector('#step')?.innerText.toLowerCase() === words
        && !document.querySelector('.next [aria-busy]')""",
        arg=expected,
    )


def stored_more(one, keeper, n):
    for _ in range(300):
        if keeper.stored > n:
            return
        one.page.wait_for_timeout(10)
    raise AssertionError(f"nothing was done: {one.page.inner_text('.next')}")


def step_on(one, keeper, floor, crowd, holds):
    """Press Enter for whatever the console says, and let the players speak, until something holds."""
    for _ in range(60):
        if holds(keeper.table):
            return
        before = keeper.stored
        if not decide(floor, keeper, crowd):
            shown(one, keeper)
            one.page.keyboard.press("Enter")
        stored_more(one, keeper, before)
    raise AssertionError(f"the round did not end: {keeper.table.due}")


def serious(page):
    found = Axe().run(page).response["violations"]
    return [
        (rule["id"], [node["html"][:200] for node in rule["nodes"]][:3])
        for rule in found
        if rule["impact"] in {"serious", "critical"}
    ]


def test_a_round_dealt_by_pressing_enter_shows_no_card_before_its_time(floor, dealer):
    table = floor.open("dj-wild", automatic=False)
    keeper = seat(floor, table, 1, 3)
    ready(floor, keeper)
    wager(floor, keeper, {"ante": 1000, "blind": 1000, "trips": 500})
    dean = dealer(table)
    assert dean.page.inner_text("#step") == "Announce \u201cno more bets\u201d."
    assert "2 of 2 seats have wagered" in dean.page.inner_text(".next")
    crowd = Crowd(random.Random(1), 0)
    step_on(dean, keeper, floor, crowd, lambda t: t.due and t.due.id == "decide")
    dean.page.wait_for_selector(".waits:has-text('Waiting for seat')")
    shown = [frame for frame in dean.frames if "view" in frame]
    assert len(shown) > 3
    assert not FACES & set(words(shown))  # dealt face down: not in the dealer's traffic
    assert dean.page.locator(".layout playing-card:not([face])").count() == 10
    step_on(dean, keeper, floor, crowd, lambda t: t.play and t.play.shown.get("dealer"))
    dean.page.wait_for_selector(".places playing-card[face]")
    step_on(dean, keeper, floor, crowd, lambda t: t.rounds == 1)
    step_on(dean, keeper, floor, crowd, lambda t: t.phase == "betting")
    dean.page.wait_for_selector("#step:has-text('no more bets')")
    assert "Nobody has placed a wager." in dean.page.inner_text(".next")
    floor.house.audit()


def test_a_round_with_cards_typed_in(floor, dealer):
    table = floor.open("over-under", automatic=False, cards="entered")
    keeper = seat(floor, table, 2)
    dean = dealer(table)
    page = dean.page
    for _ in range(30):
        due = keeper.table.due
        if due is None:
            break
        before = keeper.stored
        if due.seat and due.id == "cut":
            page.click("text=declines the cut")
        elif "dealer" not in due.by:
            ask(floor, keeper, Perform(step=due.id), FLOOR)
        else:
            shown(dean, keeper)
            if due.id in {"cut", "insert-cover"}:
                page.fill("#number", "9" if due.id == "cut" else "90")
                page.press("#number", "Enter")
                if due.id == "cut":  # too few cards: refused with the provision, and nothing changed
                    page.wait_for_selector(".refusal:has-text('from 10')")
                    assert "686a.5" in page.inner_text(".refusal .cite")
                    page.fill("#number", "60")
                    page.press("#number", "Enter")
            else:
                page.keyboard.press("Enter")
        stored_more(dean, keeper, before)
    wager(floor, keeper, {"ante": 1000})
    page.wait_for_selector(".next:has-text('1 of 1 seats')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".slot.now")
    page.keyboard.type("9s")
    page.wait_for_selector(".slots playing-card[face='9s']")
    page.keyboard.type("k")  # one too many
    page.keyboard.type("h")
    page.wait_for_selector(".refusal:has-text('The card is named')")
    page.keyboard.press("Backspace")
    page.wait_for_selector(".slot.now")
    for key in "10♥":  # a scanner's code
        page.evaluate("(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", key)
    page.wait_for_selector(".slots playing-card[face='Th']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".layout playing-card[face='Th']")
    ask(floor, keeper, *(command_of(keeper, "over")))
    cards = iter(["5c", "7d", "Qs", "2h", "3d"])
    for _ in range(20):
        if keeper.table.rounds:
            break
        before = keeper.stored
        shown(dean, keeper)
        if page.query_selector(".slot.now"):
            for _ in range(page.locator(".slot").count()):
                page.keyboard.type(next(cards))
        page.keyboard.press("Enter")
        stored_more(dean, keeper, before)
    assert keeper.table.rounds == 1
    lines = b"".join(line for _, line in floor.house.database.lines(table))
    assert b'"cards":"Th"' in lines
    floor.house.audit()


def command_of(keeper, decision):
    due = keeper.table.due
    assert due.id == "decide"
    n = next(iter(keeper.table.seats))
    return Decide(seat=n, decision=decision), Actor("player", keeper.table.seats[n])


def by_hand(floor, keeper, dean):
    """Real cards, up to the betting."""

    async def prepare():
        for _ in range(40):
            due = keeper.table.due
            if due is None:
                break
            await keeper.ask(
                Perform(step=due.id, value=20 if due.id == "cut" else None),
                FLOOR if "dealer" not in due.by else Actor("dealer", dean.name),
            )

    floor.call(prepare())


def test_a_card_that_was_seen_is_refused_before_it_is_sent(floor, dealer):
    table = floor.open("dj-wild", automatic=False, cards="entered")
    keeper = seat(floor, table, 1)
    dean = dealer(table)
    page = dean.page
    by_hand(floor, keeper, dean)
    wager(floor, keeper, {"ante": 1000, "blind": 1000, "progressive": 100})
    step_on(dean, keeper, floor, Crowd(random.Random(1), 0), lambda t: t.due and t.due.id == "decide")
    ask(floor, keeper, *command_of(keeper, "raise"))
    page.wait_for_selector("#step:has-text('Turn over your five cards')")
    assert page.get_attribute('[data-card="Jk"]', "aria-disabled") is None
    page.keyboard.type("kskd7c4h")
    page.keyboard.press("Enter")
    page.wait_for_selector(".refusal:has-text('1 more to name')")
    page.keyboard.type("ks")
    page.wait_for_selector(".refusal:has-text('king of spades is named already')")
    page.keyboard.type("jj")
    page.wait_for_selector(".slots playing-card[face='Jk']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#step:has-text('Turn over the cards of seat 1')")
    page.click('[data-card="As"]')
    assert page.get_attribute('[data-card="Ks"]', "aria-disabled") == "true"
    page.keyboard.type("kd")
    page.wait_for_selector(".refusal:has-text('king of diamonds has been seen')")
    page.click('[data-card="Ks"]', force=True)
    page.wait_for_selector(".refusal:has-text('king of spades has been seen')")
    assert page.locator(".slots playing-card").count() == 1
    page.keyboard.type("9h9d2c3s")
    page.keyboard.press("Enter")
    page.wait_for_selector("#step:has-text('Settle')")
    page.keyboard.press("Enter")
    page.wait_for_selector("#step:has-text('Turn over the card for the joker')")  # 11(f)(1): for the Progressive alone
    page.keyboard.type("as")
    page.wait_for_selector(".refusal:has-text('ace of spades has been seen')")
    page.keyboard.type("2s")
    page.keyboard.press("Enter")
    page.wait_for_selector("#step:has-text('Settle')")


NEW = "seen => { const at = document.querySelector('#step'); return at && !seen.includes(at.textContent); }"


def test_the_next_step_may_be_pressed_before_the_last_one_is_answered(floor, dealer):
    table = floor.open("dj-wild", automatic=False)
    keeper = seat(floor, table, 1)
    ready(floor, keeper)
    wager(floor, keeper, {"ante": 1000, "blind": 1000})
    page = dealer(table).page
    held = []

    def slowly(here):
        there = here.connect_to_server()
        there.on_message(lambda told: held.append((here, told)) if '"answer"' in told else here.send(told))

    page.route_web_socket("**/dealing?*", slowly)
    page.reload()
    seen: list[str] = []
    for _ in range(3):
        page.wait_for_function(NEW, arg=seen)
        seen.append(page.text_content("#step"))
        page.keyboard.press("Enter")
    for _ in range(200):  # the answers come in on their own time
        if len(held) >= 2:
            break
        page.wait_for_timeout(50)
    assert len(held) >= 2
    for here, told in held:  # late, and of steps that are past
        here.send(told)
    page.wait_for_function(NEW, arg=seen)
    assert not page.query_selector(".refusal")


def test_a_report_that_the_record_disproves_stays_off_and_says_what_it_shows(floor, dealer):
    table = floor.open("dj-wild", automatic=False)
    keeper = seat(floor, table, 1, 4)
    ready(floor, keeper)
    wager(floor, keeper, {"ante": 1500, "blind": 1500, "trips": 500})
    dean = dealer(table)
    page = dean.page
    page.click(".wrongs button:has-text('wrong number')")
    page.wait_for_selector(".remedy .due:has-text('not now')")
    assert page.get_attribute(".remedy .btn", "aria-disabled") == "true"
    page.click("#step")  # Enter is the next step's unless a button has the focus
    step_on(dean, keeper, floor, Crowd(random.Random(1), 0), lambda t: t.due and t.due.id == "decide")
    page.wait_for_selector(".remedy .due:has-text('seat 1 has 5, seat 4 has 5 of 5 cards')")
    assert page.get_attribute(".remedy .btn", "aria-disabled") == "true"


def test_a_remedy_of_real_cards_shows_its_amounts_and_that_it_takes_two(floor, dealer):
    table = floor.open("dj-wild", automatic=False, cards="entered", title="Real 1")
    keeper = seat(floor, table, 1, 4)
    dean = dealer(table)
    page = dean.page
    page.wait_for_selector(".tag.real:has-text('Real cards, entered by the dealer')")
    by_hand(floor, keeper, dean)
    wager(floor, keeper, {"ante": 1500, "blind": 1500, "trips": 500})
    step_on(dean, keeper, floor, Crowd(random.Random(1), 0), lambda t: t.due and t.due.id == "decide")
    before, n = dict(keeper.table.accounts), keeper.stored
    page.click(".wrongs button:has-text('wrong number')")
    page.wait_for_selector(".remedy .amounts")
    told = page.inner_text(".remedy")
    assert told.count("$35.00") == 2
    assert "$70.00" in told
    assert "A second person must approve this: ask for it." in told
    assert page.get_attribute(".remedy .btn", "aria-disabled") == "true"
    page.click(".remedy .btn:has-text('Confirm the remedy')", force=True)
    page.wait_for_timeout(100)
    assert (keeper.table.accounts, keeper.stored) == (before, n)


def test_a_dealer_takes_a_table_and_hands_it_back(floor, dealer, guest):
    table = floor.open("cajun-stud")
    keeper = seat(floor, table, 1)
    dean = dealer(table)
    dean.page.wait_for_selector(".next:has-text('automatic dealer')")
    dean.page.click("text=Take this table")
    dean.page.wait_for_selector(".who-deals:has-text('Dealt by Dean')")
    assert json.loads(floor.call(stored(floor, table)))["dealer"] == dean.name
    dean.page.click("text=Hand back to the automatic dealer")
    dean.page.wait_for_selector(".next:has-text('Take this table')")
    assert keeper.settings.automatic
    ann = guest("Ann").come_in()
    ann.page.goto(f"{floor.url}/dealer?table={table}")  # nobody deals without the role
    ann.page.wait_for_selector("text=belongs to the dealer")


async def stored(floor, table):
    from sqlalchemy import select

    from croupier.house.storage import schema

    with floor.house.database.read() as connection:
        return connection.scalar(select(schema.tables.c.settings).where(schema.tables.c.id == table))


def test_a_progressive_is_paid_when_the_floor_has_validated_it(floor, dealer, guest):
    """The floorperson is another session: the dealer's console says that it waits, and goes on when it is done."""
    table = floor.open("raise-it-up", automatic=False, cards="entered")
    keeper = seat(floor, table, 1)
    dean = dealer(table)
    page = dean.page
    flo = guest("Flo").come_in()
    floor.app.state.desk.people.accounts.grant(flo.name, "floorperson")
    actor, board = Actor("dealer", dean.name), iter(["4d", "5c", "9h"])
    values = {"cut": 20, "verify-chips": 1}

    async def play(end):
        while (due := keeper.table.due) is not None and due.id != end:
            if due.id == "decide":
                last = due.street == len(keeper.rules.game.streets) - 1
                told: Command = Decide(seat=1, decision="play-1" if last else "check")
                who = Actor("player", keeper.table.seats[1])
            else:
                shown_ = next(board) if due.id == "turn" else ""
                told = Perform(step=due.id, value=values.get(due.id), cards=shown_)
                who = actor if "dealer" in due.by else FLOOR
            answer = await keeper.ask(told, who)
            assert not answer.refused, answer

    floor.call(play(""))
    wager(floor, keeper, {"ante": 1000, "blind": 1000, "progressive": 100})
    ask(floor, keeper, Perform(step="no-more-bets"), actor)
    floor.call(play("reveal"))
    page.wait_for_selector("#step:has-text('Turn over the cards of seat 1')")
    page.keyboard.type("asksqs")
    page.wait_for_selector(".slots playing-card[face='Qs']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#step:not(:has-text('Turn over'))")
    step_on(dean, keeper, floor, Crowd(random.Random(1), 0), lambda t: "dealer" not in t.due.by)
    page.wait_for_selector(".waits:has-text('call the floor')")
    meter = sum(amount for account, amount in keeper.table.accounts.items() if account.startswith("meter:"))
    while (due := keeper.table.due) is not None and keeper.table.play is not None:
        if "dealer" in due.by:
            step_on(dean, keeper, floor, Crowd(random.Random(1), 0), lambda t: not t.play or "dealer" not in t.due.by)
            continue
        answer = flo.context.request.post(
            f"{floor.url}/api/tables/{table}/commands",
            data={"command": "perform", "step": due.id},
            headers={"Idempotency-Key": due.id},
        )
        assert answer.status == 200
    assert keeper.table.accounts["player:" + keeper.table.seats[1]] > 90_000 + 10_000
    assert sum(v for account, v in keeper.table.accounts.items() if account.startswith("meter:")) < meter
    floor.house.audit()


def test_the_school_answers_a_wrong_step_with_its_provision(floor, dealer):
    company = floor.app.state.room.host.company
    haste, company.haste = company.haste, 0
    try:
        table = floor.open("cajun-stud")
        dean = dealer(table)
        page = dean.page
        page.goto(f"{floor.url}/dealer")
        page.click("[data-do='open-school'][data-game='dj-wild']")
        page.wait_for_url("**/dealer?table=school-**")
        keeper = floor.house.keeper(school_id(dean.name, "dj-wild", EDITIONS["dj-wild"]))
        page.wait_for_selector(".choice")
        n, still = -1, 0
        for _ in range(400):  # until the company has put down its side wagers too
            still = still + 1 if keeper.stored == n and len(keeper.table.layout) == 3 else 0
            n = keeper.stored
            if still == 25:
                break
            page.wait_for_timeout(20)
        boxes = "() => [...document.querySelectorAll('.choice')].map((one) => one.getBoundingClientRect().toJSON())"
        before = page.evaluate(boxes)
        page.click(".choice:has-text('Turn over your five cards')")
        page.wait_for_selector(".told")
        assert page.evaluate(boxes) == before  # nothing moved
        assert "Turn over your five cards" in page.inner_text(".choice.refused")
        told = page.inner_text(".told")
        assert "Not taken" in told
        assert "The law expects now: announce" in told
        assert page.inner_text(".told .law .cite") == "§ 687a.8(b)"
        assert keeper.stored == n
        assert "0 right, 1 wrong" in page.inner_text(".tally")
        for picked in ("no more bets", "face down to each seat", "face down to yourself"):
            if keeper.table.due is not None and keeper.table.due.id == "start-game":
                page.click(".choice:has-text('Start Game')")
            page.click(f".choice:has-text('{picked}')")
            page.wait_for_selector(f".order .done:has-text('{picked}')")
        page.click("text=Let something go wrong")
        page.wait_for_selector(".choices[data-key='case'] .choice")
        assert serious(page) == []
        right = dean_knows(floor, keeper)
        page.click(f".choice[data-words='{right}']")
        page.wait_for_selector(".told.good")
        assert keeper.id not in page.evaluate("fetch('/api/floor').then((answer) => answer.text())")
    finally:
        company.haste = haste


def dean_knows(floor, keeper):
    route = next(r for r in floor.app.routes if getattr(r, "path", "") == "/api/school")
    shared = next(cell.cell_contents for cell in route.endpoint.__closure__ if hasattr(cell.cell_contents, "school"))
    return shared.school._of(keeper).case.right


def test_on_a_phone_the_bar_names_the_table(floor, dealer):
    page = dealer(floor.open("over-under", title="The corner", automatic=False), PHONE).page
    assert page.inner_text(".bar .named") == "The corner"
    name, who = (page.locator(f".bar {part}").bounding_box() for part in (".named", ".who"))
    assert name["x"] + name["width"] <= who["x"]
    assert who["y"] < 52  # beside it, not on a line of its own
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_axe_finds_no_serious_fault(floor, dealer, size):
    table = floor.open("over-under", automatic=False, cards="entered")
    keeper = seat(floor, table, 1, 2)
    dean = dealer(table, size)
    found = {"opening": serious(dean.page)}
    dean.page.click(".wrongs button >> nth=0")
    dean.page.click("text=Call the floor")
    dean.page.wait_for_timeout(60)
    found["asking"] = serious(dean.page)
    if size == PHONE:
        box = dean.page.locator(".next").bounding_box()
        left = dean.page.locator(".col.left").bounding_box()
        assert box["y"] < left["y"]  # the next step comes first
        assert dean.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    dean.page.goto(f"{floor.url}/dealer")
    dean.page.wait_for_selector(".tile")
    found["tables"] = serious(dean.page)
    assert {where: faults for where, faults in found.items() if faults} == {}
    assert keeper.table.open


def test_the_floor_is_called(floor, dealer):
    table = floor.open("cajun-stud")
    dean = dealer(table)
    dean.page.click("text=Call the floor")
    dean.page.fill("#call-words", "Seat 3 disputes a payout")
    dean.page.press("#call-words", "Enter")
    dean.page.wait_for_selector(".toast:has-text('has been called')")


def test_a_provision_over_the_console_takes_no_step_by_a_key(floor, dealer):
    table = floor.open("cajun-stud", automatic=False)
    dean = dealer(table)
    keeper = floor.house.keeper(table)
    before = keeper.stored
    dean.page.click(".law .cite, [data-key='law'] .cite")
    dean.page.wait_for_selector("dialog.provision h2:has-text('§ 683a')")
    dean.page.focus("dialog.provision .close")
    dean.page.keyboard.press("Enter")
    dean.page.wait_for_selector("dialog.provision", state="detached")
    assert keeper.stored == before


def test_the_console_comes_back_after_a_lost_connection(floor, dealer):
    table = floor.open("cajun-stud", automatic=False)
    dean = dealer(table)
    floor.drop_pages()
    dean.page.wait_for_selector(".console.lost, .console:not(.lost) .btn.main")
    dean.page.wait_for_selector(".console:not(.lost) .btn.main")
    dean.page.keyboard.press("Enter")
    dean.page.wait_for_selector(".order .done")
