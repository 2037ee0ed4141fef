# ruff: noqa: E501
"""The language of templates: expressions, styles, parts, constants, units, named boxes, and repeats."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.press import LayoutFindings
from generator.model.elements.template import PanelElement
from generator.model.kit import PieceSet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import GlyphRun
from tests.small_decks import box, complain, draw, read_deck, texts, write_deck


def words(text: str, more: str = "") -> str:
    at = "" if "at:" in more else "box: [5 mm, 5 mm, 50 mm, 20 mm], "
    return f"templates:\n  face:\n    - words: {{{at}text: {text}{more}}}\n"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ('"{upper(name)} {cost * 2}"', "GOBLIN 6"),
        ('"**{name}** {red|{cost + 1}}"', "Goblin 4"),
        ('"{number}/{total} {count}"', "1/2 1"),
        ("'{cards[\"elf\"].cost}, {cards[id].cost}'", "10, 3"),
        (r"'\{name\} {name}'", "{name} Goblin"),
        ("'{class if cost < 5 else name}'", "thief"),
    ],
)
def test_texts_have_expressions(tmp_path: Path, text: str, printed: str) -> None:
    assert " ".join(texts(draw(read_deck(tmp_path, words(text)))["goblin"]).split()) == printed


def test_copies_have_their_numbers(tmp_path: Path) -> None:
    kit = read_deck(tmp_path, words('"{copy} of {count}"'))
    drawn = {id: texts(placed) for id, placed in draw(kit).items()}
    assert drawn == {"goblin": "1 of 1", "elf": "1 of 2", "elf 2": "2 of 2"}


def test_columns_go_before_numbers(tmp_path: Path) -> None:
    cards = "cards: [{id: a, number: seven}, {id: b, number: x}]\n"
    assert texts(draw(read_deck(tmp_path, words('"{number} {total}"'), cards=cards))["a"]) == "seven 2"


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ('"cost > 3"', ["elf", "elf 2"]),
        ('"cost < 5 and not flag"', ["goblin"]),
        ("{class: [thief, knight]}", ["goblin"]),
        ("{class: mage, cost: 10}", ["elf", "elf 2"]),
        ("[class = mage, 'len(tags) == 1']", ["elf", "elf 2"]),
        ("'class = thief, mage'", ["goblin", "elf", "elf 2"]),
        ("flag", []),
        ("not flag", ["goblin", "elf", "elf 2"]),
    ],
)
def test_conditions(tmp_path: Path, when: str, shown: list[str]) -> None:
    """Short ones, mappings, and expressions; `no` is false."""
    keys = f"{{size: [9 mm, 9 mm], fill: red, when: {when}}}"
    deck = f"fields: {{flag: 'no'}}\ntemplates:\n  face:\n    - panel: {keys}\n"
    drawn = draw(read_deck(tmp_path, deck))
    assert [id for id, placed in drawn.items() if placed] == shown


BARS = """\
templates:
  face:
    - panel: {box: [5 mm, 5 mm, "{cost * 4} mm", 10 mm], fill: "{'red' if cost > 5 else 'ink'}", corner: "{cost / 10} mm"}
"""


def test_boxes_and_colours_are_computed_for_each_card(tmp_path: Path) -> None:
    drawn = draw(read_deck(tmp_path, BARS))
    assert {id: box(placed[0])[2] for id, placed in drawn.items()} == {"goblin": 12, "elf": 40, "elf 2": 40}
    assert drawn["goblin"][0].shape.fill != drawn["elf"][0].shape.fill


def test_computed_boxes_are_checked_for_each_card(tmp_path: Path) -> None:
    (told,) = complain(tmp_path, BARS.replace("cost * 4", "cost * 6"))
    assert "extends 5.0 mm beyond the piece (right)" in told


CHANGED = """\
unit: mm
styles: {one: {at: [5, "10% + 1"], size: [20, 10], fill: red}}
templates:
  face:
    - panel: {style: one, at: [+= 3, -= 2 mm], size: ["-={cost}", 12]}
    - panel: {style: one, at: [+= 1 cm, "+= 10% - 1"]}
