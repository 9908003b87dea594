"""What the floor's pages receive: the tables, what waits, one table in full, the equipment."""

from __future__ import annotations

from croupier.house.desk.payloads import ClaimLine, FloorFigure, LabelText, OrderChoice, RequestsView
from croupier.house.people.payloads import AtWork
from croupier.house.screens.dealer.payloads import CountNeed
from croupier.house.tables.views.payloads import SetAsideNotice
from croupier.kit.payload import Payload


class WantedEquipment(Payload, frozen=True):
    """What a game asks for, kind by kind."""

    game: str
    edition: str
    title: str
    status: str
    kinds: list[EquipmentKind]


class EquipmentMark(Payload, frozen=True):
    """What a piece must bear."""

    mark: str
    words: str
    cite: str


class FloorView(Payload, frozen=True):
    """All that the floor's page shows; cut to the tables where this person is the floor. `asked` are the requests."""

    tables: list[FloorTable]
    set_aside: list[SetAsideNotice]
    steps: list[FloorStep]
    requests: RequestsView
    figures: list[FloorFigure]
    at_work: list[AtWorkHere]
    opens: bool
    chosen: ChosenTable | None


class FloorTable(Payload, frozen=True):
    """A table of the floor in a row."""

    id: str
    name: str
    game: str
    edition: str
    title: str
    chapter: str
    status: str
    status_words: str
    real_cards: str
    state: str
    phase: str
    round: int
    seats: int
    taken: int
    limits: str
    due: DueWords
    waits: bool
    dealer: str
    alarms: list[AlarmLine]


class AlarmLine(Payload, frozen=True):
    """Something that is or will soon be due."""

    id: str
    words: str
    cite: str
    over: bool


class DueWords(Payload, frozen=True):
    """What a table waits for."""

    words: str
    cite: str
    by: str


class FloorStep(Payload, frozen=True):
    """A step that waits for the floor."""

    table: str
    name: str
    game: str
    edition: str
    step: str
    seat: int
    title: str
    words: str
    cite: str
    amount: str
    cards: list[str]
    order: str
    since: int
    round: int
    may: bool
    why: str
    options: list[StepOption]
    counts: list[CountNeed]


class StepOption(Payload, frozen=True):
    """One of the answers to a step."""

    value: str
    label: str


class OfferedLimit(Payload, frozen=True):
    """The limits of a wager."""

    wager: str
    minimum: str
    maximum: str
    step: str


class SeatedPerson(Payload, frozen=True):
    """Somebody at a table."""

    seat: int
    name: str
    chips: str
    state: str


class FloorDay(Payload, frozen=True):
    """What was dropped and won at a table since midnight, Coordinated Universal Time."""

    drop: str
    win: str
    rounds: int


class AtWorkHere(AtWork, frozen=True):
    """Somebody at work, and the table's name."""

    here: str


class ChosenTable(FloorTable, frozen=True):
    """One table in full."""

    inventory: str
    drop: str
    meters: list[LabelText]
    claims: list[ClaimLine]
    wagers: list[OfferedLimit]
    people: list[SeatedPerson]
    way: str
    floor: str
    why: str
    orders: list[OrderChoice]
    irregularities: list[OrderChoice]


class EquipmentKind(Payload, frozen=True):
    """A kind of equipment that a game asks for: by which provision, and what a piece must bear."""

    kind: str
    called: str
    cite: str
    two_people: bool
    approved: bool
    placed: bool
    marks: list[EquipmentMark]


class EquipmentPiece(Payload, frozen=True):
    """A piece of the equipment register: what it is, where it is kept, when it was inspected or removed, by whom."""

    id: str
    kind: str
    serial: str
    approval: str
    place: str
    design: str
    colour: str
    cards: int
    positions: int
    marks: list[str]
    content: str
    called: str
    kept: str
    table: str
    state: str
    added: int
    added_by: str
    second: str
    inspected: int
    inspected_by: str
    finding: str
    removed: int
    removed_by: str
    two_people: bool
    brings: bool


class EquipmentRegister(Payload, frozen=True):
    """Every piece, and what each game asks for."""

    equipment: list[EquipmentPiece]
    games: list[WantedEquipment]
    real: bool


class EquipmentRequest(Payload, frozen=True):
    """The request for a second person that a change of the equipment waits for."""

    request: int
    state: str
    title: str
