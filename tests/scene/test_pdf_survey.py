"""Broken and hostile PDF files end in a message, and stop only the process that looks at them."""

from pathlib import Path

import pytest

from generator.errors import Wrong
from generator.scene.pdf.pages import PdfPlace, parse_pdf_place, survey_pdf
from tests.pdf_samples import list_broken, survey_here
from tests.samples import sample

_HEAVY = ("packed bomb", "forms of forms", "million objects", "large picture", "deep nesting")
"""Files that would take the memory or the time of the tests."""
_SOUND = ("page without size", "numbers that are none", "loop of references", "wrong lengths")
"""Files that viewers show."""


@pytest.mark.parametrize("name", [name for name in list_broken() if name not in _HEAVY])
def test_broken_files_have_a_message(tmp_path: Path, name: str) -> None:
    """A file that cannot be read is refused with the reason; others have pages of a known size."""
    path = tmp_path / "cards.pdf"
    path.write_bytes(list_broken()[name]())
    if name in _SOUND:
        assert 0 < survey_here(path).find(1)["width"] < 5100
        return
    with pytest.raises(Wrong) as raised:
        survey_here(path)
    words = {"encrypted": "is encrypted", "huge page": "has no size", "user unit": "has no size"}
    assert words.get(name, "is not a PDF file that can be read") in raised.value.message


@pytest.mark.parametrize("name", sample(_HEAVY, 1, key="hostile PDF files"))
def test_hostile_files_stop_their_process(tmp_path: Path, name: str) -> None:
    """A page that takes too much time or memory is refused by its number; it may also be drawn in time."""
    path = tmp_path / "cards.pdf"
    path.write_bytes(list_broken()[name]())
    found = survey_pdf(path)
    assert found.count == 1
    if name in ("packed bomb", "forms of forms"):
        with pytest.raises(Wrong, match="page 1 cannot be drawn in 3 seconds and 500 MB"):
            found.find(1)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", PdfPlace(1)),
        ("#12", PdfPlace(12)),
        ("#2@12,10.5,63,88", PdfPlace(2, (12.0, 10.5, 63.0, 88.0))),
        ("#2@12,10.5,63,88,180", PdfPlace(2, (12.0, 10.5, 63.0, 88.0), is_turned=True)),
        ("#2@-3,-3,69,94", PdfPlace(2, (-3.0, -3.0, 69.0, 94.0))),
    ],
)
def test_places_are_read_as_they_are_written(text: str, place: PdfPlace) -> None:
    """The name of a place is the text from which it was read."""
    assert parse_pdf_place(text) == place
    assert place.name() == (text or "#1")
