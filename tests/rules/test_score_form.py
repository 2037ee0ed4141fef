"""Declared forms of finished games: read, told, described, left empty and asked for."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import jsonschema
import pytest
import yaml

from generator.errors import Wrong
from generator.model.played import GameLog, LogLine
from generator.model.values import replace
from generator.read.scores import decode_score
from generator.rules.core import Entry, EntryPath, Listed, OptionQuestion, Phrase, Sentence, format_phrase
from generator.rules.form import (
    PLAYER,
    ByPlayer,
    DrawnMarks,
    EntryRows,
    EntryShape,
    EntryText,
    FormReading,
    FormScoring,
    Keys,
    Many,
    QuestionAsked,
    ask_players,
    make_unknown,
    read_as,
    say_schema,
    say_wrong,
    write_line,
    write_log,
    write_score,
)
from tests import shipped


def parse_words(text: str, players: object) -> Mapping[str, object]:
    if not text.isdecimal():
        raise Wrong("is no number", "write 7", position=2)
    return {"coins": (int(text),)}


def parse_coin(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


COIN = read_as(parse_coin, "write 1", pattern="[0-9]+")
MAP = EntryRows(rows=[("a1", "b1"), ("a2", "b2")], mark="[x.]", is_short=True, hint="`x` a cross")
PURSE: EntryShape[Mapping[str, object]] = Keys(
    shapes={
        "coins": Many(each=COIN, hint="write [1, 2]", most=3),
        "heir": PLAYER,
        "map": MAP,
    },
    make=dict,
    hint="such as 7",
    required=("coins",),
    words=EntryText(parse=parse_words, hint="a number", blank="0"),
)
FORM = ByPlayer(each=PURSE, hint="such as `Ana: 7`")


class Told:
    """Keeps what is told."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.hints: list[str] = []

    def add(
        self, path: EntryPath, message: Phrase, hint: Phrase = "", *, at: Literal["value", "key"] = "value"
    ) -> None:
        self.said.append(f"{'.'.join(map(str, path))}: {say(message)}")
        self.hints.append(f"{at}: {say(hint)}")

    def add_in_text(
        self, path: EntryPath, line: int, column: int, message: Phrase, hint: Phrase = ""
    ) -> None:
        self.said.append(f"{'.'.join(map(str, path))} {line}:{column}: {say(message)}")
        self.hints.append(f"text: {say(hint)}")


def say(message: Phrase) -> str:
    return format_phrase(message, shipped.kit("pox").wordings["en"])


def read(data: Entry, *players: str) -> tuple[Any, list[str]]:
    told = Told()
    return FORM.read(data, (), FormReading(players, told)), told.said


