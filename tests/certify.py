"""Make the whole pai gow table anew and write, or compare, the totals that ship: ``make certify``."""

from __future__ import annotations

import json
import sys
from typing import Any

from croupier import open_game
from croupier.odds.pai_gow import settings as pai_gow
from croupier.odds.pai_gow import ways as pai_gow_ways
from croupier.odds.pai_gow.certified import FILE, digest

WAYS = ("foxwoods", "mgm", "flamingo")


def made() -> dict[str, Any]:
    """The totals of the shipped house ways under the default reading, from a table made now."""
    game = open_game("face-up-pai-gow")
    ranking = game.rules().ranking
    assert ranking is not None
    table = pai_gow.table(ranking)
    totals = {}
    for name in WAYS:
        rules = game.rules({"house-way": name})
        found = table.totals(pai_gow_ways.picks(table, ranking, rules.chosen["house-way"]))
        counts = {"wins": found.wins, "pushes": found.pushes, "losses": found.losses}
        totals[digest(rules)] = {"house-way": name, **counts}
    how = "every deal of 53 cards counted by croupier.odds.pai_gow.settings; made anew and compared by `make certify`"
    return {"made": how, "deals": table.totals(table.best()).deals, "totals": totals}


def main() -> None:
    told = json.dumps(made(), indent=1, sort_keys=True) + "\n"
    if "--write" in sys.argv:
        FILE.write_text(told, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != told:
        sys.exit("the shipped totals are not what the table says: python -m tests.certify --write")
    sys.stdout.write(told)


if __name__ == "__main__":
    main()
