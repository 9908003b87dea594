from __future__ import annotations

import stat
from base64 import b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from croupier.errors import BadText
from croupier.journal import Key, Lock
from croupier.journal.keys import checks, counted, public_key


def test_a_key_is_saved_for_its_owner_alone_and_never_over_another(tmp_path):
    path = tmp_path / "table.key"
    key = Key.make()
    key.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    loaded = Key.load(path)
    assert loaded.public == key.public
    assert loaded.sign(b"x") == key.sign(b"x")
    told = path.read_bytes()
    with pytest.raises(BadText, match="exists already"):
        Key.make().save(path)
    assert path.read_bytes() == told
    with pytest.raises(BadText, match="No such file"):
        key.save(tmp_path / "none" / "table.key")


def test_what_is_no_key_is_refused(tmp_path):
    path = tmp_path / "other.key"
    with pytest.raises(BadText, match="No such file"):
        Key.load(path)
    path.write_bytes(b"nothing")
    with pytest.raises(BadText, match="not a key"):
        Key.load(path)
    other = generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(other)
    with pytest.raises(BadText, match="not an Ed25519 key"):
        Key.load(path)
    for text in ("", "ab", "x" * 64, "-----BEGIN PUBLIC KEY-----"):
        with pytest.raises(BadText, match="public key"):
            public_key(text)


def test_a_public_key_as_digits_and_as_pem(tmp_path):
    key = Key.throw_away(1)
    key.save(tmp_path / "key")
    private = load_pem_private_key((tmp_path / "key").read_bytes(), None)
    pem = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    assert public_key(pem.decode()) == public_key(key.public.upper()) == key.public


def test_throw_away_keys_repeat():
    assert Key.throw_away(1).public == Key.throw_away(1).public != Key.throw_away(2).public
    assert Key.make().public != Key.make().public


def test_signatures():
    key = Key.throw_away(1)
    signature = key.sign(b"told")
    assert checks(key.public, signature, b"told")
    assert not checks(key.public, signature, b"tole")
    assert not checks(Key.throw_away(2).public, signature, b"told")
    assert not checks(key.public, "xx", b"told")
    assert not checks("", signature, b"told")


def test_a_lock_opens_what_it_sealed_and_nothing_else():
    lock, other = Key.throw_away(1).lock(), Key.throw_away(2).lock()
    sealed = lock.seal(b"As Kd")
    assert lock.open(sealed) == Key.throw_away(1).lock().open(sealed) == b"As Kd"
    assert b"As Kd" not in b64decode(sealed)
    assert lock.seal(b"As Kd") != sealed
    for bad in (sealed[:-4], "A" + sealed[1:] if sealed[0] != "A" else "B" + sealed[1:], "", "?", sealed + "AAAA"):
        with pytest.raises(BadText, match="not sealed"):
            lock.open(bad)
    with pytest.raises(BadText, match="not sealed"):
        other.open(sealed)


def test_counted_nonces_repeat_a_test_run_and_never_within_it():
    one, other = (Key.throw_away(1).lock(test=True) for _ in range(2))
    first = [one.seal(b"x") for _ in range(100)]
    assert first == [other.seal(b"x") for _ in range(100)]
    assert len(set(first)) == 100
    later = Lock(bytes(32), counted(100)).seal(b"x")
    assert later == [Lock.seal(lock, b"x") for lock in [Lock(bytes(32), counted())] for _ in range(101)][-1]


def test_what_is_sealed_for_one_place_opens_nowhere_else():
    lock = Key.throw_away(1).lock()
    here, there = lock.of("order", "T1"), lock.of("order", "T2")
    sealed, old = here.seal(b"seed"), lock.seal(b"seed")
    assert here.open(sealed) == here.open(old, unbound=True) == lock.open(old) == b"seed"
    for opener, text in (
        (there, sealed),
        (lock, sealed),
        (lock.of("totp", "T1"), sealed),
        (here, old),
        (lock.of("orde", "rT1"), sealed),
        (lock, sealed[2:]),
        (here, "2." + old),
    ):
        with pytest.raises(BadText, match="for this place"):
            opener.open(text)
    with pytest.raises(BadText):
        there.open(sealed, unbound=True)
    with pytest.raises(BadText):
        there.open(sealed[2:], unbound=True)
