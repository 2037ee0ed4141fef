"""Survey of a conformance suite: which of its SVG files are printed as its reference pictures show them.

`python -m tests.survey.svg_suite FOLDER` reads FOLDER, the `crates/resvg/tests` of linebender/resvg:
`tests/**/*.svg`, each beside a PNG, and `fonts/`, which count as the fonts of the game. Nothing of it is part
of this repository.
"""

import io
import json
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from generator.errors import GeneratorError
from generator.layout.shapes.icons import make_symbol
from generator.model.style import Drawing, Photograph
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_game_fonts
from generator.read.pictures.svg import read_drawing
from generator.scene.pictures import PictureView
from generator.scene.shapes import Document, Page, Use, scaling
from tests.parity import draw_pdf

WIDTH = 300
FINE = 8
"""Pages are drawn so many times as wide as they are compared: hairlines are one pixel wide otherwise."""
TOLERANCE = 64
"""Of 255: what a pixel may differ by from the nearest of its neighbours."""
ALLOWED, ALLOWED_IN_TEXT = 0.003, 0.01
"""Shares of the pixels that may differ."""
LEAST_INK = 0.97

ACCEPTED: Mapping[str, tuple[str, ...]] = {
    "the reference is drawn by an error of its renderer": (
        "paint-servers/radialGradient/focal-point-correction",
    ),
    "pdfium draws edges in gradients half a pixel away": (
        "paint-servers/stop/missing-offset-4",
        "paint-servers/stop/stop-with-smaller-offset",
        "paint-servers/stop/stops-with-equal-offset-1",
        "paint-servers/stop/stops-with-equal-offset-2",
    ),
    "SVG 2 and CSS Color 4 allow what the reference takes for wrong": (
        "painting/fill/icc-color",
        "painting/fill/rgba-0-127-0-50percent",
        "painting/fill/valid-FuncIRI-with-a-fallback-ICC-color",
        "structure/style/non-presentational-attribute",
        "structure/style-attribute/non-presentational-attribute",
        "structure/symbol/with-transform",
    ),
    "the reference does not know these units, and is empty": (
        "shapes/rect/ch-values",
        "shapes/rect/q-values",
        "shapes/rect/rem-values",
    ),
    "a marker where a line turns back to its start has two directions": (
        "painting/marker/orient=auto-on-M-L-L-Z-Z-Z",
        "painting/marker/orient=auto-on-M-L-Z",
    ),
    "dashes without a gap or a length: the corner that closes the line": (
        "painting/stroke-dasharray/0-n-with-square-caps",
        "painting/stroke-dasharray/n-0",
    ),
    "PDF files do not smooth pictures of few pixels": (
        "structure/image/preserveAspectRatio=none",
        "structure/image/preserveAspectRatio=xMaxYMax-slice",
        "structure/image/preserveAspectRatio=xMidYMid-slice",
        "structure/image/preserveAspectRatio=xMinYMin-slice",
    ),
    "the size of the reference is that of its window": (
        "structure/svg/negative-size",
        "structure/svg/no-size",
        "structure/svg/not-UTF-8-encoding",
        "structure/svg/zero-size",
    ),
    "lengths of fonts without a parent are 12 pixels there, and 16 in browsers": (
        "text/font-size/em-on-the-root-element",
        "text/font-size/ex-on-the-root-element",
        "text/font-size/percent-value-without-a-parent",
    ),
}
"""Files that are not drawn as their reference shows them, by the reason why that is right, or must do."""


def draw(picture: Drawing | Photograph, width: int) -> Image.Image:
    """Draw shapes on a white page of their own size, as the PDF back end writes it; pixels as they are."""
    if isinstance(picture, Photograph):
        plan = picture.file.plan(PictureView(), width, width * picture.height / picture.width)
        return lay_on_white(picture.file.embed(plan).data)
    scale = 100 / picture.width
    shape = Use(make_symbol("picture", picture, None, {}), scaling(scale))
    page = Page(100.0, picture.height * scale, (shape,))
    return draw_pdf(Document((page,), "x", "en"), 0, width * 0.254, FINE)


def lay_on_white(data: bytes) -> Image.Image:
    """Return a raster file without transparency."""
    with Image.open(io.BytesIO(data)) as opened:
        ground = Image.new("RGBA", opened.size, "white")
        return Image.alpha_composite(ground, opened.convert("RGBA")).convert("RGB")


def measure(ours: Image.Image, theirs: Image.Image) -> float:
    """Return the share of the pixels that no neighbour in the other picture is near, in either direction."""
    if abs(ours.height - theirs.height) > 1:
        return 1.0
    size = (min(ours.width, theirs.width), min(ours.height, theirs.height))
    ours, theirs = ours.crop((0, 0, *size)), theirs.crop((0, 0, *size))
    far = ImageChops.lighter(_find_far(ours, theirs), _find_far(theirs, ours))
    return sum(far.histogram()[1:]) / (size[0] * size[1])


def _find_far(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask of the pixels of one picture that differ from all neighbours in the other."""
    far = Image.new("L", one.size, 0)
    for first, second in zip(one.split(), other.split(), strict=True):
        low = ImageChops.subtract(second.filter(ImageFilter.MinFilter(3)), first)
        high = ImageChops.subtract(first, second.filter(ImageFilter.MaxFilter(3)))
        far = ImageChops.lighter(far, ImageChops.lighter(low, high))
    return far.point([0] * (TOLERANCE + 1) + [255] * (255 - TOLERANCE))


def _count_ink(picture: Image.Image) -> int:
    return sum(picture.convert("L").histogram()[:224])


def judge(path: Path, folder: Path) -> tuple[str, str]:
    """Return what became of a file: same, refused, said, or silent; and why."""
    try:
        picture = read_drawing(path, fonts=read_game_fonts(folder, shelf=find_shelf()))
        said = "; ".join(problem.message for problem in picture.warnings)
        reason = picture.file.reason if isinstance(picture, Photograph) else ""
        ours = draw(picture, WIDTH)
    except GeneratorError as error:
        return "refused", str(error)
    theirs = lay_on_white(path.with_suffix(".png").read_bytes())
    found, is_text = measure(ours, theirs), "/text/" in path.as_posix()
    is_same = found <= (ALLOWED_IN_TEXT if is_text else ALLOWED)
    if is_text:
        is_same = is_same and _count_ink(ours) >= LEAST_INK * _count_ink(theirs)
    return "same" if is_same else "said" if said else "silent", f"{found:.4f} {reason} {said}"


def main(folder: str, *shown: str) -> int:
    """Print what is not the same, and the figures; 1 if a file differs in silence that is not accepted."""
    accepted = {name for names in ACCEPTED.values() for name in names}
    tests = Path(folder) / "tests"
    files = [
        path for path in sorted(tests.rglob("*.svg")) if not shown or any(one in str(path) for one in shown)
    ]
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(2) as pool:
        for path, (verdict, why) in zip(
            files, pool.map(partial(judge, folder=Path(folder)), files, chunksize=8), strict=True
        ):
            name = path.relative_to(tests).as_posix()
            if verdict == "silent" and name.removesuffix(".svg") in accepted:
                verdict = "accepted"
            counts[verdict] += 1
            counts[f"{verdict} {'text' if name.startswith('text/') else 'others'}"] += 1
            if verdict != "same" or shown:
                print(verdict, name, why, sep="\t", flush=True)
    print(json.dumps(counts, indent=1))
    return counts["silent"] > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
