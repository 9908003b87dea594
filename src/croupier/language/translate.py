"""What the house said in English, translated in another language by the message that it was made from.

A message has places, ``{amount} short: you have {amount_2}``. What may stand there follows from a place's name:
numbers, amounts, cards, cites and names stay as they are; anything else is translated itself, and where that cannot be,
neither is the whole. So the hand in "You lost with a pair of kings" is found by its own message. What no message fits
stays English.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from croupier.language.catalogue import ENGLISH, HOUSE, Message, catalogue
from croupier.language.current_language import current_language
from croupier.language.formats import joined, numbers

LONGEST = 400
"""A text that is longer is no message of ours."""
KEPT = 20_000
"""Texts whose telling is remembered."""
TRIED = 150
"""Texts within one that are looked for. What people typed stands in refusals: one who puts messages together would
otherwise keep everyone waiting for what becomes of them."""
_FACE = r"(?:10|[2-9TJQKA])[\u2660\u2665\u2666\u2663shdc]|Jk|joker|\?\?"
PLACES = {
    "n": r"[+\u2212-]?\d[\d,]*(?:\.\d+)?(?:/\d+)?",
    "amount": r"[+\u2212-]?\$\d[\d,]*(?:\.\d+)?[KM]?",
    "price": r"\$\d[\d,]*(?:\.\d+)?",
    "percent": r"[+\u2212-]?\d[\d,]*(?:\.\d+)?%",
    "cards": rf"(?:{_FACE})(?: (?:{_FACE}))*",
    "cite": r"(?:[\w. ]{0,40}\u00a7|205 CMR).+?",
    "meter": r"[a-z-]+-\d+",
    "id": r"[\w-]+",
    "name": r".+?",
    "raw": r".+?",
}
"""What may stand at a place by the first part of its name, and stays as it is."""
_RANK = "two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace"
RANKS = {"rank": rf"(?i:{_RANK})", "ranks": rf"(?i:(?:{_RANK})e?s)"}
"""What may stand at a place and is translated; elsewhere it is whatever has a message."""
STRONG, WEAK = "{", "{}"
"""Messages that begin with a place: those that say enough to be known, and those of a word or two (`FEW` letters),
which are tried after a text was taken apart."""
FEW = 7
_PLACE = re.compile(r"\{([a-z]+)((?:_[a-z0-9]+)*)\}")
_LETTERS = re.compile(r"[A-Za-z]")
_WORD = re.compile(r"[A-Za-z]+")
_UNKNOWN = ""
"""No text is told as nothing."""
_JOKER = re.compile(r"\bjoker\b")


class Pattern(NamedTuple):
    """A message with places: how it is known, what must be translated of it, and what it becomes."""

    known: re.Pattern[str]
    places: tuple[tuple[str, bool], ...]
    told: str
    between: tuple[str, ...]
    """What stands before, between and after its places."""
    first: str = ""
    """The place that it begins with, where that is translated and stands elsewhere."""

    def fits(self, text: str) -> re.Match[str] | None:
        """Where its places are in a text. That all of it stands there in order is looked at first: an expression with
        several places takes very long to find that nothing fits."""
        lead, *inner, tail = self.between
        if not (text.startswith(lead) and text.endswith(tail)):
            return None
        at = len(lead)
        for piece in inner:
            at = text.find(piece, at + 1) + len(piece)  # no place is empty
            if at < len(piece):
                return None
        return self.known.fullmatch(text) if at < len(text) - len(tail) else None


class _Budget:
    """How many texts within one may still be looked for."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = TRIED


