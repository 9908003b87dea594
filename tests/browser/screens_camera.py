"""Takes the pictures, and signs in whoever is on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.browser.floor import DESKTOP, PHONE, Floor, Guest

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from croupier.house.people.permissions import HouseRole

SIZES = {"desk": DESKTOP, "phone": PHONE}


@dataclass(frozen=True)
class Camera:
    """One size of a screen. `whole` takes a page from head to foot, `night` in its dark colours."""

    browser: Browser
    floor: Floor
    into: Path
    size: str
    night: bool = False
    whole: bool = False

    def guest(self, name: str, **more: Any) -> Guest:
        colours: dict[str, Any] = {"color_scheme": "dark"} if self.night else {}
        phone: dict[str, Any] = {"has_touch": True, "is_mobile": True} if self.size == "phone" else {}
        return Guest(self.browser, self.floor, name, SIZES[self.size], **colours, **phone, **more)

    def worker(self, name: str, *roles: HouseRole) -> Guest:
        """Someone of the register, signed in."""
        one = self.guest(name)
        people = self.floor.app.state.desk.people
        people.accounts.add(name, None, [(role, "") for role in roles])
        one.context.add_cookies([{"name": "croupier", "value": people.session(name), "url": self.floor.url}])
        return one

    def take(self, one: Guest, name: str, wait: int = 450) -> None:
        one.page.mouse.move(1, 1)
        one.page.wait_for_timeout(wait)
        path = self.into / f"{name}-{self.size}.jpg"
        one.page.screenshot(path=path, type="jpeg", quality=72, full_page=self.whole)
