"""A page as a raster picture."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from generator.backends.pixels import GIF, write_png
from generator.errors import GeneratorError
from generator.model.printing.printing import FileOptions
from generator.scene.pdf import rendering
from generator.scene.shapes import Document, Group, Page, Path, Picture
from tests.backends.scenes import BLACK, RED, box, document, raster, sampler, text


def drawn(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


@pytest.mark.parametrize(
    ("width", "height", "dpi", "size"),
    [
        (63.5, 88.9, 300, (750, 1050)),
        (210, 297, 96, (794, 1123)),
        (88, 63, 600, (2079, 1488)),
        (0.1, 0.1, 50, (1, 1)),
    ],
)
def test_a_picture_has_the_size_of_its_page(
    width: float, height: float, dpi: float, size: tuple[int, int]
) -> None:
    """Whole pixels, as print services ask for them, and the resolution stands in the file."""
    picture = drawn(write_png(document(width=width, height=height), 0, FileOptions(dpi=dpi)))
    assert picture.size == size
    assert picture.mode == "RGB"
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_the_page_is_on_white_and_fills_the_picture() -> None:
    """Ink to the edges stays at the edges; where there is none, there is white."""
    page = document(Path(box(0, 0, 50, 40), RED), width=100, height=40)
    picture = drawn(write_png(page, 0, FileOptions(dpi=100)))
    right, bottom = picture.width - 1, picture.height - 1
    assert picture.getpixel((0, 0)) == picture.getpixel((0, bottom)) == (191, 26, 26)
    assert picture.getpixel((right, 0)) == picture.getpixel((right, bottom)) == (255, 255, 255)


def test_each_page_is_a_picture() -> None:
    """The second page is drawn, at its own size."""
    picture = drawn(write_png(sampler(), 1, FileOptions(dpi=100)))
    assert picture.size == (346, 248)
    assert picture.getextrema() != ((255, 255),) * 3


def test_an_animation_shows_all_pages_in_turn() -> None:
    """Each frame is one page, and the last one is followed by the first."""
    pages = tuple(document(Path(box(0, 0, 20, 20), colour)).pages[0] for colour in (RED, BLACK, RED))
    film = Image.open(io.BytesIO(GIF.write(replace(document(), pages=pages), None, FileOptions(dpi=40))))
    assert film.info["loop"] == 0
    shown = []
    for frame in range(3):
        film.seek(frame)
        shown.append(film.convert("RGB").getpixel((2, 2)))
        assert film.info["duration"] == 1500
    assert shown == [(191, 26, 26), (0, 0, 0), (191, 26, 26)]


@pytest.mark.parametrize("is_clear", [False, True])
def test_pages_with_and_without_pictures_are_packed_in_two_ways(is_clear: bool) -> None:
    """A picture that is hidden changes how the file is compressed, but none of its pixels, sound or clear."""
    hidden = Group((Picture(raster("RGB", 8), 40, 40, 5, 5),), clip=Path(box(0, 0, 1, 1)))
    shapes = Path(box(2.03, 2.05, 30, 20), RED), text("words", 5, 10)
    pages = [document(*shapes), document(*shapes, hidden)]
    pages = [replace(one, pages=(replace(one.pages[0], is_clear=is_clear),)) for one in pages]
    alone, beside = (write_png(page, 0, FileOptions(dpi=150)) for page in pages)
    assert alone != beside
    assert drawn(alone).mode == drawn(beside).mode == ("RGBA" if is_clear else "RGB")
    assert drawn(alone).tobytes() == drawn(beside).tobytes()
    assert drawn(alone).info["dpi"] == drawn(beside).info["dpi"] == pytest.approx((150, 150), abs=0.02)


def test_the_same_page_gives_the_same_bytes() -> None:
    """Twice the same."""
    page = document(text("words", 5, 10))
    assert write_png(page, 0, FileOptions(dpi=150)) == write_png(page, 0, FileOptions(dpi=150))


def test_small_letters_stand_where_they_belong() -> None:
    """At a low resolution the same small word looks the same wherever its line stands."""
    words = [text("will", 5, 5 + 7.62 * index, 1.5, colour=BLACK) for index in range(2)]
    picture = drawn(write_png(document(*words, width=20, height=20), 0, FileOptions(dpi=100)))
    rows = [picture.crop((0, 10 + 30 * index, 79, 25 + 30 * index)).tobytes() for index in range(2)]
    assert rows[0] == rows[1]


def test_bands_join_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large page is drawn part by part, and looks as if it were drawn at once: edges are rounded apart."""
    parts = drawn(write_png(sampler(), 0, FileOptions(dpi=60)))
    monkeypatch.setattr(rendering, "_MOST", 100_000_000)
    whole = drawn(write_png(sampler(), 0, FileOptions(dpi=60)))
    assert parts.tobytes() != whole.tobytes()
    differences = ImageChops.difference(parts, whole).getextrema()
    assert max(most for _, most in differences) <= 2


@pytest.mark.parametrize(("side", "dpi"), [(3000.0, 2400.0), (1100.0, 600.0), (20.0, 1_000_000.0)])
@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_picture_has_a_limit(form: str, side: float, dpi: float) -> None:
    """A picture that no program could open is refused before it is drawn."""
    document = Document((Page(side, side, ()),), "", "en")
    with pytest.raises(
        GeneratorError, match=f"a {form} of .* pixels, which is too many; choose a lower --dpi"
    ):
        write_png(document, 0, FileOptions(dpi=dpi), form=form)
