"""A theme is whole, or says what it lacks; it may be built on others."""

# ruff: noqa: E501 - what is told stands here as it is told

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.kit import PieceSet
from generator.model.style import COLOURS, ROLES
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.kits.kits import read_kit
from generator.read.kits.shared import list_themes, read_papers, read_theme


def test_theme_without_anything_names_all_it_lacks(tmp_path: Path) -> None:
    """Two problems, not dozens: one names all roles, one all colours."""
    path = tmp_path / "bare.yaml"
    path.write_text("id: bare\n")
    with pytest.raises(DataError) as caught:
        read_theme(path, folders=[tmp_path])
    colours, roles = sorted(caught.value.problems, key=lambda problem: problem.path)
    assert roles.message == f"no type for {', '.join(f'`{role}`' for role in ROLES)}"
    assert colours.message == f"no colour {', '.join(f'`{name}`' for name in COLOURS)}"


def test_themes_built_on_each_other(shelf: Shelf) -> None:
    """A chain of themes is followed; what is said last counts; problems of all are told."""
    for name, base in (("one", "plain"), ("two", "one")):
        (shelf.themes / f"{name}.yaml").write_text(
            f'id: {name}\nextends: {base}\ncolours: {{{name}: "#00000{len(base)}"}}\n'
        )
    folders = [shelf.themes]
    theme = read_theme(shelf.themes / "two.yaml", folders=folders)
    assert (theme.id, theme.colour("one"), theme.colour("two")) == ("two", "#000005", "#000003")
    (shelf.themes / "plain.yaml").write_text("id: plain\ncolour: {}\n")
    (shelf.themes / "two.yaml").write_text("id: too\nextends: one\n")
    with pytest.raises(DataError) as caught:
        read_theme(shelf.themes / "two.yaml", folders=folders)
    assert [problem.path for problem in caught.value.problems] == ["colour", "id"]


def test_inks_of_colours(shelf: Shelf) -> None:
    """A theme chooses inks of colours; one that extends it keeps them, unless it has another colour there."""
    path = shelf.themes / "small.yaml"
    given = '{screen: "#101020", press: [60, 40, 40.5, 100]}'
    path.write_text(f"id: small\nextends: plain\ncolours:\n  night: {given}\n  primary: night\n")
    (shelf.themes / "same.yaml").write_text('id: same\nextends: small\ncolours: {goal: "#101010"}\n')
    (shelf.themes / "other.yaml").write_text('id: other\nextends: small\ncolours: {night: "#101020"}\n')
    small, same, other = (
        read_theme(shelf.themes / f"{name}.yaml", folders=[shelf.themes])
        for name in ("small", "same", "other")
    )
    assert (small.colour("night"), small.colour("primary")) == ("#101020", "#101020")
    assert [*small.list_inks()] == [*same.list_inks()] == [("#101020", (0.6, 0.4, 0.405, 1.0))]
    assert [*other.list_inks()] == []


def test_themes_in_a_circle(shelf: Shelf) -> None:
    """One theme extends another that extends the first."""
    for name, base in (("one", "two"), ("two", "one")):
        (shelf.themes / f"{name}.yaml").write_text(f"id: {name}\nextends: {base}\n")
    with pytest.raises(DataError, match=r"two\.yaml:2:10: extends: `one` extends this theme"):
        read_theme(shelf.themes / "one.yaml", folders=[shelf.themes])


def test_a_long_chain_of_themes(shelf: Shelf) -> None:
    """Five hundred themes that extend each other are refused."""
    for number in range(500):
        (shelf.themes / f"t{number}.yaml").write_text(f"id: t{number}\nextends: t{number + 1}\n")
    with pytest.raises(DataError, match="extends: more than 20 themes extend this one"):
        read_theme(shelf.themes / "t0.yaml", folders=[shelf.themes])


