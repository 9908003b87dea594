"""Every way to change a journal is found: by its own hashes and signatures, or against an exported head."""

from __future__ import annotations

from io import BytesIO

import pytest

from croupier.errors import BadText, JournalError
from croupier.journal import Head, Key, verify_bytes
from croupier.journal.reader import records
from croupier.journal.walk import Walk
from tests.journal.night import KEY, night, night_of
from tests.journal.tamper import lines_of, rehashed

DATA, HEAD = night(3)
LINES = lines_of(DATA)
STARTS = [sum(map(len, LINES[:n])) for n in range(len(LINES))]
CLOSES = [n for n, line in enumerate(LINES) if b'"round-closed"' in line]


def found(data: bytes, *heads: Head) -> JournalError:
    with pytest.raises(JournalError) as caught:
        verify_bytes(data, heads)
    return caught.value


def place(error: JournalError) -> tuple[int | None, int | None, str]:
    return error.record, error.offset, error.fault


def test_an_intact_journal():
    verdict = verify_bytes(DATA, [HEAD], KEY.public)
    assert (verdict.records, verdict.rounds, verdict.signatures, verdict.bytes) == (len(LINES), 3, 3, len(DATA))
    assert (verdict.signed, verdict.unsigned, verdict.test) == (HEAD, 0, True)
    assert verdict.n == HEAD.n + 1
    assert LINES[-1].endswith(b'"hash":"%b"}\n' % verdict.hash.encode())


def test_every_single_bit_flip_of_20_kilobytes_is_located():
    """What a reader knows before a record depends on the bytes before it alone, which a flip in the record leaves as
    they are: so each flip is read from its record on. A sample, and every flip of a line break, is read from byte 0.
    """
    data, head = night_of(20_000)
    assert 20_000 <= len(data) < 26_000
    walk, flips, whole = Walk(), 0, 0
    for record in records(BytesIO(data)):
        before, end = walk.copy(), record.offset + len(record.line)
        walk.step(record.line)
        for at in range(record.offset, end):
            changed = bytearray(data[record.offset :])
            for bit in range(8):
                changed[at - record.offset] ^= 1 << bit
                with pytest.raises(JournalError) as caught:
                    list(records(BytesIO(changed), before.copy()))
                assert (caught.value.record, caught.value.offset) == (record.n, record.offset)
                if at == end - 1 or flips % 97 == 0:
                    error = found(data[: record.offset] + changed, head)
                    assert place(error) == place(caught.value)
                    whole += 1
                changed[at - record.offset] ^= 1 << bit
                flips += 1
    assert flips == 8 * len(data)
    assert whole > flips // 100


@pytest.mark.parametrize("n", range(len(LINES) - 1))
def test_a_deleted_record(n):
    assert place(found(b"".join(LINES[:n] + LINES[n + 1 :]))) == (n, STARTS[n], "number")


def test_a_deleted_last_record_leaves_all_that_its_head_signed():
    assert verify_bytes(b"".join(LINES[:-1]), [HEAD]).n == HEAD.n


@pytest.mark.parametrize("n", range(1, len(LINES)))
def test_an_inserted_a_repeated_and_a_swapped_record(n):
    for other in {0, n - 1, len(LINES) - 1} - {n}:
        error = found(b"".join([*LINES[:n], LINES[other], *LINES[n:]]))
        assert place(error) == (n, STARTS[n], "number")
    if n + 1 < len(LINES):
        error = found(b"".join([*LINES[:n], LINES[n + 1], LINES[n], *LINES[n + 2 :]]))
        assert place(error) == (n, STARTS[n], "number")
    renumbered = LINES[n - 1].replace(b'{"n":%d,' % (n - 1), b'{"n":%d,' % n)
    assert place(found(b"".join([*LINES[:n], renumbered, *LINES[n:]]))) == (n, STARTS[n], "hash")


def test_records_appended_after_the_end():
    assert place(found(DATA + LINES[-1])) == (len(LINES), len(DATA), "number")
    assert place(found(DATA + b"\n")) == (len(LINES), len(DATA), "line")
    assert place(found(DATA + b" ")) == (len(LINES), len(DATA), "torn")


def test_truncation_at_every_byte_of_the_last_two_records():
    for cut in {*range(STARTS[-2], len(DATA))} - {STARTS[-1]}:
        error = found(DATA[:cut], HEAD)
        n = sum(start <= cut for start in STARTS) - 1
        if cut == STARTS[n]:
            assert place(error) == (n, cut, "head-not-reached")
        else:
            assert place(error) == (n, STARTS[n], "torn")


def test_an_emptied_file():
    assert place(found(b"")) == (0, 0, "empty")
    assert place(found(b"", HEAD)) == (0, 0, "empty")


def test_a_cut_off_tail_is_sound_by_itself_and_found_against_the_head():
    cut = DATA[: STARTS[CLOSES[1]]]
    assert verify_bytes(cut).rounds == 1
    assert place(found(cut, HEAD)) == (CLOSES[1], len(cut), "head-not-reached")


