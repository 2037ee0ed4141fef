"""What a deck declares without effect is reported once, with its place; nothing else is."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.kit import PieceSet
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.files.yaml import read_file_words
from generator.read.kits import kits
from generator.read.kits.kits import read_kit, read_kit_and_texts

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="navy"/></svg>'
CARDS = "cards: [{id: a, kind: hero, text: Hi, note: ''}, {id: b, kind: villain, text: Ho, note: ''}]\n"
BOX = "box: [5 mm, 5 mm, 30 mm, 9 mm]"
WORDS = f"- words: {{text: '{{text}} {{kind}}', {BOX}}}"
PANEL = f"- panel: {{{BOX}, fill: red, "


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return find_shelf()


def warn(folder: Path, shelf: Shelf, deck: str, **files: str) -> list[str]:
    """The warnings about a deck of one file."""
    (folder / "coin.svg").write_text(SVG, encoding="utf-8")
    (folder / "deck.yaml").write_text(f"size: poker\n{deck}", encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    kit = read_kit(folder / "deck.yaml", shelf=shelf)
    return [str(one).replace(f"{folder}/", "").removeprefix(f"{folder.name}/") for one in kit.warnings]


PICTURE = "- picture: {file: coin.svg, box: [5 mm, 20 mm, 9 mm, 9 mm], recolour: "
IDLE = {
    f"{PANEL}when: kind = heroo}}": "deck.yaml:4:60: template[1].panel.when: holds for no piece, "
    "so this is never drawn (did you mean `hero`?)",
    f"{PANEL}when: has(note)}}": "template[1].panel.when: holds for no piece",
    f"- words: {{text: '{{note}}', {BOX}}}": "template[1].words.text: is never drawn: `note` is empty on",
    f"- icon: {{icon: '{{note}}', {BOX}}}": "icon: is never drawn: `note` is empty on every piece",
    f"{PICTURE}{{red: blue, navy: red}}}}": "template[1].picture.recolour.red: no picture has the colour "
    "`red` (their colours are #000080)",
    f"- words: {{text: '{{text}}', {BOX}}}": "deck.yaml:2:23: cards[1].kind: never printed: kind",
    f"{WORDS}\nignore: [kynd]": "ignore[1]: `kynd` silences nothing (remove it)",
    f"- ground: teal\n{PANEL.replace('red', 'green')}when: has(kind)}}": "panel.fill: `green` is #17a07a "
    'here, the colour of the theme (for that of CSS, write "#008000")',
}


@pytest.mark.parametrize(("template", "told"), IDLE.items(), ids=range(len(IDLE)))
def test_each_is_told_once_with_its_place(tmp_path: Path, shelf: Shelf, template: str, told: str) -> None:
    warnings = warn(tmp_path, shelf, f"{CARDS}template:\n{template}\n")
    assert sum(told in line for line in warnings) == 1, warnings
    assert all(line.startswith("deck.yaml:") for line in warnings)


def test_unused_colours_of_a_game_are_told(tmp_path: Path, shelf: Shelf) -> None:
    """Colours of elements, of tables, of other colours, and those that a game changes are used."""
    colours = "{rde: '#d01010', gleam: '#d01010', own: '#20a040', sky: '#3060c0', alias: sky, ink: '#111111'}"
    cards, quoted = "cards: [{id: a, tone: own}]\n", "'{tone}'"
    template = f"template:\n{PANEL.replace('red', quoted)}}}\n- words: {{text: '{{alias|A}}', {BOX}}}\n"
    told = warn(tmp_path, shelf, f"theme: {{colours: {colours}}}\n{cards}{template}")
    first, second = told
    assert first.startswith(
        "deck.yaml:2:19: theme.colours.rde: is not used (did you mean `red`? the theme has accent, alias, "
    )
    hint = "name it in an element, a table, or a text, or remove it"
    assert second == f"deck.yaml:2:35: theme.colours.gleam: is not used ({hint})"


@pytest.mark.parametrize(
    ("tone", "is_told"), [("ink", True), ("gleam", False), ("'{kind}_glow'", False)], ids=str
)
def test_a_colour_that_no_file_names_is_told_for_one_part_alone(
    tmp_path: Path, shelf: Shelf, tone: str, is_told: bool
) -> None:
    """A colour that another part may have is not."""
    colours = "{gleam: '#d01010'}" if "_" not in tone else "{gleam_glow: '#d01010'}"
    (tmp_path / "kit.yaml").write_text(
        f"theme: {{colours: {colours}}}\nparts:\n- deck: a.yaml\n- deck: b.yaml\n", "utf-8"
    )
    for name, ground in (("a", "paper"), ("b", tone)):
        kind = "gleam" if "_" in tone else "other"
        deck = (
            f"size: poker\ntitle: A\ncards: [{{id: {name}, kind: {kind}}}]\ntemplate:\n- ground: {ground}\n"
        )
        (tmp_path / f"{name}.yaml").write_text(f"{deck}ignore: [kind]\n", "utf-8")
    warnings = read_kit_and_texts(tmp_path, shelf=shelf, locales=("en",), parts=["a"])[0].warnings
    assert any("is not used" in one.message for one in warnings) is is_told


def test_files_are_read_once_for_all_colours_that_they_may_name(
    tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A theme has dozens of colours, and one part uses few of them."""
    colours = ", ".join(f"own{number}: '#d01010'" for number in range(9))
    kit = f"theme: {{colours: {{{colours}}}}}\nparts:\n- deck: a.yaml\n- deck: b.yaml\n"
    (tmp_path / "kit.yaml").write_text(kit, "utf-8")
    for name in ("a", "b"):
        deck = f"size: poker\ntitle: A\ncards: [{{id: {name}}}]\ntemplate:\n- ground: paper\n"
        (tmp_path / f"{name}.yaml").write_text(deck, "utf-8")
    read = list[Path]()
    monkeypatch.setattr(kits, "read_file_words", lambda path: (read.append(path), read_file_words(path))[1])
    warnings = read_kit_and_texts(tmp_path, shelf=shelf, locales=("en",), parts=["a"])[0].warnings
    assert len([one for one in warnings if "is not used" in one.message]) == 9
    assert sorted(path.name for path in read) == ["a.yaml", "b.yaml", "kit.yaml"]


