"""Kernels: functions compiled by numba when they are first called and kept on disk from then on.

What only reads facts never calls one, and never waits for numba to be loaded.
"""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_ONE_AT_A_TIME = RLock()


class Kernel:
    """A function to be compiled. With it, every kernel that its module names is put in its place, so that the compiler
    sees through the calls between them."""

    __slots__ = ("_compiled", "function")

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._compiled: Callable[..., Any] | None = None

    def __call__(self, *given: object) -> Any:  # noqa: ANN401
        """Compile if need be, and call."""
        return self.compiled()(*given)

    def compiled(self) -> Callable[..., Any]:
        """The function as numba has it."""
        with _ONE_AT_A_TIME:
            if self._compiled is None:
                import numba  # noqa: PLC0415

                self._compiled = numba.njit(cache=True, nogil=True)(self.function)
                scope = self.function.__globals__
                scope.update({name: held.compiled() for name, held in scope.items() if isinstance(held, Kernel)})
            return self._compiled


def kernel(function: Callable[..., Any]) -> Any:  # noqa: ANN401
    """Mark a function as a kernel."""
    return Kernel(function)
