"""Keys: Ed25519 to sign a journal's heads, and a lock for secrets that stand in it encrypted.

A key file holds the key that signs now, and after it those that signed before: what was locked with them still opens.
"""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from copy import copy
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature, InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from croupier.errors import BadText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NONCE = 12
_BOUND = "2."
"""How a text begins that is sealed for one place; those before it have no beginning of their own."""
_PEM = re.compile(rb"-----BEGIN ([A-Z ]+)-----.*?-----END \1-----\n?", re.DOTALL)


class Key:
    """A signing key. `public` is what others check its signatures with, in hexadecimal. `former` are the keys that
    signed before it, the latest first; `lost` are public halves of former keys whose other half is gone.

    >>> key = Key.throw_away(7)
    >>> checks(key.public, key.sign(b"a head"), b"a head"), checks(key.public, key.sign(b"a head"), b"another")
    (True, False)
    """

    def __init__(
        self, private: Ed25519PrivateKey, former: Sequence[Ed25519PrivateKey] = (), lost: Sequence[str] = ()
    ) -> None:
        self._private = private
        self._ring = (private, *former)
        self.lost = tuple(lost)
        self.public = private.public_key().public_bytes_raw().hex()

    @classmethod
    def make(cls, lost: Sequence[str] = ()) -> Key:
        """A new key from the operating system's generator."""
        return cls(Ed25519PrivateKey.generate(), lost=lost)

    @classmethod
    def throw_away(cls, seed: int) -> Key:
        """A key for test runs: whoever knows the seed can sign."""
        return cls(Ed25519PrivateKey.from_private_bytes(sha256(b"croupier throw-away key %d" % seed).digest()))

    @classmethod
    def load(cls, path: Path | str) -> Key:
        """A key that `save` wrote, or any Ed25519 key in PEM (PKCS 8) without a passphrase."""
        try:
            text = Path(path).read_bytes()
        except OSError as error:
            raise BadText(f"cannot be read: {error.strerror}", field=str(path)) from None
        blocks = list(_PEM.finditer(text))
        lost = [public_key(found[0].decode()) for found in blocks if found[1] == b"PUBLIC KEY"]
        private = [_private(found[0], path) for found in blocks if found[1] != b"PUBLIC KEY"]
        if not private:
            raise BadText("is not a key in PEM without a passphrase", field=str(path))
        return cls(private[0], private[1:], lost)

    def successor(self) -> Key:
        """A new key, which keeps this one and those before it as its former ones."""
        return Key(Ed25519PrivateKey.generate(), self._ring, self.lost)

    @property
    def publics(self) -> tuple[str, ...]:
        """The public halves of this key and of all that signed before it."""
        return (*(key.public_key().public_bytes_raw().hex() for key in self._ring), *self.lost)

    def save(self, path: Path | str) -> None:
        """Write the key and its former ones to a new file that only its owner can read."""
        pem = [key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) for key in self._ring]
        for public in self.lost:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
            pem.append(key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(file, "wb") as out:  # noqa: PTH123 - a file that is open already
                out.write(b"".join(pem))
                out.flush()
                os.fsync(file)
        except FileExistsError:
            raise BadText("exists already and is left as it is", field=str(path)) from None
        except OSError as error:
            raise BadText(f"cannot be written: {error.strerror}", field=str(path)) from None

    def sign(self, data: bytes) -> str:
        """A signature, in hexadecimal."""
        return self._private.sign(data).hex()

    def secret(self, purpose: bytes) -> bytes:
        """32 bytes that only holders of this key can make, another for each purpose."""
        return HKDF(SHA256(), 32, None, b"croupier secret " + purpose).derive(self._private.private_bytes_raw())

    def lock(self, *, test: bool = False) -> Lock:
        """The lock that goes with this key, so that a table keeps one secret and not two; it also opens what the former
        keys have sealed."""
        nonces = counted() if test else token_bytes
        current, *former = (
            HKDF(SHA256(), 32, None, b"croupier lock").derive(key.private_bytes_raw()) for key in self._ring
        )
        return Lock(current, nonces, former)


def _private(pem: bytes, path: Path | str) -> Ed25519PrivateKey:
    try:
        private = load_pem_private_key(pem, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadText("is not a key in PEM without a passphrase", field=str(path)) from None
    if not isinstance(private, Ed25519PrivateKey):
        raise BadText("is not an Ed25519 key", field=str(path))
    return private


def checks(public: str, signature: str, data: bytes) -> bool:
    """Whether the holder of the key signed what is told."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_key(text: str) -> str:
    """A public key as hexadecimal, or from a PEM file's text."""
    try:
        if text.lstrip().startswith("-----BEGIN"):
            public = load_pem_public_key(text.strip().encode())
            if isinstance(public, Ed25519PublicKey):
                return public.public_bytes_raw().hex()
        else:
            return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text)).public_bytes_raw().hex()
    except (ValueError, UnsupportedAlgorithm):
        pass
    raise BadText("is not an Ed25519 public key: 64 hexadecimal digits, or a PEM file", field="key")


