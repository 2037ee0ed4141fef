"""Tables, `each`, and `let`: rows that elements look up, choose, and draw, and values by local names."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.declared.names import Names
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.pieces.sets import read_deck as deck_read_from
from generator.read.templates.templates import TemplateBook
from generator.scene.shapes import GlyphRun
from tests.small_decks import complain, draw, read_deck, texts, write_deck

PIPS = "rank,x,y\n1,30,45\n2,30,20\n2,30,70\n"
TABLES = """\
tables:
  classes: {thief: {tone: red, label: Sneaks, order: 2}, mage: {tone: blue, label: Casts, order: 1}}
  prices:
    - {card: goblin, price: 5, shop: B}
    - {card: goblin, price: 3, shop: A}
    - {card: elf, price: 9, shop: A}
"""


def show(folder: Path, element: str, *, head: str = TABLES) -> dict[str, str]:
    """The texts of each card, with one element."""
    deck = f"{head}templates:\n  face:\n    - {element}\n"
    return {name: texts(placed) for name, placed in draw(read_deck(folder, deck)).items()}


def words(text: str, more: str = "") -> str:
    return f'words: {{box: [5 mm, 5 mm, 50 mm, 8 mm], text: "{text}"{more}}}'


@pytest.mark.parametrize(
    ("element", "goblin", "elf"),
    [
        (words("{classes[class].label}"), "Sneaks", "Casts"),
        (words("{first(prices where item.card == id).price}"), "5", "9"),
        (words("{join(rows(prices where item.card == id sort by price).price)}"), "3, 5", "9"),
        (words("{sum(rows(prices where item.card == id).price)}"), "8", "9"),
        (words("{join(rows(prices where item.card == id and item.shop == 'A').price)}"), "3", "9"),
        (words("{join(rows(classes sort by order).id)}"), "mage, thief", "mage, thief"),
        (words("{join(rows(classes sort by -order).id)}"), "thief, mage", "thief, mage"),
        (words("{len(prices)}"), "3", "3"),
        (words("{s}", ", let: {s: cost * 2}"), "6", "20"),
        (words("{t}", ", let: {s: cost * 2, t: s + 1}"), "7", "21"),
        (words("{t}", ", let: {t: '{name}!'}"), "Goblin!", "Elf!"),
        (words("{name}", ", let: {name: upper(name)}"), "GOBLIN", "ELF"),
        (
            words("{row.price if has(row) else 0}", ", let: {row: first(prices where item.card == class)}"),
            "0",
            "0",
        ),
        (words("{s}", ", let: {s: cost * 2}, when: s > 10"), "", "20"),
        (words("{s}", ", let: {s: 12 // (cost - 3)}, when: cost > 5"), "", "1"),
        (words("{s}", ", let: {s: 12 // (cost - 3)}, when: [cost > 5, s > 3]"), "", ""),
        (
            words("{row.price}", ", let: {row: first(prices where item.card == '')}, when: id = x"),
            "",
            "",
        ),
        ("group: {let: {s: cost}, draw: [" + words("{s}") + "]}", "3", "10"),
        ("group: {let: {s: cost}, draw: [" + words("{s}", ", let: {s: s + 1}") + "]}", "4", "11"),
    ],
)
def test_rows_and_local_values(tmp_path: Path, element: str, goblin: str, elf: str) -> None:
    """An element shows what its expressions find in tables, and what `let` computes."""
    shown = show(tmp_path, element)
    assert (shown["goblin"], shown["elf"]) == (goblin, elf)


@pytest.mark.parametrize(
    ("each", "goblin", "elf"),
    [
        ("tags", "fire1 ice2", "wood1"),
        ("1..3", "11 22 33", "11 22 33"),
        ("cost - 1", "11 22", "11 22 33 44 55 66 77 88 99"),
        ("rows(prices where item.card == id).price", "51 32", "91"),
        ("tags where item != 'fire'", "ice1", "wood1"),
    ],
)
def test_an_element_is_drawn_for_each_item(tmp_path: Path, each: str, goblin: str, elf: str) -> None:
    """`each` has the grammar of repeats, and rows; `item` and `index` are of the row."""
    text = f'text: "{{item}}{{index}}", each: "{each}"'
    element = f'words: {{box: [5 mm, "{{5 + index * 7}} mm", 50 mm, 6 mm], {text}}}'
    shown = show(tmp_path, element)
    assert (shown["goblin"], shown["elf"]) == (goblin, elf)


def test_rows_of_a_file_are_positions(tmp_path: Path) -> None:
    """A row gives the place, the condition sees fields of the card, and `let` sees the item."""
    deck = """
