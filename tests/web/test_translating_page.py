"""Translating in the preview in Chromium: typed where a text is printed, tried, saved, and gone through."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from generator.make.game_folders import make_starter_game
from generator.read.files.shelf import find_shelf
from generator.read.files.yaml import read_yaml
from generator.translate.translations import open_workspace
from tests.web.browser import Browser, Tab
from tests.web.games import change, write_game
from tests.web.reading import list_barriers
from tests.web.test_preview_page import PAINTED, open_preview

GERMAN = {
    "titles.my_game": "Mein Spiel",
    "texts.my_game.name.poppy": "Mohn",
    "texts.my_game.name.daisy": "Gänseblümchen",
    "texts.my_game.name.bee": "Biene",
    "texts.my_game.text.poppy": "Nimm **zwei** Karten.",
    "texts.my_game.text.daisy": "Sieh dir die oberste Karte an.",
    "texts.my_game.text.bee": "Nimm eine Karte von jemand anderem.",
}
FIELD = "document.getElementById('typed')"
FIT = "document.getElementById('typed-fit')"
FITTED = f"{FIT}.dataset.text === {FIELD}.value"


def type_text(tab: Tab, text: str) -> None:
    """Replace what is in the field, as a person does."""
    tab.run(f"{FIELD}.select()")
    tab.type(text)


def drop_draft(tab: Tab, text: str) -> None:
    """Type what the file has, since a page with texts that are not saved asks before it is left."""
    type_text(tab, text)
    tab.wait_for("document.getElementById('typed-save').disabled")


def find_on_page(tab: Tab, key: str) -> tuple[float, float]:
    """Return the middle of the first place of a text, in CSS pixels, in the column of the translation."""
    script = f"""(async () => {{
        const page = document.querySelectorAll("#pages .column")[1].querySelector(".page");
        const headers = {{"Content-Type": "application/json"}};
        const body = JSON.stringify({{column: 1, index: 0}});
        const answer = await fetch("texts/page", {{method: "POST", headers, body}});
        if (!answer.ok) return null;
        const found = (await answer.json()).texts.find(one => one.keys.includes("{key}"));
        const box = page.querySelector("img").getBoundingClientRect(), [left, top, right, bottom] = found.box;
        return [box.x + (left + right) / 2 / 210 * box.width, box.y + (top + bottom) / 2 / 297 * box.height];
    }})()"""
    # The list of texts takes room of the pages.
    tab.wait_for("document.getElementById('walk-at').textContent !== ''")
    x, y = tab.wait_for(script)
    return x, y


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The folder of the deck of `petri new`, and the address of its preview."""
    folder = tmp_path / "my-game"
    make_starter_game(folder, "my_game", find_shelf().starter)
    (deck,) = folder.glob("*.yaml")
    for address in open_preview(deck):
        yield folder, address


def test_language_of_the_starter_is_made_in_place(browser: Browser, starter: tuple[Path, str]) -> None:
    """From `New language` to the last text, with the keyboard, and nothing is left to do."""
    folder, address = starter
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.click("#locales summary")
        tab.click("#locales .more")
        tab.wait_for("document.getElementById('new-language').open")
        tab.type("gr")
        tab.press("Enter")
        tab.wait_for(
            "document.getElementById('new-language-wrong').textContent.includes('did you mean `el`')"
        )
        tab.run("document.getElementById('new-language-tag').select()")
        tab.type("de")
        tab.press("Enter")
        tab.wait_for("document.querySelectorAll('#pages .column').length === 2")
        assert (folder / "wording" / "de.yaml").is_file()
        tab.wait_for("!document.getElementById('walk-on').disabled")
        tab.run("document.getElementById('walk-on').focus()")
        tab.press("Enter")
        typed: dict[str, str] = {}
        for _ in GERMAN:
            tab.wait_for(f"document.activeElement === {FIELD} && {FIELD}.value === ''")
            key = tab.run("document.getElementById('typed-key').textContent")
            typed[key] = GERMAN[key]
            tab.type(GERMAN[key])
            tab.wait_for(FITTED)
            assert not tab.run(f"{FIT}.classList.contains('wrong')"), tab.run(f"{FIT}.textContent")
            tab.run(f"""{FIELD}.dispatchEvent(new KeyboardEvent("keydown",
                {{key: "Enter", ctrlKey: true, bubbles: true, cancelable: true}}))""")
            count = len(GERMAN) - len(typed)
            tab.wait_for(f"document.getElementById('walk-done').dataset.open === '{count}'")
        assert typed == GERMAN
        assert "7 of 7 texts are translated" in tab.text
        assert tab.list_complaints()[1:] == []  # The refused tag.
    workspace = open_workspace(str(folder), find_shelf())
    translation = workspace.read("de")
    assert dict(translation.texts) == GERMAN
    assert translation.issues == ()
    assert "# Take **two** cards." in (folder / "wording" / "de.yaml").read_text("utf-8")