@pytest.mark.parametrize(
    ("name", "is_own"),
    [
        *((name, True) for name in ("subtitle", "titles", "labels", "keys", "captions", "heading2")),
        *((name, True) for name in ("tile", "name", "text", "deal", "field_large", "title")),
        *((name, False) for name in ("titel", "tittle", "captoin", "capton", "kye", "fineprint", "labal")),
    ],
)
def test_roles_of_its_own(shelf: Shelf, name: str, is_own: bool) -> None:
    """A theme may have roles that are like those of all themes; what is one of them with a typo is refused."""
    path = shelf.themes / "small.yaml"
    path.write_text(
        f"id: small\nextends: plain\ntype:\n  {name}: {{family: Noto Sans, size: 9 pt, smallest: 7 pt}}\n"
    )
    if is_own:
        assert name in read_theme(path, folders=[shelf.themes]).type
        return
    with pytest.raises(DataError, match=f"unknown role of type `{name}`"):
        read_theme(path, folders=[shelf.themes])


def test_all_themes_that_ship_are_read() -> None:
    """Each is whole by itself."""
    folders = [find_shelf().themes]
    for name in list_themes(folders):
        assert read_theme(folders[0] / f"{name}.yaml", folders=folders).id == name


def test_papers(whole_shelf: Shelf) -> None:
    """Any unit becomes millimetres; the order is that of the file."""
    papers = read_papers(whole_shelf.papers)
    assert list(papers) == ["a4", "letter"]
    letter = papers["letter"]
    assert (letter.id, letter.name) == ("letter", "Letter")
    assert (letter.width, letter.height, letter.margin) == pytest.approx((215.9, 279.4, 6.35))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- a4\n", ["papers.yaml:1:1: must be keys with values, not a list"]),
        (
            "A4: {name: A4, width: 3 mm, height: 2 mm, margin: -1 mm}\n",
            [
                "papers.yaml:1:1: A4: `A4` is not an id (write it in lower case: `a4`)",
                "papers.yaml:1:51: A4.margin: `-1 mm` is out of range (use 0 to 2000 mm)",
            ],
        ),
        (
            "a4: {name: A4, width: 30 mm, height: 20 mm, margin: 10 mm}\nb:\n",
            [
                "papers.yaml:1:23: a4.width: is more than the height (the width is the shorter side)",
                "papers.yaml:1:53: a4.margin: leaves no room on the paper (less than half the width)",
                "papers.yaml:2:1: b: has no value",
            ],
        ),
    ],
)  # fmt: skip
def test_bad_papers(tmp_path: Path, text: str, told: list[str]) -> None:
    """Exactly these problems are told."""
    path = tmp_path / "papers.yaml"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        read_papers(path)
    assert str(caught.value).replace(f"{tmp_path}/", "").split("\n") == told


def test_styles_of_a_theme(tmp_path: Path) -> None:
    """Later themes and the deck's own styles replace them; a mistake is in the file of the theme."""
    base = "id: mid\nextends: base\nstyles:\n  name: {align: end}\n  big: {align: center, colour: COLOUR}\n"
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes/mid.yaml").write_text(base.replace("COLOUR", "accent"))
    (tmp_path / "themes/own.yaml").write_text("id: own\nextends: mid\nstyles: {name: {align: justify}}\n")
    words = "words: {text: A, style: %s, box: [6 mm, %d mm, 40 mm, 9 mm]}"
    elements = "".join(
        f"  - {words % (name, 6 + 12 * row)}\n" for row, name in enumerate(("big", "name", "my"))
    )
    deck = "size: poker\ntheme: own\ncards: [{id: a}]\nstyles: {my: {align: end}}\ntemplate:\n"
    (tmp_path / "deck.yaml").write_text(deck + elements)
    (part,) = read_kit(tmp_path / "deck.yaml", shelf=find_shelf()).parts
    assert isinstance(part, PieceSet)
    found = [getattr(element, "align", "") for element in part.templates["front"].elements]
    assert found == ["center", "justify", "end"]
    (tmp_path / "themes/mid.yaml").write_text(base.replace("COLOUR", "accnt"))
    with pytest.raises(DataError, match=r"mid\.yaml:5:\d+: styles\.big\.colour: unknown colour `accnt`"):
        read_kit(tmp_path / "deck.yaml", shelf=find_shelf())


LOOK = """id: look
extends: base
unit: mm
colours: {dusk: "#402040"}
constants: {edge: 4}
fields: {kind: plain}
parts:
  sign:
    text:
    draw:
      - words: {text: "{text}", box: ["{edge}", 4, 40, 6]}
templates:
  face:
    - ground: dusk
    - sign: {text: "{name}, {kind}"}
  back: [ground: dusk]
"""
DECK = "size: poker\ntheme: THEME\nfront: face\nback: back\ncards:\n- {id: a, name: Ant}\n- {id: b, name: Bee, kind: x}\n"


