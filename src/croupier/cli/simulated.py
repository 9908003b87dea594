"""What a simulation found, for people, for programs and for tables of figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from croupier.odds.rounds.weighted import Spread
    from croupier.odds.sampling.against_exact import Compared
    from croupier.odds.sampling.estimates import Sampled
    from croupier.odds.sampling.plain import PlainSampler, Tally

FORMATS = (".json", ".csv", ".parquet")


@dataclass(frozen=True, slots=True)
class Report:
    """A run, counted and compared."""

    table: Any
    rounds: int
    found: list[Sampled]
    known: Mapping[str, Spread]
    seed: int
    rate: int
    device: str

    @property
    def is_plain(self) -> bool:
        """Whether every round was settled by itself."""
        from croupier.odds.sampling.plain import PlainSampler

        return isinstance(self.table, PlainSampler)

    @property
    def generator(self) -> str:
        """What made the rounds."""
        from croupier.odds.sampling import philox

        return "mersenne-twister" if self.is_plain else philox.NAME

    def compared(self, estimate: Sampled) -> Compared | None:
        """A wager beside its exact figures."""
        from croupier.odds.sampling.against_exact import compare

        return compare(estimate, self.known)

    def of(self, estimate: Sampled) -> dict[str, Any]:
        """One wager, for programs."""
        compared = self.compared(estimate)
        beside = {"exact": None, "z": None, "chi-square": None} if compared is None else compared.to_json()
        return {**estimate.to_json(), **beside}

    def to_json(self) -> dict[str, Any]:
        """All of it, for programs."""
        game = self.table.rules.game
        payload: dict[str, Any] = {
            "game": game.id,
            "edition": game.edition,
            "seed": self.seed,
            "rounds": self.rounds,
            "seats": self.table.seats,
            "strategy": self.table.strategy,
            "sampler": "plain" if self.is_plain else "fast",
            "generator": self.generator,
            "device": self.device,
            "rounds-per-second": self.rate,
        }
        for estimate in self.found:
            if estimate.paytable is None:
                payload["main"] = {"unit": game.ante, **self.of(estimate)}
        payload["wagers"] = {e.wager: {e.paytable: self.of(e)} for e in self.found if e.paytable is not None}
        return payload

    def rows(self) -> list[dict[str, Any]]:
        """A row for each wager, for tables of figures."""
        made = []
        for estimate in self.found:
            compared = self.compared(estimate)
            low, high = estimate.interval or (None, None)
            chi = None if compared is None else compared.chi_square
            made.append(
                {
                    "game": self.table.rules.game.id,
                    "edition": self.table.rules.game.edition,
                    "wager": estimate.wager,
                    "paytable": estimate.paytable,
                    "seed": str(self.seed),
                    "generator": self.generator,
                    "strategy": self.table.strategy,
                    "seats": self.table.seats,
                    "rounds": self.rounds,
                    "mean": float(estimate.mean),
                    "standard_error": estimate.standard_error,
                    "low_99": low,
                    "high_99": high,
                    "exact": None if compared is None else float(compared.exact),
                    "z": None if compared is None else compared.z,
                    "chi_square": None if chi is None else chi.statistic,
                    "degrees": None if chi is None else chi.degrees,
                    "p": None if chi is None else chi.p,
                    "sum_cents": str(estimate.total),
                    "sum_squares": str(estimate.squares),
                }
            )
        return made


def plainly(table: PlainSampler, tally: Tally) -> list[Sampled]:
    """The figures of plain rounds; of several seats, `counts` are of what they netted together."""
    from croupier.odds.rounds.weighted import ANTE, stake_of
    from croupier.odds.sampling.estimates import Sampled

    made = []
    for name in table.wagers:
        wager, nets = table.rules.game.wager(name), tally.nets[name]
        total = sum(net * count for net, count in nets.items())
        squares = sum(net * net * count for net, count in nets.items())
        unit = ANTE if wager is None else stake_of(table.rules, wager)
        paytable = None if wager is None else table.rules.tables[name].id
        made.append(Sampled(name, paytable, unit, table.seats, tally.rounds, total, squares, nets))
    return made


# Files -----------------------------------------------------------------------------------------------------------


def check_file(path: Path | None) -> None:
    """Refuse a file that could not be written, before anything is played."""
    if path is None:
        return
    if path.suffix not in FORMATS:
        raise IllegalAction(f"{path} ends in none of {', '.join(FORMATS)}", field="--out")
    if not path.absolute().parent.is_dir():
        raise IllegalAction(f"{path.absolute().parent} is no folder", field="--out")
    if path.suffix == ".parquet":
        _parquet()


def _parquet() -> Any:  # noqa: ANN401 - two modules of a library that may be missing
    from importlib import import_module

    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise IllegalAction("Parquet needs pyarrow: pip install 'croupier[parquet]'", field="--out") from None


def write(report: Report, path: Path) -> None:
    """Write the figures in the format that the file's name asks for."""
    import csv
    import json

    rows = report.rows()
    try:
        if path.suffix == ".parquet":
            arrow, parquet = _parquet()
            parquet.write_table(arrow.Table.from_pylist(rows), str(path))
            return
        with path.open("w", encoding="utf-8", newline="") as file:
            if path.suffix == ".json":
                json.dump(report.to_json(), file, indent=1)
                file.write("\n")
                return
            table = csv.DictWriter(file, list(rows[0]))
            table.writeheader()
            table.writerows(rows)
    except OSError as error:
        raise IllegalAction(f"{path} cannot be written: {error.strerror}", field="--out") from None


# For people ------------------------------------------------------------------------------------------------------


def show_report(report: Report) -> None:
    """A heading, what was played, and a line for each wager."""
    from croupier.cli import show

    game, seats, rounds = report.table.rules.game, report.table.seats, report.rounds
    how = "sampled plainly, every round settled" if report.is_plain else "sampled"
    show.heading(f"{show.named(game)}: {how}, {report.table.strategy} play")
    players = f"{seats} seat{'s' if seats > 1 else ''}"
    show.say(
        f"{rounds:,} round{'s' if rounds > 1 else ''} of {players}, seed {report.seed}, {report.generator}, "
        f"{report.rate:,} rounds a second"
    )
    rows = []
    for e in report.found:
        wager = game.wager(e.wager)
        name = f"main game, per {game.ante}" if wager is None else wager.name
        low, high = e.interval or (None, None)
        compared = report.compared(e)
        chi = None if compared is None else compared.chi_square
        rows.append(
            (
                name,
                e.paytable,
                f"{float(e.mean):+.6f}",
                "" if e.standard_error is None else f"{e.standard_error:.6f}",
                "" if low is None else f"{low:+.6f} to {high:+.6f}",
                "" if compared is None else f"{float(compared.exact):+.6f}",
                "" if compared is None or compared.z is None else f"{compared.z:+.2f}",
                "" if chi is None else f"{chi.p:.3f}",
            )
        )
    show.table(("wager", "paytable", "mean net", "std error", "99% interval", "exact", "z", "chi² p"), rows)
