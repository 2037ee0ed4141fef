"""Takes the picture of games on phones anew, in Chromium: `make pictures`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from generator.rules.core import NATURE
from tests.web.browser import Browser, Tab, open_browser
from tests.web.shared_games import play, share

FOLDER = Path(__file__).parent
SIZE = (360, 740)
GAP = 24
GROUND = "#d9dee3"
PAINTED = """Promise.all([...document.querySelectorAll("#page img, .card img")].map(one => one.decode()))
    .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"""


def take_pox(browser: Browser, folder: Path) -> Image.Image:
    """Whom an outbreak may infect."""
    with share(folder / "pox.yaml", "pox") as door:
        play(door.address, 0, NATURE, "outbreak baker")
        with browser.open(door.address, width=SIZE[0], height=SIZE[1], touch=True) as tab:
            close_lesson(tab)
            return take(tab, folder / "pox.png")


def take_sheet(browser: Browser, folder: Path) -> Image.Image:
    """A shape of which one square is tapped."""
    with share(folder / "sheet.yaml", "fight_the_virus", players=("Ana", "Bo", "Cleo")) as door:
        play(door.address, 0, NATURE, "3 4")
        with browser.open(door.addresses["Ana"], width=SIZE[0], height=SIZE[1], touch=True) as tab:
            close_lesson(tab)
            tab.click('.spot[aria-label="Virus Analysis d1"]')
            tab.wait_for("document.querySelectorAll('#meant .moves button').length")
            tab.run("document.getElementById('bar').scrollIntoView()")
            return take(tab, folder / "sheet.png")


def take_cards(browser: Browser, folder: Path) -> Image.Image:
    """A card that is taken or passed on."""
    players = ("Ana", "Bo", "Cleo")
    with (
        share(folder / "cards.yaml", "virus_and_co", players=players, kinds=("cards",), seed=1) as door,
        browser.open(door.addresses["Ana"], width=SIZE[0], height=SIZE[1], touch=True) as tab,
    ):
        close_lesson(tab)
        tab.click(".card")
        tab.wait_for("document.querySelectorAll('#meant .moves button').length")
        tab.run("scrollTo(0, 120)")
        return take(tab, folder / "cards.png")


def close_lesson(tab: Tab) -> None:
    """Close the explanation, which is open the first time, when the page is complete."""
    tab.wait_for("document.getElementById('question').textContent")
    tab.click("#lesson summary")


def take(tab: Tab, path: Path) -> Image.Image:
    """Take a picture when all is painted."""
    tab.wait_for("document.querySelectorAll('#page img, .card img').length")
    tab.run(PAINTED)
    return Image.open(tab.take_picture(path)).convert("RGB")


def main() -> None:
    with TemporaryDirectory() as name, open_browser() as browser:
        phones = [take_one(browser, Path(name)) for take_one in (take_pox, take_sheet, take_cards)]
    width = GAP + sum(phone.width + GAP for phone in phones)
    table = Image.new("RGB", (width, SIZE[1] + 2 * GAP), GROUND)
    for index, phone in enumerate(phones):
        table.paste(phone, (GAP + index * (SIZE[0] + GAP), GAP))
    table.quantize(192, dither=Image.Dither.NONE).save(FOLDER / "share.png", optimize=True)


if __name__ == "__main__":
    main()
