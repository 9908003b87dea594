"""What every route needs. A route that is not written here fails the test, and so does one that is gone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.house.people.permissions import ROLES, ROLES_OF_PAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.house.people.roles import Person

FINE = frozenset({200})
MAYBE = frozenset({200, 400, 409})
"""Allowed, whatever the table then says to it."""
ASKS = frozenset({400, 404, 422, 429})
"""Open, and asked for something that is not there."""
UNKNOWN = frozenset({404})
DENIED = frozenset({403})
IDENTITY = {"issuer": "https://issuer.example", "subject": "none"}
DAYS = {"table": "here", "from": "2026-01-01", "to": "2026-01-02"}


@dataclass(frozen=True)
class Rule:
    """`need` is ``open`` to everyone, ``signed-in``, ``player``, ``nobody`` or one of the permission table's pages.

    `where` is what a grant must be for: the ``table`` of the path, the whole ``house``, or ``any``.
    """

    need: str
    where: str = "table"
    json: Any = None
    query: Mapping[str, str] = field(default_factory=dict)
    allowed: frozenset[int] = FINE

    def allows(self, person: Person | None, table: str) -> bool:
        """Whether the permission table lets this person."""
        if self.need == "open":
            return True
        if person is None or self.need == "nobody":
            return False
        if self.need == "signed-in":
            return True
        held = (
            person.roles({"table": table, "house": ""}[self.where])
            if self.where != "any"
            else set(ROLES) & {role for role, _ in person.grants}
        )
        return not held.isdisjoint({"player"} if self.need == "player" else ROLES_OF_PAGE[self.need])


PLAYER = Rule("player", allowed=MAYBE)
RULES: dict[tuple[str, str], Rule] = {
    ("GET", "/healthz"): Rule("open"),
    ("GET", "/readyz"): Rule("open"),
    ("GET", "/api/floor"): Rule("open"),
    ("POST", "/api/session"): Rule("open", json={"name": "Zoe", "password": "a long secret"}),
    ("POST", "/api/guest"): Rule("open", json={"name": "Zoe"}, allowed=frozenset({409})),  # a name that is taken
    ("POST", "/api/administrator"): Rule("open", json={}, allowed=frozenset({409})),  # a link opens it
    ("POST", "/api/invitation"): Rule("open", json={"token": "none"}, allowed=frozenset({403})),  # a link opens it
    ("GET", "/api/session"): Rule("signed-in"),
    ("DELETE", "/api/session"): Rule("open"),
    ("PUT", "/api/password"): Rule(
        "signed-in", json={"old": "", "new": ""}, allowed=frozenset({409})
    ),  # they have none
    ("POST", "/api/password"): Rule("signed-in", json={"password": "short"}, allowed=frozenset({409})),
    # Steps and links by which one is let in; there are none here, and guests have no factors to show.
    ("POST", "/api/session/second"): Rule("open", json={"code": "none"}, allowed=DENIED),
    ("POST", "/api/session/passkey/options"): Rule("open"),
    ("POST", "/api/session/passkey"): Rule("open", json={"challenge": "none", "passkey": {}}, allowed=DENIED),
    ("POST", "/api/reset/name"): Rule("open", json={"token": "none"}, allowed=DENIED),
    ("POST", "/api/reset"): Rule("open", json={"token": "none", "password": "a long secret"}, allowed=DENIED),
    ("GET", "/api/sign-in"): Rule("open"),
    ("GET", "/api/oidc"): Rule("open", allowed=UNKNOWN),
    ("GET", "/api/oidc/callback"): Rule("open", allowed=UNKNOWN),
    ("GET", "/api/factors"): Rule("signed-in"),
    ("POST", "/api/factors/options"): Rule("signed-in"),
    ("POST", "/api/factors/removal"): Rule("signed-in", json={"factor": "totp"}, allowed=DENIED),
    ("POST", "/api/factors/totp/begin"): Rule("signed-in", allowed=frozenset({409})),
    ("POST", "/api/factors/totp"): Rule("signed-in", json={"sealed": "none", "code": "0"}, allowed=frozenset({409})),
    ("POST", "/api/factors/passkeys/begin"): Rule("signed-in", allowed=frozenset({409})),
    ("POST", "/api/factors/passkeys"): Rule(
        "signed-in", json={"challenge": "none", "passkey": {}}, allowed=frozenset({409})
    ),
    ("POST", "/api/post"): Rule("nobody", json={"role": "dealer"}),  # but on one's own machine
    ("GET", "/api/tables"): Rule("signed-in"),
    ("GET", "/api/tables/{table}"): Rule("watch"),
    ("GET", "/api/tables/{table}/rules"): Rule("signed-in"),
    ("GET", "/api/tables/{table}/felt"): Rule("signed-in"),
    ("GET", "/api/tables/{table}/provision"): Rule("signed-in", query={"cite": "58 Pa. Code § 687a.2(a)"}),
    ("GET", "/api/tables/{table}/journal"): Rule("journal"),
    ("GET", "/api/tables/{table}/rounds/{number}"): Rule("history"),  # of others; one's own is shown elsewhere
    ("GET", "/api/tables/{table}/rounds/{number}/proof"): Rule("history"),
    ("GET", "/api/tables/{table}/rounds/{number}/why"): Rule("history"),
    ("GET", "/api/rounds"): Rule("history-own", "any"),
    ("GET", "/api/history"): Rule("history-own", "any"),
    ("GET", "/api/my-play"): Rule("history-own", "any"),
    ("GET", "/api/my-play/coach"): Rule("history-own", "any"),
    ("GET", "/api/my-play/rounds.csv"): Rule("history-own", "any"),
    ("GET", "/api/my-play/shares"): Rule("history-own", "any"),
    ("DELETE", "/api/my-play/shares/{share}"): Rule("history-own", "any", allowed=UNKNOWN),  # they share none
    ("GET", "/api/replays/{table}/{number}"): Rule("history-own", "any", allowed=UNKNOWN),  # none of theirs is closed
    ("POST", "/api/replays/{table}/{number}/share"): Rule("history-own", "any", json={"named": False}, allowed=UNKNOWN),
    ("GET", "/api/shared/{token}"): Rule("open", allowed=UNKNOWN),  # a link opens it
    ("GET", "/api/people"): Rule("people", "house"),
    ("GET", "/api/register"): Rule("people", "house"),
    ("POST", "/api/invitations"): Rule("people", "house", json={"role": "auditor"}),
    ("POST", "/api/people"): Rule(
        "people", "house", json={"name": "Zoe", "password": "a long secret"}, allowed=frozenset({409})
    ),
    ("PUT", "/api/people/{name}/roles/{role}"): Rule("people", "house", allowed=MAYBE),  # two give it
    ("DELETE", "/api/people/{name}/roles/{role}"): Rule("people", "house"),
    ("DELETE", "/api/people/{name}/lock"): Rule("people", "house"),
    ("DELETE", "/api/people/{name}"): Rule("people", "house"),
    ("PUT", "/api/people/{name}/relations/{other}"): Rule("people", "house", json={"related": True}),
    ("PUT", "/api/people/{name}/identity"): Rule("people", "house", json=IDENTITY, allowed=MAYBE),
    ("DELETE", "/api/people/{name}/identity"): Rule("people", "house", query=IDENTITY, allowed=FINE | UNKNOWN),
    ("POST", "/api/people/{name}/deposit"): Rule("cage", "house", json={"amount": 1}, allowed=MAYBE),
    ("POST", "/api/people/{name}/withdrawal"): Rule("cage", "house", json={"amount": 1}, allowed=MAYBE),
    ("POST", "/api/play-money"): Rule("player", "house", allowed=frozenset({200, 403})),  # who is not poor gets none
    ("GET", "/api/tables/{table}/purse"): PLAYER,
    ("POST", "/api/tables/{table}/seat"): Rule("player", json={"seat": 3, "amount": 500}, allowed=MAYBE),
    ("DELETE", "/api/tables/{table}/seat"): PLAYER,
    ("POST", "/api/tables/{table}/emote"): Rule("player", json={"emote": "none"}, allowed=MAYBE),
    ("POST", "/api/tables/{table}/ready"): PLAYER,
    ("POST", "/api/tables/{table}/speed"): Rule("player", json={"speed": "calm"}, allowed=MAYBE),
    ("POST", "/api/tables/{table}/draft"): Rule("player", json={"do": "clear"}, allowed=MAYBE),
    ("POST", "/api/tables/{table}/wagers"): PLAYER,
    ("DELETE", "/api/tables/{table}/wagers"): PLAYER,
    ("POST", "/api/tables/{table}/setting"): Rule("player", json={"low": [0, 1]}, allowed=MAYBE),
    ("GET", "/api/tables/{table}/house-way"): PLAYER,
    ("POST", "/api/tables/{table}/company"): Rule("watch", json={"bots": 0}),
    ("POST", "/api/tables/{table}/commands"): Rule(  # the others stand in the permission table's own rows
        "floor", json={"command": "direct", "order": "nothing"}, allowed=frozenset({400, 409})
    ),
    # Reference and operations.
    ("GET", "/api/asyncapi.json"): Rule("open"),
    ("GET", "/metrics"): Rule("open"),  # from this machine; test_metrics has the others
    # The mathematics is everyone's; what is asked here is refused before anything is counted.
    ("GET", "/api/lab"): Rule("open"),
    ("GET", "/api/lab/advice"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("POST", "/api/lab/compare"): Rule("open", json={}, allowed=ASKS),
    ("GET", "/api/lab/deal"): Rule("open"),
    ("GET", "/api/lab/find"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("GET", "/api/lab/par.{ending}"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("GET", "/api/lab/price"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("GET", "/api/how-to-play"): Rule("open"),
    ("GET", "/api/how-to-play/provision"): Rule("open", query={"cite": "none"}, allowed=UNKNOWN),
    ("GET", "/api/how-to-play/prices"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("GET", "/api/lab/prices"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("GET", "/api/lab/progress"): Rule("open", allowed=FINE | ASKS),
    ("GET", "/api/lab/provision"): Rule("open", allowed=ASKS),
    ("GET", "/api/lab/readings"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("GET", "/api/lab/strategy"): Rule("open", query={"game": "none"}, allowed=ASKS),
    ("GET", "/api/submissions"): Rule("open"),
    ("GET", "/api/submissions/{game}/{edition}"): Rule("open", allowed=ASKS),
    ("GET", "/api/submissions/{game}/{edition}/provision"): Rule("open", query={"cite": "none"}, allowed=ASKS),
    ("POST", "/api/submissions/check"): Rule("open", json={}, allowed=ASKS),
    ("POST", "/api/submissions/open"): Rule("open", json={"text": "game ="}, allowed=ASKS),
    ("POST", "/api/submissions/worth"): Rule("open", json={}, allowed=ASKS),
    ("POST", "/api/submissions/{what}.{kind}"): Rule("open", json={}, allowed=ASKS),
    # The books.
    ("GET", "/api/reports/tables"): Rule("reports", query={**DAYS, "expect": "0"}),
    ("GET", "/api/reports/progressives"): Rule("reports", query=DAYS),
    ("GET", "/api/reports/ledger"): Rule("reports", query=DAYS),
    ("GET", "/api/tables/{table}/export"): Rule("journal"),
    ("GET", "/api/tables/{table}/rounds/{number}/dispute"): Rule("history"),
    # The floor.
    ("GET", "/api/floor/games"): Rule("open-table", "house"),
    ("GET", "/api/floor/tables"): Rule("floor", "any"),
    ("GET", "/api/set-aside"): Rule("set-aside", "any"),
    ("POST", "/api/tables/{table}/readmit"): Rule("set-aside", allowed=frozenset({404})),  # none is set aside
    ("GET", "/api/floor/tables/{table}/day"): Rule("floor"),
    ("POST", "/api/floor/tables/{table}/equipment"): Rule("floor", json={"item": "none"}, allowed=UNKNOWN),
    ("POST", "/api/floor/tables/{table}/irregularities"): Rule("floor", json={"irregularity": "none"}, allowed=MAYBE),
    ("POST", "/api/floor/tables/{table}/orders"): Rule("floor", json={"order": "none"}, allowed=MAYBE),
    ("POST", "/api/floor/tables/{table}/steps"): Rule(  # the floor of these tables is automatic
        "floor", json={"step": "none"}, allowed=frozenset({403})
    ),
    ("POST", "/api/tables"): Rule(
        "open-table", "house", json={"id": "here", "name": "Here", "game": "none"}, allowed=MAYBE
    ),
    ("GET", "/api/house"): Rule("signed-in"),
    ("GET", "/api/requests"): Rule("ask", "any"),
    ("POST", "/api/requests"): Rule("ask", json={"table": "here", "kind": "credit", "amount": 10**9}, allowed=MAYBE),
    ("POST", "/api/requests/{number}/approve"): Rule("signed-in", allowed=UNKNOWN),  # there is none; see test_requests
    ("POST", "/api/requests/{number}/refuse"): Rule("signed-in", allowed=UNKNOWN),
    ("POST", "/api/requests/{number}/withdraw"): Rule("signed-in", allowed=UNKNOWN),
    ("POST", "/api/requests/{number}/collect"): Rule("signed-in", allowed=UNKNOWN),
    # The register of equipment, of the whole house.
    ("GET", "/api/equipment"): Rule("equipment", "house"),
    ("POST", "/api/equipment"): Rule("equipment", "house", json={"item": {}}, allowed=frozenset({409})),  # it is none
    ("POST", "/api/equipment/{item}/inspect"): Rule("equipment", "house", json={}, allowed=UNKNOWN),
    ("POST", "/api/equipment/{item}/move"): Rule("equipment", "house", json={"kept": "store"}, allowed=UNKNOWN),
    ("POST", "/api/equipment/{item}/remove"): Rule("equipment", "house", json={"why": "worn"}, allowed=UNKNOWN),
    # The dealer.
    ("GET", "/api/dealer"): Rule("deal", "any"),
    ("POST", "/api/school"): Rule("deal", "any", json={"game": "none"}, allowed=frozenset({400, 404, 409})),
    ("GET", "/api/tables/{table}/console"): Rule("deal"),
    ("POST", "/api/tables/{table}/console"): Rule("deal", json={"do": "none"}, allowed=MAYBE),
    ("GET", "/api/tables/{table}/irregularities/{irregularity}"): Rule("deal", allowed=MAYBE | UNKNOWN),
    # The coach.
    ("GET", "/api/tables/{table}/coach"): Rule("player", allowed=frozenset({200, 400, 403, 409})),
    ("GET", "/api/tables/{table}/coach/tally"): Rule("player", allowed=frozenset({200, 400, 403, 409})),
    ("DELETE", "/api/tables/{table}/coach/tally"): Rule("player", allowed=frozenset({200, 400, 403, 409})),
    ("GET", "/api/practice"): Rule("open"),
    ("POST", "/api/practice/hand"): Rule("open", json={"game": "none"}, allowed=ASKS),
    ("POST", "/api/practice/answer"): Rule("open", json={"game": "none"}, allowed=ASKS),
    # Surveillance.
    ("GET", "/api/watch/search"): Rule("surveil", "any"),
    ("GET", "/api/watch/tables"): Rule("surveil", "any"),
    ("GET", "/api/watch/tables/{table}/rounds/{number}"): Rule("surveil"),
    ("GET", "/api/watch/tables/{table}/rounds/{number}/report"): Rule("surveil"),
    ("GET", "/api/watch/tables/{table}/verify"): Rule("surveil"),
    ("POST", "/api/watch/tables/{table}/verify"): Rule("surveil"),
}
