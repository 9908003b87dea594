"""Rows about people against the house's journal: register, roles, sessions, links, second factors, relations."""

from __future__ import annotations

from sqlalchemy import select

from croupier.house.audit.rows.row_comparison import RowComparison, at_table, same_time
from croupier.house.journal.adoption import verifier
from croupier.house.people.accounts import hashed
from croupier.house.storage import schema
from croupier.house.storage.row_faults import differs, gone, unknown


class PeopleRows(RowComparison):
    """Who people are, how they sign in, and what they share."""

    def people(self) -> None:
        """The register: who is in it, who may still sign in, and by which password."""
        missing = dict(self.rows.people)
        for row in self.stored(schema.people):
            recorded = missing.pop(row.name, None)
            if recorded is None:
                raise unknown(f"person {row.name}")
            if row.active != recorded.active:
                raise differs(f"person {row.name} is {'active' if row.active else 'dismissed'}", "", recorded.record)
            if verifier(row.secret) != recorded.verifier:
                raise differs(f"the password of {row.name} is another", "", recorded.record)
            if row.made_by != recorded.by:
                raise differs(
                    f"the account of {row.name} was made by {row.made_by!r}",
                    f"which says {recorded.by!r}",
                    recorded.record,
                )
            if not same_time(row.made, recorded.at):
                raise differs(f"the account of {row.name} was made at another time", "", recorded.record)
        for name, recorded in missing.items():
            raise gone(f"person {name}", recorded.record)

    def grants(self) -> None:
        """Roles."""
        missing = dict(self.rows.grants)
        for row in self.stored(schema.grants):
            if missing.pop((row.person, row.role, row.table_id), None) is None:
                raise unknown(f"the role {row.role} of {row.person}{at_table(row.table_id)}")
        for (name, role, table), n in missing.items():
            raise gone(f"the role {role} of {name}{at_table(table)}", n)

    def sessions(self) -> None:
        """Sessions that are open; one that is gone lets nobody in."""
        for row in self.stored(schema.sessions):
            words = f"a session of {row.person} ({row.token[:12]})"
            recorded = self.rows.sessions.get(row.person, {}).get(row.token)
            if recorded is None:
                raise unknown(words)
            if row.level != recorded.level:
                raise differs(f"{words} is {row.level}", f"which says {recorded.level!r}", recorded.record)
            if row.until > recorded.until or not same_time(row.made, recorded.at):
                raise differs(f"{words} lasts longer", "", recorded.record)

    def invitations(self) -> None:
        """Links that are open."""
        for row in self.stored(schema.invitations):
            recorded = self.rows.invitations.get(row.token)
            if recorded is None:
                raise unknown(f"an invitation for the role {row.role}{at_table(row.table_id)} ({row.token[:12]})")
            if (recorded.role, recorded.table) != (row.role, row.table_id):
                words = f"invitation {row.token[:12]} is for the role {row.role}{at_table(row.table_id)}"
                raise differs(words, "", recorded.record)
            if recorded.by != row.by:
                raise differs(
                    f"invitation {row.token[:12]} is by {row.by!r}", f"which says {recorded.by!r}", recorded.record
                )
            if recorded.until and row.until != recorded.until:
                raise differs(f"invitation {row.token[:12]} is good for another time", "", recorded.record)

    def totp(self) -> None:
        """Authenticators, each with its last code: one before that was used."""
        found = {(row.person, hashed(row.secret)): row for row in self.stored(schema.totp)}
        self._factors("totp", set(found))
        for key, row in found.items():
            step, record = self.rows.steps.get(key, (row.last_step, 0))
            if row.last_step != step:
                raise differs(f"the last code of {row.person} is {row.last_step}", f"which says {step}", record)

    def passkeys(self) -> None:
        """Passkeys, each with its public key."""
        rows = self.stored(schema.passkeys)
        self._factors("passkey", {(row.person, hashed(f"{row.credential} {row.public_key}")) for row in rows})

    def _factors(self, factor: str, found: set[tuple[str, str]]) -> None:
        recorded = {(name, digest): n for (name, kind, digest), n in self.rows.factors.items() if kind == factor}
        for name, digest in sorted(found - recorded.keys()):
            raise unknown(f"a {factor} of {name} ({digest[:12]})")
        for name, digest in sorted(recorded.keys() - found):
            raise gone(f"a {factor} of {name}", recorded[name, digest])

    def recovery_codes(self) -> None:
        """Recovery codes that are left: of those that were made, and no more than were not used up."""
        left: dict[str, int] = {}
        for row in self.stored(schema.recovery_codes):
            recorded = self.rows.codes.get(row.person)
            if recorded is None or hashed(row.code) not in recorded.made:
                raise unknown(f"a recovery code of {row.person} ({row.code[:12]})")
            left[row.person] = left.get(row.person, 0) + 1
            if left[row.person] > len(recorded.made) - recorded.used:
                raise differs(f"{row.person} has a recovery code again that was used", "", recorded.record)

    def resets(self) -> None:
        """Links by which someone chooses a new password; one that is gone lets nobody in."""
        for row in self.stored(schema.resets):
            if self.rows.resets.get(row.token) != row.person:
                raise unknown(f"a link for a new password of {row.person} ({row.token[:12]})")
            recorded = self.rows.reset_log[row.token]
            if recorded.until and row.until != recorded.until:
                words = f"the link for a new password of {row.person} ({row.token[:12]}) is good for another time"
                raise differs(words, "", recorded.record)

    def reset_log(self) -> None:
        """Who reset whose password with whom: those count as one person for a time."""
        missing = dict(self.rows.reset_log)
        for row in self.stored(schema.reset_log):
            words = f"the reset of {row.person} by {row.by} and {row.second} ({row.token[:12]})"
            recorded = missing.pop(row.token, None)
            if recorded is None:
                raise unknown(words)
            if (recorded.name, recorded.by, recorded.second) != (row.person, row.by, row.second):
                says = f"which says {recorded.name} by {recorded.by} and {recorded.second}"
                raise differs(words, says, recorded.record)
            if not same_time(row.at, recorded.at):
                raise differs(f"{words} was at another time", "", recorded.record)
        for recorded in missing.values():
            raise gone(f"the reset of {recorded.name} by {recorded.by} and {recorded.second}", recorded.record)

    def identities(self) -> None:
        """What an OpenID issuer calls someone, and to whose account it signs in."""
        recorded = dict(self.rows.identities)
        for row in self.stored(schema.identities):
            words = f"the identity {row.subject} of {row.issuer} for {row.person}"
            said = recorded.pop((row.issuer, row.subject, row.person), None)
            if said is None:
                raise unknown(words)
            if said[0] != row.active:
                raise differs(f"{words} is {'active' if row.active else 'taken back'}", "", said[1])
        for (issuer, subject, name), (_, n) in recorded.items():
            raise gone(f"the identity {subject} of {issuer} for {name}", n)

    def relations(self) -> None:
        """Accounts that were declared to be one person's, or not to be."""
        recorded = dict(self.rows.relations)
        for row in self.stored(schema.relations):
            words = f"the relation of {row.one} and {row.other}"
            said = recorded.pop((row.one, row.other), None)
            if said is None:
                raise unknown(words)
            if (said.related, said.by, said.why) != (row.related, row.by, row.why):
                raise differs(f"{words} is another", "", said.record)
        for (one, other), said in recorded.items():
            raise gone(f"the relation of {one} and {other}", said.record)

    def shares(self) -> None:
        """Rounds that are shown by a link: each by a player of that seat."""
        recorded, played = dict(self.rows.shares), schema.played
        for row in self.stored(schema.shares):
            words = f"the shared round {row.round} of table {row.table_id} by {row.person} ({row.token[:12]})"
            said = recorded.pop(row.token, None)
            if said is None:
                raise unknown(words)
            if said[:5] != (row.person, row.table_id, row.round, row.seat, row.named):
                raise differs(f"{words} is another", "", said.record)
            seat = (played.c.table_id == row.table_id, played.c.round == row.round, played.c.seat == row.seat)
            if self.connection.scalar(select(played.c.player).where(*seat)) != row.person:
                raise differs(f"{words} was not theirs", "", said.record)
        for said in recorded.values():
            raise gone(f"the shared round {said.round} of table {said.table} by {said.name}", said.record)