"""


def test_elements_change_positions_of_their_style(tmp_path: Path) -> None:
    """Each length on its own, with or without a unit, by an expression, or not at all."""
    drawn = draw(read_deck(tmp_path, CHANGED))
    assert [box(one) for one in drawn["goblin"]] == [(8, 8, 17, 12), (15, 18, 20, 10)]


def test_only_a_style_can_be_changed(tmp_path: Path) -> None:
    found = complain(tmp_path, CHANGED.replace("style: one, at", "at"))
    assert "deck.yaml:9:7: templates.face[1].panel.box[1]: `+= 3 mm` is not a measure" in found[0]


SHARED = """\
unit: mm
constants: {edge: 4, gold: "#cc9900", wide: "{60 - 2 * edge}"}
styles:
  bar: {fill: "{gold}", corner: 2}
parts:
  tab:
    x:
    width: 10
    text: "{cost}"
    show: "yes"
    draw:
      - panel: {style: bar, box: ["{x}", 60, "{width}", "{width / 2}"], when: show}
      - words: {at: ["{x}", 70], size: ["{width}", 8], text: "{text}", role: small}
templates:
  base:
    - tab: {x: 5}
    - tab: {x: "{edge + cost}", width: 20, text: "{upper(name)}", show: "{cost > 5}"}
    - panel: {id: top, at: [5, 5], size: ["{wide}", 10], fill: ink}
    - panel: {id: low, below: top + 2, fill: red}
    - panel: {right_of: low - 12 mm, size: [10, 5], fill: red}
    - panel: {inside: [10, 20, 30 - 4, 40], style: bar, fill: ink}
