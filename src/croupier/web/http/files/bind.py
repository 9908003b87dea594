"""The scripts of a page bound together: what a page begins with and all that it imports are one file, what every page
needs is another, and what a page imports later (``import("./guide.js")``) comes when it is asked for.

Each module stays a scope of its own: a function that is called once, in the order in which modules run, and gives what
it exports. For modules of the plain kind (`modules`) that do not import themselves by a detour it is the same as what a
browser makes of them as they stand. In another language than English a file brings the words written in its modules.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

import msgspec

from croupier.games import all_games
from croupier.language import ENGLISH
from croupier.language.catalogue import PAGES, catalogue
from croupier.web.http.files import shrink
from croupier.web.http.files.modules import Module

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

ALWAYS = ("lobby/lobby.js", "table/table.js")
"""What both of these need stands in the file that every page loads."""
SHARED = "core/shared.js"
SPEAKS = "core/language.js"
GIVEN = "table/sheets.js"
"""Says words that no script has: how the games call their readings."""
AS_WRITTEN = frozenset({"verify/verify-cards.js"})
"""For those who doubt the house, to be read where it runs."""


class Scripts:
    """The scripts of the pages, by their path under ``js``, and the files that they are served as. Each is read when a
    page needs it."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files
        self._modules: dict[str, Module] = {}
        self._reach: dict[str, list[str]] = {}
        self._homes: dict[str, dict[str, str]] = {}

    def module(self, name: str) -> Module:
        """One script; KeyError where there is none of this name."""
        if name not in self._modules:
            self._modules[name] = Module(name, self._files[name].read_text("utf-8"))
        return self._modules[name]

    @cached_property
    def entries(self) -> list[str]:
        """The scripts that pages begin with."""
        rooms = dict.fromkeys(name.split("/")[0] for name in self._files)
        return [f"{room}/{room}.js" for room in rooms if f"{room}/{room}.js" in self._files]

    @cached_property
    def shared(self) -> list[str]:
        """What every page loads."""
        if not all(name in self._files for name in ALWAYS):
            return []
        first, *others = map(self._reached, ALWAYS)
        return [name for name in first if all(name in one for one in others)]

    def _reached(self, name: str) -> list[str]:
        """A module and what it imports, in the order in which they run."""
        if name not in self._reach:
            found = [one for part in self.module(name).imports for one in self._reached(part.source)]
            self._reach[name] = list(dict.fromkeys([*found, name]))
        return self._reach[name]

    def homes(self, file: str) -> dict[str, str]:
        """The file of each module of a page that loads this file; KeyError where no page does."""
        room = file.split("/", maxsplit=1)[0]
        entry = f"{room}/{room}.js" if f"{room}/{room}.js" in self._files else ALWAYS[0]
        if entry not in self._homes:
            self._homes[entry] = self.placed(entry)
        if file not in self._homes[entry].values():
            raise KeyError(file)
        return self._homes[entry]

    def placed(self, entry: str) -> dict[str, str]:
        """The file of each module that a page may load. What two later parts need comes with the page, or with the one
        of them that alone asks for the other."""
        reached = self._reached(entry)
        homes = dict.fromkeys(self.shared, SHARED) | {name: entry for name in reached if name not in self.shared}
        later: dict[str, list[str]] = {}
        asking: dict[str, list[str]] = {}
        waiting = list(homes)
        while waiting:
            module = waiting.pop(0)
            for root in self.module(module).later:
                asking.setdefault(root, []).append(module)
                if root not in later:
                    later[root] = self._reached(root)
                    waiting.extend(later[root])
        for root, needed in later.items():
            before = {homes.get(module, root) for module in asking[root]}
            for name in needed:
                if homes.setdefault(name, root) not in {root, SHARED} and before != {homes[name]}:
                    homes[name] = entry
        order = [name for needed in (*later.values(), reached) for name in needed]
        return {name: homes[name] for name in dict.fromkeys([*self.shared, *order])}

    def file(self, name: str, language: str = ENGLISH) -> str:
        """A file as it is served; KeyError where there is none of this name."""
        homes = self.homes(name)
        inside = [self.module(one) for one in _of(homes, name)]
        learnt = self._words(inside, language) if language != ENGLISH else ""
        learn = f"{self.module(SPEAKS).variable}.learn({learnt});" if learnt else ""
        needed = {part.source for one in inside for part in one.imports} | ({SPEAKS} if learnt else set())
        needed -= set(_of(homes, name))
        made = [*self._imports(needed, homes, language), learn if SPEAKS in needed else ""]
        for module in inside:
            made.append(_enclosed(module, self._body(module, homes, language)))
            if module.name == SPEAKS:
                made.append(learn)
        if given := self._exported(name, homes):
            made.append(f"export{{{','.join(given)}}};")
        return "\n".join(filter(None, made)) + "\n"

    def _imports(self, needed: Iterable[str], homes: Mapping[str, str], language: str) -> Iterator[str]:
        for file in dict.fromkeys(homes[one] for one in sorted(needed)):
            names = [self.module(one) for one in sorted(needed) if homes[one] == file]
            given = ",".join(one.variable for one in names if one.exports)
            yield f'import{f"{{{given}}}from" if given else ""}"{address(file, language)}";'

    def _exported(self, name: str, homes: Mapping[str, str]) -> list[str]:
        """What other files of a page take from this one; all of what is shared, with whatever page it comes."""
        others = [self.module(one) for one in homes]
        wanted = {part.source for one in others if homes[one.name] != name for part in one.imports}
        wanted |= {root for one in others for root in one.later}
        inside = [self.module(one) for one in _of(homes, name)]
        return [one.variable for one in inside if one.exports and (name == SHARED or one.name in wanted)]

    def _body(self, module: Module, homes: Mapping[str, str], language: str) -> str:
        taken = "".join(self._taken(module))
        if module.name in AS_WRITTEN:
            return f"{taken}\n{''.join(one.text for one in module.body)}"
        return taken + shrink.script(self._moved(module, homes, language))

    def _taken(self, module: Module) -> Iterator[str]:
        """What it imports, declared."""
        for part in module.imports:
            source = self.module(part.source)
            names = {name for name, _ in part.names}
            if wrong := (names - set(source.exports)) | (names & source.changing):
                raise ValueError(f"{module.name} imports {wrong}, which {source.name} has not, or may change")
            if part.whole:
                yield f"const {part.whole}={source.variable};"
            elif part.names:
                each = ",".join(name if name == own else f"{name}:{own}" for name, own in part.names)
                yield f"const{{{each}}}={source.variable};"

    def _moved(self, module: Module, homes: Mapping[str, str], language: str) -> Iterator[shrink.Token]:
        """Its tokens, with what it imports later taken from the file in which that is."""
        before: tuple[str, ...] = ()
        for one in module.body:
            if one.kind == "string" and before == ("import", "("):
                root = module.beside(one.text)
                file = address(homes[root], language)
                yield one._replace(text=f'"{file}").then((found)=>found.{self.module(root).variable}')
            else:
                yield one
            if one.kind not in {"comment", "gap"}:
                before = (*before[-1:], one.text)

    def _words(self, inside: Iterable[Module], language: str) -> str:
        """What is written in them, as the language has it; nothing where it has none of it."""
        translations = {message.text: said for message, said in catalogue(language, PAGES).items()}
        wanted = {text for module in inside for text in module.literals}
        if any(module.name == GIVEN for module in inside):
            wanted |= _declared()
        chosen = {text: translations[text] for text in sorted(wanted & translations.keys())}
        return msgspec.json.encode(chosen).decode() if chosen else ""


@cache
def _declared() -> frozenset[str]:
    """The readings of all games and what may be chosen in each, as the pages say them."""
    readings = (reading for game in all_games() for reading in game.readings)
    return frozenset(str(word).replace("-", " ") for one in readings for word in (one.key, *one.choices))


def _of(homes: Mapping[str, str], file: str) -> list[str]:
    return [name for name, home in homes.items() if home == file]


def _enclosed(module: Module, body: str) -> str:
    """A module as a scope of its own, under the name by which others know it. One that exports nothing may wait for
    something, and is waited for by nobody: what it waits for may be another part of the page."""
    if not module.exports:
        return f"(async()=>{{{body}\n}})();"
    each = (f"get {one}(){{return {one}}}" if one in module.changing else one for one in module.exports)
    return f"const {module.variable}=(()=>{{{body}\nreturn{{{','.join(each)}}}}})();"


def address(file: str, language: str) -> str:
    """Where a file is found from any other: all of them lie equally deep."""
    return f"../{file}" if language == ENGLISH else f"../{file.removesuffix('.js')}.{language}.js"
