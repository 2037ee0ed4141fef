"""Advice for people: the best plans of a search, in words of every language."""

from generator.play.policies import Budget, advise, measure_interval
from generator.play.walks.walkthrough import Walk, start_walk
from generator.rules.core import NATURE
from tests import played, shipped

SMALL = Budget(moves=200)


def walk_to(*moves: tuple[str, str]) -> Walk:
    walk = start_walk(played.game("pox"), ("Ana", "Bo"), {})
    for actor, move in moves:
        walk = walk.play(actor, move)
    return walk


def test_advice_names_the_best_three_plans_and_what_they_lead_to() -> None:
    walk = walk_to((NATURE, "spread north"))
    sentences = advise(walk, "Ana", SMALL)
    title, *plans, verdict = [sentence.key for sentence in sentences]
    assert title == "walk.hint.title"
    assert verdict in ("walk.hint.clear", "walk.hint.close")
    assert plans.count("walk.hint.plan") == 3
    assert {*plans} <= {"walk.hint.plan", "walk.hint.ends"}
    assert advise(walk, "Ana", SMALL) == sentences
    best, *others = [int(str(each.values["percent"])) for each in sentences if each.key == "walk.hint.plan"]
    assert all(0 <= other <= best <= 100 for other in others)


def test_advice_can_be_said_in_every_language() -> None:
    walk = walk_to((NATURE, "spread north"))
    sentences = advise(walk, "Ana", SMALL)
    for locale, wording in shipped.kit("pox").wordings.items():
        told = [sentence.format(wording) for sentence in sentences]
        assert all(told), locale
    english = [each.format(shipped.kit("pox").wordings["en"]) for each in sentences]
    assert english[1].startswith("1. ")
    assert "% to win" in english[1]


def test_moves_of_a_plan_are_joined_by_an_arrow_in_the_direction_of_reading() -> None:
    """A conjunction would join the gain of one move to the next move."""
    walk = start_walk(played.game("fight_the_virus"), ("Ana", "Bo"), {})
    sentences = advise(walk.play(NATURE, "5 3"), "Ana", SMALL)
    (first, *_) = [sentence for sentence in sentences if sentence.key == "walk.hint.plan"]
    for locale, arrow in (("en", " → "), ("ja", " → "), ("ar", " ← ")):
        told = first.format(shipped.kit("fight_the_virus").wordings[locale])
        assert told.count(arrow) == 1, told


def test_chance_needs_no_advice() -> None:
    (told,) = advise(walk_to(), NATURE, SMALL)
    assert told.key == "walk.hint.chance"


def test_a_single_move_is_named() -> None:
    game = played.game("noughts_and_crosses")
    squares = [move.text for move in game.rules.moves(game.rules.start(["A", "B"], {}), "A")]
    walk = start_walk(game, ("A", "B"), {})
    for number, place in enumerate([0, 1, 2, 4, 3, 5, 7, 6]):
        walk = walk.play("AB"[number % 2], squares[place])
    (told,) = advise(walk, "A", SMALL)
    assert told.key == "walk.hint.only"


def test_players_who_may_wait_are_told_so() -> None:
    """In Virus & Co., nobody needs to pay for bad manners."""
    walk = start_walk(played.game("virus_and_co"), ("Ana", "Bo", "Cleo"), {})
    while walk.actors == (NATURE,):
        walk = walk.play(NATURE, walk.draw(1))
    (told,) = advise(walk, next(name for name in ("Ana", "Bo", "Cleo") if name not in walk.actors), SMALL)
    assert told.key == "walk.hint.wait"


def test_intervals() -> None:
    assert measure_interval([0.5] * 10) == (0.5, 0.5)
    low, high = measure_interval([0.0, 1.0] * 50)
    assert 0.40 < low < 0.41
    assert 0.59 < high < 0.60
    assert measure_interval([0.3]) == (0.0, 1.0)
