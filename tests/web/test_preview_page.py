"""The page of the preview in Chromium: seen, clicked, typed at, and measured."""

import re
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.make.game_folders import make_starter_game
from generator.make.screens.workshop import ScreenView
from generator.read.files.shelf import Memo, find_shelf
from generator.read.wordings.wordings import read_shared_wording
from generator.web.preview.preview import Preview
from tests.samples import proves_all
from tests.web.browser import Browser, Tab
from tests.web.doors import serve
from tests.web.games import change, write_game
from tests.web.reading import list_barriers, list_stops

PAINTED = "document.documentElement.dataset.painted >= 1"
HASHES = "document.documentElement.dataset.hashes"


def open_preview(game: Path, **view: Any) -> Iterator[str]:
    """The address of a preview, which ends after the test."""
    shelf = find_shelf(memo=Memo(is_on=True))
    preview = Preview(game, shelf, view=ScreenView(**view), folder=game.parent / "output")
    with serve(preview.site) as door:
        preview.start()
        yield door.address
        preview.stop()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A preview of the small game, whose files no test changes."""
    yield from open_preview(write_game(tmp_path_factory.mktemp("page")), part="cards")


@pytest.fixture(scope="module")
def tab(browser: Browser, address: str) -> Iterator[Tab]:
    """Its page on a desktop, painted."""
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        yield tab


def test_page_shows_pages_and_no_complaints(tab: Tab, address: str) -> None:
    """All pages are pictures that are there; nothing is asked for from anywhere else."""
    assert tab.run("document.title") == "Cards – Meadow"
    assert tab.run("[...document.querySelectorAll('#pages h2')].map(one => one.textContent)") == [
        "English, A4"
    ]
    tab.wait_for("[...document.querySelectorAll('.page img')].slice(0, 2).every(one => one.naturalWidth > 0)")
    assert tab.list_complaints() == []
    assert {url.partition("/pages/")[0] for url in tab.list_requests()} - {"data:,"} <= {
        address.rstrip("/"),
        address,
        *(
            address + name
            for name in (
                "preview.css",
                "preview.js",
                "preview_texts.js",
                "page.js",
                "screens.css",
                "icon.svg",
                "events",
                "seen",
                "about",
            )
        ),
    }


def test_click_on_a_card_finds_its_row(tab: Tab) -> None:
    """The panel names the card, and the file with its line."""
    box = tab.run(
        "(() => { const b = document.querySelector('.page img').getBoundingClientRect();"
        " return [b.x, b.y, b.width, b.height]; })()"
    )
    x, y, width, height = box
    tab.click_at(x + width * 0.25, y + height * 0.2)
    tab.wait_for("document.getElementById('found').innerText.includes('cards.csv:2:1')")
    assert tab.run("document.getElementById('found-title').textContent") == "poppy_0, front"
    assert tab.run("document.querySelector('#found a').href").startswith("vscode://file/")
    assert tab.run("document.querySelectorAll('.spot.here').length") == 1
    assert list_barriers(tab) == []
    tab.press("Escape")
    assert tab.run("document.getElementById('found').hidden")


def test_keyboard_reaches_everything(tab: Tab) -> None:
    """In the order of the page, with a ring; Enter on a page lists its cards, and on one its places."""
    stops = list_stops(tab, 14)
    assert stops[0] == "BUTTON"
    assert not [stop for stop in stops if "without" in stop]
    assert {"SUMMARY", "shows", "vision", "ink", "fit", "print"} <= {*stops}
    tab.run("document.querySelector('button.sheet').focus()")
    tab.press("Enter")
    tab.wait_for("document.querySelectorAll('#found-list button').length === 9")
    tab.press("Tab")
    assert tab.run("document.activeElement.textContent") == "daisy_1, front"
    tab.press("Enter")
    tab.wait_for("document.getElementById('found').innerText.includes('cards.csv:3:1')")
    tab.press("Escape")


def test_overlays_show_cuts_and_safe_margins(tab: Tab) -> None:
    """Exactly where the cards are, at any zoom."""
    tab.click("#fit")
    tab.wait_for("document.querySelectorAll('.page .spot').length >= 18")
    tab.click("#larger")
    measure = """(() => {
        const page = document.querySelector('.page');
        const image = page.querySelector('img').getBoundingClientRect();
        const spot = page.querySelector('.spot')?.getBoundingClientRect();
        const wide = spot && spot.width / image.width * 210, high = spot && spot.height / image.height * 297;
        return spot ? (wide - 60) ** 2 + (high - 90) ** 2 : 99;
    })()"""
    tab.wait_for(f"document.querySelectorAll('.page .spot').length >= 18 && {measure} < 0.5")
    tab.click("#whole")
    tab.click("#fit")
    tab.wait_for("document.querySelectorAll('.page .spot').length === 0")


@pytest.fixture
def own_tab(browser: Browser, tmp_path: Path) -> Iterator[Tab]:
    """A page of a preview of its own, whose view may be changed."""
    for address in open_preview(write_game(tmp_path), part="cards"):
        with browser.open(address) as tab:
            tab.wait_for(PAINTED)
            yield tab


def test_choices_turn_the_view(own_tab: Tab) -> None:
    """Two languages side by side, then single cards in grey: several choices at once all count."""
    own_tab.click("#locales summary")
    own_tab.click("#locales label", "Español")
    own_tab.press("Escape")
    own_tab.wait_for("document.querySelectorAll('#pages .column').length === 2")
    choose = (
        "(id, value) => { const s = document.getElementById(id); s.value = value; s.onchange({target: s}); }"
    )
    own_tab.run(f"(choose => {{ choose('shows', 'cards'); choose('vision', 'grey'); }})({choose})")
    own_tab.wait_for("document.querySelectorAll('#pages .page').length === 40")
    assert own_tab.run("document.getElementById('vision').value") == "grey"
    assert own_tab.run("document.querySelector('.page .name').textContent") == "poppy_0, front"
    own_tab.click("#parts button", "Score")
    own_tab.wait_for("document.title.startsWith('Score')")
    assert own_tab.run("document.getElementById('shows-box').hidden")
    assert list_barriers(own_tab) == []
    assert own_tab.run("document.getElementById('print').textContent") == "Print A4 PDF"
    own_tab.click("#print")
    own_tab.wait_for("document.querySelectorAll('#found a').length === 2")
    assert "sheet-es-a4.pdf" in own_tab.text
    assert "true colours" in own_tab.text
    assert own_tab.list_complaints() == []


def test_page_is_usable_on_a_phone(browser: Browser, address: str) -> None:
    """360 pixels wide: nothing is cut off, everything can be tapped."""
    with browser.open(address, width=360, height=740, touch=True) as tab:
        tab.wait_for(PAINTED)
        assert list_barriers(tab) == []
        assert tab.run("document.querySelector('.page img').getBoundingClientRect().right") <= 360


@pytest.mark.skipif(not proves_all(), reason="axe-core comes from the npm registry: make proof")
def test_axe_finds_nothing(browser: Browser, address: str, tmp_path: Path) -> None:
    """The rules of axe-core, on a desktop and on a phone, also for what is opened."""
    packed = subprocess.run(["npm", "pack", "axe-core@4"], cwd=tmp_path, capture_output=True, text=True)
    if packed.returncode:
        pytest.skip(f"axe-core could not be loaded: {packed.stderr}")
    with tarfile.open(next(tmp_path.glob("*.tgz"))) as archive:
        program = archive.extractfile("package/axe.min.js")
        assert program is not None
        script = program.read().decode()
    for width in (1440, 360):
        with browser.open(address, width=width, height=800) as tab:
            tab.wait_for(PAINTED)
            tab.run(f"{script};1")
            tab.run("document.querySelector('button.sheet').focus()")
            tab.press("Enter")
            tab.wait_for("document.querySelectorAll('#found-list button').length > 0")
            tab.run("document.getElementById('locales').open = true")
            found = "axe.run(document).then(one => one.violations.map(each => each.id + each.nodes[0].html))"
            assert tab.run(found) == []


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The deck of `petri new`, and the address of its preview."""
    shelf = find_shelf()
    make_starter_game(tmp_path / "my-game", "my_game", shelf.starter)
    (deck,) = (tmp_path / "my-game").glob("*.yaml")
    for address in open_preview(deck):
        yield deck, address