def test_keys_and_words_say_the_same() -> None:
    """A list may be a text; who is named first are the players."""
    for coins in (["7"], "7"):
        found, said = read({"Ana": {"coins": coins, "heir": "Bo", "map": "| x .\n. x"}, "Bo": "7"})
        assert said == []
        assert found["Bo"] == {"coins": (7,)}
        assert found["Ana"]["coins"] == (7,)
        assert found["Ana"]["heir"] == "Bo"
        marks = {"a1": "x", "b2": "x"}
        assert found["Ana"]["map"] == DrawnMarks(marks, {"a1": 0, "b1": 0, "a2": 1, "b2": 1})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], ": this must be the names of players, each with a value"),
        ({}, ": this must be the names of players, each with a value"),
        ({"Ana": ["7"]}, "Ana: this must be keys with values"),
        ({"Ana": None}, "Ana: this must be keys with values"),
        ({"Ana": "x"}, "Ana 0:2: is no number"),
        ({"Eva": "7"}, "Eva: “Eva” is not known here"),
        ({"Ana": {"heir": "Bo"}}, "Ana: “coins” is missing"),
        ({"Ana": {"coins": [], "heirs": "Bo"}}, "Ana.heirs: “heirs” is not known here; did you mean heir?"),
        ({"Ana": {"coins": [], "heir": "Eva"}}, "Ana.heir 0:0: “Eva” is not known here"),
        ({"Ana": {"coins": [], "heir": None}}, "Ana.heir: a value is missing here"),
        ({"Ana": {"coins": [], "heir": ["Bo"]}}, "Ana.heir: this must be one value"),
        ({"Ana": {"coins": {"a": "1"}}}, "Ana.coins: this must be a list"),
        ({"Ana": {"coins": ["1", "x"]}}, "Ana.coins.1 0:0: “x” cannot be read here"),
        ({"Ana": {"coins": ["1"] * 4}}, "Ana.coins: 4 entries, but at most 3 are allowed"),
        ({"Ana": {"coins": [], "map": ["x"]}}, "Ana.map: 0 rows, but 2 are needed"),
        ({"Ana": {"coins": [], "map": "xx"}}, "Ana.map: 1 row, but 2 are needed"),
        (
            {"Ana": {"coins": [], "map": "xx\nx"}},
            "Ana.map 1:1: 1 sign, but 2 are needed",
        ),
        (
            {"Ana": {"coins": [], "map": "xxx\nxx"}},
            "Ana.map 0:2: 3 signs, but 2 are needed",
        ),
        ({"Ana": {"coins": [], "map": "| x o\nxx"}}, "Ana.map 0:4: “o” is not a sign that is used here"),
        ({"Ana": {"coins": [], "map": "x\tx\nxx"}}, "Ana.map 0:1: there is a tab here; write spaces"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_place(data: Entry, said: str) -> None:
    """One problem for one mistake."""
    _, told = read(data, "Ana", "Bo")
    assert told == [said]


NESTED = Keys(shapes={"all": FORM, "coin": COIN}, make=dict, required=("all", "coin"))
ROWS = "write “|” after the key, and below it each row on its own line, after “| ”: `x` a cross"
SEATS = {f"P{number}": "7" for number in range(1001)}


@pytest.mark.parametrize(
    ("shape", "data", "hints"),
    [
        (FORM, [], ["value: such as `Ana: 7`"]),
        (PURSE, None, ["value: such as 7"]),
        (NESTED, None, ["value: available: all, coin"]),
        (NESTED, {}, ["key: add “all: {}”", "key: add “coin: ...”"]),
        (PURSE, {"coins": [], "ring": "7"}, ["key: available: coins, heir, map"]),
        (PURSE, {"coins": {}}, ["value: write [1, 2]"]),
        (PURSE, {"coins": ["x"]}, ["text: write 1"]),
        (PURSE, {"coins": ["1"] * 3}, []),
        (PURSE, {"coins": ["1"] * 4}, ["value: "]),
        (FORM, SEATS, ["key: "]),
        (MAP, [], [f"value: {ROWS}"]),
        (MAP, "xx", [f"key: {ROWS}"]),
        (MAP, "xo\nxx", ["text: `x` a cross"]),
        (MAP, "x\nxx", ["text: write “.” for an empty place"]),
        (MAP, "xxx\nxx", ["text: "]),
    ],
)
def test_hints_say_what_would_be_right(shape: EntryShape[Any], data: Entry, hints: list[str]) -> None:
    told = Told()
    shape.read(data, (), FormReading((), told))
    assert told.hints == hints


def test_more_players_than_seats_are_one_problem() -> None:
    told = Told()
    FORM.read(dict(SEATS), (), FormReading((), told))
    assert told.said == [": 1001 entries, but at most 1000 are allowed"]
    assert len(FORM.read(dict([*SEATS.items()][:1000]), (), FormReading(())) or ()) == 1000


def test_a_message_repeats_the_beginning_of_what_was_typed() -> None:
    """Forty characters, the last of which is a sign that more were typed."""
    assert say(say_wrong("value", value="x" * 40)) == f"“{'x' * 40}” cannot be read here"
    assert say(say_wrong("value", value="x" * 41)) == f"“{'x' * 39}…” cannot be read here"


def test_a_row_may_consist_of_one_sign() -> None:
    """Lines of nothing but blanks and strokes are left out, also with tabs."""
    letters = EntryRows(rows=[("a1", "b1"), ("a2", "b2")], mark="[X.]", is_short=True, hint="")
    drawn = letters.read("X X\n |\t\n| . X", (), FormReading(()))
    assert drawn == DrawnMarks({"a1": "X", "b1": "X", "b2": "X"}, {"a1": 0, "b1": 0, "a2": 2, "b2": 2})


def test_names_that_are_known_are_listed_if_they_are_few() -> None:
    """A single one, too; one that is near comes instead of the list."""
    known = {f"name_{number}": f"Name {number}" for number in range(40)}
    assert say(make_unknown("x", {"coins": "coins"}).advice) == "available: coins"
    assert make_unknown("x", {}).advice == make_unknown("x", known).advice == ""
    assert say(make_unknown("coin", {"coins": "Coins"}).sentence).endswith("did you mean Coins?")
    wrong = make_unknown("co", {"coins": "Coins", "cone": "Cone", "x": "X"}, fitting=("coins", "cone"))
    assert say(wrong.sentence) == "“co” is not one name; it could be: Coins, Cone"


def test_a_line_of_a_log_is_quoted_where_it_must_be() -> None:
    assert write_line(LogLine("Ana", "take left")) == "  - Ana: take left"
    assert write_line(LogLine("Dr. No: 7", "#")) == '  - "Dr. No: 7": "#"'
    assert write_line(LogLine("Zoë: 7", "null")) == '  - "Zoë: 7": "null"'


def test_a_log_is_written_with_its_head() -> None:
    """Variant and start are there only if the log has them."""
    log = GameLog("pox", ("Ana", "Bo"), (LogLine("Ana", "b2"),), {"level": "hard"})
    head, lines = "game: pox\n", "log:\n  - Ana: b2\n"
    assert write_log(log) == f"{head}players: [Ana, Bo]\nlevel: hard\n{lines}"
    whole = replace(log, header={}, variant="short", start={"board": "xx\n.."})
    assert write_log(whole) == (
        f"{head}variant: short\nplayers: [Ana, Bo]\nstart:\n  board: |\n    xx\n    ..\n{lines}"
    )


def test_players_are_asked_for_until_there_are_enough() -> None:
    """Some of them are enough for a form that has a sheet for each."""
    kit = shipped.kit("virus_and_co")
    asking = ask_players(kit)
    next(asking)
    problem = asking.send("Ana, Bo").problem
    assert problem
    assert say(problem) == "2 players cannot play this game; it is for 3–6"
    with pytest.raises(StopIteration, match="Eva"):
        asking.send("Ana, Bo, Eva")
    asking = ask_players(kit, may_be_some=True)
    next(asking)
    with pytest.raises(StopIteration) as end:
        asking.send("Ana")
    assert end.value.value == ("Ana",)


def test_a_list_may_be_a_text_with_separators() -> None:
    """Blanks, line breaks, and commas; at most as many items as the shape says, by default 200."""
    coins = Many(each=COIN, hint="")
    for typed in ("1 2 3", "1,2, 3", " 1\n2 ,3 "):
        assert coins.read(typed, (), FormReading(())) == (1, 2, 3)
    assert len(coins.read(["1"] * 200, (), FormReading(())) or ()) == 200
    told = Told()
    assert coins.read(["1"] * 201, (), FormReading((), told)) is None
    assert told.said == [": 201 entries, but at most 200 are allowed"]
    assert (coins.blank, MAP.blank, FORM.blank, COIN.blank) == ([], ". .\n. .", {}, "")


def test_a_list_of_texts_may_be_one_text() -> None:
    """Its items have blanks between them; without this, one text is wanted."""
    coins = EntryText(parse=lambda text, players: text, hint="", may_be_list=True)
    told = Told()
    assert coins.read(["1", "2"], ("coins",), FormReading((), told)) == "1 2"
    assert COIN.read(["1", "2"], ("coins",), FormReading((), told)) is None
    assert told.said == ["coins: this must be one value"]


def test_the_line_of_a_mark_or_a_place_is_found() -> None:
    """The first one; an empty place has none."""
    drawn = MAP.read("\n| . x\n| x .", (), FormReading(()))
    assert drawn
    assert [drawn.find_line(name) for name in ("x", "b1", "a2", "a1")] == [1, 1, 2, None]


def test_texts_of_several_lines_are_written_as_they_are() -> None:
    """A text that begins with a blank is quoted: YAML takes the indentation from the first line."""
    assert write_score({"map": "Xx\n. x"}).splitlines() == ["map: |", "  Xx", "  . x"]
    assert write_score({"map": "Xx\n. X\n"}).splitlines() == ["map: |", "  Xx", "  . X"]
    assert write_score({"map": " x\n. x"}).strip() == 'map: " x\\n. x"'


def test_a_schema_describes_marks() -> None:
    assert say(MAP.schema()["description"]) == "2 rows: `x` a cross"


def test_marks_may_be_capital_letters() -> None:
    """Phones begin a text with a capital letter."""
    told = Told()
    drawn = MAP.read("X.\n.X", (), FormReading((), told))
    assert drawn is not None
    assert set(drawn.marks.values()) == {"x"}
    assert not told.said


WIDE = EntryRows(rows=[("a1", "b1", "c1")], mark="[0-9]+|x", hint="`x` a cross")


@pytest.mark.parametrize(
    ("shape", "text", "said"),
    [
        (MAP, "o.\nxx", "0:0: “o” is not a sign that is used here"),
        (MAP, ".o\nxx", "0:1: “o” is not a sign that is used here"),
        (MAP, "  | . o\nxx", "0:6: “o” is not a sign that is used here"),
        (MAP, "xx\n| o .", "1:2: “o” is not a sign that is used here"),
        (MAP, "xx\n\n  x  ", "2:3: 1 sign, but 2 are needed"),
        (MAP, "xx\n. x x x", "1:4: 4 signs, but 2 are needed"),
        (MAP, "xx\nxx\n  xx", "2:2: 3 rows, but 2 are needed"),
        (MAP, "xx\n x\tx", "1:2: there is a tab here; write spaces"),
        (WIDE, "1 22 xo", "0:5: “xo” is not a sign that is used here"),
        (WIDE, "| 1 22", "0:6: 2 signs, but 3 are needed"),
        (WIDE, "1 22 . 4", "0:7: 4 signs, but 3 are needed"),
        (WIDE, "xx x", "0:0: “xx” is not a sign that is used here"),
    ],
)
def test_a_wrong_row_is_told_at_its_column(shape: EntryRows, text: str, said: str) -> None:
    """At the first sign that is wrong or too many, or behind the last one."""
    told = Told()
    shape.read(text, (), FormReading((), told))
    assert told.said == [f" {said}"]


@pytest.mark.parametrize(
    ("shape", "text", "hint"),
    [
        (WIDE, "xx x", "`x` a cross; with spaces between the marks"),
        (WIDE, "1 22 xo", "`x` a cross"),
        (WIDE, "1 22 xo 4", "`x` a cross"),
        (MAP, "o\nxx", "`x` a cross"),
        (MAP, "xo\nxx", "`x` a cross"),
    ],
)
def test_signs_may_lack_spaces_if_they_are_too_few(shape: EntryRows, text: str, hint: str) -> None:
    """Signs of one character need none."""
    told = Told()
    shape.read(text, (), FormReading((), told))
    assert told.hints == [f"text: {hint}"]


CODE = EntryText(parse=lambda text, players: text, hint="letters", pattern="[a-c]+", may_be_list=True)
SCHEMAS: Mapping[str, tuple[EntryShape[Any], Sequence[object], Sequence[object]]] = {
    "text": (read_as(str, "a text"), ["a", 4, ""], [["a"], {}, None, True]),
    "pattern": (COIN, ["12", 12], ["x", "12x", "x12", [1]]),
    "list": (CODE, ["abc", ["abc", 4]], ["abd", {}, [["abc"]], None]),
    "many": (Many(each=COIN, hint="", most=2), [[], ["1", 2], "1 2", 1], [["x"], [1, 2, 3], {}, None]),
    "keys": (
        Keys(shapes={"a": COIN, "b": MAP}, make=dict, hint="", required=("a",)),
        [{"a": 1}, {"a": "1", "b": "xx"}],
        [{}, {"b": "xx"}, {"a": 1, "c": 1}, {"a": "x"}, {"a": 1, "b": 1}, "a", None],
    ),
    "words": (PURSE, ["7", {"coins": []}], [{}, [], None]),
    "players": (
        ByPlayer(each=COIN, hint=""), [{"Ana": 1}, {"Ana": 1, "Bo": "2"}], [{}, {"Ana": "x"}, [1], None],
    ),
    "some": (ByPlayer(each=COIN, hint="", is_partial=True), [{}, {"Ana": 1}], [{"Ana": "x"}, None]),
    "rows": (MAP, ["xx\nxx"], [1, ["xx"], {}, None]),
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_of_every_shape_tells_right_from_wrong(name: str) -> None:
    """Each value that is right is valid, and each that is wrong is not."""
    shape, right, wrong = SCHEMAS[name]
    schema = say_schema(shape.schema(), shipped.kit("pox").wordings["en"])
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert [value for value in right if not validator.is_valid(value)] == []
    assert [value for value in wrong if validator.is_valid(value)] == []


RIGHT = ("Ana: 7", "Ana: {coins: [1, 2], heir: Bo}", "Ana: {coins: 1 2}", "Ana: {coins: [], map: xx}")
WRONG = (
    "Ana: [7]",
    "{}",
    "Ana: {heir: Bo}",
    "Ana: {coins: [x]}",
    "Ana: {coins: [1, 2, 3, 4]}",
    "Ana: {coin: 1}",
)


@pytest.mark.parametrize("text", [*RIGHT, *WRONG])
def test_the_schema_takes_what_is_right(text: str) -> None:
    """As keys, as words, and with numbers that are numbers to YAML; and sees most of what is wrong."""
    schema = say_schema(FORM.schema(), shipped.kit("pox").wordings["en"])
    jsonschema.Draft202012Validator.check_schema(schema)
    assert jsonschema.Draft202012Validator(schema).is_valid(yaml.safe_load(text)) == (text in RIGHT)


def test_every_piece_is_asked_for() -> None:
    """Again until it can be read; nothing is what is blank."""
    asking = FORM.ask(QuestionAsked("purse", ("Ana", "Bo")))
    question = next(asking)
    assert (question.text.key, question.text.values, question.problem) == (
        "tally.ask.purse",
        {"player": "Ana"},
        None,
    )
    assert asking.send("x").problem == Sentence("tally.wrong.value", value="x")
    assert asking.send("7").text.values == {"player": "Bo"}
    with pytest.raises(StopIteration) as end:
        asking.send("")
    assert end.value.value == {"Ana": "7", "Bo": "0"}


def test_what_need_not_be_there_may_be_left_out() -> None:
    asking = COIN.ask(QuestionAsked("coin", ()))
    next(asking)
    with pytest.raises(StopIteration) as end:
        asking.send("")
    assert end.value.value == ""


def test_keys_without_words_are_asked_for_one_by_one() -> None:
    """What must be there is blank where nothing is answered; all else is left out."""
    keys = Keys(
        shapes={
            "coins": Many(each=COIN, hint=""),
            "map": MAP,
            "heir": PLAYER,
        },
        make=dict,
        hint="",
        required=("map",),
        asked=("map", "coins"),
    )
    asking = keys.ask(QuestionAsked("any", ("Ana",)))
    assert next(asking).text.values == {"row": 1, "rows": 2, "squares": 2}
    assert asking.send("x x").text.values == {"row": 2, "rows": 2, "squares": 2}
    assert asking.send("").text.key == "tally.ask.coins"
    with pytest.raises(StopIteration) as end:
        asking.send("")
    assert end.value.value == {"map": "x x\n. ."}
    assert keys.blank == {"map": ". .\n. ."}


def test_what_must_be_there_is_asked_for_until_it_is() -> None:
    """All else may be left out."""
    keys = Keys(shapes={"heir": PLAYER, "coin": COIN}, make=dict, required=("heir",))
    asking = keys.ask(QuestionAsked("any", ("Ana",)))
    assert next(asking).text.key == "tally.ask.heir"
    assert asking.send("").problem == Sentence("tally.wrong.name", name="")
    assert asking.send("Ana").text.key == "tally.ask.coin"
    with pytest.raises(StopIteration) as end:
        asking.send("")
    assert end.value.value == {"heir": "Ana"}
    told = Told()
    assert keys.read("Ana", (), FormReading((), told)) is None
    assert told.hints == ["value: available: heir, coin"], "by default, the hint names the keys"
    for entry in ({"heir": "Zoe"}, {"heir": "Ana", "house": "big"}, {"heir": None}, {}):
        assert keys.read(entry, (), FormReading(("Ana",), told)) is None


@pytest.mark.parametrize(
    "entries",
    [
        {"game": "x", "players": ["Ana", "Dr. No: 7", "null"]},
        {"rounds": [{"Ana": "4+i", "Bo": "-"}, {"Ana": {"viruses": ["4", "5+i"], "pills": "b"}}]},
        {"board": ". .\nx .\n", "table": {"cubes": {}, "cured": [], "lost": ""}},
        {"sheets": {"Ana": {"map": "x x\n. .\n", "progress": "xo"}}},
    ],
)
def test_a_score_file_that_was_written_is_read_again(entries: dict[str, Entry]) -> None:
    """Texts stay texts, and rows stay rows."""
    assert decode_score(write_score(entries).encode()).data == entries


class Tally(FormScoring[Any, Any]):
    """A form of one coin, and nothing to break or to score."""

    value_names: Mapping[str, Sentence] = {"hard": Sentence("levels.miracle")}

    def list_faults(self, table: object) -> tuple[()]:
        return ()

    def score(self, table: object) -> dict[str, Any]:
        return {}

    def find_outcome(self, table: object) -> None:
        return None


@pytest.fixture
def tally() -> Tally:
    return Tally(shipped.kit("pox"), "coin", COIN, options={"difficulty": ("easy", "hard")})


def test_an_empty_file_has_the_levels_in_its_comment(tally: Tally) -> None:
    """The first one is that of the file."""
    blank = tally.write_blank(shipped.kit("pox").wordings["en"])
    assert tally.make_blank() == ""
    remarks = [line for line in blank.splitlines() if line.startswith("#")]
    assert remarks[-1] == "# Blanks do not matter. The difficulty is one of easy, Miracle."
    assert blank.splitlines()[len(remarks) :] == [
        "game: pox",
        "players: [Ana, Bo]",
        "difficulty: easy",
        'coin: ""',
    ]


def test_an_option_is_asked_for_with_its_usual_value(tally: Tally) -> None:
    """By its level if values are described, which then have names; by its question if they are not."""
    named = OptionQuestion(
        "difficulty", Sentence("q"), {"easy": Sentence("e")}, names={"hard": Sentence("h")}
    )
    bare = OptionQuestion("difficulty", Sentence("q"))
    levels = Sentence("tally.ask.level", levels=Listed(("easy", Sentence("h"))), usual="easy")
    for question, text in (
        (named, levels),
        (bare, Sentence("tally.ask.option", question=Sentence("q"), usual="easy")),
    ):
        asking = tally.ask([question, OptionQuestion("roles", Sentence("r"))])
        assert next(asking).text == Sentence("tally.ask.players")
        assert asking.send("Ana, Bo").text == text
        assert asking.send("").text == Sentence("tally.ask.coin")
        with pytest.raises(StopIteration) as end:
            asking.send("1")
        assert end.value.value == "game: pox\nplayers: [Ana, Bo]\ndifficulty: easy\ncoin: 1\n"


def test_a_text_without_a_pattern_may_be_any() -> None:
    """For editors; the parser decides."""
    plain = {"type": ["string", "number"], "description": "write 1"}
    assert read_as(parse_coin, "write 1").schema() == plain
    assert COIN.schema() == {**plain, "pattern": "^([0-9]+)$"}
