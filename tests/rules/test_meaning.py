"""Typed words in all games: whole, cut short, in every language, and mistyped."""

import random
import string
from collections.abc import Iterator
from functools import cache

import pytest

from generator.play.simulate import draw_move
from generator.play.walks.walkthrough import start_walk
from generator.rules.core import NATURE, AmbiguousMove, AnyState, IllegalMove, RulesError
from generator.rules.game import AnyGame, find_move
from generator.rules.notation import fold, list_finals, split
from generator.rules.vocabulary import find_name
from tests import played
from tests.samples import proves_all

GAMES = ("pox", "fight_the_virus", "virus_and_co", "pandemic", "noughts_and_crosses")
PLAYERS = ("Ana", "Bo", "Cleo")


@cache
def list_positions(id: str) -> tuple[tuple[AnyState, str], ...]:
    """Return positions of two random games, at most one for each kind of question, each with an actor."""
    game, chance = played.game(id), random.Random(id)
    found: dict[object, tuple[AnyState, str]] = {}
    for _ in range(2):
        state = start_walk(game, PLAYERS[: 2 if id == "noughts_and_crosses" else 3], {}).state
        for _ in range(300):
            actors = game.rules.actors(state)
            if not actors:
                break
            for actor in actors:
                moves = game.rules.moves(state, actor)
                kinds = frozenset(move.text.split()[0] for move in moves)
                if len(moves) > 1:
                    found.setdefault((actor == NATURE, kinds), (state, actor))
            actor = chance.choice(actors)
            if actor == NATURE:
                move = draw_move(game.rules.odds(state), chance)
            else:
                move = chance.choice(game.rules.moves(state, actor))
            state = game.rules.apply(state, actor, move).state
    positions = list(found.values())
    chance.shuffle(positions)
    return tuple(positions if proves_all() else positions[:5])


def list_moves(id: str, most: int) -> Iterator[tuple[AnyGame, AnyState, str, str, tuple[str, ...]]]:
    """Yield some legal moves of positions: game, state, actor, the move, and all legal moves."""
    game, chance = played.game(id), random.Random(id)
    for state, actor in list_positions(id):
        legal = tuple(move.text for move in game.rules.moves(state, actor))
        for move in chance.sample(legal, min(most if proves_all() else 1, len(legal))):
            yield game, state, actor, move, legal


def read(game: AnyGame, state: AnyState, actor: str, typed: str) -> tuple[str, tuple[str, ...]]:
    """Return the move that words play, empty if they play none, and the moves that they may mean.

    Words that are all of an illegal move mean this one, and are refused for its reason.
    """
    try:
        return find_move(game, state, actor, typed), ()
    except AmbiguousMove as error:
        return "", error.candidates
    except IllegalMove as error:
        return "", (error.rule,)
    except RulesError:
        return "", ()


@pytest.mark.parametrize("id", GAMES)
def test_every_start_of_a_move_is_clear_or_lists_all_candidates(id: str) -> None:
    """It never plays another move."""
    for game, state, actor, move, legal in list_moves(id, 8):
        for end in range(1, len(move)):
            typed = move[:end].rstrip()
            *before, _ = split(typed)
            begun = [each for each in legal if split(each)[: len(before)] == before]
            begun = [each for each in begun if fold(each).startswith(fold(typed))]
            only, candidates = read(game, state, actor, typed)
            if only:
                assert [only] == begun or only == typed, typed
                assert len(typed) > 1, typed
                assert fold(only) == fold(typed) or fold(only) not in list_finals(tuple(game.notation)), typed
            else:
                is_refused = len(candidates) == 1 and candidates[0] not in legal
                assert is_refused or {*begun} <= {*candidates}, typed


@pytest.mark.parametrize("id", GAMES)
def test_one_letter_or_sign_plays_no_move(id: str) -> None:
    """Not even if only one move fits it; signs before words are not dropped."""
    game = played.game(id)
    letters = string.ascii_lowercase if proves_all() else "adpr"
    for state, actor in list_positions(id):
        legal = {move.text for move in game.rules.moves(state, actor)}
        for letter in letters:
            for typed in {letter, f"?{letter}", f"%{letter}"} - legal:
                assert not read(game, state, actor, typed)[0], typed


