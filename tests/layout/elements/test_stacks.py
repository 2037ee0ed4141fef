"""Stacks: blocks one below the other, in one size, on cards, sheets, and pages."""

from collections.abc import Callable
from pathlib import Path
from textwrap import indent

import pytest
from typer.testing import Result

from generator.layout.document import lay_out_part, make_press
from generator.layout.press import LayoutFindings
from generator.make.jobs.jobs import read_games
from generator.model.elements.blocks import WordsBlock, list_fields
from generator.model.elements.boxes import Condition
from generator.model.language.expressions import parse_expression
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_papers
from generator.scene.shapes import GlyphRun
from generator.scene.shapes import Path as Outline
from tests.geometry import Placed, place_all

Petri = Callable[..., Result]

CARD = """\
size: 60 mm x 90 mm
bleed: 0 mm
cards:
  - id: one
    name: Sword
    uses: "7"
    damage: 1d8
    notes: [Light., Long.]
    lines: [{{k: rule}}, {{k: text, t: Deep}}]
template:
  - stack: {{box: [5 mm, 5 mm, 50 mm, {height} mm], {options} blocks: [{blocks}]}}
"""


def write(blocks: str, height: float = 80, options: str = "") -> Path:
    text = CARD.format(blocks=blocks, height=height, options=f"{options}," if options else "")
    Path("deck.yaml").write_text(text, encoding="utf-8")
    return Path("deck.yaml")


def draw(blocks: str, height: float = 80, options: str = "") -> list[Placed]:
    """Return what is in the stack, with positions from its top left corner."""
    shelf = find_shelf()
    reading = read_games([write(blocks, height, options)], shelf)
    assert not reading.problems, reading.problems
    game = reading.games[0]
    press = make_press(game.kit, locale="en", fonts=game.fonts, findings=LayoutFindings())
    document = lay_out_part(press, game.kit.parts[0], paper=read_papers(shelf.papers)["a4"])
    return [one for one in place_all(document.pages[0]) if "fronts" in one.groups]


def texts(placed: list[Placed]) -> list[str]:
    return ["".join(one.shape.text) for one in placed if isinstance(one.shape, GlyphRun)]


def find(placed: list[Placed], text: str) -> Placed:
    return next(one for one in placed if isinstance(one.shape, GlyphRun) and text in one.shape.text)


def test_blocks_are_one_below_the_other(petri: Petri) -> None:
    """With the gap between them, which no space has beside it."""
    near = draw("words: One, words: Two", options="gap: 0 mm")
    far = draw("words: One, words: Two", options="gap: 4 mm")
    spaced = draw("words: One, space: 3 mm, words: Two", options="gap: 4 mm")
    steps = [find(one, "Two").top - find(one, "One").top for one in (near, far, spaced)]
    assert steps[1] - steps[0] == pytest.approx(4)
    assert steps[2] - steps[0] == pytest.approx(3)


def test_space_is_shared(petri: Petri) -> None:
    """Spaces without a length divide the rest of the box by their shares."""
    placed = draw("words: One, space: 1, words: Two, space: 3, words: Six")
    one, two, six = (find(placed, text).top for text in ("One", "Two", "Six"))
    line = draw("words: One, words: Two", options="gap: 0 mm")
    height = find(line, "Two").top - find(line, "One").top
    assert six - one == pytest.approx(80 - height, abs=0.2)
    assert (six - two - height) == pytest.approx(3 * (two - one - height), abs=0.2)


def test_all_texts_shrink_together(petri: Petri) -> None:
    """By the same share, until everything fits, and not before."""
    blocks = "words: {text: Title, role: card_title}, " + ", ".join(["words: A line of text"] * 4)
    large, small = draw(blocks, 80), draw(blocks, 24)
    shares = {text: find(small, text).shape.size / find(large, text).shape.size for text in ("Title", "line")}
    assert shares["line"] < 0.99
    assert shares["Title"] == pytest.approx(shares["line"], abs=0.001)
    top = min(one.top for one in large)
    assert max(one.bottom for one in small) <= top + 24.5


def test_what_does_not_fit_is_an_error(petri: Petri) -> None:
    """At the smallest size, with the card and the distance."""
    write(", ".join(["words: A line of text that is long enough for two lines"] * 6), 20)
    done = petri("make", "deck.yaml")
    assert done.exit_code == 1
    assert ": deck (en) one: stack: the blocks are too tall together (by " in done.stderr


def test_blocks_over_a_list(petri: Petri) -> None:
    """Blocks see the item, and are drawn when its conditions hold."""
    placed = draw("words: {text: '{item}', each: notes}, boxes: '{uses}'")
    assert texts(placed)[:2] == ["Light.", "Long."]
    assert sum(not isinstance(one.shape, GlyphRun) for one in placed) == 7
    by_kind = draw(
        "rule: {when: item.k = rule}, words: {when: item.k = text, text: '{item.t}'}", options="over: lines"
    )
    assert texts(by_kind) == ["Deep"]
    assert sum(not isinstance(one.shape, GlyphRun) for one in by_kind) == 1


