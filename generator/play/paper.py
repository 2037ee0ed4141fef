"""Finished games on paper: score files that the referee judges, forms that people fill in.

A form is filled in on a screen, or in the fields of a PDF file. The referee reports on its score file, and
gives editors its format.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any, Literal, TypeAlias

from generator.errors import DataError, Problem, UnknownName, describe_unknown, tidy
from generator.model import played
from generator.model.kit import Board, Kit
from generator.model.place_names import PartNames, SpokenName, name_text
from generator.model.played import Laid, LaidPart, Mark, PenMark, Position, Takes, TokenMark, strip_count
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.play.walks import walkthrough
from generator.play.walks.walkthrough import (
    SaidProblems,
    check_head,
    find_file_game,
    judge_table,
    list_keys,
    locate,
    replay_file,
)
from generator.read.declared.reader import Findings, Schema, make_file_schema
from generator.read.files.yaml import Source
from generator.read.scores import LinesSource, ScoreFile, ScoreHead, decode_score, read_score_file
from generator.rules import core
from generator.rules.core import (
    LONGEST_NAME,
    NATURE,
    AnyState,
    EntryPath,
    Fault,
    Judgement,
    NoRules,
    Outcome,
    PlaceName,
    RulesError,
    Score,
    Sentence,
    format_phrase,
    list_numbers_of_players,
)
from generator.rules.form import (
    NO_SETUP,
    AnyForm,
    AnyScoring,
    FormScoring,
    Unfit,
    list_unfit,
    say_schema,
    write_log,
)
from generator.rules.game import AnyGame, find_game

Verdict: TypeAlias = Literal["unreadable", "illegal", "consistent", "proved"]
"""Result of checking a game.

