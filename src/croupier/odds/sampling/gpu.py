"""The same program on a GPU: written out as CUDA, a thread for each round, compiled when a table is first played there.

Every step is the line that the processor's kernel has for it, so the numbers are the same to the last round. It needs
CuPy (`pip install 'croupier[gpu]'`) and a device of NVIDIA's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.errors import IllegalAction
from croupier.odds.sampling.philox import key_of
from croupier.odds.sampling.program import Step
from croupier.odds.sampling.tallies import Tallies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.sampling.chunks import Plan
    from croupier.odds.sampling.fast import Sampler
    from croupier.odds.sampling.program import Program

CHUNK = 1 << 30
"""Rounds of one launch, so that no count of a block is beyond 32 bits."""
SHARED = 96 << 10
"""Bytes of a block's own memory: its shoes, and the counts of the looks that fit beside them."""

_HEAD = """
typedef unsigned long long u64; typedef unsigned int u32; typedef long long i64;
__device__ __forceinline__ void philox(u32 block, u32 asked, u64 number, u32 x, u32 y, u32 *out) {
    u32 a = block, b = asked, c = (u32)number, d = (u32)(number >> 32);
#pragma unroll
    for (int i = 0; i < 10; i++) {
        u32 ph = __umulhi(0xD2511F53u, a), pl = 0xD2511F53u * a, qh = __umulhi(0xCD9E8D57u, c), ql = 0xCD9E8D57u * c;
        a = qh ^ b ^ x; b = ql; c = ph ^ d ^ y; d = pl;
        x += 0x9E3779B9u; y += 0xBB67AE85u;
    }
    out[0] = a; out[1] = b; out[2] = c; out[3] = d;
}
__device__ __forceinline__ int best_of(u64 sum, const unsigned char *hand, int count, const int *rows, int width,
                                       const int *table, const int *flushes, u32 full) {
    u32 total = (u32)sum;
    int worth = table[rows[total >> width] + (total & ((1u << width) - 1))];
    u32 joined = ((u32)(sum >> 32 & 0xFFFF) + full) & 0x8888u;
    if (joined) {
        int suit = (__ffs(joined) - 4) >> 2, ranks = 0;
        for (int i = 0; i < count; i++) {
            if (hand[i] == 52) ranks |= 1 << 13;
            else if ((hand[i] & 3) == suit) ranks |= 1 << (hand[i] >> 2);
        }
        worth = max(worth, flushes[ranks]);
    }
    return worth;
}
__device__ __forceinline__ int class_of(u64 sum, const unsigned char *hand, int count, const int *rows, int width,
                                        const int *loose, const int *masks, const int *others) {
    u32 joined = ((u32)(sum >> 32 & 0xFFFF) + 0x3333u) & 0x8888u, total = (u32)sum;
    if (!joined) return loose[rows[total >> width] + (total & ((1u << width) - 1))];
    int suit = (__ffs(joined) - 4) >> 2, ranks = 0, joker = 0, one = 13, other = 13;
    for (int i = 0; i < count; i++) {
        if (hand[i] == 52) joker = 1;
        else if ((hand[i] & 3) == suit) ranks |= 1 << (hand[i] >> 2);
        else if (one == 13) one = hand[i] >> 2;
        else other = hand[i] >> 2;
    }
    return others[masks[joker << 13 | ranks] + min(one, other) * 14 + max(one, other)];
}
__device__ __forceinline__ int place_of(const unsigned char *hand, int count) {
    unsigned char held[8];
    for (int i = 0; i < count; i++) {
        int j = i;
        for (; j > 0 && held[j - 1] > hand[i]; j--) held[j] = held[j - 1];
        held[j] = hand[i];
    }
    i64 name = 0;
    for (int i = 0; i < count; i++) {
        i64 ways = 1;
        for (int k = 0; k <= i; k++) ways = ways * (held[i] - k) / (k + 1);
        name += ways;
    }
    return (int)name;
}
__device__ __forceinline__ int mark_of(int name, const int *known, int count, const int *marks) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (known[middle] < name) low = middle + 1; else high = middle;
    }
    return low < count && known[low] == name ? marks[low] : 0;
}
__device__ __forceinline__ void exchange(int &a, int &b) { int low = min(a, b); b = max(a, b); a = low; }
"""


@dataclass(frozen=True, slots=True)
class Written:
    """A program written out, the threads of a block, and the bytes of memory that a block has of its own."""

    source: str
    threads: int
    memory: int


