"""Cut the fonts of this folder from the full fonts, so that anybody can do it again.

    python fonts/cut_fonts.py FULL [OUT]

FULL is a folder that holds one folder for each source family (`noto-sans`, `unbounded`,
`noto-sans-math`, `noto-sans-symbols`, `noto-sans-symbols-2`, `noto-sans-arabic`,
`noto-kufi-arabic`, `noto-sans-jp`, `noto-emoji`; for the fonts of the tests also `noto-naskh-arabic`,
`noto-sans-hebrew`, `noto-sans-devanagari`, `noto-sans-thai`), each with static TrueType files
named `*_400Regular.ttf`, `*_700Bold_Italic.ttf` and so on in any folder below it, and the
licence in `LICENSE_FONT`: this is how the npm packages `@expo-google-fonts/*` come.
OUT is the folder to write into, by default this one. With `--tests`, the very small fonts of
`tests/fonts` are cut instead.

    python fonts/cut_fonts.py --unpack FONTSOURCE [OUT]

The other families, those of games and styles, come from the npm packages `@fontsource/*` of version 5.3,
whose files are cut already: one for each script. FONTSOURCE holds one folder for each of them, as it
is packed (`barlow/package/files/barlow-latin-700-normal.woff2`). The files become TrueType, which need not be
unpacked to be listed. The letters of European languages that are in another file (`barlow-latin-ext-...`) are
merged into them, so that no word is in two fonts. Families with a reserved name get another one, and Fredoka,
which has no such letters, gets its kerning repaired. The time in the table `head` may differ from that of the
files here. `OFL.txt` is written by hand: the licence of the package names each of its files.

What is cut away: hinting (print does not use it), glyph names, and all characters outside the
ranges below. What stays: every layout feature, so that shaping is that of the full font.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.merge import Merger, Options
from fontTools.ttLib import TTFont

LETTERS = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x00FF),  # Latin-1
    (0x0100, 0x024F),  # Latin Extended-A and -B
    (0x02B0, 0x02FF),  # modifier letters: the apostrophes of many orthographies
    (0x0300, 0x036F),  # combining marks
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x052F),  # Cyrillic and its supplement
    (0x1E00, 0x1EFF),  # Latin Extended Additional: Vietnamese
    (0x1F00, 0x1FFF),  # Greek Extended
    (0x2000, 0x206F),  # general punctuation
    (0x2070, 0x209F),  # superscripts and subscripts
    (0x20A0, 0x20CF),  # currency
    (0x2100, 0x218F),  # letterlike symbols, number forms
    (0x2190, 0x22FF),  # arrows, mathematical operators
    (0x2460, 0x24FF),  # digits and letters in circles
    (0x2500, 0x27BF),  # shapes, miscellaneous symbols, dingbats
    (0x27F5, 0x27FF),  # long arrows
    (0xA640, 0xA69F),  # Cyrillic Extended-B
    (0xFB00, 0xFB06),  # Latin ligatures
    (0xFFFD, 0xFFFD),  # replacement character
)
MATHS = (
    (0x2190, 0x22FF),  # arrows, mathematical operators
    (0x2308, 0x230B),  # ceiling and floor
    (0x25A0, 0x25FF),  # geometric shapes
    (0x27F5, 0x27FF),  # long arrows
)
SIGNS = (
    (0x2160, 0x2188),  # Roman numerals
    (0x2460, 0x24FF),  # digits and letters in circles
    (0x2600, 0x26FF),  # miscellaneous symbols
    (0x2776, 0x2793),  # digits in black circles
)
SYMBOLS = (
    (0x21E6, 0x21F3),  # outlined arrows
    (0x231A, 0x231B),  # watch, hourglass
    (0x23E9, 0x23FA),  # signs of players: pause, play
    (0x2600, 0x2604),  # weather
    (0x2605, 0x2606),  # stars
    (0x260E, 0x2612),  # telephone, ballot boxes
    (0x2620, 0x2623),  # skull, radioactive, biohazard
    (0x2654, 0x265F),  # chess pieces
    (0x2660, 0x2667),  # suits of cards
    (0x267F, 0x2685),  # wheelchair, die faces
    (0x26A0, 0x26A1),  # warning, high voltage
    (0x2701, 0x27BF),  # dingbats
)
EMOJI = (
    (0x0023, 0x0023),  # the letters of keycaps
    (0x002A, 0x002A),
    (0x0030, 0x0039),
    (0x200D, 0x200D),  # zero-width joiner
    (0x20E3, 0x20E3),  # keycap
    (0x2190, 0x2BFF),  # signs that were there before emoji
    (0xFE0F, 0xFE0F),  # variation selector
    (0x1F000, 0x1FAFF),  # emoji, with skin tones
    (0xE0020, 0xE007F),  # tags of flags
)

EUROPEAN = (
    (0x0100, 0x017F),  # Latin Extended-A
    (0x018F, 0x018F),  # the schwa of Azerbaijani
    (0x0192, 0x0192),
    (0x0218, 0x021B),  # Romanian
    (0x0237, 0x0237),
    (0x0259, 0x0259),
    (0x1E80, 0x1E85),  # Welsh
    (0x1E9E, 0x1E9E),  # the capital of sharp s
    (0x1EF2, 0x1EF3),
)
ARABIC = (
    # Spaces and punctuation, so that a word keeps its font; digits are those of the other type.
    (0x0020, 0x002F),
    (0x003A, 0x003F),
    (0x005B, 0x005D),
    (0x00A0, 0x00A0),
    (0x00AB, 0x00AB),
    (0x00BB, 0x00BB),
    (0x2010, 0x2026),
    (0x2039, 0x203A),
    (0x0600, 0x06FF),  # Arabic, with Persian, Urdu and the other neighbours
    (0x0750, 0x077F),  # Arabic Supplement
    (0x08A0, 0x08FF),  # Arabic Extended-A
    (0xFD3E, 0xFD3F),  # ornate brackets
    (0xFDF2, 0xFDFD),  # ligatures that are characters
)
JAPANESE = (
    (0x0020, 0x0020),
    (0x3000, 0x303F),  # punctuation
    (0x3041, 0x30FF),  # kana
    (0x3220, 0x32FF),  # letters and months in circles
    (0xFE10, 0xFE1F),  # upright punctuation
    (0xFF01, 0xFFEE),  # full-width and half-width forms
)


@dataclass(frozen=True)
class Cut:
    """One folder to write: which file of the source each face is cut from."""

    folder: str
    source: str
    faces: tuple[tuple[str, str], ...]
    """(the new file's name, how the source file's name ends)."""
    characters: frozenset[int]


def _expand(ranges: Iterable[tuple[int, int]]) -> frozenset[int]:
    return frozenset(code for first, last in ranges for code in range(first, last + 1))


def _jis_x_0208() -> frozenset[int]:
    """The 6,355 kanji and the signs that every Japanese font has, levels 1 and 2.

    Letters and digits that Latin, Greek and Cyrillic type has are left to that type.
    """
    rows = range(0x21, 0x75)
    cells = range(0x21, 0x7F)
    text = "".join(
        bytes((row + 0x80, cell + 0x80)).decode("euc_jp", "ignore") for row in rows for cell in cells
    )
    return frozenset(code for code in map(ord, text) if code >= 0x2E80)


CUTS = (
    Cut(
        "noto-sans",
        "noto-sans",
        (
            ("NotoSans-Regular.ttf", "_400Regular"),
            ("NotoSans-Bold.ttf", "_700Bold"),
            ("NotoSans-Italic.ttf", "_400Regular_Italic"),
            ("NotoSans-BoldItalic.ttf", "_700Bold_Italic"),
        ),
        _expand(LETTERS),
    ),
    Cut(
        "unbounded",
        "unbounded",
        (("Unbounded-SemiBold.ttf", "_600SemiBold"), ("Unbounded-ExtraBold.ttf", "_800ExtraBold")),
        _expand(LETTERS),
    ),
    Cut(
        "noto-sans-math",
        "noto-sans-math",
        (("NotoSansMath-Regular.ttf", "_400Regular"),),
        _expand(MATHS),
    ),
    Cut(
        "noto-sans-symbols",
        "noto-sans-symbols",
        (("NotoSansSymbols-Regular.ttf", "_400Regular"), ("NotoSansSymbols-Bold.ttf", "_700Bold")),
        _expand(SIGNS),
    ),
    Cut(
        "noto-sans-symbols-2",
        "noto-sans-symbols-2",
        (("NotoSansSymbols2-Regular.ttf", "_400Regular"),),
        _expand(SYMBOLS),
    ),
    Cut(
        "noto-sans-arabic",
        "noto-sans-arabic",
        (("NotoSansArabic-Regular.ttf", "_400Regular"), ("NotoSansArabic-Bold.ttf", "_700Bold")),
        _expand(ARABIC),
    ),
    Cut(
        "noto-kufi-arabic",
        "noto-kufi-arabic",
        (("NotoKufiArabic-SemiBold.ttf", "_600SemiBold"), ("NotoKufiArabic-ExtraBold.ttf", "_800ExtraBold")),
        _expand(ARABIC),
    ),
    Cut(
        "noto-sans-jp",
        "noto-sans-jp",
        (("NotoSansJP-Regular.ttf", "_400Regular"), ("NotoSansJP-Bold.ttf", "_700Bold")),
        _expand(JAPANESE) | _jis_x_0208(),
    ),
    Cut("noto-emoji", "noto-emoji", (("NotoEmoji-Regular.ttf", "_400Regular"),), _expand(EMOJI)),
)

WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "ExtraBold": 800, "Black": 900}


@dataclass(frozen=True)
class Unpacked:
    """One folder to write from files that are cut already."""

    family: str
    """Name in the names of the new files, which end with one of `faces`."""
    source: str
    """Folder of the package."""
    faces: tuple[str, ...]
    script: str = "latin"
    old_name: str = ""
    """The reserved name, in place of which the family has its own."""

    @property
    def folder(self) -> str:
        return self.source.replace("ibm-plex", "petri") if self.old_name else self.source

    def name_source(self, face: str) -> str:
        """Return the name of the file of a face in the package."""
        weight = WEIGHTS[face.removesuffix("Italic") or "Regular"]
        slope = "italic" if face.endswith("Italic") else "normal"
        return f"{self.source}-{self.script}-{weight}-{slope}.woff2"


_TOO_CLOSE = -150
"""Distance of Fredoka's V from everything before it, in thousandths of an em."""
_TEXT = ("Regular", "Italic", "Bold")
UNPACKED = (
    Unpacked("AlegreyaSans", "alegreya-sans", _TEXT),
    Unpacked("BalooBhaijaan2", "baloo-bhaijaan-2", ("Bold",), "arabic"),
    Unpacked("Bangers", "bangers", ("Regular",)),
    Unpacked("Barlow", "barlow", _TEXT),
    Unpacked("BarlowCondensed", "barlow-condensed", ("SemiBold", "Bold")),
    Unpacked("ChakraPetch", "chakra-petch", ("Bold",)),
    Unpacked("Cinzel", "cinzel", ("Bold",)),
    Unpacked("CourierPrime", "courier-prime", _TEXT),
    Unpacked("EbGaramond", "eb-garamond", _TEXT),
    Unpacked("Fraunces", "fraunces", ("SemiBold",)),
    Unpacked("Fredoka", "fredoka", ("SemiBold", "Bold")),
    Unpacked("Grandstander", "grandstander", ("Medium", "MediumItalic", "Bold", "BoldItalic", "Black")),
    Unpacked("Jost", "jost", ("Regular", "Medium", "Bold")),
    Unpacked("LeagueGothic", "league-gothic", ("Regular",)),
    Unpacked("LibreCaslonText", "libre-caslon-text", _TEXT),
    Unpacked("Nunito", "nunito", ("Regular", "Italic", "SemiBold", "Bold", "ExtraBold")),
    Unpacked("PetriSans", "ibm-plex-sans", ("Regular", "Italic", "SemiBold"), old_name="IBM Plex Sans"),
    Unpacked("PetriSansArabic", "ibm-plex-sans-arabic", ("Regular", "SemiBold"), "arabic", "IBM Plex Sans"),
    Unpacked("SpaceGrotesk", "space-grotesk", ("Medium", "Bold")),
)

