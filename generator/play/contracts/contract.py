"""The contract of a game: everything that its rules, forms, and texts promise."""

from collections.abc import Callable, Iterator

from generator.errors import WrittenPlace, format_count
from generator.play.contracts.forms import FORM_PROMISES, FormTrial
from generator.play.contracts.leaks import list_leaks
from generator.play.contracts.rules import RULES_PROMISES, list_changed_results
from generator.play.contracts.texts import list_wrong_texts
from generator.play.contracts.trial import BrokenPromise, Trial, name_players, try_promise
from generator.rules.game import AnyGame


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
