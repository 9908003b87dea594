"""What is sent in signing in and out, and with one's own second factors."""

from __future__ import annotations

from croupier.house.people.signing_in.enrolment import Proof
from croupier.kit.payload import Json, RequestBody
from croupier.web.routes.bodies import LinkBody


class SignInBody(RequestBody, frozen=True):
    """A name and its password."""

    name: str
    password: str


class CodeBody(RequestBody, frozen=True):
    """A code of an authenticator, or a recovery code."""

    code: str


class NameBody(RequestBody, frozen=True):
    """The name that a guest plays under."""

    name: str


class RoleBody(RequestBody, frozen=True):
    """The role in which somebody goes to work."""

    role: str


class PasskeyBody(RequestBody, frozen=True):
    """A passkey's answer, and the token of what it was to sign."""

    challenge: str
    passkey: Json


class NewPasskeyBody(PasskeyBody, frozen=True):
    """A passkey that the browser made, and what its owner calls it."""

    label: str = ""


class PasswordBody(RequestBody, frozen=True):
    """A first password."""

    password: str


class PasswordsBody(RequestBody, frozen=True):
    """The password so far, and the new one."""

    old: str
    new: str


class ResetBody(LinkBody, frozen=True):
    """The token of a one-time link, and the password that is chosen by it."""

    password: str


class ShownFactor(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A factor that is shown: a code, or a passkey's answer to a challenge."""

    code: str = ""
    challenge: str = ""
    passkey: Json | None = None

    @property
    def proof(self) -> Proof:
        """What is shown."""
        return Proof(self.code[:64], self.challenge, self.passkey)


class FactorRemoval(ShownFactor, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which factor goes, and the one that is shown for it."""

    factor: str
    credential: str = ""


class NewAuthenticator(RequestBody, frozen=True):
    """The key of a new authenticator as it was given, and its first code."""

    sealed: str
    code: str
