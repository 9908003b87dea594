"""The pages about the protocols: readable in every size and theme, by keyboard, without a fault."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.floor import DESKTOP, PHONE


@pytest.mark.parametrize("path", ["/api/socket", "/api/docs"])
def test_a_page_about_a_protocol(chrome, floor, path):
    for (width, height), theme in ((DESKTOP, "light"), (PHONE, "dark")):
        page = chrome.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
        said: list[str] = []
        page.on("console", lambda message, said=said: said.append(message.text))
        page.goto(floor.url + path)
        assert page.locator("section.panel").count() >= 3
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        faults = Axe().run(page).response["violations"]
        assert [fault["id"] for fault in faults if fault["impact"] in {"serious", "critical"}] == []
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        assert said == []
        page.close()
