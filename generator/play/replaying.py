"""Replay of score files: a log from the start of the game, or from a table that was typed in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from generator.errors import DataError, LogError, NoRules, Problem, RulesError
from generator.model.kit import Kit
from generator.model.played import GameLog, LogLine
from generator.model.texts.wordings import Wording
from generator.model.values import replace
from generator.play.walkthrough import Walk
from generator.read.declared.findings import Findings
from generator.read.files.yaml import Source
from generator.read.scores import GameKeys, ScoreFile, find_variant, read_score_file
from generator.rules.core import (
    NATURE,
    Entry,
    EntryPath,
    Fault,
    Judgement,
    Listed,
    Sentence,
    State,
    Value,
    check_players,
)
from generator.rules.form import AnyScoring
from generator.rules.game import AnyGame, find_game
from generator.rules.replay import find_place, replay, start_log


def list_keys(game: AnyGame) -> GameKeys:
    finished = tuple(scoring.key for scoring in game.scorings)
    start = finished[:1] if game.resume else ()
    return GameKeys(game.kit.id, finished, start, tuple(game.rules.options), NATURE)


def find_file_game(source: Source, find: Callable[[str], AnyGame]) -> AnyGame:
    """Return the game in the variant that a file names; raises DataError for an unknown variant."""
    variant = find_variant(source)
    try:
        return find(variant)
    except RulesError as error:
        known = error.values.get("known")
        listed = f"available: {', '.join(map(str, known))}" if isinstance(known, Listed) else ""
        findings = Findings(source)
        hint = listed or "leave it out: the game has none"
        findings.refuse(("variant",), f"`{variant[:40]}` is not a variant of the game", hint)


def read_walk(source: Source, kit: Kit, wording: Wording) -> Walk:
    """Return the walk to the end of a log, or to a table; raises DataError for any rule violation.

    Raises NoRules for a table of a game that cannot continue from one.
    """
    game = find_file_game(source, lambda variant: find_game(kit, variant=variant))
    return make_walk(game, read_score_file(source, list_keys(game)), wording)


def make_walk(game: AnyGame, file: ScoreFile, wording: Wording) -> Walk:
    """Return the walk of a score file; raises DataError for any rule violation."""
    walk, faults = replay_file(game, file)
    if walk is None or faults:
        raise DataError(
            Problem(file.source.file, fault.line, 1, "", fault.sentence.format(wording), fault.rule)
            for fault in locate(faults, file.source)
        )
    return walk


def replay_file(game: AnyGame, file: ScoreFile) -> tuple[Walk | None, tuple[Fault, ...]]:
    """Return the walk as far as the log is legal, and the rule violations; None if the game cannot begin."""
    log = file.log
    faults: tuple[Fault, ...] = ()
    try:
        if log is None or file.start:
            entries, path = (file.start, ("start",)) if file.start else (file.finished, ())
            state, faults = resume(game, file, entries, path)
        else:
            state = start_log(game.rules, log)
        if state is None:
            return None, faults
        log = log or GameLog(game.kit.id, state.players, (), file.options, file.variant, start=entries)
    except LogError as error:
        return None, (make_fault(error),)
    states, lines = [state], []
    events: tuple[Sentence, ...] = ()
    try:
        for played in replay(game.rules, log, state):
            states.append(played.step.state)
            line, text = played.line, played.move.text
            lines.append(line if line.words == text else LogLine(line.actor, text, line.number))
            events = played.step.events
    except LogError as error:
        faults = (make_fault(error),)
    return Walk(game, replace(log, lines=tuple(lines)), tuple(states), events), faults


def resume(
    game: AnyGame, file: ScoreFile, entries: Mapping[str, Entry], path: EntryPath
) -> tuple[State | None, tuple[Fault, ...]]:
    """Return the state of a table, or the rules that it breaks; raises DataError if it cannot be read."""
    if game.resume is None:
        raise NoRules(f"the game `{game.kit.id}` cannot continue from a table that is typed in")
    if not file.players:
        hint = "add `players: [...]`, in their order at the table"
        file.findings.refuse((), "`players` is missing", hint, at="key")
    table, judgement = judge_table(game, file, entries, path)
    if faults := (*check_head(game, file, file.players), *judgement.faults):
        return None, faults
    try:
        return game.resume(table), ()
    except RulesError as error:
        return None, (Fault(error.rule, values=error.values, path=path or tuple(entries)[:1]),)


def judge_table(
    game: AnyGame, file: ScoreFile, entries: Mapping[str, Entry], path: EntryPath = ()
) -> tuple[object, Judgement]:
    """Read and judge a finished game below a path; raises DataError if it cannot be read."""
    assert game.scoring is not None
    return _judge(game.scoring, file, entries, path)


def judge_tables(game: AnyGame, file: ScoreFile) -> list[tuple[AnyScoring, object, Judgement]]:
    """Read and judge a finished game in all ways in which it is written; raises DataError."""
    scorings = (scoring for scoring in game.scorings if scoring.key in file.finished)
    return [(scoring, *_judge(scoring, file, file.finished, ())) for scoring in scorings]


def compare_scores(judged: Sequence[tuple[AnyScoring, object, Judgement]]) -> Iterator[Fault]:
    """Yield the players whose points differ by how the same game is written."""
    for (first, _, one), (second, _, other) in pairwise(judged):
        for player in [player for player in one.scores if player in other.scores]:
            number, wanted = other.scores[player].total, one.scores[player].total
            if number != wanted:
                values: dict[str, Value] = {"player": player, "number": wanted, "other": number}
                values |= {"first": first.key, "second": second.key}
                yield Fault("log.scores", player, values=values, path=(second.key,))


def _judge(
    scoring: AnyScoring, file: ScoreFile, entries: Mapping[str, Entry], path: EntryPath
) -> tuple[object, Judgement]:
    findings = Findings(file.source, path)
    table = scoring.read(entries, file.players, file.options, findings)
    findings.stop_if_any()
    judgement = scoring.judge(table)
    faults = tuple(replace(fault, path=(*path, *fault.path)) for fault in judgement.faults)
    return table, replace(judgement, faults=faults)


def check_head(
    game: AnyGame, file: ScoreFile, players: tuple[str, ...] | None, *, may_be_some: bool = False
) -> tuple[Fault, ...]:
    """Return what is wrong with the options of a file and with the players, unless they are None."""
    try:
        game.check_options(file.options)
        if players is not None:
            check_players(game.kit, players, may_be_some=may_be_some)
    except RulesError as error:
        return (Fault(error.rule, values=error.values, path=find_place(error)),)
    return ()


def make_fault(error: LogError) -> Fault:
    """Return the rule violation that stopped a replay."""
    player = "" if error.actor == NATURE else error.actor
    place = find_place(error)
    return Fault(error.rule, player, move=error.number, values=error.values, legal=error.legal, path=place)


def locate(faults: Iterable[Fault], source: Source) -> tuple[Fault, ...]:
    """Return the faults with their lines, in the order of the file."""
    return tuple(sorted((_locate(fault, source) for fault in faults), key=lambda fault: fault.line))


def _locate(fault: Fault, source: Source) -> Fault:
    if fault.line or not fault.path:
        return fault
    if fault.text_line is None:
        return replace(fault, line=source.spot_of_key(fault.path)[0])
    return replace(fault, line=source.spot_in_text(fault.path, fault.text_line, 0)[0])
