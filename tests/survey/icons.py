"""Survey of SVG art: which files of free icon and picture sets are read, and look as resvg draws them."""

import re
from collections import Counter
from functools import partial
from pathlib import Path

import resvg_py
from PIL import Image

from generator.errors import GeneratorError
from generator.layout.shapes.palette import IconSet
from generator.model.style import Drawing, Photograph
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_fonts
from generator.read.pictures.pictures import read_icon
from generator.read.pictures.svg import read_drawing
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Colour
from tests.survey.drawings import draw_page, find_share, lay_on_white
from tests.survey.figures import Measured
from tests.survey.sources import Source, choose, write_collections

WIDTH = 200
ALLOWED = 0.01
"""Share of the pixels that may differ: above it, pictures of other renderers differ to the eye."""
FAMILIES = ("serif_family", "sans_serif_family", "monospace_family", "cursive_family", "fantasy_family")
"""resvg draws no text in an unknown family unless all of these are given."""
_ROOT = re.compile(r"(<(?:\w+:)?svg)\b[^>]*>")
_SIDES = re.compile(r"""\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')""")
_FINE = 100
TEXT = re.compile(r"<(\w+:)?text\b")


def draw_reference(path: Path, picture: Drawing | Photograph, width: int) -> Image.Image:
    """Return a file as resvg draws it, with the shared fonts, and with the proportions of a picture."""
    text = path.read_text("utf-8", errors="replace")
    if "http://www.w3.org/2000/svg" not in text:
        text = text.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    if "xlink:" in text and "xmlns:xlink" not in text:
        text = text.replace("<svg", '<svg xmlns:xlink="http://www.w3.org/1999/xlink"', 1)
    drawn = resvg_py.svg_to_bytes(
        svg_string=_ROOT.sub(partial(_enlarge, picture), re.sub(r"<!DOCTYPE[^\[>]*>", "", text), count=1),
        width=width,
        dpi=96,
        skip_system_fonts=True,
        font_dirs=[str(find_shelf().fonts)],
        **dict.fromkeys(FAMILIES, "Noto Sans"),
    )
    return lay_on_white(bytes(drawn))


def _enlarge(picture: Drawing | Photograph, root: re.Match[str]) -> str:
    """Return the first tag of a file with a size of many pixels: resvg rounds it to whole ones."""
    tag = root[0]
    if "viewBox" not in tag:
        return tag
    sides = f'width="{picture.width * _FINE}" height="{picture.height * _FINE}"'
    return f"{root[1]} {sides}{_SIDES.sub('', tag.removeprefix(root[1]))}"


def judge_art(path: Path, fonts: FontLibrary) -> tuple[str, str]:
    """Return what became of a file: same, refused, said, silent, or without a reference; and why."""
    try:
        picture = read_drawing(path, fonts=fonts)
        icon = read_icon(path, fonts=fonts)
        if isinstance(icon.picture, Drawing):
            IconSet({path.stem: icon}).symbol(path.stem, Colour(1.0, 0.0, 0.0))
        ours = draw_page(picture, WIDTH)
    except GeneratorError as error:
        return "refused", str(error).split("\n")[0].replace(f"{path}:", "")
    try:
        theirs = draw_reference(path, picture, ours.width)
    except ValueError as error:
        return "without a reference", str(error)
    found = find_share(ours, theirs)
    said = "; ".join(problem.message for problem in picture.warnings)
    kind = "pixels" if isinstance(picture, Photograph) else "shapes"
    return "same" if found <= ALLOWED else "said" if said else "silent", f"{found:.4f} {kind} {said}".strip()


def measure(folder: Path, source: Source) -> Measured:
    """Count what became of the files of all sets, those with text apart."""
    counts: Counter[str] = Counter()
    faults, fonts = [], read_fonts(find_shelf().fonts)
    for home in sorted(path for path in folder.iterdir() if path.is_dir()):
        write_collections(home)
        files = [path for path in home.rglob("*.svg") if path.is_file() and not path.is_symlink()]
        for path in choose(files, source):
            is_text = TEXT.search(path.read_text("utf-8", errors="replace")) is not None
            kind = "with text" if is_text else "without text"
            verdict, why = judge_art(path, fonts)
            counts[f"of files {kind}"] += 1
            counts[f"{verdict}, {kind}"] += 1
            if verdict != "same":
                faults.append(f"{path.relative_to(folder)}: {verdict}, {kind}: {why}")
    verdicts = ("same", "refused", "said", "silent", "without a reference")
    kinds = ("without text", "with text")
    figures = {f"of files {kind}": counts[f"of files {kind}"] for kind in kinds}
    figures |= {f"{one}, {kind}": counts[f"{one}, {kind}"] for kind in kinds for one in verdicts}
    return Measured(figures, tuple(faults))
