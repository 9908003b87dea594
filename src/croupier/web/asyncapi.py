"""The socket's protocol as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
