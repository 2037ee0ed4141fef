"""A score file -> what is to be said of it: the verdict, the faults, the scores, who won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from generator.errors import LogError, NoRules, RulesError
from generator.model.kit import Kit
from generator.model.log import GameLog
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import Source
from generator.read.scores.scores import GameKeys, LinesSource, ScoreFile, find_variant, read_score_file
from generator.rules.core import (
    NATURE,
    Fault,
    Judgement,
    Listed,
    Outcome,
    Score,
    Scoring,
    Sentence,
    State,
    Verdict,
)
from generator.rules.finding import find_game
from generator.rules.game import AnyGame
from generator.rules.players import check_players
from generator.rules.replay import check_options, find_line_place, find_place, replay, start_log
from generator.rules.writing import write_log


@dataclass(frozen=True)
class Report:
    """What is to be said of one score file."""

    game: str
    verdict: Verdict
    scores: Mapping[str, Score]
    """By player, in their order at the table; empty where nothing could be counted."""
    faults: tuple[Fault, ...] = ()
    """Each with its line, where it stands in one."""
    outcome: Outcome | None = None
    """None: the game is not over, or is not what the rules allow."""
    end_line: int = 0
    """Of the file, from 1: of the log, where the game ended; 0: it has not, or there is no log."""
    moves: int = 0
    """Lines of the log that could be played."""
    is_shared: bool = False
    """All players win or lose together."""

    @property
    def winners(self) -> tuple[str, ...]:
        return self.outcome.winners if self.outcome else ()

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """What must be said of the scores, each once."""
        notes = [score.note for score in self.scores.values() if score.note]
        return tuple(note for index, note in enumerate(notes) if note not in notes[:index])


class Referee:
    """Scores files of one kit; made once, since the kit is the same for all of them."""

    def __init__(self, kit: Kit) -> None:
        """Raise NoRules when nobody has written the rules of the game."""
        self.kit = kit
        self._games: dict[str, AnyGame] = {}
        self.find("")

    @property
    def scoring(self) -> Scoring[object, State]:
        """Of the usual variant; raises NoRules when only logs of the game can be scored."""
        scoring = self.find("").scoring
        if scoring is None:
            raise NoRules(f"the game `{self.kit.id}` has no form for finished games; score a log of it")
        return scoring

    def find(self, variant: str) -> AnyGame:
        """The game in a variant; RulesError when there is no such variant."""
        if variant not in self._games:
            self._games[variant] = find_game(self.kit, variant=variant)
        return self._games[variant]

    def list_rounds(self, rounds: Sequence[str]) -> Source:
        """Rounds in words, as from the command line; raises NoRules when the game has no such words."""
        key = self.scoring.round_key
        if not key:
            raise NoRules(f"the game `{self.kit.id}` has no rounds that could be written on one line")
        return LinesSource("--round", self.kit.id, key, rounds)

    def score(self, source: Source) -> Report:
        """Raises DataError for what cannot be read as a score file of this game."""
        variant = find_variant(source)
        try:
            game = self.find(variant)
        except RulesError as error:
            findings = Findings(source)
            findings.add(("variant",), f"`{variant[:40]}` is no variant of the game", _list_known(error))
            findings.stop()
        file = read_score_file(source, list_keys(game))
        _check_last_line(file)
        table = None
        if game.scoring is not None and file.finished:
            table = game.scoring.read(file.finished, file.players, file.options, file.findings)
            file.findings.stop_if_any()
        return self._check(file, game, table)

    def _check(self, file: ScoreFile, game: AnyGame, table: object | None) -> Report:
        judgement = Judgement({})
        faults: list[Fault] = []
        if table is not None and game.scoring is not None:
            judgement = game.scoring.judge(table)
            faults += _check_head(game, file, tuple(judgement.scores))
            faults += judgement.faults
        moves = 0
        if file.log is not None:
            played = _play(game, file.log)
            faults += played.judgement.faults
            if table is not None and game.scoring is not None and played.state is not None and not faults:
                faults += game.scoring.compare(table, played.state)
            judgement, moves = played.judgement, played.moves
        verdict: Verdict = "consistent" if file.log is None else "proved"
        outcome = None if faults else judgement.outcome
        end = find_line_place(file.log.lines[-1]) if outcome and file.log and file.log.lines else ()
        return Report(
            game=self.kit.id,
            verdict="illegal" if faults else verdict,
            scores=judgement.scores,
            faults=tuple(
                sorted((_with_line(fault, file.source) for fault in faults), key=attrgetter("line"))
            ),
            outcome=outcome,
            end_line=file.source.spot_of_key(end)[0] if end else 0,
            moves=moves,
            is_shared=game.rules.is_shared,
        )


def list_keys(game: AnyGame) -> GameKeys:
    """What the score files of a game may hold."""
    finished = tuple(game.scoring.keys) if game.scoring else ()
    return GameKeys(game.kit.id, finished, tuple(game.rules.options), NATURE)


@dataclass(frozen=True)
class _Played:
    """How far a log could be played."""

    state: State | None
    """None: it could not begin."""
    moves: int
    judgement: Judgement


def _check_head(game: AnyGame, file: ScoreFile, players: tuple[str, ...]) -> list[Fault]:
    """Of a finished game: a log is checked when it begins."""
    if file.log is not None:
        return []
    try:
        check_options(game.rules.options, file.options)
        may_be_some = game.scoring is not None and game.scoring.takes_some_players
        if file.players or not game.rules.is_shared:
            # A table of all together may be typed in without names.
            check_players(game.kit, file.players or players, may_be_some=may_be_some)
    except RulesError as error:
        return [Fault(error.rule, values=error.values, path=find_place(error))]
    return []


def _list_known(error: RulesError) -> str:
    known = error.values.get("known")
    if not isinstance(known, Listed):
        return "leave it out: the game has none"
    return f"there are: {', '.join(map(str, known))}"


def _check_last_line(file: ScoreFile) -> None:
    """Refuse half a line of a log that `petri walk` was writing: it could be taken for another move."""
    log, text = file.log, file.source.text
    if log is None or text.endswith("\n"):
        return
    if text[: text.rfind("\n") + 1] == write_log(replace(log, lines=log.lines[:-1])):
        said = "this line has no end, and may be only half of a move"
        file.findings.add(("log", len(log.lines) - 1), said, "add a line break if it is complete")
        file.findings.stop()


def _play(game: AnyGame, log: GameLog) -> _Played:
    rules = game.rules
    state: State | None = None
    moves = 0
    faults: tuple[Fault, ...] = ()
    try:
        state = start_log(rules, log)
        for played in replay(rules, log):
            state, moves = played.step.state, played.line.number
    except LogError as error:
        faults = (_say_error(error),)
    if state is None:
        return _Played(None, 0, Judgement({}, faults))
    scores = {player: rules.score(state, player) for player in log.players}
    return _Played(state, moves, Judgement(scores, faults, rules.outcome(state)))


def _say_error(error: LogError) -> Fault:
    player = "" if error.actor == NATURE else error.actor
    return Fault(
        error.rule,
        player,
        move=error.number,
        values=error.values,
        legal=error.legal,
        path=find_place(error),
    )


def _with_line(fault: Fault, source: Source) -> Fault:
    """The line is looked up when there is a fault, since that takes as long as reading did."""
    if fault.line or not fault.path:
        return fault
    if fault.text_line is not None:
        return replace(fault, line=source.spot_in_text(fault.path, fault.text_line, 0)[0])
    return replace(fault, line=source.spot_of_key(fault.path)[0])