def write(program: Program) -> Written:
    """Write a program out. Small tallies are kept by each block until it is done; others go to memory at once."""
    deck = len(program.deck)
    threads = 512 if deck <= 64 else 128
    shoes = -(-deck * threads // 8) * 8
    starts = [sum(program.sizes[:look]) for look in range(len(program.sizes))]
    own: dict[int, int] = {}
    room = (SHARED - shoes) // 4
    for look in sorted(range(len(program.sizes)), key=lambda look: program.sizes[look]):
        if program.sizes[look] + sum(program.sizes[each] for each in own) <= room:
            own[look] = sum(program.sizes[each] for each in own)
    lines: list[str] = []
    for at in range(len(program.steps)):
        step = [int(each) for each in program.steps[at]]
        if step[0] == Step.TALLY:
            look = step[2]
            count = f"atomicAdd(&own[{own[look]} + code], 1u);" if look in own else "atomicAdd(&counts[met], 1ull);"
            lines.append(
                f"{{ int code = r{step[1]}, met = {starts[look]} + code; {count} "
                f"u64 here = number * {program.seats}ull "
                f"+ {step[3]}; if (firsts[met] > here) atomicMin(&firsts[met], here); }}"
            )
        else:
            lines += _line(program, step)
    registers = ", ".join(f"r{n} = 0" for n in range(program.registers))
    kept = sum(program.sizes[look] for look in own)
    give = "".join(
        f"for (int i = threadIdx.x; i < {program.sizes[look]}; i += blockDim.x) "
        f"if (own[{at} + i]) atomicAdd(&counts[{starts[look]} + i], (u64)own[{at} + i]);\n    "
        for look, at in own.items()
    )
    body = "\n            ".join(lines)
    text = f"""{_HEAD}
extern "C" __global__ void __launch_bounds__({threads}) play(
    u64 first, u64 rounds, u32 key0, u32 key1, const unsigned char *__restrict__ deck,
    const int *__restrict__ tables, const u64 *__restrict__ keys, const unsigned char *__restrict__ options,
    u64 *counts, u64 *firsts) {{
    extern __shared__ __align__(8) unsigned char shoes[];
    u32 *own = (u32 *)(shoes + {shoes});
    unsigned char *shoe = shoes + threadIdx.x;
    for (int i = threadIdx.x; i < {kept}; i += blockDim.x) own[i] = 0;
    for (int i = 0; i < {deck}; i++) shoe[i * {threads}] = deck[i];
    __syncthreads();
    u64 lane = (u64)blockIdx.x * blockDim.x + threadIdx.x, lanes = (u64)gridDim.x * blockDim.x;
    for (u64 turn = lane; turn < rounds; turn += lanes) {{
        u64 number = first + turn;
        unsigned char c[{program.rows}];
        {{
            unsigned short p[{max(program.width, 1)}];
            u32 w[4], again[4];
            {_dealing(program)}
#pragma unroll
            for (int i = 0; i < {program.width}; i++) {{
                unsigned char card = shoe[p[i] * {threads}];
                shoe[p[i] * {threads}] = shoe[i * {threads}];
                shoe[i * {threads}] = card;
                c[i] = card;
            }}
#pragma unroll
            for (int i = {program.width - 1}; i >= 0; i--) {{
                unsigned char card = shoe[p[i] * {threads}];
                shoe[p[i] * {threads}] = shoe[i * {threads}];
                shoe[i * {threads}] = card;
            }}
        }}
        int {registers};
        {{
            {body}
        }}
    }}
    __syncthreads();
    {give}
}}
"""
    return Written(text, threads, shoes + 4 * kept)


def _dealing(program: Program) -> str:
    """Words to places, word by word."""
    made = []
    size = len(program.deck)
    for word, (start, count, least) in enumerate(program.words.tolist()):
        if word % 4 == 0:
            made.append(f"philox({word // 4}u, 0u, number, key0, key1, w);")
        places = " ".join(
            f"t = (u64)rest * {size - i}ull; p[{i}] = (unsigned short)((u32)(t >> 32) + {i}u); rest = (u32)t;"
            for i in range(start, start + count)
        )
        made.append(
            f"{{ u32 rest = w[{word % 4}]; u64 t; {places} "
            f"for (u32 asked = 1; rest < {least}u; asked++) {{ "
            f"philox({word // 4}u, asked, number, key0, key1, again); rest = again[{word % 4}]; {places} }} }}"
        )
    return "\n            ".join(made)


def _line(program: Program, step: list[int]) -> list[str]:  # noqa: C901, PLR0911, PLR0912 - one after the other
    """One step; see `machine` for the same."""
    kind, out = step[0], f"r{step[1]}"

    def listed(start: int, count: int) -> list[int]:
        return [int(card) for card in program.cards[start : start + count]]

    def summed(start: int, count: int, keys: int) -> str:
        return " + ".join(f"keys[{keys} + c[{card}]]" for card in listed(start, count))

    def held(start: int, count: int) -> str:
        return f"unsigned char h[] = {{{', '.join(f'c[{card}]' for card in listed(start, count))}}};"

    if kind == Step.PUT:
        return [f"{out} = {step[2]};"]
    if kind == Step.HASH:
        _, _, start, count, keys, rows, width, room, full = step[:9]
        text = (
            f"{{ u64 s = {summed(start, count, keys)}; u32 total = (u32)s; "
            f"int joined = ((((u32)(s >> 32) & 0xFFFFu) + {full}u) & 0x8888u) != 0; "
            f"int face = (((u32)(s >> 48) + {full}u) & 0x8888u) != 0; "
            f"{out} = tables[{rows} + (total >> {width})] + (int)(total & {(1 << width) - 1}u) "
            f"+ (joined + face) * {room}; }}"
        )
        return [text]
    if kind == Step.BEST:
        _, _, start, count, keys, rows, width, table, flushes, full = step[:10]
        text = (
            f"{{ {held(start, count)} {out} = best_of({summed(start, count, keys)}, h, {count}, "
            f"tables + {rows}, {width}, "
            f"tables + {table}, tables + {flushes}, {full}u); }}"
        )
        return [text]
    if kind == Step.SET:
        return _set(program, step, listed(step[2], step[3]), out)
    if kind == Step.ADD:
        return [f"{out} += tables[{step[3]} + r{step[2]}];"]
    if kind == Step.VERSUS:
        _, _, one, other, ones, others, times = step[:7]
        text = (
            f"{{ int a = tables[{ones} + r{one}], b = tables[{others} + r{other}]; "
            f"{out} += (1 + (a > b) - (a < b)) * {times}; }}"
        )
        return [text]
    if kind == Step.POINTS:
        return [f"{out} += " + " + ".join(f"tables[{step[4]} + c[{card}]]" for card in listed(step[2], step[3])) + ";"]
    if kind == Step.SCALE:
        return [f"{out} += r{step[2]} * {step[3]} + {step[4]};"]
    if kind == Step.DECIDE:
        _, _, end, state, bases, onward, options = step[:7]
        text = (
            f"if (r{end} < 0) {{ int leads = tables[{onward} + {out} * {options} + "
            f"options[(i64)tables[{bases} + {out}] + r{state}]]; "
            f"if (leads < 0) r{end} = -1 - leads; else {out} = leads; }}"
        )
        return [text]
    if kind == Step.MOST:
        return [f"{out} = max({out}, r{step[2]});"]
    if kind == Step.REPLACE:
        return _replace(step, listed(step[2], step[3]))
    if kind == Step.RARE:
        _, _, worth, least, start, count, known, many, marks = step[:9]
        text = (
            f"if (r{worth} >= {least}) {{ {held(start, count)} "
            f"{out} = mark_of(place_of(h, {count}), tables + {known}, {many}, tables + {marks}); }}"
        )
        return [text]
    if kind == Step.SEVEN:
        _, _, start, count, keys, rows, width, loose, masks, others = step[:10]
        text = (
            f"{{ {held(start, count)} {out} = class_of({summed(start, count, keys)}, h, {count}, "
            f"tables + {rows}, {width}, "
            f"tables + {loose}, tables + {masks}, tables + {others}); }}"
        )
        return [text]
    if kind == Step.AGAINST:
        _, _, own, high, low, starts, highs, lows = step[:8]
        text = (
            f"{{ int best = 0; for (int i = tables[{starts} + r{own}]; i < tables[{starts} + r{own} + 1]; i++) "
            f"best = max(best, (tables[{highs} + i] > r{high}) + (tables[{lows} + i] > r{low})); {out} = best; }}"
        )
        return [text]
    if kind == Step.GIVE:
        return [f"c[{step[1]}] = tables[{step[4]} + r{step[3]}] ? c[{step[2]}] : 63;"]
    raise ValueError(f"a GPU knows no step {kind}")


def _set(program: Program, step: list[int], cards: list[int], out: str) -> list[str]:
    """A network of exchanges, and the places of all cards."""
    _, _, _, count, kinds, choose, size, again, before = step[:9]
    del program
    names = [f"k{n}" for n in range(count)]
    made = ["{"]
    if names:
        made.append(
            "int " + ", ".join(f"{k} = tables[{kinds} + c[{card}]]" for k, card in zip(names, cards, strict=True)) + ";"
        )
    for turn in range(count):
        made += [f"exchange({names[i]}, {names[i + 1]});" for i in range(turn & 1, count - 1, 2)]
    places = [f"tables[{choose + 64 * (n + 1) + again * n} + {k}]" for n, k in enumerate(names)]
    made.append(f"{out} = {' + '.join(places) or '0'}{f' + r{before} * {size}' if before >= 0 else ''}; }}")
    return [" ".join(made)]


def _replace(step: list[int], cards: list[int]) -> list[str]:
    """Seats draw in turn; the spare cards are looked at where they lie."""
    _, to, _, _, count, spare, kind = step[:7]
    before = len(cards) - count
    made = [f"{{ int at = {spare};"]
    for n, card in enumerate(cards):
        kept = f"c[{to + n - before}] = card;" if n >= before else ""
        made.append(
            f"{{ unsigned char card = c[{card}]; if (tables[{kind} + card]) "
            "{ if (c[at] == 52) at++; card = c[at]; at++; }"
            f" {kept} }}"
        )
    return [*made, "}"]


# Playing -----------------------------------------------------------------------------------------------------------


def cupy() -> Any:  # noqa: ANN401 - a library that may be missing
    """CuPy with a device to play on, or what is missing."""
    try:
        import cupy as library  # noqa: PLC0415
    except ImportError:
        raise IllegalAction(
            "a GPU needs CuPy: pip install 'croupier[gpu]'; --device cpu plays the same rounds", field="--device"
        ) from None
    try:
        devices = library.cuda.runtime.getDeviceCount()
    except library.cuda.runtime.CUDARuntimeError as error:
        raise IllegalAction(
            f"there is no GPU here ({error}); --device cpu plays the same rounds", field="--device"
        ) from None
    if not devices:
        raise IllegalAction("there is no GPU here; --device cpu plays the same rounds", field="--device")
    return library


@dataclass(slots=True)
class Gpu:
    """A plan on the device. Tables are copied there once."""

    plan: Plan

    def __post_init__(self) -> None:
        self._library = cupy()
        program = self.plan.program
        self._written = write(program)
        kernel = self._library.RawKernel(self._written.source, "play", options=("--std=c++17",))
        kernel.max_dynamic_shared_size_bytes = self._written.memory
        self._kernel = kernel
        parts = (program.deck, program.tables, program.keys, program.options)
        self._given = [self._library.asarray(part) for part in parts]
        self._blocks = self._library.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"] * 8

    _library: Any = None
    _written: Any = None
    _kernel: Any = None
    _given: Any = None
    _blocks: int = 0

    def play(self, seed: int, first: int, rounds: int) -> Tallies:
        """`chunks.play` on the device, launch by launch."""
        total = sum(self.plan.program.sizes)
        library, (low, high) = self._library, key_of(seed)
        counts = library.zeros(total, library.uint64)
        firsts = library.full(total, np.uint64(0xFFFFFFFFFFFFFFFF), library.uint64)
        threads = self._written.threads
        for start in range(first, first + rounds, CHUNK):
            now = min(CHUNK, first + rounds - start)
            blocks = max(1, min(self._blocks, -(-now // threads)))
            words = (np.uint64(start), np.uint64(now), np.uint32(low), np.uint32(high))
            self._kernel((blocks,), (threads,), (*words, *self._given, counts, firsts), shared_mem=self._written.memory)
        edges = np.cumsum(self.plan.program.sizes)[:-1]
        seen, met = (np.split(part.get().astype(np.int64), edges) for part in (counts, firsts))
        names = self.plan.looks
        return Tallies(seed, rounds, dict(zip(names, seen, strict=True)), dict(zip(names, met, strict=True)))


def on_gpu(table: Sampler, seed: int) -> Any:  # noqa: ANN401 - a source of tallies, as `campaign.on_threads`
    """Chunks played on the device; what the device cannot be told of is refused."""
    if table.plan.rest:
        raise IllegalAction(
            f"{', '.join(table.plan.rest)} is not compiled for a GPU; --device cpu plays the same rounds",
            field="--device",
        )
    if table.seats > 1:
        raise IllegalAction("a GPU plays one seat; --device cpu plays the same rounds", field="--device")
    device = Gpu(table.plan)

    def source(wanted: Iterator[tuple[int, int]]) -> Iterator[Tallies]:
        for first, rounds in wanted:
            yield device.play(seed, first, rounds)

    return source
