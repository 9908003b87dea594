"""A table at one moment: an immutable value, the fold of its events.

Everything is plain data except `plans` (the rules and the steps made from them), which the events name.
"""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.game.conduct import Role  # noqa: TC001 - msgspec reads it
from croupier.kit.cards import cards
from croupier.round import Round  # noqa: TC001 - msgspec reads it
from croupier.table.equipment import Item  # noqa: TC001 - msgspec reads it
from croupier.table.seeds import Context

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.game.conduct import Conduct
    from croupier.kit.cards import Deck
    from croupier.table.plans import Plans


PROCEDURE = 8
"""The list of steps that tables follow which are opened now. Of those that follow the first, told by old journals,
nobody has to spread the cards when the last player leaves; a continuous shuffler has no card burned; from the hand a
preshuffled deck is dealt as it came; a counting device spares every count of the stub; and a device that fails in
mid-round is replaced at once. Of those that follow the second a failed device needs no sign, and a repaired one deals
what lies ready; a dealer who comes over wagers burns no card; the cut of a game that begins anew goes to the right; a
count of the stub is left out in a void round that is dealt out; a device that fails, or new cards, at an idle table are
not waited with until somebody comes; the cards of a place that only some wagers look at are turned over before the
first hand; nobody takes the cards out of an automated shoe that does not deal them all; a hand whose wagers were
forfeited is dealt no more cards and earns nobody an Envy Bonus; and Envy Bonuses are paid also where no wager
qualifies. Of those that follow the third a shuffling device that fails has the cards shuffled anew that lie ready; a
preshuffled deck is taken for one that the counting device has counted; nobody takes cards out of a jammed shoe, nor the
rest of the deck out of the shoe in 687a; a shuffle of the other batch lets those wager again who skipped a round; who
is offered the cut, or decides after an automated shoe, is told by another paragraph than the one that says so; and
sealed cards may get another order while wagers lie on the layout, which is then made without what came with these. Of
those that follow the fourth the cards drawn for wild ones are counted over the seats still in, whoever they were drawn
for; a wager that was returned, or forfeited with the right, keeps hands on the table for its Envy Bonus; a count of the
stub that is due is left out in a void round; a preshuffled batch of 686a is cut and dealt without a shuffle after it
was spread in sequence; and a shoe that was filled in mid-round goes on, although its cover card had come in that
round. Of those that follow the fifth a progressive win is verified and validated although its wager was forfeited, or
has gone back, since it was claimed; the stub of an automated shoe goes to the rack by another paragraph of 687a; the
share of a wager that goes back comes off a meter that was won whole since and re-seeded; and of a void round in which
some wagers are settled all the same every hand, the dealer's too, and every community card is turned over. Of those
that follow the sixth cards are not turned over in such a round if all wagers that look at them had been given up, and a
progressive win that was claimed and given up is paid without its validation; a second deck that came preshuffled is
dealt uncut, and one that a device has shuffled is taken for counted whatever came between; cards that are shuffled
after their order is opened are readied as the devices allowed when the round ended; and a surrendered hand that lay
there for an Envy Bonus is turned over although nobody can earn one any more. Of those that follow the seventh
preshuffled cards that a table without players had spread before they were taken are cut and dealt without a shuffle;
those that lie uncut when a device fails that reshuffles by itself are dealt so; one of two decks that was taken as it
came for a shoe is dealt so from the hand when that fails; two claims against a player of one round stand apart, and
what closes one comes off the other too; hands of the dealer that were found set against the house way after they were
set are not set again; a player is asked to choose also about a hand that is void, or whose wagers are lost, since the
question was raised; cards that a table without players has to spread are not if a device jams or fails, or they are
recut, before; decks that somebody saw who left while another is opened are not spread for whoever comes next; a deck
that leaves spares the other the rest of its opening; preshuffled cards that a device has jammed with are taken as they
came; cards in an automated shoe that fails are dealt on if the other deck is still seen to; a batch of 686a that a
device has left uncut which reshuffles by itself is dealt so when that fails, and one that it has jammed with waits for
the end of the shoe; and a dealer who comes while cards go back into a continuous shuffler burns none."""


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the law expects next: a step, who may take it, and by which provision. Zero and -1 mean none.

    `then` are the seats that are offered the cut after this one.
    """

    id: str
    words: str
    cite: str
    by: tuple[Role, ...]
    phase: str
    seat: int = 0
    to: str = ""
    count: int = 0
    up: bool = False
    pack: int = -1
    street: int = -1
    first: int = 0
    options: tuple[str, ...] = ()
    then: tuple[int, ...] = ()


ID = attrgetter("id")
"""Which step it is, for those who look through a list of what is due."""


class Pack(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deck or batch. `at` is how many cards have left it since the shuffle, `cut` where its order begins, `cover`
    how many cards lie above the cover card; `since` is when it came into use. Of the last shuffle, `scheme`, `number`,
    `round` and `clock` are as `Shuffled` told them; `again` counts the shuffles of its discards in mid-round. Once
    `fixed`, its order was made with these `contributions`. `deck` is its number in the register. It is `uncounted` as
    long as the device that has shuffled it has still to say how many cards there are; since then it was `loaded`."""

    size: int
    present: bool = False
    preshuffled: bool = False
    since: int = 0
    method: str = ""
    commitment: str = ""
    sealed: str = ""
    cut: int = -1
    cutter: int = 0
    at: int = 0
    cover: int = -1
    of: str = ""
    scheme: int = 1
    number: int = 0
    round: int = 0
    clock: int = 0
    again: int = 0
    fixed: bool = False
    contributions: dict[int, str] = {}
    deck: str = ""
    uncounted: bool = False
    loaded: bool = False


