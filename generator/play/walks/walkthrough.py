"""A game in progress, as it continues a score file and is kept in one.

The file of a walk is a log that grows by a line with every entry. Each line is on the disk before the
companion confirms it; a killed walk therefore continues where it stopped. An incomplete last line was never
confirmed. Before the first move, the file has a head and no `log:`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from generator.errors import DataError, Problem
from generator.model.kit import Kit
from generator.model.played import GameLog, LogLine, Spot
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, replace
from generator.output import LineLog, name_old_copy
from generator.play.simulate import draw_move
from generator.read.declared.reader import Findings
from generator.read.files.text_files import name_file, unreadable
from generator.read.files.yaml import Source
from generator.read.scores import GameKeys, ScoreFile, decode_score, find_variant, read_score_file
from generator.rules import core
from generator.rules.checked_rules import counted_moves
from generator.rules.core import (
    MOST_CANDIDATES,
    NATURE,
    AnyMove,
    AnyState,
    Chance,
    Companion,
    Entry,
    EntryPath,
    Fault,
    LogError,
    NoRules,
    Phrase,
    PlaceRef,
    RulesError,
    Sentence,
    TableView,
    format_phrase,
    join_candidates,
    open_words,
    seal_words,
)
from generator.rules.form import AnyScoring, say_hint, say_wrong, write_line, write_log
from generator.rules.game import AnyGame, find_game, get_error_path, read_line, replay, start_log


@dataclass(frozen=True)
class Walk:
    """A game in progress: its log and its states; moves are in their notation."""

    game: AnyGame
    log: GameLog
    states: tuple[AnyState, ...]
    """The state before the first line, then the state after each line."""
    events: tuple[Sentence, ...] = ()
    """Events caused by the last move."""
    _whole: "Walk | None" = None
    """The complete walk, if this is the view of one player."""
    _viewer: str = ""
    """The player whose view this is; None for the complete walk."""
    _seen: dict[str, "Walk"] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Cached views of this walk by player."""
    _listed: dict[str, dict[str, AnyMove]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Legal moves that were listed, by actor and notation."""
    _placed: dict[str, Mapping[str, Sequence[Spot]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Places of legal moves that were listed, by actor and notation."""

    @property
    def state(self) -> AnyState:
        return self.states[-1]

    @property
    def actors(self) -> tuple[str, ...]:
        return self.game.rules.actors((self._whole or self).state)

    @property
    def is_over(self) -> bool:
        return not self.actors

    @property
    def companion(self) -> Companion[AnyState, AnyMove]:
        return self.game.companion

    @property
    def chance(self) -> Chance:
        """Type of the next move of NATURE."""
        return self.companion.chance(self.state)

    @property
    def view(self) -> TableView:
        return self.companion.view(self.state)

    @property
    def is_complete(self) -> bool:
        """True if nothing is hidden in this view."""
        return self._whole is None

    @property
    def has_secrets(self) -> bool:
        """True if anything is hidden from any player; when a game is over, everything is shown."""
        return self.game.secrets is not None and not (self._whole or self).is_over

    @property
    def kept_log(self) -> GameLog:
        """The log as it is written to a file: hidden lines are sealed until the game is over."""
        if not self.has_secrets:
            return self.log
        lines = (
            replace(line, words=seal_words(line.words)) if line.hidden_from else line
            for line in self.log.lines
        )
        return replace(self.log, lines=tuple(lines))

    def seen_by(self, viewer: str) -> "Walk":
        """Return the view of a player, or of EVERYBODY: covered states, and hidden lines without words."""
        secrets = self.game.secrets
        if secrets is None or not self.has_secrets:
            return self
        if viewer not in self._seen:
            lines = tuple(
                replace(line, words="") if viewer in line.hidden_from else line for line in self.log.lines
            )
            states = tuple(secrets.cover(state, viewer) for state in self.states)
            events = self.events if not lines or lines[-1].words else ()
            seen = Walk(self.game, replace(self.log, lines=lines), states, events, self, viewer)
            self._seen[viewer] = seen
        return self._seen[viewer]

    def may_see_moves(self, actor: str) -> bool:
        """Return True if the moves of an actor reveal nothing that is hidden in this view."""
        if self._whole is None:
            return True
        return actor == self._viewer or (actor == NATURE and not self._whole.is_dealt)

    def moves(self, actor: str) -> tuple[str, ...]:
        """Return the notation of all legal moves, or none if they are hidden."""
        if actor not in self._listed:
            with counted_moves(len(self.log.lines)):
                state = (self._whole or self).state
            moves = self.game.rules.moves(state, actor) if self.may_see_moves(actor) else ()
            self._listed[actor] = {move.text: move for move in moves}
        return tuple(self._listed[actor])

    def places(self, actor: str) -> Mapping[str, Sequence[Spot]]:
        """Return the places on boards and sheets that each legal move is about, by its notation."""
        if actor not in self._placed:
            place, state, moves = self.companion.places, self.state, self.moves(actor)
            self._placed[actor] = {text: place(state, self._listed[actor][text]) for text in moves}
        return self._placed[actor]

    def play(self, actor: str, text: str) -> "Walk":
        """Return the walk with one more move; raises RulesError if the move is illegal."""
        with counted_moves(len(self.log.lines)):
            core.check_turn(self.actors, actor)
            move = self._get_move(actor, text)
            self.game.rules.check(self.state, actor, move)
            step = self.game.rules.apply(self.state, actor, move)
        line = _make_line(self.game, self.state, LogLine(actor, move.text, len(self.log.lines) + 1), move)
        log = replace(self.log, lines=(*self.log.lines, line))
        return Walk(self.game, log, (*self.states, step.state), step.events)

    def draw(self, seed: int) -> str:
        """Return the next move of NATURE, drawn with its exact probability.

        The seed and the line number determine the result: resuming a walk, or undoing a draw, leads to the
        same draws.
        """
        chance = Random(f"{seed}:{len(self.log.lines) + 1}")
        return draw_move(self.game.rules.odds(self.state), chance).text

    def undo(self, lines: int) -> "Walk":
        """Return the walk without its last `lines` lines."""
        kept = len(self.log.lines) - lines
        return Walk(self.game, replace(self.log, lines=self.log.lines[:kept]), self.states[: kept + 1])

    def _get_move(self, actor: str, text: str) -> AnyMove:
        state = (self._whole or self).state
        return self._listed.get(actor, {}).get(text) or self.game.rules.parse(state, actor, text)

    def describe(self, actor: str, text: str) -> Sentence:
        """Return the description of a legal move."""
        return self.companion.describe(self.state, actor, self._get_move(actor, text))

    def describe_line(self, line: LogLine) -> Sentence:
        """Return the description of a line of the log; hidden lines have a message of their own."""
        if not line.words:
            return Sentence("walk.secret.hidden")
        number = line.number - 1
        whole = self._whole or self
        move = self.game.rules.parse(whole.states[number], line.actor, line.words)
        return self.companion.describe(self.states[number], line.actor, move)

    def find_lessons(self) -> frozenset[str]:
        """Return the keys of the lessons for all steps so far."""
        steps = zip(self.states, self.log.lines, strict=False)
        lessons = (self.companion.lesson(state, line.actor) for state, line in steps)
        return frozenset(lesson.key for lesson in lessons if lesson)

    def find_lesson(self, actor: str) -> Sentence | None:
        """Return the lesson for the current step, which may have started several moves ago."""
        for state, whole in zip(reversed(self.states), reversed((self._whole or self).states), strict=True):
            if actor not in self.game.rules.actors(whole):
                return None
            if lesson := self.companion.lesson(state, actor):
                return lesson
        return None

    @property
    def is_dealt(self) -> bool:
        """True if only the program may draw, because the draw or its odds are hidden from a player."""
        return _is_dealt(self.game, self.state)

    def is_automatic(self, kinds: frozenset[str]) -> bool:
        """Return True if only NATURE can act and the program draws this type of chance (one of `kinds`)."""
        return self.actors == (NATURE,) and (self.chance in kinds or self.is_dealt)

    def undo_line(self, number: int) -> "Walk":
        """Return the walk without one line, numbered from 1; raises RulesError if a later line needs it."""
        walk = self.undo(len(self.log.lines) - number + 1)
        for line in self.log.lines[number:]:
            walk = walk.play(line.actor, line.words)
        return walk

    def count_last_entry(self, kinds: frozenset[str]) -> int:
        """Return the number of lines since, and including, the last one that a user entered."""
        entries = zip(reversed(self.states[:-1]), reversed(self.log.lines), strict=True)
        for count, (state, line) in enumerate(entries, 1):
            is_drawn = line.actor == NATURE and (
                self.companion.chance(state) in kinds or _is_dealt(self.game, state)
            )
            if not is_drawn:
                return count
        return 0


def _make_line(game: AnyGame, state: AnyState, line: LogLine, move: AnyMove) -> LogLine:
    """Return a line of a log, with the players who do not see its move."""
    secrets = game.secrets
    return replace(line, hidden_from=secrets.list_blind(state, line.actor, move)) if secrets else line


def _is_dealt(game: AnyGame, state: AnyState) -> bool:
    """Return True if NATURE draws cards, or hidden dice, in a game with secrets."""
    secrets = game.secrets
    if secrets is None or NATURE not in game.rules.actors(state):
        return False
    return game.companion.chance(state) == "cards" or secrets.is_dealt_blindly(state)


def start_walk(game: AnyGame, players: Sequence[str], options: Mapping[str, str]) -> Walk:
    """Start a game; raises LogError for invalid players or options."""
    log = GameLog(game.kit.id, tuple(players), (), dict(options), game.variant)
    return Walk(game, log, (start_log(game.rules, log),))


def choose_seed() -> int:
    """Return an unpredictable seed."""
    return SystemRandom().randrange(2**32)


def read_walk(source: Source, kit: Kit, wording: Wording) -> Walk:
    """Return the walk to the end of a log, or to a table; raises DataError for any rule violation.

    Raises NoRules for a table of a game that cannot continue from one.
    """
    game = _find_kit_game(source, kit, wording)
    return make_walk(game, read_score_file(source, list_keys(game, wording)))


def _find_kit_game(source: Source, kit: Kit, wording: Wording) -> AnyGame:
    return find_file_game(source, lambda variant: find_game(kit, variant=variant), wording)


def make_walk(game: AnyGame, file: ScoreFile) -> Walk:
    """Return the walk of a score file; raises DataError for any rule violation."""
    walk, faults = replay_file(game, file)
    if walk is None or faults:
        source = file.source
        raise DataError(
            Problem(
                source.file, *_find_spot(fault, source), "", fault.sentence.format(file.wording), fault.rule
            )
            for fault in faults
        )
    return walk


def replay_file(game: AnyGame, file: ScoreFile) -> tuple[Walk | None, tuple[Fault, ...]]:
    """Return the walk as far as the log is legal, and the rule violations; None if the game cannot begin."""
    log = file.log
    faults: tuple[Fault, ...] = ()
    events: tuple[Sentence, ...] = ()
    states: list[AnyState] = []
    lines: list[LogLine] = []
    try:
        if log is None or file.start:
            entries, path = (file.start, ("start",)) if file.start else (file.finished, ())
            state, faults = _resume(game, file, entries, path)
            if state is None:
                return None, faults
            log = log or GameLog(game.kit.id, state.players, (), file.options, file.variant, start=entries)
        else:
            state = start_log(game.rules, log)
        states.append(state)
        log = replace(log, lines=tuple(map(_open_line, log.lines)))
        for played in replay(game.rules, log, state, read=partial(read_line, game)):
            line, text = played.line, played.move.text
            line = line if line.words == text else LogLine(line.actor, text, line.number)
            lines.append(_make_line(game, states[-1], line, played.move))
            states.append(played.step.state)
            events = played.step.events
    except LogError as error:
        player, place = "" if error.actor == NATURE else error.actor, get_error_path(error)
        # Legal moves would reveal the cards of a hidden hand.
        values, legal = say_noted(game, error, file.wording), () if game.secrets else error.legal
        fault = Fault(error.rule, player, move=error.number, values=values, legal=legal, path=place)
        faults = (replace(fault, is_unreadable=error.is_unreadable),)
    if log is None or not states:
        return None, faults
    return Walk(game, replace(log, lines=tuple(lines)), tuple(states), events), faults


def say_noted(game: AnyGame, error: RulesError, wording: Wording) -> dict[str, Any]:
    """Return the values of an error, with its moves in the language of the wording."""
    values, vocabulary = {**error.values}, game.vocabularies.get(wording.locale)
    if vocabulary is None:
        return values
    if isinstance(move := values.get("move"), str):
        values["move"] = vocabulary.say_each([move])[0]
    if error.candidates:
        said = vocabulary.say_each(error.candidates[: MOST_CANDIDATES + 1])
        values["moves"] = join_candidates(said, wording.grammar.semicolon)
    return values


def _open_line(line: LogLine) -> LogLine:
    """Return a line of a file with words that can be read."""
    words = open_words(line.words)
    return line if words == line.words else replace(line, words=words)


def _resume(
    game: AnyGame, file: ScoreFile, entries: Mapping[str, Entry], path: EntryPath
) -> tuple[AnyState | None, tuple[Fault, ...]]:
    """Return the state of a table, or the rules that it breaks; raises DataError if it cannot be read."""
    if game.resume is None or game.scoring is None or not game.has_moves:
        message = f"the game `{game.kit.id}` cannot continue from a table that is typed in"
        raise NoRules(message).saying("command.no_table")
    if not file.players:
        problems = SaidProblems(file.findings, file.wording)
        hint = say_hint("players")
        problems.add((), say_wrong("missing", name="players"), hint, at="key")
        file.findings.stop()
    table, judgement = judge_table(game.scoring, file, entries, path)
    if faults := (*check_head(game, file, file.players), *judgement.faults):
        return None, faults
    try:
        return game.resume(table), ()
    except RulesError as error:
        return None, (Fault(error.rule, values=error.values, path=path or tuple(entries)[:1]),)


def list_keys(game: AnyGame, wording: Wording | None = None) -> GameKeys:
    """Return what score files of a game may contain; `wording` is for problems, by default English."""
    finished = tuple(scoring.key for scoring in game.scorings)
    start = finished[:1] if game.resume and game.has_moves else ()
    options = tuple(game.rules.options)
    return GameKeys(
        game=game.kit.id,
        wording=wording or game.kit.reference,
        finished=finished,
        start=start,
        has_log=game.has_moves,
        options=options,
        nature=NATURE,
        read_options=game.read_options,
    )


def find_file_game(source: Source, find: Callable[[str], AnyGame], wording: Wording | None = None) -> AnyGame:
    """Return the game in the variant that a file names; raises DataError for an unknown variant."""
    variant = find_variant(source)
    try:
        return find(variant)
    except RulesError as error:
        message = Sentence.of_rule(error.rule, **error.values).format(wording or find("").kit.reference)
        Findings(source).refuse(("variant",), message)


@dataclass(frozen=True, slots=True)
class SaidProblems:
    """Problems of a file, in the language of a wording."""

    findings: Findings
    wording: Wording

    def add(self, path: EntryPath, message: Phrase, hint: Phrase = "", *, at: PlaceRef = "value") -> None:
        self.findings.add(path, self._say(message), self._say(hint), at=at)

    def add_in_text(
        self, path: EntryPath, line: int, column: int, message: Phrase, hint: Phrase = ""
    ) -> None:
        self.findings.add_in_text(path, line, column, self._say(message), self._say(hint))

    def _say(self, phrase: Phrase) -> str:
        return format_phrase(phrase, self.wording)


def judge_table(
    scoring: AnyScoring, file: ScoreFile, entries: Mapping[str, Entry], path: EntryPath = ()
) -> tuple[object, core.Judgement]:
    """Read and judge a finished game below a path of a file; raises DataError if it cannot be read."""
    findings = Findings(file.source, path)
    table = scoring.read(entries, file.players, file.options, SaidProblems(findings, file.wording))
    findings.stop_if_any()
    judgement = scoring.judge(table)
    faults = tuple(replace(fault, path=(*path, *fault.path)) for fault in judgement.faults)
    return table, replace(judgement, faults=faults)


def check_head(
    game: AnyGame, file: ScoreFile, players: tuple[str, ...] | None, *, may_be_some: bool = False
) -> tuple[Fault, ...]:
    """Return the violations of the options of a file, and of the players unless they are None."""
    try:
        game.check_options(file.options)
        if players is not None:
            core.check_players(game.kit, players, may_be_some=may_be_some)
    except RulesError as error:
        return (Fault(error.rule, values=error.values, path=get_error_path(error)),)
    return ()


def locate(faults: Iterable[Fault], source: Source) -> tuple[Fault, ...]:
    """Return rule violations with their places in the file, in its order."""
    spots = ((fault, *_find_spot(fault, source)) for fault in faults)
    located = (replace(fault, line=line, column=column) for fault, line, column in spots)
    return tuple(sorted(located, key=attrgetter("line")))


def _find_spot(fault: Fault, source: Source) -> tuple[int, int]:
    """Return the line and column of a rule violation; line 0 if it has no place in the file."""
    if fault.line or not fault.path:
        return fault.line, fault.column
    if fault.text_line is None:
        return source.spot_of_key(fault.path)
    return source.spot_in_text(fault.path, fault.text_line, 0)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """The game in a walk file."""

    text: str = ""
    """Text of the file without an incomplete last line."""
    lost: str = ""
    """The incomplete last line; empty: none."""
    variant: str = ""
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    walk: Walk | None = None
    """None until players and options are known."""


class WalkFile:
    """The file of a walk; methods raise OutputError and then leave the file unchanged."""

    def __init__(self, lines: LineLog) -> None:
        self._lines = lines
        self._log: GameLog | None = None
        """The log in the file; None: it is not known, or not complete."""

    @property
    def path(self) -> Path:
        return self._lines.path

    def read(self, kit: Kit, wording: Wording) -> KeptGame:
        """Return the contents; raises DataError if they are not a legal log of this game."""
        data = self._read_bytes()
        complete = data[: data.rfind(b"\n") + 1]
        is_new = not complete and f"game: {kit.id}".encode().startswith(data)
        kept = KeptGame() if is_new else _parse(kit, wording, complete or data, name=name_file(self.path))
        if complete != data:
            self._lines.write(complete)
        if kept.walk is not None and kept.text == write_log(kept.walk.kept_log):
            self._log = kept.walk.kept_log
        return replace(kept, lost=data[len(complete) :].decode("utf-8", "replace").strip())

    def _read_bytes(self) -> bytes:
        """Return the content; raises DataError for pipes and devices, which cannot be read twice."""
        path = self.path
        try:
            if path.exists() and not path.is_file() and not path.is_dir():
                raise unreadable(
                    path,
                    "is not a regular file, so a game cannot be saved in it",
                    key="no_file",
                )
            return self._lines.read()
        except OSError as error:
            raise unreadable(path, error.strerror or str(error)) from error

    def write_head(self, log: GameLog) -> None:
        """Write players and options, as far as they are known."""
        self._lines.write(write_log(replace(log, lines=(), start={})).removesuffix(_EMPTY_LOG).encode())

    def save(self, walk: Walk) -> None:
        """Append the last line of the log if only this line is new, or else write the complete log."""
        kept, log = self._log, walk.kept_log
        if kept and kept.lines and kept == replace(log, lines=log.lines[:-1]):
            self._lines.append(f"{write_line(log.lines[-1])}\n".encode())
        else:
            self._lines.write(write_log(log).encode())
        self._log = log

    def tidy(self, kept: KeptGame) -> Path | None:
        """Rewrite a log so that lines can be added; return the copy of the original if it differed."""
        if kept.walk is None or kept.text == write_log(kept.walk.kept_log):
            return None
        place = name_old_copy(self.path)
        self.copy_to(place)
        self.save(kept.walk)
        return place

    def copy_to(self, place: Path) -> None:
        self._lines.copy_to(place)


_EMPTY_LOG = "log: []\n"
"""Last line of the score file of a log without lines."""


def _parse(kit: Kit, wording: Wording, data: bytes, *, name: str) -> KeptGame:
    source = decode_score(data, wording, file=name)
    is_begun = isinstance(source.data, dict) and "log" in source.data
    variant = find_variant(source)
    if not is_begun:
        if source.data == {"game": kit.id} or source.data == {"game": kit.id, "variant": variant}:
            return KeptGame(variant=variant)
        if isinstance(source.data, dict):
            source = decode_score(data.rstrip() + b"\n" + _EMPTY_LOG.encode(), file=name)
    game = _find_kit_game(source, kit, wording)
    file = read_score_file(source, replace(list_keys(game, wording), finished=()))
    walk = make_walk(game, file) if is_begun else None
    text = source.text if is_begun else ""
    return KeptGame(text, variant=file.variant, players=file.players, options=file.options, walk=walk)
