"""Cards in PDF files of others are found on every page, and become the rows of a deck."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.errors import DataError
from generator.imports.importing import write_drafts
from generator.imports.pdf.cards import PdfChoices, propose_pdf_deck
from generator.model.kit import Kit
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.pieces.sets import read_card_sizes
from tests.pdf_samples import (
    A4,
    draw_cards,
    draw_marks,
    draw_outlines,
    draw_pictures,
    join,
    list_boxes,
    make_pdf,
    survey_here,
    write,
)

POKER, AT = (63.0, 88.0), (10.5, 16.5)
NINE = list_boxes(3, 3, POKER, AT)
APART = list_boxes(3, 2, POKER, (6.5, 20), gap=4.0)
ASIDE = list_boxes(2, 3, POKER, (10.5, 16.5))
XS, YS = (10.5, 73.5, 136.5, 199.5), (16.5, 104.5, 192.5, 280.5)


@pytest.fixture(autouse=True)
def survey_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at our own files without a process for each."""
    monkeypatch.setattr("generator.read.pictures.pdf_file.survey_pdf", survey_here)


def propose(
    folder: Path, *pages: Callable[[Any], None], paper: tuple[float, float] = A4, **choices: Any
) -> tuple[dict[str, Any], list[str]]:
    """Return the keys of the cards of a file with these pages, and what is said about it."""
    (folder / "cards.pdf").write_bytes(make_pdf(pages, size=paper))
    sizes = read_card_sizes(find_shelf().card_sizes)
    found = propose_pdf_deck(folder / "cards.pdf", PdfChoices(**choices), sizes)
    said = [*found.sentences, *(line.split(": ", 1)[1] for line in found.drafts[0].list_remarks())]
    assert found.preview.startswith(b"\x89PNG")
    return found.drafts[0].head["cards"], said


def read(folder: Path, *pages: Callable[[Any], None], **choices: Any) -> Kit:
    """Return the game that an import of these pages writes."""
    (folder / "cards.pdf").write_bytes(make_pdf(pages))
    shelf = find_shelf()
    draft = propose_pdf_deck(
        folder / "cards.pdf", PdfChoices(**choices), read_card_sizes(shelf.card_sizes)
    ).drafts[0]
    result = write_drafts([draft], folder / "cards.pdf", folder, shelf)
    return read_kit(result.decks[0].path, shelf=shelf)


def draw_text(lines: Sequence[str]) -> Callable[[Any], None]:
    """Return a page of rules."""

    def draw(canvas: Any) -> None:
        for number, line in enumerate(lines):
            write(canvas, line, 20, 30 + 12 * number, 12.0)

    return draw


BLEEDING = join(
    draw_pictures(list_boxes(3, 2, (69, 94), (3, 20))),
    draw_marks((6, 69, 75, 138, 144, 207), (23, 111, 117, 205)),
)


@pytest.mark.parametrize(
    ("page", "source", "keys"),
    [
        (draw_pictures(NINE), "the pictures", {"grid": "3x3", "card": "63 x 88 mm"}),
        (draw_outlines(NINE), "the outlines", {"grid": "3x3", "at": ["10.5 mm", "16.5 mm"]}),
        (draw_outlines(list_boxes(14, 18, (13, 13), (14, 20))), "the outlines", {"grid": "14x18"}),
        (join(draw_text(["1"] * 9), draw_marks(XS, YS)), "the crop marks", {"card": "63 x 88 mm"}),
        (draw_pictures(APART), "the pictures", {"grid": "3x2", "gap": "4 x 4 mm"}),
        (
            BLEEDING,
            "the crop marks",
            {
                "grid": "3x2",
                "card": "63 x 88 mm",
                "at": ["6 mm", "23 mm"],
                "gap": "6 x 6 mm",
                "art_bleed": "3 mm",
            },
        ),
    ],
)
def test_grids_are_found(tmp_path: Path, page: Any, source: str, keys: dict[str, Any]) -> None:
    """Pictures, outlines, and crop marks show where cards are; the sentence says which of them did."""
    cards, said = propose(tmp_path, page)
    assert {key: cards.get(key) for key in keys} == keys
    assert f"from {source} of page 1" in said[0]


