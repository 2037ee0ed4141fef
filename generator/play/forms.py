"""Forms of a game as they are filled in: in score files, or in the fields of PDF files."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from generator.errors import DataError, NoRules, Problem
from generator.model.played import NAME, TURNED, Laid, LaidPart, Mark, PenMark, Position, Takes, TokenMark
from generator.model.values import dataclass, replace
from generator.play.replaying import find_file_game, list_keys, replay_file
from generator.play.score import Referee, Report
from generator.read.declared.findings import Findings
from generator.read.files.yaml import Source
from generator.read.scores import decode_score, read_score_file
from generator.rules.core import Fault
from generator.rules.form import NO_SETUP, AnyForm, list_unfit
from generator.rules.game import AnyGame

_SIGNS = {"x": "cross", "o": "circle", "#": "fill"}
"""Signs that people type into fields of places that take no text."""
_HANDWRITTEN = ("number", "text", "player")


@dataclass(frozen=True)
class Filled:
    """A form as it is filled in."""

    game: AnyGame
    form: AnyForm
    players: tuple[str, ...]
    """All players in seating order; may be empty if the game is cooperative."""
    setup: Mapping[str, str]
    position: Position

    def write(self) -> str:
        """Return the score file."""
        return self.form.write(self.position, self.players, self.setup)


def read_filled(source: Source, find: Callable[[str], AnyGame]) -> Filled:
    """Return the position of a finished game or, of a file with only a log, of its end.

    `find` returns the game in a variant. The position may break rules. Raises DataError for a file that
    cannot be read, and NoRules for a game without forms.
    """
    game = find_file_game(source, find)
    if not game.forms:
        raise NoRules(f"the game `{game.kit.id}` has no form that could be filled in")
    file = read_score_file(source, list_keys(game))
    for form in game.forms:
        scoring = form.scoring
        if scoring.key in file.finished:
            findings = Findings(source)
            table = scoring.read(file.finished, file.players, file.options, findings)
            findings.stop_if_any()
            position = form.mark(table)
            players = file.players or form.list_players(position)
            return Filled(game, form, players, file.options, position)
    walk, _ = replay_file(game, file)
    position = game.forms[0].mark_state(walk.state) if walk else Position()
    return Filled(game, game.forms[0], file.players, file.options, position)


def fill_form(
    game: AnyGame,
    fields: Mapping[str, str],
    *,
    file: str,
    players: Sequence[str] = (),
    setup: Mapping[str, str] = NO_SETUP,
) -> Filled:
    """Return the position of the fields of a PDF file, by `part/page/area/place/what`.

    `players` are all players, if the file does not name them.
    Raises DataError with everything that is not a mark of its place, and for a file without fields of a form.
    """
    typed = [(*name.split("/"), value) for name, value in fields.items() if name.count("/") == 4]
    parts = {part for part, *_ in typed}
    form = next(
        (each for each in game.forms if parts & {takes.part for takes in each.list_takes(setup)}), None
    )
    if form is None:
        hint = f"fill in a file of: petri make {game.kit.slug} --form"
        message = "nothing is filled in" if not fields else f"has no fields of a form of `{game.kit.id}`"
        raise DataError([Problem(file, 0, 0, "", message, hint)])
    takes = form.list_takes(setup)
    sheets: dict[tuple[str, int], list[Laid]] = {}
    owners: dict[tuple[str, int], str] = {}
    for part, page, area, place, what, value in typed:
        key = part, int(page) if page.isdecimal() else 0
        if area == NAME:
            owners[key] = value.strip()
        elif part in {each.part for each in takes}:
            here = [each for each in takes if each.part == part and each.area == area]
            place, mark = _read_mark(here, place, what, value.strip())
            sheets.setdefault(key, []).append(Laid(area, place, mark))
    named = {key: owners.get(key) or str(key[1]) if form.each_player else "" for key in sheets}
    position = Position(tuple(LaidPart(key[0], tuple(sheets[key]), named[key]) for key in sorted(sheets)))
    problems = [
        Problem(file, 0, 0, unfit.owner, unfit.message, unfit.hint) for unfit in list_unfit(takes, position)
    ]
    twice = [name for name, number in Counter(named.values()).items() if number > 1 and form.each_player]
    problems += (Problem(file, 0, 0, "", f"two sheets are those of `{name}`") for name in twice)
    if problems:
        raise DataError(problems)
    return Filled(game, form, tuple(players) or form.list_players(position), setup, position)


def _read_mark(here: Sequence[Takes], place: str, what: str, value: str) -> tuple[str, Mark]:
    """Return the place and the mark of a field; what cannot be a mark is a text."""
    marks = {_name_mark(mark): mark for takes in here for mark in takes.marks}
    if what in ("text", "mark"):
        name = _SIGNS.get(value.lower(), value) if what == "text" else value
        takes = next((each for each in here if place in each.places and each.kind in _HANDWRITTEN), None)
        if takes is None and name in marks:
            return place, marks[name]
        is_number = takes is not None and takes.kind == "number"
        return place, PenMark("text", _clean_number(value) if is_number else value)
    mark = marks.get(what)
    if mark is None:
        return place, PenMark("text", value)
    if not place:
        return value, mark
    if isinstance(mark, TokenMark) and any(each.kind == "heap" and mark in each.marks for each in here):
        number = _clean_number(value)
        return place, replace(mark, count=int(number)) if number.isdecimal() else PenMark("text", value)
    return place, mark


def _name_mark(mark: Mark) -> str:
    """Return the name that fields have for a mark."""
    if isinstance(mark, PenMark):
        return mark.sign
    return mark.piece + (TURNED if mark.is_turned else "")


def _clean_number(text: str) -> str:
    """Return a number in the digits of score files, whatever digits and minus sign people type."""
    text = text.replace("\N{MINUS SIGN}", "-")
    return str(int(text)) if re.fullmatch(r"-?\d{1,3}", text) else text


def score_filled(referee: Referee, filled: Filled, *, file: str) -> Report:
    """Judge what is filled in: rule violations have places instead of lines."""
    try:
        report = referee.score(decode_score(filled.write().encode(), file=file))
    except DataError as error:
        # Lines are those of the score file, which nobody sees.
        problems = (replace(problem, line=0, column=0) for problem in error.problems)
        raise DataError(problems) from error
    return replace(report, faults=tuple(map(_show_places, report.faults)))


def _show_places(fault: Fault) -> Fault:
    places = ", ".join(f"{area} {place}".strip() for area, place in fault.places)
    return replace(fault, line=0, path=(), where=fault.where or places)
