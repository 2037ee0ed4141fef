"""The form of a finished game as people fill it in: on a screen, or in the fields of a PDF file."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from generator.errors import DataError, NoRules, Problem, RulesError, UnknownName, describe_unknown, tidy
from generator.model import played
from generator.model.kit import Kit
from generator.model.place_names import PlaceNames
from generator.model.played import Laid, LaidPart, Mark, PenMark, Position, Takes, TokenMark, strip_count
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.play.paper.score import Referee, Report
from generator.play.walks.walkthrough import SaidProblems, find_file_game, list_keys, replay_file
from generator.read.declared.findings import Findings
from generator.read.files.yaml import Source
from generator.read.scores import decode_score, read_score_file
from generator.rules.core import LONGEST_NAME, Fault, Sentence, format_phrase, list_numbers_of_players
from generator.rules.form import NO_SETUP, AnyForm, Unfit, list_unfit
from generator.rules.game import AnyGame, find_game


@dataclass(frozen=True)
class Filled:
    """A form with its marks; each change gives a new value."""

    game: AnyGame
    form: AnyForm
    players: tuple[str, ...]
    """All players in seating order; they may be empty if the game is cooperative."""
    setup: Mapping[str, str]
    position: Position

    @property
    def owners(self) -> Sequence[str]:
        """Owners of the parts: the players; empty for a shared part."""
        return self.players if self.form.each_player else ("",)

    @cached_property
    def takes(self) -> Sequence[Takes]:
        return self.form.list_takes(self.setup)

    def write(self) -> str:
        """Return the score file."""
        return self.form.write(self.position, self.players, self.setup)


def begin_form(game: AnyGame, *, key: str = "", players: Sequence[str], setup: Mapping[str, str]) -> Filled:
    """Return an empty form: the one with this key in score files, or the default; raises UnknownName."""
    known = {form.scoring.key: form for form in game.forms}
    if key and key not in known:
        error = UnknownName(describe_unknown("form", key, known))
        raise error.saying("command.unknown", name=key, known=tuple(known))
    form = known[key] if key else game.forms[0]
    position = form.lay_players(players)
    return put_marks(_name_once(Filled(game, form, tuple(players), setup, position)), ())


@dataclass(frozen=True, slots=True)
class Put:
    """A mark that a player makes, moves, or takes away."""

    owner: str
    """The player whose part it is; empty for a shared part."""
    takes: int
    """Index in `PaperForm.list_takes`."""
    place: str
    """Empty: a marker is taken away."""
    mark: int = -1
    """Index of the mark in `Takes.marks`; -1: none."""
    count: int = 0
    """Number of pieces, for a heap."""
    text: str = ""
    """Handwriting."""


def put_marks(filled: Filled, puts: Sequence[Put]) -> Filled:
    """Return the form with some changes, and with what follows from them; raises UnknownName.

    What follows does not replace what was just written.
    """
    takes, marks = filled.takes, dict(_list_laid(filled))
    for put in puts:
        _put(filled, marks, put)
    position = _make_position(takes, marks)
    completed = filled.form.complete(position)
    written = {(takes[put.takes].area, put.place) for put in puts}
    if _list_there(completed, written) == _list_there(position, written):
        position = completed
    return _arrange(replace(filled, position=position))


def _put(filled: Filled, marks: dict[str, list[Laid]], put: Put) -> None:
    if not 0 <= put.takes < len(filled.takes):
        raise UnknownName(f"the form has no entry {put.takes}")
    here = filled.takes[put.takes]
    if put.owner not in filled.owners:
        raise UnknownName(describe_unknown("player", put.owner, filled.players))
    if put.place not in here.places and (put.place or here.kind != "marker"):
        raise UnknownName(describe_unknown(f"place of {here.area}", put.place, here.places))
    mark = _make_mark(here, put)
    laid = marks.setdefault(put.owner, [])
    laid[:] = [each for each in laid if not _is_replaced(here, put, mark, each)]
    if mark and put.place:
        laid.append(Laid(here.area, put.place, mark))


def _make_mark(takes: Takes, put: Put) -> Mark | None:
    """Return the mark of a change; None: nothing is left. Raises UnknownName for one that cannot be there."""
    mark: Mark | None = None
    if takes.kind in ("mark", "marker"):
        if not -1 <= put.mark < len(takes.marks):
            raise UnknownName(f"there is no mark {put.mark}; write {takes.describe()}")
        mark = takes.marks[put.mark] if put.mark >= 0 else None
    elif takes.kind == "heap":
        (piece,) = takes.marks
        if not 0 <= put.count <= takes.numbers[1]:
            raise UnknownName(f"at most {takes.numbers[1]} pieces are allowed, not {put.count}")
        if isinstance(piece, TokenMark) and put.count:
            mark = replace(piece, count=put.count)
    elif text := " ".join(put.text.split()):
        mark = PenMark("text", text)
        if len(text) > LONGEST_NAME or not takes.fits(mark):
            raise UnknownName(f"`{tidy(text[:40])}` does not fit; write {takes.describe()}")
    return mark


def _is_replaced(takes: Takes, put: Put, mark: Mark | None, laid: Laid) -> bool:
    if laid.area != takes.area or not takes.fits(laid.mark):
        return False
    if takes.kind == "marker" and mark:
        return strip_count(laid.mark) == strip_count(mark)
    return laid.place == put.place


def _list_there(position: Position, places: set[tuple[str, str]]) -> set[Laid]:
    return {each for part in position.parts for each in part.laid if (each.area, each.place) in places}


def _arrange(filled: Filled) -> Filled:
    """Return the form with the marks that it takes, in its order."""
    return replace(filled, position=_make_position(filled.takes, dict(_list_laid(filled))))


def _list_laid(filled: Filled) -> Iterator[tuple[str, list[Laid]]]:
    """Yield the owners of parts, each with the marks that the form takes."""
    for owner in filled.owners:
        parts = (part for part in filled.position.parts if part.owner in (owner, ""))
        laid = (each for part in parts for each in part.laid)
        yield owner, [each for each in laid if get_takes(filled.takes, each) is not None]


def _make_position(takes: Sequence[Takes], marks: Mapping[str, Sequence[Laid]]) -> Position:
    order = {
        (index, place): (index, number)
        for index, each in enumerate(takes)
        for number, place in enumerate(each.places)
    }
    parts = []
    for owner, laid in marks.items():
        taken = ((get_takes(takes, each), each) for each in laid)
        places = ((order[index, each.place], each) for index, each in taken if index is not None)
        ordered = sorted(places, key=itemgetter(0))
        for part in dict.fromkeys(each.part for each in takes):
            here = tuple(each for (index, _), each in ordered if takes[index].part == part)
            parts.append(LaidPart(part, here, owner))
    return Position(tuple(parts))


def get_takes(takes: Sequence[Takes], laid: Laid) -> int | None:
    """Return the index of what takes a mark; None if the form does not take it."""
    for index, each in enumerate(takes):
        if each.area == laid.area and laid.place in each.places and each.fits(laid.mark):
            return index
    return None


def seat_players(filled: Filled, seats: Sequence[tuple[str, str]], setup: Mapping[str, str]) -> Filled:
    """Return the form with other players and options; each seat has a name before, or an empty one, and now.

    Marks stay with players who are renamed, and go with players who have left.
    """
    names = {before: now for before, now in seats if before}
    players = tuple(now for _, now in seats)
    changed = replace(filled, players=players, setup=setup)
    marks: dict[str, list[Laid]] = {owner: [] for owner in changed.owners}
    for part in filled.position.parts:
        owner = names.get(part.owner, part.owner)
        if owner in marks:
            marks[owner] += _rename(part.laid, changed.takes, names)
    return replace(changed, position=_make_position(changed.takes, marks))


def _rename(laid: Sequence[Laid], takes: Sequence[Takes], names: Mapping[str, str]) -> Iterator[Laid]:
    """Yield the marks that the form still takes; marks that name a player have the new name."""
    for each in laid:
        index = get_takes(takes, each)
        if index is None:
            continue
        if takes[index].kind == "player" and isinstance(each.mark, PenMark):
            yield replace(each, mark=PenMark("text", names.get(each.mark.text, each.mark.text)))
        else:
            yield each


def name_owners(filled: Filled, players: Sequence[str]) -> Filled:
    """Return the form with these players, who also own the sheets with other names, in the same order."""
    owners = filled.form.list_players(filled.position)
    free = iter([player for player in players if player not in owners])
    seats = [(owner, owner if owner in players else next(free, owner)) for owner in owners]
    seats += [("", player) for player in free]
    order = {player: number for number, player in enumerate(players)}
    seats.sort(key=lambda seat: order.get(seat[1], len(order)))
    return seat_players(filled, seats, filled.setup)


def open_file(data: bytes, referee: Referee, *, file: str) -> Filled:
    """Return the form in a score file; raises DataError and NoRules.

    Its players are empty if the marks of a shared form already name them.
    """
    try:
        filled = read_filled_position(
            decode_score(data, referee.wording, file=file), referee.find, referee.wording
        )
    except DataError:
        if blank := _get_blank(data, referee.find("")):
            return blank
        raise
    return _arrange(_name_once(filled))


def _name_once(filled: Filled) -> Filled:
    """Return the form without its players if the marks of a shared form name them: they change there."""
    is_named = not filled.form.each_player and filled.players == filled.form.list_players(filled.position)
    return replace(filled, players=()) if is_named else filled


def _get_blank(data: bytes, game: AnyGame) -> Filled | None:
    """Return the empty form whose score file this is; some of these files cannot be scored."""
    blanks = (begin_form(game, key=form.scoring.key, players=(), setup={}) for form in game.forms)
    return next((blank for blank in blanks if write_filled(blank).encode() == data), None)


def read_filled_position(
    source: Source, find: Callable[[str], AnyGame], wording: Wording | None = None
) -> Filled:
    """Return the form of a finished game, or of the end of a log if the file has only that.

    `find` returns the game in a variant. The position may break rules. Raises DataError for a file that
    cannot be read, and NoRules for a game without forms.
    """
    game = find_file_game(source, find, wording)
    if not game.forms:
        error = NoRules(f"the game `{game.kit.id}` has no form that could be filled in")
        raise error.saying("command.no_form")
    file = read_score_file(source, list_keys(game, wording))
    for form in game.forms:
        scoring = form.scoring
        if scoring.key in file.finished:
            findings = Findings(source)
            problems = SaidProblems(findings, file.wording)
            table = scoring.read(file.finished, file.players, file.options, problems)
            findings.stop_if_any()
            position = form.lay(table)
            players = file.players or form.list_players(position)
            return Filled(game, form, players, file.options, position)
    walk, _ = replay_file(game, file)
    position = game.forms[0].lay_state(walk.state) if walk else Position()
    return Filled(game, game.forms[0], file.players, file.options, position)


def fill_form(
    game: AnyGame,
    fields: Mapping[str, str],
    *,
    file: str,
    players: Sequence[str] = (),
    setup: Mapping[str, str] = NO_SETUP,
    wording: Wording | None = None,
) -> Filled:
    """Return the form that the fields of a PDF file fill in, by `part/page/area/place/what`.

    `players` are all players; empty: the file names them. Raises DataError with every mark that its place
    does not take, and for a file without fields of a form.
    """
    wording = wording or game.kit.reference
    typed = [(*name.split("/"), value) for name, value in fields.items() if name.count("/") == 4]
    parts = {part for part, *_ in typed}
    fitting = (form for form in game.forms if parts & {takes.part for takes in form.list_takes(setup)})
    form = next(fitting, None)
    if form is None:
        hint = wording.format("tally.hint.fill_in", {"command": f"petri make {game.kit.slug} --to form"})
        reason = "no_fields" if fields else "unfilled"
        raise DataError([Problem(file, 0, 0, "", wording.format(f"tally.wrong.{reason}"), hint)])
    takes = form.list_takes(setup)
    sheets: dict[tuple[str, int], list[Laid]] = {}
    owners: dict[tuple[str, int], str] = {}
    for part, page, area, place, what, value in typed:
        key = part, int(page) if page.isdecimal() else 0
        if area == played.NAME:
            owners[key] = value.strip()
        elif part in {each.part for each in takes}:
            here = [each for each in takes if each.part == part and each.area == area]
            place, mark = _read_mark(here, place, what, value.strip())
            sheets.setdefault(key, []).append(Laid(area, place, mark))
    named = {key: owners.get(key) or str(key[1]) if form.each_player else "" for key in sheets}
    position = Position(tuple(LaidPart(key[0], tuple(sheets[key]), named[key]) for key in sorted(sheets)))
    names = PlaceNames(game.kit, wording)
    problems = [
        _describe_unfit(unfit, takes, names, wording, file=file) for unfit in list_unfit(takes, position)
    ]
    twice = [name for name, number in Counter(named.values()).items() if number > 1 and form.each_player]
    said = (wording.format("tally.wrong.two_sheets", {"player": name}) for name in twice)
    problems += (Problem(file, 0, 0, "", message) for message in said)
    if problems:
        raise DataError(problems)
    return Filled(game, form, tuple(players) or form.list_players(position), setup, position)


def _describe_unfit(
    unfit: Unfit, takes: Sequence[Takes], names: PlaceNames, wording: Wording, *, file: str
) -> Problem:
    """Return the problem with a mark, whose place has its printed name."""
    laid = unfit.laid
    part = next((each.part for each in takes if each.area == laid.area), "")
    place = names.find(part, laid.area, laid.place).full
    message = Sentence(unfit.message.key, **{**unfit.message.values, "place": place})
    return Problem(file, 0, 0, unfit.owner, message.format(wording), format_phrase(unfit.hint, wording))


_SIGNS = {"x": "cross", "o": "circle", "#": "fill"}
"""Marks by the sign that people type into fields of places that take no text."""
_HANDWRITTEN = ("number", "text", "player")
"""Kinds of `Takes` that take texts."""


def _read_mark(here: Sequence[Takes], place: str, what: str, value: str) -> tuple[str, Mark]:
    """Return the place and the mark of a field; a value that is no known mark becomes a text."""
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
    if isinstance(mark, PenMark):
        return mark.sign
    return mark.piece + (played.TURNED if mark.is_turned else "")


def _clean_number(text: str) -> str:
    """Return a number with ASCII digits and minus sign; other texts are unchanged."""
    text = text.replace("\N{MINUS SIGN}", "-")
    return str(int(text)) if re.fullmatch(r"-?\d{1,3}", text) else text


def write_filled(filled: Filled) -> str:
    """Return the score file of a form, with the variant of the game."""
    variant = {"variant": filled.game.variant} if filled.game.variant else {}
    return filled.form.write(filled.position, filled.players, {**variant, **filled.setup})


def list_lost(filled: Filled, kept: Filled) -> Iterator[tuple[str, Laid]]:
    """Yield the marks of a form, with their owners, that are missing in the one from its score file."""
    marks = {(part.owner, each) for part in kept.position.parts for each in part.laid}
    for part in filled.position.parts:
        yield from ((part.owner, each) for each in part.laid if (part.owner, each) not in marks)


def has_entries(filled: Filled) -> bool:
    """Return True if anything is written or placed."""
    return any(part.laid for part in filled.position.parts)


def score_filled(referee: Referee, filled: Filled, *, file: str) -> Report:
    """Return a report on a form, whose rule violations have places instead of lines."""
    try:
        report = referee.score(decode_score(filled.write().encode(), file=file))
    except DataError as error:
        # The lines of this score file mean nothing to users, who do not see it.
        problems = (replace(problem, line=0, column=0) for problem in error.problems)
        raise DataError(problems) from error
    return replace(report, faults=tuple(map(_drop_line, report.faults)))


def _drop_line(fault: Fault) -> Fault:
    return replace(fault, line=0, column=0, path=())


def make_start_position(kit: Kit) -> Position:
    """Return where pieces are at the start of a game with the fewest players and the default options.

    It is empty if the kit has no rules that can be used: none, unfit ones, or ones that are not trusted.
    """
    players = tuple(map(str, range(1, list_numbers_of_players(kit)[0] + 1)))
    try:
        game = find_game(kit)
        state = game.rules.start(players, {})
    except (NoRules, RulesError):
        return Position()
    return game.companion.set_up(state)


def list_printed_takes(kit: Kit) -> Sequence[Takes]:
    """Return what the places of printed parts take; empty if the kit has no rules that can be used."""
    try:
        forms = find_game(kit).forms
    except (NoRules, RulesError):
        return ()
    return tuple(takes for form in forms for takes in form.list_takes() if takes.part)
