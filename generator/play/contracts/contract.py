"""The contract of a game: everything that its rules, forms, and texts promise."""

from collections.abc import Callable, Iterator, Mapping

from generator.errors import IllegalMove, RulesError, WrittenPlace, format_count, list_briefly
from generator.model.played import GameLog, LogLine
from generator.model.texts.wordings import Wording
from generator.play.contracts.forms import FORM_PROMISES, FormTrial
from generator.play.contracts.leaks import list_leaks
from generator.play.contracts.trial import (
    BrokenPromise,
    RandomGame,
    Trial,
    everybody,
    name_players,
    try_promise,
)
from generator.play.paper.score import Referee
from generator.read.scores import decode_score
from generator.rules.core import NATURE, Outcome, Sentence
from generator.rules.game import AnyGame
from generator.rules.replay import play_line, replay
from generator.rules.score_form import write_log


def list_broken_promises(trial: Trial, report: Callable[[str], object]) -> Iterator[BrokenPromise]:
    """Yield the first problem of each promise; `report` is called with its name before it is tested.

    If no random game can be played, or played again, only the mistake that prevents it is reported. What is
    raised in one place is one mistake, however often.
    """
    raised: set[WrittenPlace | None] = set()
    for broken in _list_all(trial, report):
        if not broken.is_raised or broken.place not in raised:
            yield broken
        raised |= {broken.place} if broken.is_raised and broken.place else set()


def _list_all(trial: Trial, report: Callable[[str], object]) -> Iterator[BrokenPromise]:
    if trial.game.has_moves:
        report("random games")
        unplayable = try_promise(_play(trial))
        yield from unplayable
        if unplayable:
            return
    for name, find in RULES_PROMISES.items() if trial.game.has_moves else ():
        report(name)
        yield from try_promise(find(trial))
    if trial.game.has_moves and trial.game.secrets:
        report("secrets")
        yield from try_promise(_list_leaks(trial))
    for form in trial.game.forms:
        for name, find_in_form in FORM_PROMISES.items():
            report(name)
            yield from try_promise(find_in_form(FormTrial(trial, form)))
    report("texts")
    yield from try_promise(list_wrong_texts(trial))


def count_promises(game: AnyGame) -> int:
    """Return the number of calls of `report`."""
    of_rules = game.has_moves * (1 + len(RULES_PROMISES) + (game.secrets is not None))
    return of_rules + len(game.forms) * len(FORM_PROMISES) + 1


def _list_leaks(trial: Trial) -> Iterator[BrokenPromise]:
    """Yield leaks of hidden information, from a random game with each number of players."""
    for number in trial.numbers:
        for leak in list_leaks(trial.game, name_players(number)):
            yield trial.blame(leak.method, f"{leak.message} (after {leak.moves} moves)")


def _play(trial: Trial) -> Iterator[BrokenPromise]:
    """Play all random games; raises their mistakes."""
    if not trial.random_games:
        yield BrokenPromise("the game cannot be started with any number of players")
    for game in trial.random_games:
        if not game.moves:
            players = format_count(len(game.players), "player")
            yield trial.blame("outcome", f"with {players}, the game is over before the first move")
        yield from list_changed_results(trial, game)


def list_moves_that_differ(trial: Trial) -> Iterator[BrokenPromise]:
    """Every listed move passes the check, and no other move of the same game does."""
    rules = trial.rules
    for sampled in trial.sample:
        for actor in everybody(sampled.state):
            listed = rules.moves(sampled.state, actor)
            for move in (*listed, *sampled.elsewhere):
                try:
                    rules.check(sampled.state, actor, move)
                    is_legal = True
                except IllegalMove:
                    is_legal = False
                if is_legal != (move in listed):
                    does = "allows it, but `moves` does not list it" if is_legal else "refuses a listed move"
                    yield trial.blame("check", f"`check` {does}: {_name(actor, move.text, sampled.moves)}")


def list_unread_texts(trial: Trial) -> Iterator[BrokenPromise]:
    """The notation of a move is unique, and is read as this move."""
    rules = trial.rules
    for sampled in trial.sample:
        for actor in rules.actors(sampled.state):
            moves = rules.moves(sampled.state, actor)
            texts = [move.text for move in moves]
            if twice := [text for text in texts if texts.count(text) > 1]:
                yield trial.blame("moves", f"two moves have the notation `{twice[0]}`")
            for move in moves:
                for text in (move.text, f"  {move.text.replace(' ', '  ')} "):
                    try:
                        read = rules.parse(sampled.state, actor, text)
                    except RulesError as error:
                        yield trial.blame("parse", f"`{move.text}` cannot be read back: {error}")
                        continue
                    if read != move:
                        yield trial.blame(
                            "parse", f"`{move.text}` is read as `{read.text}`: {read!r}, not {move!r}"
                        )


