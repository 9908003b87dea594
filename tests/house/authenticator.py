"""An authenticator of software: makes passkeys and signs challenges as a browser would."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One passkey at most, for one site."""

    host: str = "croupier.example"
    origin: str = "https://croupier.example"
    count: int = 0
    flags: int = PRESENT | VERIFIED
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    private: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))

    @property
    def id(self) -> str:
        return bytes_to_base64url(self.credential)

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """A new passkey, as the browser tells the page."""
        numbers = self.private.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        held = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + cbor2.dumps(key)
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(self.flags | WITH_KEY) + held})
        response = {
            "clientDataJSON": bytes_to_base64url(self._client("webauthn.create", options)),
            "attestationObject": bytes_to_base64url(told),
        }
        return {"id": self.id, "rawId": self.id, "type": "public-key", "response": response}

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """A signature over a challenge."""
        self.count += 1
        data, client = self._data(self.flags), self._client("webauthn.get", options)
        signature = self.private.sign(data + sha256(client).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": bytes_to_base64url(client),
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(signature),
        }
        return {"id": self.id, "rawId": self.id, "type": "public-key", "response": response}

    def _data(self, flags: int) -> bytes:
        return sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()
