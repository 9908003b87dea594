"""The cloth as a page draws it: spots, areas for cards, inscriptions and signs, in the words of each layout section.

A page knows no rule and no number of its own; whatever it prints stands here or in the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from croupier.errors import HouseError
from croupier.game import LOW_HAND
from croupier.game.sign import inscribed
from croupier.house.cloth import payloads
from croupier.kit.money import grouped, printed

if TYPE_CHECKING:
    from croupier.game import Rules, Wager
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


def pile(amount: int) -> payloads.Pile:
    """An amount as a page shows it on a spot."""
    return payloads.Pile(cents=amount, text=exact(amount), brief=brief(amount), chips=stack(amount))


def label(rules: Rules, wager: str) -> str:
    """A wager's name as it stands on its spot."""
    found = rules.game.wager(wager)
    given = rules.game.layout.spots.get(wager)
    if given or found is None:
        return given or {"envy": "Envy Bonus", "match-play": "Match Play"}.get(wager, wager)
    if found.of is not None:
        return found.name
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
    return rules.game.chapter.code


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
    if law.status != "in force":
        return f"{law.status}, not law"
    return f"in force {law.effective.year}" if law.effective is not None else "in force"


def provision(law: Chapter, cite: str) -> payloads.Provision:
    """A provision of a chapter in our words, with those directly below it."""
    path = cite.removeprefix(law.prefix)
    found = law.provisions.get(path)
    if found is None:
        raise HouseError(f"{cite[:60]} is not of this chapter", fault="unknown", field="cite")
    below = [
        p for at, p in law.provisions.items() if at.startswith(f"{path}(") and at.count("(") == path.count("(") + 1
    ]
    return payloads.Provision(
        short=cite.removeprefix("58 Pa. Code "),
        words=found.words,
        chapter=law.code,
        status=law.standing,
        source=law.source,
        within=[payloads.ProvisionPart(cite=str(p.cite), words=p.words) for p in below],
    )


def limits(rules: Rules) -> str:
    """The least and most of the wager that a round begins with: ``Ante $10–$500``."""
    limit = rules.limits.get(rules.game.ante)
    name = label(rules, rules.game.ante)
    if limit is None:
        return name
    most = f"\u2013{printed(limit.maximum)}" if limit.maximum is not None else " or more"
    return f"{name} {printed(limit.minimum)}{most}"


def table_rules(rules: Rules) -> payloads.TableRules:
    """What is played at a table, as data for a page: it knows no rule of its own."""
    wagers = []
    for wager in rules.offered():
        paytable = rules.tables[wager.id]
        limit = rules.limits.get(wager.id)
        wagers.append(
            payloads.OfferedWager(
                id=wager.id,
                name=wager.name,
                placed=wager.placed,
                cite=str(wager.cite),
                equals=wager.equals,
                paytable=paytable.id,
                pays_cite=str(paytable.cite),
                rows=[
                    payloads.PaytableRow(row=paytable.labels[key], pays=pay.text) for key, pay in paytable.rows.items()
                ],
                stakes=list(paytable.progression.wagers) if paytable.progression else None,
                minimum=limit.minimum if limit else None,
                maximum=limit.maximum if limit else None,
                step=limit.step if limit else None,
            )
        )
    game = rules.game
    return payloads.TableRules(
        game=game.id,
        title=game.name,
        edition=game.edition,
        status=game.chapter.status,
        ante=game.ante,
        wagers=wagers,
        hand_size=game.hand_size,
        low_hand=LOW_HAND if game.set_hands is not None else 0,
        seats=game.seats,
        places=[payloads.PlaceName(id=place.id, words=place.words) for place in game.places],
        readings=dict(rules.readings),
        submission=dict(rules.submission),
    )


def felt(rules: Rules) -> payloads.Felt:
    """Everything that is printed on the table and the sign beside it."""
    game, found = rules.game, rules.game.layout
    law = game.chapter
    says = [payloads.Said(words=words, cite=str(cite or "")) for words, cite in found.reminders]
    says += [
        payloads.Said(words=words, cite=str(line.cite))
        for line in inscribed(rules)
        for words in line.short or (line.verbatim or line.words,)
    ]
    return payloads.Felt(
        **asdict(table_rules(rules)),
        words=found.lobby,
        chapter=chapter(rules),
        status_words=status(rules),
        source=law.source,
        says=says,
        limits=limits(rules),
        chips=[payloads.Amount(cents=chip, text=printed(chip)) for chip in CHIPS],
        spots=[_spot(rules, wager) for wager in _in_order(rules) if wager.of is None],
        areas=[
            payloads.Area(
                id=place.id,
                words=found.areas.get(place.id, place.words),
                cite=str(place.cite),
                count=found.counts.get(place.id, len(found.slots.get(place.id, ()))),
                slots=list(found.slots.get(place.id, ())),
            )
            for place in game.places
            if _laid(rules, place.id)
        ],
        shape=found.shape,
        seat_areas=list(found.seat_areas),
        two_hands=game.set_hands is not None,
        signs=[sign(rules, wager) for wager in _in_order(rules)],
    )


def _laid(rules: Rules, place: str) -> bool:
    """Whether cards may lie there at this table: a spot for the joker's replacement only where one is dealt."""
    return place != "replacement" or any(
        w.looks == "replaced" or rules.tables[w.id].progression is not None for w in rules.offered()
    )


def _in_order(rules: Rules) -> list[Wager[Any]]:
    """Required wagers, those made by decisions, then the optional ones, as a layout has them."""
    rank = {"required": 0, "by-decision": 1, "always-offered": 2, "optional": 2, "second-line": 3}
    offered = rules.offered()
    first = [w for w in offered if w.id == rules.game.ante]
    rest = sorted(
        (w for w in offered if w.id != rules.game.ante),
        key=lambda w: (rank[w.placed], rules.tables[w.id].progression is not None),
    )
    return first + rest


def _spot(rules: Rules, wager: Wager[Any]) -> payloads.Spot:
    paytable, limit = rules.tables[wager.id], rules.limits.get(wager.id)
    sensor = paytable.progression is not None
    note = ""
    if limit is not None:
        most = f"\u2013{printed(limit.maximum)}" if limit.maximum is not None else "+"
        note = f"{printed(limit.minimum)}{most}"
    elif paytable.progression is not None:
        note = " or ".join(printed(stake) for stake in paytable.progression.wagers)
    return payloads.Spot(
        id=wager.id,
        name=wager.name,
        label=label(rules, wager.id),
        placed=wager.placed,
        shape="sensor" if sensor else "ring" if wager.placed in {"required", "by-decision"} else "bonus",
        tiny=rules.game.layout.brief.get(wager.id, label(rules, wager.id)),
        equals=wager.equals,
        note=note,
        cite=str(wager.cite),
    )


def sign(rules: Rules, wager: Wager[Any]) -> payloads.Sign:
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
    return payloads.Sign(
        id=wager.id,
        name=wager.name,
        label=label(rules, wager.id),
        table=paytable.id,
        named=len(wager.tables) > 1,
        cite=str(paytable.cite),
        columns=columns,
        rows=[payloads.SignRow(row=name, pays=[pays.get(half, "") for half in columns]) for name, pays in rows.items()],
        even=list(rows) == ["Win"],
    )