class Translator:
    """A language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.whole: dict[Message, str] = {}
        self.patterns: dict[tuple[str, str], list[Pattern]] = {}
        self._kept: dict[tuple[str, str], str | None] = {}
        rows: list[tuple[tuple[int, int], tuple[str, str], Pattern]] = []
        for message, forms in catalogue(language, HOUSE).items():
            translation = forms if isinstance(forms, str) else forms[0]
            if not _PLACE.search(message.text):
                self.whole[message] = translation
                continue
            bare = len(_PLACE.sub("", message.text))
            key = _first(message.text) or (STRONG if bare > FEW else WEAK)
            pattern = _pattern(message.text, translation)
            anew = sum(anew for _, anew in pattern.places)
            rows.append(((-bare, anew), (message.context, key), pattern))
        for _, place, pattern in sorted(rows, key=lambda row: row[0]):  # what says most is tried first
            self.patterns.setdefault(place, []).append(pattern)

    def translate(self, text: str, name: str = "") -> str | None:
        """A text as it is in this language, or None; `name` is the name of what says it."""
        return self._translate(text, name, _Budget())

    def _translate(self, text: str, name: str, budget: _Budget) -> str | None:
        key = (name, text)
        found = self._kept.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            budget.left -= 1
            if budget.left < 0:
                return None
            found = self._find(text, name, budget)
            if len(text) <= LONGEST and budget.left >= 0:  # what was not looked for to its end is not known
                if len(self._kept) >= KEPT:
                    self._kept.clear()
                self._kept[key] = found
        return found

    def _find(self, text: str, name: str, budget: _Budget) -> str | None:
        for message in (Message(text, name), Message(text)) if name else (Message(text),):
            if message in self.whole:
                return self.whole[message]
        if len(text) > LONGEST:
            return None
        if not _LETTERS.search(text):
            return numbers(text, self.language)
        if text != text.strip():
            inner = self._translate(text.strip(), name, budget)
            return None if inner is None else text.replace(text.strip(), inner)
        if re.fullmatch(PLACES["cards"], text):
            return self._faces(text)
        first = _WORD.match(text)
        for kind in (first[0] if first is not None else STRONG, STRONG):
            translation = self._by_pattern(text, name, kind, budget) or self._by_case(text, name, kind, budget)
            if translation is not None:
                return translation
        translation = self._by_parts(text, ". ", budget) or self._by_parts(text, "; ", budget)
        translation = (
            translation or self._by_pattern(text, name, WEAK, budget) or self._by_case(text, name, WEAK, budget)
        )
        return translation or self._by_parts(text, ", ", budget)

    def _by_pattern(self, text: str, name: str, kind: str, budget: _Budget) -> str | None:
        for context in (name, "") if name else ("",):
            for pattern in self.patterns.get((context, kind), ()):
                found = pattern.fits(text)
                if found is not None and (translation := self._filled(pattern, found, budget)) is not None:
                    return translation
        return None

    def _by_case(self, text: str, name: str, kind: str, budget: _Budget) -> str | None:
        """The same within a sentence, or at the head of one."""
        other = text[0].swapcase() + text[1:]
        if other == text:
            return None
        message = next((m for m in (Message(other, name), Message(other)) if m in self.whole), None)
        if message is not None:
            translation: str | None = self.whole[message]
        else:
            translation = self._by_pattern(other, name, kind if kind in {STRONG, WEAK} else other[: len(kind)], budget)
        return None if translation is None else _cased(translation, upper=text[0].isupper())

    def _filled(self, pattern: Pattern, found: re.Match[str], budget: _Budget) -> str | None:
        parts: dict[str, str] = {}
        upper = False
        for place, anew in pattern.places:
            held = found[place]
            leads = place == pattern.first and held[0].isupper()
            if leads and (inner := self._within(_cased(held, upper=False), budget)):
                parts[place], upper = inner, True
            elif anew:
                inner = self._translate(held, "", budget)
                if inner is None:
                    return None
                parts[place] = inner
            else:
                kind = place.partition("_")[0]
                parts[place] = self._faces(held) if kind == "cards" else held
                if kind in {"n", "amount", "percent"}:
                    parts[place] = numbers(held, self.language)
        translation = joined(pattern.told.format(**parts), self.language)
        return _cased(translation, upper=True) if upper else translation

    def _within(self, text: str, budget: _Budget) -> str | None:
        """A text with a small first letter, if that is how its message is written: a rank is, a wager's name is not."""
        budget.left -= 1
        if budget.left < 0:
            return None
        first = _WORD.match(text)
        kinds = (first[0] if first is not None else STRONG, STRONG, WEAK)
        found = (self._by_pattern(text, "", kind, budget) for kind in kinds)
        return self.whole.get(Message(text)) or next(filter(None, found), None)

    def _faces(self, cards: str) -> str:
        return _JOKER.sub(self.whole.get(Message("joker"), "joker"), cards)

    def _by_parts(self, text: str, between: str, budget: _Budget) -> str | None:
        """Sentences, or a list, by what they are made of."""
        if between not in text:
            return None
        pieces = text.split(between)
        ended = [f"{piece}." for piece in pieces[:-1]] + pieces[-1:] if between == ". " else pieces
        translated = []
        for piece in ended:
            if (one := self._translate(piece, "", budget)) is None:
                return None
            translated.append(one)
        return (" " if between == ". " else between).join(filter(None, translated))