tables: {pips: pips.csv}
templates:
  face:
    - words:
        each: pips where item.rank == number
        let: {x: item.x * 1}
        at: ["{x} mm", "{item.y} mm"]
        size: [9 mm, 9 mm]
        text: o
"""
    game = write_deck(tmp_path, deck)
    (game / "pips.csv").write_text(PIPS)
    drawn = draw(read_kit(game, shelf=find_shelf()))
    places = {
        name: [
            (round(one.left), round(one.top / 10) * 10) for one in placed if isinstance(one.shape, GlyphRun)
        ]
        for name, placed in drawn.items()
    }
    assert places == {"goblin": [(30, 50)], "elf": [(30, 20), (30, 70)], "elf 2": [(30, 20), (30, 70)]}


PART = """\
tables: {spots: [{id: a, x: 5}, {id: b, x: 20}]}
parts:
  badge:
    n: 0
    x: 5
    draw:
      - panel: {box: ["{x} mm", 5 mm, 9 mm, 9 mm], fill: red}
      - words: {text: "{n}", box: ["{x} mm", 5 mm, 9 mm, 9 mm]}
"""


def test_a_part_is_drawn_as_a_whole_for_each_row(tmp_path: Path) -> None:
    """The elements of a part follow each other for each row; its arguments see the item and `let`."""
    call = 'badge: {each: spots, let: {m: cost + 1}, x: "{item.x}", n: "{item.id}{m}", when: cost < 5}'
    deck = f"{PART}templates:\n  face:\n    - {call}\n"
    drawn = draw(read_deck(tmp_path, deck))
    kinds = [type(one.shape).__name__ for one in drawn["goblin"]]
    assert kinds == ["Path", "GlyphRun", "Path", "GlyphRun"]
    assert texts(drawn["goblin"]) == "a4 b4"
    assert drawn["elf"] == []


@pytest.mark.parametrize(
    ("element", "told"),
    [
        (words("{classes[kind].label}"), "the field `kind` is not in deck.yaml"),
        (words("{classes['king'].label}"), "there is no `king`, for `goblin` (available: mage, thief)"),
        (words("{classes[class].lable}"), "there is no `lable`, for `goblin` (did you mean `label`?)"),
        (words("{first(prices where item.card == class).price}"), "there is no row with `price`"),
        (
            words("{first(prices where item.crd == id).price}"),
            "there is no `crd`, for `goblin` (did you mean `card`?)",
        ),
        (
            words("{item}", ", each: pric"),
            "each: the field `pric` is not in deck.yaml (did you mean `prices`?)",
        ),
        (words("{item}", ", each: name"), "`Goblin` is neither a list nor a number from 0 to 999"),
        (
            words("{s}", ", let: {s: cots + 1}"),
            "let.s: the field `cots` is not in deck.yaml (did you mean `cost`?)",
        ),
        (words("{s}", ", let: {s: name * 2}"), "let.s: `Goblin` is not a number, for `goblin`"),
        (words("{s}", ", let: {s: red blue}"), "let.s: `red blue` is not an expression"),
        (words("{s}", ", let: {item: 1}"), "let.item: `item` is a name of `each` and `repeat`"),
        (words("{t}", ", let: {t: s, s: cost}"), "let.t: the field `s` is not in deck.yaml"),
        (
            words("{max(prices where item.price > 1)}"),
            "`where` and `sort by` are only for `rows` and `first`",
        ),
        (words("{rows(prices sort by price + 1)}"), "rows are sorted by one of their fields"),
    ],
)
def test_mistakes_have_their_place(tmp_path: Path, element: str, told: str) -> None:
    """Each mistake is one message, with the line, and what would be right."""
    line, *others = complain(tmp_path, f"{TABLES}templates:\n  face:\n    - {element}\n")
    assert line.startswith("deck.yaml:15:24:" if others else "deck.yaml:13:")
    assert told in line
    assert len(others) == ("`Goblin` is neither" in told)


TWICE = "template: {let: {t: upper(name)}, draw: [words: {box: [5 mm, 5 mm, 50 mm, 8 mm], text: '{t}'}]}\n"


def warn(folder: Path, deck: str, **files: str) -> list[str]:
    """The warnings of a deck, or else its problems."""
    (folder / "deck.yaml").write_text(f"size: 63 mm x 88 mm\n{deck}", encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    names = Names(warnings=[])
    try:
        deck_read_from(folder / "deck.yaml", book=TemplateBook(names, folder))
    except DataError as error:
        return [str(problem).replace(f"{folder}/", "") for problem in error.problems]
    return [str(warning).replace(f"{folder}/", "") for warning in names.warnings or ()]


def test_all_elements_of_a_template_see_its_values(tmp_path: Path) -> None:
    """A template may have `let` beside its elements."""
    kit = read_deck(tmp_path, "templates:\n  face: " + TWICE.removeprefix("template: "))
    assert texts(draw(kit)["elf"]) == "ELF"


UNUSED = "tables: {pips: [{id: a}], used: [{id: b}]}\n"


@pytest.mark.parametrize(
    "part",
    [
        f"size: 63 mm x 88 mm\n{UNUSED}cards: [{{id: a, name: A}}]\ntemplate:\n"
        "  - words: {text: '{used[\"b\"].id}{name}', box: [5 mm, 5 mm, 50 mm, 8 mm]}\n",
        f"size: 20 mm\n{UNUSED}tokens: [{{id: a}}]\ntemplate: [{{panel: {{each: used, fill: red}}}}]\n",
        f"size: 90 mm x 90 mm\n{UNUSED}areas:\n  - grid: {{at: [9 mm, 9 mm], cell: 9 mm, size: 2 x 2, "
        "lines: [{each: used, at: a1, edge: n}]}\n",
        f"title: T\n{UNUSED}bands: [[{{sections: [s]}}]]\nsections: {{s: {{title: S, "
        "blocks: [{words: {each: used, text: '{item.id}'}}]}}\n",
    ],
)
def test_a_table_that_nothing_uses_is_reported(tmp_path: Path, part: str) -> None:
    """A table of a deck, tokens, a board, or a sheet is used, or has a warning with its place."""
    (tmp_path / "part.yaml").write_text(part, encoding="utf-8")
    kit = read_kit(tmp_path / "part.yaml", shelf=find_shelf())
    (told,) = (str(one) for one in kit.warnings)
    assert "part.yaml:2:10: tables.pips: is not used (write `each: pips` or `{pips[id].price}` in an" in told


def test_a_table_is_not_called_like_a_field(tmp_path: Path) -> None:
    """Otherwise it would not be clear what a name means."""
    (told, *_) = warn(tmp_path, f"tables: {{name: [{{id: a}}]}}\ncards: [{{id: a, name: A}}]\n{TWICE}")
    assert told == "deck.yaml:2:10: tables.name: `name` is also a field of the pieces (use another name)"


@pytest.mark.parametrize("own", ["id", "when", "each"])
def test_parameters_of_parts_have_other_names_than_keys_of_calls(tmp_path: Path, own: str) -> None:
    """Every call takes these keys, as elements do."""
    part = "{x: 1, draw: [panel: {fill: red, box: [0, 0, 9 mm, 9 mm]}]}"
    deck = f"parts:\n  badge: {part}\ncards: [{{id: a}}]\ntemplate: [badge: {{}}]\n"
    (told, *_) = warn(tmp_path, deck.replace("{x: 1,", f"{{{own}: 1,"))
    assert told.startswith(f"deck.yaml:3:11: parts.badge.{own}: `{own}` is a key of every call of a part")


def test_a_part_has_values_of_its_own(tmp_path: Path) -> None:
    """They may use its parameters; each call has its own, and its elements see them."""
    draw_it = words("{twice}/{thrice}")
    part = f"{{x: 1, let: {{twice: x * 2, thrice: twice + x}}, draw: [{{{draw_it}}}]}}"
    head = f"{TABLES}parts:\n  badge: {part}\n"
    assert show(tmp_path, "badge: {x: '{cost}'}", head=head) == {
        "goblin": "6/9",
        "elf": "20/30",
        "elf 2": "20/30",
    }
    wrong = part.replace("twice + x", "twise")
    deck = f"parts:\n  badge: {wrong}\ncards: [{{id: a}}]\ntemplate: [badge: {{}}]\n"
    (told, *_) = warn(tmp_path, deck)
    assert "badge.let.thrice: the field `twise` is not in deck.yaml (did you mean `twice`?)" in told


CELLS = "cards: {file: '{lang}.json', cells: {contents: kind | a | b}}\nconstants: {lang: de}\n"
STACK = "box: [5 mm, 5 mm, 50 mm, 50 mm], over: contents, blocks: [words: '{item.a}/{item.b}']"
ROWS_OF_CELLS = f"template: [stack: {{{STACK}}}]\n"


def test_items_of_a_cell_are_rows(tmp_path: Path) -> None:
    """Missing parts are empty; the name of a file may have constants."""
    rows = '[{"id": "a", "contents": ["text | sharp", "property | Dmg | 1d6"]}]'
    assert warn(tmp_path, CELLS + ROWS_OF_CELLS, de=rows) == []
    deck = deck_read_from(tmp_path / "deck.yaml", book=TemplateBook(Names(), tmp_path))
    assert next(deck.pieces).fields["contents"] == (
        {"kind": "text", "a": "sharp", "b": ""},
        {"kind": "property", "a": "Dmg", "b": "1d6"},
    )
    (told,) = warn(tmp_path, CELLS + ROWS_OF_CELLS, de=rows.replace("1d6", "1d6 | x"))
    assert "de.json:1:" in told
    assert "has 4 parts, but 3 are named (name them all: `kind | a | b | more`)" in told
    (told,) = warn(tmp_path, CELLS.replace("kind | a", "Kind? | a") + ROWS_OF_CELLS, de=rows)
    assert "deck.yaml:2:" in told
    assert "does not name the parts of an item" in told


def test_the_old_name_of_each_is_noted_once(tmp_path: Path) -> None:
    """Blocks with `over` are drawn, with one note for the file."""
    blocks = "blocks: [words: {text: '{item}', over: 1..2}, words: {text: '{item}', over: 1..2}]"
    deck = f"cards: [{{id: a}}]\ntemplate: [stack: {{box: [5 mm, 5 mm, 50 mm, 50 mm], {blocks}}}]\n"
    (told,) = warn(tmp_path, deck)
    assert "deck.yaml:3:" in told
    assert "`over` is now `each`" in told


@pytest.mark.parametrize(
    ("element", "is_wrong"),
    [
        (words("{item}", ", each: tags"), True),
        (words("{item}", ", each: tags, over: true"), False),
        (words("{item}", ", each: 1..1"), False),
        ("stack: {box: [5 mm, 5 mm, 50 mm, 8 mm], each: tags, blocks: [words: x]}", True),
        ('words: {at: [5 mm, "{5 + index * 8} mm"], size: [50 mm, 8 mm], text: x, each: tags}', False),
        ('words: {at: [5 mm, "{5 + index * 7} mm"], size: [50 mm, 8 mm], text: x, each: tags}', True),
    ],
)
def test_rows_that_lie_on_each_other_are_refused(tmp_path: Path, element: str, is_wrong: bool) -> None:
    """Texts of several rows in one place cannot be read; `over: true` says that it is intended."""
    deck = f"{TABLES}templates:\n  face:\n    - {element}\n"
    if not is_wrong:
        read_deck(tmp_path, deck)
        return
    (line,) = complain(tmp_path, deck)
    assert "two rows of `each` overlap" in line


BASE = """\
tables: {prices: [{card: goblin, price: 5}, {card: elf, price: 6}]}
templates:
  base:
    let: {row: first(prices where item.card == id), p: row.price, both: [p, cost], t: "{name} {p}"}
    draw:
      - words: {id: title, text: "{t}", box: [5 mm, 5 mm, 50 mm, 8 mm]}
      - words: {id: all, each: both, text: "{item}", at: [5 mm, "{5 + index * 9} mm"], size: [50 mm, 8 mm]}
  face:
"""


@pytest.mark.parametrize(
    ("changes", "goblin"),
    [
        ("{extends: base}", "Goblin 5 5 3"),
        ("{extends: base, let: {p: row.price * 10}}", "Goblin 50 50 3"),
        ("{extends: base, let: {q: cost + 1, p: q * 2}}", "Goblin 8 8 3"),
        ("{extends: base, let: {t: upper(name)}}", "GOBLIN 5 3"),
        ("{extends: base, let: {n: 7}, remove: [all]}", "Goblin 5"),
        (
            "{extends: base, let: {n: 7}, remove: [all], "
            "add: [words: {text: '{n}{p}', box: [5 mm, 50 mm, 50 mm, 8 mm]}]}",
            "Goblin 5 75",
        ),
        (
            "{extends: base, remove: [all], replace: {title: {words: "
            "{text: '{p}', let: {p: p + 1}, box: [5 mm, 5 mm, 50 mm, 8 mm]}}}}",
            "6",
        ),
    ],
)
def test_a_template_that_extends_another_may_change_its_values(
    tmp_path: Path, changes: str, goblin: str
) -> None:
    """A value takes the place of the one with its name: what depends on it changes, too."""
    text = BASE.replace("both: [p, cost]", "both: '[p, cost]'")
    assert texts(draw(read_deck(tmp_path, f"{text}    {changes}\n"))["goblin"]) == goblin


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("item.card ==", "item.crd ==", "deck.yaml:8:35: templates.base.let.row: there is no `crd`, for"),
        ("row.price", "rwo.price", "deck.yaml:8:56: templates.base.let.p: the field `rwo.price` is not in"),
        ("{p: 1}", "{p: prcie}", "deck.yaml:13:30: templates.face.let.p: the field `prcie` is not in"),
        ("{p: 1}", "{P: 1}", "deck.yaml:13:27: templates.face.let.P: `P` is not a name"),
    ],
)
def test_values_of_a_template_are_reported_once(tmp_path: Path, old: str, new: str, told: str) -> None:
    """Where they are written, not at each element that sees them."""
    text = BASE.replace("both: [p, cost]", "both: '[p, cost]'") + "    {extends: base, let: {p: 1}}\n"
    if "row" in old or "crd" in new:
        text = text.replace(", let: {p: 1}", "")
    (line,) = complain(tmp_path, text.replace(old, new))
    assert line.startswith(told)


def test_a_table_may_be_a_list_of_ids(tmp_path: Path) -> None:
    """Each text is a row with this id, also if it occurs twice."""
    head = "tables: {fog: [b2, a1, b2]}\n"
    element = words("{join(rows(fog).id)} {len(fog)}")
    assert show(tmp_path, element, head=head)["goblin"] == "b2, a1, b2 3"