def list_changed_results(trial: Trial, game: RandomGame) -> Iterator[BrokenPromise]:
    """Every move of a game gives the same result when it is made again."""
    for number, (state, played) in enumerate(zip(game.states, game.moves, strict=False)):
        if trial.rules.apply(state, played.line.actor, played.move) != played.step:
            name = _name(played.line.actor, played.move.text, number)
            yield trial.blame("apply", f"a move leads to another state when it is made again: {name}")


def list_unequal_results(trial: Trial) -> Iterator[BrokenPromise]:
    """States are values: the same question or move gives the same result twice, also when read from text."""
    rules = trial.rules
    for sampled in trial.sample:
        before = hash(sampled.state)
        for actor in rules.actors(sampled.state):
            moves = rules.moves(sampled.state, actor)
            if list(moves) != list(rules.moves(sampled.state, actor)):
                yield trial.blame("moves", "the same moves come in another order when they are listed again")
            for move in moves:
                name = _name(actor, move.text, sampled.moves)
                step = rules.apply(sampled.state, actor, move)
                if step != rules.apply(sampled.state, actor, move):
                    yield trial.blame("apply", f"a move leads to another state when it is made again: {name}")
                if step != play_line(rules, sampled.state, LogLine(actor, move.text)).step:
                    yield trial.blame("parse", f"a move leads to another state when it is read first: {name}")
        if hash(sampled.state) != before:
            yield trial.blame("apply", "a move changes the state before it; return a new state instead")


def list_wrong_odds(trial: Trial) -> Iterator[BrokenPromise]:
    """When nature acts, its moves have odds that add up to 1; otherwise there are none."""
    rules = trial.rules
    for sampled in trial.sample:
        odds = rules.odds(sampled.state)
        if NATURE not in rules.actors(sampled.state):
            if odds:
                yield trial.blame("odds", f"there are odds, but `{NATURE}` cannot act")
        elif {*odds} != {*rules.moves(sampled.state, NATURE)}:
            yield trial.blame("odds", f"`odds` and `moves` of {NATURE} have different moves")
        elif sum(odds.values()) != 1 or not all(chance > 0 for chance in odds.values()):
            yield trial.blame("odds", f"the odds add up to {sum(odds.values())}, or some are not above 0")


def list_wrong_ends(trial: Trial) -> Iterator[BrokenPromise]:
    """There is an outcome exactly when there are no actors; every actor has a legal move."""
    rules = trial.rules
    for game in trial.random_games:
        for number, state in enumerate(game.states[:-1]):
            if rules.outcome(state) is not None:
                yield trial.blame(
                    "outcome", f"there is an outcome after {number} moves, but the game goes on"
                )
            for actor in rules.actors(state):
                rules.moves(state, actor)
        outcome = rules.outcome(game.states[-1])
        if outcome is None:
            yield trial.blame("outcome", "there is no actor, but no outcome either")
        elif not {*outcome.winners} <= {*game.players} or (outcome.won is None) == rules.is_shared:
            yield trial.blame("outcome", f"the outcome does not fit the players: {outcome}")
        elif rules.is_shared and outcome.winners != (game.players if outcome.won else ()):
            yield trial.blame(
                "outcome",
                "if `is_shared`, `winners` has all players after a victory, and none after a defeat",
            )


def list_wrong_scores(trial: Trial) -> Iterator[BrokenPromise]:
    """At any time, a total is the sum of its rounds, and the total of a round is the sum of its lines."""
    for sampled in trial.sample:
        for player in sampled.state.players:
            score = trial.rules.score(sampled.state, player)
            lines = [line.points for one in score.rounds for line in one.lines]
            if score.total != sum(lines):
                yield trial.blame("score", f"the total {score.total} is not the sum of its lines")


