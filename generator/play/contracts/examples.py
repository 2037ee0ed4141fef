"""Whether the examples of booklets are what the referee says: positions, moves, and scores."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from generator.errors import GeneratorError, Problem, RulesError
from generator.model.elements.areas import GridArea, MapArea
from generator.model.elements.blocks import (
    BoardFigure,
    Figure,
    MapFigure,
    SectionFigure,
    Table,
    walk_blocks,
)
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Board, Booklet, Kit, Sheet
from generator.model.played import Laid, LaidPart, PenMark, Position, TokenMark
from generator.model.values import dataclass
from generator.play.paper.score import Referee
from generator.play.walks.walkthrough import list_keys, replay_file
from generator.read.files.yaml import parse_yaml, read_yaml
from generator.read.kits.origins import list_uses
from generator.read.scores import read_score_file
from generator.rules.core import Sentence
from generator.rules.game import AnyGame
from generator.rules.replay import read_line

_Pieces = Counter[tuple[str, str]]
"""Number of pieces by place and id."""
_ANYBODY = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn")


def list_wrong_examples(kit: Kit, game: AnyGame) -> Iterator[Problem]:
    """Yield the problems of all examples, each at its block."""
    for booklet in kit.parts_of(Booklet).values():
        yield from _ExampleCheck(kit, game, booklet).list_problems()


class _Differs(Exception):
    """Answer of the referee, which differs."""


class _Refused(Exception):
    """Answer of the referee to a move that nobody may make."""


@dataclass
class _ExampleCheck:
    """Checks the examples of one booklet in their order."""

    kit: Kit
    game: AnyGame
    booklet: Booklet
    last: _Pieces | None = None
    """The pieces to which the moves of the last figure lead."""

    def list_problems(self) -> Iterator[Problem]:
        for block in walk_blocks(self.booklet.blocks):
            code, message = "", ""
            try:
                if isinstance(block, BoardFigure | MapFigure):
                    self._check_figure(block)
                elif isinstance(block, SectionFigure) and block.after is not None:
                    self._check_section(block, block.after)
                elif isinstance(block, Table) and block.scored:
                    self._check_scores(block)
            except _Differs as differs:
                code, message = "example-differs", str(differs)
            except _Refused as refused:
                code, message = "example-refused", str(refused)
            except GeneratorError as error:
                code = "example-refused"
                message = "; ".join(notice.text for notice in error.list_notices())
            if code:
                yield self._describe(block, f"{message} ({code})")

    def _describe(self, block: Figure | Table, message: str) -> Problem:
        use = next(
            list_uses(self.kit, self.booklet.id, block.caption or str(getattr(block, "scored", ""))), None
        )
        file = str(self.kit.folder / self.kit.uses[self.booklet.id].file)
        place = (use.file, use.line, use.column) if use else (file, 0, 0)
        return Problem(*place, "", message, "compare the example with the rules, and change the wrong one")

    def _check_scores(self, table: Table) -> None:
        report = Referee(self.kit).score(Referee(self.kit).list_rounds([table.scored or ""]))
        totals = [row for row in table.rows if row.total]
        shown = [_read_number(cell.text) for row in totals[-1:] for cell in row.draw[1:]]
        scores = [score.total for score in report.scores.values()]
        for fault in report.faults:
            raise _Differs(fault.sentence.format(self.kit.wordings["en"]))
        if shown != scores:
            raise _Differs(f"the scores are {', '.join(map(str, scores))}, not {', '.join(map(str, shown))}")

    def _check_figure(self, figure: BoardFigure | MapFigure) -> None:
        area, shown = self._find_places(figure)
        self._check_caption(figure, area, shown)
        if not figure.is_example:
            return
        there = _list_pieces(figure)
        if figure.ends:
            self._check_end(area, there, figure.ends[0])
            return
        moved = Counter((place, piece) for piece, places in figure.outcome.items() for place in places)
        changed = {place for place, _ in moved}
        if changed.intersection(figure.ringed) and changed != set(figure.ringed):
            raise _Differs("the rings are not around the places of the outcome")
        # A figure may show the position before its moves or after them.
        before = there - moved if moved <= there and figure.after is None else there
        if figure.follows:
            expected = self.last or Counter()
            _compare(there, _keep(expected, shown))
        state = self._find_state(figure, area, before)
        first = state
        for move in figure.moves:
            state = self._play(state, move)
        after = _keep(self._list_laid(state, area), shown)
        if figure.after is not None:
            _compare(there, after)
        if figure.moves and figure.outcome:
            start = _keep(self._list_laid(first, area), shown)
            _compare(moved, _keep(after - start, shown, figure.outcome))
        self.last = after
        if figure.choices:
            self._check_choices(state, area, shown, figure.choices)

    def _check_section(self, figure: SectionFigure, after: int) -> None:
        """Check the entries of a section of a sheet, before or after the moves of the figure."""
        first = state = self._find_line(after)
        for move in figure.moves:
            state = self._play(state, move)
        shown = self._list_shown(figure)
        start, end = (
            {id: one[id] for id in shown if id in one}
            for one in (self._list_written(figure, first), self._list_written(figure, state))
        )
        written = {place: entry for entry, places in figure.outcome.items() for place in places}
        there = {id: entry for id, entry in figure.entries.items() if entry not in _REMARKS}
        has_moved = written.items() <= there.items()
        _compare_entries(there, end if has_moved else start)
        changed = {id: entry for id, entry in end.items() if start.get(id) != entry}
        if figure.moves and figure.outcome:
            _compare_entries(written, changed)

    def _list_shown(self, figure: SectionFigure) -> Sequence[str]:
        """Return the squares or fields that a figure shows."""
        sheets = self.kit.parts_of(Sheet).values()
        section = next(sheet.sections[figure.section] for sheet in sheets if figure.section in sheet.sections)
        match section.content:
            case TrackBlock(fields=fields):
                return [one.id for one in fields[figure.first :][: len(figure.written.split()) or None]]
            case GridBlock(grid=grid):
                return [square.id for square in grid]
        raise _Differs("only grids and tracks have positions")

    def _list_written(self, figure: SectionFigure, state: Any) -> Mapping[str, str]:
        """Return what is written in a section of a player's sheet, as figures have it."""
        parts = [one for one in self.game.companion.position(state).parts if one.owner]
        owners = list(dict.fromkeys(one.owner for one in parts))
        owner = figure.of or next(iter(owners), "")
        if owner not in owners:
            raise _Differs(f"no sheet is that of `{owner}`; there are {', '.join(owners) or 'none'}")
        marks: dict[str, dict[str, str]] = {}
        for laid in (laid for part in parts if part.owner == owner for laid in part.laid):
            if laid.area == figure.section and isinstance(laid.mark, PenMark):
                marks.setdefault(laid.place, {})[laid.mark.sign] = laid.mark.text
        return {place: _write_entry(signs) for place, signs in marks.items()}

    def _find_places(self, figure: BoardFigure | MapFigure) -> tuple[str, Collection[str]]:
        """Return the id of the area, and the places that the figure shows."""
        board = self.kit.parts_of(Board)[figure.board]
        if isinstance(figure, MapFigure):
            return next(area.id for area in board.areas if isinstance(area, MapArea)), figure.places
        grid = next(area for area in board.areas if isinstance(area, GridArea) and area.id == figure.area)
        first, last = grid.places.by_id[figure.first], grid.places.by_id[figure.last]
        inside = (one for one in grid.places if first.x <= one.x <= last.x and first.y <= one.y <= last.y)
        return grid.id, [one.id for one in inside]

    def _check_caption(self, figure: BoardFigure | MapFigure, area: str, shown: Collection[str]) -> None:
        """Check that places that a caption names by their ids, such as `e5`, are in the figure."""
        board = self.kit.parts_of(Board)[figure.board]
        ids = {place.id for each in board.areas if each.id == area for place in each.places}
        for locale, wording in self.kit.wordings.items():
            text = wording.sentences.get(figure.caption, figure.caption)
            for word in re.findall(r"(?<![A-Za-z0-9])[a-z]{1,2}[0-9]{1,2}(?![0-9])", text):
                if word in ids and word not in shown:
                    raise _Differs(f"the caption in `{locale}` names {word}, which the figure does not show")

    def _find_state(self, figure: BoardFigure | MapFigure, area: str, before: _Pieces) -> Any:
        if figure.after is not None:
            return self._find_line(figure.after)
        if self.game.arrange is None:
            raise _Differs("the rules cannot begin from any position: only `after` is possible")
        laid = self._complete(before, area, self._find_places(figure)[1])
        return self.game.arrange(_make_position(figure.board, area, laid))

    def _find_line(self, after: int) -> Any:
        """Return the state after a line of the log."""
        if after >= len(self._states):
            raise _Differs(f"the log has only {len(self._states) - 1} lines")
        return self._states[after]

    def _complete(self, before: _Pieces, area: str, shown: Collection[str]) -> _Pieces:
        """Return pieces with those that a game begins with on the places that the figure does not show."""
        start = self._list_laid(self._states[0], area) if self.booklet.play else _Pieces()
        known = {piece for _, piece in before}
        return before + Counter(
            {spot: number for spot, number in start.items() if spot[0] not in shown and spot[1] in known}
        )

    @cached_property
    def _states(self) -> Sequence[Any]:
        """The states of the log of the booklet."""
        if not self.booklet.play:
            raise _Differs("the booklet has no `play: ...`, the log to which `after` refers")
        file = read_score_file(read_yaml(self.kit.folder / self.booklet.play), list_keys(self.game))
        walk, faults = replay_file(self.game, file)
        for fault in faults:
            raise _Differs(fault.sentence.format(self.kit.wordings["en"]))
        return walk.states if walk else ()

    def _play(self, state: Any, words: str) -> Any:
        """Return the state after a move of whoever may make it."""
        rules, error = self.game.rules, RulesError("log.over")
        for actor in rules.actors(state):
            try:
                move = read_line(self.game, state, actor, words)
                rules.check(state, actor, move)
            except RulesError as refused:
                error = refused
                continue
            return rules.apply(state, actor, move).state
        why = Sentence.of_rule(error.rule, **error.values).format(self.kit.wordings["en"])
        raise _Refused(f"`{words}` is not possible here: {why}")

    def _list_laid(self, state: Any, area: str) -> _Pieces:
        laid = self.game.companion.position(state).laid
        marks = ((one.place, one.mark) for one in laid if one.area == area)
        return sum(
            (
                Counter({(place, mark.piece): mark.count})
                for place, mark in marks
                if isinstance(mark, TokenMark)
            ),
            _Pieces(),
        )

    def _check_end(self, area: str, there: _Pieces, rule: str) -> None:
        """Check that a finished game with these pieces is legal, and ends by a rule."""
        form = self.game.forms[0]
        board = next(take.part for take in form.list_takes())
        text = form.write(_make_position(board, area, there))
        report = Referee(self.kit).score(parse_yaml(text, file="figure"))
        for fault in report.faults:
            raise _Differs(fault.sentence.format(self.kit.wordings["en"]))
        found = report.outcome.rule if report.outcome else "none"
        if found != f"{self.kit.id}.{rule}":
            raise _Differs(f"the game is over here by `{found}`, not by `{rule}`")

    def _check_choices(self, state: Any, area: str, shown: Collection[str], choices: Collection[str]) -> None:
        rules, companion = self.game.rules, self.game.companion
        moves = (move for actor in rules.actors(state) for move in rules.moves(state, actor))
        spots = {spot for move in moves for spot in companion.places(state, move)}
        found = {place for where, place in spots if where == area and place in shown}
        if found != set(choices):
            raise _Differs(f"the choices are {', '.join(sorted(found)) or 'none'}")


