"""Booklets in Markdown are read as those in YAML; their texts have keys, and each its place."""

from pathlib import Path

import pytest
from typer.testing import Result

from generator.errors import DataError
from generator.make.screens.workshop import ScreenView
from generator.read.declared.markdown import parse_markdown
from generator.read.files.yaml import MarkdownSource
from tests.conftest import Petri
from tests.make.test_pointing import open_view, place_words, point, shown

BOOK = """\
---
subtitle: For {least} players
credit: kit.credit
columns: 1
---
# Demo

> [!LEAD] A cloud comes
> up.

## :cards: What you need

- :bee: **{bees} bees** {tells=chips.red}
- :sun::cloud: blue &amp; _white_ chips {#chips free=8}

<!-- For two to four players. -->
## Set-up {#setup}

1. Put it down, see [the end](#end).
2. Go\\
   on. {#go}

+ :bee: is an icon,
+ and this is none.

### The end {#end}

> Not yet \\_over_? No\\*.

---

| What | {#points} | |
|--|:--:|--:|
| one \\| two | 3 | {bees} |

```board {#figure tells=a.b,c}
board: meadow
from: a1
caption: "Look: here"
```

```section
section: comb
caption: There {#there}
```

```table
rows: [["Bees {#number}", "1"], ["8 {bees}", kit.title]]
```

![A bee](bee.svg){height=40mm}
"""
BLOCKS = [
    {"lead": "rules.lead"},
    {"heading": "rules.what_you_need.title", "icon": "cards"},
    {
        "icons": [
            {"icons": ["bee"], "text": "rules.what_you_need.red", "tells": "chips.red"},
            {"icons": ["sun", "cloud"], "text": "rules.what_you_need.chips", "free": "8"},
        ]
    },
    {"heading": "rules.setup.title"},
    {"list": ["rules.setup.put_it_down_see_the_end", "rules.setup.go"], "numbered": "true"},
    {"list": ["rules.setup.is_an_icon", "rules.setup.and_this_is_none"]},
    {"heading": "rules.end.title", "level": "2", "id": "end"},
    {"note": "rules.end.not_yet_over_no"},
    {"rule": "ink"},
    {
        "table": {
            "columns": [{"head": "rules.end.what"}, {"align": "center"}, {"align": "end"}],
            "rows": [["rules.end.one_two", "3", "{bees}"]],
        }
    },
    {"board": {"board": "meadow", "from": "a1", "caption": "rules.end.figure", "tells": ["a.b", "c"]}},
    {"section": "comb", "caption": "rules.end.there"},
    {"table": {"rows": [["rules.end.number", "1"], ["8 {bees}", "kit.title"]]}},
    {
        "drawing": {
            "draw": [{"picture": {"file": "bee.svg", "box": ["0", "0", "100%", "100%"]}}],
            "height": "40mm",
            "alt": "rules.end.a_bee",
        }
    },
]
TEXTS = {
    "rules.subtitle": ("For {least} players", 2, 11),
    "rules.title": ("Demo", 6, 3),
    "rules.lead": ("A cloud comes up.", 8, 11),
    "rules.what_you_need.title": ("What you need", 11, 12),
    "rules.what_you_need.red": ("**{bees} bees**", 13, 9),
    "rules.what_you_need.chips": ("blue & *white* chips", 14, 16),
    "rules.setup.title": ("Set-up", 17, 4),
    "rules.setup.put_it_down_see_the_end": ("Put it down, see {to end|the end}.", 19, 4),
    "rules.setup.go": ("Go\non.", 20, 4),
    "rules.setup.is_an_icon": (":bee: is an icon,", 23, 3),
    "rules.setup.and_this_is_none": ("and this is none.", 24, 3),
    "rules.end.title": ("The end", 26, 5),
    "rules.end.not_yet_over_no": (r"Not yet _over_? No\*.", 28, 3),
    "rules.end.what": ("What", 32, 3),
    "rules.end.one_two": ("one | two", 34, 3),
    "rules.end.figure": ("Look: here", 39, 11),
    "rules.end.there": ("There", 44, 10),
    "rules.end.number": ("Bees", 48, 10),
    "rules.end.a_bee": ("A bee", 51, 3),
}


def read(text: str) -> MarkdownSource:
    return parse_markdown(text, file="rules.md")


def place(book: MarkdownSource, key: str) -> tuple[int, int]:
    return book.spot_of(("words", *key.split(".")))


