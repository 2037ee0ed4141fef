"""Raster files are embedded as they are, or reduced to what the print needs."""

import io
from pathlib import Path

import pytest
from PIL import Image

from generator.errors import OutputError
from generator.scene.pictures import PictureView
from generator.scene.rasters import Raster
from tests.picture_variants import PRESS, make_icc

RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 200, 30), (30, 30, 220), (230, 220, 30)
CORNERS = [RED, GREEN, BLUE, YELLOW]


def four(mode: str = "RGB", size: tuple[int, int] = (400, 200)) -> Image.Image:
    """Four colours: red and green above, blue and yellow below."""
    image = Image.new("RGB", (2, 2))
    image.putdata(CORNERS)
    return image.resize(size, Image.Resampling.NEAREST).convert(mode)


def saved(image: Image.Image, form: str = "JPEG", **options: object) -> bytes:
    written = io.BytesIO()
    image.save(written, form, **({"quality": 95} if form == "JPEG" else {}), **options)
    return written.getvalue()


def corners(image: Image.Image) -> list[tuple[int, ...]]:
    """The nearest of the four colours at each corner."""
    wide, high = image.size
    places = [
        (wide // 8, high // 8),
        (-wide // 8, high // 8),
        (wide // 8, -high // 8),
        (-wide // 8, -high // 8),
    ]
    found = []
    for x, y in places:
        seen = image.convert("RGB").getpixel((x, y))
        assert isinstance(seen, tuple)
        found.append(min(CORNERS, key=lambda one: sum(abs(a - b) for a, b in zip(one, seen, strict=True))))
    return found


def seen(raster: Raster, view: PictureView, pixels: tuple[float, float]) -> Image.Image:
    """The picture as a page shows it: the embedded pixels, placed by their plan on a canvas of this size."""
    plan = raster.plan(view, *pixels)
    image = Image.open(io.BytesIO(raster.embed(plan).data))
    wide, high = map(round, pixels)
    a, b, c, d, e, f = plan.place(0.0, 0.0, float(wide), float(high))
    scale = a * d - b * c
    inverse = (d / scale, -c / scale, (c * f - d * e) / scale, -b / scale, a / scale, (b * e - a * f) / scale)
    across, down = image.size
    data = (*(value * across for value in inverse[:3]), *(value * down for value in inverse[3:]))
    return image.convert("RGB").transform((wide, high), Image.Transform.AFFINE, data)


def test_a_jpeg_is_kept_byte_for_byte_but_for_its_metadata() -> None:
    """Its colours stay as the camera wrote them; where it was taken is not handed on."""
    exif = Image.Exif()
    exif[0x010E] = "my home"
    plain = saved(four())
    raster = Raster("x.jpg", saved(four(), exif=exif, comment="secret") + b"a film behind it")
    embedded = raster.embed(raster.plan(PictureView(), 400, 200))
    assert embedded.is_jpeg
    assert embedded.data == plain


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("pixels", [1.0, 0.25])
def test_photos_are_upright(orientation: int, pixels: float) -> None:
    """However the camera was held, and whether the file is kept or reduced."""
    stored = four()
    methods = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    if orientation > 1:
        stored = stored.transpose(methods[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    raster = Raster("x.jpg", saved(stored, exif=exif))
    assert (raster.width, raster.height) == (400, 200)
    plan = raster.plan(PictureView(), 400 * pixels, 200 * pixels)
    assert plan.is_kept == (pixels == 1.0)
    assert corners(seen(raster, PictureView(), (400 * pixels, 200 * pixels))) == CORNERS


def test_large_pictures_are_reduced_to_what_is_seen() -> None:
    """A part of a picture has no more pixels than its print needs, and no fewer."""
    raster = Raster("x.jpg", saved(four(size=(4000, 2000))))
    plan = raster.plan(PictureView((0.5, 0.0, 1.0, 0.5)), 400, 200)
    embedded = raster.embed(plan)
    assert (plan.size, embedded.size, plan.part) == ((200, 100), (200, 100), (0.5, 0.0, 1.0, 0.5))
    assert corners(Image.open(io.BytesIO(embedded.data))) == [GREEN] * 4
    assert raster.embed(plan) is embedded, "it is decoded once"
    assert raster.plan(PictureView(), 9999, 9999).is_kept, "it is never enlarged"


def test_a_part_is_cut_out_without_blurring_it() -> None:
    """Sprites of a PNG that need all of their pixels are cut at whole pixels."""
    raster = Raster("x.png", saved(four(), "PNG"))
    plan = raster.plan(PictureView((0.1, 0.0, 0.401, 1.0)), 800, 400)
    image = Image.open(io.BytesIO(raster.embed(plan).data))
    assert (plan.part, image.size, image.format) == ((0.1, 0.0, 161 / 400, 1.0), (121, 200), "PNG")
    assert set(image.get_flattened_data()) == {RED, BLUE}


def test_cmyk_photos_are_printed_in_rgb() -> None:
    """Viewers do not agree on the colours of a CMYK JPEG."""
    raster = Raster("x.jpg", saved(four("CMYK")))
    embedded = raster.embed(raster.plan(PictureView(), 400, 200))
    image = Image.open(io.BytesIO(embedded.data))
    assert (image.mode, corners(image)) == ("RGB", CORNERS)


def test_profiles_of_photos_are_kept() -> None:
    """Colours that are not sRGB keep their profile in a JPEG; sRGB needs none, whatever its name is."""
    srgb = make_icc("srgb").replace(b"sRGB", b"wide").replace(b"s\0R\0G\0B", b"w\0i\0d\0e")
    for profile, wanted in ((make_icc("adobe"), make_icc("adobe")), (srgb, b""), (make_icc("srgb"), b"")):
        raster = Raster("x.jpg", saved(four(), icc_profile=profile))
        assert raster.embed(raster.plan(PictureView(), 400, 200)).profile == wanted


@pytest.mark.parametrize(
    ("mode", "profile", "told"),
    [
        ("RGB", make_icc("adobe")[:100], "is damaged"),
        ("RGB", make_icc("adobe")[:200] + bytes(200), "is damaged"),
        ("RGB", bytes(400), "is damaged"),
        ("RGB", make_icc("grey 1.0"), "is for grey colours"),
        ("L", make_icc("adobe"), "is for RGB colours"),
        ("CMYK", make_icc("adobe"), "is for RGB colours"),
        ("CMYK", make_icc("press")[:5000], "is damaged"),
    ],
)
@pytest.mark.parametrize("form", ["TIFF", "JPEG"])
def test_a_profile_that_cannot_be_used_is_said(mode: str, profile: bytes, told: str, form: str) -> None:
    """The picture is printed as if it had none."""
    raster = Raster("x", saved(four(mode), form, icc_profile=profile))
    first = f"has a colour profile that {told}, and is ignored"
    assert [one.message for one in raster.remarks] == [first]
    embedded = raster.embed(raster.plan(PictureView(), 400, 200))
    assert embedded.profile == b""
    shown = Image.open(io.BytesIO(embedded.data))
    assert corners(shown) == corners(four("L") if mode == "L" else four())


def test_cmyk_without_a_profile_is_that_of_the_press() -> None:
    """A JPEG and a TIFF with the same inks have the same colours, and both say which were assumed."""
    told = "has CMYK colours without a profile, which are read as those of FOGRA39L_coated"
    for form in ("JPEG", "TIFF"):
        raster = Raster("x", saved(Image.new("CMYK", (40, 40), (255, 0, 0, 0)), form), press=PRESS)
        assert [one.message for one in raster.remarks] == [told]
        shown = Image.open(io.BytesIO(raster.embed(raster.plan(PictureView(), 40, 40)).data))
        assert shown.getpixel((20, 20)) == pytest.approx((0, 158, 224), abs=8), (
            "cyan of a press, not of a screen"
        )


def test_a_tint_runs_from_its_colour_to_white() -> None:
    """Black becomes the colour, white stays, and what is clear stays clear."""
    image = Image.new("RGBA", (3, 1), (0, 0, 0, 255))
    image.putpixel((1, 0), (255, 255, 255, 255))
    image.putpixel((2, 0), (0, 0, 0, 0))
    raster = Raster("x.png", saved(image, "PNG"))
    toned = Image.open(io.BytesIO(raster.embed(raster.plan(PictureView(tint="#802020"), 9, 9)).data))
    black, white, clear = toned.get_flattened_data()
    assert (black, white, clear[-1]) == ((128, 32, 32, 255), (255, 255, 255, 255), 0)


def test_sixteen_bits_are_not_cut_off() -> None:
    """Grey of sixteen bits has the same tones with eight."""
    raster = Raster("x.png", saved(Image.new("I;16", (40, 40), 30_000), "PNG"))
    image = Image.open(io.BytesIO(raster.embed(raster.plan(PictureView(), 10, 10)).data))
    assert (image.mode, image.getpixel((5, 5))) == ("L", 117)


def test_a_grey_of_sixteen_bits_may_be_clear() -> None:
    """The grey that a PNG names as clear is clear, and its neighbours are not."""
    row = (30_000).to_bytes(2, "little") * 20 + (30_001).to_bytes(2, "little") * 20
    image = Image.frombytes("I;16", (40, 40), row * 40)
    raster = Raster("x.png", saved(image, "PNG", transparency=30_000))
    shown = Image.open(io.BytesIO(raster.embed(raster.plan(PictureView(), 20, 20)).data))
    assert shown.getpixel((5, 5)) == (pytest.approx(117, abs=5), 0)
    assert shown.getpixel((15, 5)) == (117, 255)


def test_a_picture_that_is_found_to_be_damaged_later_names_its_file(tmp_path: Path) -> None:
    """Large files are only checked as a whole when they are decoded."""
    path = tmp_path / "x.jpg"
    path.write_bytes(saved(four()))
    raster = Raster("pics/x.jpg", path)
    path.unlink()
    with pytest.raises(OutputError, match=r"^pics/x\.jpg: is damaged"):
        raster.embed(raster.plan(PictureView(), 400, 200))
