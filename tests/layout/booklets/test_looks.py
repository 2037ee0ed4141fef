"""Covers, heads, feet, and headings of booklets are templates of a theme, of a game, or of a booklet."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import Result

from generator.backends.html.site import list_drawn_texts
from generator.layout.booklets import draw_cover_art, is_cover
from generator.model.kit import Booklet
from tests import shipped
from tests.structure import read_structure

Petri = Callable[..., Result]
LOOK = """\
  cover:
    - panel: {fill: primary, bleeds: true}
    - words: {text: "{game}", role: title, box: [15 mm, 20 mm, 90 mm, 40 mm]}
  first:
    head:
      height: 46 mm
      template:
        - panel: {fill: primary, bleeds: true}
        - words: {text: "{name}", role: title, colour: paper, box: [15 mm, 10 mm, 90 mm, 20 mm]}
        - words: {text: "{subtitle}", role: small, colour: paper, box: [15 mm, 32 mm, 90 mm, 8 mm]}
  page:
    ground: [panel: {pattern: dots, pattern_colour: shade, bleeds: true}]
    head: {height: 20 mm, template: [panel: {fill: accent, bleeds: true}]}
    foot:
      height: 14 mm
      template:
        - words: {text: "page {number} of {pages}", role: label, box: [100% - 45 mm, 2 mm, 30 mm, 9 mm]}
  heading:
    height: 9 mm
    template:
      - words: {text: "{number}.", role: label, box: [0 mm, 0 mm, 9 mm, 9 mm]}
      - words: {text: "{text}", role: title, colour: ink, box: [12 mm, 0 mm, 100% - 12 mm, 9 mm], lines: 1}
      - icon: {icon: "{icon}", box: [100% - 9 mm, 0 mm, 9 mm, 9 mm], when: has(icon)}
