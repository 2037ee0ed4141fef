"""Score files as positions of the forms of a game, such as to continue filling them in."""

from collections.abc import Callable, Mapping

from generator.errors import NoRules
from generator.model.position import Position
from generator.model.values import dataclass
from generator.play.replaying import find_file_game, list_keys, replay_file
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import Source
from generator.read.scores.scores import read_score_file
from generator.rules.form import AnyForm
from generator.rules.game import AnyGame


@dataclass(frozen=True)
class Filled:
    """A form as it is filled in."""

    game: AnyGame
    form: AnyForm
    players: tuple[str, ...]
    """All players in seating order; may be empty if the game is cooperative."""
    setup: Mapping[str, str]
    position: Position

    def write(self) -> str:
        """Return the score file."""
        return self.form.write(self.position, self.players, self.setup)


def read_filled(source: Source, find: Callable[[str], AnyGame]) -> Filled:
    """Return the position of a finished game or, of a file with only a log, of its end.

    `find` returns the game in a variant. The position may break rules. Raises DataError for a file that
    cannot be read, and NoRules for a game without forms.
    """
    game = find_file_game(source, find)
    if not game.forms:
        raise NoRules(f"the game `{game.kit.id}` has no form that could be filled in")
    file = read_score_file(source, list_keys(game))
    for form in game.forms:
        scoring = form.scoring
        if scoring.key in file.finished:
            findings = Findings(source)
            table = scoring.read(file.finished, file.players, file.options, findings)
            findings.stop_if_any()
            position = form.mark(table)
            players = file.players or form.list_players(position)
            return Filled(game, form, players, file.options, position)
    walk, _ = replay_file(game, file)
    position = game.forms[0].mark_state(walk.state) if walk else Position()
    return Filled(game, game.forms[0], file.players, file.options, position)