def changed_from(n: int) -> list[bytes]:
    line = next(at for at in range(n, len(LINES)) if b'"raise"' in LINES[at])
    return [*LINES[:line], LINES[line].replace(b'"raise"', b'"check"'), *LINES[line + 1 :]]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_rehashed_suffix_breaks_the_next_signature(which):
    start = ([0, *CLOSES])[which]
    error = found(rehashed(changed_from(start)))
    assert place(error)[0] == CLOSES[which] + 1
    assert error.fault == "head"


def test_a_rehashed_suffix_without_its_heads_breaks_at_the_missing_one():
    heads = [n for n, line in enumerate(LINES) if b',"head":' in line]
    bare = [line for n, line in enumerate(changed_from(CLOSES[1] + 2)) if n not in heads[-1:]]
    forged = rehashed([*bare, LINES[CLOSES[1] - 1]])
    assert found(forged).fault == "unsigned"
    assert found(forged).record == CLOSES[2] + 1


def test_a_rehashed_tail_that_nothing_signs_yet_is_found_against_a_head():
    tail = rehashed(changed_from(CLOSES[1] + 2)[:-2])
    verdict = verify_bytes(tail)
    assert (verdict.rounds, verdict.unsigned) == (2, len(LINES) - 2 - CLOSES[1] - 2)
    assert found(tail, HEAD).fault == "head-not-reached"


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_rehashed_suffix_signed_with_the_stolen_key_is_found_against_a_head(which):
    start = ([0, *CLOSES])[which]
    forged = rehashed(changed_from(start), journal=HEAD.journal, key=KEY)
    assert verify_bytes(forged, key=KEY.public).records == len(LINES)
    assert place(found(forged, HEAD)) == (HEAD.n, STARTS[HEAD.n], "head-differs")


def test_the_first_of_several_heads_that_is_not_met_is_told():
    heads = [verify_bytes(b"".join(LINES[: close + 2])).signed for close in CLOSES]
    forged = rehashed(changed_from(CLOSES[0]), journal=HEAD.journal, key=KEY)
    assert None not in heads
    error = found(forged, *reversed([head for head in heads if head]))
    assert place(error)[::2] == (CLOSES[1], "head-differs")


def test_a_journal_made_anew_is_found_against_the_head_and_by_the_key():
    other = Key.throw_away(7)
    forged = rehashed([LINES[0].replace(KEY.public.encode(), other.public.encode()), *LINES[1:]], key=other)
    with pytest.raises(JournalError) as caught:
        verify_bytes(forged, key=KEY.public)
    assert place(caught.value) == (0, 0, "key")
    anew = rehashed([LINES[0].replace(HEAD.journal.encode(), b"0" * 32), *LINES[1:]], journal="0" * 32, key=KEY)
    assert verify_bytes(anew).records == len(LINES)
    assert place(found(anew, HEAD)) == (0, 0, "head-differs")


def test_a_head_that_the_key_did_not_sign_is_no_evidence():
    forged = Head(journal=HEAD.journal, n=HEAD.n, hash=HEAD.hash, signature="0" * 128)
    for key in (None, KEY.public):
        with pytest.raises(BadText, match="not signed"):
            verify_bytes(DATA, [forged], key)


# Records that fit the chain and are wrong all the same ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (b'"seat":1,', b'"seat": 1,', "canonical"),
        (b'"seat":1,', b'"seat":1,"seat":1,', "canonical"),
        (b'"seat":1,', b'"seat":1,"extra":0,', "canonical"),
        (b'"seat":1,', b'"seat":"1",', "record"),
        (b'"seat":1,', b"", "record"),
        (b'"player"', b'"pl\\u0061yer"', "canonical"),
        (b'"event":{"event"', b'"event":{"who":"","event"', "canonical"),
        (b'"event":{', b'"happened":{', "record"),
        (b'"wager-placed"', b'"wager-made"', "record"),
        (b'"ante"', b'"ante\xff"', "record"),
        (b',"at":', b',"at":0', "record"),
    ],
)
def test_a_record_that_is_not_canonical(old, new, fault):
    n = next(at for at, line in enumerate(LINES) if b'"wager-placed"' in line)
    assert old in LINES[n]
    error = found(rehashed([*LINES[:n], LINES[n].replace(old, new, 1), *LINES[n + 1 :]], journal=HEAD.journal, key=KEY))
    assert place(error) == (n, STARTS[n], fault)


def test_headers_and_heads_that_are_none():
    def fault(*lines: bytes, key: Key | None = None) -> str:
        return found(rehashed(lines, journal=HEAD.journal, key=key)).fault

    assert fault(LINES[1]) == "record"
    assert fault(LINES[0], LINES[0]) == "record"
    assert fault(LINES[0].replace(b'"version":1', b'"version":2')) == "format"
    assert fault(LINES[0].replace(KEY.public.encode(), KEY.public.upper().encode())) == "record"
    assert fault(LINES[0].replace(HEAD.journal.encode(), b"1")) == "record"
    assert fault(*LINES[: CLOSES[0] + 2], key=Key.throw_away(7)) == "signature"
    assert fault(LINES[0], LINES[0][:-76] + b"," + LINES[1].split(b",", 2)[2]) == "record"


def test_a_line_without_end_is_not_read_whole():
    assert found(DATA + b"x" * 3_000_000).fault == "long"
