"""Web pages of games, opened from the disk: seen, turned over, searched, heard, and printed in Chromium."""

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.backends.html.site import write_html
from generator.backends.pdf import write_pdf
from generator.cli.app import app
from generator.scene.shapes import Document, Page
from generator.scene.shapes import Path as Outline
from tests.backends.scenes import BLACK, box, sampler
from tests.waiting import wait_until
from tests.web.browser import Browser, Tab

PHONE, DESKTOP = (360, 800), (1440, 900)
MM = 72 / 25.4
DECK = """\
id: deck
title: kit.title
size: 63 x 88 mm
cards:
  - {id: rose, name: Rose, colour: "#c82828", count: 4}
  - {id: moss, name: Moss, colour: "#1e6c2a"}
  - {id: lake, name: Lake, colour: "#1e3cc8"}
template:
  front:
    - ground: "{colour}"
    - words: {text: "{name} of May", role: title, box: [6 mm, 6 mm, 50 mm, 12 mm], colour: "#ffffff"}
  back:
    - ground: "#333333"
"""
ARABIC = """\
language: العربية
direction: rtl
status: draft
words:
  kit: {title: لعبة صغيرة}
  sheet: {title: ورقة, name: الاسم, track: علامات}
  rules: {title: قواعد, turn: دورك, text: اشطب الخانة التالية.}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck, a sheet, and rules, in English and Arabic, in the folder with their PDF files."""
    folder = tmp_path_factory.mktemp("site")
    game = Path(shutil.copytree(Path(__file__).parents[1] / "tiny_game", folder / "tiny_game"))
    kit = (game / "kit.yaml").read_text("utf-8")
    (game / "kit.yaml").write_text(kit.replace("parts:\n", "parts:\n  - deck: deck.yaml\n"), "utf-8")
    (game / "deck.yaml").write_text(DECK, "utf-8")
    (game / "wording/ar.yaml").write_text(ARABIC, "utf-8")
    words = ("make", str(game), "--locale", "en,ar", "--to", "html,pdf", "--out", str(folder))
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return folder / "tiny-game" / "tiny-game-en-ar-a4.html"


@contextmanager
def opened(
    browser: Browser, page: Path, size: tuple[int, int] = DESKTOP, at: str = "", **features: str
) -> Iterator[Tab]:
    """The page, with media features such as `prefers_color_scheme`; nothing may go wrong while it is open."""
    with browser.open("about:blank", width=size[0], height=size[1], touch=size == PHONE) as tab:
        chosen = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        tab.send("Emulation.setEmulatedMedia", features=chosen)
        tab.go(page.as_uri() + at)
        yield tab
        assert tab.list_complaints() == []
        assert {one.partition("#")[0] for one in tab.list_requests() if "data:" not in one} == {page.as_uri()}


def read_title(tab: Tab) -> str:
    return str(tab.wait_for("document.querySelector('.viewer[open] .bar p')?.textContent"))