def list_wrong_logs(trial: Trial) -> Iterator[BrokenPromise]:
    """A random game that is written, read, and replayed has the same states and the same score."""
    rules, kit = trial.rules, trial.game.kit
    referee = Referee(kit)
    for game in trial.random_games[:: max(1, trial.games // 3)]:
        log = GameLog(kit.id, game.players, tuple(each.line for each in game.moves))
        if [again.step.state for again in replay(rules, log)] != [each.step.state for each in game.moves]:
            yield trial.blame("apply", "a log that is replayed leads to other states")
        report = referee.score(decode_score(write_log(log).encode()))
        if report.verdict != "proved" or report.moves != len(game.moves):
            reason = ", ".join(str(fault.sentence.key) for fault in report.faults)
            yield trial.blame("parse", f"the log of a random game is refused: {reason}")
        elif report.outcome != rules.outcome(game.states[-1]):
            yield trial.blame("outcome", "a log that is replayed has another outcome")
        elif report.scores != {player: rules.score(game.states[-1], player) for player in game.players}:
            yield trial.blame("score", "a log that is replayed has another score")


def list_wrong_stops(trial: Trial) -> Iterator[BrokenPromise]:
    """A log stops at the first line that is not a move; the report suggests legal moves."""
    rules, kit = trial.rules, trial.game.kit
    referee = Referee(kit)
    for game in trial.random_games[:: max(1, trial.games // 3)]:
        for wrong in (len(game.moves) // 3, len(game.moves) - 1):
            lines = [each.line for each in game.moves]
            lines[wrong] = LogLine(lines[wrong].actor, _NO_MOVE)
            text = write_log(GameLog(kit.id, game.players, tuple(lines)))
            report = referee.score(decode_score(text.encode()))
            fault = report.faults[0] if report.faults else None
            is_there = fault and text.split("\n")[fault.line - 1].endswith(f": {_NO_MOVE}")
            if report.verdict != "unreadable" or not fault or not is_there or report.moves != wrong:
                yield trial.blame("parse", f"`{_NO_MOVE}` is read as a move; raise UnreadableMove")
                continue
            for words in fault.legal:
                move = rules.parse(game.states[wrong], lines[wrong].actor, words)
                rules.check(game.states[wrong], lines[wrong].actor, move)


_NO_MOVE = "castle kingside"
"""Words that are not a move of any game."""


def _name(actor: str, move: str, moves: int) -> str:
    return f"{actor}: {move}, after {moves} moves"


RULES_PROMISES: Mapping[str, Callable[[Trial], Iterator[BrokenPromise]]] = {
    "games end and say how": list_wrong_ends,
    "moves are what check allows": list_moves_that_differ,
    "moves are read back": list_unread_texts,
    "states are values": list_unequal_results,
    "odds add up": list_wrong_odds,
    "scores add up": list_wrong_scores,
    "a game is its log": list_wrong_logs,
    "a log stops at a line that is not a move": list_wrong_stops,
}
"""Promises of rules, each with the check that finds its problems."""


def list_wrong_texts(trial: Trial) -> Iterator[BrokenPromise]:
    """Yield missing texts, and texts with placeholders for which the rules give no value."""
    wording = trial.game.kit.wordings["en"]
    missing: dict[str, None] = {}
    wrong: dict[str, str] = {}
    for sentence in dict.fromkeys(_list_sentences(trial)):
        for each in _list_nested(sentence):
            if each.key not in wording:
                missing[each.key] = None
            elif lacking := list_lacking(each, wording):
                wrong[each.key] = list_briefly(f"{{{name}}}" for name in lacking)
    if wrong:
        listed = list_briefly(f"`{key}` has {names}" for key, names in wrong.items())
        yield BrokenPromise(f"texts have placeholders for which the rules give no values: {listed}")
    elif missing:
        keys = list_briefly(f"`{key}`" for key in missing)
        yield BrokenPromise(
            f"texts are missing in wording/en.yaml, so their keys are shown: {keys}", is_error=False
        )


def list_lacking(sentence: Sentence, wording: Wording) -> tuple[str, ...]:
    """Return the placeholders of a text that have no value."""
    return tuple(name for name in wording.message(sentence.key).names if name not in sentence.values)


def _list_sentences(trial: Trial) -> Iterator[Sentence]:
    rules = trial.rules
    for game in trial.random_games if trial.game.has_moves else ():
        for each in game.moves:
            yield from each.step.events
        end = game.states[-1]
        outcome = rules.outcome(end)
        if isinstance(outcome, Outcome):
            yield Sentence.of_rule(outcome.rule)
        for player in game.players:
            score = rules.score(end, player)
            yield from (line.label for each in score.rounds for line in each.lines)
            yield from filter(None, (score.note,))


def _list_nested(sentence: Sentence) -> Iterator[Sentence]:
    """Yield a message, and the messages among its values."""
    yield sentence
    for value in sentence.values.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Sentence):
                yield from _list_nested(each)
