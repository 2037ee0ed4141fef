"""A sheet with a score.yaml: what its file looks like, what is asked, and where a violation is."""

from pathlib import Path
from typing import Any

import pytest

from generator.errors import DataError
from generator.model.played import Laid, LaidPart, PenMark, Position, Takes, TokenMark
from generator.play.paper import Referee, Report
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.scores import decode_score
from generator.rules.core import Entry, Outcome
from generator.rules.form import Finished, FormReading, FormScoring, Question

SHEET = """title: Sheet
sections:
  wall: {title: Wall, blocks: [{grid: {size: 8 mm, squares: "# # #\\n# # #"}}]}
  shelf: {title: Shelf, blocks: [{grid: {size: 8 mm, squares: "# # #"}}]}
  track: {title: Track, blocks: [{track: {size: 8 mm, count: 4}}]}
  holes: {title: Holes, blocks: [{track: {size: 8 mm, count: 2}}]}
  bag: {title: Bag, blocks: [{track: {size: 8 mm, count: 2}}]}
bands: [[{sections: [wall, shelf, track, holes, bag]}]]
"""
SCORE = """takes:
  {wall: number 1..20, shelf: cross, track: [x, y], holes: [number 1..9, circled], bag: [number 1..2, X]}
numbers: {half: wall.filled / 2}
points:
  - {say: "Wall, {half}", in: wall, points: filled}
"""


JUDGED = """takes: {wall: number 1..20, shelf: cross, track: [x, y]}
numbers: {crosses: shelf.filled, share: 3 / (2 - track.filled), half: crosses / 2}
must:
  - {in: wall, each: rows, round: place, must: filled != 1, say: rule.alone}
  - {must: crosses < 3, say: "{player} has {crosses} crosses"}
  - {in: shelf, when: track.filled == 1, must: filled, say: The shelf is empty}
  - {must: track.filled < 3, say: The track is too full}
points:
  - {say: Most, rank: crosses, points: [3]}
  - {say: "Row, {player}", in: wall, each: rows, round: place, points: filled}
  - {say: "{half}, {crosses}, {share}", points: crosses}
wins: least
ties: [half]
"""