@pytest.fixture
def meadow(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A game in English and Spanish side by side, and the address of its preview."""
    game = write_game(tmp_path)
    for address in open_preview(game, part="cards", locales=("en", "es")):
        yield game, address


def read_words(game: Path, group: str) -> Mapping[str, str]:
    """Return the texts of a group of the Spanish file."""
    data: Any = read_yaml(game / "wording" / "es.yaml").data
    words: Mapping[str, str] = data["words"][group]
    return words


def test_click_opens_a_field_where_the_text_is_printed(browser: Browser, meadow: tuple[Path, str]) -> None:
    """The page shows what is typed before it is saved; the file keeps its comments."""
    game, address = meadow
    change(game / "wording" / "es.yaml", "  flower:\n", "  # Las flores.\n  flower:\n")
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.click_at(*find_on_page(tab, "flower.poppy_0"))
        tab.wait_for("document.querySelector('.typing.placed')")
        assert tab.run(f"{FIELD}.value") == "Flor poppy_0"
        assert tab.run(f"{FIELD}.lang") == "es"
        assert tab.run(f"{FIELD}.getAttribute('aria-label')") == "Español: flower.poppy_0"
        below = """(() => {
            const mark = document.querySelector(".spot.typed").getBoundingClientRect();
            const form = document.getElementById("typing").getBoundingClientRect();
            return form.top >= mark.bottom && form.top - mark.bottom < 20;
        })()"""
        assert tab.run(below)
        assert list_barriers(tab) == []
        before = tab.run("document.documentElement.dataset.hashes").split(",")
        type_text(tab, "Amapola")
        tab.wait_for(FITTED)
        tab.wait_for(f"{FIT}.textContent.startsWith('Fits, at ')")
        tab.wait_for(f"document.documentElement.dataset.hashes !== '{','.join(before)}'")
        assert "Flor poppy_0" in (game / "wording" / "es.yaml").read_text("utf-8")
        tab.click("#typed-save")
        tab.wait_for("document.getElementById('typed-saved').textContent === 'Saved.'")
        assert read_words(game, "flower")["poppy_0"] == "Amapola"
        assert "# Las flores." in (game / "wording" / "es.yaml").read_text("utf-8")
        tab.press("Escape")
        tab.wait_for("document.getElementById('typing').hidden")
        assert tab.list_complaints() == []


def test_errors_and_overflows_are_shown_while_typing(browser: Browser, meadow: tuple[Path, str]) -> None:
    """A text with errors cannot be saved; one that does not fit says by how much."""
    game, address = meadow
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.click_at(*find_on_page(tab, "flower.poppy_0"))
        tab.wait_for("document.querySelector('.typing.placed')")
        type_text(tab, "Ama **pola")
        tab.wait_for("document.querySelectorAll('#typed-findings .problem').length === 1")
        assert "is never closed" in tab.run("document.getElementById('typed-findings').textContent")
        assert tab.run("document.getElementById('typed-save').disabled")
        type_text(tab, "Amapola de la pradera " * 12)
        tab.wait_for(
            f"{FIT}.classList.contains('wrong') && {FIT}.textContent.startsWith('Does not fit: too ')"
        )
        assert "\N{NO-BREAK SPACE}mm at " in tab.run(f"{FIT}.textContent")
        type_text(tab, "{count} amapolas")
        tab.wait_for("document.getElementById('typed-findings').textContent.includes('{count}')")
        tab.run("document.getElementById('typed-save').click()")
        assert read_words(game, "flower")["poppy_0"] == "Flor poppy_0"
        drop_draft(tab, "Flor poppy_0")


def test_notes_of_translators_are_read_and_written_in_place(
    browser: Browser, meadow: tuple[Path, str]
) -> None:
    """The comment of the file is shown; a new one is above its text in YAML and in a PO file beside it."""
    game, address = meadow
    file, po = game / "wording" / "es.yaml", game / "wording" / "es.po"
    change(file, "    poppy_0:", "    # Ana la llama así.\n    poppy_0:")
    po.write_text('# antes\n#. note\nmsgctxt "flower.poppy_0"\nmsgid "x"\nmsgstr "Flor poppy_0"\n', "utf-8")
    remark = "document.getElementById('remark')"
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.click_at(*find_on_page(tab, "flower.poppy_0"))
        tab.wait_for("document.querySelector('.typing.placed')")
        assert tab.run(f"{remark}.value") == "Ana la llama así."
        tab.run(f"{remark}.select()")
        tab.type("¿Amapola?")
        tab.run(f"{remark}.blur()")
        tab.wait_for("document.getElementById('typed-saved').textContent !== ''")
        assert "    # ¿Amapola?\n    poppy_0: Flor poppy_0\n" in file.read_text("utf-8")
        assert po.read_text("utf-8").startswith('# ¿Amapola?\n#. note\nmsgctxt "flower.poppy_0"\n')
        # Somebody else writes one at the same time: both are there, to be saved as one.
        change(file, "# ¿Amapola?", "# Rosa.")
        tab.run(f"{remark}.select()")
        tab.type("Clavel.")
        tab.run(f"{remark}.blur()")
        tab.wait_for(f"{remark}.value === 'Rosa.\\nClavel.'")
        assert tab.list_complaints() == []


def test_two_people_lose_nothing(browser: Browser, meadow: tuple[Path, str]) -> None:
    """A text that somebody else has changed meanwhile is shown, and one chooses."""
    game, address = meadow
    wording = game / "wording" / "es.yaml"
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.click_at(*find_on_page(tab, "flower.poppy_0"))
        tab.wait_for("document.querySelector('.typing.placed')")
        type_text(tab, "Amapola")
        change(wording, "Flor poppy_0", "Flor roja")
        change(wording, "Flor daisy_1", "Margarita")
        tab.click("#typed-save")
        tab.wait_for("!document.getElementById('typed-theirs').hidden")
        assert "Flor roja" in tab.run("document.getElementById('typed-theirs').textContent")
        assert read_words(game, "flower")["poppy_0"] == "Flor roja"
        tab.click("#typed-theirs button", "Keep mine")
        tab.wait_for("document.getElementById('typed-saved').textContent === 'Saved.'")
        flowers = read_words(game, "flower")
        assert (flowers["poppy_0"], flowers["daisy_1"]) == ("Amapola", "Margarita")


def test_field_is_usable_on_a_phone(browser: Browser, meadow: tuple[Path, str]) -> None:
    """By touch, at 360 pixels: the field is at the bottom, the text above it, large enough to be read."""
    game, address = meadow
    seen = """(() => {
        const mark = document.querySelector(".spot.typed")?.getBoundingClientRect();
        const form = document.getElementById("typing").getBoundingClientRect();
        const isSeen = mark && mark.width > 150 && mark.left >= 0 && mark.bottom <= form.top;
        return isSeen && form.bottom <= innerHeight + 1;
    })()"""
    with browser.open(address, width=360, height=740, touch=True) as tab:
        tab.wait_for(PAINTED)
        x, y = find_on_page(tab, "flower.poppy_0")
        tab.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        tab.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        tab.wait_for("document.querySelector('.typing.placed')")
        tab.wait_for(seen)
        assert list_barriers(tab) == []
        type_text(tab, "Amapola")
        tab.wait_for(FITTED)
        tab.click("#typed-read")
        tab.wait_for("document.getElementById('typed-saved').textContent === 'Saved and accepted.'")
        assert read_words(game, "flower")["poppy_0"] == "Amapola"
        assert "flower.poppy_0" in (game / "wording" / "reviewed" / "es.txt").read_text("utf-8")
        tab.click("#typed-close")
        tab.wait_for("document.querySelector('.page img').getBoundingClientRect().right <= 360")


def test_keyboard_alone_is_enough(browser: Browser, meadow: tuple[Path, str]) -> None:
    """Enter on a page lists its texts, Enter there opens the field, Alt and arrows go through the texts."""
    _, address = meadow
    press = """((key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
        {key, altKey: true, bubbles: true, cancelable: true})))"""
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.wait_for("document.getElementById('walk-at').textContent !== ''")
        tab.run("document.querySelectorAll('#pages .column')[1].querySelector('button.sheet').focus()")
        tab.press("Enter")
        tab.wait_for("document.activeElement.textContent === 'Translate flower.poppy_0'")
        tab.press("Enter")
        tab.wait_for(f"document.activeElement === {FIELD} && {FIELD}.value === 'Flor poppy_0'")
        tab.run(f"{press}('ArrowDown')")
        tab.wait_for(f"{FIELD}.value === 'Flor daisy_1' && document.activeElement === {FIELD}")
        tab.run(f"{press}('ArrowUp')")
        tab.wait_for(f"{FIELD}.value === 'Flor poppy_0' && document.activeElement === {FIELD}")
        tab.press("Escape")
        tab.wait_for("document.activeElement.className === 'sheet'")


def test_walk_leads_to_other_parts_and_to_texts_that_are_printed_nowhere(
    browser: Browser, meadow: tuple[Path, str]
) -> None:
    """The view turns to the part of a text; a text of the screen has its field beside the pages."""
    game, address = meadow
    change(game / "wording" / "en.yaml", "  flower:\n", '  spare: "{count} spare words"\n  flower:\n')
    change(game / "wording" / "es.yaml", "  flower:\n", '  spare: "{count} palabras"\n  flower:\n')
    with browser.open(address) as tab:
        tab.wait_for(PAINTED)
        tab.wait_for("document.getElementById('walk-done').textContent.endsWith('texts are translated.')")
        tab.run("import(document.baseURI + 'preview_texts.js').then(one => { window.texts = one; })")
        tab.run("texts.open('sheet.help')")
        tab.wait_for("document.title.startsWith('Score') && document.querySelector('.typing.placed')")
        assert tab.run(f"{FIELD}.value") == "Escribe tus puntos en las casillas."
        filters = "[...document.getElementById('walk-filter').options].map(one => one.textContent)"
        tab.wait_for(f"{filters}.includes('printed nowhere: 1')")
        tab.run("document.getElementById('walk-filter').value = 'screen'")
        tab.click("#walk-on")
        tab.wait_for(f"{FIELD}.value === '{{count}} palabras'")
        tab.wait_for("document.querySelector('#typing-home #typing')")
        type_text(tab, "{count, plural, one {# palabra} other {# palabras}}")
        samples = "[...document.querySelectorAll('#typed-samples li')].map(one => one.textContent)"
        tab.wait_for(f"{samples}.slice(0, 3).join() === '0 palabras,1 palabra,2 palabras'")
        drop_draft(tab, "{count} palabras")


def test_proof_shows_each_text_filled_by_page(browser: Browser, tmp_path: Path) -> None:
    """With each plural once, and the state of each text; a click opens its field."""
    game = write_game(tmp_path)
    change(game / "wording" / "es.yaml", "Escribe tus puntos en las casillas.", "Escribe **aquí**.")
    for address in open_preview(game, part="sheet", locales=("en", "es")):
        with browser.open(address) as tab:
            tab.wait_for(PAINTED)
            tab.click("#show-proof")
            tab.wait_for("document.querySelectorAll('#proof tbody tr').length >= 3")
            rows = tab.run("""[...document.querySelectorAll("#proof tbody tr")].map(({cells}) =>
                [cells[0].querySelector("button").textContent, cells[1].textContent, cells[2].innerHTML])""")
            found = {key: (english, own) for key, english, own in rows}
            english, own = found["sheet.help"]
            assert english == "Write your points into the squares below."
            assert "<strong>aquí</strong>" in own
            assert tab.run("document.querySelector('#proof h2').textContent") == "Page 1"
            assert list_barriers(tab) == []
            tab.click("#proof button", "sheet.help")
            tab.wait_for(f"document.querySelector('.typing.placed') && {FIELD}.value === 'Escribe **aquí**.'")


@pytest.mark.speed
def test_fit_is_shown_at_once(browser: Browser, tmp_path: Path) -> None:
    """Less than 150 ms after the last key, on cards and on the board of the starter."""
    make_starter_game(tmp_path / "my-game", "my_game", find_shelf().complete)
    (tmp_path / "my-game" / "wording" / "pt.yaml").write_text(
        "language: Português\nstatus: draft\nwords: {kit: {title: }}\n"
    )
    for part, key in (("cards", "cards.fly"), ("meadow", "kit.title")):
        for address in open_preview(tmp_path / "my-game", part=part, locales=("en", "pt")):
            with browser.open(address) as tab:
                tab.wait_for(PAINTED)
                tab.wait_for("document.getElementById('walk-done').textContent.endsWith('translated.')")
                tab.run("import(document.baseURI + 'preview_texts.js').then(one => { window.texts = one; })")
                tab.run(f"texts.open('{key}')")
                tab.wait_for("document.querySelector('.typing.placed')")
                times = []
                type_text(tab, "{steps}" if key == "cards.fly" else "A")
                for letter in "uma linha reta":
                    tab.type(letter)
                    tab.wait_for(f"{FITTED} && {FIT}.dataset.milliseconds")
                    times.append(int(tab.run(f"{FIT}.dataset.milliseconds")))
                drop_draft(tab, "")
                print(part, sorted(times))
                assert median(times) < 150
