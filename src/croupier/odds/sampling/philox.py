"""The generator of sampled rounds: Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011), which keeps no state.

The key is the seed. The counter is the number of a round, which of its blocks of four words is wanted, and how often
that block was asked for; so any round can be dealt by itself, in any order, anywhere.
"""

from __future__ import annotations

from croupier.errors import IllegalAction

NAME = "philox4x32-10"
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
STEPS = (0x9E3779B9, 0xBB67AE85)
TURNS = 10
_LOW = 0xFFFFFFFF


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Four words of 32 bits, plainly; the kernels have the same lines."""
    a, b, c, d = counter
    x, y = key
    for _ in range(TURNS):
        p, q = MULTIPLIERS[0] * a, MULTIPLIERS[1] * c
        a, b, c, d = q >> 32 ^ b ^ x, q & _LOW, p >> 32 ^ d ^ y, p & _LOW
        x, y = x + STEPS[0] & _LOW, y + STEPS[1] & _LOW
    return a, b, c, d


def key_of(seed: int) -> tuple[int, int]:
    """The two halves of a seed."""
    if not 0 <= seed < 1 << 64:
        raise IllegalAction(f"{seed} is no seed: 0 to {(1 << 64) - 1}", field="--seed")
    return seed & _LOW, seed >> 32