def print_page(tab: Tab) -> pypdfium2.PdfDocument:
    data = tab.send("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
    return pypdfium2.PdfDocument(base64.b64decode(data))


def render(page: pypdfium2.PdfPage, dpi: float) -> Any:
    picture: Image.Image = page.render(scale=dpi / 72).to_pil().convert("L")
    return numpy.asarray(picture, dtype=float)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_every_screen(browser: Browser, site: Path, size: tuple[int, int], scheme: str) -> None:
    """It loads only itself, is not wider than the screen, and its words differ from their ground."""
    with opened(browser, site, size, prefers_color_scheme=scheme) as tab:
        tab.run("for (const details of document.querySelectorAll('details')) details.open = true")
        assert tab.run("document.documentElement.scrollWidth") == size[0]
        assert tab.run(CONTRAST) == []
        assert tab.run(SMALL) == []


SMALL = """[...document.querySelectorAll(".tools button, nav a, input, summary")]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 24)
    .map(one => one.innerText)"""
"""Controls that are too small for a finger (WCAG 2.2, 2.5.8)."""
CONTRAST = """(() => {
    const read = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => colour.slice(0, 3).map(part => part / 255)
        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const ground = (one) => {
        for (; one; one = one.parentElement) {
            const colour = read(getComputedStyle(one).backgroundColor);
            if (colour[3] !== 0) return colour;
        }
        return [255, 255, 255];
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), poor = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const one = text.parentElement;
        if (!text.textContent.trim() || !one.checkVisibility() || one.closest("svg, script")) continue;
        const both = [read(getComputedStyle(one).color), ground(one)].map(light);
        const [more, less] = both.sort((a, b) => b - a);
        if ((more + 0.05) / (less + 0.05) < 4.5) poor.push(text.textContent);
    }
    return poor;
})()"""
"""Texts whose contrast is below that of WCAG 2.2, level AA."""


def test_cards_are_turned_over_with_keys(browser: Browser, site: Path) -> None:
    """Arrows go from card to card, Space turns over, and Escape returns to where it began."""
    with opened(browser, site) as tab:
        tab.click(".card button")
        assert read_title(tab) == "Rose of May · Front · 1 / 3"
        tab.press(" ")
        assert read_title(tab) == "Rose of May · Back · 1 / 3"
        for key, title in (
            ("ArrowRight", "Moss of May · Front · 2 / 3"),
            ("End", "Lake of May · Front · 3 / 3"),
            ("ArrowRight", "Rose of May · Front · 1 / 3"),
            ("ArrowLeft", "Lake of May · Front · 3 / 3"),
        ):
            tab.press(key)
            assert read_title(tab) == title
        assert tab.run("document.querySelector('.stage svg').getAttribute('aria-label')") == (
            "Lake of May. Front: Lake of May"
        )
        tab.press("Escape")
        assert tab.run("document.querySelector('.viewer[open]')") is None
        assert tab.run("document.activeElement === document.querySelector('.card button')")


def test_a_card_is_turned_over_by_a_click_and_pages_are_enlarged(browser: Browser, site: Path) -> None:
    """A page has no other side: it becomes larger, with the keys, too."""
    with opened(browser, site) as tab:
        tab.click(".card button")
        tab.click(".stage svg")
        assert "Back" in read_title(tab)
        tab.click(".viewer[open] .close")
        tab.click(".pages .leaf")
        width = "document.querySelector('.stage svg').getBoundingClientRect().width"
        small = tab.run(width)
        tab.press("+")
        assert tab.run(width) == pytest.approx(1.5 * small, abs=2)
        tab.click(".stage svg")
        assert tab.run(width) == small
        assert tab.run("document.querySelector('.viewer[open] .turn_over').checkVisibility()") is False


def test_motion_can_be_reduced(browser: Browser, site: Path) -> None:
    """Cards turn only for those who have nothing against it."""
    for wanted, count in (("no-preference", 1), ("reduce", 0)):
        with opened(browser, site, prefers_reduced_motion=wanted) as tab:
            tab.click(".card button")
            tab.press(" ")
            assert tab.run("document.getAnimations().length") == count


def test_hands_are_drawn_from_all_copies(browser: Browser, site: Path) -> None:
    """Five of six cards, then the last one; shuffled one by one, there are six."""
    with opened(browser, site) as tab:
        tab.click(".draw")
        assert tab.run("document.querySelectorAll('.stage svg').length") == 5
        assert read_title(tab).endswith("Front · 1 / 2")
        tab.press("ArrowRight")
        assert tab.run("document.querySelectorAll('.stage svg').length") == 1
        tab.press("Escape")
        tab.click(".shuffle")
        assert read_title(tab).endswith("1 / 6")


def test_words_are_found(browser: Browser, site: Path) -> None:
    """In cards, and in the text of pages; accents and capitals do not matter."""
    seen = "[...document.querySelectorAll('.card, .page')].filter(one => one.checkVisibility()).length"
    with opened(browser, site) as tab:
        everything = tab.run(seen)
        tab.click(".search input")
        tab.type("MÖSS")
        assert tab.run(seen) == 1
        assert tab.run("document.querySelector('output').textContent") == "Matches: 1"
        tab.run("document.querySelector('input').select()")
        tab.type("crosses out")
        assert tab.run("[...document.querySelectorAll('section')].filter(one => !one.hidden).length") == 1
        tab.run("document.querySelector('input').select()")
        tab.send("Input.dispatchKeyEvent", type="keyDown", key="Delete", windowsVirtualKeyCode=46)
        assert tab.run(seen) == everything


def test_languages_are_chosen(browser: Browser, site: Path) -> None:
    """By the address or a link; the page is then in this language and direction, and so are its keys."""
    state = "[document.documentElement.lang, document.documentElement.dir, document.title]"
    with opened(browser, site, at="#ar-deck") as tab:
        assert tab.run(state) == ["ar", "rtl", "لعبة صغيرة"]
        assert tab.run("document.querySelectorAll('.edition').length") == 1
        tab.click(".card button")
        tab.press("ArrowLeft")
        assert "2 / 3" in read_title(tab).translate(str.maketrans("٠١٢٣٤٥٦٧٨٩", "0123456789"))
        tab.press("Escape")
        tab.click(".languages a", "English")
        tab.wait_for("document.documentElement.lang === 'en'")
        assert tab.run(state) == ["en", "ltr", "Tiny game"]


def list_named(tab: Tab) -> list[tuple[str, str | None]]:
    """The roles and names of everything that a screen reader can reach."""
    tree = tab.send("Accessibility.getFullAXTree")["nodes"]
    return [(one["role"]["value"], one.get("name", {}).get("value")) for one in tree if not one["ignored"]]


def test_everything_has_a_name(browser: Browser, site: Path) -> None:
    """For those who hear the page: controls, pictures, and regions have names, and headings have no gaps."""
    named = {"button", "link", "searchbox", "image", "dialog", "heading", "DisclosureTriangle", "region"}
    with opened(browser, site) as tab:
        tab.run("for (const details of document.querySelectorAll('details')) details.open = true")
        # What is not drawn yet comes a moment later.
        found = wait_until(lambda: (all_ := list_named(tab)) * (("button", "Moss of May") in all_))
        assert [role for role, name in found if role in named and not name] == []
        assert ("image", "Sheet") in found
        levels = tab.run("[...document.querySelectorAll('h1, h2, h3, h4')].map(one => +one.tagName[1])")
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert tab.run("document.querySelectorAll('main, header, footer').length") == 3


def test_pages_are_read_without_a_script(browser: Browser, site: Path) -> None:
    """Both sides of each card and all languages are there, and no button that would do nothing."""
    with browser.open("about:blank") as tab:
        tab.send("Emulation.setScriptExecutionDisabled", value=True)
        tab.go(site.as_uri())
        tab.send("Emulation.setScriptExecutionDisabled", value=False)
        seen = "[...document.querySelectorAll('{}')].filter(one => one.checkVisibility()).length"
        assert tab.run(seen.format(".card svg")) == 12
        assert tab.run(seen.format(".tools, .search")) == 0
        assert tab.run(seen.format(".edition")) == 2


def test_pages_are_printed_at_their_size(browser: Browser, tmp_path: Path) -> None:
    """A bar of 100 mm is 100 mm long, on paper of any size, portrait or landscape."""
    sizes = [(210.0, 297.0), (297.0, 210.0), (215.9, 279.4)]
    bar = (Outline(box(50, 60, 100, 100), BLACK),)
    page = tmp_path / "bars.html"
    page.write_bytes(write_html(Document(tuple(Page(*size, bar) for size in sizes), "Bars", "en")))
    with opened(browser, page) as tab:
        printed = print_page(tab)
    assert len(printed) == len(sizes)
    for sheet, size in zip(printed, sizes, strict=True):
        assert sheet.get_size() == pytest.approx([side * MM for side in size], abs=0.7)
        dark = render(sheet, 300) < 128
        for axis, start in ((0, 50), (1, 60)):
            inked = numpy.flatnonzero(dark.any(axis)) / 300 * 25.4
            assert inked[0] == pytest.approx(start, abs=0.15)
            assert inked[-1] - inked[0] == pytest.approx(100, abs=0.15)


def test_the_same_sheets_are_printed(browser: Browser, site: Path) -> None:
    """All parts of the language that is shown, or only one of them, as in their PDF files."""
    with opened(browser, site) as tab:
        printed = print_page(tab)
        tab.run("window.print = () => {}; document.querySelector('#en-sheet .print').click()")
        assert len(print_page(tab)) == 1
        assert len(print_page(tab)) == len(printed), "afterwards, everything is printed again"
    parts = ("deck", "sheet", "rules")
    files = [pypdfium2.PdfDocument(site.with_name(f"{part}-en-a4.pdf")) for part in parts]
    pages = [page for file in files for page in file]
    assert len(printed) == len(pages)
    for ours, other in zip(printed, pages, strict=True):
        assert compare(ours, other) < 0.01


def test_everything_looks_as_in_a_pdf_file(browser: Browser, tmp_path: Path) -> None:
    """Texts, strokes, clips, symbols, and pictures."""
    page = tmp_path / "sampler.html"
    page.write_bytes(write_html(sampler()))
    with opened(browser, page) as tab:
        printed = print_page(tab)
    expected = pypdfium2.PdfDocument(write_pdf(sampler()))
    assert [compare(one, other) < 0.02 for one, other in zip(printed, expected, strict=True)] == [True] * 2


def compare(one: pypdfium2.PdfPage, other: pypdfium2.PdfPage) -> float:
    """The share of the page that differs much, at a resolution at which half a pixel is a tenth of a mm."""
    first, second = render(one, 100), render(other, 100)
    high, wide = (min(first.shape[side], second.shape[side]) for side in (0, 1))
    return float((numpy.abs(first[:high, :wide] - second[:high, :wide]) > 128).mean())


@pytest.fixture(scope="module")
def covered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cards and the rules of a game with a cover, in two languages."""
    folder = tmp_path_factory.mktemp("covered")
    words = ("make", "pox", "--part", "board,cards,rules", "--locale", "en,es", "--to", "html")
    done = CliRunner().invoke(app, (*words, "--out", str(folder)), catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    (page,) = folder.rglob("*.html")
    return page


FAN = "[...document.querySelectorAll('.fan svg')].map(one => one.getBoundingClientRect()).filter(one => {})"


INDENTED = """
[...document.querySelectorAll('.text li:has(> :is(.number, figure):first-child)')].flatMap(item => {
  const range = document.createRange(), sign = item.firstElementChild.getBoundingClientRect()
  range.selectNodeContents(item)
  return [...range.getClientRects()].filter(box => box.top > sign.bottom).map(box => box.left - sign.left)
})"""
"""Distances of the second and other lines of items from the left of their signs, in pixels."""


def test_the_lines_of_an_item_are_beside_its_sign(browser: Browser, covered: Path) -> None:
    """On a narrow screen, no line of a step is below its number or icon."""
    with opened(browser, covered, PHONE) as tab:
        tab.run("for (const details of document.querySelectorAll('details')) details.open = true")
        gaps = tab.run(INDENTED)
        assert len(gaps) > 10
        assert min(gaps) > 24


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_first_screen_has_the_cover_and_cards(
    browser: Browser, covered: Path, size: tuple[int, int]
) -> None:
    """The cover runs out into its own colours; whole cards are seen before one scrolls."""
    with opened(browser, covered, size) as tab:
        cover = tab.run("JSON.stringify(document.querySelector('.cover').getBoundingClientRect())")
        assert '"top":0' in cover
        seen = "one.left >= 0 && one.right <= innerWidth && one.bottom <= innerHeight && one.height > 100"
        assert len(tab.run(FAN.format(seen))) >= (3 if size == PHONE else 5)
        assert tab.run("document.querySelector('h1').textContent") == "POX: Save the People"
        assert "linear-gradient" in tab.run(
            "getComputedStyle(document.querySelector('.hero')).backgroundImage"
        )
        assert tab.run("document.documentElement.scrollWidth") == size[0]
        assert tab.run(CONTRAST) == []


def test_the_fonts_of_the_theme_are_in_the_page(browser: Browser, covered: Path) -> None:
    """They are loaded from the page, and have every character of titles and texts."""
    with opened(browser, covered) as tab:
        tab.run("document.fonts.ready.then(() => true)")
        loaded = tab.run("[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)")
        for selector in ("h2", ".text p"):
            tab.run("for (const one of document.querySelectorAll('details')) one.open = true")
            (first, *_) = tab.run(f"getComputedStyle(document.querySelector('{selector}')).fontFamily").split(
                ","
            )
            assert first in loaded
        node = tab.send(
            "DOM.querySelector", nodeId=tab.send("DOM.getDocument")["root"]["nodeId"], selector="h2"
        )
        tab.send("CSS.enable")
        used = tab.send("CSS.getPlatformFontsForNode", nodeId=node["nodeId"])["fonts"]
        assert [(font["familyName"][:7], font["isCustomFont"]) for font in used] == [("Fredoka", True)]


def test_a_card_of_the_fan_is_opened(browser: Browser, covered: Path) -> None:
    """With its deck, so that one can go on from it."""
    with opened(browser, covered) as tab:
        tab.click(".fan li:nth-child(3)")
        assert read_title(tab).endswith(" / 29")


def measure_stage(tab: Tab) -> dict[str, float]:
    tab.run("new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))")
    box: dict[str, float] = tab.run("document.querySelector('.stage svg').getBoundingClientRect().toJSON()")
    return box


def test_a_board_is_enlarged_with_the_wheel_and_pushed(browser: Browser, covered: Path) -> None:
    """The point under the mouse stays there; the mouse and the arrows push the board."""
    with opened(browser, covered) as tab:
        tab.click("figure.board .leaf")
        small = measure_stage(tab)
        x, y = small["x"] + small["width"] * 0.7, small["y"] + small["height"] * 0.4
        for _ in range(4):
            tab.send("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-200)
        large = measure_stage(tab)
        assert large["width"] > 3 * small["width"]
        assert large["x"] + large["width"] * 0.7 == pytest.approx(x, abs=8)
        assert large["y"] + large["height"] * 0.4 == pytest.approx(y, abs=8)
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        tab.send("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **held)
        for step in (40, 80):
            tab.send("Input.dispatchMouseEvent", type="mouseMoved", x=x + step, y=y + step / 2, **held)
        tab.send("Input.dispatchMouseEvent", type="mouseReleased", x=x + 80, y=y + 40, button="left")
        pushed = measure_stage(tab)
        assert pushed["x"] - large["x"] == pytest.approx(80, abs=2)
        assert pushed["y"] - large["y"] == pytest.approx(40, abs=2)
        assert pushed["width"] == large["width"], "to push is not to click"
        tab.press("ArrowRight")
        assert measure_stage(tab)["x"] < pushed["x"]
        tab.press("0")
        assert measure_stage(tab)["width"] == small["width"]


def test_a_board_is_pinched(browser: Browser, covered: Path) -> None:
    """Two fingers enlarge it around their middle, and one pushes it."""
    with opened(browser, covered, PHONE) as tab:
        tab.click("figure.board .leaf")
        small = measure_stage(tab)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            tab.send("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

        x, y = small["x"] + small["width"] / 2, small["y"] + small["height"] / 2
        touch("touchStart", (x - 20, y))
        touch("touchStart", (x - 20, y), (x + 20, y))
        for by in range(20, 90, 10):
            touch("touchMove", (x - by, y), (x + by, y))
        touch("touchEnd")
        large = measure_stage(tab)
        assert large["width"] == pytest.approx(4 * small["width"], rel=0.02)
        assert large["x"] + large["width"] / 2 == pytest.approx(x, abs=6)
        touch("touchStart", (200, 300))
        for by in (30, 60, 90):
            touch("touchMove", (200 - by, 300))
        touch("touchEnd")
        assert measure_stage(tab)["x"] - large["x"] == pytest.approx(-90, abs=2)


def test_the_contents_mark_what_is_read(browser: Browser, covered: Path) -> None:
    """The menu stays in view, and the part below it is marked."""
    marked = "document.querySelector('.contents [aria-current]')?.textContent"
    with opened(browser, covered) as tab:
        tab.click(".contents a", "Rules")
        tab.wait_for(f"{marked} === 'Rules'")
        assert tab.run("document.querySelector('.contents').getBoundingClientRect().top") == 0
