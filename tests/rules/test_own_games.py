"""Games as an outsider would write them: short, and with everything that the contract promises."""

from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import pytest

from generator.errors import DataError, RulesCodeError
from generator.model.elements.squares import Place, Places
from generator.model.played import GameLog, Laid, PenMark
from generator.model.values import replace
from generator.play.contracts.contract import list_broken_promises
from generator.play.contracts.samples import Trial
from generator.play.paper import Referee
from generator.play.simulate import play_to_end
from generator.play.walks.walkthrough import judge_table, list_keys
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.scores import decode_score, read_score_file
from generator.rules.board_marks import AreaPlaces, Marks, Signs, find_area_places, list_area_places
from generator.rules.checked_rules import CheckedRules
from generator.rules.core import (
    NATURE,
    Fault,
    IllegalMove,
    LogError,
    NoRules,
    RulesError,
    Sentence,
    UnreadableMove,
)
from generator.rules.form import TOGETHER, DrawnMarks, Finished, FormScoring, QuestionAsked
from generator.rules.game import AnyGame, find_game, start_log
from generator.rules.notation import Noted
from generator.rules.simple import PlaceField, SimpleRules
from tests import shipped

T = TypeVar("T")
GAMES = Path(__file__).parents[1] / "own_games"


def read(name: str) -> AnyGame:
    return find_game(replace(read_kit(GAMES / name, shelf=find_shelf(), is_drawn=False), is_trusted=True))


@pytest.mark.parametrize(
    ("name", "numbers", "lines"), [("six_tricks", (2, 4), 70), ("morris", (2,), 150), ("bulbs", (2,), 120)]
)
def test_a_game_of_few_lines_keeps_all_promises(name: str, numbers: tuple[int, ...], lines: int) -> None:
    """Moves, notation, odds, ends, logs, forms, and texts."""
    code = (GAMES / name / "rules.py").read_text("utf-8").splitlines()
    assert len(code) <= lines
    trial = Trial(read(name), numbers, games=4, states=20)
    assert [each.message for each in list_broken_promises(trial, lambda promise: None)] == []


GARDENS = """game: bulbs
garden:
  Ana: |
    o x .
    - . .
    . . .
  Bo: |
    x . -
    . x .
    . . .
"""


def read_table(text: str, game: AnyGame) -> object:
    file = read_score_file(decode_score(text.encode()), list_keys(game))
    return judge_table(game.scorings[0], file, file.finished)[0]


def test_sheets_of_each_player_are_scored_and_laid() -> None:
    """One declaration gives the score file, the empty one, the marks on each sheet, and who broke a rule."""
    game = read("bulbs")
    referee = Referee(game.kit)
    report = referee.score(decode_score(GARDENS.encode()))
    assert (report.faults, report.winners) == ((), ("Ana",))
    assert {player: score.total for player, score in report.scores.items()} == {"Ana": 2, "Bo": 1}
    (fault,) = referee.score(decode_score(GARDENS.replace("o x .", ". x .").encode())).faults
    assert (fault.rule, fault.player, fault.line) == ("bulbs.two", "Ana", 3)
    (form,) = game.forms
    blank = form.scoring.write_blank(game.kit.wordings["en"])
    assert referee.score(decode_score(blank.encode())).faults == ()
    assert game.resume is not None
    state = game.resume(read_table(GARDENS, game))
    position = form.lay_state(state)
    assert [(part.owner, len(part.laid)) for part in position.parts] == [("Ana", 3), ("Bo", 3)]
    assert form.write(position, state.players).replace("players: [Ana, Bo]\n", "") == GARDENS


LOGGED = """game: bulbs
players: [Ana, Bo]
log:
  - Ana: plant a1
  - Bo: plant a1
  - Ana: plant b1
  - Bo: plant b1
  - Ana: dig a1
garden:
  Ana: |
    o o .
    . . .
    . . .
  Bo: |
    x o .
    . . .
    . . .
"""


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("x o .", "x o .", []),
        ("x o .", "o o .", [("log.marks", "Bo", {"places": ("a1",)}, ("garden", "Bo"), 15)]),
        ("o o .", ". o o", [("log.marks", "Ana", {"places": ("a1", "c1")}, ("garden", "Ana"), 11)]),
        ("x o .", "x . .", [("bulbs.two", "Bo", {"player": "Bo", "number": 1}, ("garden", "Bo"), 15)]),
    ],
)
def test_sheets_are_compared_with_the_log(old: str, new: str, faults: list[tuple[Any, ...]]) -> None:
    """The places that differ, on the sheet of their player."""
    report = Referee(read("bulbs").kit).score(decode_score(LOGGED.replace(old, new).encode()))
    told = [(one.rule, one.player, one.values, one.path, one.line) for one in report.faults]
    assert [one[:4] for one in told] == [one[:4] for one in faults]
    places = [tuple(("garden", each) for each in one[2].get("places", ("",))) for one in faults]
    assert [one.places for one in report.faults] == places