TEST_CUTS = (
    Cut(
        "noto-naskh-arabic",
        "noto-naskh-arabic",
        (("NotoNaskhArabic-Regular.ttf", "_400Regular"), ("NotoNaskhArabic-Bold.ttf", "_700Bold")),
        frozenset(map(ord, " .,!()«»0123456789٠١٢٣٤٥٦٧٨٩،؛؟ـًٌٍَُِّْءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيٱپچژکگی")),
    ),
    Cut(
        "noto-sans-hebrew",
        "noto-sans-hebrew",
        (("NotoSansHebrew-Regular.ttf", "_400Regular"),),
        _expand(((0x0020, 0x0040), (0x0591, 0x05F4))),
    ),
    Cut(
        "noto-sans-devanagari",
        "noto-sans-devanagari",
        (("NotoSansDevanagari-Regular.ttf", "_400Regular"),),
        frozenset(map(ord, " .,।०१२३४५६७८९अआइईउएओंँःकखगघचछजझटडणतदधनपफबभमयरलवशषसहािीुूृेैोौ़्क्ष")),
    ),
    Cut(
        "noto-sans-thai",
        "noto-sans-thai",
        (("NotoSansThai-Regular.ttf", "_400Regular"),),
        _expand(((0x0020, 0x0020), (0x0E01, 0x0E5B))),
    ),
    Cut(
        "noto-sans-jp",
        "noto-sans-jp",
        (("NotoSansJP-Regular.ttf", "_400Regular"),),
        frozenset(map(ord, " 、。「」『』（）！？を倒感染広前治療薬作日本語文章東京都"))
        | _expand(((0x3041, 0x3096), (0x30A1, 0x30FC))),
    ),
)