def test_each_save_is_painted(browser: Browser, starter: tuple[Path, str]) -> None:
    """The page is not loaded again."""
    deck, address = starter
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.run("window.loaded = true")
        for word in ("Rose", "Tulip"):
            name = deck.read_text("utf-8").partition("name: ")[2].partition(",")[0]
            before = tab.run(HASHES)
            change(deck, f"name: {name}", f"name: {word}")
            tab.wait_for(f"{HASHES} !== '{before}'")
        assert tab.run("window.loaded")


def test_broken_deck_keeps_its_picture(browser: Browser, starter: tuple[Path, str]) -> None:
    """The tutorial's mistakes: the picture stays, the problem stands beside it, and goes when it is fixed."""
    deck, address = starter
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        before = tab.run(HASHES)
        change(deck, "size: poker", "size: pocker")
        tab.wait_for("document.querySelectorAll('#errors .problem').length === 1")
        assert "did you mean poker?" in tab.text
        assert f"{deck}:3:7" in tab.text
        assert "1 problem" in tab.run("document.getElementById('status').textContent")
        assert not tab.run("document.getElementById('old').hidden")
        assert tab.run("document.querySelector('.page img').naturalWidth") > 0
        assert list_barriers(tab) == []
        assert tab.run("document.querySelector('#errors code').textContent") == "pocker"
        assert tab.run("document.querySelectorAll('#errors .places wbr').length") > 1
        change(deck, "size: pocker", "size: poker")
        tab.wait_for("document.getElementById('old').hidden")
        assert tab.run(HASHES) == before
        assert tab.run("document.querySelectorAll('#errors .problem').length") == 0