def test_a_board_for_all_is_compared_with_the_log() -> None:
    """Its fault has no owner."""
    log = "game: morris\nplayers: [Ana, Bo]\nlog:\n  - Ana: put a7\nboard: |\n"
    game = read("morris")
    (row, *rows) = game.forms[0].scoring.shape.blank.splitlines()
    typed = log + "".join(f"  {line}\n" for line in (row, *rows))
    (fault,) = Referee(game.kit).score(decode_score(typed.encode())).faults
    assert (fault.rule, fault.player, fault.path, fault.values) == (
        "log.marks",
        "",
        ("board",),
        {"places": ("a7",)},
    )


def test_the_format_of_marks_is_described() -> None:
    """Each sign alone is a mark; others are refused, with all signs."""
    shape = read("bulbs").forms[0].scoring.shape.each
    assert (shape.mark, shape.hint.values) == (r"[ox\-]", {"signs": ("o", "x", "-"), "empty": "."})
    wrong = GARDENS.replace("o x .", "o Y .")
    with pytest.raises(
        DataError, match=r"“Y” is not a sign that is used here \(one of o, x, -, or “\.” for an empty place\)"
    ):
        read_table(wrong, read("bulbs"))
    assert read("bulbs").forms[0].options == {}


def test_an_empty_file_explains_itself() -> None:
    """Each line of the game's own words is a comment."""
    game = read("bulbs")
    blank = game.forms[0].scoring.write_blank(game.kit.wordings["en"])
    assert blank.startswith("# o is a bulb, x one that was found, and - a hole.\ngame: bulbs\n")


def test_an_impossible_option_is_no_line_of_a_log() -> None:
    """The error has the place 0, and says that there are no options."""
    game = read("bulbs")
    with pytest.raises(LogError) as caught:
        start_log(game.rules, GameLog("bulbs", ("Ana", "Bo"), (), {"level": "hard"}))
    assert caught.value.args[0].startswith("log line 0, : : ")
    assert (caught.value.number, caught.value.actor) == (0, "")
    assert caught.value.values == {"key": "level"}


def test_forms_without_logs_differ_from_none() -> None:
    scoring = read("bulbs").forms[0].scoring
    assert FormScoring.compare(scoring, None, None) == ()


def test_a_row_of_a_scored_sheet_may_be_a_list() -> None:
    """Its schema takes marks as a text, or as a list; an empty row has a sign for each place."""
    game = find_game(read_kit(find_shelf().complete, shelf=find_shelf(), is_drawn=False))
    assert game.scoring is not None
    sheets = game.scoring.schema()["sheets"]["additionalProperties"]["properties"]
    assert [*sheets] == ["poppy", "daisy", "cornflower", "buttercup"]
    marks = Sentence("tally.hint.marks", signs=("x",), empty=".")
    either = [{"type": ["string", "number"], "description": marks}, LIST]
    assert [*sheets.values()] == [{"anyOf": either}] * 4


LIST = {"type": "array", "items": {"type": ["string", "number"]}}


def test_fields_of_tracks_are_places_with_neighbours() -> None:
    """Tracks of sheets and of boards have places; blocks without fields have none."""
    progress = find_area_places(shipped.kit("fight-the-virus"), "progress")
    assert progress.columns == ()
    assert progress.rows == (progress.ids,)
    assert [progress.beside(id) for id in progress.ids[:3]] == [("2",), ("1", "3"), ("2", "4")]
    assert progress.beside(progress.ids[-1]) == (progress.ids[-2],)
    places = [(place.id, place.x, place.y, place.label, place.marks) for place in progress.places]
    assert places[:4] == [(f"{number}", number - 1, 0, f"{number}", ()) for number in range(1, 5)]
    assert all(each.places for each in list_area_places(shipped.kit("fight-the-virus")))
    with pytest.raises(NoRules, match="no board has an area `rules`, and no sheet a section; there are: `"):
        find_area_places(shipped.kit("fight-the-virus"), "rules")