def test_blocks_over_a_range(petri: Petri) -> None:
    """A block may repeat over all that a repeated element may."""
    assert texts(draw('{words: {text: "Turn {item}", each: 1..3}}')) == ["Turn 1", "Turn 2", "Turn 3"]


def test_fields_of_blocks(petri: Petri) -> None:
    """The fields of a block include those of its conditions and of the list over which it repeats."""
    condition = Condition(expression=parse_expression("cost > 3"))
    block = WordsBlock(text="{name} {tag.word}", when=(condition,), each="split(tags)")
    assert list_fields(block) == {"cost", "name", "tag", "tags"}


def test_lists_have_bullets_or_numbers(petri: Petri) -> None:
    """Items begin to the right of the sign, as their other lines do."""
    placed = draw("list: [Light., A long sentence that needs more than a single line of this box]")
    lefts = {round(one.left, 2) for one in placed if isinstance(one.shape, GlyphRun)}
    assert max(lefts) - min(lefts) < 0.5
    bullets = [one for one in placed if not isinstance(one.shape, GlyphRun)]
    assert len(bullets) == 2
    assert all(one.right < min(lefts) for one in bullets)
    numbered = draw("{list: [{text: '{item}', each: notes}], numbered: true}")
    assert texts(numbered) == ["1", "Light.", "2", "Long."]


def test_tables_have_columns(petri: Petri) -> None:
    """With widths, alignment, and lines between the rows, also for the items of a list."""
    placed = draw(
        "table: {rows: [[A, B], [{text: '{damage}'}, C]], columns: [4, {width: 1, align: end}], look: lines}"
    )
    left, right = find(placed, "A"), find(placed, "B")
    assert right.right - left.left == pytest.approx(50 - 2 * 1.8, abs=0.5)
    assert find(placed, "1d8").left == pytest.approx(left.left, abs=0.5)
    assert sum(not isinstance(one.shape, GlyphRun) for one in placed) == 2


def test_rows_are_side_by_side(petri: Petri) -> None:
    """A block that is not drawn leaves its room to the others."""
    placed = draw("row: {blocks: [words: One, words: Two], gap: 4 mm, widths: [2, 1]}")
    assert find(placed, "Two").left - find(placed, "One").left == pytest.approx(46 * 2 / 3 + 4, abs=0.5)
    alone = draw("row: [words: {text: One, when: not has(name)}, words: Two]")
    assert find(alone, "Two").left == pytest.approx(find(placed, "One").left, abs=0.5)


@pytest.mark.parametrize(
    ("blocks", "told"),
    [
        ("words: '{nam}'", "words.text: the field `nam` is not in deck.yaml (did you mean `name`?)"),
        ("words: {text: '{item.t}', each: notes}", "`item.t` is missing: words of template `front` needs it"),
        ("wods: x", "unknown block type `wods` (did you mean `words`?)"),
        ("words: {text: x, each: nots}", "each: the field `nots` is not in deck.yaml"),
        ("boxes: '{damage}'", "`1d8` is not a number"),
        ("table: [[A, B], [C]]", "rows[2]: 1 cell for 2 columns"),
        ("table: {rows: [[A, B]], columns: [{align: end}]}", "rows[1]: 2 cells for 1 column"),
        ("row: {blocks: [words: A], widths: [1, 2]}", "widths: 2 widths for 1 block"),
        ("space: tall", "space: `tall` is not a length"),
        ("words: {role: body}", "needs either `say` or `text`"),
        ("note: rules.lead", "the wording has no `rules.lead`"),
        (
            "drawing: {height: 9 mm, draw: [words: {text: '{nam}', box: [0, 0, 9 mm, 9 mm]}]}",
            "the field `nam`",
        ),
    ],
)
def test_bad_blocks(petri: Petri, blocks: str, told: str) -> None:
    """Each mistake has its line, its column, and its name."""
    write(blocks)
    done = petri("make", "deck.yaml")
    assert done.exit_code == 1
    assert told in done.stderr, done.stderr
    assert done.stderr.startswith(("deck.yaml:11:", "deck.yaml:4:", "deck.yaml:7:"))


BOOKLET = """\
id: rules
title: rules.title
blocks:
  - stack: [words: {say: rules.title, align: center}, rule: ink, list: [Take a card., Play it.]]
"""
SHEET = """\
id: pad
title: rules.title
bands: [[{sections: [notes]}]]
sections:
  notes: {title: rules.title, blocks: [table: {rows: [[A, B]]}, boxes: 12]}
"""


