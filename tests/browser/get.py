"""See that there is a Chromium for the tests, and get one if not: ``python -m tests.browser.get``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.browser.floor import chromium


def main() -> int:
    """Find it; else ask the system's packages when root, else Playwright; else say what is missing and fail."""
    for command in ((), *_ways()):
        if command:
            sys.stdout.write(f"no Chromium on this machine; trying: {' '.join(command)}\n")
            subprocess.run(command, check=False)
        try:
            chromium()
        except RuntimeError:
            continue
        return 0
    sys.stderr.write("the tests need a Chromium: install one, or name it in CROUPIER_CHROMIUM\n")
    return 1


def _ways() -> list[tuple[str, ...]]:
    ways: list[tuple[str, ...]] = []
    if os.geteuid() == 0 and shutil.which("apt-get"):
        ways = [("apt-get", "update", "-q"), ("apt-get", "install", "-q", "-y", "chromium")]
    return [*ways, (sys.executable, "-m", "playwright", "install", "chromium")]


if __name__ == "__main__":
    sys.exit(main())
