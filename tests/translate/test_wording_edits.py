"""Texts are put into wording files without touching comments, order and other lines."""

import re
from difflib import unified_diff
from pathlib import Path

import pytest
from babel import localedata
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.read.files.shelf import find_shelf
from generator.read.files.yaml import Data, parse_yaml
from generator.read.wordings.grammars import LANGUAGE_NAME, describe_language
from generator.read.wordings.wordings import read_wording_file
from generator.translate.wording_edits import (
    LINE_WIDTH,
    format_text,
    put_comments,
    put_texts,
    read_comments,
    read_notes,
)
from tests.samples import count_examples, sample

SHELF = find_shelf()
SHIPPED = [*SHELF.wording.glob("*.yaml"), *SHELF.data.glob("games/*/wording/*.yaml")]

SMALL = """\
# At the top.
language: Español
words:
  # Of the whole game.
  kit:
    title: Uno  # A name.
    # Two lines
    # of comment.
    credit: >-
      Hecho por
      nadie

  short: {one: uno, two: "dos"}
  # Nothing is here yet.
  empty:
  rules:
    text: |
      Primero.
      Segundo.
# At the end.
"""
ORDER = ["kit.before", "kit.title", "kit.credit", "kit.after", "short.one", "short.two", "short.three",
         "empty", "middle.one", "middle.two", "rules.text", "rules.more"]  # fmt: skip


def flat(data: Data, path: str = "") -> dict[str, str]:
    if isinstance(data, dict):
        return {
            key: text for step, value in data.items() for key, text in flat(value, f"{path}.{step}").items()
        }
    return {path.removeprefix(".words."): data.rstrip("\n")} if isinstance(data, str) else {}


def texts_of(text: str) -> dict[str, str]:
    data = parse_yaml(text, file="es.yaml").data
    assert isinstance(data, dict)
    return {f"{key}": value for key, value in flat({"words": data["words"]}).items()}


def test_texts_are_replaced_in_place() -> None:
    """Only the lines of what changes differ; comments stay where they are."""
    put = put_texts(
        SMALL,
        {"kit.title": "Dos: {n}", "short.two": "2", "empty": "# lleno", "rules.text": "Uno."},
        order=ORDER,
    )
    assert put == (
        SMALL.replace("title: Uno ", 'title: "Dos: {n}" ')
        .replace('"dos"', '"2"')
        .replace("  empty:\n", '  empty: "# lleno"\n')
        .replace("text: |\n      Primero.\n      Segundo.\n", "text: Uno.\n")
    )


def test_new_texts_follow_the_order_of_english() -> None:
    """Behind the one that goes before, in groups that may be new."""
    new = {key: f"Frase {number}" for number, key in enumerate(ORDER) if key not in texts_of(SMALL)}
    put = put_texts(SMALL, new, order=ORDER)
    assert list(texts_of(put)) == ORDER
    assert [line for line in SMALL.split("\n") if line.strip().startswith("#")] == [
        line for line in put.split("\n") if line.strip().startswith("#")
    ]
    assert "    before: Frase 0\n    title: Uno  # A name.\n" in put
    assert '{one: uno, two: "dos", three: "Frase 6"}' in put
    assert "  middle:\n    one: Frase 8\n    two: Frase 9\n  rules:\n" in put


