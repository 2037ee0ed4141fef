"""A game that was written down, turn by turn, and the sheets that it leaves behind."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.errors import IllegalMove, RulesError
from generator.games.fight_the_virus.game import NATURE, Game, actors, apply_move
from generator.games.fight_the_virus.marks import PlayerSheet
from generator.games.fight_the_virus.moves import (
    Finish,
    KeepRoll,
    LeaveBonus,
    Move,
    Roll,
    RollAgain,
    TakeBonus,
)
from generator.games.fight_the_virus.plan import Plan
from generator.model.places import SquareGrid


@dataclass(frozen=True, slots=True)
class Turn:
    """The dice of one turn and what every player made of them."""

    roll: Roll
    moves: tuple[tuple[str, tuple[Move, ...]], ...]
    """Player and moves. Bonuses and dice that are not named were left."""
    rerolled: tuple[Roll, ...] = ()
    """Doubles that the active player rolled again, in order."""


def play_turn(plan: Plan, game: Game, turn: Turn) -> Game:
    """The game after the turn; raises RulesError that names turn, player and move."""
    active = game.players[game.active]
    for doubles in turn.rerolled:
        game = _apply(plan, game, NATURE, doubles)
        game = _apply(plan, game, active, RollAgain())
    number = game.turn
    game = _apply(plan, game, NATURE, turn.roll)
    if not game.stands:
        game = _apply(plan, game, active, KeepRoll())
    for player, moves in turn.moves:
        for move in moves:
            if player in actors(game) and game.hand_of(player).bonus and not isinstance(move, TakeBonus):
                game = _apply(plan, game, player, LeaveBonus())
            game = _apply(plan, game, player, move)
    while game.turn == number and not game.over:
        player = actors(game)[0]
        left = LeaveBonus() if game.hand_of(player).bonus else Finish()
        game = _apply(plan, game, player, left)
    return game


def _apply(plan: Plan, game: Game, actor: str, move: Move) -> Game:
    try:
        return apply_move(plan, game, actor, move)
    except IllegalMove as error:
        raise RulesError(f"turn {game.turn}, {actor}, `{move.text}`: {error}") from error


def draw_grid(grid: SquareGrid, entries: Mapping[str, str]) -> str:
    """The squares as the sheet's file has them, two characters each: an entry, or `.` for none."""
    rows = []
    for y in range(grid.height):
        line = ""
        for square in grid.row(y):
            line = line.ljust(round(square.x * 2)) + (entries.get(square.id) or ".")
        rows.append(line.rstrip())
    return "\n".join(rows)


def letter_shapes(plan: Plan, sheet: PlayerSheet) -> dict[str, str]:
    """Square of the virus -> letter of its shape, `a` for the first, `A` after `z`."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    pairs = zip(sheet.shapes, letters, strict=False)
    return {id: letter for shape, letter in pairs for id in plan.area.ids(shape)}


def number_tests(plan: Plan, sheet: PlayerSheet) -> dict[str, str]:
    return {id: str(number) for id, number in zip(plan.wall.ids, sheet.tests, strict=True) if number}


def number_spread(plan: Plan, sheet: PlayerSheet) -> dict[str, str]:
    """Numbers of the spread curve; `o` for a circle that is still empty."""
    circled = {plan.curve.ids[square]: "o" for square in sheet.circled}
    filled = {id: str(number) for id, number in zip(plan.curve.ids, sheet.spread, strict=True) if number}
    return circled | filled


def mark_progress(sheet: PlayerSheet) -> str:
    """One character a field: `x` used or lost, `o` circled, `!` lost and still owed, `.` untouched."""
    fields = (sheet.progress.say_field(index) for index in range(sheet.progress.fields))
    return "".join(field or "." for field in fields)
