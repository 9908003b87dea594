"""What the lab receives of the best play: by hand, as rules, and for cards that are typed in."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from croupier.house.screens.lab.payloads.catalogue import ValueWords
from croupier.house.screens.lab.payloads.sample import AxisTick
from croupier.kit.payload import Payload


class BestPlay(Payload, frozen=True):
    """The best play by hand, and as rules to remember."""

    plot: StrategyPlot
    rules: list[ShortRule]
    cost: str
    exactly: str


class ShortRule(Payload, frozen=True):
    """A rule to remember."""

    street: str
    option: str
    condition: str


class HouseWayRules(Payload, frozen=True):
    """How the dealer sets, where the player's best setting is no secret."""

    words: str
    cite: str
    rules: list[HouseWayRule]


class HouseWayRule(Payload, frozen=True):
    """A rule of a house way."""

    hand: str
    if_: str = field(name="if")
    front: str


class PlotClass(Payload, frozen=True):
    """A kind of hand, and what each decision is worth with it."""

    mark: str
    words: str
    lead: str
    pure: bool
    folds: bool
    values: list[str]
    best: str


class StrategyPlot(Payload, frozen=True):
    """What each decision that is ever best is worth by hand, on average; a fold is the line the others must clear."""

    title: str
    street: str
    classes: list[PlotClass]
    low: float
    high: float
    ticks: list[AxisTick]
    series: list[PlotSeries]
    under: str


class PlotSeries(Payload, frozen=True):
    """What one decision is worth, hand by hand."""

    name: str
    id: str
    folds: bool
    points: list[float]
    end: str


class StateForm(Payload, frozen=True):
    """What a state needs in this game."""

    cards: int
    community: bool
    dealer: int
    ways: list[ValueWords]


class Advice(Payload, frozen=True):
    """The exact value of every action open with these cards."""

    cards: dict[str, list[str]]
    best: str
    reason: str
    actions: list[AdvisedAction]


class AdvisedAction(Payload, frozen=True):
    """What an action is worth with these cards."""

    words: str
    value: str
    exactly: str
    best: bool
    costs: str


class DealtCards(Payload, frozen=True):
    """Cards by chance, as a player would see them when this decision is due."""

    cards: str
    community: str
    dealer: str
    decisions: str


class Strategy(Payload, frozen=True):
    """How the main game is played: the form of a state, and the best play by hand and as rules, or the house way."""

    form: StateForm
    unit: str
    plot: StrategyPlot | UnsetType = UNSET
    rules: list[ShortRule] | UnsetType = UNSET
    cost: str | UnsetType = UNSET
    exactly: str | UnsetType = UNSET
    house: HouseWayRules | UnsetType = UNSET