@pytest.mark.parametrize("id", GAMES)
def test_moves_are_read_back_as_they_are_written_in_every_language(id: str) -> None:
    """Notation, notation with translated words, and descriptions, as far as these name only one move."""
    for game, state, actor, move, legal in list_moves(id, 4):
        assert read(game, state, actor, move) == (move, ())
        described = {each: game.rules.parse(state, actor, each) for each in legal}
        for locale, wording in game.kit.wordings.items():
            said = game.vocabularies[locale].say(move)
            assert move in (read(game, state, actor, said)[0], *read(game, state, actor, said)[1]), said
            texts = {
                each: game.companion.describe(state, actor, described[each]).format(wording) for each in legal
            }
            alike = [each for each in legal if fold(texts[each]) == fold(texts[move])]
            only, candidates = read(game, state, actor, texts[move])
            assert only == move if len(alike) == 1 else {*alike} <= {*candidates}, (locale, texts[move])


@pytest.mark.parametrize("id", GAMES)
def test_nothing_is_given_up_by_a_fragment_in_any_language(id: str) -> None:
    """Moves such as `done` are played only by all of their words, or of their description."""
    game = played.game(id)
    for state, actor in list_positions(id):
        finals = [move.text for move in game.rules.moves(state, actor)]
        finals = [move for move in finals if fold(move) in list_finals(tuple(game.notation))]
        for move in finals if proves_all() else finals[:1]:
            described = game.companion.describe(state, actor, game.rules.parse(state, actor, move))
            for locale, wording in game.kit.wordings.items():
                for text in {game.vocabularies[locale].say(move), described.format(wording)}:
                    assert read(game, state, actor, text)[0] == move
                    for end in range(1, len(text) - 1) if proves_all() else (3, len(text) - 2):
                        assert read(game, state, actor, text[:end])[0] != move, text[:end]
                        assert read(game, state, actor, text[end:])[0] != move, text[end:]


@pytest.mark.parametrize("id", GAMES)
def test_a_wrong_letter_plays_no_other_move(id: str) -> None:
    """Unless the result is itself a move, such as that with another square."""
    chance = random.Random(id)
    for game, state, actor, move, _legal in list_moves(id, 8):
        for _ in range(5):
            place = chance.randrange(len(move))
            typed = move[:place] + chance.choice("abcdehiklmnorstuxyz?%1234") + move[place + 1 :]
            only, _ = read(game, state, actor, typed)
            assert only in ("", move) or fold(only) == fold(typed), (typed, only)


LEVELS = {
    "iv_fluids": ("Infusión",),
    "intensive_care": ("Cuidados intensivos",),
    "miracle": ("Milagro", "Wunder"),
}


@pytest.mark.parametrize(
    ("typed", "meant", "is_clear"),
    [
        ("iv_fluids", ("iv_fluids",), True),
        ("infusion", ("iv_fluids",), True),
        ("mi", ("miracle",), False),
        ("mir", ("miracle",), True),
        ("wund", ("miracle",), True),
        ("cuid", ("intensive_care",), True),
        ("i", ("iv_fluids", "intensive_care"), False),
        ("intensivos", ("intensive_care",), True),
        ("none of these", (), False),
        ("?", (), False),
        (" ", (), False),
    ],
)
def test_names_are_found_by_key_or_in_any_language(
    typed: str, meant: tuple[str, ...], is_clear: bool
) -> None:
    """The value of an option may be typed as in the log, or by its name; two letters only list values."""
    assert find_name(LEVELS, typed) == (meant, is_clear)


@pytest.mark.parametrize("id", GAMES)
def test_moves_are_listed_as_they_are_typed_in_each_language(id: str) -> None:
    """The words of a list mean the move, and no other; English lists have the notation."""
    for game, state, actor, move, legal in list_moves(id, 4):
        for locale, vocabulary in game.vocabularies.items():
            said = vocabulary.say_each(legal)
            assert len({*map(fold, said)}) == len(legal)
            assert locale != "en" or said == legal
            assert find_move(game, state, actor, said[legal.index(move)]) == move, (locale, move)
