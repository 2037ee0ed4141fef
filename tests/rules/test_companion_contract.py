"""The contract of generator/rules/companion.py, held by every game that has a companion."""

import itertools
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from generator.errors import RulesError
from generator.model.elements.areas import BoxArea, GridArea, MapArea, TrackArea
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Board, Kit, PieceSet, Sheet
from generator.model.played import LaidPart, Spot, TokenMark
from generator.play.contracts.trial import play_moves
from generator.rules.companion import Companion, TableView, Tone
from generator.rules.core import NATURE, AnyMove, AnyState, Chance, Rules, Sentence, list_numbers_of_players
from generator.rules.game import list_pieces
from generator.rules.notation import list_verbs
from tests import played, shipped
from tests.played import COMPANIONS as GAMES

NAMES = ("Ana", "Bo", "Cleo Dee", "Dr. No: 7", "Eva", "Fay")
STATES = 60
"""Number of states of each game, spread over random games."""
MOVES = 25
"""Everything the companion says about each state and actor."""


def made(game: str) -> tuple[Rules[AnyState, AnyMove], Companion[AnyState, AnyMove]]:
    return played.game(game).rules, played.game(game).companion


@cache
def sample(game: str) -> tuple[Any, ...]:
    """States of random games at the smallest and the largest table, the first and the last among them."""
    rules, _ = made(game)
    fewest, most = list_numbers_of_players(shipped.kit(game))
    chance = random.Random(7)
    found: list[Any] = []
    for number in sorted({fewest, min(most or 4, len(NAMES))}):
        for seed in range(2):
            players = NAMES[:number]
            made_moves = play_moves(rules, players, setup={}, seed=seed)
            states = [rules.start(players, {}), *(each.step.state for each in made_moves)]
            found += [states[0], states[-1], *chance.sample(states, min(len(states), STATES // 4))]
    return tuple(found)


@cache
def events(game: str) -> frozenset[Sentence]:
    rules, _ = made(game)
    fewest, _ = list_numbers_of_players(shipped.kit(game))
    moves = [each for seed in range(4) for each in play_moves(rules, NAMES[:fewest], setup={}, seed=seed)]
    return frozenset(event for each in moves for event in each.step.events)


def check_said(kit: Kit, sentence: Sentence) -> None:
    """A sentence has a text in every language of the kit, and a value for every placeholder."""
    for wording in kit.wordings.values():
        said = sentence.format(wording)
        assert said.strip()
        assert not re.search(r"\{[a-z][a-z0-9_]*\}", said), f"{wording.locale}: {sentence.key}: {said}"


def acting(game: str) -> Iterator[tuple[Any, str]]:
    rules, _ = made(game)
    for state in sample(game):
        for actor in rules.actors(state):
            yield state, actor


@pytest.mark.parametrize("game", GAMES)
def test_everybody_who_may_act_is_asked(game: str) -> None:
    """In every state and every language; nature also says whether it rolls or draws."""
    _, companion = made(game)
    asked = set()
    for state, actor in acting(game):
        question = companion.ask(state, actor)
        asked.add(question.key)
        check_said(shipped.kit(game), question)
        if actor == NATURE:
            assert companion.chance(state) in get_args(Chance)
    assert len(asked) > 1


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_told(game: str) -> None:
    """In every language."""
    rules, companion = made(game)
    chance = random.Random(11)
    for state, actor in acting(game):
        moves = list(rules.moves(state, actor))
        for move in chance.sample(moves, min(len(moves), MOVES)):
            check_said(shipped.kit(game), companion.describe(state, actor, move))


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_explained_or_says_nothing(game: str) -> None:
    """There are lessons, and each can be said in every language."""
    _, companion = made(game)
    lessons = [lesson for state, actor in acting(game) if (lesson := companion.lesson(state, actor))]
    assert lessons
    for lesson in set(lessons):
        check_said(shipped.kit(game), lesson)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_asked_by_name(game: str) -> None:
    """Questions are about options of the rules, and names about their values."""
    rules, companion = made(game)
    for question in companion.questions:
        check_said(shipped.kit(game), question.text)
        assert set(question.values) <= set(rules.options[question.key])
        for name in question.values.values():
            check_said(shipped.kit(game), name)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_laid_out(game: str) -> None:
    """The set-up has instructions in every language."""
    rules, companion = made(game)
    fewest, _ = list_numbers_of_players(shipped.kit(game))
    steps = companion.prepare(rules.start(NAMES[:fewest], {}))
    assert steps
    for step in steps:
        check_said(shipped.kit(game), step)


@pytest.mark.parametrize("game", GAMES)
def test_every_state_is_seen(game: str) -> None:
    """Views have titles and cells in every language, and mostly differ between states."""
    _, companion = made(game)
    views = []
    for state in sample(game):
        view = companion.view(state)
        check_view(shipped.kit(game), view)
        assert view == companion.view(state)
        views.append(view)
    assert any(view != views[0] for view in views)


def check_view(kit: Kit, view: TableView) -> None:
    assert view
    for block in view:
        if isinstance(block.title, Sentence):
            check_said(kit, block.title)
        for cell in (*block.heads, *(cell for row in block.rows for cell in row)):
            assert cell.tone in get_args(Tone)
            if isinstance(cell.text, Sentence):
                check_said(kit, cell.text)


@pytest.mark.parametrize("game", GAMES)
def test_positions_name_places_and_pieces_of_the_kit(game: str) -> None:
    """Every mark is on a printed place, and every token is printed."""
    kit = shipped.kit(game)
    _, companion = made(game)
    pieces = {
        (name, piece.id)
        for part in kit.parts
        if isinstance(part, PieceSet)
        for deck in part.decks
        for piece in deck.pieces
        for name in ("", part.id)
    }
    for state in sample(game):
        for part in companion.position(state).parts:
            assert not part.owner or part.owner in state.players
            check_places(kit, part)
            for laid in part.laid:
                if isinstance(laid.mark, TokenMark):
                    assert (laid.mark.part, laid.mark.piece) in pieces
                    assert laid.mark.count > 0
                else:
                    assert bool(laid.mark.text) == (laid.mark.sign == "text")


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_about_places_that_are_shown(game: str) -> None:
    """On a board, on the sheet of the actor, or on a card that lies open; many moves are about one."""
    kit = shipped.kit(game)
    rules, companion = made(game)
    chance, found = random.Random(5), 0
    for state, actor in acting(game):
        shown = set(list_spots(kit, companion, state, actor))
        for card in companion.cards(state):
            shown.add((card.area, ""))
            check_said(kit, card.name)
            assert card.mark.piece in {piece.id for piece in list_pieces(kit)}
        moves = list(rules.moves(state, actor))
        for move in chance.sample(moves, min(len(moves), MOVES)):
            spots = companion.places(state, move)
            assert {*spots} <= shown, move.text
            assert len({*spots}) == len(spots)
            found += bool(spots)
    assert found > STATES


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_about_places_that_are_shown(game: str) -> None:
    """On a board, or on the sheet of the actor; in Pandemic, where the pawn of the player is."""
    kit = shipped.kit(game)
    _, companion = made(game)
    found = 0
    for state, actor in acting(game):
        focus = companion.focus(state, actor)
        assert {*focus} <= {*list_spots(kit, companion, state, actor)}
        found += bool(focus)
    assert bool(found) == (game == "pandemic")


@pytest.mark.parametrize("game", GAMES)
def test_starts_of_moves_are_described(game: str) -> None:
    """Dice by a sentence; everything else is translated word by word."""
    kit = shipped.kit(game)
    rules, companion = made(game)
    found = set()
    for state, actor in acting(game):
        for move in itertools.islice(rules.moves(state, actor), MOVES):
            if said := companion.describe_start(state, actor, move.text.split()[0]):
                check_said(kit, said)
                found.add(said.key)
    assert found == ({"tell.die", "tell.die_raised"} if game == "fight_the_virus" else set())


@pytest.mark.parametrize("game", [game for game in GAMES if game != "virus_and_co"])
def test_what_is_pointed_at_in_vain_is_refused_by_a_rule(game: str) -> None:
    """At any place that no legal move is about; only cards that lie open always have a move."""
    kit = shipped.kit(game)
    rules, companion = made(game)
    chance, told = random.Random(6), set()
    for state, actor in acting(game):
        named = {spot for move in rules.moves(state, actor) for spot in companion.places(state, move)}
        free = sorted({*list_spots(kit, companion, state, actor)} - named)
        for spot in chance.sample(free, min(len(free), MOVES)):
            for attempt in companion.attempts(state, actor, (spot,)):
                with pytest.raises(RulesError) as caught:
                    rules.check(state, actor, rules.parse(state, actor, attempt))
                told.add(caught.value.rule)
        assert not companion.attempts(state, actor, (("nowhere", "at_all"),))
    assert len(told) > 2


def list_spots(
    kit: Kit, companion: Companion[AnyState, AnyMove], state: AnyState, actor: str
) -> Iterator[Spot]:
    """Every place on the boards, and on the sheet of the actor."""
    for part in companion.position(state).parts:
        if part.owner in ("", actor):
            for area, places in list_places(kit, part.part):
                yield from ((area, place) for place in places)


def check_places(kit: Kit, part: LaidPart) -> None:
    places = dict(list_places(kit, part.part))
    for laid in part.laid:
        assert laid.area in places, laid
        assert not laid.place or laid.place in places[laid.area], laid


def list_places(kit: Kit, id: str) -> Iterator[tuple[str, set[str]]]:
    """Every area of a board or section of a sheet, with the ids in it."""
    part = next(part for part in kit.parts if part.id == id)
    assert isinstance(part, Board | Sheet)
    if isinstance(part, Sheet):
        for section in part.sections.values():
            match section.content:
                case GridBlock(grid=grid):
                    yield section.id, set(grid.by_id)
                case TrackBlock(fields=fields):
                    yield section.id, {field.id for field in fields}
        return
    for area in part.areas:
        match area:
            case GridArea() | MapArea():
                yield area.id, {place.id for place in area.places}
            case TrackArea():
                yield area.id, {field.id for field in area.fields}
            case BoxArea():
                yield area.id, set()


@pytest.mark.parametrize("game", GAMES)
def test_what_happens_is_told(game: str) -> None:
    """Events have keys under `event.` and a text in every language."""
    found = events(game)
    assert found
    for event in found:
        assert event.key.startswith("event.")
        check_said(shipped.kit(game), event)


@pytest.mark.parametrize("game", GAMES)
def test_words_of_the_notation_have_names(game: str) -> None:
    """In every language, and each is a word of moves; so is each that begins rare ones."""
    rules, companion = made(game)
    texts = [f" {move.text} " for state, actor in acting(game) for move in rules.moves(state, actor)[:200]]
    found = {noted for noted, _ in companion.words if any(f" {noted} " in text for text in texts)}
    assert len(found) > len(companion.words) // 2
    for _, called in companion.words:
        check_said(shipped.kit(game), called)
    verbs = list_verbs(played.game(game).notation)
    assert set(companion.rare) <= {*verbs, *(noted for noted, _ in companion.words)}