def test_drawings_have_their_own_box(petri: Petri) -> None:
    """A drawing is as wide as the text, shows fields of the card, and shrinks with its stack."""
    panel = "panel: {box: [50%, 0, 50%, 100%], fill: ink}"
    placed = draw(
        "drawing: {height: 20 mm, draw: [" + panel + ", words: {text: '{name}', box: [0, 0, 20 mm, 9 mm]}]}"
    )
    (box,) = [one for one in placed if not isinstance(one.shape, GlyphRun)]
    assert (box.width, box.height) == (pytest.approx(25), pytest.approx(20))
    assert texts(placed) == ["Sword"]
    lines = ", ".join(["words: A line of text"] * 5)
    small = draw("drawing: {height: 20 mm, draw: [" + panel + "]}, " + lines, height=40)
    (box,) = [one for one in small if not isinstance(one.shape, GlyphRun)]
    assert box.width == pytest.approx(25)
    assert 14 < box.height < 20


def test_bullets_grow_with_the_role(petri: Petri) -> None:
    """Everything around the texts of a list is as large as they are."""
    normal, large = draw("list: [One]"), draw("list: [One]", options="role: title")
    widths = [
        next(one.width for one in placed if not isinstance(one.shape, GlyphRun)) for placed in (normal, large)
    ]
    assert widths[1] > 1.5 * widths[0]


def test_flow_charts_and_notes_on_cards(petri: Petri) -> None:
    """Blocks of booklets are drawn on cards, with fields."""
    flow = "flow: {steps: [{id: a, say: Begin, at: a1, to: b}, {id: b, say: End, at: b1, kind: end}]}"
    placed = draw("note: 'Take {uses}.', heading: '{name}', icons: [{icons: [heart], text: Yes}], " + flow)
    assert texts(placed) == ["Take 7.", "Sword", "Yes", "Begin", "End"]


def test_stacks_in_booklets_and_on_sheets(petri: Petri) -> None:
    """By the same blocks, without fields."""
    game = Path("game")
    (game / "wording").mkdir(parents=True)
    (game / "kit.yaml").write_text("parts: [booklet: rules.yaml, sheet: pad.yaml]\n")
    (game / "rules.yaml").write_text(BOOKLET)
    (game / "pad.yaml").write_text(SHEET)
    (game / "wording" / "en.yaml").write_text("words: {rules: {title: Rules}}\n")
    done = petri("make", "game", "--to", "txt")
    assert done.exit_code == 0, done.output
    assert "'Take a card.'" in Path("output/game/rules-en-a4.txt").read_text("utf-8")
    assert Path("output/game/pad-en-a4.txt").read_text("utf-8").count("width=0.3") >= 12
    (game / "rules.yaml").write_text(
        BOOKLET + "  - words: {text: 'Turn {item}', each: 1..3, when: index > 1}\n"
    )
    assert petri("make", "game", "--to", "txt").exit_code == 0
    turns = Path("output/game/rules-en-a4.txt").read_text("utf-8")
    assert "'Turn 1'" not in turns
    assert "'Turn 3'" in turns
    (game / "rules.yaml").write_text(BOOKLET.replace("Play it.", "'Play {it}.'"))
    done = petri("make", "game")
    assert done.exit_code == 1
    assert "rules.yaml:4:5: blocks[1]: only stacks of templates have fields and conditions" in done.stderr


PARTS = """\
- key: [{icons: [die_1, die_2], text: Take one coin.}, {icons: [die_6], text: Roll again.}]
  title: Dice
- labels: [Name, Date]
  line_height: 7 mm
- track: {size: 6 mm, fields: [{}, {bonus: coin}, {label: X, cost: 2}]}
- grid: {size: 6 mm, squares: "| # # #", ground: [ground: faint]}
- shapes: [{icon: die_3, squares: ["# #"]}]
  size: 4 mm
"""
WRITTEN = ("Take one coin.", "Roll again.", "Dice", "Name", "Date", "1", "2", "X", "a", "b", "c")


@pytest.mark.parametrize("part", ["deck", "sheet", "booklet"])
def test_what_one_writes_on_is_anywhere(petri: Petri, part: str) -> None:
    """Keys, labelled lines, tracks, grids, and shapes are on cards, on sheets, and in booklets."""
    game, inner = Path("game"), indent(PARTS, "      ")
    texts = {
        "deck": f"size: 63 mm x 88 mm\ntemplate:\n  - stack:\n      box: [4 mm, 4 mm, 55 mm, 80 mm]\n"
        f"      blocks:\n{indent(inner, '  ')}cards: [{{id: one}}]\n",
        "sheet": f"sections:\n  one:\n    title: What one writes on\n    hint: Here.\n    blocks:\n{inner}"
        "bands: [[{sections: [one]}]]\n",
        "booklet": f"id: part\ntitle: part.title\nblocks:\n{PARTS}",
    }
    (game / "wording").mkdir(parents=True)
    (game / "themes").mkdir()
    (game / "themes" / "own.yaml").write_text("id: own\nextends: base\nmarks: {coin: {icon: target}}\n")
    (game / "kit.yaml").write_text(f"theme: own\nparts: [{part}: part.yaml]\n")
    (game / "part.yaml").write_text(texts[part])
    (game / "wording" / "en.yaml").write_text("words: {part: {title: Part}}\n")
    done = petri("make", "game", "--to", "txt")
    assert done.exit_code == 0, done.output
    (file,) = Path("output/game").glob("*.txt")
    for words in WRITTEN:
        assert f"'{words}'" in file.read_text("utf-8")