"""


def test_styles_parts_constants_units_and_boxes_by_names(tmp_path: Path) -> None:
    """A deck uses what a file of templates has; parameters of parts may be expressions of the card."""
    deck = "templates: {face: {extends: base, add: [{tab: {x: 40 mm, text: hi}}]}}\n"
    drawn = draw(read_deck(tmp_path, deck, shared=SHARED))
    boxes = [box(one) for one in drawn["goblin"] if not hasattr(one.shape, "text")]
    assert boxes == [
        (5, 60, 10, 5),
        (5, 5, 52, 10),
        (5, 17, 52, 10),
        (45, 17, 10, 5),
        (10, 20, 24, 30),
        (40, 60, 10, 5),
    ]
    assert texts(drawn["goblin"]) == "3 GOBLIN hi"
    assert (14, 60, 20, 10) in [box(one) for one in drawn["elf"]]


def test_elements_without_computed_values_are_as_fast_as_ever(tmp_path: Path) -> None:
    """Constants are filled in when the file is read."""
    kit = read_deck(tmp_path, "templates: {face: [{panel: {inside: [1, 1, 1, 1], fill: red}}]}\nunit: mm\n")
    template = kit.parts[0].templates["face"]
    (panel,) = template.elements
    assert isinstance(panel, PanelElement)
    assert (panel.box.left.mm, panel.box.width.mm, panel.box.width.part) == (1, -2, 1)


CELLS = "[{panel: {fill: red}}, {words: {inside: [0, 0, 0, 0], text: '{item}.{index}', role: fine_print}}]"


@pytest.mark.parametrize(
    ("keys", "boxes", "printed"),
    [
        ("over: 3..1", [(5, 5, 10, 10), (16, 5, 10, 10), (27, 5, 10, 10)], "3.1 2.2 1.3"),
        ("over: C..D", [(5, 5, 10, 10), (16, 5, 10, 10)], "C.1 D.2"),
        ("over: I..II, align: end", [(34, 5, 10, 10), (45, 5, 10, 10)], "I.1 II.2"),
        ("over: tags, gap: 0", [(5, 5, 10, 10), (15, 5, 10, 10)], "fire.1 ice.2"),
        (
            'over: "min(cost, 2)", direction: column, cell: 5 mm, gap: 0',
            [(5, 5, 50, 5), (5, 10, 50, 5)],
            "1.1 2.2",
        ),
        ("over: \"split('a b', ' ')\", lines: 2, gap: 2 mm", [(5, 5, 4, 4), (11, 5, 4, 4)], "a.1 b.2"),
        (
            "over: 1..5, lines: 2, cell: 16 mm, gap: 0",
            [(5, 5, 16, 5), (21, 5, 16, 5), (37, 5, 16, 5), (5, 10, 16, 5), (21, 10, 16, 5)],
            "1.1 2.2 3.3 4.4 5.5",
        ),
        (
            "over: 1..4, cell: 25 mm, gap: 0, shrinks: true",
            [(5, 7.5, 12.5, 5), (17.5, 7.5, 12.5, 5), (30, 7.5, 12.5, 5), (42.5, 7.5, 12.5, 5)],
            "1.1 2.2 3.3 4.4",
        ),
    ],
)
def test_repeats(tmp_path: Path, keys: str, boxes: list[tuple[float, ...]], printed: str) -> None:
    """Ranges, expressions, several lines, and smaller cells; each cell knows its number."""
    deck = f"templates:\n  face:\n    - repeat: {{box: [5 mm, 5 mm, 50 mm, 10 mm], {keys}, draw: {CELLS}}}\n"
    findings = LayoutFindings()
    drawn = draw(read_deck(tmp_path, deck), findings)["goblin"]
    assert [box(one) for one in drawn if not hasattr(one.shape, "text")] == boxes
    assert texts(drawn) == printed


def test_words_have_fonts_of_their_own(tmp_path: Path) -> None:
    """Without a role in the theme."""
    plain, changed = (
        ", at: [5 mm, 5 mm], size: [50 mm, 20 mm]",
        ", font_size: 20 pt, font: Unbounded, bold: true",
    )
    first = draw(read_deck(tmp_path / "a", words("Goblin", plain)))["goblin"][0]
    second = draw(read_deck(tmp_path / "b", words("Goblin", plain + changed)))["goblin"][0]
    assert second.shape.font.name != first.shape.font.name
    assert second.shape.size == pytest.approx(20 * 25.4 / 72)


WRONG = {
    # Texts and conditions, with the position in the expression, and the card.
    words(
        '"{Card Name}"'
    ): "deck.yaml:7:56: templates.face[1].words.text: `Card Name` is not the name of a field (fields "
    "are written like `card_name`, and texts in quotes)",
    words('"{cost *}"'): "templates.face[1].words.text: `cost *` is not an expression",
    words(
        '"a {1 + nam}"'
    ): "deck.yaml:7:54: templates.face[1].words.text: the field `nam` is not in deck.yaml",
    words(
        '"a {1 + name}"'
    ): "deck.yaml:7:58: templates.face[1].words.text: `Goblin` is not a number, for `goblin`",
    words(
        '"{n, plural, one {a} other {b}}"'
    ): "plurals and selections are not allowed here (they are for the wording",
    words(
        "x", ', when: "cost > name"'
    ): "deck.yaml:7:64: templates.face[1].words.when: `Goblin` is not a number",
    words(
        "x", ", when: class = mage or thief"
    ): "`class = mage or thief` is not a condition (write `class = a, b`",
    words("x", ", when: {class: {a: b}}"): "must be a condition or a list of conditions",
    words("x", ", font: Nonesuch"): "unknown font family `Nonesuch`",
    words("x", ', lines: "{name}"'): "templates.face[1].words.lines: `Goblin` is not a whole number",
    words("x", ", at: [5 mm]"): "templates.face[1].words.at: must be a list of 2 lengths",
    words(
        "x", ", at: [5, 6]"
    ): "this number has no unit (write it like `4 mm` or `50%`, or `unit: mm` at the top",
    words("x", ', at: ["1,5 mm", 0]'): "`1,5 mm` is not a measure (write decimals with a point",
    words(
        "x", ", at: [0, 0], below: other"
    ): "words.below: there is no such element with a box above this one",
    words("x", ", style: die"): "unknown style `die`",
    words("x", ", zzz: 1"): "unknown key `zzz` (available: box, ",
    words("x", ", text-align: center"): "unknown key `text-align` (did you mean `align`?)",
    words("x", ", rotation: 90"): "unknown key `rotation` (did you mean `angle`?)",
    words(
        "x", ", width: 30 mm"
    ): "unknown key `width` (write `box: [left, top, width, height]`, or `at: [left, top]`",
    words("x", ", colour: fbdcd2"): 'unknown colour `fbdcd2` (write `"#fbdcd2"`)',
    words("x", ", colour: 2b5c8a"): '`2b5c8a` is not a colour (write `"#2b5c8a"`)',
    "templates: {face: [{panel: {color: red}}]}\n": "unknown key `color` (did you mean `fill`?)",
    "templates: {face: [{words: {\u200btext: x}}]}\n": "deck.yaml:5:29: a zero width space is not a space of YAML",
    BARS.replace("cost * 4", "missing"): "the field `missing` is not in deck.yaml",
    BARS.replace("cost * 4", "name"): "panel.box[3]: `Goblin mm` is not a measure",
    BARS.replace("fill:", "shape: 5 fill:"): "deck.yaml:7:67: a `,` is missing before `fill`",
    BARS.replace(
        "\"{'red' if cost > 5 else 'ink'}\"", "#ff0000"
    ): "`#` begins a comment here (put a colour in quotes",
    "templates: {face: [{tab: {y: 1}}]}\nparts: {tab: {x: null, draw: [{ground: red}]}}\n": "unknown key `y`",
    "templates: {face: [{tab: {}}]}\nparts: {tab: {x: , draw: [{ground: red}]}}\n": "tab: `x` is missing (add `x: ...`)",
    "templates: {face: [{tab: {}}]}\nparts: {tab: {draw: [{tab: {}}]}}\n": "`tab` contains itself",
    "templates: {face: []}\nparts: {box: {draw: []}}\n": "parts.box: `box` is a kind of element (use another",
    "templates: {face: [{tab: {}}]}\nparts: {tab: {draw: [{ground: rd}]}}\n": "deck.yaml:6:31: parts.tab.draw[1].ground: "
    "unknown colour `rd`",
    "templates: {face: [{ground: {style: s}}]}\nstyles: {s: {fill: rd, box: 1}}\n": "deck.yaml:6:20: styles.s.fill: unknown "
    "colour `rd`",
    "templates: {face: [{ground: {style: s}}]}\nstyles: {s: {fil: red}}\n": "unknown key `fil`",
    "templates: {face: [{repeat: {box: [0, 0, 9 mm, 9 mm], over: 5..x, draw: [{ground: red}]}}]}\n": "`5..x` is not a range",
    "templates: {face: [{repeat: {box: [0, 0, 9 mm, 9 mm], over: cost - 5, draw: [{ground: red}]}}]}\n": "`-2` is neither a "
    "list nor a number from 0 to 999",
    "templates: {face: [{repeat: {box: [0, 0, 9 mm, 9 mm], over: [red, blue], draw: [{ground: red}]}}]}\n": "over: must be "
    "one value, not a list (write a list as an expression: `\"['red', 'blue']\"`, or as one of `tables`)",
    words("x").replace(
        "box:", "align: left, box:"
    ): "align: `left` is not allowed here (write `start`, the side where reading begins)",
    words("x").replace("box:", "align: middle, box:"): "align: `middle` is not allowed here (write `center`)",
    words("x").replace(
        "box:", "align: top, box:"
    ): "align: `top` is not allowed here (available: center, end, justify, start)",
}


@pytest.mark.parametrize(("deck", "told"), WRONG.items(), ids=lambda text: text[-40:])
def test_mistakes_are_told_with_their_place(tmp_path: Path, deck: str, told: str) -> None:
    found = complain(tmp_path, deck)
    assert any(told in line for line in found), found


def test_what_is_valid_beside_a_mistake_is_checked_too(tmp_path: Path) -> None:
    """All mistakes of a template are told at once, and no element is blamed for what another lacks."""
    face = """\
