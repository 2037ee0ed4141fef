"""Icons: SVG files of any colours and names; a broken file stops only who asks for it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError
from generator.model.style import Drawing, Icon, Photograph
from generator.read.files.shelf import find_shelf
from generator.read.pictures.pictures import IconShelf, read_icon
from generator.scene.shapes import Path as Outline
from generator.scene.svg_outline import cut_up, parse_outline
from generator.scene.visible import find_spans
from tests.read.crew import CREW
from tests.samples import count_examples

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"'


def outline(icon: Icon) -> Outline:
    """The one shape of an icon."""
    assert isinstance(icon.picture, Drawing)
    (shape,) = icon.picture.shapes
    assert isinstance(shape, Outline)
    return shape


def write(folder: Path, text: str, name: str = "sign.svg") -> Path:
    """An icon's file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_path(tmp_path: Path) -> None:
    """Lines and curves, relative ones made absolute, in the units of the box."""
    path = write(tmp_path, HEAD + '><path d="M1 2l3 0c1 0 2 1 2 2zm10 10h5v5z"/></svg>')
    icon = read_icon(path)
    assert (icon.name, icon.width, icon.height) == ("sign", 48, 48)
    assert outline(icon).segments == (
        ("M", 1, 2),
        ("L", 4, 2),
        ("C", 5, 2, 6, 3, 6, 4),
        ("L", 1, 2),
        ("Z",),
        ("M", 11, 12),
        ("L", 16, 12),
        ("L", 16, 17),
        ("L", 11, 12),
        ("Z",),
    )


def test_box_with_an_origin(whole_shelf: object, tmp_path: Path) -> None:
    """A box that does not start at 0 is moved there; an even-odd hole stays one."""
    ring = read_icon(Path(__file__).parents[1] / "shelf" / "icons" / "ring.svg")
    assert (ring.width, ring.height, outline(ring).even_odd) == (20, 10, True)
    assert outline(ring).segments[0] == ("M", 6, 5)
    points = [
        number for segment in outline(ring).segments for number in segment[1:] if isinstance(number, float)
    ]
    assert min(points) == 1
    assert max(points) == 14


def test_transforms_are_applied(tmp_path: Path) -> None:
    """Those of a shape within those of its groups; the box's own corner is the origin after all of them."""
    box = HEAD.replace("0 0 48 48", "1 2 48 48")
    path = write(
        tmp_path,
        f'{box}><g transform="translate(11 2)"><path transform="rotate(90)" d="M1 0h2v1z"/></g></svg>',
    )
    assert outline(read_icon(path)).segments == (
        ("M", 10, 1),
        ("L", 10, 3),
        ("L", 9, 3),
        ("L", 10, 1),
        ("Z",),
    )


@pytest.mark.parametrize(
    ("shape", "corners"),
    [
        ('<rect x="4" y="6" width="10" height="8"/>', (4, 6, 14, 14)),
        ('<rect x="4" y="6" width="10" height="8" rx="2"/>', (4, 6, 14, 14)),
        ('<circle cx="24" cy="20" r="10"/>', (14, 10, 34, 30)),
        ('<ellipse cx="24" cy="20" rx="10" ry="5"/>', (14, 15, 34, 25)),
        ('<polygon points="1,2 3,4 1,8"/>', (1, 2, 3, 8)),
        ('<polyline points="1 2 3 4 1 8"/>', (1, 2, 3, 8)),
    ],
)
def test_basic_shapes(tmp_path: Path, shape: str, corners: tuple[float, ...]) -> None:
    """Shapes that are no paths become outlines of the same size, closed."""
    segments = outline(read_icon(write(tmp_path, f"{HEAD}>{shape}</svg>"))).segments
    ends = [segment[-2:] for segment in segments if len(segment) > 1]
    xs, ys = [float(x) for x, _ in ends], [float(y) for _, y in ends]
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(corners)
    assert segments[-1] == ("Z",)


def test_what_draws_nothing_is_passed_over(tmp_path: Path) -> None:
    """Titles, an editor's own elements, empty definitions, and shapes without a fill."""
    path = write(
        tmp_path,
        f"""<?xml version="1.0" encoding="UTF-8"?>
        {HEAD} xmlns:e="http://editor" e:version="1"><title>A</title><metadata><b/></metadata><defs/>
        <e:view><e:grid/></e:view><path d="M0 0h48v48z" fill="none"/>
        <g fill="#fff"><path d="M1 1h1v1z"/></g></svg>""",
    )
    assert outline(read_icon(path)).segments[0] == ("M", 1, 1)


