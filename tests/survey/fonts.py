"""Survey of font families: bold and italic text is printed in such a face wherever there is one.

The faces of a family are found without our reader: by the bits and axes of all its files.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTCollection, TTFont

from generator.errors import GeneratorError
from generator.layout.press import LayoutFindings
from generator.layout.shapes.palette import IconSet, Palette
from generator.layout.text.paragraphs import Setting
from generator.layout.text.typesetter import Typesetter
from generator.model.style import Theme, TypeStyle
from generator.read.kits.fonts import find_fonts
from generator.scene.fonts import COMMON, Font, FontLibrary, find_script
from generator.scene.shapes import GlyphRun
from tests.survey.figures import Measured
from tests.survey.sources import Source

FONTS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")
SEMI_BOLD = 600


class Face(NamedTuple):
    """What the tables of one file say, read without the program."""

    path: Path
    family: str
    is_bold: bool
    is_italic: bool
    width: int
    letters: frozenset[int]


def list_files(home: Path) -> list[Path]:
    """The font files of a folder, without packed copies of the same file."""
    paths = [path for path in sorted(home.rglob("*")) if path.suffix in FONTS and path.is_file()]
    return [path for path in paths if path.suffix != ".woff" or not path.with_suffix(".woff2").exists()]


def read_faces(path: Path) -> list[Face]:
    """Return the faces of a file; of a collection, all of them."""
    with path.open("rb") as file:
        is_collection = file.read(4) == b"ttcf"
        file.seek(0)
        opened = TTCollection(file).fonts if is_collection else [TTFont(file, lazy=True)]
        return [_read_face(path, font) for font in opened]


def _read_face(path: Path, font: TTFont) -> Face:
    metrics = font["OS/2"]
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    is_heavy = metrics.usWeightClass >= SEMI_BOLD or metrics.fsSelection & 32
    letters = (
        code
        for code in font.getBestCmap() or {}
        if chr(code).isalpha() and find_script(chr(code)) not in COMMON
    )
    return Face(
        path,
        str(font["name"].getDebugName(16) or font["name"].getDebugName(1)),
        bool(is_heavy or ("wght" in axes and axes["wght"].maxValue >= SEMI_BOLD)),
        bool(metrics.fsSelection & 0x201 or axes.keys() & {"slnt", "ital"}),
        metrics.usWidthClass,
        frozenset(letters),
    )


def is_face_bold(font: Font) -> bool:
    """By the instance of a variable font, or else by the tables of the file."""
    if "wght" in font.location:
        return font.location["wght"] >= SEMI_BOLD
    with TTFont(font.path, lazy=True, fontNumber=0) as file:
        return bool(file["OS/2"].usWeightClass >= SEMI_BOLD or file["OS/2"].fsSelection & 32)


def is_face_italic(font: Font) -> bool:
    if font.location.get("slnt", 0.0) or font.location.get("ital", 0.0):
        return True
    with TTFont(font.path, lazy=True, fontNumber=0) as file:
        return bool(file["OS/2"].fsSelection & 0x201)


def set_marked(library: FontLibrary, family: str, letter: str) -> tuple[list[Font], str]:
    """The fonts of a plain, a bold, and an italic letter in a family, and what was said."""
    findings = LayoutFindings(collects=True)
    setter = Typesetter(
        library,
        colours=Palette(Theme("survey", {"ink": "#000000"})),
        icons=IconSet({}),
        language="en",
        direction="ltr",
        report=findings.add,
        warn=findings.warn,
    )
    fonts = []
    for mark in ("", "**", "*"):
        text = f"{mark}{letter}{mark}"
        block = setter.set_text(Setting(text, TypeStyle(family, 4.0, 4.0)))
        fonts += [shape.font for shape in block.shapes if isinstance(shape, GlyphRun)][:1]
    return fonts, " ".join(map(str, findings.take()))


def survey_families(home: Path, counts: Counter[str]) -> Iterator[str]:
    """Count what became of the families of a folder; yield what is wrong without a word."""
    files = list_files(home)
    library = find_fonts(files)
    faces: defaultdict[tuple[str, int], list[Face]] = defaultdict(list)
    for path in files:
        counts["files"] += 1
        try:
            found = read_faces(path)
        except Exception as error:
            counts["of files that fontTools cannot read"] += 1
            yield f"{home.name}: {path.name}: {error}"
            continue
        for face in found:
            faces[face.family, face.width].append(face)
    for (name, _), members in faces.items():
        plain = [face for face in members if not face.is_italic] or members
        letters = frozenset.intersection(
            *(face.letters for face in plain if face.letters == plain[0].letters)
        )
        paths = {face.path for face in members}
        known = [*library.families, *library.weights]
        names = {one.name for one in known if one.regular.path in paths}
        if not letters or not names:
            yield f"{home.name}: {name}: no family"
            continue
        ours = name if name in names else min(names, key=len)
        letter = "n" if ord("n") in letters else chr(min(letters))
        has_bold = any(face.is_bold and ord(letter) in face.letters for face in members)
        has_italic = any(face.is_italic and ord(letter) in face.letters for face in members)
        try:
            (regular, bold, italic), said = set_marked(library, ours, letter)
        except (GeneratorError, ValueError) as error:
            yield f"{home.name}: {ours}: {error}"
            continue
        checks = (("bold", has_bold, is_face_bold(bold)), ("italic", has_italic, is_face_italic(italic)))
        for style, has_face, is_right in checks:
            if is_right:
                counts[f"{style}: printed"] += 1
            elif style in said:
                counts[f"{style}: missing, and said"] += 1
                if has_face:
                    yield f"{home.name}: {ours}: {style} is there, but was not found"
            elif style == "italic" and "Latn Grek Cyrl".find(find_script(letter)) < 0:
                counts["italic: a script without italics"] += 1
            else:
                counts[f"{style}: silently wrong"] += 1
                yield f"{home.name}: {ours}: {style} is silently {regular.path.name}"


FIGURES = tuple(
    f"{style}: {verdict}"
    for style in ("bold", "italic")
    for verdict in ("printed", "missing, and said", "silently wrong")
)


def measure(folder: Path, source: Source) -> Measured:
    """Set marked letters in all families of each package: a family needs all of its files."""
    del source
    counts: Counter[str] = Counter()
    faults: list[str] = []
    homes = sorted(path for path in folder.iterdir() if path.is_dir())
    for home in homes:
        faults += survey_families(home, counts)
    figures = {"of packages": len(homes), "of files": counts["files"]}
    figures |= {name: counts[name] for name in FIGURES}
    figures["of italics in scripts without them"] = counts["italic: a script without italics"]
    figures["faults: families not found, or not set"] = sum("silently" not in fault for fault in faults)
    return Measured(figures, tuple(faults))
