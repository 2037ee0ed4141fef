"""The fields of a form, right or wrong, become a position or errors."""

import random
from typing import Literal

import pytest

from generator.errors import DataError
from generator.model.played import Laid, LaidPart, PenMark, Position, TokenMark
from generator.play.paper import Referee, fill_form, read_filled_position, score_filled
from generator.read.scores import decode_score
from generator.rules.core import Sentence
from generator.rules.form import Takes, list_unfit
from tests import played

VALUES = (
    "yes",
    "1",
    "12",
    "-3",
    "٣",
    "\N{MINUS SIGN}13",
    "x",
    "²",
    "Ana",
    "",
    "a b",
    "infection",
    "99999",
    "☃",
)


@pytest.mark.parametrize("game", [game for game in played.GAMES if game not in played.OWN])
def test_whatever_is_in_the_fields(game: str) -> None:
    """Any fields give a form that can be scored, or one of our own errors."""
    chance, referee = random.Random(game), Referee(played.kit(game))
    forms = [form for form in played.game(game).forms if any(takes.part for takes in form.list_takes())]
    takes = [one for form in forms for one in form.list_takes() if one.part]
    refused = 0
    for _ in range(100):
        fields = {}
        for each in chance.choices(takes, k=chance.randint(1, 6)):
            place = chance.choice((*each.places, "", "z9"))
            what = chance.choice(
                ("text", "mark", "fill", "circle", "cross", *[str(mark) for mark in each.marks])
            )
            page = chance.choice(("1", "2", "0", "²", "-1"))
            fields["/".join((each.part, page, each.area, place, what))] = chance.choice(VALUES)
        fields[f"{takes[0].part}/1/name//text"] = chance.choice(VALUES)
        fields["not/ours"] = "yes"
        try:
            score_filled(referee, fill_form(played.game(game), fields, file="form.pdf"), file="form.pdf")
        except DataError as error:
            refused += all(problem.file == "form.pdf" and not problem.line for problem in error.problems)
    assert refused > 50


def test_texts_become_signs_where_nothing_is_written() -> None:
    """Values of text fields become marks; digits of any script and the minus sign become numbers."""
    typed = {
        "sheet/1/name//text": " Ana ",
        "sheet/1/analysis/f6/text": "#",
        "sheet/1/progress/1/text": "o",
        "sheet/1/research/1/text": "X",
        "sheet/1/testing/a1/text": "٣",
    }
    filled = fill_form(played.game("fight_the_virus"), typed, file="form.pdf")
    (sheet,) = filled.position.parts
    assert sheet.owner == "Ana"
    found = {laid.area: laid.mark for laid in sheet.laid}
    signs = {"analysis": "fill", "progress": "circle", "research": "cross"}
    assert found == {area: PenMark(sign) for area, sign in signs.items()} | {"testing": PenMark("text", "3")}
    pad = {"score_pad/1/pad/care_1_1/text": "\N{MINUS SIGN}13", "score_pad/1/pad/name_1/text": "Bo"}
    filled = fill_form(played.game("virus_and_co"), pad, file="form.pdf")
    assert filled.players == ("Bo",)
    assert 'care: "-13"' in filled.write()


def test_two_sheets_have_two_names() -> None:
    """A sheet without a name belongs to the number of its page."""
    fields = {f"sheet/{page}/testing/a1/text": "3" for page in "123"}
    filled = fill_form(played.game("fight_the_virus"), fields, file="form.pdf")
    assert filled.players == ("1", "2", "3")
    names = {"sheet/1/name//text": "Ana", "sheet/3/name//text": "Ana"}
    with pytest.raises(DataError, match=r"form.pdf: two sheets are those of Ana"):
        fill_form(played.game("fight_the_virus"), fields | names, file="form.pdf")


def test_marks_that_no_score_file_contains() -> None:
    """Each error names the place and what fits there."""
    fields = {"board/1/world/lagos/cube_blue": "two", "board/1/outbreaks//outbreak": "12"}
    with pytest.raises(DataError) as caught:
        fill_form(played.game("pandemic"), fields, file="form.pdf")
    assert str(caught.value).splitlines() == [
        "form.pdf: there is no place “Outbreaks 12”",
        "form.pdf: “two” cannot be in Lagos (a number from 0 to 3)",
    ]


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        (("cross",), []),
        (("cross", "cross"), ["tally.wrong.too_many"]),
        (("cross", "cross", "cross"), ["tally.wrong.too_many"]),
        (("fill",), ["tally.wrong.wrong_place"]),
    ],
)
def test_a_place_takes_one_mark(marks: tuple[Literal["cross", "fill"], ...], told: list[str]) -> None:
    """More are one problem, which is told once; another mark is told with those that fit."""
    takes = (Takes(part="sheet", area="box", places=("1",), marks=(PenMark("cross"),)),)
    laid = tuple(Laid("box", "1", PenMark(mark)) for mark in marks)
    unfit = [*list_unfit(takes, Position((LaidPart("sheet", laid, "Ana"),)))]
    assert [(each.owner, each.message.key) for each in unfit] == [("Ana", key) for key in told]
    assert [each.hint == "" for each in unfit] == [key.endswith("too_many") for key in told]