def test_fill_rules_that_agree(tmp_path: Path) -> None:
    """A shape with one line around it may stand beside one with a hole."""
    hole = '<path fill-rule="evenodd" d="M0 0h9v9H0zM2 2h2v2H2z"/>'
    plain = '<path d="M20 20h9v9z"/>'
    assert outline(read_icon(write(tmp_path, f"{HEAD}>{hole}{plain}</svg>"))).even_odd
    assert not outline(read_icon(write(tmp_path, f"{HEAD}>{plain}</svg>"))).even_odd


@pytest.mark.parametrize("stalk", ["M4 5h2v9h-2z", "M4 5v9h2v-9z"])
def test_shapes_that_overlap_leave_no_hole(tmp_path: Path, stalk: str) -> None:
    """Each is filled by its own rule: a stalk on a body is complete, whichever way it runs."""
    body = '<path fill-rule="evenodd" d="M0 0h9v9H0zM2 2h2v2H2zM6 2v2h2v-2z"/>'
    drawn = f'{HEAD}>{body}<path fill-rule="evenodd" d="{stalk}"/></svg>'
    merged = outline(read_icon(write(tmp_path, drawn)))
    parts = [*cut_up(merged.segments)]

    def count_filled(y: float) -> list[float]:
        spans = find_spans(parts, (-1.0, y), (9.0, y), even_odd=merged.even_odd)
        return [round(share * 10 - 1, 6) for span in spans for share in span]

    assert count_filled(3.0) == [0, 2, 4, 6, 8, 9]
    assert count_filled(7.0) == [0, 9]
    assert count_filled(11.0) == [4, 6]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ":1:1: is not an SVG file: no element found"),
        ("{}", ":1:1: is not an SVG file: not well-formed (invalid token)"),
        ("<html/>", ":1:1: is not an SVG file: it starts with `<html>`"),
        (f"{HEAD}>\n<path", ":2:1: is not an SVG file: unclosed token"),
        (f"{HEAD}/>", ": draws nothing"),
        (f'{HEAD}><path d="M0 0h1v1z" fill="none"/></svg>', ": draws nothing"),
        (f"{HEAD}>\n <script>x()</script></svg>", ": draws nothing"),
        (
            f'{HEAD}>\n <image href="http://x/y.png"/></svg>',
            ":2:2: `<image>` refers to `http://x/y.png`, and",
        ),
        (
            f'{HEAD}>\n <use href="x.svg#a"/></svg>',
            ":2:2: `<use>` refers to `x.svg#a`, and nothing is fetched",
        ),
        (
            f'{HEAD}>\n <g transform="turn(2)"><path d="M0 0h1v1z"/></g></svg>',
            ":2:2: `<g>` cannot be drawn: unknown transform `turn`",
        ),
        (
            f'{HEAD}>\n <path fill="gren" d="M0 0h1v1z"/></svg>',
            ":2:2: `<path>` cannot be drawn: `gren` is not a",
        ),
        (f'{HEAD}>\n <path d="0 0 1 1"/></svg>', ":2:2: `<path>` cannot be drawn"),
        (f'{HEAD}>\n <path d="M0 0 L"/></svg>', ":2:2: `<path>` cannot be drawn"),
        (f'{HEAD}>\n <path d="M0 0 A1 1"/></svg>', ":2:2: `<path>` cannot be drawn"),
        (
            f'{HEAD}>\n <path d="M0 0 L x y"/></svg>',
            ":2:2: `<path>` cannot be drawn: unexpected `x` in path data",
        ),
        (f'{HEAD}>\n <path d="M0 0 L 1e999 1"/></svg>', ":2:2: `<path>` cannot be drawn"),
        (f'{HEAD}>\n <path d="M0 0 L 1e7 1"/></svg>', ":2:2: `<path>` cannot be drawn: the number 1e+07 is"),
        (f'{HEAD}>\n <rect x="nan" width="1" height="1"/></svg>', ":2:2: `<rect>` cannot be drawn"),
        ('<svg xmlns="http://www.w3.org/2000/svg"><defs/></svg>', ":1:1: draws nothing"),
        ("<svg><text>a</text></svg>", ":1:1: has no size"),
        (
            '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>\n<svg>&b;</svg>',
            ":1:49: the entity `b` is too long or refers to others",
        ),
        (
            '<!DOCTYPE s [<!ENTITY a SYSTEM "/etc/passwd">]>\n<svg viewBox="0 0 9 9">&a;</svg>',
            ": draws nothing",
        ),
        (f"{HEAD}>{'<g>' * 5000}", ":1:358: has more than 100 levels"),
    ],
)
def test_bad_icons(tmp_path: Path, text: str, told: str) -> None:
    """Each is refused in one sentence, where it stands in the file."""
    with pytest.raises(DataError) as caught:
        read_icon(write(tmp_path, text))
    problem = caught.value.problems[0]
    place = f":{problem.line}:{problem.column}" if problem.line else ""
    assert f"{place}: {problem.message}".startswith(told)
    assert problem.file.endswith("sign.svg")