class Lock:
    """Encrypts secrets into text that may lie open (ChaCha20-Poly1305, a nonce for each). What was sealed with a
    `former` key is opened too.

    A lock is for one place, such as the orders of a table: what it seals, copied to another place, does not open there.

    >>> lock = Lock(bytes(32))
    >>> one, other = lock.of("order", "T1"), lock.of("order", "T2")
    >>> one.open(one.seal(b"As Kd 2c"))
    b'As Kd 2c'
    >>> other.open(one.seal(b"As Kd 2c"))
    Traceback (most recent call last):
    croupier.errors.BadText: sealed: was not sealed with this key for this place, or was altered since
    """

    def __init__(self, key: bytes, nonces: Callable[[int], bytes] = token_bytes, former: Sequence[bytes] = ()) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._ciphers = (self._cipher, *map(ChaCha20Poly1305, former))
        self._nonces = nonces
        self._place: bytes | None = None

    def of(self, *place: str) -> Lock:
        """A copy of the lock bound to one place: a purpose, and which table or person."""
        bound = copy(self)
        fields = [part.encode("utf-8", "surrogatepass") for part in place]
        bound._place = b"".join(len(field).to_bytes(4) + field for field in fields)  # noqa: SLF001 - a lock of ours
        return bound

    def seal(self, secret: bytes) -> str:
        """The secret, locked."""
        nonce = self._nonces(_NONCE)
        text = b64encode(nonce + self._cipher.encrypt(nonce, secret, self._place)).decode()
        return text if self._place is None else _BOUND + text

    def open(self, sealed: str, *, unbound: bool = False) -> bytes:
        """The secret again; anything altered, or sealed for another place, is refused. `unbound` opens also what was
        sealed for no place in particular, as all was before version 2 of the text."""
        is_bound = sealed.startswith(_BOUND)
        ciphers = self._ciphers if is_bound == (self._place is not None) or (unbound and not is_bound) else ()
        for cipher in ciphers:
            try:
                read = b64decode(sealed.removeprefix(_BOUND), validate=True)
                return cipher.decrypt(read[:_NONCE], read[_NONCE:], self._place if is_bound else None)
            except (ValueError, InvalidTag):
                continue
        raise BadText("was not sealed with this key for this place, or was altered since", field="sealed")


def counted(first: int = 0) -> Callable[[int], bytes]:
    r"""Nonces that count up from `first`, so that a test run repeats exactly. Two locks of one key must not share any.

    >>> nonces = counted()
    >>> nonces(2), nonces(2)
    (b'\x00\x00', b'\x00\x01')
    """
    at = first

    def nonce(size: int) -> bytes:
        nonlocal at
        at += 1
        return (at - 1).to_bytes(size, "big")

    return nonce
