"""The look of web pages: the colours and the type of a theme, chosen so that everything can be read."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.backends.html.parts import SiteLook, WebFont
from generator.backends.png import write_png
from generator.layout.shapes.palette import make_colour, mix
from generator.model.printing.printing import FileOptions
from generator.model.style import Theme, TypeStyle
from generator.model.vision import LEAST_CONTRAST, Vision, measure_contrast, measure_luminance, see
from generator.scene.fonts import FontLibrary
from generator.scene.rasters import open_pixels
from generator.scene.shapes import BLACK, WHITE, Colour, Document, Page
from generator.scene.web_fonts import list_needed_fonts, make_web_font

_DPI = 8.0
"""Resolution at which an edge is looked at."""
_STOPS = 9
"""Colours of an edge."""
_DARK, _NIGHT = 0.18, 0.012
"""Luminance below which a page is dark, and that of pages for those who prefer dark ones."""
_STEPS = 20
_CALLING, _BRIGHT = ("cover_sub", "card_kind", "title"), ("gold", "yellow", "red", "accent")
"""Roles whose colour stands out on the ground of covers and cards, and colours that may do so."""
_LOUD = re.compile(r"<(b|th|dt|h[1-6])\b[^>]*>(.*?)</\1>", re.DOTALL)
"""Parts of a page in bold or in the type of titles."""


def sample_edge(page: Page, *, is_right: bool = True) -> tuple[str, ...]:
    """Return the colours along the right or the left edge of a page, from top to bottom."""
    document = Document((page,), title="", language="en")
    pixels = open_pixels(write_png(document, 0, FileOptions(dpi=_DPI, fine=4 * _DPI))).convert("RGB")
    width, height = pixels.size
    x = width - 1 if is_right else 0
    rows = (round((index + 0.5) / _STOPS * height - 0.5) for index in range(_STOPS))
    return tuple("#{:02x}{:02x}{:02x}".format(*pixels.getpixel((x, row))) for row in rows)


def make_site_look(
    theme: Theme, fonts: FontLibrary, ground: Sequence[str], texts: Iterable[str], seen_as: Vision | None
) -> SiteLook:
    """Return the look of a page with these texts; `ground` are the colours of its first screen, if known."""
    light, dark = choose_site_colours(theme, ground, seen_as)
    type_, faces = _choose_type(theme, fonts, "".join(texts))
    return SiteLook({**light, **_write_hero(ground), **type_}, dark, tuple(faces))


def choose_site_colours(
    theme: Theme, ground: Sequence[str] = (), seen_as: Vision | None = None
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours of a page by name, and those that differ on dark pages, as they are seen."""

    def find(name: str) -> Colour:
        colour = make_colour(theme.colour(name))
        return Colour(*see(colour.rgb, seen_as), colour.alpha) if seen_as else colour

    light, dark = _choose_colours({name: find(name) for name in _USED}, ground)
    calling = [theme.type[role].colour for role in _CALLING if role in theme.type]
    calling += [name for name in _BRIGHT if name in theme.colours]
    light["glow"] = _choose_calling(map(find, calling), light["table"], light["on-table"])
    written = ({name: colour.hex for name, colour in colours.items()} for colours in (light, dark))
    return next(written), next(written)


_USED = ("ink", "paper", "panel", "primary", "accent", "soft")


def _choose_colours(
    given: Mapping[str, Colour], ground: Sequence[str]
) -> tuple[dict[str, Colour], dict[str, Colour]]:
    """Return the colours of a page, and those that differ in the dark."""
    paper, ink, primary = given["paper"], given["ink"], given["primary"]
    table = make_colour(ground[-1]) if ground else primary
    on_table = _choose_legible((paper, ink, WHITE, BLACK), table)
    light = {
        **_choose_reading(paper if _is_dark(paper) else given["panel"], paper, ink, primary, given["soft"]),
        "table": table,
        "on-table": on_table,
        "rim": mix(table, on_table, 0.28),
        "lifted": mix(table, on_table, 0.1),
    }
    if _is_dark(paper):
        return {**light, "plate": paper}, {}
    base = table if _is_dark(table) else primary
    night = next(tone for tone in _mix_towards(base, BLACK) if measure_luminance(tone.rgb) <= _NIGHT)
    dark = _choose_reading(night, mix(night, WHITE, 0.07), mix(paper, night, 0.08), given["accent"], paper)
    return light, {**dark, "plate": paper}