def cut(cut: Cut, full: Path, out: Path) -> None:
    """Write the faces of one family, and its licence as OFL.txt."""
    source = full / cut.source
    folder = out / cut.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, ending in cut.faces:
        (path,) = source.rglob(f"*{ending}.ttf")
        _cut_file(path, folder / name, cut.characters)
        print(f"{folder / name}: {(folder / name).stat().st_size / 1000:.0f} kB")
    licence = (source / "LICENSE_FONT").read_text(encoding="utf-8").replace("\r\n", "\n")
    (folder / "OFL.txt").write_text(licence, encoding="utf-8", newline="\n")


def _cut_file(path: Path, out: Path, characters: frozenset[int]) -> None:
    options = subset.Options(
        layout_features=["*"],
        hinting=False,
        glyph_names=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17],
        drop_tables=["MATH", "STAT", "vhea", "vmtx", "BASE", "FFTM", "GlyphOrder"],
        recalc_timestamp=False,
    )
    font = TTFont(path, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    font.save(out)


def unpack(one: Unpacked, full: Path, out: Path) -> None:
    """Write the faces of one family as TrueType files."""
    folder = out / one.folder
    folder.mkdir(parents=True, exist_ok=True)
    for face in one.faces:
        (path,) = (full / one.source).rglob(one.name_source(face))
        font = _open_unpacked(path)
        extended = path.with_name(path.name.replace("-latin-", "-latin-ext-"))
        if one.family != "Fredoka" and extended != path:
            font = _extend(font, extended)
        if one.old_name:
            _rename(font["name"], one.old_name, "Petri Sans")
        if one.family == "Fredoka":
            repair_kerning(font)
        target = folder / f"{one.family}-{face}.ttf"
        font.save(target)
        print(f"{target}: {target.stat().st_size / 1000:.0f} kB")


def _open_unpacked(path: Path) -> Any:
    font = TTFont(path, recalcTimestamp=False)
    font.flavor = None
    return font


def _extend(font: Any, path: Path) -> Any:
    """Return a font with the letters of European languages of another file, with their kerning."""
    more = _open_unpacked(path)
    cutter = subset.Subsetter(
        subset.Options(layout_features=["kern", "mark", "ccmp", "locl"], recalc_timestamp=False)
    )
    cutter.populate(unicodes=_expand(EUROPEAN))
    cutter.subset(more)
    parts = []
    for part in (font, more):
        parts.append(BytesIO())
        part.save(parts[-1])
        parts[-1].seek(0)
    merged = Merger(options=Options(drop_tables=["STAT", "DSIG"])).merge(parts)
    merged.recalcTimestamp = False
    merged["head"].modified = font["head"].modified
    return merged


def repair_kerning(font: Any) -> None:
    """Remove Fredoka's pairs of V with every letter before it, which make N of IV; A keeps its own."""
    tables = [table for lookup in font["GPOS"].table.LookupList.Lookup for table in lookup.SubTable]
    for table in tables:
        listed = (table.Coverage.glyphs, table.PairSet) if hasattr(table, "PairSet") else ((), ())
        for first, pairs in zip(*listed, strict=True):
            if first == "AE" or first[0] != "A":
                kept = [
                    pair
                    for pair in pairs.PairValueRecord
                    if pair.SecondGlyph != "V" or pair.Value1.XAdvance != _TOO_CLOSE
                ]
                pairs.PairValueRecord, pairs.PairValueCount = kept, len(kept)


def _rename(table: Any, old: str, new: str) -> None:
    """Give a font another family name, with a mark of its own in place of that of its makers."""
    table.removeNames(nameID=16)
    table.removeNames(nameID=17)
    for record in table.names:
        if record.nameID in (1, 4, 6):
            text = str(record).replace(old, new).replace(old.replace(" ", ""), new.replace(" ", ""))
            record.string = text
    for record in table.names:
        if record.nameID == 3:
            record.string = f"1.000;PETRI;{table.getDebugName(6)}"


def main() -> None:
    """Read the command line and cut."""
    words = argparse.ArgumentParser(description="Cut the fonts of Petri Press.")
    words.add_argument("full", type=Path, help="folder of the full families")
    words.add_argument("out", type=Path, nargs="?", default=Path(__file__).parent)
    words.add_argument("--tests", action="store_true", help="cut the fonts of tests/fonts")
    words.add_argument("--unpack", action="store_true", help="unpack the fonts of Fontsource")
    given = words.parse_args()
    if given.unpack:
        for family in UNPACKED:
            unpack(family, given.full, given.out)
        return
    for one in TEST_CUTS if given.tests else CUTS:
        cut(one, given.full, given.out)


if __name__ == "__main__":
    main()
