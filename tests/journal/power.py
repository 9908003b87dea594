"""A disk whose power fails: it notes what is written and synced, and can go dark at any operation."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any


class PowerLost(BaseException):
    """Nothing after this reached the disk."""


@dataclass
class Disk:
    """Stands in for `os`. `dark_at` is the operation that fails: a write then leaves its first half, a sync nothing.

    `trace` holds what was done to the file called `name`: bytes written, or a word; `order` what was made safe where.
    """

    name: str
    dark_at: int = -1
    fails_with: OSError | None = None
    trace: list[bytes | str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    operations: int = 0
    _names: dict[int, str] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        fd = os.open(path, flags, mode)
        self._names[fd] = os.path.basename(path)  # noqa: PTH119
        return fd

    def write(self, fd: int, data: bytes | memoryview) -> int:
        if self._dark():
            os.write(fd, data[: len(data) // 2])
            raise self.fails_with or PowerLost
        if self._names[fd] == self.name:
            self.trace.append(bytes(data))
        return os.write(fd, data)

    def fsync(self, fd: int) -> None:
        if self._dark():
            raise self.fails_with or PowerLost
        self.order.append(f"sync {self._names[fd]}")
        if self._names[fd] == self.name:
            self.trace.append("sync")

    def ftruncate(self, fd: int, length: int) -> None:
        if self._dark():
            raise self.fails_with or PowerLost
        self.order.append(f"cut {self._names[fd]}")
        os.ftruncate(fd, length)

    def _dark(self) -> bool:
        self.operations += 1
        return self.operations - 1 == self.dark_at
