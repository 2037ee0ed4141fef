"""PDF files for print shops: PDF/X-4 and PDF/X-1a:2003, in the inks of a printing condition.

No one has certified these files: they are built to the standards, and our tests check them with rules of
their own (tests/backends/press_rules.py). LittleCMS, which is part of Pillow, applies ICC profiles.
"""

import io
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import PIL.ImageCms as ImageCms
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

from generator.backends.formats import number
from generator.backends.pdf.content import GREY_SPACE, Content, Space, make_fine_inks
from generator.backends.pdf.writer import (
    FileKind,
    PdfWriter,
    describe_image,
    describe_rows,
    make_image_entries,
)
from generator.model.printing.printing import RGB, Inks, PressOptions, Separator
from generator.model.vision import measure_lab
from generator.scene import shapes as scene
from generator.scene.pictures import Embedded
from generator.scene.rasters import (
    ICC_FLAGS,
    ICC_INTENT,
    limit_inks,
    make_pixels,
    open_pixels,
    read_profile,
    save_photo,
    subtract_left_neighbours,
)
from generator.scene.shapes import has_clear_shape, walk

_STEPS = 8
"""Parts of a gradient between two colours: inks do not change as evenly as light does."""
_SPOTS = {"cut": ("CutContour", "0 1 0 0"), "fold": ("Crease", "1 0 0 0")}
"""Inks of lines along which machines cut and fold, by groups of a page, and the inks that show them."""
_LEFT_OUT = ("cut ground", "fold ground")
"""White below lines, which would be a gap in the art."""
_CONDITION = {
    "OutputConditionIdentifier": "FOGRA39",
    "OutputCondition": "Offset on coated paper, ISO 12647-2:2004",
    "RegistryName": "http://www.color.org",
    "Info": "Coated FOGRA39 (ISO 12647-2:2004)",
}
_ANY_WIDTH = -1.0
_SPARE = 10
"""Percent of ink that photos have less than the limit, because JPEG changes their colours a little."""