def test_new_problems_are_above_what_was_clicked(browser: Browser, starter: tuple[Path, str]) -> None:
    """On a phone they are seen without scrolling, and the banner leads back to them."""
    deck, address = starter
    is_seen = """(() => {
        const box = document.getElementById("wrong").getBoundingClientRect();
        const around = document.querySelector("aside").getBoundingClientRect();
        return box.height > 0 && box.top >= around.top;
    })()"""
    with browser.open(address, width=360, height=740, touch=True) as tab:
        tab.wait_for(PAINTED)
        tab.click(".page img")
        tab.wait_for("!document.getElementById('found').hidden")
        tab.run("document.querySelector('aside').scrollTop = 200")
        change(deck, "- ground:", "- grund:")
        tab.wait_for(is_seen)
        tab.run("document.querySelector('aside').scrollTop = 200")
        assert not tab.run(is_seen)
        assert list_barriers(tab) == []
        tab.click("#show-wrong", "1 problem: show")
        tab.wait_for(is_seen)
        assert tab.run("document.activeElement.id") == "wrong"


def test_broken_start_has_nothing_to_choose(browser: Browser, starter: tuple[Path, str]) -> None:
    """Nor a picture that would be older than its files; all is there as soon as they are right."""
    deck, _ = starter
    change(deck, "size: poker", "size: po: ker")
    for address in open_preview(deck):
        with browser.open(address) as tab:
            tab.wait_for("document.querySelectorAll('#errors .problem').length === 1")
            assert "There is no picture yet" in tab.text
            hidden = "['old', 'bar'].map(id => document.getElementById(id).hidden)"
            assert tab.run(hidden) == [True, True]
            change(deck, "size: po: ker", "size: poker")
            tab.wait_for(PAINTED)
            assert tab.run(hidden) == [True, False]
            assert "There is no picture yet" not in tab.text


def test_cut_lines_are_exact_for_every_service(browser: Browser, starter: tuple[Path, str]) -> None:
    """Also when the service is chosen before its pages are there; all cards have the same distances."""
    lines = """(() => {
        const round = (...all) => all.map(one => Math.round(one)).join();
        const found = [...document.querySelectorAll(".page")].flatMap(page => {
            const image = page.querySelector("img").getBoundingClientRect();
            return [...page.querySelectorAll(".spot:not(.safe)")].map(one => {
                const box = one.getBoundingClientRect();
                return round(box.top - image.top, image.bottom - box.bottom, box.left - image.left);
            });
        });
        const isThere = found.length === document.querySelectorAll(".page").length;
        return isThere ? [...new Set(found)].join(" ") : "";
    })()"""
    _, address = starter
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.click("#fit")
        tab.click(".page img")
        tab.wait_for("!document.getElementById('found').hidden")
        tab.run("import(document.baseURI + 'preview.js').then(one => { Object.assign(window, one); })")
        for service, expected in (("tgc", "14,14,13"), ("", "0,0,0"), ("mpc", "11,11,12")):
            tab.run(f"choose({{shows: 'cards', service: '{service}'}})")
            tab.wait_for(f"{lines} === '{expected}'")
        tab.wait_for("document.getElementById('found').hidden")
        tab.wait_for("document.getElementById('print').textContent === 'Files for MakePlayingCards'")
        last = "document.querySelector('.page:last-child .name').textContent"
        tab.wait_for(f"{last} === '3 cards, back: empty'")


