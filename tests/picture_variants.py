"""Picture files of all modes and formats that say in some way which colours they have.

What LittleCMS makes of the same colours, by its own calls, is what must be printed.
"""

import io
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageCms

from generator.scene.rasters import ADOBE_RGB, Description

Rgb: TypeAlias = tuple[int, int, int]

PRESS = Path(__file__).resolve().parents[1] / "data/presses/FOGRA39L_coated.icc"
STEP = 16
"""Pixels along each side of a colour; a JPEG changes those at its edges."""
_COLOURS = [
    (red, green, blue) for red in (0, 90, 170, 255) for green in (0, 128, 255) for blue in (40, 170, 255)
]
_INKS = [(0, 0, 0, 0), (255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255), (90, 60, 50, 80)]
_P3 = Description(2.6, (0.314, 0.351), ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06)))
_DISPLAY_P3 = Description(primaries=_P3.primaries)
_MADE = {
    "linear": Description(1.0),
    "display p3": _DISPLAY_P3,
    "adobe": ADOBE_RGB,
    "p3": _P3,
    "gamma 1.8": Description(1.8),
}
_LOSS, _LINEAR_LOSS = {"JPEG": 6, "WEBP": 8, "AVIF": 8}, 18
"""Levels that formats with loss may change; a level of a dark linear colour is many."""

MODES: Mapping[str, Sequence[str]] = {
    "PNG": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"),
    "JPEG": ("L", "RGB", "CMYK"),
    "TIFF": ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16", "LAB"),
    "WEBP": ("RGB", "RGBA"),
    "AVIF": ("RGB", "RGBA"),
    "GIF": ("L", "P"),
    "BMP": ("1", "L", "P", "RGB"),
}
PROFILES: Mapping[str, Sequence[str]] = {
    "GRAY": ("grey 1.0", "grey 1.8"),
    "RGB ": ("srgb", "named sRGB", "linear", "adobe", "p3"),
    "CMYK": ("press",),
}
"""Profiles by their colours."""


class PictureVariant(NamedTuple):
    """A file, and the colours that are to be printed."""

    name: str
    data: bytes
    wanted: Sequence[Rgb]
    loss: int

    def find_difference(self, shown: Image.Image) -> int:
        """Return the largest difference of a colour, in levels of 255."""
        pairs = zip(read_middles(shown, len(self.wanted)), self.wanted, strict=True)
        return max(abs(a - b) for ours, theirs in pairs for a, b in zip(ours, theirs, strict=True))


@cache
def make_icc(name: str) -> bytes:
    """Return the profile with a name of ours."""
    if name == "press":
        return PRESS.read_bytes()
    if name.startswith("grey"):
        return Description(float(name.split()[1])).make_profile(is_grey=True)
    if name == "srgb":
        return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    if name == "named sRGB":
        # Linear colours, and a name in the header that means nothing.
        return make_icc("linear")[:80] + b"sRGB" + make_icc("linear")[84:]
    return _MADE[name].make_profile(is_grey=False)


@cache
def draw_colours(mode: str) -> Image.Image:
    """Return a picture with a square of each colour, one beside the other."""
    if mode == "CMYK":
        return _draw("CMYK", _INKS)
    if mode == "LAB":
        return _draw("LAB", [(level, 128, 128) for level in (0, 100, 200, 255)] + [(150, 180, 90)])
    if mode == "I;16":
        grey = draw_colours("L")
        return Image.frombytes(
            mode, grey.size, bytes(one for level in grey.tobytes() for one in (level, level))
        )
    image = _draw("RGB", _COLOURS)
    if mode == "P":
        return image.quantize(len(_COLOURS) + 4)
    image = image.convert(mode.removesuffix("A"), dither=Image.Dither.NONE)
    if mode.endswith("A"):
        image.putalpha(Image.new("L", image.size, 255))
        image.paste(0, (0, 0, 1, 1))
    return image


def list_variants(form: str) -> Iterator[PictureVariant]:
    """Yield a file of a format for each of its modes, with each profile, and for each other description."""
    for mode in MODES[form]:
        yield _make_variant(form, mode, "")
        space = {"CMYK": "CMYK", "LAB": ""}.get(mode, "GRAY" if mode in "1 L LA I;16" else "RGB ")
        kinds = PROFILES.get(space, ()) if form not in ("GIF", "BMP") and mode != "1" else ()
        for name in kinds:
            yield _make_variant(form, mode, name)
    if form == "PNG":
        yield from _list_described_pngs()
    if form == "JPEG":
        exif = Image.Exif()
        exif.get_ifd(0x8769)[0xA005] = {1: "R03"}
        camera = _save(draw_colours("RGB"), "JPEG", exif=exif)
        wanted = convert_by_littlecms(draw_colours("RGB"), make_icc("adobe"))
        yield PictureVariant("JPEG RGB of a camera", camera, wanted, _LOSS["JPEG"])