@pytest.fixture(scope="module")
def book() -> MarkdownSource:
    return read(BOOK)


def test_blocks_are_those_of_yaml(book: MarkdownSource) -> None:
    """Headings, call-outs, lists, tables, pictures, and fences become the data of a booklet in YAML."""
    assert book.get("blocks") == BLOCKS
    assert {key: book.get(key) for key in ("id", "title", "subtitle", "credit", "columns")} == {
        "id": "rules",
        "title": "rules.title",
        "subtitle": "rules.subtitle",
        "credit": "kit.credit",
        "columns": "1",
    }


def test_texts_have_keys_and_places(book: MarkdownSource) -> None:
    """The key is the section and an id, the rule that is told, or the first words."""
    found = {key: (text, *place(book, key)) for key, text in book.texts.items()}
    assert found == TEXTS


def test_a_character_has_its_place(book: MarkdownSource) -> None:
    """The place is right on the second line, too, and behind marks that are written in another way."""
    path = ("words", "rules", "lead")
    assert book.spot_in_text(path, 0, len("A cloud comes up")) == (9, 5)
    path = ("words", "rules", "what_you_need", "chips")
    assert book.spot_in_text(path, 0, len("blue & *white* chi")) == (14, 16 + len("blue &amp; _white_ chi"))
    assert book.spot_in_text(("words", "rules", "setup", "go"), 1, 1) == (21, 5)


def test_values_in_fences_have_places(book: MarkdownSource) -> None:
    """Lines and columns are those of the file."""
    assert book.spot_of(("blocks", 10, "board", "from")) == (38, 7)
    assert book.spot_of(("columns",)) == (4, 10)
    assert book.spot_of(("blocks", 4)) == (19, 1)
    assert book.spot_of(("blocks", 4, "list", 1)) == (20, 4)


def test_comments_are_notes_for_translators(book: MarkdownSource) -> None:
    """They belong to the block below them."""
    assert book.notes == {"rules.setup.title": "For two to four players."}


def test_a_booklet_needs_no_keys() -> None:
    """Its id is the name of the file; a link to a heading may be written as on web pages."""
    assert read("# A b\n\nOne [two](#set-up).\n\n## Set-up\n\nThree.\n").data == {
        "id": "rules",
        "title": "rules.title",
        "blocks": [
            {"text": "rules.one_two"},
            {"heading": "rules.set_up.title", "id": "set_up"},
            {"text": "rules.set_up.three"},
        ],
    }


def test_equal_texts_share_a_key_and_different_ones_do_not() -> None:
    """The first words of two texts may be the same."""
    many = "one two three four five six seven eight nine ten"
    texts = read(f"# A\n\nYes.\n\nYes.\n\n{many} a.\n\n{many} b.\n").texts
    long = "rules.one_two_three_four_five_six_seven_eight"
    assert [*texts] == ["rules.title", "rules.yes", long, f"{long}_2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\nid: x\n", "1:1: the keys of the booklet have no end (write `---` below the last one)"),
        ("---\nid: [\n---\n# A\n\nB\n", "2:6: ends in the middle of a value"),
        ("---\nblocks: x\n---\n# A\n\nB\n", "2:1: `blocks` are what is below (remove it)"),
        ("Text.\n", "1:1: the title is missing (write it above all blocks: `# Rules`)"),
        ("# A\n", "1:1: has no blocks (write a paragraph)"),
        ("# A\n\nB\n\n# C\n", "5:1: the title is the first line, and there is one"),
        ("# A\n\n#### C\n", "3:1: headings have two levels (write `##` or `###`)"),
        ("# A\n\n##\n", "3:1: a heading has no text"),
        ("# A\n\n## B {#x}\n\n## C {#x}\n", "5:4: duplicate id `x` (give this heading another id)"),
        (
            "# A\n\nB {#x}\n\nC {#x}\n",
            "5:1: duplicate id `x` (the first is in line 3: give this text another",
        ),
        ("# A\n\nB {#X}\n", "3:4: `#X` is not an id (lower-case letters, digits, and `_`: `{#set_up}`)"),
        ("# A\n\n{#x}\n", "3:1: these keys belong to no text (write them at the end of a block)"),
        ("# A\n\nB <b>c</b>\n", "3:3: HTML is not supported (write `**bold**`, `*italic*`, or `:icon:`)"),
        ("# A\n\n<div>c</div>\n", "3:1: HTML is not supported"),
        ("# A\n\nB `c`\n", "3:3: code is not supported"),
        ("# A\n\n    B\n", "3:1: is indented by four spaces or more"),
        ("# A\n\nB [c](#d)\n\n## De\n", "3:3: no heading has the id `d` (available: de)"),
        ("# A\n\nB [c](https://x.org)\n", "3:3: links lead to headings of the booklet"),
        ("# A\n\nB ![c](d.png)\n", "3:3: a picture is a paragraph of its own"),
        ("# A\n\n![c](d.png)\n", "3:1: a picture is a paragraph of its own, with its height"),
        ("# A\n\n- B\n  - C\n", "3:1: an item of a list is one paragraph"),
        ("# A\n\n- B\n\n  C\n", "3:1: an item of a list is one paragraph"),
        ("# A\n\n> B\n>\n> C\n", "3:1: a call-out is one paragraph"),
        (
            "# A\n\n> [!LAED] B\n",
            "3:3: unknown call-out `[!LAED]` (available: [!NOTE], [!LEAD], [!OURS], ",
        ),
        ("# A\n\n```bord\nx: 1\n```\n", "3:1: unknown block `bord` (did you mean `board`?)"),
        ("# A\n\n```board\nx: 1\n  y: 2\n```\n", "5:"),
        (
            "# A\n\n| a |\n|--|\n| b {free=8} |\n",
            "5:3: cells have no key `free` (write the table in a fence)",
        ),
    ],
)
def test_what_is_wrong_has_its_place(text: str, message: str) -> None:
    """All problems are errors with line and column."""
    with pytest.raises(DataError) as caught:
        read(text)
    assert str(caught.value).split("\n")[0].startswith(f"rules.md:{message}")


