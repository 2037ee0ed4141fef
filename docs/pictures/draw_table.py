"""Takes the pictures of the table anew, in Chromium: `make pictures`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from generator.play.paper import Filled, Put, put_marks
from tests.web.browser import Browser, open_browser
from tests.web.tables import begin, make_table, show

FOLDER = Path(__file__).parent
SCREEN, PHONE = (1280, 800), (360, 720)
GAP = 24
TABLE = "#eaeee8"
SHAPE = "d1 d2 e2 f2 f1 g2 h2 h1 d3 e3 f3 g3 d4 e4 c4 c3"
"""Squares of the virus analysis that somebody has filled."""


def make_sheet() -> Filled:
    """A sheet at the beginning of a game, with one number that is wrong."""
    sheet = begin("fight_the_virus", ["Ana", "Bo"])
    puts = [Put("Ana", 0, square, mark=0) for square in SHAPE.split()]
    puts += [Put("Ana", 1, str(field), mark=0) for field in range(1, 5)]
    puts += [Put("Ana", 2, "1", mark=0), Put("Ana", 3, "1", mark=0), Put("Ana", 3, "2", mark=0)]
    testing = {"a1": 2, "a2": 4, "a3": 4, "a4": 6, "b1": 5, "b2": 3, "b3": 7}
    puts += [Put("Ana", 4, square, text=str(number)) for square, number in testing.items()]
    curve = {"a1": 2, "b1": 4, "c1": 3, "b2": 5}
    puts += [Put("Ana", 5, square, text=str(number)) for square, number in curve.items()]
    return put_marks(sheet, puts)


def make_board() -> Filled:
    """A board in the middle of a game."""
    board = begin("pandemic", ["Ana", "Bo"], setup={"roles": "Ana dispatcher, Bo medic"})
    cubes = {"paris": (0, 2), "london": (0, 1), "lima": (1, 3), "cairo": (2, 1), "tokyo": (3, 2)}
    puts = [Put("", colour, city, count=count) for city, (colour, count) in cubes.items()]
    puts += [Put("", 4, "paris", mark=0), Put("", 5, "paris", mark=1), Put("", 5, "madrid", mark=2)]
    return put_marks(board, puts)


def take(
    browser: Browser, folder: Path, name: str, filled: Filled, size: tuple[int, int], script: str
) -> Image.Image:
    """The page of a form, after a script that shows something of it."""
    table = make_table(folder / f"{filled.game.kit.slug}-table.yaml", filled.game.kit.id, filled)
    with show(browser, table, width=size[0], height=size[1], touch=size == PHONE) as tab:
        tab.run(script)
        tab.wait_for("[...document.images].every(one => one.complete)")
        return Image.open(tab.take_picture(folder / f"{name}.png")).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    picture.quantize(224, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)


def main() -> None:
    with TemporaryDirectory() as name, open_browser() as browser:
        folder = Path(name)
        explain = "document.querySelector('.rule').open = true"
        explain += ", document.querySelector('.spot.wrong').scrollIntoView({block: 'center'})"
        save(take(browser, folder, "screen", make_sheet(), SCREEN, explain), "table.png")
        city = "(s => { s.button.scrollIntoView({block: 'center', inline: 'center'}); tap(table, s); })"
        phones = [
            take(browser, folder, "sheet", make_sheet(), PHONE, "0"),
            take(browser, folder, "board", make_board(), PHONE, f"{city}(spots.get('\\nworld\\nparis'))"),
            take(
                browser,
                folder,
                "report",
                make_sheet(),
                PHONE,
                "find('how').open = false, find('judged').open = true",
            ),
        ]
        whole = Image.new("RGB", ((PHONE[0] + GAP) * len(phones) + GAP, PHONE[1] + 2 * GAP), TABLE)
        for number, phone in enumerate(phones):
            whole.paste(phone, (GAP + number * (PHONE[0] + GAP), GAP))
        save(whole, "table_phones.png")


if __name__ == "__main__":
    main()