def test_icon_files(tmp_path: Path) -> None:
    """Folders in folders are read; a game's own icon replaces a shared one; unused ones are not opened."""
    square = HEAD + '><path d="M0 0h9v9z"/></svg>'
    (tmp_path / "one" / "deep").mkdir(parents=True)
    (tmp_path / "two").mkdir()
    write(tmp_path / "one" / "deep", square, "a.svg")
    write(tmp_path / "two", square.replace("h9", "h8"), "a.svg")
    icons = IconShelf(tmp_path / "one", tmp_path / "two")
    assert {name: outline(icon).segments[1] for name, icon in icons.items()} == {"a": ("L", 8, 0)}
    (tmp_path / "one" / "low").mkdir()
    write(tmp_path / "one" / "low", square, "a.svg")
    write(tmp_path / "one", "<svg", "unused.svg")
    write(tmp_path / "one", "<svg", "Big Icon.svg")
    icons = IconShelf(tmp_path / "missing", tmp_path / "one")
    assert "a" in icons
    assert "Big Icon" in icons
    assert [error.problems[0].message for error in icons.errors.values()] == [
        "duplicate icon `a`",
        "is not an SVG file: unclosed token",
    ]


def test_all_icons_that_ship_are_read() -> None:
    """Every file of data/icons is an icon whose outline lies in its box."""
    folder = find_shelf().icons
    icons = IconShelf(folder, folder / "none")
    assert len(icons) == len(list(folder.rglob("*.svg"))) > 20
    for icon in icons.values():
        numbers = [number for segment in outline(icon).segments for number in segment[1:]]
        assert all(-0.01 <= float(number) <= max(icon.width, icon.height) + 0.01 for number in numbers), (
            icon.name
        )


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-, e", max_size=40))
@settings(max_examples=count_examples(300))
def test_any_path_data_is_read_or_refused(data: str) -> None:
    """fontTools meets path data that nobody has written; nothing but ValueError comes out."""
    try:
        segments = parse_outline(data)
    except ValueError:
        return
    assert all(segment[0] in "MLCZ" for segment in segments)


