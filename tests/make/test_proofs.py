"""`petri make --as` and `--ink low`: files of their own, in the colours that they promise."""

import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from typer.testing import Result

from generator.model.vision import see

Petri = Callable[..., Result]

RED = (200, 40, 40)
DECK = """\
size: 63 x 88 mm
cards:
  - {id: rose, name: Rose, count: 2}
  - {id: moss, name: Moss}
template:
  - ground: "#c82828"
  - picture: {file: sea.png, box: [20 mm, 40 mm, 20 mm, 20 mm]}
  - words: {text: "{name}", role: title, box: [6 mm, 6 mm, 40 mm, 12 mm], colour: "#ffffff"}
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    Image.new("RGB", (200, 200), RED).save(tmp_path / "sea.png")
    path = tmp_path / "deck.yaml"
    path.write_text(DECK, encoding="utf-8")
    return path


def names() -> list[str]:
    return sorted(path.relative_to("output/deck").as_posix() for path in Path("output").rglob("*.*"))


def near(found: object, wanted: tuple[float, ...]) -> bool:
    assert isinstance(found, tuple)
    return all(abs(one - other) <= 4 for one, other in zip(found[:3], wanted, strict=True))


@pytest.mark.parametrize("vision", ["grey", "protan", "deutan", "tritan"])
def test_every_format_has_the_colours_that_are_seen(petri: Petri, deck: Path, vision: str) -> None:
    """Shapes and photos of a PDF, a PNG, and an SVG file; the names say what they are."""
    done = petri("make", deck, "--as", vision, "--to", "pdf,svg,png", "--dpi", "72")
    assert done.exit_code == 0, done.output
    stem = f"deck-en-a4-72dpi-{vision}"
    assert names() == [f"{stem}.pdf", f"{stem}.png", f"{stem}.svg"]
    red, green, blue = (part / 255 for part in RED)
    seen = tuple(round(part * 255) for part in see((red, green, blue), vision))
    with Image.open(f"output/deck/{stem}.png") as picture:
        colours = picture.getcolors(1_000_000)
        # The middle of the first card is the photo, beside it is the ground.
        assert colours
        assert near(max(colours)[1] if near(max(colours)[1], seen) else sorted(colours)[-2][1], seen)
    file = pypdfium2.PdfDocument(f"output/deck/{stem}.pdf")
    page = file[0].render(scale=1).to_pil().convert("RGB")
    found = {colour for count, colour in page.getcolors(1_000_000) if count > 2000} - {(255, 255, 255)}
    assert found
    assert all(near(colour, seen) for colour in found)
    svg = Path(f"output/deck/{stem}.svg").read_text("utf-8")
    fills = {*re.findall(r'fill="(#\w+)"', svg)}
    assert "#c82828" not in fills
    assert "#{:02x}{:02x}{:02x}".format(*seen) in fills


def test_both_choices_are_named_and_work_together(petri: Petri, deck: Path) -> None:
    """Low ink in grey, also for pictures of cards, which have a folder of their own."""
    assert petri("make", deck, "--ink", "low", "--as", "grey").exit_code == 0
    assert petri("make", deck, "--ink", "low", "--for", "faces", "--dpi", "50").exit_code == 0
    assert names() == [
        "deck-en-a4-low-grey.pdf",
        "faces-en-50dpi-low/cards.json",
        "faces-en-50dpi-low/deck-1-rose-front.png",
        "faces-en-50dpi-low/deck-2-moss-front.png",
    ]
    with Image.open("output/deck/faces-en-50dpi-low/deck-1-rose-front.png") as face:
        assert face.getpixel((60, 30)) == (255, 255, 255), "the ground is white"
        photo = face.getpixel((60, 100))
        assert near(photo, (236, 180, 180)), "the photo is light"


def test_full_ink_is_what_it_always_was(petri: Petri, deck: Path) -> None:
    """The choice that is the default changes neither names nor bytes."""
    assert petri("make", deck).exit_code == 0
    before = Path("output/deck/deck-en-a4.pdf").read_bytes()
    assert petri("make", deck, "--ink", "full").exit_code == 0
    assert names() == ["deck-en-a4.pdf"]
    assert Path("output/deck/deck-en-a4.pdf").read_bytes() == before


def test_the_same_proof_has_the_same_bytes(petri: Petri, deck: Path) -> None:
    """As everywhere, and symbols are not repeated: a proof is hardly larger than the print."""
    assert petri("make", deck, "--as", "deutan").exit_code == 0
    path = Path("output/deck/deck-en-a4-deutan.pdf")
    before = path.read_bytes()
    assert petri("make", deck).exit_code == 0
    assert "unchanged" in petri("make", deck, "--as", "deutan").stdout
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--as", "blue"), "unknown value 'blue'; available: grey, protan, deutan, tritan"),
        (("--ink", "lo"), "unknown value 'lo' (did you mean 'low'?); available: full, low"),
    ],
)
def test_other_values_are_refused(petri: Petri, deck: Path, words: tuple[str, str], told: str) -> None:
    """With those that are known, and nothing is written."""
    done = petri("make", deck, *words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())
    assert not Path("output").exists()