`unreadable`: a line of the log is not a move; `illegal`: a rule was broken; `consistent`: no violation was
found, but the log is incomplete; `proved`: every move was replayed.
"""


@dataclass(frozen=True)
class Report:
    """The findings of the referee in a score file."""

    kit: Kit
    source: Source
    verdict: Verdict
    scores: Mapping[str, Score]
    """Scores by player, in seating order; empty if nothing can be scored."""
    faults: tuple[Fault, ...] = ()
    """Rule violations, with lines where possible."""
    outcome: Outcome | None = None
    """How the game ended; None if it goes on, or is illegal."""
    end: EntryPath = ()
    """Path of the move that ended the game; empty if there is none."""
    moves: int = 0
    """Number of legal lines of the log."""
    is_shared: bool = False
    """True if all players win or lose together."""
    has_moves: bool = True
    """False if there are no moves that a log could have."""
    takes: Sequence[Takes] = ()
    """Places of the forms of the game, for the names of places."""

    @property
    def summary(self) -> Sentence:
        """The verdict in words; a game without moves has none that were not checked."""
        key = self.verdict if self.has_moves or self.faults else "without_moves"
        return Sentence(f"tally.table.{key}", number=len(self.faults))

    @property
    def end_line(self) -> int:
        """Number of the line with the move that ended the game, from 1; 0 if there is none."""
        return self.source.spot_of_key(self.end)[0] if self.end else 0

    @property
    def winners(self) -> tuple[str, ...]:
        return self.outcome.winners if self.outcome else ()

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """Notes of the scores, each once."""
        return tuple(dict.fromkeys(score.note for score in self.scores.values() if score.note))


class Referee:
    """Scores files of one kit."""

    def __init__(self, kit: Kit, wording: Wording | None = None) -> None:
        """Problems of files are in the language of the wording, by default English; raises NoRules."""
        self.kit = kit
        self.wording = wording or kit.reference
        self.find = cache(lambda variant: find_game(kit, variant=variant))
        """Returns the game in a variant; raises RulesError for an unknown variant."""
        self.find("")

    @property
    def scoring(self) -> FormScoring[object, AnyState]:
        """Scoring of the standard variant; raises NoRules if the game only scores logs."""
        scoring = self.find("").scoring
        if scoring is None:
            message = f"the game `{self.kit.id}` has no form for finished games; score a log of it"
            raise NoRules(message).saying("command.only_logs")
        return scoring

    def list_rounds(self, rounds: Sequence[str], options: Mapping[str, str] = NO_SETUP) -> Source:
        """Return rounds, each written on one line, as a score file; raises NoRules if the game has none."""
        key = self.scoring.round_key
        if not key:
            message = f"the game `{self.kit.id}` has no rounds that could be written on one line"
            raise NoRules(message).saying("command.no_rounds")
        return LinesSource("--round", self.kit.id, key, rounds, options)

    def score(self, source: Source) -> Report:
        """Judge a score file; raises DataError if it cannot be read."""
        game = find_file_game(source, self.find, self.wording)
        file = read_score_file(source, list_keys(game, self.wording))
        _check_last_line(file)
        walk, judgement, judged = None, Judgement({}), _judge_tables(game, file)
        faults: list[Fault] = []
        if judged:
            scoring, table, judgement = judged[0]
            if file.log is None:
                may_have_names = file.players or not game.rules.is_shared
                # A table that breaks a rule may have players, but no scores.
                known = tuple(judgement.scores) or getattr(table, "players", ())
                players = (file.players or known) if may_have_names else None
                faults += check_head(game, file, players, may_be_some=scoring.takes_some_players)
            faults += (fault for _, _, each in judged for fault in each.faults)
            faults += () if faults else _compare_scores(judged)
        if file.log is not None:
            walk, broken = walkthrough.replay_file(game, file)
            faults += broken
            judgement = Judgement({})
            if walk is not None:
                if not faults:
                    faults += (
                        fault for each, typed, _ in judged for fault in each.compare(typed, walk.state)
                    )
                scores = {player: game.rules.score(walk.state, player) for player in walk.log.players}
                judgement = Judgement(scores, outcome=game.rules.outcome(walk.state))
        verdict: Verdict = "consistent" if file.log is None or file.start else "proved"
        if faults:
            verdict = "unreadable" if all(fault.is_unreadable for fault in faults) else "illegal"
        outcome = None if faults else judgement.outcome
        lines = walk.log.lines if walk else ()
        return Report(
            kit=self.kit,
            source=source,
            verdict=verdict,
            scores=judgement.scores,
            faults=locate(faults, file.source),
            outcome=outcome,
            end=("log", len(lines) - 1, lines[-1].actor) if outcome and lines else (),
            moves=len(lines),
            is_shared=game.rules.is_shared,
            has_moves=game.has_moves,
            takes=tuple(takes for form in game.forms for takes in form.list_takes(file.options))
            if faults
            else (),
        )


def _judge_tables(game: AnyGame, file: ScoreFile) -> list[tuple[AnyScoring, object, Judgement]]:
    """Read and judge a finished game in all ways in which it is written."""
    scorings = (scoring for scoring in game.scorings if scoring.key in file.finished)
    return [(scoring, *judge_table(scoring, file, file.finished)) for scoring in scorings]


def _compare_scores(judged: Sequence[tuple[AnyScoring, object, Judgement]]) -> Iterator[Fault]:
    """Yield a violation for each player whose points differ between two records of the same game."""
    for (first, _, before), (second, _, after) in pairwise(judged):
        for player in [player for player in before.scores if player in after.scores]:
            number, other = before.scores[player].total, after.scores[player].total
            if number != other:
                values: dict[str, core.Value] = {"player": player, "number": number, "other": other}
                values |= {"first": first.key, "second": second.key}
                yield Fault("log.scores", player, values=values, path=(second.key,))


def _check_last_line(file: ScoreFile) -> None:
    """Refuse an incomplete line of a walk: half a move may look like another move."""
    log, text = file.log, file.source.text
    if log is None or text.endswith("\n"):
        return
    if text[: text.rfind("\n") + 1] == write_log(replace(log, lines=log.lines[:-1])):
        file.findings.refuse(("log", len(log.lines) - 1), file.wording.format("tally.wrong.unfinished"))


def describe_end(outcome: Outcome | None, *, is_shared: bool) -> tuple[Sentence, ...]:
    """Return who has won, and by which rule if all players win or lose together."""
    if outcome is None:
        return (Sentence("tally.table.open"),)
    if is_shared:
        end = "won" if outcome.won else "lost"
        return Sentence(f"tally.table.{end}"), Sentence.of_rule(outcome.rule)
    if not outcome.winners:
        return (Sentence("tally.table.no_winner"),)
    key = "winner" if len(outcome.winners) == 1 else "winners"
    return (Sentence(f"tally.table.{key}", players=outcome.winners),)


_MOST_PLACES = 3
"""Maximum number of places that are named one by one; beyond it, only their area is named."""


class PlaceNames:
    """Names of the areas and places of one game in one language."""

    def __init__(self, kit: Kit, wording: Wording) -> None:
        self._wording = wording
        self._parts = {part.id: part for part in kit.parts}
        boards = (part for part in kit.parts if isinstance(part, Board))
        self._boards = {area.id: board.id for board in boards for area in board.areas}
        self._names: dict[str, PartNames] = {}

    def name_part(self, part: str) -> str:
        """Return the title of a part; empty for what is not printed."""
        return name_text(self._wording, self._parts[part].title) if part in self._parts else ""

    def find(self, part: str, area: str, place: str = "") -> SpokenName:
        """Return the name of a place, or that of an area; without `part`, that of an area of any board."""
        if part not in self._parts:
            part = self._boards.get(area, "")
        if not part:
            return SpokenName(self._name_id(area), self._name_id(place))
        if part not in self._names:
            self._names[part] = PartNames(self._wording, self._parts[part])
        return self._names[part].find(area, place)

    def _name_id(self, id: str) -> str:
        """Return the text `place.<id>`, or that of an id such as `virus_3` without its number."""
        start, _, number = id.rpartition("_")
        if number.isdigit() and (key := f"place.{start}") in self._wording:
            return name_text(self._wording, key, {"number": int(number)})
        key = f"place.{id}"
        return name_text(self._wording, key) if key in self._wording else id.replace("_", " ")


class FaultNames:
    """Names of the places of violations, as they are printed."""

    def __init__(
        self, kit: Kit, wording: Wording, takes: Sequence[Takes], *, names: PlaceNames | None = None
    ) -> None:
        """`takes` gives the part of each area; `names` are those of the kit in this language."""
        self._wording = wording
        self._parts: Mapping[str, str] = {each.area: each.part for each in takes}
        self._names = names or PlaceNames(kit, wording)

    def find(self, place: PlaceName) -> str:
        """Return the name of a place or of an area; unprinted places keep their ids."""
        area, id = place
        part = self._parts.get(area, "")
        if part and not self._names.name_part(part):
            # Scoring does not read booklets.
            return f"{area} {id}".strip()
        return self._names.find(part, area, id).full

    def list_names(self, fault: Fault) -> Sequence[str]:
        """Return the names of the places of a violation, or only of the place in its message."""
        if not fault.places:
            return [fault.where] if fault.where else []
        if fault.where:
            ids = {place: (area, place) for area, place in fault.places}
            ids |= {f"{area} {place}": (area, place) for area, place in fault.places}
            area, place = ids.get(fault.where, fault.places[0])
            return [name] if (name := self.find((area, "" if fault.where == area else place))) else []
        # The message names what is not printed, such as the cards in front of a player.
        places = tuple(place for place in fault.places if self._parts.get(place[0]))
        if len(places) > _MOST_PLACES:
            places = tuple(dict.fromkeys((area, "") for area, _ in places))
        return [name for name in dict.fromkeys(map(self.find, places)) if name]

    def find_where(self, fault: Fault) -> str:
        """Return the places of a violation as one text."""
        return self._wording.join(self.list_names(fault), ",")

    def describe(self, fault: Fault) -> str:
        """Return the message of a violation."""
        sentence = fault.sentence
        if not fault.named:
            return sentence.format(self._wording)
        named = {name: self.find(place) for name, place in fault.named.items()}
        return Sentence(sentence.key, **{**sentence.values, **named}).format(self._wording)


def plain_report(report: Report, wording: Wording) -> dict[str, Any]:
    """Return what `petri score --json` prints; the messages are in the language of the wording.

    In shared games, the numbers of a score are not added up: totals are None.
    """
    names = FaultNames(report.kit, wording, report.takes)
    plain: dict[str, Any] = {
        "game": report.kit.id,
        "verdict": report.verdict,
        "faults": [_plain_fault(fault, names) for fault in report.faults],
        "players": [
            {"name": name, **_plain_score(score, wording, is_sum=not report.is_shared)}
            for name, score in report.scores.items()
        ],
    }
    if report.notes:
        plain["notes"] = [
            {
                "note": note.key,
                "values": {key: _make_plain(value, wording) for key, value in note.values.items()},
                "message": note.format(wording),
            }
            for note in report.notes
        ]
    if report.is_shared:
        outcome = report.outcome
        return plain | {"outcome": {"won": outcome and outcome.won, "rule": outcome.rule if outcome else ""}}
    return plain | {"winners": list(report.winners)}


def _plain_fault(fault: Fault, names: FaultNames) -> dict[str, Any]:
    counts = (("round", fault.round), ("move", fault.move))
    numbered = (f"{part} {number}" for part, number in counts if number)
    return {
        "rule": fault.rule,
        "player": fault.player,
        "where": names.find_where(fault) or next(numbered, ""),
        "places": [list(place) for place in fault.places],
        "line": fault.line,
        "message": names.describe(fault),
    }


def _make_plain(value: Any, wording: Wording) -> Any:
    if isinstance(value, tuple):
        return [_make_plain(item, wording) for item in value]
    return value.format(wording) if isinstance(value, Sentence) else value


def _plain_score(score: Score, wording: Wording, *, is_sum: bool) -> dict[str, Any]:
    rounds = [
        {
            "total": each.total if is_sum else None,
            "lines": [{"label": line.label.format(wording), "points": line.points} for line in each.lines],
        }
        for each in score.rounds
    ]
    return {"rounds": rounds, "total": score.total if is_sum else None}


def make_schema(game: AnyGame, wording: Wording | None = None) -> Schema:
    """Return the JSON Schema of the score files of a game; the wording is for descriptions of its entries."""
    schema = make_file_schema(ScoreHead)
    fewest, most = core.list_numbers_of_players(game.kit)
    finished = {key: shape for each in game.scorings for key, shape in each.schema().items()}
    start = dict(game.scoring.schema()) if game.scoring else {}
    options = {key: _list_values(values) for key, values in game.rules.options.items()}
    players = {"uniqueItems": True} | ({"maxItems": most} if most else {})
    if not (game.scoring and game.scoring.takes_some_players):
        players["minItems"] = fewest
    also = ", its log, or both" if game.has_moves else ""
    schema["description"] = f"A finished game of {game.kit.slug}{also}."
    schema["properties"]["game"] = {"enum": [game.kit.id, game.kit.slug]}
    schema["properties"]["players"] |= players
    schema["properties"]["log"]["items"]["description"] = f"Who acts, a player or {NATURE}, and the move."
    schema["properties"] |= options | finished
    if game.resume and game.has_moves:
        table = {"type": "object", "properties": start, "additionalProperties": False, "minProperties": 1}
        schema["properties"]["start"] |= table
        schema["dependentRequired"] = {"start": ["players", "log"]}
    else:
        del schema["properties"]["start"]
    if not game.has_moves:
        del schema["properties"]["log"]
    schema["anyOf"] = [{"required": [key]} for key in (*finished, "log") if key in schema["properties"]]
    return say_schema(schema, wording or game.kit.reference) | {"additionalProperties": False}


def _list_values(values: Sequence[str]) -> Schema:
    numbers = [int(value) for value in values if value.isdecimal()]
    return {"enum": [*values, *numbers]} if values else {}


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
