"""Survey of a conformance suite: which of its SVG files are printed as its reference pictures show them.

The suite is the `crates/resvg/tests` of linebender/resvg: `tests/**/*.svg`, each beside a PNG, and `fonts/`,
which are the only fonts. Nothing of it is part of this repository.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from generator.errors import GeneratorError
from generator.model.style import Photograph
from generator.read.kits.fonts import find_fonts
from generator.read.pictures.svg import read_drawing
from generator.scene.fonts import FontLibrary
from tests.survey.drawings import draw_page, find_share, lay_on_white
from tests.survey.figures import Measured
from tests.survey.sources import Source, choose

WIDTH = 300
ALLOWED, ALLOWED_IN_TEXT = 0.003, 0.01
"""Shares of the pixels that may differ."""
LEAST_INK = 0.97

ACCEPTED: Mapping[str, tuple[str, ...]] = {
    "pdfium draws gradients in 256 steps, so that sharp edges move by one; poppler draws the reference": (
        "paint-servers/stop/missing-offset-4",
        "paint-servers/stop/stop-with-smaller-offset",
        "paint-servers/stop/stops-with-equal-offset-1",
        "paint-servers/stop/stops-with-equal-offset-2",
    ),
    "SVG 2, CSS Color 4, and CSS Fonts 4 allow what the reference takes for wrong": (
        "painting/fill/rgba-0-127-0-50percent",
        "structure/style/non-presentational-attribute",
        "structure/style-attribute/non-presentational-attribute",
        "structure/symbol/with-transform",
        "text/font-weight/650",
    ),
    "the reference does not know these units, and is empty; Chromium draws what we do": (
        "shapes/rect/ch-values",
        "shapes/rect/q-values",
        "shapes/rect/rem-values",
    ),
    "a line that turns straight back has two directions there: resvg, Chromium, and we choose differently": (
        "painting/marker/orient=auto-on-M-L-L-Z-Z-Z",
        "painting/marker/orient=auto-on-M-L-Z",
    ),
    "dashes without gaps are one line: PDF viewers show seams between them": (
        "painting/stroke-dasharray/n-0",
    ),
    "the reference is set in a font that is not in the suite": ("structure/svg/not-UTF-8-encoding",),
    "of two spaces where a text on a path ends, Chromium and we keep the first, the reference the second": (
        "text/textPath/complex",
        "text/textPath/mixed-children-2",
    ),
    "lengths of fonts without a parent are 12 pixels there, and 16 in browsers": (
        "text/font-size/em-on-the-root-element",
        "text/font-size/ex-on-the-root-element",
        "text/font-size/percent-value-without-a-parent",
    ),
}
"""Files that are not drawn as their reference shows them, by the reason why that is right, or must do."""


def judge(path: Path, fonts: FontLibrary) -> tuple[str, str]:
    """Return what became of a file: same, refused, said, or silent; and why."""
    try:
        picture = read_drawing(path, fonts=fonts)
        said = "; ".join(problem.message for problem in picture.warnings)
        reason = picture.file.reason if isinstance(picture, Photograph) else ""
        ours = draw_page(picture, WIDTH)
    except GeneratorError as error:
        return "refused", str(error).split("\n")[0].replace(f"{path}:", "")
    theirs = lay_on_white(path.with_suffix(".png").read_bytes())
    if theirs.width != WIDTH:
        theirs = theirs.resize((WIDTH, round(WIDTH * theirs.height / theirs.width)))
    found, is_text = find_share(ours, theirs), "/text/" in path.as_posix()
    is_same = found <= (ALLOWED_IN_TEXT if is_text else ALLOWED)
    if is_text:
        is_same = is_same and _count_ink(ours) >= LEAST_INK * _count_ink(theirs)
    return "same" if is_same else "said" if said else "silent", f"{found:.4f} {reason} {said}"


def _count_ink(picture: Image.Image) -> int:
    return sum(picture.convert("L").histogram()[:224])


def measure(folder: Path, source: Source) -> Measured:
    """Count what became of the files of a suite; a fault differs in silence, and is not accepted."""
    accepted = {name for names in ACCEPTED.values() for name in names}
    (tests,) = {
        path for path in (folder / "tests", *folder.rglob("crates/resvg/tests/tests")) if path.is_dir()
    }
    fonts = find_fonts(sorted((tests.parent / "fonts").glob("*.*")))
    files = choose(list(tests.rglob("*.svg")), source)
    counts: Counter[str] = Counter()
    faults = []
    for path in files:
        verdict, why = judge(path, fonts)
        name = path.relative_to(tests).as_posix().removesuffix(".svg")
        if verdict == "silent":
            verdict += " text" if name.startswith("text/") else " shapes"
            if name not in accepted:
                faults.append(f"{name}: {verdict}: {why}")
                counts["silent, open"] += 1
        counts[verdict] += 1
    names = ("same", "refused", "said", "silent shapes", "silent text", "silent, open")
    figures = {"of files": len(files)} | {name: counts[name] for name in names}
    return Measured(figures, tuple(faults))
