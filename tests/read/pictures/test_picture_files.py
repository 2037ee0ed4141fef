"""Pictures are sound or refused: damaged PNG files, and SVG files that run, fetch or cannot be printed."""

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from generator.errors import DataError
from generator.layout.shapes.palette import parse_colour
from generator.model.picture import Drawing, Photograph
from generator.read.pictures.pictures import PictureFolder, read_picture
from generator.scene.shapes import Path as Outline
from generator.scene.shapes import Stroke
from tests.read.crew import CREW

DOT = (CREW / "pictures" / "dot.png").read_bytes()
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def png(
    width: int,
    height: int,
    rows: bytes,
    *,
    depth: int = 8,
    colour: int = 2,
    packing: int = 0,
    interlaced: int = 0,
    more: bytes = b"",
) -> bytes:
    header = struct.pack(">LLBBBBB", width, height, depth, colour, packing, 0, interlaced)
    body = chunk(b"IHDR", header) + more + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def test_pictures_are_listed_however_they_are_spelt(tmp_path: Path) -> None:
    """A camera writes `.PNG`: who asks for `.png` is told of it. Icons are not among them."""
    for name in ("pictures/Ship.PNG", "pictures/sea.svg", "icons/ship.svg", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(DOT)
    assert sorted(PictureFolder(tmp_path).list_names()) == ["pictures/Ship.PNG", "pictures/sea.svg"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is not a PNG file"),
        (b"GIF89a", "is not a PNG file"),
        (DOT[:-1], "is cut off"),
        (DOT[:40], "is cut off"),
        (DOT[:20] + b"x" + DOT[21:], "is damaged: a checksum is wrong"),
        (png(2, 2, b"no zlib"), "is damaged"),
        (png(2, 2, zlib.compress(bytes(7))), "is damaged: rows are missing"),
        (png(0, 2, zlib.compress(bytes(7))), "is 0 x 2 pixels"),
        (png(60_000, 60_000, b""), "is 60000 x 60000 pixels"),
        (png(70_000, 1, b""), "is 70000 x 1 pixels"),
        (
            png(2, 2, zlib.compress(bytes(14)), colour=5),
            "has colours that PNG does not have (type 5, 8 bits)",
        ),
        (png(2, 2, zlib.compress(bytes(4)), depth=3, colour=0), "does not have (type 0, 3 bits)"),
        (png(2, 2, zlib.compress(bytes(99)), depth=4), "does not have (type 2, 4 bits)"),
        (png(2, 2, zlib.compress(bytes(14)), packing=1), "has an unknown compression"),
        (png(2, 2, zlib.compress(bytes(14)), interlaced=2), "has an unknown compression"),
        (png(2, 2, zlib.compress(b"\5" + bytes(13))), "a row has an unknown filter"),
        (png(2, 2, zlib.compress(bytes(13))), "rows are missing"),
        (png(2, 2, zlib.compress(bytes(14)), interlaced=1), "rows are missing"),
        (png(2, 2, zlib.compress(bytes(6)), colour=3), "its palette is missing or wrong"),
        (png(2, 2, b"", colour=3, more=chunk(b"PLTE", bytes(4))), "its palette is missing or wrong"),
        (png(2, 2, b"", depth=1, colour=3, more=chunk(b"PLTE", bytes(9))), "its palette is missing"),
        (png(2, 2, b"", more=chunk(b"IHDR", bytes(13))), "its header is wrong"),
        (png(2, 2, b"", more=chunk(b"tRNS", bytes(5))), "its transparency is wrong"),
        (png(2, 2, b"", colour=6, more=chunk(b"tRNS", bytes(6))), "its transparency is wrong"),
        (png(2, 2, zlib.compress(bytes(14))[:-4]), "its rows do not end"),
        (DOT[:8] + chunk(b"IEND", b""), "its header is missing"),
        (DOT[:8] + chunk(b"IHDR", bytes(3)) + chunk(b"IEND", b""), "its header is wrong"),
        (png(2, 2, zlib.compress(bytes(14)), more=chunk(b"acTL", bytes(8))), "is an animation"),
    ],
)
def test_png(tmp_path: Path, data: bytes, told: str) -> None:
    """Whatever is not all there is refused with the reason."""
    path = tmp_path / "x.png"
    path.write_bytes(data)
    with pytest.raises(DataError) as caught:
        read_picture(path)
    assert told in str(caught.value)


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png(tmp_path: Path, mode: str, interlaced: bool) -> None:
    """What PNG has is read, of any size: grey, colours, palettes, with alpha, in one pass or in seven."""
    for width, height in ((1, 1), (3, 2), (9, 17)):
        path = tmp_path / "x.png"
        Image.new(mode, (width, height)).save(path)
        if interlaced:
            path.write_bytes(interlace(path.read_bytes(), width, height))
        read_picture(path)


def test_metadata_is_left_out(tmp_path: Path) -> None:
    """Damaged profiles and remarks do no harm, and where a photograph was taken is not handed on."""
    path = tmp_path / "x.png"
    more = b"".join(chunk(kind, b"x") for kind in (b"cHRM", b"eXIf", b"iCCP", b"pHYs", b"tEXt", b"zTXt"))
    path.write_bytes(png(2, 2, zlib.compress(bytes(14)), more=more))
    plain = png(2, 2, zlib.compress(bytes(14)))
    assert read_picture(path) == Photograph(2, 2, plain)
    Image.open(io.BytesIO(plain)).load()