def test_places_are_one_row_unless_they_are_a_grid() -> None:
    squares = Places((Place("a1", 0, 0), Place("a2", 0, 1)))
    assert AreaPlaces("board", "area", squares).rows == (("a1", "a2"),)
    assert AreaPlaces("board", "area", squares, is_grid=True).rows == (("a1",), ("a2",))


def test_each_row_of_a_garden_is_asked_for() -> None:
    """Its places are counted, and gardens that lack players are told how to begin."""
    shape = read("bulbs").forms[0].scoring.shape
    question = next(shape.ask(QuestionAsked("garden", ("Ana", "Bo"))))
    assert question.text.values == {"player": "Ana", "row": 1, "rows": 3, "places": 3}
    with pytest.raises(DataError, match=r"\(petri score --blank writes an empty file\)$"):
        read_table("game: bulbs\ngarden: []\n", read("bulbs"))


def test_a_game_without_places_has_none_to_mark() -> None:
    with pytest.raises(NoRules, match=r"no board has an area `board`, and .*; there are: none$"):
        find_area_places(replace(shipped.kit("pox"), parts=()), "board")


def test_players_see_only_their_own_sheet() -> None:
    """What is covered shows no mark of others, and search plays without it."""
    game = read("bulbs")
    assert game.resume is not None
    assert game.secrets is not None
    state = game.resume(read_table(GARDENS, game))
    shown = game.forms[0].lay_state(game.secrets.cover(state, "Bo"))
    assert [[laid.place for laid in part.laid] for part in shown.parts] == [["b1", "a2"], ["a1", "c1", "b2"]]


def test_the_trick_game_follows_suit_and_ends_after_six_tricks() -> None:
    """Chance deals six cards to each; all tricks are taken by somebody, and most win."""
    game = read("six_tricks")
    for seed in range(20):
        state = game.rules.start(["Ana", "Bo", "Cy"], {})
        assert game.rules.actors(state) == (NATURE,)
        ending = play_to_end(game.rules, state, seed=seed)
        assert ending.moves == 3 * 6 + 3 * 6
        assert sum(ending.points) == 6
        assert ending.winners == tuple(s for s in range(3) if ending.points[s] == max(ending.points))


@pytest.mark.parametrize("sign", ["X", "x", "-", "○"])
def test_a_sign_may_be_any_character_that_is_seen(sign: str) -> None:
    """A blank, or what stands between rows, is none."""
    assert Marks("garden", {sign: PenMark("cross")}).signs == {sign: PenMark("cross")}
    for wrong in (" ", "|"):
        with pytest.raises(TypeError, match=f"signs are one character each, not `[{wrong}]`"):
            Marks("garden", {sign: PenMark("cross"), wrong: PenMark("cross")})


def test_morris_has_sixteen_mills() -> None:
    """And 24 places, of which each is in two mills."""
    rules: Any = read("morris").rules
    mills = rules.own.mills
    assert (len(mills), {len(mill) for mill in mills}) == (16, {3})


class Bare(NamedTuple):
    """A state that consists of nothing but its players."""

    players: tuple[str, ...]


class Pass(Noted, notation="pass"):
    """Nothing."""


class Dressed(Generic[T]):
    """A base class that has nothing to do with rules."""


class Shown(Dressed[int], SimpleRules[Bare, Pass]):
    """Rules that show marks, but cannot make a state of them."""

    marks = Marks("garden", {"x": PenMark("cross")})

    def choices(self, state: Bare, player: str) -> list[Pass]:
        return [Pass()]

    def play(self, state: Bare, player: str, move: Pass) -> Bare:
        return state

    def outcome(self, state: Bare) -> None:
        return None

    def show(self, state: Bare) -> dict[str, str]:
        return {"a1": "x"}


class Restored(Shown):
    def restore(self, players: tuple[str, ...], signs: Signs) -> Bare:
        return Bare(players)


def test_boards_are_typed_in_where_states_are_made_of_them() -> None:
    """Other rules only show their marks."""
    shown, restored = Shown(read("bulbs").kit).make_game(), Restored(read("bulbs").kit).make_game()
    assert (shown.forms, shown.scoring, shown.resume) == ((), None, None)
    assert len(restored.forms) == 1
    assert restored.scoring
    (part,) = shown.companion.position(Bare(("Ana", "Bo"))).parts
    assert part.laid == (Laid("garden", "a1", PenMark("cross")),)