_REMARKS = ("?", "!")
"""Entries of figures that are no handwriting."""


def _write_entry(signs: Mapping[str, str]) -> str:
    """Return the signs on a square as the entry of a figure; a crossed circle is crossed."""
    if "text" in signs:
        return "o" * ("circle" in signs) + signs["text"]
    return next(entry for sign, entry in {"cross": "x", "fill": "#", "circle": "o"}.items() if sign in signs)


def _compare_entries(shown: Mapping[str, str], found: Mapping[str, str]) -> None:
    for place in dict.fromkeys((*shown, *found)):
        here, there = shown.get(place, "nothing"), found.get(place, "nothing")
        if here != there:
            raise _Differs(f"{place} has `{there}`, not `{here}`")


def _list_pieces(figure: BoardFigure | MapFigure) -> _Pieces:
    if isinstance(figure, BoardFigure):
        return Counter(figure.tokens)
    return Counter((place, piece) for place, pieces in figure.tokens.items() for piece in pieces)


def _make_position(board: str, area: str, pieces: _Pieces) -> Position:
    laid = (Laid(area, place, TokenMark(piece, number)) for (place, piece), number in pieces.items())
    return Position((LaidPart(board, tuple(laid)),))


def _keep(pieces: _Pieces, shown: Collection[str], named: Collection[str] | None = None) -> _Pieces:
    kept = (spot for spot in pieces if spot[0] in shown and (named is None or spot[1] in named))
    return Counter({spot: pieces[spot] for spot in kept})


def _compare(shown: _Pieces, found: _Pieces) -> None:
    for place, piece in found - shown:
        raise _Differs(f"a `{piece}` on {place} is missing")
    for place, piece in shown - found:
        raise _Differs(f"there is no such `{piece}` on {place}")


def _read_number(text: str) -> int | None:
    match = re.fullmatch(r"([+\u2212-]?)(\d+)", text.strip())
    return None if match is None else int(match[2]) * (-1 if match[1] in ("-", "\u2212") else 1)