def _list_described_pngs() -> Iterator[PictureVariant]:
    png = _save(draw_colours("RGB"), "PNG")
    linear, srgb = struct.pack(">4sL", b"gAMA", 100_000), struct.pack(">4sL", b"gAMA", 45_455)
    edges = (31_400, 35_100, 68_000, 32_000, 26_500, 69_000, 15_000, 6000)
    wide = (struct.pack(">4sL", b"gAMA", 38_462), struct.pack(">4s8L", b"cHRM", *edges))
    for name, chunks, profile in (
        ("gAMA", (linear,), "linear"),
        ("gAMA of sRGB", (srgb,), ""),
        ("gAMA and cHRM", wide, "p3"),
        ("sRGB before gAMA", (linear, b"sRGB\0"), ""),
        ("cICP", (b"cICP" + bytes((12, 13, 0, 1)),), "display p3"),
        ("cICP, linear", (b"cICP" + bytes((1, 8, 0, 1)),), "linear"),
        ("cICP of sRGB before others", (linear, b"cICP" + bytes((1, 13, 0, 1))), ""),
    ):
        wanted = convert_by_littlecms(draw_colours("RGB"), make_icc(profile) if profile else b"")
        yield PictureVariant(f"PNG RGB {name}", insert_chunks(png, chunks), wanted, 1)
    grey = insert_chunks(_save(draw_colours("L"), "PNG"), (linear,))
    wanted = convert_by_littlecms(draw_colours("L"), make_icc("grey 1.0"))
    yield PictureVariant("PNG L gAMA", grey, wanted, 1)


def convert_by_littlecms(image: Image.Image, profile: bytes) -> Sequence[Rgb]:
    """Return the colours of a picture in sRGB."""
    mode = {"1": "L", "LA": "L", "I;16": "L", "P": "RGB", "RGBA": "RGB"}.get(image.mode, image.mode)
    plain = draw_colours("L") if image.mode == "I;16" else image.convert(mode)
    source = ImageCms.createProfile("LAB") if mode == "LAB" else io.BytesIO(profile) if profile else None
    count = image.width // STEP
    if source is None:
        return read_middles(plain, count)
    target = ImageCms.createProfile("sRGB")
    options = {
        "renderingIntent": ImageCms.Intent.RELATIVE_COLORIMETRIC,
        "flags": ImageCms.Flags.BLACKPOINTCOMPENSATION,
    }
    transform = ImageCms.buildTransform(source, target, mode, "RGB", **options)
    shown = ImageCms.applyTransform(plain, transform)
    assert shown is not None
    return read_middles(shown, count)


def read_middles(image: Image.Image, count: int) -> Sequence[Rgb]:
    """Return the colour in the middle of each square."""
    shown = image.convert("RGB")
    pixels = (
        shown.getpixel((round((at + 0.5) * shown.width / count), shown.height // 2)) for at in range(count)
    )
    return [(int(one[0]), int(one[1]), int(one[2])) for one in pixels if isinstance(one, tuple)]


def insert_chunks(png: bytes, chunks: Iterable[bytes]) -> bytes:
    """Return a PNG with further chunks, each with its type, after its head."""
    lengths_and_sums = ((len(one) - 4, one, zlib.crc32(one)) for one in chunks)
    made = (
        struct.pack(">L", length) + one + struct.pack(">L", total) for length, one, total in lengths_and_sums
    )
    return png[:33] + b"".join(made) + png[33:]


def _draw(mode: str, colours: Sequence[tuple[int, ...]]) -> Image.Image:
    image = Image.new(mode, (len(colours) * STEP, STEP))
    for index, colour in enumerate(colours):
        image.paste(colour, (index * STEP, 0, (index + 1) * STEP, STEP))
    return image


def _make_variant(form: str, mode: str, profile: str) -> PictureVariant:
    image = draw_colours(mode)
    icc = make_icc(profile) if profile else b""
    data = _save(image, form, **({"icc_profile": icc} if icc else {}))
    wanted = convert_by_littlecms(image, icc or (PRESS.read_bytes() if mode == "CMYK" else b""))
    loss = _LOSS.get(form, 1)
    if loss > 1 and profile in ("linear", "named sRGB"):
        loss = _LINEAR_LOSS
    return PictureVariant(f"{form} {mode} {profile}".strip(), data, wanted, loss)


def _save(image: Image.Image, form: str, **options: object) -> bytes:
    if form == "JPEG":
        options |= {"quality": 100, "subsampling": 0}
    if form in ("WEBP", "AVIF"):
        options |= {"quality": 100}
    written = io.BytesIO()
    image.save(written, form, **options)
    return written.getvalue()
