"""The cloth as a page draws it: spots, areas for cards, inscriptions and signs, in the words of each layout section.

A page knows no rule and no number of its own; whatever it prints stands here or in the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.errors import HouseError
from croupier.kit.money import grouped, printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Game, Rules, Wager
    from croupier.law import Chapter

CHIPS = (100, 500, 2500, 10_000, 50_000, 100_000)
"""The denominations a player may pick up."""
MOST_CHIPS = 10
"""Above so many chips a stack shows that many and its amount speaks."""


def exact(amount: int) -> str:
    """Cents as the pages print them, with a true minus sign: ``$1,485.00``, ``−$5.00``."""
    return grouped(amount, "$", "\u2212")


def signed(amount: int) -> str:
    """What somebody is up or down: ``+$40.00``, ``−$5.00``, ``$0.00``."""
    return f"+{exact(amount)}" if amount > 0 else exact(amount)


def brief(amount: int) -> str:
    """Cents where there is little room, in eight characters with a sign at most: whole dollars without cents, what is
    large rounded towards nothing. The exact amount stands beside it.

    >>> brief(10_000), brief(99_950), brief(1_234_550), brief(123_456_789), brief(-500)
    ('$100', '$999.50', '$12.3K', '$1.23M', '\u2212$5')
    """
    sign, left = "\u2212" if amount < 0 else "", abs(amount)
    if left < (100_000 if left % 100 else 1_000_000):
        return f"{sign}{printed(left)}"
    unit, name = (100_000_000, "M") if left >= 100_000_000 else (100_000, "K")
    whole = left // unit
    places = max(0, 3 - len(str(whole)))
    rest = f"{left * 10**places // unit % 10**places:0{places}d}".rstrip("0") if places else ""
    return f"{sign}${whole:,}{f'.{rest}' if rest else ''}{name}"


def stack(amount: int) -> list[int]:
    """An amount in chips, largest first; what is less than the least chip shows as one more of those."""
    made: list[int] = []
    for chip in reversed(CHIPS):
        count, amount = divmod(amount, chip)
        made += [chip] * count
    return (made or ([CHIPS[0]] if amount else []))[:MOST_CHIPS]


def pile(amount: int) -> dict[str, Any]:
    """An amount as a page shows it on a spot."""
    return {"cents": amount, "text": exact(amount), "brief": brief(amount), "chips": stack(amount)}


class Cloth(NamedTuple):
    """What a layout section asks for beyond the rules. `slots` name each card of a place; `says` are inscriptions with
    the paths of their provisions; only those that a section prescribes word for word are its own words."""

    words: str
    says: tuple[tuple[str, str], ...]
    spots: Mapping[str, str] = {}
    slots: Mapping[str, tuple[str, ...]] = {}
    areas: Mapping[str, str] = {}
    counts: Mapping[str, int] = {}
    tiny: Mapping[str, str] = {}
    seat_areas: tuple[str, ...] = ()


DJ_WILD = Cloth(
    "Five cards against the dealer's five. Deuces and the joker are wild; raise twice your Ante, or fold.",
    (("Ante and Raise pay 1 to 1", "2(b)(5)"), ("Deuces and the joker are wild", "6(b)"),
     ("The Blind pays on a straight or better", "12(b)")),
    {"bad-beat": "Bad Beat"},
    areas={"dealer": "Dealer", "replacement": "Replaces the joker"},
    counts={"dealer": 5, "replacement": 1},
    tiny={"progressive": "Prog.", "bad-beat": "Beat"},
)  # fmt: skip

CLOTHS: Mapping[tuple[str, str], Cloth] = {
    ("dj-wild", ""): DJ_WILD,
    ("dj-wild", "ma"): DJ_WILD._replace(says=(
        ("Ante and Play pay 1 to 1", ""), ("Deuces and the joker are wild", ""),
        ("The Blind pays on a straight or better", ""))),
    ("cajun-stud", ""): Cloth(
        "Two cards of your own, three on the board, and a raise of one, two or three Antes on every street.",
        (("A pair of jacks or better pays the Ante and every Raise", "2(b)(4)"), ("Sixes to tens push", "2(b)(4)")),
        {"raise-third": "1st Raise", "raise-fourth": "2nd Raise", "raise-fifth": "3rd Raise"},
        slots={"community": ("First", "Second", "Third")},
        areas={"community": "Community cards", "all-six": "All-Six cards"},
        counts={"community": 3, "all-six": 4},
        tiny={"raise-third": "1st", "raise-fourth": "2nd", "raise-fifth": "3rd", "pocket": "Pock.", "lo-ball": "Lo",
              "all-six": "Six"},
    ),
    ("raise-it-up", ""): Cloth(
        "Three cards of your own and three streets. Play early for three times the Ante, later for less.",
        (("Play three, two or one Ante before 4th Street", "2(b)(6)"), ("two or one before 5th", "2(b)(6)"),
         ("one before 6th", "2(b)(6)")),
        slots={"community": ("4th Street", "5th Street", "6th Street")},
        areas={"community": "Community cards"},
        counts={"community": 3},
        tiny={"pair-plus": "Pair+", "six-card": "Six", "progressive": "Prog."},
    ),
    ("over-under", ""): Cloth(
        "Three cards. Over 23 or under 18; the house wins between.",
        (("All bets pay even money except for Bonus Bets", "2(b)(4)(i)"), ("House wins on 18\u201423", "2(b)(4)(ii)"),
         ("Aces are always counted as 11", "2(b)(4)(iii)")),
        tiny={"over": "Over", "under": "Under"},
        seat_areas=("1st", "2nd", "3rd"),
    ),
    ("face-up-pai-gow", ""): Cloth(
        "Seven cards, two hands, and the dealer's are open before you set yours. No commission.",
        (("When the dealer holds an Ace High Pai Gow, every Pai Gow wager pushes", "2(b)(8)"),),
        {"pai-gow": "Pai Gow"},
        areas={"dealer": "Dealer"},
        counts={"dealer": 7},
        tiny={"ace-high": "Ace H.", "progressive": "Prog."},
        seat_areas=("Low hand", "High hand"),
    ),
}  # fmt: skip


def cloth(game: str, edition: str) -> Cloth:
    """The cloth of a game, by edition where that has its own."""
    return CLOTHS.get((game, edition)) or CLOTHS.get((game, "")) or Cloth("", ())


def label(rules: Rules, wager: str) -> str:
    """A wager's name as it stands on its spot."""
    found = rules.game.wager(wager)
    given = cloth(rules.game.id, rules.game.edition).spots.get(wager)
    if given or found is None:
        return given or {"envy": "Envy Bonus", "match-play": "Match Play"}.get(wager, wager)
    name = (
        found.name.removesuffix(" wager")
        .removesuffix(" Wager")
        .removesuffix(" Bonus")
        .removesuffix(" bonus")
        .removesuffix(" Payout")
    )
    return name[0].upper() + name[1:]