def interlace(data: bytes, width: int, height: int) -> bytes:
    """The picture of the same size and kind in seven passes, all of it zero."""
    depth, colour = data[24], data[25]
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    whole = b""
    for left, top, right, down in ADAM7:
        columns, rows = -(-(width - left) // right), -(-(height - top) // down)
        whole += bytes(max(rows, 0) * (1 + (columns * bits + 7) // 8)) if columns > 0 else b""
    more = chunk(b"PLTE", bytes(3)) if colour == 3 else b""
    return png(width, height, zlib.compress(whole), depth=depth, colour=colour, interlaced=1, more=more)


def test_a_small_png_that_unpacks_to_very_much(tmp_path: Path) -> None:
    """No more is unpacked than the picture's size asks for."""
    path = tmp_path / "x.png"
    path.write_bytes(png(2, 2, zlib.compress(bytes(200_000_000))))
    assert read_picture(path).width == 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            '<image href="http://x.org/y.png"/>',
            "`<image>` refers to `http://x.org/y.png`, and nothing is fetched",
        ),
        ('<rect width="1" height="1" fill="url(#g)"/>', "draws nothing"),
        ('<rect width="1" height="1" style="fill:url(http://x.org/g)"/>', "draws nothing"),
        ("<style>@import url(http://x.org/a.css)</style>", "draws nothing"),
        ('<foreignObject width="1"/>', "draws nothing"),
        ('<rect width="a" height="1"/>', "`<rect>` cannot be drawn"),
        ('<path d="M0 0 Q"/>', "`<path>` cannot be drawn"),
        ('<g transform="turn(3)"><rect width="1" height="1"/></g>', "unknown transform `turn`"),
        (
            '<g transform="scale(1e308)"><rect width="1" height="1"/></g>',
            ":2:1: `<g>` cannot be drawn: the number 1e+308 is too large",
        ),
        (
            '<g transform="translate(nan 1)"><rect width="1" height="1"/></g>',
            ":2:1: `<g>` cannot be drawn: `nan 1` is not a list",
        ),
        (
            '<g transform="scale(a)"><rect width="1" height="1"/></g>',
            ":2:1: `<g>` cannot be drawn: `a` is not a list of numbers",
        ),
        (
            '<g transform="scale(9e4) scale(9e4)"><rect width="1" height="1"/></g>',
            "the number 8.1e+09 is too large",
        ),
        ('<rect width="1" height="1" stroke="red" stroke-width="1e308"/>', "the number 1e+308 is too large"),
        ('<line x2="1e7" stroke="red"/>', ":2:1: `<line>` cannot be drawn: the number 1e+07 is too large"),
        ('<line x2="inf" stroke="red"/>', ":2:1: `<line>` cannot be drawn"),
        (f'<g transform="{"x" * 999}"><rect width="1" height="1"/></g>', "invalid transform `xxx"),
        ("<rect", "is not an SVG file"),
        ("", "draws nothing"),
    ],
)
def test_svg(tmp_path: Path, content: str, told: str) -> None:
    """Shapes in plain colours are read, and nothing else."""
    path = tmp_path / "x.svg"
    path.write_text(f"{HEAD}\n{content}\n</svg>", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_picture(path)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>', "draws nothing"),
        (
            '<?xml-stylesheet href="http://x.org"?><svg xmlns="http://www.w3.org/2000/svg"/>',
            "draws nothing",
        ),
        ("<html/>", "it starts with `<html>`"),
        ('<svg viewBox="0 0 9"><rect width="1" height="1"/></svg>', "1:1: invalid viewBox `0 0 9`"),
    ],
)
def test_not_a_picture(tmp_path: Path, text: str, told: str) -> None:
    """Documents of other kinds, and pictures without a size."""
    path = tmp_path / "x.svg"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_picture(path)
    assert told in str(caught.value)


def test_paint_is_inherited_and_style_wins(tmp_path: Path) -> None:
    """As SVG has it: groups, `style` over attributes, `currentColor`, short and named colours."""
    path = tmp_path / "x.svg"
    path.write_text(
        f"""{HEAD}
        <g fill="#abc" stroke="navy" stroke-width="2" color="rgb(1, 2, 3)" transform="scale(2)">
          <rect width="1" height="1"/>
          <rect width="1" height="1" fill="red" style="fill: currentColor; stroke: none"/>
          <polyline points="0,0 1,1 2,0" fill="none" stroke-linecap="round" stroke-linejoin="bevel"/>
          <defs><rect width="1" height="1"/></defs>
          <rect width="1" height="1" display="none"/>
        </g></svg>""",
        encoding="utf-8",
    )
    drawing = read_picture(path)
    assert isinstance(drawing, Drawing)
    first, second, third = (shape for shape in drawing.shapes if isinstance(shape, Outline))
    assert first.fill == parse_colour("#aabbcc")
    assert first.stroke == Stroke(parse_colour("#000080"), 4)
    assert (second.fill, second.stroke) == (parse_colour("#010203"), None)
    assert third.stroke == Stroke(parse_colour("#000080"), 4, cap="round", join="bevel")
    assert third.fill is None
    assert first.segments[1] == ("L", 2, 0)
    assert third.segments[-1][0] != "Z", "an open line stays open"


def test_a_folder_keeps_to_itself(tmp_path: Path) -> None:
    """What lies outside of the game's folder is not there, also behind a link."""
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "dot.png").write_bytes(DOT)
    (game / "link.png").symlink_to(tmp_path / "dot.png")
    (game / "own.png").write_bytes(DOT)
    folder = PictureFolder(game)
    assert folder.find("own.png") is folder.find("own.png")
    assert folder.find("../dot.png") is None
    assert folder.find("link.png") is None
    assert list(folder.read) == ["own.png"]


def test_other_kinds_of_files(tmp_path: Path) -> None:
    """A JPEG is refused by its name."""
    path = tmp_path / "x.jpg"
    path.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(DataError, match="use PNG or SVG"):
        read_picture(path)
