"""Finds where the texts of the wording files are printed on pages."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, groupby

from generator.errors import GeneratorError, LayoutError
from generator.layout.text.trace import TextTrace, find_traced_text
from generator.model.geometry import Rectangle
from generator.model.language.kinds import MM_PER_POINT
from generator.model.texts.rich_text import parse_rich
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, fields
from generator.scene.shapes import GlyphRun, Group, Page, Placed, measure_box, move_point, walk

NotedTexts = dict[str, dict[str, None]]
"""Keys by text; several keys may have the same text."""


@dataclass(frozen=True)
class NotingWording(Wording):
    """A wording that notes the keys of all texts that are asked for."""

    noted: NotedTexts = field(default_factory=dict)
    trace: TextTrace = field(default_factory=TextTrace, compare=False)

    @property
    def translates(self) -> bool:
        return bool(self.direct)

    def format(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        text = super().format(key, values)
        self.note(key, text)
        return text

    def note(self, key: str, text: str) -> None:
        self.noted.setdefault(text, {})[key] = None
        self.trace.note(key, text)

    @property
    def keys(self) -> dict[str, None]:
        """The keys of all texts that were asked for."""
        return {key: None for keys in self.noted.values() for key in keys}


def make_noting_wording(wording: Wording, trace: TextTrace | None = None) -> NotingWording:
    """Return a wording with the same texts that notes which of them are asked for, also in a trace."""
    values = {one.name: getattr(wording, one.name) for one in fields(Wording) if one.init}
    return NotingWording(**values, trace=trace or TextTrace())


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text of the wording at one of its places on a page."""

    keys: tuple[str, ...]
    """Keys with this text: it is surely one of them."""
    box: Rectangle
    """In mm from the top left corner of the page."""
    points: float
    """Size of most of its letters, in points."""


_APART = 1.6
"""Distance between lines of a text, in sizes of their letters; what is farther away is another place."""


def find_printed_texts(page: Page, noted: Mapping[str, Collection[str]]) -> tuple[PrintedText, ...]:
    """Return the texts of a page in the order in which they are drawn, each once for each of its places."""
    finder = _Finder(noted)
    runs = ((placed, one) for placed in walk(page.shapes) if isinstance(one := placed.shape, GlyphRun))
    traced = [(find_traced_text(run), placed) for placed, run in runs]
    sheet = Rectangle(0.0, 0.0, page.width, page.height)
    found: list[PrintedText] = []
    for text, some_runs in groupby(traced, lambda pair: pair[0]):
        together = [placed for _, placed in some_runs]
        keys = finder.find(text)
        for some in _list_places(together) if keys else ():
            box = _surround(map(_measure_run, some))
            if sheet.distance(*box.middle) == 0:
                found.append(PrintedText(keys, box, _measure_type_size(some)))
    return tuple(found)


class _Finder:
    """Finds the keys of texts as they were set: layouts add marks to some, and take others in parts."""

    def __init__(self, noted: Mapping[str, Collection[str]]) -> None:
        self._heard = noted
        self._letters: dict[str, dict[str, None]] = {}
        for text, keys in noted.items():
            self._letters.setdefault(_fold_own_letters(text), {}).update(dict.fromkeys(keys))
        self._found: dict[str, tuple[str, ...]] = {}

    def find(self, text: str) -> tuple[str, ...]:
        """Return the keys of a text; empty if no text is like it."""
        if text not in self._found:
            self._found[text] = self._search(text)
        return self._found[text]

    def _search(self, text: str) -> tuple[str, ...]:
        if keys := self._heard.get(text):
            return tuple(keys)
        letters = _fold_own_letters(text)
        if not letters:
            return ()
        if same := self._letters.get(letters):
            return tuple(same)
        likely = [one for one in self._letters if _is_similar(one, letters)]
        close = min(likely, key=lambda one: abs(len(one) - len(letters)), default="")
        return tuple(self._letters[close]) if close else ()


def _is_similar(whole: str, part: str) -> bool:
    """Return True if one text ends with the other, or has it as at least half of its letters.

    The rest is a number, a name, or another line. A title may be printed without the name of its game.
    """
    if whole.endswith(part) and not part.isdecimal():
        return True
    shorter, longer = sorted((whole, part), key=len)
    return len(shorter) > 2 and len(shorter) * 2 >= len(longer) and shorter in longer


def fold_letters(text: str) -> str:
    """Return letters and digits in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))


def _fold_own_letters(text: str) -> str:
    """Return the letters and digits of a text without its marks and icons."""
    with suppress(ValueError):
        text = "".join(span.text for span in parse_rich(text, places=True) if not span.icon)
    return fold_letters(text)


def _list_places(runs: Iterable[Placed]) -> Iterator[list[Placed]]:
    """Yield the runs of each place of a text: it may be printed several times one after the other."""
    place: list[Placed] = []
    for run in runs:
        if place and (_find_group(run) is not _find_group(place[0]) or _is_apart(place[-1], run)):
            yield place
            place = []
        place.append(run)
    if place:
        yield place


def _find_group(placed: Placed) -> object:
    """Return the innermost group with a region, such as a card."""
    around = (one.shape for one in reversed(placed.around))
    return next((shape for shape in around if isinstance(shape, Group) and shape.region), None)


def _is_apart(before: Placed, after: Placed) -> bool:
    bottom = _measure_run(before).bottom
    box = _measure_run(after)
    most = _APART * box.height
    return box.top - bottom > most or box.bottom < bottom - most


def _measure_run(placed: Placed) -> Rectangle:
    assert isinstance(placed.shape, GlyphRun)
    corners = Rectangle(*measure_box(placed.shape)).corners
    return Rectangle.around([move_point(placed.transform, x, y) for x, y in corners])


def _surround(boxes: Iterable[Rectangle]) -> Rectangle:
    return Rectangle.around(list(chain.from_iterable(box.corners for box in boxes)))


def _measure_type_size(runs: Iterable[Placed]) -> float:
    letters: dict[float, int] = {}
    for placed in runs:
        assert isinstance(placed.shape, GlyphRun)
        scale = (placed.transform[2] ** 2 + placed.transform[3] ** 2) ** 0.5
        size = round(placed.shape.size * scale / MM_PER_POINT, 1)
        letters[size] = letters.get(size, 0) + len(placed.shape.text)
    return max(letters, key=lambda size: letters[size])


def find_overflow(errors: Iterable[GeneratorError], key: str, texts: Iterable[str]) -> LayoutError | None:
    """Return the worst overflow that names a key, or quotes one of its texts; None if there is none."""
    letters = [*map(_fold_own_letters, texts)]
    about = [one for one in errors if isinstance(one, LayoutError) and _is_about(one, key, letters)]
    return max(about, key=lambda error: error.over_mm, default=None)


_LEAST = 3
"""Letters of a quotation by which a text is found."""


def _is_about(error: LayoutError, key: str, texts: Iterable[str]) -> bool:
    quote = fold_letters(error.quote.replace("...", ""))
    named = key in error.thing.split()
    return named or any(quote == text or (len(quote) >= _LEAST and quote in text) for text in texts if quote)


def join_noted(*some: Mapping[str, Collection[str]]) -> Mapping[str, Collection[str]]:
    """Return the keys by text of several sources."""
    joined: dict[str, dict[str, None]] = {}
    for text, keys in chain.from_iterable(one.items() for one in some):
        joined.setdefault(text, {}).update(dict.fromkeys(keys))
    return joined


def list_filled(noted: Mapping[str, Collection[str]], key: str) -> Iterator[str]:
    """Yield the texts of a key as they were filled in."""
    yield from (text for text, keys in noted.items() if key in keys)