CROSSES = Takes(part="sheet", area="box", places=("1",), marks=(PenMark("cross"), TokenMark("bee")))
TAKEN = {
    "number": Takes(part="sheet", area="box", places=("1",), kind="number", numbers=(0, 9)),
    "heap": Takes(part="sheet", area="box", places=("1",), kind="heap", numbers=(0, 3)),
    "player": Takes(part="sheet", area="box", places=("1",), kind="player"),
    "text": Takes(part="sheet", area="box", places=("1",), kind="text", words=("a", "b")),
    "mark": CROSSES,
}


@pytest.mark.parametrize(
    ("kinds", "mark", "hints"),
    [
        (("number",), PenMark("text", "x"), ["tally.hint.number(0, 9)"]),
        (("heap",), PenMark("fill"), ["tally.hint.number(0, 3)"]),
        (("player",), PenMark("fill"), ["tally.hint.player()"]),
        (("text",), PenMark("text", "c"), ["tally.hint.available(('a', 'b'))"]),
        (("mark",), PenMark("fill"), ["tally.hint.available((table.cross, 'bee'))"]),
        # A text is told what may be written; another mark, everything that fits.
        (("number", "mark"), PenMark("text", "x"), ["tally.hint.number(0, 9)"]),
        (
            ("number", "mark"),
            PenMark("fill"),
            ["tally.hint.number(0, 9)", "tally.hint.available((table.cross, 'bee'))"],
        ),
    ],
)
def test_what_does_not_fit_is_told_with_what_does(
    kinds: tuple[str, ...], mark: PenMark, hints: list[str]
) -> None:
    laid = Laid("box", "1", mark)
    position = Position((LaidPart("sheet", (laid,)),))
    (unfit,) = list_unfit([TAKEN[kind] for kind in kinds], position)
    wrong = Sentence("tally.wrong.wrong_place", mark=mark.text or Sentence("table.fill"), place="box 1")
    assert unfit.message == wrong
    assert isinstance(unfit.hint, Sentence)
    assert [
        f"{hint.key}({', '.join(map(show, hint.values.values()))})" for hint in unfit.hint.values["hints"]
    ] == hints


@pytest.mark.parametrize(
    ("typed", "level"), [("", "chicken_soup"), ("miracle", "miracle"), ("wunder", "miracle")]
)
def test_the_level_of_a_game_is_asked_for(typed: str, level: str) -> None:
    """Its values have their names; no answer is the first one."""
    game = played.game("pox")
    assert game.scoring
    asking = game.scoring.ask(game.companion.questions)
    assert next(asking).text.format(game.kit.wordings["en"]) == (
        "Which level? One of: Chicken Soup, Cough Medicine, IV Fluids, Intensive Care, Miracle;"
        " Enter for the first."
    )
    assert asking.send(typed).problem is None
    with pytest.raises(StopIteration) as end:
        while True:
            asking.send("")
    assert f"\ndifficulty: {level}\n" in end.value.value
    assert "\ndifficulty: chicken_soup\n" in game.scoring.write_blank(game.kit.wordings["en"])


def test_a_place_for_any_text_has_no_hint() -> None:
    takes = Takes(part="sheet", area="box", places=("1",), kind="text")
    (unfit,) = list_unfit([takes], Position((LaidPart("sheet", (Laid("box", "1", PenMark("fill")),)),)))
    assert unfit.hint == ""


def show(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(show, value))})"
    return value.key if isinstance(value, Sentence) else repr(value)


def test_the_end_of_a_log_is_a_position() -> None:
    """The position is that of a finished game, which may break rules."""
    referee = Referee(played.kit("pox"))
    log = "game: pox\nplayers: [Ana]\nlog:\n  - nature: spread north\n"
    filled = read_filled_position(decode_score(log.encode()), referee.find)
    marks = [laid.mark for part in filled.position.parts for laid in part.laid if laid.area == "people"]
    assert marks == [TokenMark("infection")] * 4
    unfit = list_unfit(filled.form.list_takes(), filled.position)
    assert {each.laid.area for each in unfit} == {"deaths"}
