"""Recompute every shuffle, card and die of a croupier journal. Python's standard library alone; nothing of croupier.

    python verify_cards.py table-7.journal

Exit 0 if all of it is as the seeds give it, 3 at the first record that is not. The formulas are in docs/shuffle.md.
Signatures are not checked here (Python has no Ed25519 of its own): `croupier journal verify` does that.
"""

import json
import sys
from hashlib import blake2b, sha256, shake_256

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
DECKS = {
    "dj-wild": [*DECK, "Jk"],
    "face-up-pai-gow": [*DECK, "Jk"],
    "cajun-stud": DECK,
    "raise-it-up": DECK,
    "over-under": DECK * 6,
}
CLOCKWISE = ("seats.1", "seats.2", "seats.3", "seats.4", "seats.5", "seats.6", "dealer")


class Broken(Exception):  # noqa: N818 - the journal, not the program
    """What is wrong, and with which record."""

    def __init__(self, record, message):
        super().__init__(message)
        self.record = record


# The formulas.


def fields(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def context(table, shuffled):
    numbers = [str(shuffled[name]).encode() for name in ("number", "round", "pack")]
    return fields(table.encode(), *numbers, shuffled.get("of", "").encode(), str(shuffled["clock"]).encode())


def commitment(house, where):
    return sha256(b"croupier/shuffle/2/commitment" + house + where).hexdigest()


def final_seed(house, where, contributions):
    given = [
        part for seat in sorted(contributions, key=int) for part in (seat.encode(), bytes.fromhex(contributions[seat]))
    ]
    return sha256(b"croupier/shuffle/2/seed" + house + where + fields(*given)).digest()


def link(seed):
    return sha256(b"croupier/shuffle/2/link" + seed).digest()


def order_of(seed, deck):
    """Fisher and Yates's shuffle with 16-bit words of SHAKE-256; a word that would favour a card is passed over."""
    stream = shake_256(b"croupier/shuffle/1/order" + seed).digest(16 * len(deck) + 64)
    words = (int.from_bytes(stream[i : i + 2], "big") for i in range(0, len(stream), 2))
    left, made = list(deck), []
    while len(left) > 1:
        word = next(words)
        if word < 65536 - 65536 % len(left):
            made.append(left.pop(word % len(left)))
    return made + left


def salt_of(seed, place):
    return blake2b(str(place).encode(), digest_size=16, key=seed, person=b"croupier/salt/1").hexdigest()


def seal_of(salt, card):
    return blake2b(f"{salt} {card}".encode(), digest_size=16, person=b"croupier/seal/1").hexdigest()


def dice_of(seed, number, sides, count):
    thrown = shake_256(b"croupier/dice/1" + seed + str(number).encode()).digest(64 + 32 * count)
    return [byte % sides + 1 for byte in thrown if byte < 256 - 256 % sides][:count]


def deck_of(game, order):
    """The game's deck; of a game not known here, the deck that the order is made of."""
    if game in DECKS:
        return DECKS[game]
    copies = order.count("As")
    return DECK * copies + ["Jk"] * order.count("Jk")


# The journal.


class Shuffle:
    """One order of a pack; what was told of its cards waits in `checks` until it is opened."""

    def __init__(self, record, event):
        self.record, self.event = record, event
        self.cut = self.at = 0
        self.given, self.checks, self.order, self.seed, self.hidden = None, [], None, b"", False
        self.may_cut = bool(event.get("of"))  # discards are cut when their order is fixed already

    def check(self, record, test):
        if self.order is None:
            self.checks.append((record, test))
        elif not self.hidden and (message := test()):
            raise Broken(record, message)

    def place(self, at):
        return (self.cut + at) % len(self.order)

    def card(self, at):
        return self.order[self.place(at)]


class Verifier:
    """Hears the events of one table in order."""

    def __init__(self):
        self.table = self.game = ""
        self.entered = self.partial = False
        self.packs, self.numbers, self.opened = {}, {}, {}
        self.layout, self.given, self.of_round, self.hands = {}, {}, {}, {}
        self.active = self.playing = self.closed = self.clock = 0
        self.seen = set()
        self.orders = self.cards = self.withheld = self.own = 0
        self.sealed = False  # the regulator alone reads the orders that are opened here
        self.rounds, self.seals = [], {}

    def hear(self, n, at, event):
        """One event; whatever is wrong with it is raised."""
        handler = getattr(self, "on_" + event["event"].replace("-", "_"), None)
        if handler is not None and not self.entered:
            handler(n, event)
        self.clock = at

    def on_table_opened(self, _, event):
        self.table, self.game, self.entered = event["table"], event["game"], event["cards"] == "entered"
        reads = event["readings"].get("open-order", "by-money")
        self.sealed = reads == "regulator" or (reads == "by-money" and event.get("money") == "real")

    def fresh(self, n, what, value):
        if (what, value) in self.seen:
            raise Broken(n, f"its {what} was used before")
        self.seen.add((what, value))

    # Wagers and rounds.

    def on_wager_placed(self, n, event):
        seat = str(event["seat"])
        own = self.layout.setdefault(seat, {})
        if event["wager"] != "match-play":
            own[event["wager"]] = own.get(event["wager"], 0) + event["amount"]
        if event.get("contribution"):
            self.given[seat] = n, event["contribution"]
        elif not any(own.values()):
            self.given.pop(seat, None)

    def on_round_began(self, n, event):
        self.active, self.playing, self.hands = event["pack"], event["round"], {}
        pack = self.packs.get(self.active)
        since = 0 if pack is None else pack.record  # what came before the commitment does not count
        given = {seat: told for seat, (at, told) in self.given.items() if seat in event["wagers"] and at > since}
        if event.get("contributions", {}) != given:
            raise Broken(n, "has not the contributions that came with the wagers")
        self.layout, self.given, self.of_round = {}, {}, given
        if pack is not None and pack.given is None:
            pack.given = given
            if pack.event.get("scheme", 1) == 2:
                self.rounds.append((event["round"], len(given), len(event["wagers"])))

    def on_round_closed(self, _, event):
        self.closed, self.playing, self.hands = event["round"], 0, {}

    def on_table_closed(self, n, _):
        if any(pack.at and pack.order is None for pack in self.packs.values()):
            raise Broken(n, "closes the table, and an order was never opened")

    # Shuffles.

    def on_shuffled(self, n, event):
        before = self.packs.get(event["pack"])
        if before is not None and before.order is None:
            raise Broken(n, f"shuffles again, and the order of record {before.record} was never opened")
        if event.get("scheme", 1) == 2:
            number = self.numbers.get(event["pack"], None if self.partial else 0)
            round_ = self.playing or (None if self.partial and not self.packs else self.closed + 1)
            clock = None if self.partial and not self.packs else self.clock
            for name, due in (("number", None if number is None else number + 1), ("round", round_), ("clock", clock)):
                if due is not None and event[name] != due:
                    raise Broken(n, f"its commitment is for {name} {event[name]}, and this is {name} {due}")
            self.numbers[event["pack"]] = event["number"]
        elif event.get("scheme", 1) != 1 or event["pack"] in self.numbers:
            raise Broken(n, "its commitment is of another scheme")
        self.fresh(n, "commitment", event["commitment"])
        pack = self.packs[event["pack"]] = Shuffle(n, event)
        if self.playing:
            pack.given = self.of_round if event.get("of") else None

    def on_performed(self, n, event):
        if event["step"] == "shake":
            self.shaken(n, event["value"])
        if event["step"] == "load" and "pack" in event:
            self.active = event["pack"]
        pack = self.packs.get(event.get("pack"))
        if event["step"] == "recut" and pack is not None:
            pack.may_cut = True
        if event["step"] == "cut" and pack is not None:
            if pack.given is not None and not pack.may_cut:
                raise Broken(n, "cuts the cards when their order was fixed, and no recut was ordered")
            pack.cut, pack.may_cut = pack.cut + event["value"], False

    def on_order_opened(self, n, event):
        pack = self.packs.get(event["pack"])
        if pack is None and self.partial:
            return
        if pack is None or pack.order is not None or pack.event["commitment"] != event["commitment"]:
            raise Broken(n, "opens no order that was committed to")
        house, order, told = bytes.fromhex(event["seed"]), event["order"].split(), pack.event
        deck = told["of"].split() if told.get("of") else deck_of(self.game, order)
        if event.get("contributions", {}) != (pack.given or {}):
            raise Broken(n, "its contributions are not those that fixed the order")
        if len(house) != 32:
            raise Broken(n, "its seed has not 32 bytes")
        if told.get("scheme", 1) == 2:
            where = context(self.table, told)
            seed, due = final_seed(house, where, pack.given or {}), commitment(house, where)
            if told.get("of") and link(house) != self.opened.get(event["pack"]):
                raise Broken(n, "its seed is not the one that the shuffle before committed to")
        else:
            seed = house
            due = sha256(b"croupier/shuffle/1/commitment" + house + " ".join(order).encode()).hexdigest()
        if due != event["commitment"]:
            raise Broken(n, "the commitment is not to this seed for this shuffle")
        if order != order_of(seed, deck):
            raise Broken(n, "the order is not the seed's")
        if event["cut"] != pack.cut % len(order):
            raise Broken(n, f"says the cards were cut at {event['cut']}, and they were cut at {pack.cut % len(order)}")
        self.fresh(n, "seed", event["seed"])
        self.opened[event["pack"]] = house
        pack.seed, pack.order = seed, order
        for record, test in pack.checks:
            if message := test():
                raise Broken(record, message)
        pack.checks = []
        self.orders, self.cards = self.orders + 1, self.cards + pack.at

    def withhold(self, n, at, event):
        """An order that was opened to the regulator alone: nothing of it can be recomputed here."""
        pack, self.clock = self.packs.get(event.get("pack")), at
        if event["event"] != "order-opened" or not self.sealed:
            raise Broken(n, "is withheld, and its table opens its orders to everyone")
        if pack is not None:
            pack.order, pack.checks, pack.hidden = [], [], True
            self.withheld += 1

    def opens(self, told):
        """The own cards of whoever was given this: each must be the one that was sealed when it was dealt."""
        seals = self.seals.get(told["record"], [])
        found = [seal_of(salt, card) for salt, card in zip(told["salts"], told["cards"])]  # noqa: B905
        if found != seals or len(found) != len(told["cards"]):
            raise Broken(told["record"], "dealt other cards than those that are told as your own")
        self.own += len(found)

    # Cards and dice.

    def taken(self, n, event):
        pack = self.packs.get(self.active)
        if pack is None and self.partial:
            return None
        if pack is None or pack.order is not None:
            raise Broken(n, "deals from a pack that was not shuffled since its order was opened")
        if event["at"] != pack.at:
            raise Broken(n, f"takes a card from place {event['at']} of the order, and place {pack.at} is the next")
        pack.at += event["count"]
        told = event.get("cards", "").split()
        if told:
            pack.check(n, lambda: self.differ(pack, event["at"], told))
        return pack

    @staticmethod
    def differ(pack, first, told):
        wrong = [(card, pack.card(at)) for at, card in enumerate(told, first) if pack.card(at) != card]
        return f"shows {wrong[0][0]} where the order has {wrong[0][1]}" if wrong else ""

    def on_discarded(self, n, event):
        self.taken(n, event)

    def on_dealt(self, n, event):
        pack, seals = self.taken(n, event), event.get("seals", [])
        if pack is None:
            return
        if pack.given is None:
            raise Broken(n, "deals before the order was fixed")
        if len(seals or event.get("cards", "").split()) != event["count"]:
            raise Broken(n, "has not one card or seal for each dealt")

        def unsealed():
            wrong = [
                at
                for at, sealed in enumerate(seals, event["at"])
                if seal_of(salt_of(pack.seed, pack.place(at)), pack.card(at)) != sealed
            ]
            return f"has a seal that is not of the card at place {wrong[0]} of the order" if wrong else ""

        pack.check(n, unsealed)
        self.seals[n] = list(seals)
        places = enumerate(seals or [""] * event["count"], event["at"])
        self.hands.setdefault(event["to"], []).extend((pack, at, sealed) for at, sealed in places)

    def on_turned(self, n, event):
        self.shown(n, event["to"], event["first"], event)

    def on_revealed(self, n, event):
        self.shown(n, f"seats.{event['seat']}", 0, event)

    def shown(self, n, to, first, event):
        told, salts = event["cards"].split(), list(event.get("salts", []))
        lying = self.hands.get(to, [])[first : first + len(told)]
        if not lying and self.partial:
            return
        if len(lying) != len(told) or len(salts) != sum(bool(sealed) for _, _, sealed in lying):
            raise Broken(n, "shows other cards than lie there, or has not a salt for each that was sealed")
        for card, (pack, at, sealed) in zip(told, lying, strict=True):
            salt = salts.pop(0) if sealed else ""
            if sealed and seal_of(salt, card) != sealed:
                raise Broken(n, f"shows {card}, which is not the card that was sealed")
            pack.check(n, lambda pack=pack, at=at, card=card, salt=salt: self.compared(pack, at, card, salt))

    def compared(self, pack, at, card, salt):
        wrong = salt and salt != salt_of(pack.seed, pack.place(at))
        return self.differ(pack, at, [card]) or ("has another salt than the seed gives" if wrong else "")

    def shaken(self, n, value):
        pack, number = self.packs.get(self.active), self.playing
        if pack is None or pack.event.get("scheme", 1) != 2:
            return

        def checked():
            generated = "generator" in value
            due = dice_of(pack.seed, number, 7, 1) if generated else dice_of(pack.seed, number, 6, 3)
            told = [value["generator"]] if generated else list(value["dice"])
            if told != due:
                return f"shows the dice {told}, and the seed gives {due}"
            same = value["total"] == sum(due) and value["position"] == CLOCKWISE[(7 - sum(due)) % 7]
            return "" if same else "finds another starting position than the dice give"

        pack.check(n, checked)


def verify(data):
    """Check the chain of a journal and recompute its cards; what was found. A stretch may follow the first two."""
    verifier, before, expected, lines = Verifier(), bytes(32), 0, data.splitlines()
    for line in lines:
        told, digest = line[:-75], line[-66:-2]
        record = json.loads(line)
        if "own" in record:
            for told in record["own"]:
                verifier.opens(told)
            continue
        n, hidden = record["n"], record.get("withheld", False)
        if n != expected and expected == 2:
            verifier.partial, expected, before = True, n, None
        if n != expected:
            raise Broken(expected, f"is numbered {n}")
        if before is not None and not hidden and sha256(before + told).hexdigest().encode() != digest:
            raise Broken(n, "its hash is not that of its bytes and the record before it")
        before, expected = bytes.fromhex(digest.decode()), n + 1
        if "event" in record:
            try:
                (
                    verifier.withhold(n, record["at"], record["event"])
                    if hidden
                    else verifier.hear(n, record["at"], record["event"])
                )
            except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration) as error:
                raise Broken(n, f"tells of cards as no table could: {error!r}") from error
    waiting = sum(pack.at for pack in verifier.packs.values() if pack.order is None)
    return {
        "records": len(lines),
        "partial": verifier.partial,
        "entered": verifier.entered,
        "orders": verifier.orders,
        "cards": verifier.cards,
        "waiting": waiting,
        "withheld": verifier.withheld,
        "own": verifier.own,
        "rounds": verifier.rounds,
    }


def main(path):
    """Print what was found; the exit code."""
    with open(path, "rb") as file:  # noqa: PTH123
        data = file.read()
    try:
        found = verify(data)
    except Broken as error:
        print(f"{path}: broken at record {error.record}: {error}")
        return 3
    if found["entered"]:
        print(f"{path}: cards entered by people: nothing can be recomputed")
        return 0
    for number, given, players in found["rounds"]:
        print(f"round {number}: {given} of {players} players contributed to the seed")
    late = f"; {found['waiting']} cards of an order not yet opened" if found["waiting"] else ""
    if found["withheld"]:
        late += f"; {found['withheld']} orders are the regulator's to recompute"
    if found["own"]:
        late += f"; {found['own']} cards of yours are those sealed"
    print(f"{path}: {found['orders']} orders recomputed, {found['cards']} cards are theirs{late}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