class PressWriter(PdfWriter):
    """Writer of a document for a print shop; raises OutputError for an invalid picture."""

    def __init__(self, dpi: float, press: PressOptions) -> None:
        separator, is_flat = make_separator(press), press.file.standard == "x1a"
        kind = FileKind(
            version=(1, 4) if is_flat else (1, 6),
            space=Space("DeviceCMYK", "k", "K", cache(partial(_write_inks, separator)), _STEPS),
            mask_space=GREY_SPACE,
            has_layers=not is_flat,
            fine=make_fine_inks(separator),
            copies_pages=False,
        )
        super().__init__(dpi, kind)
        self._is_flat, self._press, self._separator = is_flat, press, separator
        self._profile = open_profile(press.separation)
        self._spots: dict[str, str] = {}
        self._flat: list[tuple[scene.Page, tuple[scene.Shape, ...]]] = []
        """Pages, and their shapes without transparency."""

    def add(self, document: scene.Document) -> None:
        if self._is_flat and any(has_clear_shape(page.shapes, dpi=self._dpi) for page in document.pages):
            document = replace(document, pages=tuple(map(self._flatten, document.pages)))
        super().add(document)

    def _flatten(self, page: scene.Page) -> scene.Page:
        """Return the page without transparency; pages that look the same, such as backs, share pictures."""
        # Few documents have transparency, and what renders pages takes long to import.
        from generator.backends.pixels import flatten_page

        # Shapes may be in lists, so they are compared.
        look = page.width, page.height, page.shapes
        known = (flat for one, flat in self._flat if (one.width, one.height, one.shapes) == look)
        if (shapes := next(known, None)) is None:
            shapes = flatten_page(page, dpi=self._dpi).shapes
            self._flat.append((page, shapes))
        return replace(page, shapes=shapes)

    def _begin_content(self, space: Space, *, is_symbol: bool = False, scale: float = 1.0) -> Content:
        return _PressContent(self, space, is_symbol=is_symbol, scale=scale)

    def spot(self, name: str) -> tuple[str, str]:
        """Return the names of a state that overprints, and of the ink of a guide."""
        ink, shown = _SPOTS[name]
        if ink not in self._spots:
            space = self._spots[ink] = self._container.name("C", "ColorSpace")
            tint = f"<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[{shown}]/N 1>>"
            self._container.define(space, f"[/Separation/{ink}/DeviceCMYK{tint}]")
        return self.paints.overprint(), self._spots[ink]

    def _fill_picture(self, name: str, picture: Embedded) -> None:
        pixels, limit = open_pixels(picture.data), self._press.file.limit
        if pixels.mode == "L":
            greys = (measure_lab((grey / 255,) * 3)[0] for grey in range(256))
            pixels = pixels.point([round(255 * (1 - self._separator.find_tone(grey))) for grey in greys])
        else:
            converted = self._profile.convert_picture(pixels, picture.profile)
            pixels = limit_inks(converted, limit - _SPARE if picture.is_jpeg else limit)
        space, colours = ("/DeviceGray", 1) if pixels.mode == "L" else ("/DeviceCMYK", 4)
        entries = describe_image(pixels.size, space)
        if picture.is_jpeg and colours == 4:
            # The inks of a JPEG are inverted.
            stream = save_photo(pixels)
            entries["Decode"] = "[1 0 1 0 1 0 1 0]"
        else:
            stream = zlib.compress(subtract_left_neighbours(pixels).tobytes())
            entries |= describe_rows(pixels.size, predictor=2, colours=colours)
        assert not (self._is_flat and picture.alpha), "pages were flattened"
        if picture.alpha:
            entries["SMask"] = self._container.add(*make_image_entries(picture.alpha))
        self._container.fill_once(name, entries, stream)

    def _finish_file(self, document: scene.Document) -> bytes:
        add = self._container.add
        profile = add({"N": "4"}, pack_profile(self._press.intent))
        condition = {name: PDFString(value) for name, value in _CONDITION.items()}
        intent = {"Type": "/OutputIntent", "S": "/GTS_PDFX", **condition, "DestOutputProfile": profile}
        entries = {"OutputIntents": PDFArray([PDFDictionary(intent)])}
        xmp = None if self._is_flat else _list_properties(self._container.digest)
        date = PDFString(f"D:{_find_date():%Y%m%d%H%M%S}Z")
        facts = {"CreationDate": date, "ModDate": date, "Trapped": PDFName("False")}
        facts |= {"GTS_PDFXVersion": PDFString("PDF/X-1a:2003")} if self._is_flat else {}
        structure = self._structure.finish()
        return self._container.finish(document, structure, xmp=xmp, entries=entries, facts=facts)


def _write_inks(separator: Separator, colour: scene.Colour) -> str:
    return " ".join(map(number, separator.find(colour.rgb)))


class _PressContent(Content):
    """A content stream whose guides have inks of their own."""

    def __init__(self, writer: PressWriter, space: Space, *, is_symbol: bool, scale: float) -> None:
        super().__init__(writer, space, is_symbol=is_symbol, scale=scale)
        self._writer = writer

    def _draw_top(self, shapes: Sequence[scene.Shape]) -> None:
        for name, same in groupby(shapes, key=_find_guide):
            if name in _SPOTS:
                for shape in same:
                    self._draw_guide(shape, name)
            elif name not in _LEFT_OUT:
                super()._draw_top(tuple(same))

    def _draw_guide(self, guide: scene.Shape, name: str) -> None:
        """Draw the lines of a guide over the art: no other ink makes room for them."""
        state, space = self._writer.spot(name)
        self._end_text()
        self._set_overprint(False)
        before = replace(self._state)
        self._use("ExtGState", state)
        self._use("ColorSpace", space)
        self._operators.append(f"/Artifact BMC q /{state} gs /{space} CS 1 SCN [] 0 d 0 J 0 j")
        for shape, transform, _ in walk((guide,)):
            if isinstance(shape, scene.Path) and shape.stroke:
                # The colour is selected already.
                self._state.stroke = scene.Stroke(shape.stroke.colour, _ANY_WIDTH)
                segments = scene.move_segments(transform, shape.segments)
                self._draw_outline(replace(shape, segments=segments, fill=None))
        self._operators.append("Q EMC")
        self._state = before