templates:
  face:
    - text: {say: "{name}", box: [5, 5, 20, 5], unit: mm}
    - picture: {file: none.png, box: [5 mm, 20 mm, 9 mm, 9 mm]}
    - words: {say: "{nmae}", box: [5 mm, 40 mm, 20 mm, 5 mm]}
    - ground: red
"""
    assert [line.split(": templates.face")[1] for line in complain(tmp_path, face)] == [
        "[1].text: unknown element type `text` (did you mean `words`?)",
        "[2].picture.file: there is no file `none.png` (none are available)",
        "[3].words.say: the field `nmae` is not in deck.yaml (did you mean `name`?)",
    ]


def test_elements_of_a_template_whose_values_are_invalid_are_not_blamed(tmp_path: Path) -> None:
    face = "templates: {face: {let: {a: '1 +'}, draw: [{words: {text: '{a}', box: [5 mm, 5 mm, 9 mm, 5 mm]}}]}}\n"
    (one,) = complain(tmp_path, face)
    assert "let.a" in one


def test_a_part_with_the_name_of_an_element_is_one_mistake(tmp_path: Path) -> None:
    """What its calls mean is unknown, so that nothing is said about them."""
    calls = "[{star: {n: x}}, {star: {m: y, points: 5}}, {star: }]"
    found = complain(tmp_path, f"templates: {{face: {calls}}}\nparts: {{star: {{n: , m: , draw: []}}}}\n")
    assert [line.split(": ", 1)[1] for line in found] == [
        "parts.star: `star` is a kind of element (use another name)"
    ]


@pytest.mark.parametrize("size", ["60x90mm", "60 x 90 mm", "60 mm × 90 mm", "6 cm x 9cm"])
def test_sizes_may_share_a_unit(tmp_path: Path, size: str) -> None:
    """`60x90mm`, as options of the command line have it."""
    game = write_deck(tmp_path, words("x"))
    path = game / "deck.yaml"
    path.write_text(path.read_text("utf-8").replace("60 mm x 90 mm", size), encoding="utf-8")
    (deck,) = read_kit(game, shelf=find_shelf()).parts
    assert isinstance(deck, PieceSet)
    assert (deck.decks[0].form.width, deck.decks[0].form.height) == (60, 90)


def test_a_file_of_templates_may_have_only_styles(tmp_path: Path) -> None:
    """All decks of the kit can use them."""
    deck = "templates: {face: [{panel: {style: bar, box: [0, 0, 9 mm, 9 mm]}}]}\n"
    (panel,) = draw(read_deck(tmp_path, deck, shared="styles: {bar: {fill: red}}\n"))["goblin"]
    assert box(panel) == (0, 0, 9, 9)


PART_WHEN = """\
constants: {{mode: warm}}
parts:
  badge:
    tone:
    draw:
      - panel: {{box: [5 mm, 5 mm, 20 mm, 8 mm], fill: red, when: {when}}}