def test_a_style_that_is_tried_says_what_it_does_not_show(tmp_path: Path, shelf: Shelf) -> None:
    """A field with another name is not lost silently; the fields of the style are named."""
    deck = "size: poker\ncards: [{id: a, name: A, strength: 3, cost: 2}]\ntemplate:\n"
    path = tmp_path / "deck.yaml"
    path.write_text(f"{deck}- words: {{text: '{{name}} {{strength}} {{cost}}', {BOX}}}\n", encoding="utf-8")
    assert not read_kit(path, shelf=shelf).warnings
    (told,) = read_kit_and_texts(path, shelf=shelf, style="saga")[0].warnings
    assert told.message == "not shown in the style `saga`: strength"
    assert "it also shows attack, defence" in told.hint


MISSPELT = {
    "cards: [{id: a, cost: 1}, {id: b, cost: 2, conut: 2}]": "deck.yaml:2:44: cards[2].conut: never printed: "
    "conut (did you mean `count`?; or show it",
    "cards: [{id: a, cost: 1}, {id: b, cost: '', cst: 2}]": "cards[2].cst: never printed: cst "
    "(did you mean `cost`?",
    "cards: [{id: a, cost: 1, costly: 2}]": "never printed: costly (show it",
    "cards: [{id: a, cost: 1, conut: 2}, {id: b, cost: '', cst: 2}]": "never printed: conut, cst "
    "(did you mean `count` by `conut`?, did you mean `cost` by `cst`?; or show",
}


@pytest.mark.parametrize(("cards", "told"), MISSPELT.items(), ids=range(len(MISSPELT)))
def test_a_misspelt_key_is_told_with_the_one_that_is_meant(
    tmp_path: Path, shelf: Shelf, cards: str, told: str
) -> None:
    """Not if a piece has both, which are then two fields."""
    (only,) = warn(tmp_path, shelf, f"{cards}\ntemplate:\n- words: {{text: '{{cost}}', {BOX}}}\n")
    assert told in only


def test_a_missing_field_is_told_with_the_one_that_should_be_renamed(tmp_path: Path, shelf: Shelf) -> None:
    cards = "cards: [{id: a, name: A, text: x}, {id: b, nmae: B, text: x}]"
    with pytest.raises(DataError) as raised:
        warn(tmp_path, shelf, f"{cards}\ntemplate:\n- words: {{text: '{{name}} {{text}}', {BOX}}}\n")
    (problem,) = raised.value.problems
    assert problem.message.startswith("`name` is missing")
    assert problem.hint == "rename `nmae`, add it, or draw the element only `when: has(name)`"