def _find_guide(shape: scene.Shape) -> str:
    """Return the name of a guide; empty for art."""
    name = shape.name if isinstance(shape, scene.Group) else ""
    return name if name in _SPOTS or name in _LEFT_OUT else ""


_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
"""The date of all files, unless SOURCE_DATE_EPOCH sets another: the same input gives the same bytes."""


def _find_date() -> datetime:
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not re.fullmatch(r"\d{1,10}", seconds):
        return _FIRST
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=int(seconds))


def _list_properties(id: str) -> Mapping[str, str]:
    """Return properties that only PDF/X-4 files have; `id` has 32 hexadecimal digits."""
    date = f"{_find_date():%Y-%m-%dT%H:%M:%S}Z"
    uuid = "-".join((id[:8], id[8:12], id[12:16], id[16:20], id[20:32]))
    return {
        "pdf:Trapped": "False",
        "pdfxid:GTS_PDFXVersion": "PDF/X-4",
        "xmp:CreateDate": date,
        "xmp:MetadataDate": date,
        "xmp:ModifyDate": date,
        "xmpMM:DocumentID": f"uuid:{uuid}",
        "xmpMM:RenditionClass": "default",
        "xmpMM:VersionID": "1",
    }


_TINTS = 255
"""Steps of the ramp of black ink."""


class PressProfile:
    """The ICC profile of a printing condition, read from a file."""

    def __init__(self, path: Path) -> None:
        self._profile = ImageCms.ImageCmsProfile(io.BytesIO(read_profile(path)))
        self._convert = self._make_transform(ImageCms.createProfile("sRGB"))

    def _make_transform(self, source: Any) -> Any:
        transform: Any = ImageCms.buildTransform(
            source, self._profile, "RGB", "CMYK", renderingIntent=ICC_INTENT, flags=ICC_FLAGS
        )
        # Pillow adds the profile to each result, which takes longer than to convert some colours.
        transform.output_profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
        return transform

    def convert(self, colours: Sequence[RGB]) -> list[Inks]:
        """Return the inks that look like each colour: relative colorimetric, black to black."""
        data = bytes(round(one * 255) for colour in colours for one in colour)
        shares = [one / 255 for one in _apply(make_pixels("RGB", (len(colours), 1), data), self._convert)]
        return [Inks(*shares[at : at + 4]) for at in range(0, len(shares), 4)]

    def convert_picture(self, picture: Any, profile: bytes) -> Any:
        """Return an RGB picture as a CMYK picture; `profile` is its ICC profile, if that is not sRGB."""
        # A damaged profile does not prevent printing.
        with suppress(ImageCms.PyCMSError, OSError, ValueError):
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile)) if profile else None
            return ImageCms.applyTransform(picture, self._make_transform(source) if source else self._convert)
        return ImageCms.applyTransform(picture, self._convert)

    def measure_black(self) -> list[float]:
        """Return the lightness (L*) of tints of black ink, from none to solid."""
        tints = b"".join(bytes((0, 0, 0, tint)) for tint in range(_TINTS + 1))
        to_lab = ImageCms.buildTransform(
            self._profile, ImageCms.createProfile("LAB"), "CMYK", "LAB", renderingIntent=ICC_INTENT
        )
        return [one / 2.55 for one in _apply(make_pixels("CMYK", (_TINTS + 1, 1), tints), to_lab)[::3]]


def _apply(pixels: Any, transform: Any) -> bytes:
    applied: Any = ImageCms.applyTransform(pixels, transform)
    samples: bytes = applied.tobytes()
    return samples


open_profile = lru_cache(4)(PressProfile)
"""Opens a profile, which the documents of a run share."""


@lru_cache(8)
def make_separator(press: PressOptions) -> Separator:
    """Return the separator of a press file; it remembers inks of colours, so documents share it."""
    profile = open_profile(press.separation)
    return Separator(profile, limit=press.file.limit, chosen=dict(press.chosen))


@lru_cache(4)
def pack_profile(path: Path) -> bytes:
    """Return a profile as a compressed stream."""
    return zlib.compress(read_profile(path))