def make_referee(folder: Path, score: str, head: str = "") -> Referee:
    (folder / "wording").mkdir(parents=True)
    files = {
        "kit.yaml": f"id: my_game\nscore: score.yaml\nparts: [{{sheet: sheet.yaml}}]\n{head}",
        "sheet.yaml": SHEET,
        "score.yaml": score,
        "wording/en.yaml": 'words: {rule: {alone: "{player} has one alone in row {place}"}}\n',
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return Referee(read_kit(folder, shelf=find_shelf(), is_drawn=False))


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return make_referee(tmp_path_factory.mktemp("own") / "my-game", SCORE)


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return make_referee(tmp_path_factory.mktemp("judged") / "my-game", JUDGED, "players: 2-3\n")


def score(judge: Referee, *sheets: str) -> Report:
    named = "".join(
        f"  {name}: {{{each}}}\n" for name, each in zip(("Ana", "Bo", "Eva"), sheets, strict=False)
    )
    return judge.score(decode_score(f"game: my_game\nsheets:\n{named}".encode()))


def write_wall(*rows: str) -> str:
    lines = "\\n".join(f"| {row}" for row in rows)
    return f'wall: "{lines}"'


TRACK, CROSSES = "texts.score.the_track_is_too_full", "texts.score.player_has_crosses_crosses"


def test_a_violation_has_its_rule_its_places_and_its_path(judge: Referee) -> None:
    """A rule about no single section has the path of the sheet."""
    report = score(judge, f"{write_wall('. 5 .', '. . .')}, track: xyx.", "shelf: xxx")
    row = ("wall", "a1"), ("wall", "b1"), ("wall", "c1")
    assert [
        (each.rule, each.key, each.player, each.places, each.round, each.path, each.line)
        for each in report.faults
    ] == [
        ("alone", "rule.alone", "Ana", row, 1, ("sheets", "Ana", "wall"), 3),
        ("must.4", TRACK, "Ana", (("track", ""),), 0, ("sheets", "Ana", "track"), 3),
        ("must.2", CROSSES, "Bo", (), 0, ("sheets", "Bo"), 4),
    ]  # fmt: skip
    assert [each.sentence.format(judge.wording) for each in report.faults] == [
        "Ana has one alone in row 1",
        "The track is too full",
        "Bo has 3 crosses",
    ]


LINES = """game: my_game
sheets:
  Ana:
    shelf: ...
    track: x...
  Bo:
    track: |
      xyx.
  Eva:
    track: x...
"""


def test_a_violation_has_the_line_of_its_section_or_of_its_sheet(judge: Referee) -> None:
    """Only rows of a drawing have lines of their own."""
    report = judge.score(decode_score(LINES.encode()))
    assert [(each.rule, each.player, each.path, each.line) for each in report.faults] == [
        ("must.3", "Ana", ("sheets", "Ana", "shelf"), 4),
        ("must.4", "Bo", ("sheets", "Bo", "track"), 7),
        ("must.3", "Eva", ("sheets", "Eva"), 9),
    ]


def test_the_most_points_win(referee: Referee) -> None:
    sheets = write_wall("1 2 3", ". . ."), write_wall("1 2 3", "4 . ."), write_wall("1 2 .", ". . .")
    assert score(referee, *sheets).outcome == Outcome("score.most", ("Bo",))


def test_a_number_out_of_its_range_has_a_rule_of_all_games(judge: Referee) -> None:
    (fault,) = score(judge, write_wall("21 . 3", ". . ."), "").faults
    assert (fault.rule, fault.key, fault.places) == ("log.number", "", (("wall", "a1"),))
    assert fault.values == {"value": 21, "least": 1, "most": 20, "player": "Ana"}


def test_a_calculation_that_fails_is_told_at_its_place(judge: Referee) -> None:
    with pytest.raises(DataError) as told:
        score(judge, "track: xy..", "")
    assert str(told.value).partition("my-game/")[2] == (
        "score.yaml:2:41: numbers.share.is: the result is too large, or a division by 0, for Ana"
    )


def test_points_are_sorted_into_rounds(judge: Referee) -> None:
    """In the order of score.yaml; those without a round belong to the last one."""
    report = score(judge, f"{write_wall('1 2 .', '3 4 5')}, shelf: x..", "shelf: x.x", "")
    assert {
        player: [
            [(line.label.format(judge.wording), line.points) for line in part.lines] for part in each.rounds
        ]
        for player, each in report.scores.items()
    } == {
        "Ana": [[("Row, Ana", 2)], [("Most", 0), ("Row, Ana", 3), ("0.5, 1, 1.5", 1)]],
        "Bo": [[("Row, Bo", 0)], [("Most", 3), ("Row, Bo", 0), ("1, 2, 1.5", 2)]],
        "Eva": [[("Row, Eva", 0)], [("Most", 0), ("Row, Eva", 0), ("0, 0, 1.5", 0)]],
    }


def test_the_least_points_win(judge: Referee) -> None:
    """The number of a tie decides between equal players; without the sheets of all, nobody has won."""
    four, three, two = (
        write_wall("1 2 .", "3 4 ."),
        write_wall("1 2 3", ". . ."),
        write_wall("1 2 .", ". . ."),
    )
    most = f"{two}, shelf: xx."
    assert score(judge, four, f"{two}, shelf: x..", most).outcome == Outcome("score.least", ("Bo",))
    assert score(judge, four, f"{three}, shelf: x..", most).outcome == Outcome("score.least", ("Bo",))
    assert score(judge, four, four).outcome == Outcome("score.least", ("Ana", "Bo"))
    assert score(judge, four).outcome is None


def test_rows_of_a_grid_are_drawn_and_a_single_row_is_a_line(referee: Referee) -> None:
    """Numbers have blanks between them, signs do not."""
    scoring: Any = referee.scoring
    assert scoring.draw_sheet({"wall": {"c1": "12"}, "shelf": {"b1": "x"}}) == {
        "wall": "| .  .  12\n| .  .  .",
        "shelf": ".x.",
        "track": "....",
        "holes": ". .",
        "bag": ". .",
    }


def answer(scoring: FormScoring[Any, Any], answers: list[str]) -> tuple[list[Question], str]:
    """Return the questions, and the file that answers make."""
    questions, asked, left = scoring.ask(), list[Question](), iter(answers)
    question = next(questions)
    try:
        while True:
            asked.append(question)
            question = questions.send(next(left))
    except StopIteration as end:
        return asked, end.value


def test_each_row_is_asked_for(referee: Referee) -> None:
    """A section of several rows has the number of its rows in its question; no answer is an empty row."""
    asked, file = answer(referee.scoring, ["Ana", "1 . 3", "", ".x.", "xy..", "o5 .", "2 X"])
    texts = [question.text.format(referee.wording) for question in asked[1:]]
    assert texts[:3] == [
        "Ana, Wall, row 1 of 2: a mark for each of 3 squares, of these: 1–20, .",
        "Ana, Wall, row 2 of 2: a mark for each of 3 squares, of these: 1–20, .",
        "Ana, Shelf: a mark for each of 3 places, of these: x, .",
    ]
    report = referee.score(decode_score(file.encode()))
    ((line,),) = ([*part.lines] for part in report.scores["Ana"].rounds)
    assert (line.label.format(referee.wording), line.points) == ("Wall, 1", 2)


@pytest.mark.parametrize(
    ("section", "marks", "read"),
    [
        ("bag", "X X", {"1": "X", "2": "X"}),
        ("bag", ["1", "X"], {"1": "1", "2": "X"}),
        ("track", ["x", "y", ".", "x"], {"1": "x", "2": "y", "4": "x"}),
        ("holes", "\n| . o5\n", {"2": "o5"}),
        ("wall", "1 2 3\n. . .", {"a1": "1", "b1": "2", "c1": "3"}),
    ],
)
def test_a_single_row_is_a_line_or_a_list(
    referee: Referee, section: str, marks: Entry, read: dict[str, str]
) -> None:
    scoring: Any = referee.scoring
    assert scoring.rows[section].read(marks, (), FormReading(())).marks == read


BAG = "(one of X, 1–2, or “.” for an empty place)"
HOLES = "(one of 1–9, with “o” before it if it is circled, or “.” for an empty place)"
WALL = (
    "(write “|” after the key, and below it each row on its own line, after “| ”: "
    "one of 1–20, or “.” for an empty place)"
)


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("{bag: ''}", f"14: sheets.Ana.bag: 0 signs, but 2 are needed {BAG}"),
        ("{bag: '| '}", f"14: sheets.Ana.bag: 0 signs, but 2 are needed {BAG}"),
        ("{bag: [[X]]}", f"14: sheets.Ana.bag: 0 signs, but 2 are needed {BAG}"),
        ("{bag: {}}", f"14: sheets.Ana.bag: 0 signs, but 2 are needed {BAG}"),
        ("{bag: [x, X]}", f"14: sheets.Ana.bag: “x” is not a sign that is used here {BAG}"),
        ("{wall: [1 2 3]}", f"15: sheets.Ana.wall: 0 rows, but 2 are needed {WALL}"),
        ("{wall: ''}", f"9: sheets.Ana.wall: 0 rows, but 2 are needed {WALL}"),
        ("{holes: 5 x5}", f"18: sheets.Ana.holes: “x5” is not a sign that is used here {HOLES}"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_told(referee: Referee, sheet: str, said: str) -> None:
    with pytest.raises(DataError) as told:
        referee.score(decode_score(f"game: my_game\nsheets:\n  Ana: {sheet}\n".encode()))
    assert str(told.value) == f"standard input:3:{said}"


def test_an_empty_file_says_which_marks_there_are(judge: Referee) -> None:
    scoring: Any = judge.scoring
    sheet = """    wall: |
      | . . .
      | . . .
    shelf: "..."
    track: "...."
"""
    assert scoring.write_blank(judge.wording) == (
        "# Wall: 1–20 .\n# Shelf: x .\n# Track: x y .\n"
        f"game: my_game\nplayers: [Ana, Bo]\nsheets:\n  Ana:\n{sheet}  Bo:\n{sheet}"
    )


def test_the_sheet_of_one_player_may_be_scored_alone(judge: Referee) -> None:
    """A game for two or three asks for the sheets that there are."""
    asked, file = answer(judge.scoring, ["Ana", "", "", "", ""])
    assert [question.problem for question in asked] == [None] * 5
    assert "players: [Ana]" in file.splitlines()


def test_a_violation_in_a_grid_has_the_line_of_its_row(referee: Referee) -> None:
    """One in a single row has that of its key."""
    text = "game: my_game\nsheets:\n  Ana:\n    shelf: x..\n    wall: |\n      1 2 3\n      4 21 6\n"
    (fault,) = referee.score(decode_score(text.encode())).faults
    assert (fault.rule, fault.line, fault.round) == ("log.number", 7, 0)


def test_the_schema_of_a_single_row_takes_a_list(referee: Referee) -> None:
    schema: Any = referee.scoring.schema()["sheets"]
    sections = schema["additionalProperties"]["properties"]
    kinds = {id: [*section] for id, section in sections.items()}
    assert kinds == {
        "wall": ["type", "description"],
        "shelf": ["anyOf"],
        "track": ["anyOf"],
        "holes": ["anyOf"],
        "bag": ["anyOf"],
    }


def test_places_take_what_score_yaml_says(referee: Referee) -> None:
    """Numbers alone are numbers; numbers among signs are words; a circle is a mark of its own."""
    (form,) = referee.find("").forms
    squares, places = ("a1", "b1", "c1", "a2", "b2", "c2"), ("1", "2", "3", "4")
    assert [*form.list_takes()] == [
        Takes(part="sheet", area="wall", places=squares, kind="number", numbers=(1, 20)),
        Takes(part="sheet", area="shelf", places=squares[:3], marks=(PenMark("cross"),)),
        Takes(part="sheet", area="track", places=places, kind="text", words=("x", "y")),
        Takes(part="sheet", area="holes", places=places[:2], kind="number", numbers=(1, 9)),
        Takes(part="sheet", area="holes", places=places[:2], marks=(PenMark("circle"),)),
        Takes(part="sheet", area="bag", places=places[:2], kind="text", words=("X", "1", "2")),
    ]


def test_a_finished_sheet_is_laid_on_its_places(referee: Referee) -> None:
    """From there, it is written again."""
    (form,) = referee.find("").forms
    scoring: Any = referee.scoring
    marks = {"wall": {"b2": "12"}, "shelf": {"c1": "x"}, "track": {"2": "y"}, "holes": {"1": "o5", "2": "o"}}
    rows = {
        id: scoring.rows[id].read(row, (), FormReading(())) for id, row in scoring.draw_sheet(marks).items()
    }
    table = Finished(("Ana",), {"Ana": scoring._make_sheet(rows)}, {})
    position = form.lay(table)
    assert position == Position(
        (
            LaidPart(
                "sheet",
                (
                    Laid("wall", "b2", PenMark("text", "12")),
                    Laid("shelf", "c1", PenMark("cross")),
                    Laid("track", "2", PenMark("text", "y")),
                    Laid("holes", "1", PenMark("text", "5")),
                    Laid("holes", "1", PenMark("circle")),
                    Laid("holes", "2", PenMark("circle")),
                ),
                "Ana",
            ),
        )
    )
    assert form.write_entry(position, (), {}) == {"Ana": scoring.draw_sheet(marks)}
    assert form.each_player


def test_what_lies_beside_the_sections_is_not_written(referee: Referee) -> None:
    (form,) = referee.find("").forms
    scoring: Any = referee.scoring
    beside = Laid("edge", "1", PenMark("cross")), Laid("shelf", "a1", TokenMark("chip"))
    assert form.write_entry(Position((LaidPart("sheet", beside, "Ana"),)), (), {}) == {
        "Ana": scoring.draw_sheet({})
    }


def test_a_circle_is_written_before_its_number(referee: Referee) -> None:
    """Whatever was drawn first."""
    (form,) = referee.find("").forms
    marks = (PenMark("circle"), PenMark("text", "5"))
    for order in (marks, marks[::-1]):
        sheet = LaidPart("sheet", tuple(Laid("holes", "2", mark) for mark in order), "Ana")
        entry: Any = form.write_entry(Position((sheet,)), ("Ana",), {})
        assert entry["Ana"]["holes"] == ". o5"


def test_sheets_without_players_are_told_how_to_begin(referee: Referee) -> None:
    with pytest.raises(DataError, match=r"sheets: .* \(petri score --blank writes an empty file\)"):
        referee.score(decode_score(b"game: my_game\nsheets: []\n"))