def test_page_tells_that_the_preview_has_ended(browser: Browser, tmp_path: Path) -> None:
    """At once, and as the answer to what is asked for then."""
    previews = open_preview(write_game(tmp_path), part="sheet")
    with browser.open(next(previews)) as tab:
        tab.wait_for(PAINTED)
        assert tab.run("document.getElementById('lost').hidden")
        next(previews, None)
        tab.wait_for("!document.getElementById('lost').hidden")
        tab.click("#print")
        tab.wait_for("document.getElementById('found').innerText.includes('The preview has ended')")


LABELS = """[...document.querySelectorAll('[data-say], [data-label], [data-hint], #status, #print, #other')]
    .flatMap(one => [one.textContent, one.getAttribute('aria-label') ?? '', one.title])"""
LANGUAGES = [("de-AT,en", "de"), ("nl,ar", "ar"), ("pt", "pt-BR"), ("nl", "en")]
"""Languages that a browser prefers, and the language of the page."""


@pytest.mark.parametrize(
    ("tags", "locale"), [("de-AT,en", "de"), ("nl,ar", "ar"), ("pt", "pt-BR"), ("nl", "en")]
)
def test_page_speaks_the_first_language_of_the_browser_that_is_known(
    browser: Browser, address: str, tags: str, locale: str
) -> None:
    """Buttons, labels, and numbers of problems are in it; of an unknown language, in English."""
    wording, english = (read_shared_wording(find_shelf().wording, each) for each in (locale, "en"))
    with browser.open(address) as tab:
        agent = tab.run("navigator.userAgent")
        tab.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=tags)
        tab.go(address)
        tab.wait_for(PAINTED)
        shown = {text for text in tab.run(LABELS) if text}
        assert tab.run("[document.documentElement.lang, document.documentElement.dir]") == [
            locale,
            wording.direction,
        ]
        assert {
            wording.format(f"preview.{key}") for key in ("skip", "parts", "save", "ink", "previous")
        } <= shown
        others = {
            english.format(key)
            for key in english.sentences
            if key.startswith("preview.") and english.format(key) != wording.format(key)
        }
        assert not shown & others
        assert list_barriers(tab) == []
        tab.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="")


GERMAN = {
    "language: Español": "language: Deutsch",
    "{title: Prado}": "{title: Wiese}",
    "{title: Cartas}": '{title: "Wiese: Blumenkarten"}',
    "title: Puntos": "title: Punktezettel",
    "score: Puntos": "score: Punkte",
    "Escribe tus puntos en las casillas.": "Schreib deine Punkte in die Kästchen.",
    "Flor ": "Blume ",
}
"""The German texts of the small game, by its Spanish ones."""
SAID = """(() => {
    const own = "code, #typed, ol#found-list a, .where, .key, .brand img, #locales fieldset, [lang=en]";
    const said = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const {parentElement: around, data} = walker.currentNode;
        if (around.getClientRects().length && !around.closest(own)) said.push(data);
    }
    for (const one of document.querySelectorAll("[aria-label], [title], img[alt]")) {
        if (!one.closest(own)) said.push(one.getAttribute("aria-label") ?? "", one.title, one.alt ?? "");
    }
    return said.join("\\n");
})()"""
"""Everything that the page says, without names of files, typed notation, and what is marked as English."""


CHOOSE = "Wähle mindestens eine Sprache und eine Papiergröße."
TYPE = """(() => {{
    const field = document.getElementById("typed");
    field.value = "{typed}";
    document.getElementById("typed-findings").replaceChildren();
    field.dispatchEvent(new Event("input"));
}})()"""
"""Types a text into the field of a translator."""


def list_words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


