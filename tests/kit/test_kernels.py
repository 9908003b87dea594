"""Kernels are compiled when they are first called, those they call with them, and never loaded before."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from croupier.kit.kernels import Kernel, kernel


@kernel
def _twice(number):
    return 2 * number


@kernel
def _four_times(number):
    return _twice(_twice(number))


def test_a_kernel_compiles_those_it_calls():
    outer = _four_times
    assert isinstance(outer, Kernel)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(outer, range(8))) == [0, 4, 8, 12, 16, 20, 24, 28]
    assert outer.compiled() is _four_times
    assert not isinstance(_twice, Kernel)
    assert _twice(21) == 42


def test_reading_odds_loads_no_compiler():
    said = "import sys, croupier.odds.study.study, croupier.odds.par.sheet; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", said], check=False).returncode == 0
