"""Sheets that are asked for on a terminal, row by row."""

from generator.games.fight_the_virus.scoring import draw_sheet
from generator.games.fight_the_virus.sheet import SHEET_AREAS
from generator.rules.core import Question, Sentence
from tests.games.fight_the_virus.sheets import NAMES, data, play_well, read, referee, say, score, scoring


def referee_rows() -> tuple[tuple[str, ...], ...]:
    """Of the virus analysis."""
    return data().grids["analysis"].rows


def answer(*answers: str) -> tuple[str, list[Question]]:
    """The score file that the answers make, and what was asked."""
    asking = scoring().ask()
    asked = [next(asking)]
    for each in answers:
        try:
            asked.append(asking.send(each))
        except StopIteration as end:
            return str(end.value), asked
    raise AssertionError("the answers are not enough")


def test_answers_make_the_sheet_that_was_meant() -> None:
    """Every row of every area; the same sheets as in a file."""
    state = play_well(4)[-1]
    answers = [", ".join(NAMES[:2])]
    for sheet in state.sheets:
        drawn = draw_sheet(data(), sheet)
        answers += [row for area in SHEET_AREAS for row in str(drawn[area]).split("\n")]
    text, asked = answer(*answers)
    assert read(text) == read(say(*state.sheets))
    assert score(text).verdict == "consistent"
    for wording in referee().kit.wordings.values():
        assert all("{" not in question.text.format(wording) for question in asked)


def test_a_wrong_answer_is_asked_again() -> None:
    """And told why: a row too short, a letter where a number stands, nobody's name."""
    asking = scoring().ask()
    next(asking)
    assert asking.send("").problem
    assert not asking.send("Ana").problem
    again = asking.send(". .")
    assert again.problem == Sentence("tally.wrong.count", number=2, wanted=3)
    assert not asking.send(". . .").problem


def test_an_area_without_marks_is_not_typed() -> None:
    """Enter alone is a row as it was printed; of the analysis blanks may be left out."""
    asking = scoring().ask()
    rows = len(referee_rows())
    typed = ["Ana", *[""] * (rows - 1), "..#", *[""], "0", *[""] * 40]
    question = next(asking)
    try:
        for each in typed:
            question = asking.send(each)
            assert not question.problem
    except StopIteration as end:
        sheet = read(str(end.value)).value["Ana"]
    assert list(sheet.analysis.marks.values()) == ["#"]
    assert not sheet.testing.marks
    assert not sheet.curve.marks
    assert set(sheet.progress) == {"."}
    assert not any(sheet.research)


def test_research_is_never_passed_over() -> None:
    """Nothing typed is no number: whoever has crossed out nothing types 0."""
    asking = scoring().ask()
    next(asking)
    for each in ("Ana", *[""] * len(referee_rows())):
        question = asking.send(each)
    assert "progress" in question.text.key
    assert "research" in asking.send("").text.key
    assert asking.send("").problem == Sentence("tally.wrong.count", number=0, wanted=12)