class Shared(Restored):
    def restore(self, players: tuple[str, ...], signs: Signs) -> Bare:
        raise RulesError("garden.full", player="Ana", number=len(signs))


def test_a_violation_on_a_board_of_all_has_the_path_of_the_board() -> None:
    """A violation by one player on this board has no path of that player."""
    game = Shared(read("bulbs").kit).make_game()
    scoring, table = game.scoring, Finished(("Ana", "Bo"), {TOGETHER: DrawnMarks({"a1": "x"}, {"a1": 0})}, {})
    assert scoring
    assert [*scoring.list_faults(table)] == [
        Fault(
            "garden.full",
            "Ana",
            places=(("garden", ""),),
            values={"player": "Ana", "number": 1},
            path=("garden",),
        )
    ]
    assert scoring.score(table) == {}


class Hidden(Shown):
    def show(self, state: Bare) -> Any:
        return {"a1": 3}


def test_what_is_shown_on_a_board_of_all_is_checked() -> None:
    with pytest.raises(RulesCodeError) as told:
        CheckedRules(Hidden(read("bulbs").kit)).show(Bare(("Ana", "Bo")))
    assert str(told.value).endswith(": must return the sign of each place, not a dict (in show)")


class Visit(Noted, notation="visit {place}"):
    place: PlaceField


class Visited(SimpleRules[Bare, Visit]):
    def choices(self, state: Bare, player: str) -> list[Visit]:
        return [Visit("b1")] if player == "Ana" else []

    def play(self, state: Bare, player: str, move: Visit) -> Bare:
        return state

    def outcome(self, state: Bare) -> None:
        return None


def test_a_place_is_read_by_its_id_or_as_its_area() -> None:
    """Areas of one place, such as piles, have no other name."""
    rules, state = Visited(shipped.kit("pox")), Bare(("Ana", "Bo"))
    for place in ("b1", "deck"):
        assert rules.parse(state, "Ana", f"visit {place}") == Visit(place)
    with pytest.raises(IllegalMove) as told:
        rules.check(state, "Ana", Visit("a1"))
    assert (told.value.rule, told.value.values) == ("log.illegal", {"move": "visit a1"})


class Numbers(SimpleRules[Bare, int]):
    choices = play = outcome = None


def test_moves_must_be_classes_with_a_notation() -> None:
    with pytest.raises(
        TypeError, match=r"^write `class Numbers\(SimpleRules\[State, Move\]\)`, with your own"
    ):
        _ = Numbers(shipped.kit("pox")).patterns


class Imagine(Noted, notation="imagine {number}"):
    number: complex | int


class Imagined(SimpleRules[Bare, Imagine]):
    def choices(self, state: Bare, player: str) -> list[Imagine]:
        return []

    def play(self, state: Bare, player: str, move: Imagine) -> Bare:
        return state

    def outcome(self, state: Bare) -> None:
        return None


def test_a_field_is_read_as_its_first_type() -> None:
    """A type without a reader is an error, whatever stands behind it."""
    rules = Imagined(read("bulbs").kit)
    with pytest.raises(TypeError, match=r"`number` of `imagine \{number\}` has no reader"):
        rules.parse(Bare(("Ana", "Bo")), "Ana", "imagine 2")


class Count(Noted, notation="count {number}"):
    number: int


class Counted(SimpleRules[Bare, Count]):
    def choices(self, state: Bare, player: str) -> list[Count]:
        return [Count(1)]

    def play(self, state: Bare, player: str, move: Count) -> Bare:
        return state

    def outcome(self, state: Bare) -> None:
        return None


@pytest.mark.parametrize(("typed", "whole"), [("12", 12), ("-3", -3), ("1234567890", None), ("1.5", None)])
def test_a_whole_number_has_nine_digits_at_most(typed: str, whole: int | None) -> None:
    rules = Counted(read("bulbs").kit)
    if whole is None:
        with pytest.raises(UnreadableMove):
            rules.parse(Bare(("Ana", "Bo")), "Ana", f"count {typed}")
    else:
        assert rules.parse(Bare(("Ana", "Bo")), "Ana", f"count {typed}") == Count(whole)