def test_notes_are_the_comments_upon_a_key() -> None:
    """Those above it, above its groups, and at the end of its line; the top of the file is none."""
    assert read_notes(SMALL) == {
        "kit.title": "Of the whole game.\nA name.",
        "kit.credit": "Of the whole game.\nTwo lines of comment.",
        "empty": "Nothing is here yet.",
    }


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_untouched_lines_of_shipped_files_stay_as_they_are(path: Path) -> None:
    """One change leaves all other lines; when all texts are exchanged, comments and order stay."""
    text, texts = path.read_text("utf-8"), read_wording_file(path).sentences
    key = list(texts)[len(texts) // 2]
    changed = put_texts(text, {key: "X"}, order=texts)
    lines = list(unified_diff(text.split("\n"), changed.split("\n"), n=0))[2:]
    assert [line[0] for line in lines if line[0] != "-"] == ["@", "+"]
    others = dict(zip(texts, reversed(texts.values()), strict=True))
    put = put_texts(text, others, order=texts)
    assert texts_of(put) == others
    comments = [line for line in text.split("\n") if line.strip().startswith("#")]
    assert [line for line in put.split("\n") if line in comments and line.strip()] == comments


TEXTS = st.text(
    alphabet=" \tabcXYZ:#-{}[]&*!|>'\"%@`\\,?~0.¿ñ—é\u00a0\u200b\n漢", min_size=1, max_size=300
).filter(lambda text: bool(text.strip()) and not text.endswith("\n"))


@given(text=TEXTS, width=st.sampled_from([20, 112]))
def test_any_text_can_be_written(text: str, width: int) -> None:
    """The strict reader reads it as what it was."""
    data = parse_yaml(f"a: {format_text(text, width=width)}\n", file="x").data
    assert flat(data)[".a"] == text


@settings(max_examples=count_examples(60))
@given(data=st.data())
def test_any_texts_can_be_put_in(data: st.DataObject) -> None:
    """Into blocks, braces and empty places: what was there stays, and what is new is there."""
    keys = data.draw(st.lists(st.sampled_from(ORDER), unique=True))
    new = {key: data.draw(TEXTS) for key in keys}
    put = put_texts(SMALL, new, order=ORDER)
    assert texts_of(put) == {**texts_of(SMALL), **new}
    assert list(texts_of(put)) == [key for key in ORDER if key in texts_of(put)]


WITH_LISTS = """\
words:
  kit: [a, {b: c}]
  sheet:
    title: Hoja
    list:
      - x
      - y: z
    # Of the name.
    name: Nombre
"""


def test_lists_are_values_that_can_be_replaced() -> None:
    """A list is an error where a text should be; an edit next to it leaves it, an edit of it removes it."""
    put = put_texts(WITH_LISTS, {"sheet.name": "Uno"}, order=["sheet.name"])
    assert put == WITH_LISTS.replace("Nombre", "Uno")
    put = put_texts(WITH_LISTS, {"sheet.list": "Uno", "kit": "Dos"}, order=["kit", "sheet.list"])
    assert texts_of(put) == {
        "kit": "Dos", "sheet.title": "Hoja", "sheet.list": "Uno", "sheet.name": "Nombre"
    }  # fmt: skip
    assert read_notes(put) == {"sheet.name": "Of the name."}


LIKE_A_COMMENT = """\
words:
  kit:
    title: |
      # Uno
      # Dos
    # Of the credit.
    credit: |
      Hecho por

      # nadie
  rules:
    text: >-
      #Tres
    more: "x"
"""


def test_texts_that_look_like_comments_are_texts() -> None:
    """Lines of a text that begin with `#` are not a comment on the next key, and no comment replaces them."""
    assert read_notes(LIKE_A_COMMENT) == {"kit.credit": "Of the credit."}
    english = dict.fromkeys(texts_of(LIKE_A_COMMENT), "x")
    assert read_comments(LIKE_A_COMMENT, english) == {"kit.credit": "Of the credit."}
    comments = {"kit.credit": "New.", "rules.text": "Newer.", "rules.more": "Newest."}
    put = put_comments(LIKE_A_COMMENT, comments, english)
    assert texts_of(put) == texts_of(LIKE_A_COMMENT)
    assert read_comments(put, english) == comments


def test_a_game_may_call_a_text_like_a_group_of_shared_texts() -> None:
    put = put_texts(SMALL, {"page": "Hoja"}, order=["kit.title", "page", "page.back", "short", "short.one"])
    assert texts_of(put) == {**texts_of(SMALL), "page": "Hoja"}


def test_the_name_of_every_language_can_be_written_and_read() -> None:
    """CLDR has names with colons, and one of 83 characters."""
    tags = [name for name in localedata.locale_identifiers() if not re.search(r"_([A-Z]{2}|\d{3})$", name)]
    chosen = ["bal_Latn", *sample(sorted(tags), 30, key="names")]
    names = [describe_language(tag.replace("_", "-"))[0] for tag in chosen]
    assert [name for name in names if not re.fullmatch(LANGUAGE_NAME, name)] == []
    lines = [f"- {format_text(name, width=LINE_WIDTH, may_fold=False)}" for name in names]
    assert parse_yaml("\n".join(lines), file="").data == names