def _cased(text: str, *, upper: bool) -> str:
    """With a large or a small letter first; what is no letter before it stays."""
    at = next((at for at, letter in enumerate(text) if letter.isalpha()), 0)
    return text[:at] + (text[at].upper() if upper else text[at].lower()) + text[at + 1 :]


def _first(text: str) -> str:
    """The word that a message begins with, if it begins with one."""
    found = _WORD.match(text)
    rest = text[found.end() :] if found else ""
    return found[0] if found and not rest.startswith("{") else ""


def _pattern(text: str, translation: str) -> Pattern:
    places: list[tuple[str, bool]] = []
    between: list[str] = []
    known, at = "", 0
    for found in _PLACE.finditer(text):
        kind, name = found[1], found[1] + found[2]
        known += re.escape(text[at : found.start()]) + f"(?P<{name}>{PLACES.get(kind) or RANKS.get(kind, '.+?')})"
        places.append((name, kind not in PLACES))
        between.append(text[at : found.start()])
        at = found.end()
    leads = text.startswith("{") and places[0][1] and not translation.startswith(f"{{{places[0][0]}}}")
    whole = re.compile(known + re.escape(text[at:]), re.DOTALL)
    return Pattern(whole, tuple(places), translation, (*between, text[at:]), places[0][0] if leads else "")


@cache
def translator(language: str) -> Translator:
    """The one of a language."""
    return Translator(language)


def translate(text: str, name: str = "") -> str:
    """A text of the house in the language spoken now; English where it has none."""
    language = current_language.get()
    if language == ENGLISH or not text:
        return text
    found = translator(language).translate(text, name)
    return text if found is None else found


class Names(NamedTuple):
    """Where JSON holds words: under which names a text, under which also a list of texts, under which an object that
    has words for its own names and values; and under which ids stand too, of which only those are words that have a
    message for just there."""

    texts: frozenset[str]
    lists: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    strict: frozenset[str] = frozenset()

    def translated(self, translation: object, name: str = "") -> object:
        """Something as JSON has it, in the language spoken now."""
        if isinstance(translation, str):
            return self._text(translation, name)
        if isinstance(translation, list):
            return [
                one if isinstance(one, str) and name not in self.lists else self.translated(one, name)
                for one in translation
            ]
        if not isinstance(translation, dict):
            return translation
        if name in self.objects:
            pairs = translation.items()  # one of objects is named by places, one of texts by words
            return dict(
                (translate(k), translate(v)) if isinstance(v, str) else (k, self.translated(v, name)) for k, v in pairs
            )
        found = {  # what has its words beside it, as `status` beside `status-words`, is what programs go by
            key: one if f"{key}-words" in translation else self.translated(one, key) for key, one in translation.items()
        }
        if "cite" in translation and isinstance(translation.get("name"), str):
            found["name"] = translate(translation["name"])  # a wager's; a person's has no provision
        return found

    def _text(self, text: str, name: str) -> str:
        if name in self.texts or name in self.lists:
            return translate(text, name)
        if name in self.strict and (language := current_language.get()) != ENGLISH:
            return translator(language).whole.get(Message(text, name), text)
        return text