def chapter(rules: Rules) -> str:
    """The chapter by its number: ``58 Pa. Code ch. 687a``."""
    return _numbered(rules.game.chapter)


def _numbered(law: Chapter) -> str:
    return "205 CMR 146" if law.number == "ma" else f"58 Pa. Code ch. {law.number}"


def place(game: Game) -> str:
    """The state whose rules these are."""
    return "Massachusetts" if game.chapter.number == "ma" else "Pennsylvania"


def status(rules: Rules) -> str:
    """Whether a chapter is in force or only proposed, and since when."""
    return _standing(rules.game.chapter)


def standing(rules: Rules) -> str:
    """The same for papers, to the day."""
    return rules.game.chapter.standing


def real_cards(cards: str) -> str:
    """The mark of a table whose cards are a dealer's word and no sealed order; empty where the house keeps the order.

    >>> real_cards("entered"), real_cards("shuffled")
    ('Real cards, entered by the dealer', '')
    """
    return "Real cards, entered by the dealer" if cards == "entered" else ""


def _standing(law: Chapter) -> str:
    if law.status == "proposed":
        year = law.edition.split("-")[1] if "-" in law.edition else ""
        return f"proposed {year}".strip()
    return f"in force {law.effective.year}" if law.effective is not None else "in force"


def provision(law: Chapter, cite: str) -> dict[str, Any]:
    """A provision of a chapter in our words, with those directly below it."""
    path = cite.removeprefix(law.prefix)
    found = law.provisions.get(path)
    if found is None:
        raise HouseError(f"{cite} is not of this chapter", fault="unknown", field="cite")
    below = [
        p for at, p in law.provisions.items() if at.startswith(f"{path}(") and at.count("(") == path.count("(") + 1
    ]
    return {"short": cite.removeprefix("58 Pa. Code "), "words": found.words, "chapter": _numbered(law),
            "status": law.standing, "source": law.source,
            "within": [{"cite": str(p.cite), "words": p.words} for p in below]}  # fmt: skip


