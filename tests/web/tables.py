"""Tables for tests: the site of a game's form without a network, and the same in a browser."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.make.screens.pages import ScreenPages
from generator.model.played import Laid, LaidPart, Position, TokenMark
from generator.play.paper import Filled, Put, Referee, begin_form, get_takes
from generator.read.files.shelf import find_shelf
from generator.web.site import Call, Get, Post, Refused
from generator.web.table import OpenTable, TableFile, show_marks
from tests.played import kit
from tests.web.browser import Browser, Tab
from tests.web.doors import serve

LOAD = "document.querySelector('.spot') && [...document.images].every(one => one.complete)"


@cache
def referee(game: str) -> Referee:
    return Referee(kit(game))


@cache
def pages(game: str, locale: str) -> ScreenPages:
    return ScreenPages(kit(game), locale, shelf=find_shelf())


def begin(
    game: str, players: Sequence[str] = (), *, key: str = "", setup: Mapping[str, str] | None = None
) -> Filled:
    return begin_form(referee(game).find(""), key=key, players=players, setup=setup or {})


def make_table(path: Path, game: str, filled: Filled, *, locale: str = "en") -> OpenTable:
    """A table whose file is at a path."""
    return OpenTable(
        referee(game),
        kit(game).wordings[locale],
        pages(game, locale),
        filled,
        TableFile(path),
        rule_pages=find_shelf().rule_pages,
    )


def ask(table: OpenTable, path: str, body: Any = None, **names: str) -> Any:
    """Return the answer of the site, as the door to the network would hand it over; raises Refused."""
    kind = Get if body is None else Post
    route = next(one for one in table.site.routes if isinstance(one, kind) and one.path == path)
    return route.answer(Call(table.site.get_reader(()), names=names, body=body))


def refusal(table: OpenTable, path: str, body: Any) -> Refused:
    """The refusal of a request."""
    try:
        ask(table, path, body)
    except Refused as refused:
        return refused
    raise AssertionError("it was not refused")


def list_puts(filled: Filled, position: Position) -> list[Put]:
    """The changes that make a position, one after the other; marks that follow from others are left out."""
    takes = filled.form.list_takes(filled.setup)
    puts = []
    for owner, laid in list_laid(position):
        index = get_takes(takes, laid)
        if index is None:
            continue
        ((_, _, _, value),) = show_marks(
            replace(filled, position=Position((LaidPart(takes[index].part, (laid,), owner),)))
        )
        kind = takes[index].kind
        name = "count" if kind == "heap" else "mark" if kind in ("mark", "marker") else "text"
        puts.append(Put(owner, index, laid.place, **{name: value}))
    return puts


def list_laid(position: Position) -> list[tuple[str, Laid]]:
    return [(part.owner, laid) for part in position.parts for laid in part.laid]


def is_piece(laid: Laid) -> bool:
    return isinstance(laid.mark, TokenMark)


@contextmanager
def show(
    browser: Browser, table: OpenTable, *, width: int = 1440, height: int = 900, touch: bool = False
) -> Iterator[Tab]:
    """A table in a browser, when all of it is drawn."""
    with (
        serve(table.site) as door,
        browser.open(door.address, width=width, height=height, touch=touch) as tab,
    ):
        reveal(tab, table)
        yield tab


def reveal(tab: Tab, table: OpenTable) -> None:
    """Wait until all of a table is drawn, and give scripts of tests its state and what its modules export."""
    tab.wait_for(LOAD)
    modules = [name for name in table.site.files if name.endswith(".js")]
    tab.run(f"""(async () => {{
        const give = values => {{
            for (const key of Object.keys(values)) {{
                Object.defineProperty(globalThis, key, {{get: () => values[key], configurable: true}});
            }}
        }};
        for (const name of {modules}) give(await import(new URL(name, document.baseURI)));
        give(table);
    }})()""")
