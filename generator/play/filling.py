"""A form that people fill in: each change of marks, players, or options gives a new value."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter

from generator.errors import DataError, UnknownName, describe_unknown, tidy
from generator.model.played import Laid, LaidPart, Mark, PenMark, Position, Takes, TokenMark, strip_count
from generator.model.values import dataclass, replace
from generator.play.forms import Filled, read_filled
from generator.read.scores import decode_score
from generator.rules.core import LONGEST_NAME
from generator.rules.game import AnyGame


@dataclass(frozen=True, slots=True)
class Put:
    """A mark that somebody makes, moves, or takes away."""

    owner: str
    """The player whose part it is; empty for a shared part."""
    takes: int
    """Index in what the form takes."""
    place: str
    """Empty: a marker is taken away."""
    mark: int = -1
    """Index of the mark or the marker; -1: none."""
    count: int = 0
    """Number of pieces of a heap."""
    text: str = ""
    """Handwritten text."""


def begin_form(game: AnyGame, *, key: str = "", players: Sequence[str], setup: Mapping[str, str]) -> Filled:
    """Return an empty form: that with this key in score files, or the usual one; raises UnknownName."""
    known = {form.scoring.key: form for form in game.forms}
    if key and key not in known:
        raise UnknownName(describe_unknown("form", key, known))
    form = known[key] if key else game.forms[0]
    return put_marks(Filled(game, form, tuple(players), setup, Position()), ())


def put_marks(filled: Filled, puts: Sequence[Put]) -> Filled:
    """Return the form with some changes, and with what follows from them; raises UnknownName.

    What follows replaces nothing that was just written.
    """
    takes = filled.form.list_takes(filled.setup)
    marks = {owner: [*laid] for owner, laid in _list_laid(filled, takes)}
    for one in puts:
        _put(filled, takes, marks, one)
    position = _make_position(filled, takes, marks)
    completed = filled.form.complete(position)
    written = {(takes[one.takes].area, one.place) for one in puts}
    if _list_there(completed, written) == _list_there(position, written):
        position = completed
    return _arrange(replace(filled, position=position), takes)


def _arrange(filled: Filled, takes: Sequence[Takes]) -> Filled:
    """Return the form with its marks in the order of what it takes, without others."""
    return replace(filled, position=_make_position(filled, takes, dict(_list_laid(filled, takes))))


def _put(filled: Filled, takes: Sequence[Takes], marks: dict[str, list[Laid]], one: Put) -> None:
    if not 0 <= one.takes < len(takes):
        raise UnknownName(f"the form has no entry {one.takes}")
    here = takes[one.takes]
    if one.owner not in (filled.players if filled.form.each_player else ("",)):
        raise UnknownName(describe_unknown("player", one.owner, filled.players))
    if one.place not in here.places and (one.place or here.kind != "marker"):
        raise UnknownName(describe_unknown(f"place of {here.area}", one.place, here.places))
    mark = _make_mark(here, one)
    laid = marks.setdefault(one.owner, [])
    laid[:] = [each for each in laid if not _is_replaced(here, one, mark, each)]
    if mark and one.place:
        laid.append(Laid(here.area, one.place, mark))


def _make_mark(takes: Takes, one: Put) -> Mark | None:
    """Return the mark of a change; None: nothing is left. Raises UnknownName for one that cannot be there."""
    mark: Mark | None = None
    if takes.kind in ("mark", "marker"):
        if not -1 <= one.mark < len(takes.marks):
            raise UnknownName(f"there is no mark {one.mark}; write {takes.describe()}")
        mark = takes.marks[one.mark] if one.mark >= 0 else None
    elif takes.kind == "heap":
        (piece,) = takes.marks
        if not 0 <= one.count <= takes.numbers[1]:
            raise UnknownName(f"at most {takes.numbers[1]} pieces are allowed, not {one.count}")
        if isinstance(piece, TokenMark) and one.count:
            mark = replace(piece, count=one.count)
    elif text := " ".join(one.text.split()):
        mark = PenMark("text", text)
        if len(text) > LONGEST_NAME or not takes.fits(mark):
            raise UnknownName(f"`{tidy(text[:40])}` does not fit; write {takes.describe()}")
    return mark


def _is_replaced(takes: Takes, one: Put, mark: Mark | None, laid: Laid) -> bool:
    if laid.area != takes.area or not takes.fits(laid.mark):
        return False
    if takes.kind == "marker" and mark:
        return strip_count(laid.mark) == strip_count(mark)
    return laid.place == one.place


def _list_laid(filled: Filled, takes: Sequence[Takes]) -> Iterator[tuple[str, list[Laid]]]:
    """Yield the owners of parts, each with the marks that the form takes; others follow from them."""
    owners = filled.players if filled.form.each_player else ("",)
    for owner in owners:
        parts = (part for part in filled.position.parts if part.owner in (owner, ""))
        laid = (each for part in parts for each in part.laid)
        yield owner, [each for each in laid if get_takes(takes, each) is not None]


def _make_position(filled: Filled, takes: Sequence[Takes], marks: Mapping[str, Sequence[Laid]]) -> Position:
    """Return the marks of all owners, in the order of the form."""
    order = {
        (index, place): (index, number)
        for index, each in enumerate(takes)
        for number, place in enumerate(each.places)
    }
    parts = []
    for owner, laid in marks.items():
        found = [(get_takes(takes, each), each) for each in laid]
        named = sorted(
            ((order[index, each.place], each) for index, each in found if index is not None),
            key=itemgetter(0),
        )
        for part in dict.fromkeys(each.part for each in takes):
            there = tuple(each for (index, _), each in named if takes[index].part == part)
            parts.append(LaidPart(part, there, owner))
    return Position(tuple(parts))


def get_takes(takes: Sequence[Takes], laid: Laid) -> int | None:
    """Return the index of what takes a mark; None if the form does not take it."""
    return next(
        (
            index
            for index, each in enumerate(takes)
            if each.area == laid.area and laid.place in each.places and each.fits(laid.mark)
        ),
        None,
    )


def _list_there(position: Position, places: set[tuple[str, str]]) -> set[Laid]:
    return {each for part in position.parts for each in part.laid if (each.area, each.place) in places}


def seat_players(filled: Filled, seats: Sequence[tuple[str, str]], setup: Mapping[str, str]) -> Filled:
    """Return the form with other players and options; each seat has the name before, or none, and now.

    Marks stay with those who are renamed; those of players who have left go with them.
    """
    names = {before: now for before, now in seats if before}
    players = tuple(now for _, now in seats)
    takes = filled.form.list_takes(setup)
    changed = replace(filled, players=players, setup=setup)
    marks: dict[str, list[Laid]] = {now: [] for now in players} if filled.form.each_player else {"": []}
    for part in filled.position.parts:
        owner = names.get(part.owner, part.owner)
        if owner in marks:
            marks[owner] += _rename(part.laid, takes, names)
    return replace(changed, position=_make_position(changed, takes, marks))


def name_owners(filled: Filled, players: Sequence[str]) -> Filled:
    """Return the form with these players; sheets without one of their names are theirs in the same order."""
    owners = filled.form.list_players(filled.position)
    free = iter([player for player in players if player not in owners])
    seats = [(owner, owner if owner in players else next(free, owner)) for owner in owners]
    seats += [("", player) for player in free]
    order = {player: number for number, player in enumerate(players)}
    seats.sort(key=lambda seat: order.get(seat[1], len(order)))
    return seat_players(filled, seats, filled.setup)


def _rename(laid: Sequence[Laid], takes: Sequence[Takes], names: Mapping[str, str]) -> Iterator[Laid]:
    """Yield the marks that the form still takes, with the new names of players among them."""
    for each in laid:
        index = get_takes(takes, each)
        if index is None:
            continue
        if takes[index].kind == "player" and isinstance(each.mark, PenMark):
            yield replace(each, mark=PenMark("text", names.get(each.mark.text, each.mark.text)))
        else:
            yield each


def open_file(data: bytes, find: Callable[[str], AnyGame], *, file: str) -> Filled:
    """Return the form that a score file fills in; raises DataError and NoRules.

    Players whom the form itself names are not kept apart from it.
    """
    try:
        filled = read_filled(decode_score(data, file=file), find)
    except DataError:
        if blank := _find_blank(data, find("")):
            return blank
        raise
    position = filled.position
    if not filled.form.each_player and filled.players == filled.form.list_players(position):
        filled = replace(filled, players=())
    return _arrange(filled, filled.form.list_takes(filled.setup))


def _find_blank(data: bytes, game: AnyGame) -> Filled | None:
    """Return the empty form of which this is the file; without a mark, some cannot be scored."""
    blanks = (begin_form(game, key=form.scoring.key, players=(), setup={}) for form in game.forms)
    return next((blank for blank in blanks if write_filled(blank).encode() == data), None)


def has_marks(filled: Filled) -> bool:
    """Return True if anything is written or placed."""
    return any(part.laid for part in filled.position.parts)


def write_filled(filled: Filled) -> str:
    """Return the score file of a form, with the variant of the game."""
    variant = {"variant": filled.game.variant} if filled.game.variant else {}
    return filled.form.write(filled.position, filled.players, {**variant, **filled.setup})


def list_lost(filled: Filled, kept: Filled) -> Iterator[tuple[str, Laid]]:
    """Yield the marks, with their owners, that a form has but its score file does not."""
    there = {(part.owner, each) for part in kept.position.parts for each in part.laid}
    for part in filled.position.parts:
        yield from ((part.owner, each) for each in part.laid if (part.owner, each) not in there)