def limits(rules: Rules) -> str:
    """The least and most of the wager that a round begins with: ``Ante $10–$500``."""
    limit = rules.limits.get(rules.game.ante)
    name = label(rules, rules.game.ante)
    if limit is None:
        return name
    most = f"\u2013{printed(limit.maximum)}" if limit.maximum is not None else " or more"
    return f"{name} {printed(limit.minimum)}{most}"


def felt(rules: Rules) -> dict[str, Any]:
    """Everything that is printed on the table and the sign beside it."""
    game, found = rules.game, cloth(rules.game.id, rules.game.edition)
    law = game.chapter
    says = [{"words": words, "cite": law.prefix + path if path else ""} for words, path in found.says]
    limit = rules.chosen.get("payout-limit")
    if limit is not None:
        words = f"No player is paid more than {printed(limit)} in a round"
        says.append({"words": words, "cite": f"{law.prefix}2(b)(5)"})
    return {
        "words": found.words,
        "chapter": chapter(rules),
        "status-words": status(rules),
        "source": law.source,
        "says": says,
        "limits": limits(rules),
        "chips": [{"cents": chip, "text": printed(chip)} for chip in CHIPS],
        "spots": [_spot(rules, wager) for wager in _in_order(rules)],
        "areas": [{"id": place.id, "words": found.areas.get(place.id, place.words), "cite": str(place.cite),
                   "count": found.counts.get(place.id, len(found.slots.get(place.id, ()))),
                   "slots": list(found.slots.get(place.id, ()))} for place in game.places if _laid(rules, place.id)],
        "seat-areas": list(found.seat_areas),
        "two-hands": game.set_hands is not None,
        "signs": [sign(rules, wager) for wager in _in_order(rules)],
    }  # fmt: skip


def _laid(rules: Rules, place: str) -> bool:
    """Whether cards may lie there at this table: a spot for the joker's replacement only where one is dealt."""
    return place != "replacement" or any(
        w.looks == "replaced" or rules.tables[w.id].progression is not None for w in rules.offered()
    )


def _in_order(rules: Rules) -> list[Wager[Any]]:
    """Required wagers, those made by decisions, then the optional ones, as a layout has them."""
    rank = {"required": 0, "by-decision": 1, "always-offered": 2, "optional": 2}
    offered = rules.offered()
    first = [w for w in offered if w.id == rules.game.ante]
    rest = sorted((w for w in offered if w.id != rules.game.ante), key=lambda w: (
        rank[w.placed], rules.tables[w.id].progression is not None))  # fmt: skip
    return first + rest


def _spot(rules: Rules, wager: Wager[Any]) -> dict[str, Any]:
    paytable, limit = rules.tables[wager.id], rules.limits.get(wager.id)
    sensor = paytable.progression is not None
    note = ""
    if limit is not None:
        most = f"\u2013{printed(limit.maximum)}" if limit.maximum is not None else "+"
        note = f"{printed(limit.minimum)}{most}"
    elif paytable.progression is not None:
        note = " or ".join(printed(stake) for stake in paytable.progression.wagers)
    return {
        "id": wager.id, "name": wager.name, "label": label(rules, wager.id), "placed": wager.placed,
        "shape": "sensor" if sensor else "ring" if wager.placed in {"required", "by-decision"} else "bonus",
        "tiny": cloth(rules.game.id, rules.game.edition).tiny.get(wager.id, label(rules, wager.id)),
        "equals": wager.equals, "note": note, "cite": str(wager.cite),
    }  # fmt: skip


def sign(rules: Rules, wager: Wager[Any]) -> dict[str, Any]:
    """A wager's payouts as the chapter prints them: a column for each half of a table that has two, and for envy."""
    paytable = rules.tables[wager.id]
    columns: list[str] = []
    rows: dict[str, dict[str, str]] = {}
    for key, pay in paytable.rows.items():
        name, _, half = paytable.labels[key].rpartition(", ") if "/" in key else (paytable.labels[key], "", "")
        if half not in columns:
            columns.append(half)
        rows.setdefault(name, {})[half] = pay.text
    columns.sort()
    for stake, schedule in paytable.envy.items():
        columns.append(f"envy at {printed(stake)}" if stake else "envy")
        for key, owed in schedule.items():
            rows[paytable.labels[key]][columns[-1]] = printed(owed)
    return {
        "id": wager.id, "name": wager.name, "label": label(rules, wager.id), "table": paytable.id,
        "named": len(wager.tables) > 1, "cite": str(paytable.cite), "columns": columns,
        "rows": [{"row": name, "pays": [told.get(half, "") for half in columns]} for name, told in rows.items()],
        "even": list(rows) == ["Win"],
    }  # fmt: skip