@pytest.mark.parametrize(("other", "is_told"), [("[{id: coin}]", True), ("cards.csv", False)])
def test_columns_without_use_are_told_with_one_part(
    tmp_path: Path, shelf: Shelf, other: str, is_told: bool
) -> None:
    """Unless a deck that was not read has the same table; fields of the theme are named."""
    (tmp_path / "cards.csv").write_text("Name;Kosten;Anzahl\nSalz;2;3\nZimt;1;2\n", encoding="utf-8")
    texts = {
        "kit": "id: spice\ntitle: Spice\ntheme: saga\nparts: [deck: cards.yaml, deck: other.yaml]\n",
        "cards": "size: poker\nfront: face\ncards: cards.csv\n",
        "other": f"size: poker\ncards: {other}\ntemplate: [ground: red]\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    warnings = read_kit(tmp_path, shelf=shelf, locales=("en",), parts=["cards"]).warnings
    (copies,) = (one for one in warnings if one.message == "`Anzahl` is not used")
    assert copies.hint == "if it is the number of copies, write `{file: ..., count: Anzahl}`"
    told = [one.hint for one in warnings if one.message == "never printed: kosten"]
    assert bool(told) == is_told
    assert all(hint.startswith("the template also shows attack, cost, defence") for hint in told)


BUSY = [
    f"{WORDS}\n{PANEL}when: kind = hero}}",
    f"{WORDS}\n{PANEL}when: kind != hero}}",
    f"{WORDS}\n- words: {{text: '{{note}}x', box: [5 mm, 20 mm, 9 mm, 9 mm]}}",
    f"{WORDS}\n{PICTURE}{{'#000080': red}}}}",
    f"{WORDS}\n- ground: green",
    f"- words: {{text: '{{text}}', {BOX}}}\nignore: [kind]",
    f"{WORDS}\n{PANEL}id: rare, when: kind = king}}\nignore: [rare]",
    f"{WORDS}\n{PANEL}when: colour}}\nconstants: {{colour: no}}",
    f"- words: {{text: '{{cards[id].text}} {{cards[id].kind}}', {BOX}}}",
    f"- words: {{text: '{{text}}', {BOX}}}\ndivider: {{by: kind}}",
]


@pytest.mark.parametrize("template", BUSY, ids=range(len(BUSY)))
def test_what_has_an_effect_on_one_piece_is_not_told(tmp_path: Path, shelf: Shelf, template: str) -> None:
    assert warn(tmp_path, shelf, f"{CARDS}template:\n{template}\n") == []


@pytest.mark.parametrize("more", ["{x: ''}", "[]", "[{x: y}]", "''"])
def test_a_condition_may_ask_for_a_text_where_there_is_none(tmp_path: Path, shelf: Shelf, more: str) -> None:
    deck = f"cards: [{{id: a, more: {more}}}]\ntemplate: [{PANEL[2:]}when: more = x}}]\n"
    (told,) = warn(tmp_path, shelf, deck)
    assert "holds for no piece, so this is never drawn (`more` is no text on any piece)" in told


def test_unused_templates_are_told(tmp_path: Path, shelf: Shelf) -> None:
    """Not those that others extend."""
    templates = "base: [ground: red]\n  face: {extends: base, add: [ground: blue]}\n  odd: [ground: red]"
    deck = f"cards: [{{id: a}}]\nfront: face\ntemplates:\n  {templates}\n"
    (told,) = warn(tmp_path, shelf, deck)
    assert told.startswith("deck.yaml:7:3: templates.odd: is used by no piece (write `front: odd`")


SHARED = """constants: {gap: 4 mm, lost: 3, deep: "{tone}", tone: red}
styles: {big: {font_size: 20 pt}, small: {font_size: 8 pt}}
parts:
  sun: {x: 4 mm, draw: [panel: {box: ["{x}", 4 mm, 5 mm, 5 mm], fill: "{deep}"}]}
  moon: {x: 4 mm, draw: [panel: {box: ["{x}", 4 mm, 5 mm, 5 mm], fill: red}]}
"""


def test_constants_styles_and_parts_without_use_are_told(tmp_path: Path, shelf: Shelf) -> None:
    """Each once, unless the deck ignores it; one that another of them uses is used."""
    words = "words: {text: '{text} {kind}', style: big, box: ['{gap}', 9 mm, 30 mm, 9 mm]}"
    deck = f"{CARDS}{SHARED}template: [{words}, sun: {{}}]\n"
    assert warn(tmp_path, shelf, deck) == [
        "deck.yaml:3:24: constants.lost: is not used (write `{lost}` in an element, or remove it)",
        "deck.yaml:4:35: styles.small: is not used (write `style: small` in an element, or remove it)",
        "deck.yaml:7:3: parts.moon: is not used (write `- moon: {...}` in an element, or remove it)",
    ]
    ignored = warn(tmp_path, shelf, f"ignore: [lost, small, moon, gap]\n{deck}")
    assert [line.split(": ")[1] for line in ignored] == ["ignore[4]"]


def test_constants_beside_local_values_are_used(tmp_path: Path, shelf: Shelf) -> None:
    """Those that a local value hides are not."""
    head = "constants: {gap: 4 mm, half: 2, tone: red}\n"
    words = "words: {let: {tone: half * 2}, text: '{text} {kind} {tone}', box: ['{gap}', 9 mm, 30 mm, 9 mm]}"
    (told,) = warn(tmp_path, shelf, f"{CARDS}{head}template: [{words}]\n")
    assert "constants.tone: is not used" in told


def test_columns_of_tables_are_told_together(tmp_path: Path, shelf: Shelf) -> None:
    """Not those of ids, copies, selections, and the order, and not empty ones."""
    deck = "cards: {file: t.csv, where: not old, sort: rank, count: Qty}\n"
    table = (
        "Name,Qty,Old,Rank,Rules,Flavour,Empty,Text\nOrc,2,n,3,x,,,hm\nElf,1,-,−1,,y,,ho\nGone,1,X,2,,y,,ho\n"
    )
    told = warn(tmp_path, shelf, f"{deck}template: [words: {{text: '{{text}}', {BOX}}}]\n", t=table)
    hint = "(show it in a template, such as `{rules}`, or write `ignore: [rules, flavour]`)"
    assert told == [f"t.csv:1:19: Rules: never printed: rules, flavour {hint}"]


def test_texts_that_are_not_replaced_have_the_nearest(tmp_path: Path, shelf: Shelf) -> None:
    deck = 'cards: {file: t.csv, replace: {"(F)": ":star:", "Pay ": x, "%": y, a: a}}\n'
    told = warn(tmp_path, shelf, f"{deck}template: [{WORDS[2:]}]\n", t="id,text,kind\na,pay  (f),k\n")
    assert told == [
        "deck.yaml:2:32: cards.replace.(F): `(F)` is in no cell (did you mean `(f)`?)",
        "deck.yaml:2:49: cards.replace.Pay : `Pay ` is in no cell (did you mean `pay`?)",
        "deck.yaml:2:60: cards.replace.%: `%` is in no cell (available: (f), a, k, pay)",
    ]


def test_decks_share_tables_and_templates(tmp_path: Path, shelf: Shelf) -> None:
    """What one of them prints or draws is not told of the other."""
    (tmp_path / "kit.yaml").write_text("templates: [t.yaml]\nparts: [deck: one.yaml, deck: two.yaml]\n")
    shared = f"templates:\n  face:\n    {WORDS.replace(' {kind}', '')}\n    {PANEL}when: deck = two}}\n"
    (tmp_path / "t.yaml").write_text(shared)
    (tmp_path / "t.csv").write_text("id,text,kind,never\na,x,y,z\n")
    for name, more in (("one", ""), ("two", f"\ntemplates:\n  other: [{WORDS[2:]}]\nback: other")):
        deck = f"size: poker\nfront: face\nfields: {{deck: {name}}}\ncards: t.csv{more}\n"
        (tmp_path / f"{name}.yaml").write_text(deck)
    told = [str(one) for one in read_kit(tmp_path, shelf=shelf).warnings]
    assert [line.partition("never printed: ")[2].split(" (")[0] for line in told] == ["never"]


@pytest.mark.parametrize("word", ["maybe", "sword", "~"])
def test_a_column_of_other_words_is_no_truth(tmp_path: Path, shelf: Shelf, word: str) -> None:
    """Names of icons are not: the message has the question that was meant."""
    deck = f"cards: [{{id: a, icon: '{word}'}}]\ntemplate: [{PANEL[2:]}when: icon}}]\n"
    with pytest.raises(DataError) as caught:
        warn(tmp_path, shelf, deck)
    assert f"panel.when: `{word}` is neither yes nor no, for `a` (write yes/no, y/n" in str(caught.value)
    assert "write `has(icon)`" in str(caught.value)


def test_columns_are_sorted_as_people_sort(tmp_path: Path, shelf: Shelf) -> None:
    """Numbers before texts, numbers in texts, accents beside their letters, empty cells last."""
    names = ["10", "Zorn", "Ärger", "2", "−3", "card 10", "card 2", "Ast", "ärger", "1.5", "", "Äste"]
    table = "id,key\n" + "".join(f"c{index},{name}\n" for index, name in enumerate(names))
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    deck = f"size: poker\ncards: {{file: t.csv, sort: key}}\ntemplate: [words: {{text: '{{key}}', {BOX}}}]\n"
    (tmp_path / "deck.yaml").write_text(deck, encoding="utf-8")
    (part,) = read_kit(tmp_path / "deck.yaml", shelf=shelf).parts
    assert isinstance(part, PieceSet)
    keys = [piece.fields["key"] for piece in part.pieces]
    wanted = ["−3", "1.5", "2", "10", "Ärger", "ärger", "Ast", "Äste", "card 2", "card 10", "Zorn", ""]
    assert keys == wanted


def test_a_column_is_renamed_in_any_spelling(tmp_path: Path, shelf: Shelf) -> None:
    """`Kind` is the column `kind`: what is found is renamed."""
    deck = f"cards: {{file: t.csv, rename: {{Kind: tone}}}}\ntemplate: [words: {{text: '{{tone}}', {BOX}}}]\n"
    assert warn(tmp_path, shelf, deck, t="id,kind\na,b\n") == []
