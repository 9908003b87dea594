"""What the cloth shows, as pages receive it: what is printed on a table, hands, choices, results, a replayed round."""

from croupier.house.cloth.payloads.felt import (
    Area,
    Felt,
    OfferedWager,
    PaytableRow,
    PlaceName,
    Sign,
    SignRow,
    Spot,
    TableRules,
)
from croupier.house.cloth.payloads.hands import (
    Choice,
    DealerHand,
    Dice,
    OptionCommand,
    Question,
    Setting,
)
from croupier.house.cloth.payloads.results import (
    ResultLine,
    ResultSeat,
    RoundResult,
)
from croupier.house.cloth.payloads.scene import (
    RecordLine,
    RecordWords,
    Scene,
    ScenePlace,
    SceneSeat,
    SceneSpot,
    SceneWager,
)
from croupier.house.cloth.payloads.words import (
    Amount,
    Fact,
    Pile,
    Provision,
    ProvisionPart,
    Said,
)

__all__ = [
    "Amount",
    "Area",
    "Choice",
    "DealerHand",
    "Dice",
    "Fact",
    "Felt",
    "OfferedWager",
    "OptionCommand",
    "PaytableRow",
    "Pile",
    "PlaceName",
    "Provision",
    "ProvisionPart",
    "Question",
    "RecordLine",
    "RecordWords",
    "ResultLine",
    "ResultSeat",
    "RoundResult",
    "Said",
    "Scene",
    "ScenePlace",
    "SceneSeat",
    "SceneSpot",
    "SceneWager",
    "Setting",
    "Sign",
    "SignRow",
    "Spot",
    "TableRules",
]