templates:
  face:
    - badge: {{tone: {tone}}}
"""
NAMED = [
    ("tone = warm", "warm", True),
    ("tone = warm", "cold", False),
    ("tone != cold, hot", "warm", True),
    ("'tone == \"warm\"'", "warm", True),
    ("'has(tone)'", "warm", True),
    ("not tone", "'no'", True),
    ("{tone: [cold, warm]}", "warm", True),
    ("[tone = warm, mode = warm]", "warm", True),
    ("'tone = {mode}'", "warm", True),
    ("tone = thief", "'{class}'", True),
    ("tone = mage", "'{class}'", False),
    ("'tone == \"a thief\"'", "'a {class}'", True),
    ("tone = 3.0", "'{cost}'", True),
    ("class = thief", "warm", True),
]


@pytest.mark.parametrize(("when", "tone", "is_drawn"), NAMED)
def test_parameters_have_one_rule_of_names(tmp_path: Path, when: str, tone: str, is_drawn: bool) -> None:
    """In each way to write a condition, and with texts, fields, and expressions as their values."""
    deck = PART_WHEN.format(when=f'"{when}"' if "," in when and when[0] not in "['{" else when, tone=tone)
    assert bool(draw(read_deck(tmp_path, deck))["goblin"]) is is_drawn


def test_a_part_is_drawn_when_its_conditions_and_those_of_its_elements_hold(tmp_path: Path) -> None:
    deck = PART_WHEN.format(when="tone = warm", tone='warm, when: "cost > 5"')
    assert {id for id, placed in draw(read_deck(tmp_path, deck)).items() if placed} == {"elf", "elf 2"}


def test_a_text_in_a_condition_is_no_field(tmp_path: Path) -> None:
    (told,) = complain(tmp_path, PART_WHEN.format(when="'name = {class}'", tone="x"))
    assert (
        "panel.when: `{class}` is compared as a text (to compare two fields, write `name == class`)" in told
    )


COMPUTED = """\
unit: mm
templates:
  face:
    - panel: {box: ["{sizes[1]}", 5, "{sizes[2]} + 4", "{cost / 2}"], fill: "{hue}"}
    - stack:
        box: [5, 20, 50, 60]
        blocks:
          - space: "{sizes[2]}"
          - drawing: {height: "{cost + 4}", draw: [panel: {box: [0, 0, 100%, 100%], fill: DarkBlue}]}
          - space: 1 share
          - words: end
