"""From a letter typed in a translation to the message of `petri preview` that says how its text fits.

Texts are chosen on all pages of all parts, and each gets some letters more, one after the other. The time is
that of the processor, of which waiting for other programs is no part.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Condition
from time import process_time, sleep
from typing import Any, NamedTuple

from generator.__main__ import collect_rarely
from generator.make.screens.printed_texts import find_printed_texts
from generator.make.screens.workshop import ScreenView
from generator.read.files.shelf import REFERENCE, Memo, find_shelf
from generator.read.wordings.wordings import read_shared_wording
from generator.web.preview.preview import Preview
from generator.web.site import Call, Post

GAMES = ("pandemic", "pox", "virus-and-co", "fight-the-virus")
_LETTERS = "abc"
_PATIENCE, _PAUSE = 60.0, 0.4
"""Seconds until a state is given up, and between the click on a text and the first key."""


class Shown(NamedTuple):
    """A text on a page of a part."""

    part: str
    page: int
    key: str


class Key(NamedTuple):
    """A key that was pressed, and how long its answer took."""

    milliseconds: float
    shown: Shown


class Screen:
    """A preview without a browser: what a page sends it, and what it sends to all pages."""

    def __init__(self, game: str, locale: str, folder: Path) -> None:
        shelf = find_shelf(memo=Memo(is_on=True))
        self.locales = (REFERENCE, locale)
        self._reader = read_shared_wording(shelf.wording, REFERENCE)
        view = ScreenView(locales=self.locales)
        self.preview = Preview(shelf.find_game(game), shelf, view=view, folder=folder)
        self._posts = {one.path: one for one in self.preview.site.routes if isinstance(one, Post)}
        self._states = list[tuple[float, dict[str, Any]]]()
        """States of the page since the last request, each with the processor time at which it was sent."""
        self._changed = Condition()
        self.preview.site.events.send = self._take

    def _take(self, state: Any) -> None:
        now = process_time()
        with self._changed:
            self._states.append((now, state))
            self._changed.notify_all()

    def wait(self, is_there: Callable[[dict[str, Any]], bool]) -> float:
        """Return the processor time at which a state was sent."""

        def find() -> float | None:
            return next((now for now, state in self._states if is_there(state)), None)

        with self._changed:
            found = self._changed.wait_for(find, _PATIENCE)
        if found is None:
            raise TimeoutError(self._states[-1])
        return found

    def post(self, path: str, **body: Any) -> int:
        """Send a request, and return the turn that shows what it asks for."""
        route = self._posts[path]
        with self._changed:
            del self._states[:-1]
        answer: dict[str, Any] = json.loads(route.answer(Call(self._reader, body=route.takes(**body))).data)
        return int(answer.get("turn", 0))

    def show(self, part: str, page: int = 0) -> None:
        """Show a page of a part, and wait until nothing changes any more."""
        self.post("seen", pages=(page,))
        turn = self.post("view", part=part, locales=self.locales, papers=("a4",))
        self._wait_for(turn)

    def _wait_for(self, turn: int) -> None:
        self.wait(lambda state: state["turn"] >= turn and not state["busy"])

    def list_texts(self, part: str) -> Iterator[Shown]:
        """Yield the texts that the pages of a part show in the language, each once."""
        self.show(part)
        column, known = self.preview.list_columns()[1], set[str]()
        for index, seen in sorted(column.pages.items()):
            for one in find_printed_texts(seen.page, column.heard):
                keys = (key for key in one.keys if key in self._sentences and key not in known)
                yield from (Shown(part, index, key) for key in keys)
                known.update(one.keys)

    @property
    def _sentences(self) -> Mapping[str, str]:
        job = self.preview.list_columns()[1].job
        return job.game.kit.wordings[job.locale].sentences

    def type(self, shown: Shown) -> Iterator[Key]:
        """Type letters at the end of a text, and yield how long the answer to each takes."""
        self.show(shown.part, shown.page)
        locale, key, text = self.locales[1], shown.key, self._sentences[shown.key]
        self.post("texts/show", locale=locale, key=key)
        sleep(_PAUSE)
        for letter in _LETTERS:
            text += letter
            began = process_time()
            turn = self.post("texts/try", locale=locale, key=key, text=text)
            if not turn:
                # It has an error with this letter, which is said instead.
                continue
            ended = self.wait(partial(_is_told, turn=turn, text=text))
            yield Key(1000 * (ended - began), shown)
            self._wait_for(turn)
        turn = self.post("texts/try", locale=locale, key=key, text=None)
        self._wait_for(turn)


def _is_told(state: dict[str, Any], *, turn: int, text: str) -> bool:
    fit = state["texts"]["fit"]
    return bool(state["turn"] >= turn and fit and fit["text"] == text)


@contextmanager
def open_screen(game: str, locale: str) -> Iterator[Screen]:
    with TemporaryDirectory() as folder:
        screen = Screen(game, locale, Path(folder))
        screen.preview.start()
        try:
            screen.wait(lambda state: not state["busy"])
            yield screen
        finally:
            screen.preview.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--locale", default="de", help="Language of the translation.")
    parser.add_argument("--texts", type=int, default=30, help="Texts of each game.")
    parser.add_argument("--slowest", type=int, default=0, help="Number of slow keys that are named.")
    given = parser.parse_args()
    collect_rarely()
    print("| game | keys | median, ms | 95 %, ms | most, ms |\n|--|--|--|--|--|")
    for game in given.games:
        with open_screen(game, given.locale) as screen:
            parts = [part.id for part in screen.preview.list_columns()[1].job.game.kit.parts]
            found = [shown for part in parts for shown in screen.list_texts(part)]
            chosen = random.Random(game).sample(found, min(given.texts, len(found)))
            keys = sorted(key for shown in chosen for key in screen.type(shown))
        times = [key.milliseconds for key in keys]
        figures = median(times), quantiles(times, n=20)[-1], times[-1]
        print(f"| {game} | {len(times)} | {' | '.join(f'{one:.0f}' for one in figures)} |", flush=True)
        for key in keys[: -1 - given.slowest : -1]:
            print(
                f"  {key.milliseconds:.0f} ms: {key.shown.part}, page {key.shown.page + 1}, {key.shown.key}"
            )


if __name__ == "__main__":
    main()
