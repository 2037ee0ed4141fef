"""From a letter typed in a translation to how its text fits, as `petri preview` finds it.

Texts are chosen on all pages of all parts, and each gets a letter more. The time is that of the processor, of
which waiting for other programs is no part, until the page of the text is laid out anew.
"""

import argparse
import random
from collections.abc import Iterator
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

from generator.make.screens.printed_texts import find_printed_texts
from generator.make.screens.workshop import ScreenColumn, ScreenView, TriedText, Workshop
from generator.read.files.cache import Memo
from generator.read.files.shelf import find_shelf

GAMES = ("pandemic", "pox", "virus-and-co", "fight-the-virus")


class Shown(NamedTuple):
    """A text on a page of a view."""

    view: ScreenView
    page: int
    key: str


def lay_out(workshop: Workshop, view: ScreenView, page: int | None, *tried: TriedText) -> ScreenColumn:
    """Lay out a part in one language until a page is there, or all of it."""
    workshop.tried = tried
    layout = workshop.open(view)
    (column,) = layout.columns
    for _, index in layout.lay_out(() if page is None else (page,)):
        if index == page:
            break
    return column


def list_texts(workshop: Workshop, view: ScreenView) -> Iterator[Shown]:
    """Yield the texts that the pages of a view show, each once."""
    column, known = lay_out(workshop, view, None), set[str]()
    assert column.trace
    wording = column.job.game.kit.wordings[column.job.locale]
    for index, seen in sorted(column.pages.items()):
        for one in find_printed_texts(seen.page, column.trace, column.heard):
            yield from (Shown(view, index, key) for key in one.keys if key in wording and key not in known)
            known.update(one.keys)


def measure(workshop: Workshop, shown: Shown) -> float:
    """Return the milliseconds until the page is there with a longer text, and its size is known."""
    assert workshop.game
    (locale,) = shown.view.locales
    text = workshop.game.kit.wordings[locale].sentences[shown.key]
    began = process_time()
    column = lay_out(workshop, shown.view, shown.page, TriedText(locale, shown.key, f"{text}x"))
    if column.trace and (seen := column.pages.get(shown.page)):
        find_printed_texts(seen.page, column.trace, column.heard)
    return 1000 * (process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--locale", default="de", help="Language of the translation.")
    parser.add_argument("--texts", type=int, default=30, help="Texts of each game.")
    given = parser.parse_args()
    print("| game | texts | median, ms | 95 %, ms |\n|--|--|--|--|")
    for game in given.games:
        shelf = find_shelf(memo=Memo(is_on=True))
        workshop = Workshop(shelf.find_game(game), shelf)
        workshop.read(is_new=False)
        assert workshop.game
        views = (ScreenView(part.id, (given.locale,)) for part in workshop.game.kit.parts)
        found = [shown for view in views for shown in list_texts(workshop, view)]
        chosen = random.Random(game).sample(found, min(given.texts, len(found)))
        times = []
        for shown in chosen:
            # Whoever types has the page before them.
            lay_out(workshop, shown.view, None)
            times.append(measure(workshop, shown))
        print(
            f"| {game} | {len(times)} | {median(times):.0f} | {quantiles(times, n=20)[-1]:.0f} |", flush=True
        )


if __name__ == "__main__":
    main()
