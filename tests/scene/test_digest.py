"""Hashes of drawings: equal for what looks the same, different for what does not."""

from pathlib import Path as FilePath

import pytest

from generator.scene.digest import Digester
from generator.scene.fonts import Font
from generator.scene.rasters import Raster
from generator.scene.shapes import (
    ALL_OF_IT,
    BLACK,
    WHITE,
    Glyph,
    GlyphRun,
    Gradient,
    Group,
    Path,
    Picture,
    Shape,
    ShapedWord,
    Stroke,
    Symbol,
    Use,
    rotation,
    scaling,
    translation,
)
from tests import shipped

SQUARE = Path((("M", 0.0, 0.0), ("L", 5.0, 0.0), ("L", 5.0, 5.0), ("Z",)), fill=BLACK)
FONT = shipped.fonts().find_family("Noto Sans").regular
BOLD = shipped.fonts().find_family("Noto Sans").bold


def hash_of(*shapes: Shape, seen: tuple[float, float, float, float] | None = None) -> str:
    return Digester().digest(shapes, seen=seen)


def run(*words: str, font: Font = FONT, tracking: float = 0.0, **more: float) -> GlyphRun:
    pieces = tuple(ShapedWord(word, (Glyph(len(word), 500),), 500) for word in words)
    return GlyphRun(
        font, more.get("size", 3.0), more.get("x", 0.0), 5.0, pieces, BLACK, "".join(words), tracking=tracking
    )


def with_picture(path: FilePath, pixels: bytes) -> Picture:
    from PIL import Image

    Image.frombytes("RGB", (2, 1), pixels).save(path)
    return Picture(Raster(path.name, path), 0.0, 0.0, 10.0, 5.0)


SAME = {
    "names and titles": (Group((SQUARE,), name="a", title="b"), SQUARE),
    "symbols": (Use(Symbol("s", (SQUARE,), (0, 0, 5, 5)), title="t"), SQUARE),
    "moved symbols": (
        Use(Symbol("s", (SQUARE,), (0, 0, 5, 5)), translation(1, 2)),
        Group((SQUARE,), transform=translation(1, 2)),
    ),
    "empty groups": (Group((Group((), clip=SQUARE), SQUARE)), SQUARE),
    "the last decimals": (SQUARE, Path((("M", 1e-6, 0.0), *SQUARE.segments[1:]), fill=BLACK)),
    "the text behind glyphs": (run("ab"), run("ab")._replace(text="other")),
    "spaces at the end of a line": (run("ab"), run("ab", " ")),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_what_looks_the_same(one: Shape, other: Shape) -> None:
    """Has the same hash."""
    assert hash_of(one) == hash_of(other)


LINE = Path(SQUARE.segments, stroke=Stroke(BLACK, 0.2))
GRADIENT = Gradient(((0.0, BLACK), (1.0, WHITE)), (0.0, 0.0), (1.0, 0.0))
OTHER = {
    "nothing": (),
    "a point": (Path((("M", 0.001, 0.0), *SQUARE.segments[1:]), fill=BLACK),),
    "a colour": (Path(SQUARE.segments, fill=WHITE),),
    "a gradient": (Path(SQUARE.segments, fill=GRADIENT),),
    "the other end of a gradient": (
        Path(SQUARE.segments, fill=Gradient(GRADIENT.stops, (0.0, 0.0), (2.0, 0.0))),
    ),
    "a line": (LINE,),
    "the width of a line": (Path(SQUARE.segments, stroke=Stroke(BLACK, 0.3)),),
    "dashes": (Path(SQUARE.segments, stroke=Stroke(BLACK, 0.2, (1.0,))),),
    "the rule of a fill": (Path(SQUARE.segments, fill=BLACK, even_odd=True),),
    "twice": (SQUARE, SQUARE),
    "a place": (Group((SQUARE,), transform=translation(1, 0)),),
    "a size": (Group((SQUARE,), transform=scaling(1.01)),),
    "a turn": (Group((SQUARE,), transform=rotation(1.0, 0, 0)),),
    "a clip": (Group((SQUARE,), clip=LINE),),
    "an opacity": (Group((SQUARE,), opacity=0.5),),
    "a word": (run("ab"),),
    "another word": (run("abc"),),
    "a word further right": (run("ab", x=0.1),),
    "a larger word": (run("ab", size=3.1),),
    "a bold word": (run("ab", font=BOLD),),
    "two words": (run("ab", "ab"),),
    "two words with a space": (run("ab", " ", "ab"),),
    "a spaced word": (run("ab", tracking=0.1),),
}


def test_what_looks_different() -> None:
    """Has different hashes, all of them; 16 hexadecimal digits."""
    hashes = {name: hash_of(*shapes) for name, shapes in OTHER.items()} | {"itself": hash_of(SQUARE)}
    assert len(set(hashes.values())) == len(hashes)
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in hashes.values())


def test_pictures_by_their_bytes(tmp_path: FilePath) -> None:
    """The name of a file does not matter, its pixels do, and which part is shown."""
    one, same = (with_picture(tmp_path / f"{name}.png", b"abcdef") for name in "xy")
    other = with_picture(tmp_path / "z.png", b"abcdeg")
    part = Picture(one.file, 0.0, 0.0, 10.0, 5.0, view=ALL_OF_IT._replace(part=(0.0, 0.0, 0.5, 1.0)))
    assert hash_of(one) == hash_of(same)
    assert len({hash_of(one), hash_of(other), hash_of(part)}) == 3


def test_what_cannot_be_seen_does_not_matter() -> None:
    """Shapes outside of the page, or of the clip of a tile, also in symbols, turned, and flattened."""
    far = Group((SQUARE,), transform=translation(50.0, 0.0))
    symbol = Symbol("board", (SQUARE, far), (0.0, 0.0, 60.0, 10.0))
    tile = Path((("M", 0.0, 0.0), ("L", 20.0, 0.0), ("L", 20.0, 10.0), ("Z",)))
    page, near = (0.0, 0.0, 100.0, 100.0), Symbol("board", (SQUARE,), (0.0, 0.0, 60.0, 10.0))
    assert hash_of(Group((Use(symbol),), clip=tile), seen=page) == hash_of(
        Group((Use(near),), clip=tile), seen=page
    )
    assert hash_of(Group((Use(symbol),), clip=tile)) != hash_of(Group((Use(near),), clip=tile))
    assert hash_of(Use(symbol), seen=page) != hash_of(Use(near), seen=page)
    turned = rotation(90.0, 0.0, 0.0)
    assert hash_of(Group((SQUARE,), transform=turned), seen=(0.0, 0.0, 9.0, 9.0)) != hash_of(seen=page)
    assert hash_of(Group((far,), transform=turned), seen=(-9.0, 0.0, 9.0, 9.0)) == hash_of(seen=page)
    assert hash_of(Group((SQUARE,), transform=(0, 0, 0, 0, 1, 1)), seen=page)
    assert hash_of(run("ab", x=200.0), SQUARE, seen=page) == hash_of(SQUARE, seen=page)
