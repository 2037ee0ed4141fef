"""The contract of forms, held by every game that has any: a position becomes a score file, and comes back."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from generator.model.played import Laid, Mark, PenMark, Position, Takes, TokenMark
from generator.play.paper.forms import read_filled_position
from generator.play.paper.score import Referee, Report
from generator.read.scores import decode_score
from generator.rules.core import AnyState
from generator.rules.form import list_unfit
from tests import played
from tests.random_games import play_moves
from tests.samples import proves_all

POSITIONS = 1000 if proves_all() else 60
STATES = 40
"""Number of positions of each random game, if so many are different."""
PLAYERS = {"noughts_and_crosses": ["Ana", "Bo"]}
SOME = ["Ana", "Bo", "Cleo"]


@cache
def list_positions(game: str, index: int) -> Sequence[tuple[AnyState, Position]]:
    """Return different positions of games, one of which is played by a policy, at the end and before."""
    each = played.game(game)
    policies = [*each.policies.values(), None]
    found: dict[Position, AnyState] = {}
    for seed in range(POSITIONS):
        policy = policies[min(seed, len(policies) - 1)]
        moves = play_moves(each.rules, PLAYERS.get(game, SOME), setup={}, seed=seed, policy=policy)
        states = [move.step.state for move in moves]
        some = random.Random(seed).sample(states, min(STATES - 1, len(states)))
        for state in (*some, states[-1]):
            position = keep(each.forms[index].list_takes(), each.forms[index].lay_state(state))
            if any(part.laid for part in position.parts):
                found[position] = state
        if len(found) >= POSITIONS:
            break
    return [(state, position) for position, state in found.items()]


def keep(takes: Sequence[Takes], position: Position) -> Position:
    """Return the marks that players make; others, such as chips that wait, follow from them."""
    places = {(each.area, place) for each in takes for place in each.places}
    return replace(
        position,
        parts=tuple(
            replace(part, laid=tuple(laid for laid in part.laid if (laid.area, laid.place) in places))
            for part in position.parts
        ),
    )


def name_setup(game: str, state: AnyState) -> dict[str, str]:
    """Return the options of a score file that a position does not have."""
    roles = zip(state.players, getattr(state, "roles", ()), strict=False)
    named = ", ".join(f"{player} {role.replace('_', ' ')}" for player, role in roles if role)
    return {"roles": named} if named else {}


@cache
def referee(game: str) -> Referee:
    return Referee(played.kit(game))


def score(game: str, text: str) -> Report:
    return referee(game).score(decode_score(text.encode()))


def list_marks(position: Position) -> set[tuple[str, Laid]]:
    """Return the marks of a position with their owners."""
    return {(part.owner, laid) for part in position.parts for laid in part.laid}


@pytest.mark.parametrize(("game", "index"), played.FORMS)
def test_a_position_becomes_a_score_file_and_comes_back(game: str, index: int) -> None:
    """A score file of a position has no fault, the points of the rules, and the same marks."""
    each = played.game(game)
    form = each.forms[index]
    positions = list_positions(game, index)
    assert len(positions) >= POSITIONS
    ends = 0
    for state, position in positions:
        assert [*list_unfit(form.list_takes(), position)] == []
        text = form.write(position, state.players, name_setup(game, state))
        report = score(game, text)
        assert report.faults == (), text
        assert report.verdict == "consistent"
        if each.rules.outcome(state) and not each.rules.is_shared:
            totals = {player: each.rules.score(state, player).total for player in state.players}
            assert {player: each.total for player, each in report.scores.items()} == totals
            ends += 1
        filled = read_filled_position(decode_score(text.encode()), referee(game).find)
        assert list_marks(keep(form.list_takes(), filled.position)) == list_marks(position)
        assert filled.write() == text
    assert ends or each.rules.is_shared


@pytest.mark.parametrize(("game", "index"), played.FORMS)
def test_a_wrong_mark_is_named_by_its_place(game: str, index: int) -> None:
    """Faults of a position with one other mark name only places that the form has."""
    each = played.game(game)
    form = each.forms[index]
    takes = form.list_takes()
    places = {(one.area, place) for one in takes for place in (*one.places, "")}
    chance = random.Random(game)
    found = 0
    for state, position in list_positions(game, index)[: POSITIONS // 2]:
        for changed in (change(takes, position, chance) for _ in range(3)):
            if [*list_unfit(takes, changed)]:
                continue
            report = score(game, form.write(changed, state.players, name_setup(game, state)))
            for fault in report.faults:
                found += bool(fault.places)
                assert {*fault.places} <= places, fault
                assert fault.player in ("", *state.players)
    assert found > 10


def change(takes: Sequence[Takes], position: Position, chance: random.Random) -> Position:
    """Return the position with another mark in a place, or without one."""
    number = chance.randrange(len(position.parts))
    part = position.parts[number]
    each = chance.choice(takes)
    place = chance.choice(each.places)
    kept = tuple(
        laid
        for laid in part.laid
        if (laid.area, laid.place) != (each.area, place) or not each.fits(laid.mark)
    )
    added = (Laid(each.area, place, make_mark(each, chance)),) if chance.random() < 0.8 else ()
    parts = (*position.parts[:number], replace(part, laid=(*kept, *added)), *position.parts[number + 1 :])
    return replace(position, parts=parts)


def make_mark(takes: Takes, chance: random.Random) -> Mark:
    if takes.kind in ("text", "player"):
        return PenMark("text", chance.choice(SOME))
    if takes.kind == "number":
        return PenMark("text", str(chance.randint(*takes.numbers)))
    mark = chance.choice(takes.marks)
    is_heap = takes.kind == "heap" and isinstance(mark, TokenMark)
    return replace(mark, count=chance.randint(1, takes.numbers[1])) if is_heap else mark