def read_looking(folder: Path, deck: str, look: str = LOOK) -> PieceSet:
    (folder / "themes").mkdir(exist_ok=True)
    (folder / "themes" / "look.yaml").write_text(look, "utf-8")
    (folder / "deck.yaml").write_text(deck, "utf-8")
    (part,) = read_kit(folder / "deck.yaml", shelf=find_shelf()).parts
    assert isinstance(part, PieceSet)
    return part


def test_a_theme_has_templates_and_fields(tmp_path: Path) -> None:
    """A deck that chooses it has its templates, and its cards the fields that they lack."""
    part = read_looking(tmp_path, DECK.replace("THEME", "look"))
    assert {*part.templates} == {"face", "back"}
    assert [piece.fields["kind"] for piece in part.pieces] == ["plain", "x"]


def test_a_deck_replaces_a_template_of_its_theme(tmp_path: Path) -> None:
    """Its own template of the same name counts; fields that this one does not show are not added."""
    deck = (
        DECK.replace("THEME", "look")
        + "templates: {face: [words: {text: '{name}', box: [4 mm, 4 mm, 40 mm, 6 mm]}]}\n"
    )
    part = read_looking(tmp_path, deck.replace(", kind: x", ""))
    assert len([*part.templates["face"].elements]) == 1
    assert all("kind" not in piece.fields for piece in part.pieces)


def test_a_deck_changes_its_theme(tmp_path: Path) -> None:
    """Differences from a theme stand in the deck; what they lack is that of the theme."""
    changed = "{extends: look, colours: {dusk: '#001122'}}"
    read_looking(tmp_path, DECK.replace("THEME", changed))
    kit = read_kit(tmp_path / "deck.yaml", shelf=find_shelf())
    assert (kit.theme.colour("dusk"), kit.theme.colour("ink")) == ("#001122", "#15232b")
    read_looking(
        tmp_path,
        DECK.replace("THEME", "{colours: {ink: '#001122'}}")
        .replace("front: face", "front: f")
        .replace("back: back", "back: g")
        + PLAIN,
    )
    assert read_kit(tmp_path / "deck.yaml", shelf=find_shelf()).theme.colour("ink") == "#001122"


PLAIN = "templates: {f: [ground: ink], g: [ground: ink]}\nignore: [name, kind]\n"


@pytest.mark.parametrize(
    ("theme", "look", "message"),
    [
        ("lok", LOOK, "deck.yaml:2:8: theme: unknown theme `lok` (did you mean `look`?)"),
        ("Look", LOOK, "deck.yaml:2:8: theme: `Look` is not an id (write it in lower case: `look`)"),
        ("{extends: lok}", LOOK, "deck.yaml:2:18: theme.extends: unknown theme `lok` (did you mean `look`?)"),
        ("{extends: look, id: x}", LOOK, "deck.yaml:2:24: theme.id: unknown key `id`"),
        ("{extends: look, colours: {dusk: blu}}", LOOK, "deck.yaml:2:40: theme.colours.dusk: unknown colour `blu` (did you mean `blue`?)"),
        ("{extends: look, type: {body: {family: No, size: 9 pt, smallest: 8 pt}}}", LOOK, "deck.yaml:2:46: theme.type.body.family: unknown font family `No`"),
        ("look", LOOK.replace("ground: dusk", "grund: dusk", 1), "themes/look.yaml:14:7: templates.face[1].grund: unknown element type `grund` (did you mean `ground`?)"),
        ("look", LOOK.replace("{edge}", "{egde}"), "themes/look.yaml:11:38: parts.sign.draw[1].words.box: the field `egde` is not in deck.yaml (available: id, kind, name)"),
    ],
)  # fmt: skip
def test_mistakes_in_looks_have_their_places(
    theme: str, look: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message each, in the deck or in the theme."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as caught:
        read_looking(Path(), DECK.replace("THEME", theme), look)
    assert len(caught.value.problems) == 1
    assert str(caught.value).startswith(message)
