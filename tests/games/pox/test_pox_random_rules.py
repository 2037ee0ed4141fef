"""What holds in every state of every game; and that boards are judged as they can come about."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from generator.games.pox.companion import FinishedBoard, PoxScoring, write_board
from generator.games.pox.game import BLACK_CHIP, BLUE_CHIP, RED_CHIP, Chips, Pox, State
from generator.games.pox.players import Greedy
from generator.play.simulate import choose_move
from generator.rules.core import NATURE, Step
from tests.games.pox.boards import NAMES, rules, rules_found, say_board, score
from tests.samples import proves_all

GAMES = 1000 if proves_all() else 100
JUDGED = 100 if proves_all() else 40
"""Games of which boards are judged."""
LEVELS = ("chicken_soup", "cough_medicine", "iv_fluids", "intensive_care", "miracle")


def play_game(
    game: Pox, seed: int, *, is_greedy: bool = False, level: str = "chicken_soup"
) -> Iterator[Step[State]]:
    """Every step of a game; greedy ones last longer, and go to more corners of the rules."""
    chance = random.Random(seed)
    policy = Greedy(game)
    state = game.start(NAMES[: seed % 3 + 1], {"difficulty": level})
    while actors := game.actors(state):
        if is_greedy and actors != (NATURE,):
            actor, move = choose_move(game, state, actors, chance, policy)
        else:
            actor, move = choose_move(game, state, actors, chance, None)
        step = game.apply(state, actor, move)
        yield step
        state = step.state


def check_state(game: Pox, state: State) -> None:
    """Chips and cards are all there, and nobody has two chips."""
    data, chips = game.data, state.chips
    numbers = {RED_CHIP: chips.red, BLUE_CHIP: chips.blue, BLACK_CHIP: chips.black}
    assert chips.red & chips.blue == chips.red & chips.black == chips.blue & chips.black == 0
    assert chips.all & ~data.people.whole == 0
    for id, places in numbers.items():
        assert places.bit_count() <= data.chips[id]
    assert chips.black.bit_count() <= state.terms.allowed + (state.end == "pox.end.deaths")
    assert (chips.black.bit_count() > state.terms.allowed) == (state.end == "pox.end.deaths")
    assert chips.blue & data.vulnerable == 0
    assert data.patients & ~chips.all == 0
    for card in data.cards:
        assert 0 <= list(state.deck).count(card) <= list(data.deck).count(card)
    if state.card and len(state.deck) < len(data.deck):
        assert list(state.deck).count(state.card.text) < list(data.deck).count(state.card.text)


@pytest.mark.parametrize("is_greedy", [False, True])
def test_chips_and_cards_are_all_there_in_every_state(is_greedy: bool) -> None:
    """Of 1,000 games in a proof, half of them without any thought."""
    game = rules()
    states = 0
    for seed in range(GAMES // 2):
        before = game.start(("Ana",), {}).deck
        for step in play_game(game, seed, is_greedy=is_greedy, level=LEVELS[seed % 5]):
            check_state(game, step.state)
            deck = step.state.deck
            assert len(deck) in (len(before), len(before) - 1, 27)
            before = deck
            states += 1
    assert states > 8 * GAMES


def test_events_say_of_every_chip_where_it_is_placed() -> None:
    """Who only hears what is said, and places it, has the board in the end."""
    game = rules()
    for seed in range(60):
        heard = dict.fromkeys(game.data.people.list_ids(game.data.patients), "r")
        for step in play_game(game, seed, is_greedy=seed % 2 == 0, level=LEVELS[seed % 5]):
            for event in step.events:
                kind = event.key.split(".")[1]
                sign = {"infect": "r", "die": "k", "cure": "b", "vaccinate": "b"}.get(kind)
                places = event.values.get("places") or (event.values.get("place"),)
                if sign and places != (None,):
                    assert isinstance(places, tuple)
                    heard.update({str(place): sign for place in places})
            chips, bits = step.state.chips, game.data.people.bits
            assert heard == {id: chips.show(bit) for id, bit in bits.items() if bit & chips.all}


def boards() -> Iterator[State]:
    """The ends of random and greedy games, and states between two turns."""
    for seed in range(JUDGED):
        for is_greedy in (False, True):
            *_, last = play_game(rules(), seed, is_greedy=is_greedy, level=LEVELS[seed % 5])
            yield last.state
            steps = [step.state for step in play_game(rules(), seed, is_greedy=is_greedy)]
            turns = [state for state in steps if state.stage == "draw"]
            if turns:
                yield random.Random(seed).choice(turns)


def test_boards_that_came_about_are_consistent() -> None:
    """And have the outcome that the game had, but for the one that no board can show."""
    game = rules()
    tried = 0
    for state in boards():
        report = score(say_board(write_board(game.data.people, state.chips), difficulty=state.terms.level))
        assert report.verdict == "consistent", rules_found(report)
        if state.end != "pox.end.chips":
            played = game.outcome(state)
            assert report.outcome == (replace(played, winners=()) if played else None)
        tried += 1
    assert tried > 3.5 * JUDGED


Change = tuple[str, str, frozenset[str]]
"""A place, the sign that it gets, and the rules of which one at least must be found to be broken."""


def list_changes(state: State) -> Iterator[Change]:
    """Every single change that certainly breaks a rule, by kind."""
    data, chips = rules().data, state.chips
    people = data.people
    for id, bit in people.bits.items():
        neighbours = people.around(bit)
        if data.patients & bit:
            yield id, ".", frozenset({"setup.patients"})
        if data.vulnerable & bit:
            yield id, "b", frozenset({"vaccinate.vulnerable"})
            if not state.end and not chips.all & bit:
                yield id, "r", frozenset({"deaths.vulnerable"})
            if not neighbours & chips.all:
                yield id, "k", frozenset({"spread.source"})
        elif neighbours & ~chips.all:
            yield id, "k", frozenset({"deaths.cause"})
        elif not state.end and chips.blue & bit and not neighbours & ~(chips.red | chips.black):
            yield id, "r", frozenset({"deaths.surrounded"})
        is_dead = chips.black & bit and not data.vulnerable & bit
        if is_dead and not state.end and not neighbours & ~(chips.red | chips.black):
            yield id, "r", frozenset({"deaths.surrounded"})


def test_every_single_change_that_breaks_a_rule_is_found() -> None:
    """Of boards that came about, every change of every place: the rule that was broken is named."""
    game = rules()
    found: dict[str, int] = {}
    for state in boards():
        data = game.data
        rows = [row.split() for row in write_board(data.people, state.chips)]
        lines = dict.fromkeys(data.people.bits, 0)
        for id, sign, expected in list_changes(state):
            changed = [list(row) for row in rows]
            changed[int(id[1:]) - 1][ord(id[0]) - ord("a")] = sign
            chips = _change(game, state.chips, id, sign)
            if chips.red.bit_count() >= data.chips[RED_CHIP]:
                continue
            table = FinishedBoard((), state.terms, chips, lines)
            broken = {fault.rule.removeprefix("pox.") for fault in PoxScoring(game).list_faults(table)}
            assert broken & expected, (id, sign, "\n".join(" ".join(row) for row in changed))
            found[next(iter(expected))] = found.get(next(iter(expected)), 0) + 1
    assert sum(found.values()) > 200 * JUDGED
    assert set(found) == {
        "setup.patients",
        "vaccinate.vulnerable",
        "deaths.vulnerable",
        "deaths.surrounded",
        "deaths.cause",
        "spread.source",
    }


def _change(game: Pox, chips: Chips, id: str, sign: str) -> Chips:
    bit = game.data.people.bits[id]
    match sign:
        case "r":
            return chips.put(red=bit)
        case "b":
            return chips.put(blue=bit)
        case "k":
            return chips.put(black=bit)
        case _:
            return Chips(*(places & ~bit for places in chips))
