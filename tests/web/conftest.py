"""The databases and people of the house's tests."""

from tests.house.conftest import clock, new_postgres, people, postgres_url, process, run, url

__all__ = ["clock", "new_postgres", "people", "postgres_url", "process", "run", "url"]
