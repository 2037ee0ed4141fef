"""Fields that people fill in on the screen: an AcroForm without scripts, which draws every state.

Checks with the same name are the kids of one field, so that viewers keep at most one of them (PDF 1.7,
section 12.7). What people type is in a font that is embedded with all characters of the Windows code page
1252; viewers take other characters from fonts of their own.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFString

from generator.backends.pdf.container import POINTS, Container, to_points
from generator.backends.pdf.font_files import TrueTypeFile
from generator.backends.pdf.tags import Structure, write_string
from generator.backends.spelling import number
from generator.scene.fonts import Font
from generator.scene.shapes import Colour, FormField, Page, Shape

_PRINTED = 4
"""Flag of an annotation that is printed."""
_NOT_SPELLED, _NOT_SCROLLED = 1 << 22, 1 << 23
"""Flags of texts without spell check, and of those that end where their box ends."""
_NONSYMBOLIC, _ITALIC = 32, 64
"""Flags of a font with a standard encoding, and of one whose letters are slanted."""
_FIRST, _LAST = 32, 255
"""Codes of the characters in fonts."""
_STANDARD = "Helvetica-Bold"
"""A font that viewers have, in place of one with CFF outlines."""
_OFF = "Off"
_LINE = 0.25
"""Width of the line around a text, in mm."""


class FormWriter:
    """Writes the fields of all pages of a document."""

    def __init__(
        self,
        container: Container,
        structure: Structure,
        draw: Callable[[str, Sequence[Shape], float, float], None],
    ) -> None:
        """`draw` defines the object of a name: shapes in a box of a width and a height in mm."""
        self._container = container
        self._structure = structure
        self._draw = draw
        self._fields: list[str] = []
        self._fonts: dict[Font, str] = {}
        self._looks: dict[tuple[tuple[Shape, ...], float, float], str] = {}

    def add(self, page: Page, link: str) -> Sequence[str]:
        """Add the fields of a page, and return links to their boxes."""
        widgets = []
        counts = Counter(field.name for field in page.fields)
        groups: dict[str, list[tuple[FormField, str]]] = {}
        parents = {name: self._container.reserve_link() for name in counts if counts[name] > 1}
        for field in page.fields:
            widget = self._container.reserve_link()
            parent = parents.get(field.name, "")
            above = f"/Parent {parent}" if parent else "".join(self._list_entries(field))
            self._container.fill_link(widget, above + "".join(self._list_widget(field, page, link, widget)))
            groups.setdefault(field.name, []).append((field, widget))
            widgets.append(widget)
        for name, several in groups.items():
            if parent := parents.get(name, ""):
                checked = next((field for field, _ in several if field.value), several[0][0])
                kids = f"/Kids[{' '.join(widget for _, widget in several)}]"
                self._container.fill_link(parent, "".join(self._list_entries(checked)) + kids)
            self._fields.append(parent or several[0][1])
        return widgets

    def finish(self) -> None:
        """Write what all fields have in common."""
        fonts = {name: self._container.find(name) for name in self._fonts.values()}
        self._container.set_form(
            {
                "Fields": PDFArray([self._container.find_link(link) for link in self._fields]),
                "DR": PDFDictionary({"Font": PDFDictionary(fonts)}),
                "DA": PDFString(f"/{next(iter(fonts))} 0 Tf 0 g"),
            }
        )

    def _list_entries(self, field: FormField) -> Iterator[str]:
        """Yield the entries of the field itself."""
        yield f"/T{write_string(field.name)}"
        font = self._add_font(field.font)
        if field.state:
            yield f"/FT/Btn/V/{field.value or _OFF}"
            return
        ends = _NOT_SCROLLED if field.longest else 0
        yield f"/FT/Tx/Ff {_NOT_SPELLED | ends}/V{write_string(field.value)}/Q {int(field.is_centred)}"
        yield f"/MaxLen {field.longest}" if field.longest else ""
        size = number(round(field.size * POINTS, 1))
        yield f"/DA(/{font} {size} Tf {_write_colour(field.colour)} rg)"

    def _list_widget(self, field: FormField, page: Page, link: str, widget: str) -> Iterator[str]:
        """Yield the entries of a box on the page."""
        left, top, right, bottom = field.box
        rect = " ".join(map(number, to_points(field.box, page.height, 3)))
        parent = self._structure.add_field(widget, field.label)
        yield f"/Type/Annot/Subtype/Widget/F {_PRINTED}/P {link}/Rect[{rect}]/StructParent {parent}"
        yield f"/TU{write_string(field.label)}"
        width, height = round(right - left, 3), round(bottom - top, 3)
        if field.state:
            checked = self._add_look((*field.ground, *field.shapes), width, height)
            empty = self._add_look(field.ground, width, height)
            shown = field.state if field.value == field.state else _OFF
            yield f"/AS/{shown}/AP<</N<</{field.state} {checked}/{_OFF} {empty}>>>>/MK<</CA(4)>>"
            return
        yield f"/AP<</N {self._add_look((*field.ground, *field.shapes), width, height)}>>"
        # Viewers that draw what was typed draw this line, too.
        border = f"/BS<</W {number(_LINE * POINTS)}>>/MK<</BC[{{}}]>>"
        yield border.format(_write_colour(field.line)) if field.line else ""

    def _add_look(self, shapes: tuple[Shape, ...], width: float, height: float) -> str:
        """Draw shapes in a box, which equal fields share, and return a link to them."""
        key = shapes, width, height
        if key not in self._looks:
            name = self._container.name("A")
            self._draw(name, shapes, width, height)
            self._looks[key] = self._container.link(name)
        return self._looks[key]

    def _add_font(self, font: Font) -> str:
        if font not in self._fonts:
            name = self._fonts[font] = self._container.name("W")
            with font.reading():
                self._write_font(name, font)
        return self._fonts[font]

    def _write_font(self, name: str, font: Font) -> None:
        base = {"Type": "/Font", "Encoding": "/WinAnsiEncoding"}
        if not font.has_truetype_outlines:
            self._container.fill(name, {**base, "Subtype": "/Type1", "BaseFont": f"/{_STANDARD}"})
            return
        file, scale = TrueTypeFile(font), 1000 / font.units_per_em
        # Code points of code page 1252; 0 for a code without a character.
        codes = (bytes([code]) for code in range(_FIRST, _LAST + 1))
        characters = [ord(code.decode("cp1252", "ignore") or "\0") for code in codes]
        data = file.subset_characters(characters)
        flags = _NONSYMBOLIC | (_ITALIC if file.italic_angle else 0)
        descriptor = file.add(self._container, data, name=font.name, flags=flags, stem=120)
        advances = (file.measure_advance(font.find_glyph(one)) for one in characters)
        widths = PDFArray(round(advance * scale) for advance in advances)
        self._container.fill(
            name,
            {
                **base,
                "Subtype": "/TrueType",
                "BaseFont": f"/{font.name}",
                "FirstChar": _FIRST,
                "LastChar": _LAST,
                "Widths": widths,
                "FontDescriptor": descriptor,
            },
        )


def _write_colour(colour: Colour) -> str:
    return " ".join(number(round(part, 3)) for part in colour.rgb)