@given(st.data())
@settings(max_examples=count_examples(200))
def test_mutated_icons_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Cut, doubled and scrambled pieces of a good file give an icon or a problem with its place."""
    text = HEAD + ' fill="currentColor"><g fill-rule="evenodd"><path d="M1 2l3 0c1 0 2 1 2 2z"/></g></svg>'
    for _ in range(data.draw(st.integers(1, 3))):
        start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        text = (
            text[:start]
            + data.draw(st.sampled_from(["", text[start:end] * 2, "<", '"', "&", "\0", "é"]))
            + text[end:]
        )
    path = tmp_path_factory.getbasetemp() / "mutated.svg"
    path.write_text(text, encoding="utf-8")
    try:
        read_icon(path)
    except DataError:
        return


def test_shared_icons_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    """Names are known at once; a file that is wrong stops only who asks for it."""
    square = HEAD + '><path d="M0 0h9v9z"/></svg>'
    shared, own = tmp_path / "shared", tmp_path / "own"
    shared.mkdir()
    own.mkdir()
    write(shared, square, "good.svg")
    write(shared, "<svg", "bad.svg")
    write(own, square, "mine.svg")
    shelf = IconShelf(shared, own)
    assert set(shelf) == {"good", "bad", "mine"}
    assert len(shelf) == 3
    assert "bad" in shelf
    assert "other" not in shelf
    assert (shelf["good"].name, shelf["mine"].name) == ("good", "mine")
    assert shelf["good"] is shelf["good"]
    with pytest.raises(DataError):
        shelf["bad"]
    with pytest.raises(KeyError):
        shelf["other"]
    write(own, "<svg", "worse.svg")
    write(own, "<svg", "unused.svg")
    shelf = IconShelf(shared, own)
    assert not shelf.errors
    assert "worse" in shelf
    assert list(shelf.errors) == ["worse"]


def test_names_of_icons_in_folders(tmp_path: Path) -> None:
    """The folder tells icons of the same name apart; one outside of all folders has the short name."""
    for folder, side in (("outline", 1), ("filled", 2), ("filled/more", 3)):
        (tmp_path / folder).mkdir(parents=True)
        for name in ("heart.svg", "4-Leaf Clover.svg", "cloud.svg"):
            write(tmp_path / folder, f'<svg><path d="M0 0h{side}v{side}z"/></svg>', name)
    write(tmp_path, '<svg><path d="M0 0h9v9z"/></svg>', "cloud.svg")
    icons = IconShelf(tmp_path / "none", tmp_path)
    sides = {name: icons[name].width for name in ("filled/heart", "outline/heart", "more/heart", "cloud")}
    assert sides == {"filled/heart": 2, "outline/heart": 1, "more/heart": 3, "cloud": 9}
    assert icons["more/4-Leaf Clover"].name == "more/4-Leaf Clover"
    assert sorted(icons) == ["4-Leaf Clover", "cloud", "heart"]
    with pytest.raises(DataError, match=r"duplicate icon `heart`.*write `outline/heart`"):
        icons["heart"]
    shared = tmp_path / "more" / "shared"
    shared.mkdir(parents=True)
    write(shared, '<svg><path d="M0 0h7v7z"/></svg>', "heart.svg")
    assert IconShelf(shared, tmp_path / "filled")["heart"].width == 2
    assert IconShelf(shared, tmp_path)["heart"].width == 7


@pytest.mark.parametrize(
    ("content", "has_own"),
    [
        ('<path d="M0 0h9v9z" fill="red"/><path d="M0 0h5v9" stroke="red" fill="none"/>', False),
        ('<path d="M0 0h9v9z" fill="red"/><path d="M0 0h5v9" fill="red" opacity=".5"/>', False),
        ('<path d="M0 0h9v9z" fill="red"/><path d="M0 0h5v9" fill="blue"/>', True),
        ('<linearGradient id="a"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
         '<path d="M0 0h9v9z" fill="url(#a)"/>', True),
        ('<filter id="a"/><path d="M0 0h9v9z" filter="url(#a)"/>', True),
        ('<path d="M0 0h48v48H0z"/><path d="M9 9h9v9z" fill="#fff"/>', False),
        ('<path d="M0 0h48v48H0z" fill="#fff"/><path d="M9 9h9v9z"/><path d="M20 9h9v9z"/>', False),
        ('<path d="M0 0h48v40H0z"/><path d="M9 9h9v9z" fill="#fff"/>', True),
        ('<path d="M0 0h48v48H0z"/><path d="M9 9h9v9z" fill="#fe0"/>', True),
    ],
)  # fmt: skip
def test_which_icons_keep_their_colours(tmp_path: Path, content: str, has_own: bool) -> None:
    """Those of several; a white sign on a black square, or a black one on white, is of one colour."""
    assert read_icon(write(tmp_path, f"{HEAD}>{content}</svg>")).has_own_colours is has_own


def test_the_square_behind_a_sign_is_left_out(tmp_path: Path) -> None:
    """Only the sign is drawn, in the colour of its icon."""
    content = '<path d="M0 0h48v48H0z"/><g transform="translate(0,0)"><path d="M9 9h9v9z" fill="#fff"/></g>'
    icon = read_icon(write(tmp_path, f"{HEAD}>{content}</svg>"))
    assert outline(icon).segments[0] == ("M", 9, 9)


def test_an_icon_may_be_a_raster_file(tmp_path: Path) -> None:
    """The icon keeps its colours."""
    (tmp_path / "dot.PNG").write_bytes((CREW / "pictures" / "dot.png").read_bytes())
    icon = IconShelf(tmp_path / "none", tmp_path)["dot"]
    assert isinstance(icon.picture, Photograph)
    assert icon.has_own_colours