"""
TEXT = "A text that tells how the game is played, who begins, and who wins in the end."
FILES = {
    "kit.yaml": "title: Foxes\ntheme: den\nparts: [booklet: rules.yaml]\n",
    "themes/den.yaml": f"id: den\nextends: base\nbooklet:\n{LOOK}",
}


def write(pages: int = 2, **files: str) -> None:
    """A game with a booklet of about so many pages, and other files, or more at the end of a file."""
    blocks = "".join(
        f"  - heading: Chapter {number}\n    icon: star\n" + f"  - text: {TEXT * 12}\n" * 2
        for number in range(6 * pages)
    )
    rules = f"id: rules\ntitle: 'Foxes: Rules'\nsubtitle: For two\nblocks:\n{blocks}"
    for name, text in {**FILES, "rules.yaml": rules, **files}.items():
        path = Path("game") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def read_pages(petri: Petri, *options: str) -> list[str]:
    """The text of each page of the booklet."""
    done = petri("make", "game", *options)
    assert done.exit_code == 0, done.output
    (path,) = Path("output/game").glob("rules*.pdf")
    with pypdfium2.PdfDocument(path.read_bytes()) as file:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in file]


def test_a_theme_has_the_pages_of_booklets(petri: Petri) -> None:
    """The cover is a page of its own; the first page of text has another head than the others."""
    write()
    cover, first, second, *more = read_pages(petri)
    assert cover == "Foxes"
    assert first.startswith("Rules For two 1. Chapter 0")
    assert f"page 2 of {3 + len(more)}" in first
    assert "Rules" not in second
    assert f"page 3 of {3 + len(more)}" in second
    assert "50 mm" not in first + second


def test_headings_stay_headings(petri: Petri) -> None:
    """Numbers and icons beside them are decoration."""
    write()
    read_pages(petri)
    pages = read_structure(Path("output/game/rules-en-a4.pdf").read_bytes())
    heads = [[(one.type, one.text) for one in page.walk() if one.type in ("H1", "H2")] for page in pages]
    assert heads[0] == [("H1", "Foxes")]
    assert heads[1][:2] == [("H2", "Chapter 0"), ("H2", "Chapter 1")]


def test_one_page_has_no_cover(petri: Petri) -> None:
    """A player aid needs none."""
    write(0, **{"rules.yaml": f"id: rules\ntitle: Aid\nblocks:\n  - text: {TEXT}\n"})
    (page,) = read_pages(petri)
    assert page.startswith("Aid")
    assert "page 1 of 1" in page


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("cover: none\n", ["Rules", "1.", "page 1 of"]),
        ("heading: 0\n", ["Foxes", "Chapter 0"]),
        ("first: {head: 20 mm}\n", ["Foxes"]),
        ("page: {foot: 0}\n", ["50 mm at"]),
        ("ruler: all\n", ["50 mm at"]),
        ("cover: [words: {text: 'Own cover', box: [15 mm, 9 mm, 99 mm, 9 mm]}]\n", ["Own cover"]),
    ],
)
def test_a_booklet_changes_the_theme(petri: Petri, keys: str, shown: list[str]) -> None:
    """Each key of it alone: a height without a template changes only the height; 0 and `none` remove it."""
    write()
    path = Path("game/rules.yaml")
    path.write_text(keys + path.read_text("utf-8"), "utf-8")
    text = "\n".join(read_pages(petri))
    assert all(one in text for one in shown)
    assert ("1. Chapter" in text) is not keys.startswith("heading")


def test_a_game_changes_the_theme(petri: Petri) -> None:
    """kit.yaml may have templates of booklets, too, which have templates of its files."""
    extra = "booklet:\n  cover: {extends: face}\ntemplates: [more.yaml]\n"
    more = "templates: {face: [words: {text: 'Own face', box: [15 mm, 9 mm, 99 mm, 9 mm]}]}\n"
    write(**{"kit.yaml": FILES["kit.yaml"] + extra, "more.yaml": more})
    assert read_pages(petri)[0] == "Own face"


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_pages_are_drawn_for_their_width(petri: Petri, paper: str) -> None:
    """A head is as wide as the paper, and as much higher; text begins below it."""
    write()
    done = petri("make", "game", "--to", "svg", "--paper", paper)
    assert done.exit_code == 0, done.output
    assert len(list(Path("output/game").glob(f"rules-en-{paper}-*.svg"))) > 2


def test_folded_booklets_have_covers(petri: Petri) -> None:
    """The cover is the outermost page, on the right of the first sheet."""
    write(1)
    first, second, *_ = read_pages(petri, "--fold-booklets")
    assert "Foxes" in first.split()
    assert "Rules" in second.split()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"{text}", role: title',
            '"{number}", role: title',
            "heading.template: does not show the `{text}` of the heading",
        ),
        ("height: 9 mm", "height: 90 mm", "90 mm leave too little room for the text (at most 60 mm)"),
        ("height: 46 mm", "height: 146 mm", "146 mm leave too little room for the text (at most 120 mm)"),
        (
            "{subtitle}",
            "{subtitel}",
            "the field `subtitel` is not in game/themes/den.yaml (did you mean `subtitle`?)",
        ),
        ("    height: 9 mm\n", "", "heading: `height` is missing (add `height: 12 mm`)"),
        ("heading:", "headings:", "unknown key `headings` (did you mean `heading`?)"),
        ("role: small", "role: smal", "unknown role of type `smal` (did you mean `small`?)"),
    ],
)
def test_bad_looks_have_a_place(petri: Petri, old: str, new: str, told: str) -> None:
    """In the theme, where they are written."""
    assert old in LOOK
    write(**{"themes/den.yaml": FILES["themes/den.yaml"].replace(old, new)})
    done = petri("make", "game")
    assert done.exit_code == 1
    assert told in done.output
    assert "themes/den.yaml:" in done.output


def test_a_band_of_nothing_is_an_error(petri: Petri) -> None:
    """A height alone changes a template that the theme has."""
    write(**{"themes/den.yaml": "id: den\nextends: base\n"})
    path = Path("game/rules.yaml")
    path.write_text("page: {head: 30 mm}\n" + path.read_text("utf-8"), "utf-8")
    done = petri("make", "game")
    assert "rules.yaml:1:8: page.head: `template` is missing (add `template: [...]`)" in done.output


@pytest.mark.parametrize("game", shipped.GAMES)
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_the_cover_as_art_names_the_game_only(game: str, locale: str) -> None:
    """The first screen of a web page is no booklet: it says `POX`, but not `Rules`, nor an empty plate."""
    booklet = shipped.part(game, "rules")
    assert isinstance(booklet, Booklet)
    page = draw_cover_art(shipped.press(game, locale), booklet, shipped.paper("a4"))
    art, cover = (
        [text.casefold() for text in list_drawn_texts(one.shapes)]
        for one in (page, shipped.document((game, "rules", locale, "a4")).pages[0])
    )
    name = {"en": "rules", "fr": "les règles"}[locale]
    assert name in cover
    assert name not in art
    assert len(art) < len(cover)
    assert {*art} < {*cover}
    assert is_cover(page)
