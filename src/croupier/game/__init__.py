"""What a chapter permits (`Game`), what the house chose (a Rules Submission), what is played (`Rules`), and
`settle`, in which every reader of the book ends."""

from croupier.game.book import Book, Package
from croupier.game.case import Case, Then
from croupier.game.choices import Choice
from croupier.game.game import Ask, Change, Game, Give, Place, Turn, Variant
from croupier.game.lesson import Lesson
from croupier.game.played import Played, Seat, describe
from croupier.game.question import BY_THE_CARDS, Question, SettledSeat, ask, on_two_boxes, pays_a_share
from croupier.game.rules import Limit, Rules, apply, check_complete
from croupier.game.settle import name_readings, named, settle
from croupier.game.settlement import (
    Line,
    SeatSettlement,
    Settlement,
    envy_lines,
    envy_rows,
    highest_envy,
    once_a_player,
    settle_plainly,
    settle_seat,
    settle_wager,
)
from croupier.game.sign import Sign, sign
from croupier.game.streets import LOW_HAND, Option, Setting, Street
from croupier.game.wager import Envy, Wager, lost_by_fold

__all__ = [
    "BY_THE_CARDS",
    "LOW_HAND",
    "Ask",
    "Book",
    "Case",
    "Change",
    "Choice",
    "Envy",
    "Game",
    "Give",
    "Lesson",
    "Limit",
    "Line",
    "Option",
    "Package",
    "Place",
    "Played",
    "Question",
    "Rules",
    "Seat",
    "SeatSettlement",
    "Setting",
    "SettledSeat",
    "Settlement",
    "Sign",
    "Street",
    "Then",
    "Turn",
    "Variant",
    "Wager",
    "apply",
    "ask",
    "check_complete",
    "describe",
    "envy_lines",
    "envy_rows",
    "highest_envy",
    "lost_by_fold",
    "name_readings",
    "named",
    "on_two_boxes",
    "once_a_player",
    "pays_a_share",
    "settle",
    "settle_plainly",
    "settle_seat",
    "settle_wager",
    "sign",
]