class Meter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A progressive meter: its amount is the account ``meter:ID``; `carry` is the part of a cent not yet on it. Others
    share it if it is `linked`; `kept` is the closed table whose meter it goes on from. `by_hand`: what comes with a
    share of it never came from the inventory (old journals have some that did)."""

    id: str
    wager: str
    stake: int
    seed: int
    rate: str
    reserve: str = "0"
    carry: str = "0"
    reserve_carry: str = "0"
    linked: bool = False
    kept: str = ""
    by_hand: bool = False


class Posted(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines of a seat that the round has settled so far; `before` are the meters that paid them, as they stood."""

    seat: int
    lines: tuple[dict[str, Any], ...]
    before: dict[str, int] = {}


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player owes the house of a round that was undone, in cents."""

    player: str
    amount: int
    round: int
    cite: str


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round in play. `closed` are the wagers of each seat that have been settled, forfeited or returned; `out` the
    seats whose hands are void, abandoned or forfeited as a whole. `documented` are the seats whose payment from a meter
    has its documents; `by_hand` what such payments come to, by player, where they were undone. `examined` are the seats
    whose players may look at their hands; `since` is when whoever has to speak now was asked. Of progressive wins,
    `doubted` is what was found against one, `refused` why and by whom its payout was, `payouts` the cents of one from a
    meter and who paid them. `drawn` is whose wild card each replacement card was drawn for; `borne` are the wagers, as
    in `collected`, that went back after their meter was won whole, so that the house bore their shares; `swept` are the
    linked meters that another table has won whole, with the shares of this round's wagers in them."""

    number: int
    round: Round
    players: dict[int, str]
    coupons: dict[int, int]
    closed: dict[int, tuple[str, ...]] = {}
    collected: dict[str, tuple[str, int, str]] = {}
    dealt: dict[str, tuple[int, ...]] = {}
    opened: str = ""
    seals: dict[str, tuple[str, ...]] = {}
    shown: dict[str, int] = {}
    low: dict[int, tuple[int, ...]] = {}
    dealer_low: str = ""
    racked: tuple[str, ...] = ()
    exposed: str = ""
    empty: tuple[int, ...] = ()
    start: str = ""
    face_up: int = 0
    folded: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    void: bool = False
    settles: tuple[str, ...] = ()
    limited: dict[str, int] = {}
    contributions: dict[int, str] = {}
    settled: tuple[Posted, ...] = ()
    documented: tuple[int, ...] = ()
    by_hand: dict[str, int] = {}
    examined: tuple[int, ...] = ()
    since: int = 0
    doubted: dict[int, str] = {}
    refused: dict[int, tuple[str, str]] = {}
    payouts: dict[int, tuple[int, str]] = {}
    drawn: tuple[int, ...] = ()
    borne: tuple[str, ...] = ()
    swept: tuple[str, ...] = ()


