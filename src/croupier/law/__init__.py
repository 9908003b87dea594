"""The law as data: chapters, their provisions, cites that are looked up, and the readings of unclear texts."""

from croupier.law.chapter import Chapter, Cite, Earlier, Provision
from croupier.law.reading import Occasion, Reading

__all__ = ["Chapter", "Cite", "Earlier", "Occasion", "Provision", "Reading"]
