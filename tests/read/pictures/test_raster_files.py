"""Raster files are sound or refused with one message, whatever their names say."""

import base64
import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from generator.errors import DataError
from generator.model.style import Photograph
from generator.read.pictures import pictures
from generator.read.pictures.pictures import read_picture
from generator.scene.pictures import PictureView


def saved(form: str, mode: str = "RGB", size: tuple[int, int] = (60, 40), **options: object) -> bytes:
    written = io.BytesIO()
    image = Image.linear_gradient("L").resize(size).convert(mode)
    if mode.endswith("A"):
        image.putalpha(Image.linear_gradient("L").resize(size))
    image.save(written, form, **options)
    return written.getvalue()


def png(width: int, height: int, rows: bytes, *, colour: int = 2) -> bytes:
    header = struct.pack(">LLBBBBB", width, height, 8, colour, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b"")):
        data += struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))
    return data


PNG, JPEG = saved("PNG"), saved("JPEG")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty (copy or save it again)"),
        (b"text", "is not a supported image (use JPEG, PNG, WebP, AVIF, GIF, TIFF, BMP, or SVG)"),
        (b"<!DOCTYPE html><html></html>", "is a page of the web (save the picture that it shows)"),
        (b"<html></html>", "is a page of the web"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "is an EPS file (save it as SVG or PNG)"),
        (b"%PDF-1.7\n", "is a PDF file (save it as SVG or PNG)"),
        (b"\0\0\0\x18ftypheic" + bytes(40), "is a HEIC file (save it as JPEG or PNG)"),
        (b"\0\0\0\x1cftypmif1" + bytes(40), "is a HEIC file (save it as JPEG or PNG)"),
        (b"8BPS\0\1" + bytes(40), "is a Photoshop file (save it as PNG)"),
        (b"gimp xcf file\0", "is a GIMP file (save it as PNG)"),
        (b"\xff\x0a" + bytes(40), "is a JPEG XL file (save it as JPEG or PNG)"),
        (PNG[:-20], "is damaged"),
        (PNG[:60] + b"x" + PNG[61:], "is damaged"),
        (PNG[:40], "is not a supported image"),
        (png(2, 2, b"no zlib"), "is damaged"),
        (png(60_000, 60_000, b""), "has more than 89 million pixels (save it smaller)"),
        (png(12_000, 9_000, b""), "has more than 89 million pixels"),
        (saved("JPEG", size=(900, 900))[:-300], "is cut off (copy or save it again)"),
        (JPEG[:30], "is damaged"),
        (b"\xff\xd8\xff", "is not a supported image"),
        (saved("WEBP")[:-20], "is damaged"),
        (saved("GIF", "P")[:60], "is not a supported image"),
        (saved("TIFF")[:-999], "is damaged"),
        (saved("TIFF", "F"), "has no colours that can be printed"),
        (saved("BMP")[:-30], "is damaged"),
    ],
)
def test_what_is_not_a_sound_picture(tmp_path: Path, data: bytes, told: str) -> None:
    """The message names the file, and says what to do."""
    path = tmp_path / "harbour.jpg"
    path.write_bytes(data)
    with pytest.raises(DataError) as caught:
        read_picture(path)
    assert str(caught.value).startswith(f"{path}: {told}")
    assert "copy or save it again" in str(caught.value) or "damaged" not in told


def test_a_file_that_is_too_large_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is enough to refuse it."""
    monkeypatch.setattr(pictures, "MOST_PICTURE_BYTES", 1024 * 1024)
    path = tmp_path / "x.bmp"
    path.write_bytes(bytes(1024 * 1024 + 1))
    with pytest.raises(DataError, match="is larger than 1 MB"):
        read_picture(path)


@pytest.mark.parametrize(
    ("form", "mode"),
    [
        *(("PNG", mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")),
        *(("JPEG", mode) for mode in ("L", "RGB", "CMYK")),
        *(("TIFF", mode) for mode in ("1", "L", "RGB", "RGBA", "CMYK", "I;16")),
        *(("GIF", mode) for mode in ("P", "L")),
        *(("BMP", mode) for mode in ("1", "L", "RGB")),
        *(("WEBP", mode) for mode in ("RGB", "RGBA")),
        *(("AVIF", mode) for mode in ("RGB", "RGBA")),
    ],
)
@pytest.mark.parametrize("size", [(1, 1), (3, 2), (9, 17)])
def test_every_kind_of_picture(tmp_path: Path, form: str, mode: str, size: tuple[int, int]) -> None:
    """Grey, colours, palettes, with and without alpha, of any size, under any name."""
    path = tmp_path / "x.png"
    path.write_bytes(saved(form, mode, size))
    picture = read_picture(path)
    assert isinstance(picture, Photograph)
    assert (picture.width, picture.height) == size
    for splits in (False, True):
        plan = picture.file.plan(PictureView(), 100, 100, splits=splits)
        embedded = picture.file.embed(plan, splits=splits)
        shown = Image.open(io.BytesIO(embedded.data))
        assert shown.size == size
        assert splits <= (not shown.has_transparency_data)
        assert bool(embedded.alpha) == (splits and mode.endswith("A"))


def test_a_picture_of_a_press_is_said(tmp_path: Path) -> None:
    """With the press that was assumed; beside an SVG file, and inside of one."""
    told = "CMYK colours without a profile, which are read as those of FOGRA39L_coated (save it"
    data = saved("JPEG", "CMYK")
    (tmp_path / "x.jpg").write_bytes(data)
    link = f"data:image/jpeg;base64,{base64.b64encode(data).decode()}"
    content = f'<image width="9" height="9" href="{link}"/>'
    page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{content}</svg>'
    (tmp_path / "x.svg").write_text(page, "utf-8")
    for name in ("x.jpg", "x.svg"):
        (problem,) = read_picture(tmp_path / name).warnings
        assert told in str(problem)
        assert problem.file == str(tmp_path / name)


def test_a_small_png_that_unpacks_to_very_much(tmp_path: Path) -> None:
    """No more is unpacked than the picture's size asks for."""
    path = tmp_path / "x.png"
    path.write_bytes(png(2, 2, zlib.compress(bytes(200_000_000))))
    picture = read_picture(path)
    assert isinstance(picture, Photograph)
    assert picture.width == 2
