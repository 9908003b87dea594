"""Why each amount of a round was paid, for a page: hand, rule, pays, arithmetic, and every step that led there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.house.archive import payloads
from croupier.house.cloth.felt import chapter, label, signed, standing
from croupier.house.cloth.hands import wilds
from croupier.house.cloth.player_lines import plainly
from croupier.journal.explain import explain, readings_of, words_of
from croupier.kit.money import cents
from croupier.table import events as e
from croupier.table.narration import tell

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.journal.explain import Explained, Reason
    from croupier.journal.reconstruct import Rebuilt
    from croupier.journal.round_visibility import Seen


COUNTS = {
    "hand": "Your own cards alone count for it.",
    "five": "Your own five cards count for it.",
    "community": "The cards of the board alone count for it.",
    "final": "Your cards and the board count for it together.",
    "all-six": "Your two cards and the four All-Six cards count for it.",
    "added": "Nothing is wild for it: a deuce is a two, and the card dealt besides counts as well.",
    "ace-high": "The dealer's hand decides it, and yours if it is an Ace High Pai Gow too.",
    "seven": "All your seven cards count for it, however you set them.",
    "best": "The best hand of all six cards counts for it.",
    "table": "The highest hand at the table counts for it.",
}
"""Which cards a wager looks at, for people."""
HALVES = {
    "natural": "Natural: no wild card stands for another in your hand.",
    "wild": "Wild: a deuce or the joker stands for another card in your hand, and such hands pay less.",
}


def counts(rules: Rules, wager: str, row: str) -> str:
    """What a wager counts, where that is not plainly the hand against the dealer's, and whether wild cards made it."""
    found = rules.game.wager(wager)
    words = COUNTS.get(found.looks, "") if found is not None else ""
    if found is not None and found.looks == "replaced":
        if rules.readings["progressive-deuces"] == "wild":
            words = "The joker becomes the card that replaces it; deuces stay wild."
        else:
            words = rules.game.layout.notes.get(wager, "The joker becomes the card that replaces it.")
        words += " So your hand may be another one here."
    return " ".join(filter(None, (words, HALVES.get(row.rpartition(", ")[2], ""))))


def explanation(seen: Seen, number: int, seats: list[int]) -> payloads.Explanation:
    """A closed round as somebody may see it; `seats` are those whose lines are explained."""
    rebuilt = seen.rebuilt
    rules = rebuilt.rules
    entries = rebuilt.gathered.entries
    return payloads.Explanation(
        round=number,
        title=rules.game.name,
        chapter=chapter(rules),
        status=standing(rules),
        void=rebuilt.void,
        records=[entries[0].record.n, entries[-1].record.n],
        seats={seat: _seat(rebuilt, explain(rebuilt, seat, seen)) for seat in seats},
        places={to: seen.text(to) for to in rebuilt.hands if not to.startswith("seats.")},
        hands={
            to[6:]: seen.text(to)
            for to in rebuilt.hands
            if to.startswith("seats.") and int(to[6:]) in rebuilt.gathered.began.players
        },
        wild=_wild(seen, seats),
        players={str(n): name for n, name in rebuilt.gathered.began.players.items()},
        steps=[
            payloads.ExplainedStep(n=entry.record.n, who=line.who, words=plainly(rules, line.words), cite=line.cite)
            for entry in entries
            for line in tell(entry.event)
        ],
    )


def _wild(seen: Seen, seats: list[int]) -> dict[str, dict[str, str]]:
    """The tags of wild cards by place, as the table showed them: of the dealer's hand, of hands that were turned over
    whole, and of the seats that are explained."""
    rebuilt, low = seen.rebuilt, {"dealer": ""}
    for entry in rebuilt.gathered.entries:
        event = entry.event
        if isinstance(event, e.Revealed):
            low[f"seats.{event.seat}"] = event.low
        elif isinstance(event, e.Performed) and event.step == "set-dealer" and isinstance(event.value, str):
            low["dealer"] = event.value
    tags_by_place = {}
    for to, held in rebuilt.hands.items():
        own = to in {f"seats.{seat}" for seat in seats}
        if seen.knows(to) and (own or (to in low and held.shown == len(held.cards))):
            tags_by_place[to] = wilds(rebuilt.rules, held.text().split(), low.get(to, "").split())
    return {to: tags for to, tags in tags_by_place.items() if tags}


def _seat(rebuilt: Rebuilt, found: Explained) -> payloads.WhySeat:
    net = -cents(found.net[1:]) if found.net.startswith("-") else cents(found.net)
    return payloads.WhySeat(
        player=found.player,
        cards=found.cards,
        never_shown=found.never_shown,
        hand=(found.hand or {}).get("text", ""),
        dealer=(found.dealer or {}).get("text", ""),
        notes=list(found.notes),
        net=signed(net),
        sign=(net > 0) - (net < 0),
        lines=[_line(rebuilt, reason) for reason in found.reasons],
    )


def _line(rebuilt: Rebuilt, reason: Reason) -> payloads.WhyLine:
    line, rules = reason.line, rebuilt.rules
    net = -cents(line["net"][1:]) if line["net"].startswith("-") else cents(line["net"])
    pays_cite = line.get("pays-cite") or ""
    paytable = rules.tables.get(line["wager"])
    rows = []
    if paytable is not None and line.get("row") and line["row"] != "Win":
        printed = [(paytable.labels[key], pay.text) for key, pay in paytable.rows.items()]
        at = next((i for i, (row, _) in enumerate(printed) if row == line["row"]), None)
        if at is not None:
            rows = [
                payloads.WhyRow(row=row, pays=pays, hit=i == at)
                for i, (row, pays) in enumerate(printed)
                if abs(i - at) <= 1
            ]
    return payloads.WhyLine(
        wager=line["wager"],
        counts=counts(rules, line["wager"], line.get("row") or ""),
        name=reason.name,
        label=label(rules, line["wager"]),
        net=signed(net),
        sign=(net > 0) - (net < 0),
        words=reason.words,
        cite=reason.cite,
        rows=rows,
        pays_cite=pays_cite,
        pays_words=words_of(rules, pays_cite) if pays_cite else "",
        sums=[plainly(rules, one) for one in reason.sums if not one.startswith("by the reading")],
        reading=", ".join(readings_of(line)),
    )