@pytest.fixture
def game(tiny_game: Path, petri: Petri) -> Path:
    """The smallest game, with its rules in Markdown."""
    done = petri("convert", tiny_game / "rules.yaml")
    assert done.output == "tiny_game/rules.md: 3 texts moved from the wording\n"
    return tiny_game


def check(petri: Petri, game: Path) -> list[str]:
    done: Result = petri("check", game)
    return [line.removeprefix("tiny_game/") for line in done.output.split("\n") if "tiny_game/" in line]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Your turn", "Your *turn", "rules.md:6:9: words.rules.turn: `*` is never closed at character 6"),
        ("Your turn", "Your :trun:", "rules.md:6:4: words.rules.turn: unknown icon `trun`"),
        ("Cross out", "Cross {x} out", "rules.md:"),
        (
            "id: rules",
            "id: rules\ncolums: 1",
            "rules.md:3:1: colums: unknown key `colums` (did you mean `columns`?)",
        ),
        ("Whoever", "```", "rules.md:"),
    ],
)
def test_problems_of_blocks_are_reported_in_the_markdown(
    game: Path, petri: Petri, old: str, new: str, message: str
) -> None:
    """Marks, icons, placeholders, and keys are checked as in YAML."""
    path = game / "rules.md"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    found = check(petri, game)
    assert any(line.startswith(message) for line in found), (found, path.read_text("utf-8"))


def test_a_text_in_two_files_is_an_error(game: Path, petri: Petri) -> None:
    """Otherwise nobody knew which one is printed."""
    wording = game / "wording" / "en.yaml"
    wording.write_text(wording.read_text("utf-8") + "  rules:\n    turn: Yours\n", "utf-8")
    assert check(petri, game) == [
        "rules.md:6:4: words.rules.turn: the key `rules.turn` is in en.yaml, too "
        "(remove one, or give this text another id)"
    ]


def test_click_finds_the_line_of_the_text(game: Path) -> None:
    """The preview leads to the paragraph in the Markdown."""
    workshop, layout = open_view(game, ScreenView("rules"))
    (page,) = [seen.page for seen in layout.columns[0].pages.values()]
    text = next(one for one in place_words(page) if one.shape.text.startswith("Cross"))
    (sentence, what), *_, file = shown(game, point(workshop, layout, text.left + 1, text.top + 1))
    lines = (game / "rules.md").read_text("utf-8").split("\n")
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("Cross"))
    assert (sentence, what) == (f"tiny_game/rules.md:{number}:1", "text rules.text (en)")
    assert file == ("tiny_game/rules.md:1:1", "file of rules")
