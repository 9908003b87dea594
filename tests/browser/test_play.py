"""``croupier play``: one command, one address, a table to sit down at, and an orderly end."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

CROUPIER = str(Path(sys.executable).with_name("croupier"))


def test_play_opens_a_floor_and_ends_in_order(chrome, tmp_path):
    command = [CROUPIER, "play", "over-under", "--no-browser", "--port", "0", "--db", str(tmp_path / "play.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = running.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", told)
        assert found is not None, told
        page = chrome.new_page()
        page.goto(found[0])
        page.wait_for_selector(".tile")
        assert page.locator(".tile").count() == 6
        page.fill("#name", "Ann")
        page.press("#name", "Enter")
        page.wait_for_selector(".purse:has-text('$1,000.00')")
        page.goto(f"{found[0]}/tables/over-under")
        page.click('[data-do="sit"] >> nth=1')
        page.wait_for_selector(".you:not(.watching)")
        page.close()
        running.send_signal(signal.SIGINT)
        rest, _ = running.communicate(timeout=60)
        assert "stored" in rest
        assert running.returncode == 0


def test_play_refuses_a_game_it_does_not_have(tmp_path):
    command = [CROUPIER, "play", "baccarat", "--db", str(tmp_path / "play.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "baccarat" in done.stderr
    assert not list(tmp_path.iterdir())
