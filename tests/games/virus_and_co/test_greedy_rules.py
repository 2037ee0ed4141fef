"""The greedy player of Virus & Co.: always legal, and better than chance."""

import random
from dataclasses import replace

from generator.games.virus_and_co import make_game
from generator.games.virus_and_co.data import Lying, Tableau
from generator.games.virus_and_co.players import Greedy, rate_tableau
from generator.play.simulate import choose_move, play_to_end
from generator.rules.core import NATURE
from tests import shipped
from tests.games.virus_and_co.table import NAMES, purse, rules, table
from tests.referee import take_words
from tests.samples import proves_all


def greedy() -> Greedy:
    return make_game(shipped.kit("virus_and_co")).policies["greedy"]


def likes(state_words: dict[str, str], actor: str = "Ana", **options: object) -> set[str]:
    state = table(before=state_words, **options)
    return {move.text for move in greedy().choose(state, actor)}


def test_what_it_likes_is_legal_and_never_a_pill_for_manners() -> None:
    """In every state of its games."""
    for seed in range(4 if proves_all() else 1):
        chance = random.Random(seed)
        state = rules().start(NAMES[:4], {})
        while actors := rules().actors(state):
            for actor in actors:
                if actor != NATURE:
                    liked = greedy().choose(state, actor)
                    assert set(liked) <= set(rules().moves(state, actor))
                    assert not any(move.text.startswith(("forgot", "doctor")) for move in liked)
            if actors == (NATURE,):
                actor, move = choose_move(rules(), state, actors, chance, None)
            else:
                actor, move = choose_move(rules(), state, actors, chance, greedy())
            state = rules().apply(state, actor, move).state


def test_it_does_not_take_what_brings_it_into_intensive_care() -> None:
    """With 10 points it takes neither a 4 nor a 3; an injection that helps it takes."""
    assert not any(words.startswith("take") for words in likes({"Ana": "6 4 bbb"}))
    assert likes({"Ana": "6 4 bbb"}, opened=("injection", "red 3 r")) == {"take left injection on 6"}


def test_it_refuses_what_is_dearer_than_its_price() -> None:
    """A 4 without pills for a blue one; and it keeps a 1 rather than pay 3."""
    state = table(before={"Bo": "6 bbb", "Ana": "bbb"})
    passed = take_words(rules(), state, "Ana", "pass left").state
    after = take_words(rules(), passed, NATURE, "left injection").state
    assert {move.text for move in greedy().choose(after, "Bo")} == {"pay b to Cleo"}
    small = table(before={"Bo": "r", "Ana": "bbb"}, opened=("blue 1 b", "red 3 r"))
    passed = take_words(rules(), small, "Ana", "pass left").state
    after = take_words(rules(), passed, NATURE, "left injection").state
    assert {move.text for move in greedy().choose(after, "Bo")} == {"keep"}


def test_points_are_feared_the_more_they_are() -> None:
    """And so are injections: the second more than the first."""
    low, high = Tableau((Lying(3),)), Tableau((Lying(5), Lying(6)))
    pills = purse("rr")
    assert rate_tableau(replace(low, pills=pills)) > rate_tableau(low)
    assert rate_tableau(high) < -11
    first, second = rate_tableau(replace(low, loose=1)), rate_tableau(replace(low, loose=2))
    assert rate_tableau(low) - first < first - second


def test_it_beats_players_who_move_by_chance() -> None:
    """One greedy player among three of chance wins more than half of the games."""
    won = 0
    for seed in range(24):
        chance = random.Random(seed)
        place = seed % 4
        state = rules().start(NAMES[:4], {"length": "1"})
        while actors := rules().actors(state):
            actor = chance.choice(actors)
            liked = greedy().choose(state, actor) if actor == NAMES[place] else ()
            if liked:
                move = chance.choice(liked)
            else:
                actor, move = choose_move(rules(), state, (actor,), chance, None)
            state = rules().apply(state, actor, move).state
        outcome = rules().outcome(state)
        assert outcome is not None
        won += NAMES[place] in outcome.winners
    assert won > 12


def test_games_of_greedy_players_end() -> None:
    """And count their turns."""
    for players in (3, 6):
        ending = play_to_end(
            rules(), rules().start(NAMES[:players], {"length": "1"}), seed=1, policy=greedy()
        )
        assert ending.winners
        assert ending.turns > 5
