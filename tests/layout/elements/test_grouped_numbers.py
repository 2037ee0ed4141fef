"""Long numbers in templates have groups of three digits if `grouped` is set."""

from dataclasses import replace

import pytest

from generator.layout.document import make_press
from generator.layout.elements.drawer import Room, draw_all
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.elements.words import Scope
from generator.model.elements.boxes import WHOLE
from generator.model.elements.template import WordsElement
from generator.model.kit import PieceSet, select_pieces
from generator.read.wordings.grammars import make_grammar
from generator.scene.shapes import GlyphRun, list_all
from tests import shipped


def read_aloud(text: str, *, grouped: bool, locale: str = "en") -> str:
    """Return the text of a template for a city."""
    press = shipped.press("fight_the_virus", locale)
    element = WordsElement(WHOLE, role="body", text=text, grouped=grouped)
    fields = {"people": "4715000", "density": "1400", "name": "10000 Lakes", "id": "c12345", "year": "02026"}
    shapes = draw_all(make_drawers(press, [element], Room(60, 60)), fields)
    return "".join(shape.text for shape in shapes if isinstance(shape, GlyphRun))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{people}", "4,715,000"),
        ("{density}", "1400"),
        ("{name}", "10000 Lakes"),
        ("{id}", "c12345"),
        ("{year}", "02026"),
        ("12345", "12345"),
    ],
)
def test_only_fields_that_are_long_numbers_are_grouped(text: str, said: str) -> None:
    """Numbers of five and more digits are grouped; other fields and the template's text are not."""
    assert read_aloud(text, grouped=True) == said


@pytest.mark.parametrize(("locale", "said"), [("de", "4.715.000"), ("ja", "4,715,000")])
def test_each_language_groups_in_its_own_way(locale: str, said: str) -> None:
    """The separator is that of the language."""
    assert read_aloud("{people}", grouped=True, locale=locale) == said


def test_nothing_is_grouped_unasked() -> None:
    """Without `grouped`, a number is unchanged."""
    assert read_aloud("{people}", grouped=False) == "4715000"


def test_groups_are_parted_in_the_face_of_the_figures() -> None:
    """The narrow space of French comes from the display face, not from a fallback."""
    french = replace(shipped.kit("pandemic").wordings["en"], grammar=make_grammar("fr"))
    kit = replace(shipped.kit("pandemic"), wordings={"en": french})
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    element = WordsElement(WHOLE, role="card_figure", text="{people}", grouped=True)
    runs = draw_all(make_drawers(press, [element], Room(60, 60)), {"people": "4715000"})
    [run] = [run for run in runs if isinstance(run, GlyphRun)]
    assert run.text == "4\u00a0715\u00a0000"


@pytest.mark.parametrize(
    ("locale", "people", "said"),
    [
        ("en", "4715000", "1,400"),
        ("es", "4715000", "1.400"),
        ("de", "4715000", "1.400"),
        ("en", "4715", "1400"),
    ],
)
def test_four_digits_are_grouped_beside_longer_numbers(locale: str, people: str, said: str) -> None:
    """Numbers of a field look alike on all pieces; `without: [digits]` leaves them as they are."""
    press = shipped.press("fight_the_virus", locale)
    element = WordsElement(WHOLE, role="body", text="{people}", grouped=True)
    pieces = ({"people": people}, {"people": "1400"})
    for one, expected in ((element, said), (replace(element, without=("digits",)), "1400")):
        drawers = make_drawers(press, [one], Room(60, 60), Scope(pieces=pieces))
        shapes = draw_all(drawers, pieces[1])
        assert "".join(shape.text for shape in shapes if isinstance(shape, GlyphRun)) == expected


@pytest.mark.parametrize("city", ["cairo", "sao_paulo"])
def test_a_card_alone_is_the_same_as_in_its_deck(city: str) -> None:
    """Its digits have the groups and its title the size that all cards of the deck have."""
    press, deck = shipped.press("pandemic", "en"), shipped.part("pandemic", "city_cards")
    assert isinstance(deck, PieceSet)

    def list_runs(part: PieceSet) -> list[tuple[str, float]]:
        (card,) = [one for one in lay_out_pieces(press, part) if one.id == city]
        return [(run.text, round(run.size, 4)) for run in list_all(GlyphRun, card.front)]

    alone = list_runs(select_pieces(deck, [city]))
    assert alone == list_runs(deck)
    assert any("," in text for text, _ in alone)
