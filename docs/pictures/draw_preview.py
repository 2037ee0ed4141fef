"""Takes the picture of the preview anew, in Chromium: `make pictures`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from generator.make.screens.workshop import ScreenView
from generator.read.files.shelf import find_shelf
from generator.web.preview.preview import Preview
from tests.web.browser import Browser, open_browser
from tests.web.doors import serve

FOLDER = Path(__file__).parent
SIZE = (1280, 800)


def take_preview(browser: Browser, folder: Path) -> None:
    """City cards in two languages, after a click on one of them."""
    shelf = find_shelf()
    view = ScreenView(part="city_cards", locales=("en", "es"))
    preview = Preview(shelf.games / "pandemic", shelf, view=view, folder=folder)
    with serve(preview.site) as door:
        preview.start()
        with browser.open(door.address, width=SIZE[0], height=SIZE[1]) as tab:
            tab.wait_for("document.getElementById('status').textContent === 'No problems'")
            images = "[...document.querySelectorAll('.page img')].slice(0, 2)"
            tab.wait_for(f"{images}.every(one => one.complete && one.naturalWidth)")
            box = f"{images}[0].getBoundingClientRect()"
            x, y, width, height = tab.run(f"(box => [box.x, box.y, box.width, box.height])({box})")
            tab.click_at(x + width * 0.2, y + height * 0.09)
            tab.wait_for("document.querySelectorAll('#found-list li').length > 3")
            picture = Image.open(tab.take_picture(folder / "preview.png")).convert("RGB")
        preview.stop()
    picture.quantize(192, dither=Image.Dither.NONE).save(FOLDER / "preview.png", optimize=True)


def main() -> None:
    with TemporaryDirectory() as name, open_browser() as browser:
        take_preview(browser, Path(name))


if __name__ == "__main__":
    main()