"""


def test_units_leave_expressions_alone_and_blocks_compute_their_lengths(tmp_path: Path) -> None:
    """A field gives the height of a picture in a stack; a bare number is a length, and a share says so."""
    cards = "cards: [{id: goblin, cost: 3, sizes: ['1', '3'], hue: Maroon}]\n"
    panel, inner, text = draw(read_deck(tmp_path, COMPUTED, cards=cards))["goblin"]
    assert box(panel) == (1, 5, 7, 1.5)
    assert box(inner) == (5, 23, 50, 7)
    assert 74 < text.top < 80
    assert [one.shape.fill.hex for one in (panel, inner)] == ["#800000", "#00008b"]


@pytest.mark.parametrize("name", ["maroon", "Maroon", "MAROON", "DarkBlue", "none", "None"])
def test_colours_of_css_may_have_any_case(tmp_path: Path, name: str) -> None:
    """In the template, and in a field."""
    deck = "templates: {face: [{ground: %s}, {panel: {box: [5 mm, 5 mm, 9 mm, 9 mm], fill: '{hue}'}}]}\n"
    drawn = draw(read_deck(tmp_path, deck % name, cards=f"cards: [{{id: a, hue: {name}}}]\n"))["a"]
    ground, panel = (one.shape.fill for one in drawn)
    assert ground == panel


def test_names_of_files_are_computed_before_one_is_missing(tmp_path: Path) -> None:
    """An empty field does not hide a picture whose name is there; a name that is empty draws nothing."""
    deck = "templates: {face: [{picture: {file: \"{'coin' + kind + '.svg' if kind != 'no' else ''}\"}}]}\n"
    cards = "cards: [{id: a, kind: ''}, {id: b, kind: _gold}, {id: c, kind: 'no'}]\n"
    game = write_deck(tmp_path, deck, cards=cards)
    for name in ("coin", "coin_gold"):
        (game / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
        )
    drawn = draw(read_kit(game, shelf=find_shelf()))
    assert [bool(drawn[id]) for id in "abc"] == [True, True, False]
    (game / "coin.svg").unlink()
    with pytest.raises(DataError, match=r"cards\[1\].kind: there is no file `.*coin.svg`"):
        read_kit(game, shelf=find_shelf())


def test_a_ground_has_a_colour(tmp_path: Path) -> None:
    """A required key is never empty."""
    deck = "templates: {face: [{ground: '{hue}'}]}\n"
    (told,) = complain(tmp_path, deck, cards="cards: [{id: a, hue: none}, {id: b, hue: ''}]\n")
    assert "cards[2].hue: the fill is empty (ground of template `face`, fill) (draw the element only" in told


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v.5z"/></svg>'


@pytest.mark.parametrize(
    ("element", "like"),
    [
        ("panel: {BOX, fill: '{none}', stroke: red, line: 1 mm}", "panel: {BOX, stroke: red, line: 1 mm}"),
        ("panel: {BOX, fill: red, shape: '{none}'}", "panel: {BOX, fill: red}"),
        ("panel: {BOX, fill: red, opacity: '{none}'}", "panel: {BOX, fill: red}"),
        ("panel: {BOX, fill: red, opacity: '{none}%'}", "panel: {BOX, fill: red}"),
        ("panel: {BOX, fill: red, angle: '{none}'}", "panel: {BOX, fill: red}"),
        (
            "line: {BOX, from: [0, 0], to: [9 mm, 0], stroke: '{none}'}",
            "line: {BOX, from: [0, 0], to: [9 mm, 0]}",
        ),
        (
            "picture: {BOX, file: a.svg, flip: \"{'vertical' if none else ''}\"}",
            "picture: {BOX, file: a.svg}",
        ),
        ("picture: {BOX, file: a.svg, flip: '{up}'}", "picture: {BOX, file: a.svg, flip: vertical}"),
        ("picture: {BOX, file: a.svg, focus: '{none}', fit: '{none}'}", "picture: {BOX, file: a.svg}"),
        ("words: {BOX, text: A, align: '{mid}'}", "words: {BOX, text: A, align: center}"),
        ("words: {BOX, text: A, align: '{none}', upright: '{none}'}", "words: {BOX, text: A}"),
        ("words: {BOX, text: A, font_size: '{none}'}", "words: {BOX, text: A}"),
        ("words: {BOX, text: A, font_size: '{none} pt'}", "words: {BOX, text: A}"),
        ("words: {BOX, text: A, role: '{none}', colour: '{none}'}", "words: {BOX, text: A}"),
        ("words: {BOX, text: A, bold: '{none}', line_height: '{none}'}", "words: {BOX, text: A}"),
        (
            "stack: {BOX, blocks: [words: {text: A, align: '{none}', bold: '{none}'}]}",
            "stack: {BOX, blocks: [words: A]}",
        ),
        ("stack: {BOX, blocks: [rule: '{none}']}", "stack: {BOX, blocks: [rule: ink]}"),
    ],
)
def test_a_value_that_is_empty_is_not_given(tmp_path: Path, element: str, like: str) -> None:
    """A computed value that is empty takes its key away, whatever kind of key it is."""
    drawn = []
    for number, one in enumerate((element, like)):
        deck = f"templates:\n  face:\n    - {one.replace('BOX', 'box: [5 mm, 5 mm, 40 mm, 20 mm]')}\n"
        cards = "cards: [{id: a, none: '', mid: center, up: vertical}]\n"
        game = write_deck(tmp_path / str(number), deck, cards=cards)
        (game / "a.svg").write_text(PICTURE)
        shapes = draw(read_kit(game, shelf=find_shelf()))["a"]
        looks = ("text", "size", "colour", "fill", "stroke")
        drawn.append([(box(one), *(str(getattr(one.shape, name, "")) for name in looks)) for one in shapes])
    assert drawn[0] == drawn[1] != []


def test_only_keys_that_may_be_left_out_are_empty(tmp_path: Path) -> None:
    """A box, and the height of a space, are required; a word of a fixed list must be one of it."""
    for element, told in (
        (
            "panel: {box: ['{none} mm', 0, 9 mm, 9 mm], fill: red}",
            "panel.box[1]: is empty, for `a` (only keys",
        ),
        (
            "words: {box: [5 mm, 5 mm, 9 mm, 9 mm], text: A, align: '{up}'}",
            "words.align: `up` is not allowed here",
        ),
    ):
        deck = f"templates:\n  face:\n    - {element}\n"
        (line,) = complain(tmp_path / told[:9], deck, cards="cards: [{id: a, none: '', up: up}]\n")
        assert told in line


@pytest.mark.parametrize(("missing", "shapes"), [("placeholder", 3), ("nothing", 0)])
@pytest.mark.parametrize("name", ["'{art}'", "no_such_icon"])
def test_an_icon_may_be_missing_as_a_picture_may(
    tmp_path: Path, name: str, missing: str, shapes: int
) -> None:
    """A crossed box with its name, or nothing; whether a field or the template names it."""
    keys = f"{{icon: {name}, missing: {missing}, box: [5 mm, 5 mm, 20 mm, 20 mm]}}"
    deck = f"fields: {{art: no_such_icon}}\ntemplates: {{face: [{{icon: {keys}}}]}}\n"
    assert len(draw(read_deck(tmp_path, deck))["goblin"]) == shapes


def test_colours_of_pictures_are_not_those_of_the_theme(tmp_path: Path) -> None:
    """`green` in a picture is that of CSS, whatever the theme calls green."""
    deck = "templates: {face: [{picture: {file: a.svg, recolour: {green: '#102030'}}}]}\n"
    game = write_deck(tmp_path, deck)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z" fill="green"/></svg>'
    (game / "a.svg").write_text(svg, "utf-8")
    (shape,) = draw(read_kit(game, shelf=find_shelf()))["goblin"]
    assert shape.shape.fill.hex == "#102030"


def test_colours_in_texts_may_have_any_case(tmp_path: Path) -> None:
    """As those of elements; a word that is no colour is an error."""
    drawn = draw(read_deck(tmp_path, words('"{Maroon|one} {maroon|two}"')))["goblin"]
    found = {one.shape.text: one.shape.colour.hex for one in drawn if isinstance(one.shape, GlyphRun)}
    assert found["one"] == found["two"] == "#800000"


def test_a_text_has_no_colour_of_another_name(tmp_path: Path) -> None:
    (told,) = complain(tmp_path, words('"{Marrone|one}"'))
    assert "words.text: unknown colour `marrone`" in told


def test_a_wrong_value_of_a_part_is_told_where_it_is_given(tmp_path: Path) -> None:
    """Not where the part uses it; a mistake in the part itself is reported once, in the part."""
    path = tmp_path / "deck.yaml"
    path.write_text(
        "size: poker\n"
        "cards: [{id: a}]\n"
        "parts:\n"
        "  sun:\n"
        "    colour: black\n"
        "    edge: 10 mm\n"
        "    draw:\n"
        '      - icon: {icon: star, box: [0, 0, 9 mm, 9 mm], colour: "{colour}"}\n'
        '      - panel: {box: [0, 0, "{edge}", 9 mm], fill: "{colour}", strok: red}\n'
        "template:\n"
        "  - sun: {colour: redd}\n"
        "  - sun: {colour: blue, edge: 5}\n"
        "  - sun: {}\n"
    )
    shelf = find_shelf()
    with pytest.raises(DataError) as caught:
        read_kit(path, shelf=shelf)
    assert [(one.line, one.path) for one in caught.value.problems] == [
        (9, "parts.sun.draw[2].panel.strok"),
        (11, "template[1].sun.colour"),
        (12, "template[2].sun.edge"),
    ]
