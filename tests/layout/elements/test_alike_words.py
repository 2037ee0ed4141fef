"""Texts of a template in one group have the same size."""

from dataclasses import replace

import pytest

from generator.layout.elements.drawer import Room, draw_all
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.pieces import ReadyTemplate
from generator.model.elements.boxes import Box, Condition, Measure
from generator.model.elements.template import Element, RepeatElement, Template, TurnedElement, WordsElement
from generator.model.language.expressions import Field
from generator.scene.shapes import GlyphRun, Page, Shape
from tests import shipped
from tests.geometry import place_words

LONG = "words that fit when they are set a bit smaller"
UPPER = Box(Measure(), Measure(), Measure(60), Measure(4.6))
LOWER = Box(Measure(), Measure(10), Measure(60), Measure(4.6))
CELLS = Box(Measure(), Measure(), Measure(60), Measure(30))


def words(text: str, box: Box = UPPER, *, alike: str = "a", when: tuple[Condition, ...] = ()) -> WordsElement:
    return WordsElement(box, role="body", text=text, alike=alike, when=when)


def sizes_of(shapes: tuple[Shape, ...]) -> dict[str, float]:
    """Return the sizes by the first word of each text."""
    placed = place_words(Page(60, 60, shapes))
    runs = [run.shape for run in placed if isinstance(run.shape, GlyphRun)]
    return {run.text.split()[0]: run.size for run in reversed(runs)}


def drawn(*elements: Element, **fields: Field) -> dict[str, float]:
    press = shipped.press("pandemic", "en")
    return sizes_of(draw_all(make_drawers(press, elements, Room(60, 60)), fields))


def test_the_smallest_size_is_that_of_all() -> None:
    """Only texts of the same group have one size; others are as large as fits."""
    alone = drawn(words("short", alike=""), words(LONG, LOWER, alike=""))
    assert alone["words"] < alone["short"]
    together = drawn(words("short"), words(LONG, LOWER))
    assert together == {"short": alone["words"], "words": alone["words"]}
    assert drawn(words("short", alike="b"), words(LONG, LOWER)) == alone


def test_what_is_not_shown_takes_no_part() -> None:
    """Texts that are hidden or empty do not affect the size of their group."""
    hidden = words(LONG, LOWER, when=(Condition("long"),))
    assert drawn(words("short"), hidden)["short"] == drawn(words("short"))["short"]
    assert drawn(words("short"), hidden, long="yes")["short"] == drawn(words(LONG))["words"]
    assert drawn(words("short"), words("{none}", LOWER), none="") == drawn(words("short"))


@pytest.mark.parametrize("place", ["first", "last"])
def test_items_of_a_repeat_are_alike(place: str) -> None:
    """All items of a repeat and texts outside it have one size, whichever is longest."""
    items = ("short", LONG) if place == "last" else (LONG, "short")
    cells = RepeatElement(CELLS, over="all", draw=(words("{item}"),), direction="column", cell=Measure(8))
    found = drawn(cells, words("beside", LOWER), all=items)
    assert set(found) == {"short", "words", "beside"}
    assert set(found.values()) == {drawn(words(LONG))["words"]}


def test_a_repeat_that_is_not_shown_takes_no_part() -> None:
    """The condition of an element applies to its contents."""
    cells = RepeatElement(CELLS, over="all", draw=(words("{item}"),), when=(Condition("many"),))
    assert drawn(cells, words("beside"), all=(LONG,), many="") == drawn(words("beside"))


def test_turned_words_are_alike() -> None:
    """A card that is legible from both ends has the same size at both."""
    found = drawn(TurnedElement((words(LONG),)), words("short", LOWER))
    assert found["short"] == found["words"]


def test_pieces_that_share_words_do_not_share_their_size() -> None:
    """A text that is the same on all pieces is drawn for each size of its group."""
    template = Template("card", (words("short"), words("{text}", LOWER)))
    pieces: list[dict[str, Field]] = [{"text": "few"}] * 9 + [{"text": LONG}] * 9
    ready = ReadyTemplate(shipped.press("pandemic", "en"), template, Room(60, 60), pieces)
    large, small = (sizes_of(ready.draw(fields))["short"] for fields in (pieces[0], pieces[-1]))
    assert small < large


@pytest.mark.parametrize(("length", "share"), [(1, 1.0), (20, 0.85), (24, 0.72)])
def test_titles_of_a_deck_have_one_size(length: int, share: float) -> None:
    """The longest title decides for all cards of a template, in three steps; `without: [alike]` is alone."""
    press = shipped.press("pandemic", "en")
    full = press.style("card_title").size
    element = WordsElement(
        Box(Measure(), Measure(), Measure(60), Measure(16)), role="card_title", text="{name}", smallest=2.0
    )
    one = press.typesetter.measure("N" * 10, press.style("card_title"))[0] / 10
    long = "N" * int(60 / share / one * (0.97 if length > 1 else 0.5))
    pieces = [{"id": name, "name": name} for name in ("SUN", long)]
    template = ReadyTemplate(press, Template("t", (element,)), Room(60, 60), pieces)
    sizes = [sizes_of(template.draw(piece))[piece["name"]] for piece in pieces]
    assert sizes == pytest.approx([full * share] * 2)
    alone = ReadyTemplate(press, Template("t", (replace(element, without=("alike",)),)), Room(60, 60), pieces)
    assert sizes_of(alone.draw(pieces[0]))["SUN"] == pytest.approx(full)
