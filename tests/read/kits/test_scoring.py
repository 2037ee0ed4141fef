"""Each typical mistake in score.yaml is one message with its place; no change of one ends in a traceback."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest

from generator.errors import DataError, GeneratorError, Problem
from generator.model.kit import Sheet
from generator.model.scoring.judge import Scoring, WrittenMarks
from generator.read.declared.names import Names
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.kits.scoring import read_scoring
from tests.fuzz.mutations import KINDS, PIECES, change, mutate
from tests.fuzz.workspace import check_error
from tests.samples import proves_all

SHEET = """title: Sheet
sections:
  poppy: {title: Poppy, blocks: [{track: {size: 8 mm, labels: ["1", "3", "6"]}}]}
  street: {title: Street, blocks: [{track: {size: 8 mm, count: 4}}]}
  land:
    title: Land
    blocks: [{grid: {size: 8 mm, squares: "# # #\\n# # #", legend: {"#": {kind: hill}}}}]
  bids: {title: Bids, blocks: [{track: {size: 8 mm, count: 4}}]}
  pad: {title: Pad, blocks: [{labels: [One, Two], line_height: 8 mm}]}
  texts: {title: Notes, blocks: [{text: Read this}]}
bands: [[{sections: [poppy, street, land, bids, pad, texts]}]]
"""
GOOD = """takes:
  poppy: cross
  street: number 1..6
  land: [w, f]
  pad: number 0..9
numbers:
  high:
    each: fields
    in: street
    when: value > 3
    is: 1
  sets: min(poppy.filled, high)
must:
  - each: next
    in: [poppy, street]
    when: other.filled
    must: filled
    say: "{place} comes before {other}"
points:
  - say: Poppy
    in: poppy
    points: last.label
  - say: Lakes
    each: patches
    in: land
    when: value == "w"
    points: size
  - say: Sets
    points: nth([1, 3], sets) + upto([5, 1], pad.total)
  - say: Most
    rank: high
    points: [5, 2]
ties: [sets]
"""


@cache
def sheets() -> Mapping[str, Sheet]:
    """The parts of a game with this sheet."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "kit.yaml").write_text("id: my_game\nparts: [{sheet: sheet.yaml}]\n", "utf-8")
        (path / "sheet.yaml").write_text(SHEET, "utf-8")
        return read_kit(path, shelf=find_shelf(), is_drawn=False).parts_of(Sheet)


def read(folder: Path, text: str | bytes) -> Scoring:
    path = folder / "score.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    scoring, _ = read_scoring(path, sheets(), Names(sentences={"flower.poppy": "Poppy"}))
    assert scoring is not None
    return scoring


