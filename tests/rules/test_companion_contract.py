"""The contract of generator/rules/companion.py, held by every game that has a companion."""

import itertools
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from generator.model.elements.areas import BoxArea, GridArea, MapArea, TrackArea
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Board, Kit, PieceSet, Sheet
from generator.model.played import LaidPart, Position, Spot, TokenMark
from generator.play.contracts.samples import play_moves
from generator.rules.core import (
    NATURE,
    AnyMove,
    AnyState,
    Chance,
    Companion,
    Rules,
    RulesError,
    Sentence,
    TableView,
    Tone,
    ViewCell,
    list_numbers_of_players,
)
from generator.rules.game import AnyGame, Knowledge, list_pieces
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
        assert said != sentence.key, f"{wording.locale} has no text {sentence.key}"
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


def test_by_default_moves_are_shown_in_notation() -> None:
    """A companion needs no methods of its own; forms ask it where a state is."""
    plain, move = Companion[Any, Any](), played.game("pox").rules.moves(sample("pox")[0], NATURE)[0]
    assert plain.ask(None, NATURE) == Sentence("walk.plain.chance")
    assert plain.ask(None, "Ana") == Sentence("walk.plain.ask", player="Ana")
    assert plain.describe(None, "Ana", move) == Sentence("walk.plain.move", words=move.text)
    assert plain.chance(None) == "cards"
    empty = (plain.prepare(None), plain.view(None), plain.cards(None), plain.places(None, move))
    assert empty == ((), (), (), ())
    assert (plain.focus(None, "Ana"), plain.attempts(None, "Ana", ())) == ((), ())
    assert plain.position(None) == plain.set_up(None) == Position()
    assert plain.lesson(None, "Ana") is plain.describe_start(None, "Ana", "put") is None


TOLD = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize("game", [game for game in GAMES if (TOLD / game).is_dir()])
def test_players_are_told_what_they_were_told_before(game: str) -> None:
    """Delete the file and run the test to write it anew; then read what differs."""
    file, now = TOLD / game / "told.txt", "\n".join(tell_game(game)) + "\n"
    if not file.exists():
        file.write_text(now, "utf-8")
    assert file.read_text("utf-8") == now


KEYS = re.compile(r"\b(?:ask|event|lesson|option|prepare|say|tally|tell|view)(?:\.[a-z_]+)+")


@pytest.mark.parametrize("game", [game for game in GAMES if (TOLD / game).is_dir()])
def test_every_text_that_players_are_told_has_words(game: str) -> None:
    words = shipped.kit(game).wordings["en"]
    told = set(KEYS.findall((TOLD / game / "told.txt").read_text("utf-8")))
    assert {key for key in told if key not in words} == set()
    assert len(told) > 20


def tell_game(game: str) -> Iterator[str]:
    """Yield what a game says of itself, and of a few states, as keys of texts with their values."""
    whole, (rules, companion) = played.game(game), made(game)
    yield f"numbers {dict(sorted(whole.numbers.items()))}"
    yield f"policies {sorted(whole.policies)}, horizon {whole.knowledge and whole.knowledge.horizon}"
    yield f"rare {sorted(companion.rare)}, words {len(companion.words)}"
    for question in companion.questions:
        texts = (question.text, question.name, *question.values.values(), *question.names.values())
        yield f"option {question.key}: {' / '.join(map(tell, texts))}, settled by {question.settled_by}"
    for scoring in whole.scorings:
        yield from scoring.write_blank(shipped.kit(game).wordings["en"]).splitlines()[-3:]
        yield f"schema {json.dumps(scoring.schema(), default=tell, sort_keys=True)}"
        yield f"options {dict(scoring.options)}"
    for each in (each for form in whole.forms for each in form.list_takes()):
        counts = f"{len(each.places)} places, {len(each.marks)} marks, {len(each.words)} words"
        yield f"takes {each.part}/{each.area} {each.kind} {each.numbers} {counts}"
    yield f"may be over {[form.may_be_over(Position()) for form in whole.forms]}"
    players = NAMES[: list_numbers_of_players(shipped.kit(game))[0]]
    plays = play_moves(rules, players, setup={}, seed=3)
    states = [rules.start(players, {}), *(each.step.state for each in plays)]
    yield from map(tell, companion.prepare(states[0]))
    yield from tell_position(companion.set_up(states[0]))
    for number in range(0, len(states), max(1, (len(states) - 1) // 6)):
        yield f"== {number}"
        yield from tell_state(rules, companion, states[number])
        yield from tell_knowledge(whole, states[number])
    for seed in (5, 6):
        plays = play_moves(rules, players, setup={}, seed=seed, policy=whole.policies["greedy"])
        for each in itertools.islice(plays, 160):
            events = map(tell, each.step.events if each.line.number < 70 else ())
            yield " -> ".join((f"{each.line.actor}: {each.line.words}", *events))[:300]


def tell_knowledge(whole: AnyGame, state: AnyState) -> Iterator[str]:
    """Yield what players that search know: who is ahead, and moves that belong together."""
    known = whole.knowledge or Knowledge()
    if known.evaluate:
        yield f"worth {[round(known.evaluate(state, seat), 3) for seat in range(len(state.players))]}"
    for actor in whole.rules.actors(state):
        macros = known.macros(state, actor) if known.macros and actor != NATURE else ()
        yield from (f"macro {'; '.join(move.text for move in macro)}" for macro in macros[:6])


def tell_state(
    rules: Rules[AnyState, AnyMove], companion: Companion[AnyState, AnyMove], state: AnyState
) -> Iterator[str]:
    for table in companion.view(state):
        yield f"[{tell(table.title)}] {'grid' if table.is_grid else ''}".strip()
        yield from (" | ".join(map(tell_cell, row)) for row in (table.heads, *table.rows) if row)
    yield from tell_position(companion.position(state))
    for card in companion.cards(state):
        yield f"card {card.area} {tell(card.name)} {card.mark.piece}"
    for actor in rules.actors(state):
        yield f"{actor}: {tell(companion.ask(state, actor))} {tell(companion.lesson(state, actor))}"
        yield f"focus {companion.focus(state, actor)}"[:200]
        moves = list(rules.moves(state, actor))
        for move in moves[:: max(1, len(moves) // 6)]:
            places = companion.places(state, move)
            yield f"{move.text}: {tell(companion.describe(state, actor, move))}"
            yield f"  begins {tell(companion.describe_start(state, actor, move.text.rpartition(' ')[0]))}"
            yield f"  about {places}"[:200]
            yield f"  instead {companion.attempts(state, actor, places)}"[:200]


def tell(value: object) -> str:
    if isinstance(value, Sentence):
        values = ", ".join(f"{name}={tell(each)}" for name, each in value.values.items())
        return f"{value.key}({values})" if values else value.key
    return f"({', '.join(map(tell, value))})" if isinstance(value, tuple) else str(value)


def tell_cell(cell: ViewCell) -> str:
    return tell(cell.text) + (f" ({cell.tone})" if cell.tone != "plain" else "")


def tell_position(position: Position) -> Iterator[str]:
    for part in position.parts:
        places = defaultdict[str, list[str]](list)
        for laid in part.laid:
            places[f"{laid.area} {laid.mark}"].append(laid.place)
        for mark, ids in places.items():
            yield f"{part.part} {part.owner}: {mark} on {' '.join(ids)}"[:200]
