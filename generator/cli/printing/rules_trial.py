"""`petri check --trust`: tests the rules of games in random games."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import typer

from generator.cli.terminal.echo import echo
from generator.cli.terminal.progress import show_bar
from generator.cli.terminal.trust import decide_trust
from generator.errors import DataError, GeneratorError, Notice, format_count
from generator.model.kit import RULES_FILE, Kit
from generator.play.contracts.agreement import list_referee_problems
from generator.play.contracts.contract import count_promises, list_broken_promises
from generator.play.contracts.trial import make_trial
from generator.read.cached import read_cached_game
from generator.read.files.shelf import Shelf
from generator.rules.game import find_game, find_origin

_GAMES = 200
"""Number of random games with each number of players."""


def try_rules(folders: Sequence[Path], shelf: Shelf) -> tuple[Notice, ...]:
    """Return the problems of the rules of trusted games; raises typer.BadParameter if none has rules."""
    kits: list[Kit] = []
    for path in folders:
        # `petri check` has already reported why its files cannot be read.
        with suppress(DataError):
            kits.append(read_cached_game(path, shelf=shelf)[0])
    own = [kit for kit in kits if kit.scoring or find_origin(kit.folder, kit.id) in ("rules.py", "installed")]
    if kits and not own:
        message = f"has no effect: there is no {RULES_FILE} or score.yaml"
        raise typer.BadParameter(message, param_hint="--trust")
    return tuple(notice for kit in own for notice in _try(kit))


def _try(kit: Kit) -> Iterator[Notice]:
    try:
        game = find_game(decide_trust(kit, is_trusted=True))
    except GeneratorError as error:
        yield from error.list_notices()
        return
    yield from (problem.describe() for problem in list_referee_problems(kit, game))
    trial, number = make_trial(game, games=_GAMES), count()
    with show_bar(count_promises(game)) as update:
        broken = [*list_broken_promises(trial, lambda promise: update(promise, next(number)))]
    yield from (Notice(each.message, each.place, is_error=each.is_error) for each in broken)
    seats = ", ".join(map(str, trial.numbers))
    played = (
        f"{format_count(_GAMES, 'random game')} each with {seats} players" if game.has_moves else "no moves"
    )
    echo(f"rules of {kit.slug}: {played}, {format_count(len(game.forms), 'form')}")