def _choose_reading(
    ground: Colour, raised: Colour, ink: Colour, accent: Colour, soft: Colour
) -> dict[str, Colour]:
    """Return the colours of what is read on a ground."""
    ink = _make_legible(ink, ground, raised)
    return {
        "ground": ground,
        "raised": raised,
        "ink": ink,
        "soft": _make_legible(mix(soft, ground, 0.1), ground, raised),
        "line": mix(ground, ink, 0.22),
        "accent": _make_legible(accent, ground, raised),
    }


def _choose_calling(colours: Iterable[Colour], ground: Colour, otherwise: Colour) -> Colour:
    """Return the first colour that is not grey, and differs from the ground, or else the other one."""
    for colour in colours:
        is_grey = max(colour.rgb) - min(colour.rgb) < _GREY
        if not is_grey and measure_contrast(colour.rgb, ground.rgb) >= _CLEAR:
            return _make_legible(colour, ground)
    return otherwise


_GREY, _CLEAR = 0.12, 1.6
"""Difference of the channels of a colour that looks grey; least contrast of one that is made legible."""


def _choose_legible(colours: Sequence[Colour], ground: Colour) -> Colour:
    """Return the first colour with enough contrast; black or white always has it."""
    return next(one for one in colours if measure_contrast(one.rgb, ground.rgb) >= LEAST_CONTRAST)


def _make_legible(colour: Colour, *grounds: Colour) -> Colour:
    """Return a colour of the same hue that has enough contrast with all grounds, or else black or white."""
    end = max((BLACK, WHITE), key=lambda one: min(measure_contrast(one.rgb, two.rgb) for two in grounds))
    for tone in _mix_towards(colour, end):
        if all(measure_contrast(tone.rgb, ground.rgb) >= LEAST_CONTRAST for ground in grounds):
            return tone
    return end


def _mix_towards(colour: Colour, end: Colour) -> Iterator[Colour]:
    """Yield tones from one colour to another, as they are written."""
    return (make_colour(mix(colour, end, step / _STEPS).hex) for step in range(_STEPS + 1))


def _is_dark(colour: Colour) -> bool:
    return measure_luminance(colour.rgb) < _DARK


def _write_hero(ground: Sequence[str]) -> dict[str, str]:
    """Return the ground of the first screen."""
    if not ground:
        return {}
    places = ((index + 0.5) / len(ground) for index in range(len(ground)))
    stops = (f"{colour} {place:.1%}" for colour, place in zip(ground, places, strict=True))
    return {"hero": f"linear-gradient({', '.join(stops)})"}


def _choose_type(theme: Theme, library: FontLibrary, texts: str) -> tuple[dict[str, str], list[WebFont]]:
    """Return the properties of the type of titles and of text, and the fonts with all characters of texts."""
    loud = "".join(part for _, part in _LOUD.findall(texts)) + _ALWAYS
    title, body = theme.type["title"], theme.type["body"]
    loud += loud.upper() if title.uppercase else ""
    faces = [
        *_list_faces(library, title, "t", loud, bold=title.bold),
        *_list_faces(library, body, "b", texts + _ALWAYS, bold=body.bold),
        *_list_faces(library, body, "b", loud, bold=True),
    ]
    if "<i>" in texts:
        faces += _list_faces(library, body, "b", texts + _ALWAYS, bold=body.bold, italic=True)
    properties = {
        "title-font": _stack("t", faces),
        "title-weight": "700" if title.bold else "400",
        "title-case": "uppercase" if title.uppercase else "none",
        "title-spacing": f"{title.tracking:g}em",
        "title-leading": f"{max(1.0, title.leading):g}",
        "body-font": _stack("b", faces),
    }
    return properties, faces


_ALWAYS = " 0123456789…–—×·:/()[]+-−‹›"
"""Characters that the page itself writes."""


def _stack(role: str, faces: Iterable[WebFont]) -> str:
    families = dict.fromkeys(face.family for face in faces if face.family.startswith(role))
    return ", ".join((*families, "system-ui", "sans-serif"))


def _list_faces(
    library: FontLibrary, style: TypeStyle, role: str, texts: str, *, bold: bool, italic: bool = False
) -> Iterator[WebFont]:
    """Yield the faces that draw texts; the number of a family is its place among those that are tried."""
    characters = {ord(one) for one in texts if one == " " or not one.isspace()}
    families = library.fallbacks(style.weighted_family)
    places = {font: place for place, one in reversed([*enumerate(families)]) for font in one.faces}
    for font, taken in list_needed_fonts(characters, families, bold=bold, italic=italic):
        if italic and not font.is_italic:
            continue
        if data := make_web_font(font, taken):
            yield WebFont(f"{role}{places[font]}", data, is_bold=bold, is_italic=italic)