def test_a_grid_that_is_too_wide_is_an_error(petri: Petri) -> None:
    """It keeps the size of its squares."""
    path = write('grid: {size: 12 mm, squares: "| # # # # #"}')
    done = petri("make", str(path), "--to", "txt")
    assert done.exit_code == 1
    assert "one block: is wider than the space for it (by 14.2 mm)" in done.output


def test_a_drawing_is_tried_again_in_a_smaller_size(petri: Petri) -> None:
    """A text that is too wide for its drawing at first is not an error if it fits in a smaller one."""
    words = (
        "words: {box: [0%, 0%, 100%, 4 mm], text: A drawing with a text that is a little too wide, lines: 1}"
    )
    placed = draw(f"drawing: {{height: 8 mm, draw: [{words}]}}")
    assert texts(placed) == ["A drawing with a text that is a little too wide"]


def test_words_of_blocks_have_sizes_and_bold_type(petri: Petri) -> None:
    """In stacks, lists, and tables alike; the size shrinks with the stack."""
    for block in ("words: {%s}", "list: [{%s}]", "table: {rows: [[{%s}]]}"):
        plain, changed = (
            next(one.shape for one in draw(block % text) if isinstance(one.shape, GlyphRun))
            for text in ("text: One", "text: One, font_size: 14 pt, bold: true")
        )
        assert changed.size == pytest.approx(14 * 25.4 / 72, abs=0.05)
        assert changed.size > plain.size
        assert changed.font != plain.font


@pytest.mark.parametrize("options", ["smallest: 3 pt", "font_size: 9 pt, smallest: 3 pt"])
def test_a_stack_is_set_as_small_as_it_may(
    tmp_path: Path, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text that the roles do not let become smaller does, if the stack says so, and not beyond."""
    monkeypatch.chdir(tmp_path)
    words = f"{{words: {{text: '{'many words of a long rule ' * 55}'}}}}"
    lines = draw(words, 50, options)
    sizes = {round(one.shape.size / 25.4 * 72, 1) for one in lines if isinstance(one.shape, GlyphRun)}
    assert len(sizes) == 1
    assert 3 <= min(sizes) < 4.8
    assert max(one.bottom for one in lines) - min(one.top for one in lines) <= 50


@pytest.mark.parametrize("count", [1, 10, 40])
def test_art_gets_what_texts_leave(petri: Petri, count: int) -> None:
    """A drawing with a share is as high as the texts allow, and at least a fifth of the stack."""
    art = "drawing: {height: 1 share, draw: [panel: {box: [0%, 0%, 100%, 100%], fill: red}]}"
    placed = draw(f"{art}, words: {'some words ' * count}")
    (panel,) = [one for one in placed if isinstance(one.shape, Outline)]
    below = [one for one in placed if isinstance(one.shape, GlyphRun)]
    assert panel.top == pytest.approx(min(one.top for one in placed))
    assert panel.height >= 80 / 5 - 0.01
    assert panel.bottom <= min(one.top for one in below)
    alone = draw(f"words: {'some words ' * count}")
    free = 80 - (max(one.bottom for one in alone) - min(one.top for one in alone))
    assert panel.height == pytest.approx(free, abs=4.0)


def test_a_share_needs_a_height(petri: Petri) -> None:
    """In a stack of blocks, which is as high as its content, there is nothing to share."""
    art = "drawing: {height: auto, draw: [panel: {box: [0%, 0%, 100%, 100%], fill: red}]}"
    done = petri("make", str(write(f"row: [{art}]")), "--to", "txt")
    assert "has a share of a height, but is in no stack with a box" in done.output


def test_space_above_a_heading_is_larger(petri: Petri) -> None:
    """It is 2.5 times the gap; `space` changes it."""
    tops = {}
    for options in ("", ", space: 9 mm"):
        heading = f"{{heading: Two, level: 2{options}}}"
        placed = draw(f"words: One, {heading}, words: Three", options="gap: 2 mm")
        tops[options] = find(placed, "Two").top - find(placed, "One").top
    assert tops[", space: 9 mm"] - tops[""] == pytest.approx(9 - 5)