def draw_photo(gap: int) -> Callable[[Any], None]:
    """Return a page that is one picture, in which cards have a gap between them."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    picture = Image.new("L", (420, 594), 255)
    for index, (left, top, width, height) in enumerate(list_boxes(3, 3, (126, 176), (15, 20), gap)):
        tone = (30, 90, 150, 60, 120, 20, 170, 45, 105)[index]
        picture.paste(tone, (int(left), int(top), int(left + width), int(top + height)))

    def draw(canvas: Any) -> None:
        canvas.transform(1, 0, 0, -1, 0, 297)
        canvas.drawImage(ImageReader(picture), 0, 0, 210, 297)

    return draw


@pytest.mark.parametrize(("gap", "source"), [(6, "the gaps"), (0, "the edges")])
def test_grids_are_found_in_scans(tmp_path: Path, gap: int, source: str) -> None:
    """A page of pixels has white gaps, or edges; a known size takes the place of a measured one."""
    cards, said = propose(tmp_path, draw_photo(gap))
    assert (cards["grid"], cards["card"], f"from {source}" in said[0]) == ("3x3", "63 x 88 mm", True)
    assert [round(float(one.removesuffix(" mm")), 0) for one in cards["at"]] in ([8, 10], [7, 10])


@pytest.mark.parametrize(("has_trim", "source"), [(True, "the trim box"), (False, "the crop marks")])
def test_pages_of_one_card(tmp_path: Path, has_trim: bool, source: str) -> None:
    """The file of a print shop has one card a page, with its trim box or marks at four corners, and bleed."""

    def draw(canvas: Any) -> None:
        canvas.setFillColorRGB(0.2, 0.4, 0.6)
        canvas.rect(5, 5, 70, 100, stroke=0, fill=1)
        canvas.setLineWidth(0.2)
        for x in (8, 72):
            canvas.line(x, 0, x, 3)
            canvas.line(x, 107, x, 110)
        for y in (8, 102):
            canvas.line(0, y, 3, y)
            canvas.line(77, y, 80, y)
        # A part of the next card on the sheet from which the page was cut.
        canvas.rect(79, 8, 64, 94, stroke=0, fill=1)
        if has_trim:
            canvas.setTrimBox(tuple(edge * 72 / 25.4 for edge in (8, 8, 72, 102)))

    cards, said = propose(tmp_path, draw, draw, paper=(80, 110))
    assert source in said[0]
    assert (cards["card"], cards["grid"], cards["at"]) == ("64 x 94 mm", "1x1", ["8 mm", "8 mm"])
    assert cards["art_bleed"] == "3 mm"


def test_partial_pages_and_other_pages(tmp_path: Path) -> None:
    """Pages with fewer cards belong to the grid of the others; pages with something else are left out."""
    tokens = draw_pictures(list_boxes(6, 6, (28, 28), (18, 20)))
    rules = draw_text(["These are the rules of a game, which are as long as the page is wide."] * 9)
    few = draw_pictures(NINE[:4], 20)
    cards, said = propose(tmp_path, few, draw_pictures(NINE), tokens, draw_pictures(NINE, 5), rules)
    assert (cards["grid"], cards["pages"]) == ("3x3", "1-2,4")
    assert [line[:13] for line in said[1:]] == ["all pages are", "page 3 is a d", "left out: pag"]


def test_pages_with_cards_elsewhere_are_a_deck_of_their_own(tmp_path: Path) -> None:
    """The second page has its cards farther to the right; it is a front, and none is lost."""
    own = draw_outlines(list_boxes(2, 2, (60, 90), (27, 35), 15))
    moved = draw_outlines(list_boxes(2, 2, (60, 90), (40, 35), 15), 7)
    (tmp_path / "cards.pdf").write_bytes(make_pdf([own, moved, own]))
    drafts = propose_pdf_deck(tmp_path / "cards.pdf", PdfChoices(), {}).drafts
    pages = {draft.name: draft.head["cards"]["pages"] for draft in drafts}
    assert pages == {"cards": "1,3", "cards_2": "2"}
    assert drafts[1].head["cards"]["at"] == ["40 mm", "35 mm"]


def test_gaps_that_differ(tmp_path: Path) -> None:
    """Counters in blocks have the places of their columns and rows, and their kit has all of them."""
    boxes = [box for left in (15, 75) for top in (20, 90) for box in list_boxes(3, 3, (16, 16), (left, top))]
    cards, _ = propose(tmp_path, draw_cards(boxes))
    assert cards["columns"] == [f"{left} mm" for left in (15, 31, 47, 75, 91, 107)]
    assert cards["rows"] == [f"{top} mm" for top in (20, 36, 52, 90, 106, 122)]
    (tmp_path / "cards.yaml").write_text(yaml.safe_dump({"size": "16 mm x 16 mm", "cards": cards}))
    pieces = read_kit(tmp_path / "cards.yaml", shelf=find_shelf()).parts[0].decks[0].pieces
    assert len(pieces) == 36
    assert pieces[3].fields["picture"] == "cards.pdf#1@75,20,16,16"


def draw_lines(xs: Sequence[float], ys: Sequence[float], *more: tuple[float, float, float, float]) -> Any:
    """Return long lines between cards, and others."""

    def draw(canvas: Any) -> None:
        canvas.setLineWidth(0.2)
        lines = [(x, ys[0], x, ys[-1]) for x in xs] + [(xs[0], y, xs[-1], y) for y in ys]
        for line in [*lines, *more]:
            canvas.line(*line)

    return draw


def test_cards_that_fill_a_page_have_no_lines_at_its_edges(tmp_path: Path) -> None:
    """A table that fills the page is cut along its inner lines only; the cards at the edges count, too."""
    lines = [(x, 0, x, 297) for x in (70, 140)] + [(0, y, 210, y) for y in (99, 198)]
    cards, _ = propose(tmp_path, draw_lines((70, 140), (99, 198), *lines))
    assert (cards["grid"], cards["card"], cards["at"]) == ("3x3", "70 x 99 mm", ["0 mm", "0 mm"])


def test_tabs_between_cards_belong_to_them(tmp_path: Path) -> None:
    """Dividers whose tabs are in the gaps between their bodies are as high as both."""

    def draw(canvas: Any) -> None:
        canvas.setLineWidth(0.2)
        for left in (14, 105):
            for top in (12, 80, 148):
                tab = left + (51 if left == 14 else 0)
                points = [(left, top + 9), (tab, top + 9), (tab, top), (tab + 40, top), (tab + 40, top + 9)]
                points += [(left + 91, top + 9), (left + 91, top + 68), (left, top + 68), (left, top + 9)]
                for (x, y), (right, bottom) in pairwise(points):
                    canvas.line(x, y, right, bottom)
                write(canvas, "Cellar", tab + 9, top + 6, 4.0)

    cards, _ = propose(tmp_path, draw)
    assert (cards["grid"], cards["card"], cards["at"]) == ("2x3", "91 x 68 mm", ["14 mm", "12 mm"])


def test_lines_of_a_table_are_no_cards(tmp_path: Path) -> None:
    """Rows that are many times as wide as high are asked about."""
    with pytest.raises(DataError, match="nothing on its pages"):
        propose(tmp_path, draw_outlines(list_boxes(1, 20, (180, 12), (15, 15))))


def test_what_is_beside_the_cards_is_said(tmp_path: Path) -> None:
    """A board on the page of cards is not lost silently; a title is not worth a sentence."""
    _, said = propose(tmp_path, join(draw_pictures(NINE[:6]), draw_cards([(20, 210, 120, 60)])))
    assert said[-1] == "there is something else beside the cards of page 1: left out"
    _, said = propose(tmp_path, join(draw_pictures(NINE[:6]), draw_text(["A title"])))
    assert len(said) == 1


def test_a_row_in_the_middle_is_said(tmp_path: Path) -> None:
    """Cards of the same size beside the grid are counted, and not silently lost."""
    cards, said = propose(tmp_path, draw_pictures([*NINE[:6], (42, 192.5, 63, 88), (105, 192.5, 63, 88)]))
    assert (cards["grid"], said[1]) == ("3x2", "2 more cards of this size, beside the grid: left out")


@pytest.mark.parametrize(
    ("pages", "backs"),
    [
        ([draw_pictures(NINE), draw_cards(NINE[:0])], "none"),
        ([draw_pictures(NINE, 1), draw_pictures(NINE, 9)], "none"),
        ([draw_pictures(NINE), join(*(draw_pictures([box], 7) for box in NINE))] * 2, "even"),
        ([draw_pictures(NINE[:4], 1), draw_pictures([*NINE[:3][::-1], NINE[5]], 9)], "even"),
        ([draw_pictures(ASIDE), draw_pictures([(147 - x, *box) for x, *box in ASIDE], 3)], "even"),
        ([draw_pictures(NINE)] * 2 + [join(*(draw_pictures([box], 7) for box in NINE))], "3"),
    ],
)
def test_backs_are_found(tmp_path: Path, pages: Any, backs: str) -> None:
    """Pages are backs if all cards look the same there, or where their cards are mirrored."""
    assert propose(tmp_path, *pages)[0].get("backs", "none") == backs


def test_bleed_is_explained(tmp_path: Path) -> None:
    """Pictures with bleed name the size inside of them; with --card, it is cut out of their middle."""
    page = draw_pictures(list_boxes(3, 2, (69.85, 95.25), (0.2, 10)))
    _, said = propose(tmp_path, page)
    assert said[1].endswith("US (2.5 x 3.5 in)) with 3.17 mm of bleed; if so: --card 63.5x88.9mm")
    cards, _ = propose(tmp_path, page, card=(63.5, 88.9))
    assert (cards["card"], cards["at"], cards["art_bleed"]) == (
        "63.5 x 88.9 mm",
        ["3.37 mm", "13.17 mm"],
        "3.17 mm",
    )


def test_small_prints_are_explained(tmp_path: Path) -> None:
    """Cards that were printed at 97 % to fit a page are printed at their size again."""
    scale = 0.97
    page = draw_pictures(list_boxes(3, 2, (69.85 * scale, 95.25 * scale), (3, 5)))
    (tmp_path / "cards.pdf").write_bytes(make_pdf([page]))
    choices = PdfChoices(card=(63.5, 88.9))
    head = (
        propose_pdf_deck(tmp_path / "cards.pdf", choices, read_card_sizes(find_shelf().card_sizes))
        .drafts[0]
        .head
    )
    assert (head["size"], head["cards"]["card"]) == ("63.5 x 88.9 mm", "61.59 x 86.23 mm")


@pytest.mark.parametrize(
    ("choices", "message", "hint"),
    [
        ({}, "nothing on its pages shows where the cards are", "--grid 3x3 --card 63x88mm"),
        ({"pages": (1, 4)}, "has no page 4", "it has 1 page"),
        ({"grid": (4, 4), "card": POKER}, "4 x 4 cards of 63 x 88 mm at -21, -27.5 mm do not fit", "--gap"),
        ({"grid": (3, 3), "backs": "separate"}, "there are no pages of backs", "--backs none"),
        ({"grid": (3, 3), "backs": (1,)}, "there are no pages of backs", "--backs none"),
    ],
)
def test_wrong_options(tmp_path: Path, choices: dict[str, Any], message: str, hint: str) -> None:
    """Each mistake has one message, which says what would be right."""
    with pytest.raises(DataError) as raised:
        propose(
            tmp_path, draw_text(["These are rules, which are as long as the page is wide."] * 9), **choices
        )
    [problem] = raised.value.problems
    assert problem.message.startswith(message)
    assert hint in problem.hint


def test_cells_become_cards(tmp_path: Path) -> None:
    """Each cell with a card is a piece; empty cells are none, but plain cards with an outline are."""
    page = join(draw_outlines(NINE[:5]), draw_cards(NINE[:3]))
    kit = read(tmp_path, page, grid=(3, 3), card=POKER, at=AT)
    pieces = kit.parts[0].decks[0].pieces
    assert [piece.id for piece in pieces] == ["1_1", "1_2", "1_3", "1_4", "1_5"]
    assert pieces[4].fields["picture"] == "cards.pdf#1@73.5,104.5,63,88"


def test_backs_are_mirrored(tmp_path: Path) -> None:
    """The back of the card on the left is on the right of the next page; blank backs are none."""
    kit = read(
        tmp_path,
        draw_cards(NINE),
        draw_cards([NINE[2], NINE[1]]),
        backs="even",
        grid=(3, 3),
        at=AT,
        card=POKER,
    )
    backs = {piece.id: piece.fields["back_picture"] for piece in kit.parts[0].decks[0].pieces}
    assert backs["1_1"] == "cards.pdf#2@136.5,16.5,63,88"
    assert [id for id, back in backs.items() if back] == ["1_1", "1_2"]


def test_one_back_for_all(tmp_path: Path) -> None:
    """A page with a single back is that of all cards."""
    kit = read(tmp_path, draw_cards(NINE), draw_cards(NINE[:1]), backs=(2,), grid=(3, 3), at=AT, card=POKER)
    assert {piece.fields["back_picture"] for piece in kit.parts[0].decks[0].pieces} == {
        "cards.pdf#2@10.5,16.5,63,88"
    }
