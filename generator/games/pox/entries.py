"""Finished boards as they are typed in -> chips.

    board: |
      . . . b . . . . .       . no chip, r infected, b immune, k dead
      . . b r b . . . .

The first line is the top row. Blanks do not matter, nor does a `|` at the beginning of a line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.games.pox.neighbourhood import Neighbourhood
from generator.games.pox.state import Chips, Terms
from generator.read.files.phrases import suggest
from generator.rules.core import Complaints, Entry
from generator.rules.slips import Slip

BOARD = "board"
"""The key of a score file."""

NO_CHIP, INFECTED, IMMUNE, DEAD = ".rbk"
_SIGNS = NO_CHIP + INFECTED + IMMUNE + DEAD
_HINT = "`.` no chip, `r` infected, `b` immune, `k` dead"


@dataclass(frozen=True)
class FinishedBoard:
    """What was typed in."""

    players: tuple[str, ...]
    terms: Terms
    chips: Chips
    lines: Mapping[str, int]
    """By place: its line in the text, from 0."""


def parse_row(text: str, people: int) -> str:
    """A sign for each of so many people; raises Slip."""
    found = ""
    border = re.match(r" *\|", text)
    start = border.end() if border else 0
    for column, sign in enumerate(text[start:].rstrip(), start):
        if sign == "\t":
            raise Slip(column, "contains a tab", "use spaces")
        if sign == " ":
            continue
        if sign.lower() not in _SIGNS:
            raise Slip(column, f"`{sign}` is not a chip", _HINT)
        if len(found) == people:
            raise Slip(column, f"the row has {people} people, and here is one sign more")
        found += sign.lower()
    if len(found) < people:
        many = f"the row has {people} people, and here are {len(found)} signs"
        raise Slip(len(text.rstrip()), many, "write `.` for everybody without a chip")
    return found


def read_board(
    people: Neighbourhood, data: Entry, tell: Complaints
) -> tuple[Chips, Mapping[str, int]] | None:
    """The chips, and in which line of the text each place stands; None after telling what is wrong."""
    rows = tuple(_list_rows(people))
    hint = f"write `{BOARD}: |`, and below it a line for each row, the top row first"
    if not isinstance(data, str):
        tell.add((BOARD,), f"must be {len(rows)} rows of signs", hint)
        return None
    lines = [(number, line) for number, line in enumerate(data.split("\n")) if line.strip(" |")]
    signs: dict[str, str] = {}
    places: dict[str, int] = {}
    is_right = True
    for (number, line), row in zip(lines, rows, strict=False):
        try:
            signs.update(zip(row, parse_row(line, len(row)), strict=True))
        except Slip as problem:
            tell.add_in_text((BOARD,), number, problem.column, problem.message, problem.hint)
            is_right = False
        places.update(dict.fromkeys(row, number))
    if len(lines) != len(rows):
        message = f"has {len(lines)} rows, and the board has {len(rows)}"
        if len(lines) > len(rows):
            number, line = lines[len(rows)]
            tell.add_in_text((BOARD,), number, len(line) - len(line.lstrip()), f"this text {message}")
        else:
            tell.add((BOARD,), message, hint, at="key")
        return None
    return (take_chips(people, signs), places) if is_right else None


def _list_rows(people: Neighbourhood) -> Iterator[tuple[str, ...]]:
    """Ids of the people of each row in which somebody lives."""
    for row in people.list_rows():
        ids = tuple(place[1] for place in row if place is not None)
        if ids:
            yield ids


def take_chips(people: Neighbourhood, signs: Mapping[str, str]) -> Chips:
    """From a sign for every place."""
    found = dict.fromkeys(_SIGNS, 0)
    for id, sign in signs.items():
        found[sign] |= people.bits[id]
    return Chips(found[INFECTED], found[IMMUNE], found[DEAD])


def write_board(people: Neighbourhood, chips: Chips) -> tuple[str, ...]:
    """The rows as they are typed in."""
    return tuple(" ".join(show_sign(chips, people.bits[id]) for id in row) for row in _list_rows(people))


def show_sign(chips: Chips, place: int) -> str:
    """Of one place."""
    signs = ((chips.red, INFECTED), (chips.blue, IMMUNE), (chips.black, DEAD))
    return next((sign for places, sign in signs if places & place), NO_CHIP)


def check_options(options: Mapping[str, Sequence[str]], setup: Mapping[str, str], tell: Complaints) -> bool:
    """Whether the game knows these values; tells which it does not know."""
    wrong = [key for key, value in setup.items() if value not in options[key]]
    for key in wrong:
        value = setup[key][:40]
        tell.add((key,), f"`{value}` is not a value of `{key}`", suggest(value, options[key]))
    return not wrong
