"""Declared dataclasses are read as they say: values, names, checks, each problem with its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import pytest

from generator.errors import Wrong
from generator.model.language.kinds import (
    Anything,
    ColourText,
    Count,
    Doc,
    Edge,
    IconName,
    Id,
    Key,
    Length,
    OneOf,
    RichText,
    Size,
    Text,
    Written,
)
from generator.read.declared.reader import Findings, Reader, make_file_schema
from generator.read.files.yaml import parse_yaml


class Spot(NamedTuple):
    """A place."""

    left: Edge
    top: Edge


NOWHERE = Spot(0.0, 0.0)


@dataclass(frozen=True)
class Title:
    """Words at the top."""

    text: Annotated[Text, Written.FIRST]
    level: Literal[1, 2] = 1


@dataclass(frozen=True)
class Flag:
    """A coloured flag."""

    colour: Annotated[ColourText, Written.ALONE]
    icon: IconName = ""


ITEMS = OneOf({"title": Title, "flag": Flag}, "item", example="flag")


@dataclass(frozen=True)
class Map:
    """A made-up kind of file."""

    id: Id
    size: Annotated[Size, Doc("How large.")]
    from_: Annotated[Annotated[Spot, Length(hint="a spot is [left, top]")], Key("from")] = NOWHERE
    items: Annotated[tuple[Title | Flag, ...], ITEMS, Length(1)] = ()
    names: Mapping[Id, tuple[IconName, ...]] = field(default_factory=dict)
    pair: tuple[Count, Count] | None = None

    def find_problems(self) -> Iterator[Wrong]:
        if self.id == self.size:
            yield Wrong("is odd", key="size")


def judge(kind: str, name: str) -> Wrong | None:
    """There is one icon, the star, and every colour."""
    return Wrong(f"no {kind} `{name}`") if kind == "icon" and name != "star" else None


def read(text: str) -> tuple[Map | None, list[str]]:
    findings = Findings(parse_yaml(text, file="map.yaml"))
    found = Reader(findings, judge).read(Map, findings.source.data)
    return found, [str(problem) for problem in sorted(findings.problems)]


def test_values_are_read_as_they_are_declared() -> None:
    """Keys, aliases of keys, lists, pairs, mappings, short forms, and kinds by their key."""
    found, problems = read(
        "id: sea\nsize: 1 in\nfrom: [1 mm, 0]\npair: [1, 2]\nnames: {a: [star]}\n"
        "items:\n  - title: Sea\n    level: 2\n  - flag: red\n  - flag: {colour: red, icon: star}\n"
    )
    assert problems == []
    assert found == Map(
        "sea",
        25.4,
        Spot(1.0, 0.0),
        (Title("Sea", 2), Flag("red"), Flag("red", "star")),
        {"a": ("star",)},
        (1, 2),
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("colour: red", "map.yaml:3:1: colour: unknown key `colour`"),
        ("from: [1 mm]", "map.yaml:3:7: from: needs 2 items (a spot is [left, top])"),
        ("from: [1 mm, x]", "map.yaml:3:14: from[2]: `x` is not a length"),
        ("names: {A: []}", "map.yaml:3:9: names.A: `A` is not an id"),
        ("names: {a: [moon]}", "map.yaml:3:13: names.a[1]: no icon `moon`"),
        ("pair: [1]", "map.yaml:3:7: pair: needs 2 items"),
        ("items: []", "map.yaml:3:8: items: is empty"),
        ("items: x", "map.yaml:3:8: items: must be a list of items (write each as `- flag: {...}`)"),
        ("items: [{flag: }]", "map.yaml:3:10: items[1].flag: has no value"),
        (
            "items: [{flog: red}]",
            "map.yaml:3:10: items[1].flog: unknown item type `flog` (did you mean `flag`?)",
        ),
        ("items: [{title: a, level: 3}]", "map.yaml:3:27: items[1].level: `3` is not allowed here"),
        ("items: [{flag: red, title: a}]", "map.yaml:3:21: items[1].title: `title` is written beside `flag`"),
    ],
)
def test_each_problem_has_its_place(line: str, problem: str) -> None:
    """What is wrong is told where it stands, with what would be right; nothing is built."""
    found, (said,) = read(f"id: sea\nsize: 1 in\n{line}\n")
    assert found is None
    assert said.startswith(problem)


def test_all_problems_are_told_at_once() -> None:
    """A missing key does not hide a wrong value."""
    _, problems = read("size: 3\nitems: [{flag: {icon: moon}}]\n")
    assert [problem.split(" (")[0] for problem in problems] == [
        "map.yaml:1:1: `id` is missing",
        "map.yaml:1:7: size: `3` has no unit",
        "map.yaml:2:10: items[1].flag: `colour` is missing",
        "map.yaml:2:23: items[1].flag.icon: no icon `moon`",
    ]


@dataclass(frozen=True)
class Note:
    """A note of one of several styles, with lines or a single text."""

    text: Annotated[Text, Written.FIRST]
    style: Annotated[str, Written.AS_KEY] = ""


@dataclass(frozen=True)
class Line:
    """Texts side by side, or one alone."""

    cells: Annotated[tuple[RichText, ...], Written.ALONE] = ()
    alone: Annotated[IconName, Written.ALONE] = ""


@dataclass(frozen=True)
class Page:
    """Notes and lines."""

    notes: Annotated[
        tuple[Note, ...], OneOf({"big": Note, "small": Note}, "note", example="big"), Length(1)
    ] = ()
    lines: tuple[Line, ...] = ()

    def find_problems(self) -> Iterator[Wrong]:
        for index, line in enumerate(self.lines):
            if line.alone:
                yield Wrong(f"unknown line `{line.alone}`", "did you mean `star`?", path=("lines", index))


def read_page(text: str) -> tuple[Reader, Page | None, list[str]]:
    findings = Findings(parse_yaml(text, file="page.yaml"))

    def judge(kind: str, name: str) -> Wrong | None:
        is_wrong = kind == "icon" or "*" in name
        return Wrong(f"no {kind}", position=name.find("*")) if is_wrong else None

    reader = Reader(findings, judge)
    page = reader.read(Page, findings.source.data)
    return reader, page, [str(problem) for problem in sorted(findings.problems)]


def test_kinds_may_share_a_dataclass_and_rows_their_short_forms() -> None:
    """The key of the kind goes into the dataclass; what is written alone is found by its shape."""
    _, page, problems = read_page("notes: [{big: a}, {small: b}]\nlines: [[a, b], {cells: [c]}]\n")
    assert problems == []
    assert page == Page((Note("a", "big"), Note("b", "small")), (Line(("a", "b")), Line(("c",))))


def test_example_of_a_kind_is_written_as_the_kind_is() -> None:
    """The key of a kind may be that of its first value."""
    assert "(write `- big: ...`;" in read_page("notes: [x]\n")[2][0]


def test_wrong_names_do_not_hide_other_problems() -> None:
    """What holds a wrong name is still checked, and may be compared with other files; nothing is read."""
    reader, page, problems = read_page('notes: [{big: a}]\nlines: [stra, ["b", "a *"]]\n')
    assert page is None
    assert problems == [
        "page.yaml:2:9: lines[1]: no icon",
        "page.yaml:2:9: lines[1]: unknown line `stra` (did you mean `star`?)",
        "page.yaml:2:24: lines[2][2]: no label",
    ]
    assert reader.get(("lines", 1)) == Line(("b", "a *"))


def test_values_with_wrong_names_can_be_got() -> None:
    """A wrong name is a problem of the file, but what holds it can still be compared with the rest."""
    text = "id: sea\nitems: [{flag: {colour: red, icon: moon}}, {flag: 3}]\n"
    findings = Findings(parse_yaml(text, file="map.yaml"))
    reader = Reader(findings, judge)
    assert reader.read(Map, findings.source.data) is None
    assert reader.get(("items", 0, "flag")) == Flag("red", "moon")
    assert reader.get(("items", 1, "flag")) is None


def test_problems_of_a_dataclass_have_places() -> None:
    """At a key, at a value, or at a key of a value below."""

    @dataclass(frozen=True)
    class Odd:
        """Nothing is right."""

        names: Mapping[Id, tuple[Count, ...]]

        def find_problems(self) -> Iterator[Wrong]:
            yield Wrong("one", key="names")
            yield Wrong("two", path=("names", "a", 1))
            yield Wrong("three", path=("names",), key="a")

    findings = Findings(parse_yaml("names: {a: [1, 2]}\n", file="odd.yaml"))
    Reader(findings).read(Odd, findings.source.data)
    assert [str(problem) for problem in findings.problems] == [
        "odd.yaml:1:1: names: one",
        "odd.yaml:1:16: names.a[2]: two",
        "odd.yaml:1:9: names.a: three",
    ]


def test_the_schema_follows_the_declaration() -> None:
    """Required keys, defaults, short forms and alternatives are those of the annotations."""
    schema: dict[str, Any] = make_file_schema(Map)
    assert schema["required"] == ["id", "size"]
    assert schema["properties"]["size"]["description"] == "How large."
    assert schema["properties"]["from"]["maxItems"] == 2
    title, flag = schema["$defs"]["Item"]["anyOf"]
    assert title["required"] == ["title"]
    assert flag["properties"]["flag"]["anyOf"][0] == {"$ref": "#/$defs/Flag"}


@dataclass(frozen=True)
class Ship:
    """A ship: its other keys are looked at elsewhere."""

    is_open: ClassVar[bool] = True

    name: Text
    draught: Annotated[Size | None, Doc("How deep it lies.")] = None
    crew: Annotated[Any, Anything(either=(tuple[Title, ...], Text)), Doc("Titles, or a file.")] = ()


def test_open_dataclasses_leave_other_keys_alone() -> None:
    """What an open dataclass does not declare is no problem, and its schema allows it."""
    source = parse_yaml("name: Argo\nsail: red\ncrew: {any: thing}\n", file="ship.yaml")
    findings = Findings(source)
    ship = Reader(findings).read(Ship, source.data)
    assert ship == Ship("Argo", None, {"any": "thing"})
    assert findings.problems == []
    assert "additionalProperties" not in make_file_schema(Ship)


def test_data_that_is_read_elsewhere_is_described() -> None:
    """The schema offers each annotation that such data may have; an optional value is described as itself."""
    schema = make_file_schema(Ship)
    listed, text = schema["properties"]["crew"]["anyOf"]
    assert listed == {"type": "array", "items": {"$ref": "#/$defs/Title"}}
    assert "string" in text["type"]
    assert schema["$defs"]["Title"]["required"] == ["text"]
    assert schema["properties"]["draught"]["anyOf"][0]["type"] == "string"


def test_files_of_things_by_id_are_described() -> None:
    """The description of the annotation is that of the file, and ids are checked."""
    schema = make_file_schema(Annotated[Mapping[Id, Flag], Length(1), Doc("Flags by id.")])
    assert schema["description"] == "Flags by id."
    assert schema["minProperties"] == 1
    assert schema["propertyNames"]["pattern"].startswith("^[a-z]")
