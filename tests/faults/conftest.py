"""The databases of the house's tests."""

from __future__ import annotations

from tests.house.conftest import postgres_url, url

__all__ = ["postgres_url", "url"]