LATER: dict[str, Any] = {"contributions": {}, "claims": (), "procedure": 1, "equipment": (), "began": 0, "signed": ()}
"""What tables have not always had, with what stands for nothing of it."""


class Table(msgspec.Struct, frozen=True):
    """See the module. `todo` are the steps due, in order; betting is open when there are none and cards are ready.
    `seen` are cards of the pack in play that a human dealer has shown and that lie in the rack; `contributions` came
    with the wagers on the layout; `claims` are open debts of players; `procedure` is the list of steps it follows.
    `equipment` is what stands there as registered; none, a standard set. `began` is how many rounds were played when
    the first player arrived; `signed` are the broken devices that nobody takes for working ones any more."""

    plans: Plans
    id: str
    cards: str
    clock: int = 0
    open: bool = False
    todo: tuple[Due, ...] = ()
    packs: tuple[Pack, ...] = ()
    active: int = 0
    rounds: int = 0
    play: Play | None = None
    seats: dict[int, str] = {}
    layout: dict[int, dict[str, int]] = {}
    coupons: dict[int, int] = {}
    accounts: dict[str, int] = {}
    meters: dict[str, Meter] = {}
    uncounted: int = 0
    rack: tuple[tuple[str, int], ...] = ()
    way: str = ""
    shuffler: str = ""
    broken: dict[str, str] = {}
    dealer: str = ""
    first: str = ""
    dice_since: int = 0
    mid_shoe: bool = True
    barred: tuple[str, ...] = ()
    bettors: tuple[str, ...] = ()
    idle: bool = False
    faced: bool = False
    cover_came: int = -1
    seen: tuple[int, ...] = ()
    directed: bool = False
    contributions: dict[int, str] = {}
    claims: tuple[Claim, ...] = ()
    procedure: int = 1
    equipment: tuple[Item, ...] = ()
    began: int = 0
    signed: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        """What is played here."""
        return self.plans.rules

    @property
    def conduct(self) -> Conduct:
        """How the chapter has it conducted."""
        return self.plans.conduct

    @property
    def due(self) -> Due | None:
        """What the law expects next; None while the betting is open or the table is closed."""
        return self.todo[0] if self.todo else None

    @property
    def phase(self) -> str:
        """closed, opening, shuffling, betting, starting, dealing, deciding or settling."""
        if not self.open:
            return "closed"
        return self.todo[0].phase if self.todo else "betting"

    @property
    def pack(self) -> Pack:
        """The deck or batch in play."""
        return self.packs[self.active]

    def deck(self, pack: int) -> Deck:
        """The cards that a pack's order is made of: the game's deck, or the discards that were shuffled again."""
        whole = self.rules.game.deck
        return replace(whole, cards=cards(self.packs[pack].of), copies=1) if self.packs[pack].of else whole

    def context(self, number: int) -> Context:
        """Which shuffle a pack's commitment is for."""
        pack = self.packs[number]
        return Context(self.id, pack.number, pack.round, number, pack.of, pack.clock)

    def bytes(self) -> bytes:
        """The whole state, canonically: equal states give equal bytes."""
        fields = {field: getattr(self, field) for field in self.__struct_fields__ if field != "plans"}
        for later, nothing in LATER.items():
            if fields[later] == nothing:
                del fields[later]  # snapshots from before there were any stay as they are
        if self.play is not None:
            fields["play"] = {field: getattr(self.play, field) for field in self.play.__struct_fields__}
            fields["play"]["round"] = _told(self.play.round)
            for later in ("drawn", "borne", "swept"):  # as above
                if not fields["play"][later]:
                    del fields["play"][later]
        return msgspec.json.encode(msgspec.to_builtins(fields, str_keys=True), order="deterministic")


def _told(round_: Round) -> dict[str, object]:
    """Cards, decisions and stakes: what a round holds beside its rules."""
    return {
        "seats": {n: [_plain(s.cards), list(map(str, s.decisions)), s.stakes] for n, s in round_.seats.items()},
        "places": {place: _plain(held) for place, held in round_.places.items()},
    }


def _plain(held: tuple[Any, ...]) -> list[int | None]:
    return [None if card is None else int(card) for card in held]
