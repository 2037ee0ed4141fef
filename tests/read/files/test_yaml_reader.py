"""Strict YAML: what is written is what is read, and every piece of it can be found again."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.read.files.yaml import DEEPEST_YAML, Data, parse_yaml


def read(text: str) -> Data:
    """The data of a text."""
    return parse_yaml(text, file="x.yaml").data


@pytest.mark.parametrize(
    "text", ["no", "yes", "12:30", "017", "1e3", "none", "2020-11-20", "true", "0x1F", "=", "1_000"]
)
def test_scalars_stay_text(text: str) -> None:
    """Nothing that YAML takes for a number, date or truth is turned into one."""
    assert read(f"key: {text}") == {"key": text}


def test_nothing_and_empty_text_differ() -> None:
    """A key without a value has none; two quotes are an empty text."""
    assert read("{a: , b: \"\", c: ''}") == {"a": None, "b": "", "c": ""}
    assert read("- \n- x") == [None, "x"]


def test_nested_data() -> None:
    """Mappings and lists in both notations, a document mark, comments, folded and literal texts."""
    text = """\
---
# a comment
a:
  - {b: [1, 2], c: {d: e}}
  - - x
    - y
f: >-
  one
  two
g: |
  one
  two
# the end
...
"""
    assert read(text) == {
        "a": [{"b": ["1", "2"], "c": {"d": "e"}}, ["x", "y"]],
        "f": "one two",
        "g": "one\ntwo\n",
    }


def test_comment_below_a_text_is_a_comment() -> None:
    """Only a line that looks like a lost part of the text is refused."""
    assert read("a:\n  b: |\n    # x\n\n  # about c\n  c: d\n") == {"a": {"b": "# x\n", "c": "d"}}
    assert read("- |\n  # x\n# the end\n") == ["# x\n"]


def test_nesting_up_to_the_limit() -> None:
    """The limit itself is allowed."""
    data: Data = read("[" * DEEPEST_YAML + "]" * DEEPEST_YAML)
    depth = 0
    while isinstance(data, list):
        depth += 1
        data = data[0] if data else None
    assert depth == DEEPEST_YAML


SAMPLE = """\
# first line
top:
  list: [a, 'bc', "de"]
  none:
  drawing: |
    | # é
    |  # #
  folded: >-
    one
    two
  items:
    - name: 𝄞 x
      value: y
    -
"""


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), (2, 1), (1, 1)),
        (("top",), (3, 3), (2, 1)),
        (("top", "list"), (3, 9), (3, 3)),
        (("top", "list", 1), (3, 13), (3, 13)),
        (("top", "none"), (4, 3), (4, 3)),
        (("top", "drawing"), (5, 12), (5, 3)),
        (("top", "items", 0), (12, 7), (12, 7)),
        (("top", "items", 0, "name"), (12, 13), (12, 7)),
        (("top", "items", 0, "value"), (13, 14), (13, 7)),
        (("top", "items", 1), (14, 6), (14, 6)),
        (("top", "missing"), (2, 1), (2, 1)),
        (("top", "items", 7, "x"), (11, 3), (11, 3)),
    ],
)
def test_places(path: tuple[str | int, ...], value: tuple[int, int], key: tuple[int, int]) -> None:
    """A value and its key are found; where there is none, the nearest key around it."""
    source = parse_yaml(SAMPLE, file="x.yaml")
    assert (source.spot_of(path), source.spot_of_key(path)) == (value, key)


@pytest.mark.parametrize(
    ("path", "line", "column", "spot"),
    [
        (("top", "drawing"), 0, 4, (6, 9)),
        (("top", "drawing"), 1, 5, (7, 10)),
        (("top", "list", 0), 0, 0, (3, 10)),
        (("top", "list", 1), 0, 1, (3, 15)),
        (("top", "list", 2), 0, 1, (3, 21)),
        (("top", "items", 0, "name"), 0, 2, (12, 15)),
        (("top", "folded"), 0, 5, (8, 11)),
    ],
)
def test_places_inside_texts(
    path: tuple[str | int, ...], line: int, column: int, spot: tuple[int, int]
) -> None:
    """A character of a text is found in the file; of a folded text, only where it starts."""
    source = parse_yaml(SAMPLE, file="x.yaml")
    assert source.spot_in_text(path, line, column) == spot


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)
data = st.recursive(
    words,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(words.filter(lambda key: key != "<<" and key), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(data)
def test_whatever_was_written_is_read(written: Data) -> None:
    """Any data that PyYAML writes is read back as it was."""
    text = yaml.safe_dump(written, allow_unicode=True, default_style="'")
    assert read(text) == written


def test_pure_python_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without libyaml, only the speed of PyYAML changes."""
    fast = parse_yaml(SAMPLE, file="x.yaml")
    monkeypatch.setattr("generator.read.files.yaml._Parser", yaml.BaseLoader)
    slow = parse_yaml(SAMPLE, file="x.yaml")
    assert slow.data == fast.data
    assert slow.spot_in_text(("top", "drawing"), 1, 5) == (7, 10)