@pytest.fixture
def german_game(tmp_path: Path) -> Path:
    """The small game, also in German."""
    game = write_game(tmp_path)
    text = (game / "wording" / "es.yaml").read_text("utf-8")
    for spanish, german in GERMAN.items():
        text = text.replace(spanish, german)
    (game / "wording" / "de.yaml").write_text(text, encoding="utf-8")
    return game


def test_a_german_reads_no_english_word(browser: Browser, german_game: Path) -> None:
    """In tabs, panel, menus, and labels: with nothing found, a card, all cards of a page, and a problem."""
    shelf = find_shelf()
    german, english = (
        "\n".join(read_shared_wording(shelf.wording, each).sentences.values()) for each in ("de", "en")
    )
    foreign = (list_words(english) | {"meadow", "score"}) - list_words(german)
    for address in open_preview(german_game, part="cards", locales=("de",)):
        with browser.open(address) as tab:
            agent = tab.run("navigator.userAgent")
            tab.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="de-DE")
            tab.go(address)
            tab.wait_for(PAINTED)
            tabs = "[...document.querySelectorAll('#parts button')].map(one => one.textContent)"
            assert tab.run(tabs) == ["Blumenkarten", "Punktezettel"]
            assert tab.run("document.title") == "Blumenkarten – Wiese"
            assert tab.run("document.getElementById('zoom').textContent").endswith("\u00a0%")
            said = [tab.run(SAID)]
            tab.run("import(document.baseURI + 'preview.js').then(one => { Object.assign(window, one); })")
            tab.run("choose({shows: 'cards'})")
            tab.wait_for("document.querySelectorAll('#pages .page').length === 20")
            tab.wait_for("document.querySelector('.page .name').textContent === 'poppy_0, Vorderseite'")
            said.append(tab.run(SAID))
            tab.run("choose({shows: 'pages', part: 'sheet'})")
            tab.wait_for("document.title === 'Punktezettel – Wiese'")
            tab.wait_for("document.querySelectorAll('#pages .page img').length === 1")
            said.append(tab.run(SAID))
            change(german_game / "sheet.yaml", "title: sheet.title", "titel: sheet.title")
            tab.wait_for("document.getElementById('wrong-title').textContent.endsWith(' Fehler')")
            assert tab.run("document.querySelector('#errors .kind').textContent") == "Fehler"
            assert tab.run("document.querySelector('#errors [lang=en]').textContent")
            assert list_barriers(tab) == []
            said.append(tab.run(SAID))
            tab.run("choose({papers: []})")
            found = "document.querySelector('#found-list li span')"
            tab.wait_for(f"{found}?.textContent === '{CHOOSE}'")
            assert tab.run(f"{found}.lang") == "de"
            tab.run("import(document.baseURI + 'preview_texts.js').then(one => one.open('sheet.help'))")
            tab.wait_for("!document.getElementById('typing').hidden")
            for typed in ("Schreib **Punkte", "Schreib {x}", "Schreib :stern:", "Schreib..."):
                tab.run(TYPE.format(typed=typed))
                tab.wait_for("document.getElementById('typed-fit').dataset.text !== ''")
                tab.wait_for("document.getElementById('typed-findings').childElementCount === 1")
                said.append(tab.run(SAID))
            for text in said:
                assert list_words(text) & foreign == set(), [
                    line for line in text.splitlines() if list_words(line) & foreign
                ]
            tab.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="")


def test_titles_of_parts_follow_the_first_language(browser: Browser, german_game: Path) -> None:
    """The tabs are in the first language that is shown, in whatever language the page itself is."""
    tabs = (
        "[...document.querySelectorAll('#parts button')].map(one => `${one.lang} ${one.textContent}`).join()"
    )
    for address in open_preview(german_game, part="cards"):
        with browser.open(address) as tab:
            tab.wait_for(PAINTED)
            assert tab.run(tabs) == "en Cards,en Score"
            tab.click("#locales summary")
            tab.click("#locales label", "Español")
            tab.click("#locales label", "English")
            tab.wait_for(f"{tabs} === 'es Cartas,es Puntos'")
            assert tab.run("document.getElementById('title').textContent") == "Prado"
            tab.click("#locales label", "Deutsch")
            tab.wait_for(f"{tabs} === 'de Blumenkarten,de Punktezettel'")