MISTAKES: Mapping[str, tuple[str, str, str, str]] = {
    "a section that is not there": (
        "  poppy: cross",
        "  popy: cross",
        "2:3",
        "no section `popy` (did you mean `poppy`?)",
    ),
    "a section without places": (
        "  poppy: cross",
        "  texts: cross",
        "2:3",
        "`texts` has no places to fill in",
    ),
    "a kind that is misspelt": ("poppy: cross", "poppy: crss", "2:10", "did you mean `cross`?"),
    "too many different marks": ("[w, f]", "[w, f, number 1..200]", "4:9", "202 different marks"),
    "a very long condition": ("value > 3", "x" * 600, "10:11", "at most 500 characters"),
    "numbers the wrong way": ("number 1..6", "number 6..1", "3:11", "write `number 1..6`"),
    "the same sign twice": ("[w, f]", "[w, f, w]", "4:9", "the sign `w` twice"),
    "a key that is misspelt": ("    points: size", "    point: size", "27:5", "unknown key `point`"),
    "a key of the file that is misspelt": ("ties:", "tie:", "33:1", "unknown key `tie`"),
    "an each that is misspelt": ("each: patches", "each: patchs", "24:11", "did you mean `patches`?"),
    "a section in an entry": (
        "in: land",
        "in: lands",
        "25:9",
        "unknown section `lands` (did you mean `land`?)",
    ),
    "a section that takes nothing": ("in: land", "in: bids", "25:9", "`bids` takes nothing"),
    "a section given twice": ("[poppy, street]", "[poppy, poppy]", "15:17", "given twice"),
    "no section": ("    in: land\n", "", "24:11", "no section is given"),
    "columns of a track": ("each: fields", "each: columns", "8:11", "`street` is not a grid"),
    "fields of a grid": ("each: patches", "each: fields", "24:11", "write `each: squares`"),
    "a mark that is not printed": (
        "    is: 1",
        "    with: pool\n    is: 1",
        "11:11",
        "the mark or the kind `pool`",
    ),
    "a name that is misspelt": ("last.label", "last.lable", "22:13", "did you mean `label`?"),
    "the label of a grid": ("points: size", "points: last.label", "27:13", "no `label` here (available:"),
    "the total of words": ("points: size", "points: total", "27:13", "there is no `total` here"),
    "a word without quotes": ('value == "w"', "value == w", "26:20", "texts are in quotes"),
    "a function that is misspelt": ("nth(", "nht(", "29:13", "did you mean `nth`?"),
    "a group as points": ("points: last.label", "points: last", "22:13", "`last` is a place, not a number"),
    "a list as points": ("points: size", "points: values", "27:13", "`values` is a list, not a number"),
    "a text as a rule": ("must: filled", "must: section", "17:11", "`section` is neither yes nor no"),
    "a text in a calculation": (
        "points: size",
        "points: value + 1",
        "27:13",
        "`value` is a text, not a number",
    ),
    "a choice among a number": (
        "points: size",
        "points: len(rows(size where item == 1))",
        "27:22",
        "`size` is a number, not a list",
    ),
    "a field of an item": (
        "points: size",
        "points: len(rows(values where item.x == 1))",
        "27:35",
        "not a place",
    ),
    "an order by a field": (
        "points: size",
        "points: len(rows(values sort by -size))",
        "27:37",
        "write `sort by item`",
    ),
    "a bracket that is not closed": ("[1, 3], sets)", "[1, 3], sets", "29:16", "is not an expression"),
    "a comparison the wrong way": ("value > 3", "value => 3", "10:17", "write `>=`"),
    "a brace that is not closed": ("{place} comes", "{place comes", "18:11", "unmatched `{`"),
    "a word in bold that does not end": ("say: Poppy", "say: The **poppy", "20:14", "`**` is never closed"),
    "an item without its dash": ("  - say: Lakes", "    say: Lakes", "23:5", "duplicate key `say`"),
    "filled pairs of a misspelt kind": ("each: next", "each: folowing", "14:11", "`following`"),
    "one sign for equality": ('value == "w"', 'value == "w" and size = 2', "26:33", "write `==`"),
    "pairs without a pair": ("[5, 1]", "[5, 1, 9]", "29:38", "the list has no pairs"),
    "a number before its time": (
        "  high:\n",
        "  early: sets\n  high:\n",
        "7:10",
        "`sets` is computed after this",
    ),
    "a number with the name of an item": (
        "  sets: min",
        "  value: 1\n  sets: min",
        "12:3",
        "`value` is a name of expressions",
    ),
    "a number with the id of a section": (
        "  sets: min",
        "  poppy: 1\n  sets: min",
        "12:3",
        "`poppy` is a section",
    ),
    "a rank of nothing": (
        "rank: high",
        "rank: hihg",
        "31:11",
        "unknown number `hihg` (did you mean `high`?)",
    ),
    "a list of points without a rank": ("    rank: high\n", "", "31:5", "needs a `rank`"),
    "share without a rank": (
        "    points: size",
        "    points: size\n    share: yes",
        "28:5",
        "no effect without `rank`",
    ),
    "a tie of nothing": (
        "ties: [sets]",
        "ties: [set]",
        "33:8",
        "unknown number `set` (did you mean `sets`?)",
    ),
    "a text that is missing": ("say: Poppy", "say: flower.popy", "20:10", "the wording has no `flower.popy`"),
    "a placeholder that is not offered": (
        "say: Lakes",
        'say: "Lakes: {size}"',
        "23:10",
        "`{size}`, which this entry does not offer",
    ),
    "no message": ('    say: "{place} comes before {other}"\n', "", "14:5", "`say` is missing"),
    "a calculation that fails": (
        "is: 1",
        "is: 1 / (6 - value)",
        "11:9",
        "a division by 0, for a full sheet, at street 1",
    ),
    "points that are not whole": (
        "points: size",
        "points: size / 7",
        "27:13",
        "not a whole number of points",
    ),
    "an expression that YAML cuts": (
        "  - say: Sets\n    points: nth([1, 3], sets) + upto([5, 1], pad.total)",
        "  - {say: Sets, points: min(sets, 3)}",
        "28:33",
        'a text with a comma needs quotes here (write `"min(sets, 3)"`)',
    ),
    "brackets in braces": (
        "  - say: Sets\n    points: nth([1, 3], sets) + upto([5, 1], pad.total)",
        "  - {say: Sets, points: nth([1, 3], sets)}",
        "28:25",
        "in quotes",
    ),
    "a take without items": (
        "  sets: min(poppy.filled, high)",
        "  sets: {is: high, take: most}",
        "12:26",
        "no effect without items",
    ),
    "no points": (GOOD.partition("points:\n")[2], "  []\n", "20:3", "is empty"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_typical_mistake_is_one_message(tmp_path: Path, name: str) -> None:
    """With line, column, and what would be right."""
    old, new, place, message = MISTAKES[name]
    assert GOOD.count(old) == 1, old
    with pytest.raises(DataError) as caught:
        read(tmp_path, GOOD.replace(old, new))
    (problem,) = caught.value.problems
    assert message in show(problem)
    assert f"{problem.line}:{problem.column}" == place, problem


def show(problem: Problem) -> str:
    return f"{problem.message} ({problem.hint})"


def test_the_good_file_is_read(tmp_path: Path) -> None:
    sheet = {
        "poppy": WrittenMarks({"1": "x", "2": "x"}),
        "street": WrittenMarks({"1": "5", "2": "6"}),
        "land": WrittenMarks({"a1": "w", "b1": "w", "c2": "f"}),
        "pad": WrittenMarks({"line_1": "4", "line_2": "2"}),
    }
    scoring = read(tmp_path, GOOD)
    result = scoring.judge(sheet)
    assert (result.numbers, result.broken) == ({"high": 2, "sets": 2}, ())
    assert [each.points for each in result.counted] == [3, 2, 3 + 1]
    ranked = scoring.rank({"Ana": {"high": 2}, "Bo": {"high": 2}, "Cleo": {"high": 0}, "Dee": {"high": 1}})
    assert {player: counted[0].points for player, counted in ranked.items()} == {
        "Ana": 5,
        "Bo": 5,
        "Cleo": 0,
        "Dee": 0,
    }


def test_items_of_a_list_are_chosen(tmp_path: Path) -> None:
    sheet = {
        "poppy": WrittenMarks({}),
        "street": WrittenMarks({}),
        "land": WrittenMarks({"a1": "w", "b1": "w", "c2": "f"}),
        "pad": WrittenMarks({}),
    }
    chosen = "7 * len(rows(values where item == 'w' and size > 1)) + first([4, 3, 5] sort by item)"
    scoring = read(tmp_path, GOOD.replace("points: size", f"points: {chosen}"))
    assert scoring.judge(sheet).counted[1].points == 7 * 2 + 3


def test_one_of_several_sheets_is_named(tmp_path: Path) -> None:
    """By `sheet`, which a game with one sheet can leave out."""
    path = tmp_path / "score.yaml"
    several = {**sheets(), "other": sheets()["sheet"]}
    found = []
    for head in ("", "sheet: shet\n", "sheet: sheet\n"):
        path.write_text(head + GOOD, "utf-8")
        try:
            found.append(str(read_scoring(path, several, Names(sentences={}))[0] is not None))
        except DataError as error:
            found += [show(problem) for problem in error.problems]
    assert found == [
        "the game has several sheets (add `sheet: ...`; available: sheet, other)",
        "unknown sheet `shet` (did you mean `sheet`?)",
        "True",
    ]


def test_a_number_that_nothing_uses_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "score.yaml"
    path.write_text(GOOD.replace("ties: [sets]", "ties: []").replace("nth([1, 3], sets) + ", ""), "utf-8")
    names = Names(sentences={}, warnings=[])
    read_scoring(path, sheets(), names)
    assert names.warnings is not None
    assert [str(problem) for problem in names.warnings] == [
        f"{path}:12:3: numbers.sets: the number `sets` is not used "
        "(use it in `must`, `points`, or `ties`, or remove it)"
    ]


MUTATIONS = 2_000 if proves_all() else 100


def test_no_change_ends_in_a_traceback(tmp_path: Path) -> None:
    """A file that is read can score an empty and a full sheet; any other is an error with a place."""
    chance, read_well = Random(29), 0
    for _ in range(MUTATIONS):
        numbers = chance.randrange(10_000), chance.randrange(10_000)
        of_bytes = chance.choice(KINDS)(*numbers, chance.choice(PIECES))
        changed = mutate(GOOD.encode(), [of_bytes]), change(GOOD.encode(), ".yaml", chance)
        try:
            read(tmp_path, chance.choice(changed))
            read_well += 1
        except GeneratorError as error:
            check_error(error)
    assert 0 < read_well < MUTATIONS
