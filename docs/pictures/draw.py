"""Draws the pictures of the documents anew, of what is printed now: `make pictures`.

What `petri` builds as PNG is cut out and laid on a table. Lengths are in dots of the finished picture,
unless they say otherwise.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2.raw as pdfium
from PIL import Image, ImageChops, ImageDraw, ImageFilter
from pypdfium2 import PdfDocument

from generator.scene.pdf.rendering import read_buffer_text

FOLDER = Path(__file__).parent
TABLE = "#eaeee8"
FINE = 2
"""Everything is drawn so many times as large and made smaller at the end, so that turned edges are smooth."""
CORNER = 3.0
MM_PER_INCH = 25.4
DPI = 160


@dataclass(frozen=True)
class Thing:
    """Something that lies on the table: its picture, its middle, its width, and how it is turned."""

    picture: Image.Image
    x: float
    y: float
    width: float
    angle: float = 0


def build(folder: Path, *words: str, command: str = "make") -> Path:
    """Runs `petri make`, or another command, into a folder of its own; returns that of the game."""
    subprocess.run(
        [
            sys.executable,
            "-m",
            "generator",
            command,
            *words,
            "--to",
            "png",
            "--dpi",
            str(DPI),
            "--out",
            str(folder),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (game,) = folder.iterdir()
    return game


def read_page(game: Path, name: str, page: str = "") -> Image.Image:
    """The file that begins so, whatever its name says of how it was printed."""
    (path,) = game.glob(f"{name}*{page and f'-{page}'}.png")
    return Image.open(path).convert("RGBA")


def cut(page: Image.Image, left: float, top: float, width: float, height: float) -> Image.Image:
    """A piece of a page, in mm."""
    scale = DPI / MM_PER_INCH
    return page.crop(tuple(round(side * scale) for side in (left, top, left + width, top + height)))


def cut_board(page: Image.Image) -> Image.Image:
    """Without the margins around a board: from the first to the last dot of colour, through its middle."""
    paper = Image.new("RGB", page.size, "white")
    coloured = (
        ImageChops.difference(page.convert("RGB"), paper).convert("L").point(lambda value: 255 * (value > 8))
    )
    wide, high = page.size
    across = coloured.crop((0, high // 2, wide, high // 2 + 1)).getbbox()
    down = coloured.crop((wide // 2 - 30, 0, wide // 2 + 30, round(high * 0.97))).getbbox()
    assert across is not None
    assert down is not None
    return page.crop((across[0], down[1], across[2], down[3]))


def draw_card(folder: Path, game: str, part: str, card: str, *, side: str = "front") -> Image.Image:
    """One side of a card, cut along its edge, with round corners."""
    built = build(folder / f"{part}-{card}-{side}", game, "--part", part, "--cards", card, "--for", "faces")
    (path,) = built.glob(f"*/*{side}.png")
    picture = Image.open(path).convert("RGBA")
    mask = Image.new("L", picture.size, 0)
    radius = CORNER * DPI / MM_PER_INCH
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), radius, fill=255)
    picture.putalpha(mask)
    return picture


def lay(size: tuple[int, int], things: list[Thing], name: str) -> None:
    """Writes a picture of things on the table, the first ones lowest."""
    table = Image.new("RGBA", (size[0] * FINE, size[1] * FINE), TABLE)
    for thing in things:
        width = round(thing.width * FINE)
        height = round(width * thing.picture.height / thing.picture.width)
        turned = thing.picture.resize((width, height), Image.Resampling.LANCZOS)
        turned = turned.rotate(thing.angle, Image.Resampling.BICUBIC, expand=True)
        left, top = (
            round(middle * FINE - side / 2)
            for middle, side in zip((thing.x, thing.y), turned.size, strict=True)
        )
        shadow = Image.new("RGBA", table.size, (0, 0, 0, 0))
        shadow.paste((30, 40, 50, 110), (left + FINE, top + 3 * FINE), turned.getchannel("A"))
        table.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(5 * FINE)))
        table.alpha_composite(turned, (max(left, 0), max(top, 0)), (max(-left, 0), max(-top, 0)))
    write(table.resize(size, Image.Resampling.LANCZOS), name)


def write(picture: Image.Image, name: str) -> None:
    """With 255 colours, moved to where most of the picture's are: enough, for a quarter of the bytes."""
    few = picture.convert("RGB").quantize(255, kmeans=8, dither=Image.Dither.NONE)
    few.save(FOLDER / name, optimize=True)
    print(name)


def draw_games(folder: Path) -> None:
    """The four games on one table."""
    pandemic = build(folder / "pandemic", "pandemic", "--part", "board", "--no-poster", "--marks", "none")
    pox = build(folder / "pox", "pox", "--part", "board", "--marks", "none")
    sheet = build(folder / "sheet", "fight-the-virus", "--part", "sheet")
    cards = [
        Thing(draw_card(folder, "pandemic", "city_cards", "lagos"), 110, 640, 150, 6),
        Thing(draw_card(folder, "pandemic", "player_cards", "epidemic"), 258, 668, 150, -2),
        Thing(draw_card(folder, "pandemic", "role_cards", "medic"), 405, 655, 150, -3),
        Thing(draw_card(folder, "virus-and-co", "cards", "blue_3_red"), 600, 672, 150, 4),
        Thing(draw_card(folder, "virus-and-co", "cards", "red_5"), 735, 660, 150, -2),
        Thing(draw_card(folder, "virus-and-co", "cards", "plage_self"), 872, 672, 150, -6),
        Thing(draw_card(folder, "pox", "cards", "north_bus"), 1100, 668, 150, 5),
        Thing(draw_card(folder, "pox", "cards", "outbreak_baker"), 1240, 660, 150, -4),
    ]
    boards = [
        Thing(cut_board(read_page(pandemic, "board-en-a4")), 360, 280, 690, 1.5),
        Thing(cut_board(read_page(pox, "board-en-a4", "1")), 1208, 290, 362, -1.5),
        Thing(read_page(sheet, "sheet-en-a4"), 832, 290, 372, 2),
    ]
    lay((1400, 800), [*boards, *cards], "games.png")


def draw_languages(folder: Path) -> None:
    """One sheet in four languages, one of which is read from the right."""
    pages = build(folder / "languages", "fight-the-virus", "--part", "sheet", "--locale", "es,de,ar,ja")
    things = [
        Thing(read_page(pages, f"sheet-{locale}-a4"), 190 + 340 * index, 250, 320)
        for index, locale in enumerate(("es", "de", "ar", "ja"))
    ]
    lay((1400, 500), things, "languages.png")


def draw_starter(folder: Path) -> None:
    """The game that `petri new` makes."""
    home = folder / "before-the-rain"
    subprocess.run(
        [sys.executable, "-m", "generator", "new", "--complete", str(home)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    game = str(home)
    board = build(folder / "board", game, "--part", "board", "--marks", "none")
    comb = build(folder / "comb", game, "--part", "comb")
    things = [
        Thing(cut_board(read_page(board, "board-en-a4")), 250, 280, 440),
        Thing(read_page(comb, "comb-en-a4"), 930, 215, 500, -3),
        Thing(draw_card(folder, game, "cards", "poppy_near", side="back"), 630, 410, 150, 5),
        Thing(draw_card(folder, game, "cards", "poppy_near"), 765, 410, 150, 2),
        Thing(draw_card(folder, game, "cards", "cornflower_far"), 925, 412, 150, -1),
        Thing(draw_card(folder, game, "cards", "wind"), 1085, 412, 150, -4),
    ]
    lay((1200, 560), things, "starter.png")


def draw_simulation(folder: Path) -> None:
    """Draw how many games greedy players of POX win, as docs/simulating.md says."""
    plot = folder / "simulation.png"
    series = ("--players", "2", "--games", "2000", "--policy", "greedy", "--plot", str(plot))
    command = (sys.executable, "-m", "generator", "simulate", "pox", *series)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    write(Image.open(plot), "simulation.png")


VARIED = (
    *("cards.spread.count=-20%,+20%", "cards.outbreak.count=-25%,+25%", "cards.north.count=-20%,+20%"),
    *("tokens.infection.count=-20%,+20%", "tokens.immunity.count=-20%,+20%"),
    *("cards.reference.levels.iv_fluids.deaths=1,3", "board.patient=d4,d4+e5+f6"),
)
"""Paths that docs/simulating.md varies to see which number of POX matters most."""


def draw_experiments(folder: Path) -> None:
    """The levels of POX as a curve, what matters most, and where the disease is at the end."""
    command = (sys.executable, "-m", "generator", "simulate", "pox", "--players", "2")
    levels = ("--policy", "greedy,search:2000", "--vary", "options.difficulty=all", "-n", "200")
    fluids = ("--policy", "greedy", "--options", "difficulty=iv_fluids")
    varied = [word for each in VARIED for word in ("--vary", each)]
    plots = {name: str(folder / f"{name}.png") for name in ("levels", "experiment", "heat")}
    for words in (
        (*levels, "--plot", plots["levels"]),
        (*fluids, "--one-at-a-time", *varied, "-n", "3000", "--plot", plots["experiment"]),
        (*fluids, "-n", "1000", "--heat", plots["heat"]),
    ):
        subprocess.run((*command, *words), check=True, stdout=subprocess.DEVNULL)
    # The curve of the levels is at the top of its chart.
    write(Image.open(plots["levels"]).crop((0, 0, 1417, 890)), "levels.png")
    write(Image.open(plots["experiment"]), "experiment.png")
    heat = Image.open(folder / "heat-board-infection.png")
    heat.thumbnail((800, 1200), Image.Resampling.LANCZOS)
    write(heat, "heat.png")


def draw_hand(folder: Path) -> None:
    """A hand of role cards, as `petri make --for hand` lays them out."""
    order = ("make", "pandemic", "--part", "role_cards", "--for", "hand", "--out", str(folder / "hand"))
    subprocess.run((sys.executable, "-m", "generator", *order), check=True, stdout=subprocess.DEVNULL)
    first = min((folder / "hand").rglob("*.png"))
    hand = Image.open(first).convert("RGBA")
    hand.thumbnail((560, 560), Image.Resampling.LANCZOS)
    write(Image.alpha_composite(Image.new("RGBA", hand.size, TABLE), hand), "hand.png")


def draw_cutting(folder: Path) -> None:
    """Sheets for cutting machines: with marks, outlines only, and transparent around the pieces."""
    pandemic = ("pandemic", "--backs", "none")
    cards = build(folder / "cutting", *pandemic, "--part", "city_cards", "--for", "silhouette")
    tokens = build(folder / "test", *pandemic, "--part", "tokens", "--for", "silhouette,test")
    clear = build(folder / "clear", *pandemic, "--part", "role_cards", "--for", "cricut")
    things = [
        Thing(read_page(cards, "city-cards", "1"), 350, 260, 640),
        Thing(read_page(tokens, "tokens"), 880, 260, 330),
        Thing(read_page(clear, "role-cards", "1"), 1230, 280, 290),
    ]
    lay((1400, 520), things, "cutting.png")


def draw_boxes(folder: Path) -> None:
    """The net of a tuck box, and dividers by colour."""
    words = ("pandemic", "--part", "city_cards")
    net = read_page(build(folder / "box", *words, command="boxes"), "city-cards-box-en-a4")
    dividers = read_page(
        build(folder / "dividers", *words, "--dividers", "--by", "colour", command="boxes"), "dividers-en-a4"
    )
    things = [
        Thing(cut(net, 12, 74, 190, 152), 390, 300, 700),
        Thing(dividers, 970, 300, 380, 2),
    ]
    lay((1200, 600), things, "boxes.png")


def draw_booklet(folder: Path) -> None:
    """The cover of a folded booklet, and both sides of its outermost sheet."""
    words = ("fight-the-virus", "--part", "rules", "--fold-booklets")
    game = build(folder / "booklet", *words)
    front, back = (read_page(game, "rules-en-a4-folded", page) for page in "12")
    cover = front.crop((front.width // 2, 0, front.width, front.height))
    things = [Thing(back, 690, 220, 500, 2), Thing(front, 960, 260, 500, -2), Thing(cover, 220, 240, 300)]
    lay((1240, 480), things, "booklet.png")


def draw_low_ink(folder: Path) -> None:
    """A city card in full and in low ink."""
    cards = []
    for ink in ("full", "low"):
        order = (
            "make",
            "pandemic",
            "--cards",
            "lagos",
            "--for",
            "faces",
            "--ink",
            ink,
            "--out",
            str(folder / ink),
        )
        subprocess.run((sys.executable, "-m", "generator", *order), check=True, stdout=subprocess.DEVNULL)
        (front,) = (folder / ink).rglob("city-cards-*-front.png")
        cards.append(Image.open(front).convert("RGBA"))
    things = [Thing(card, 150 + 250 * index, 190, 210) for index, card in enumerate(cards)]
    lay((550, 380), things, "low_ink.png")


def draw_calibration(folder: Path) -> None:
    """The calibration sheet against the light, and its scale in the middle, which shows 0.75,0.5."""
    order = ("calibrate", "--printer", "home", "--out", str(folder / "calibration"))
    subprocess.run((sys.executable, "-m", "generator", *order), check=True, stdout=subprocess.DEVNULL)
    (path,) = (folder / "calibration").iterdir()
    dots = 300 / MM_PER_INCH
    front, back = (page.render(scale=300 / 72).to_pil().convert("RGB") for page in PdfDocument(path))
    # The back is seen from behind, and drifts.
    behind = ImageChops.offset(
        back.transpose(Image.Transpose.FLIP_LEFT_RIGHT), round(0.75 * dots), -round(0.5 * dots)
    )
    faint = behind.point(lambda value: 255 - round((255 - value) * 0.45))
    seen = ImageChops.multiply(front, faint).convert("RGBA")
    x, y, reach = seen.width // 2, seen.height // 2, round(11 * dots)
    scale = seen.crop((x - reach, y - reach, x + reach, y + reach))
    lay((820, 480), [Thing(seen, 190, 240, 310), Thing(scale, 590, 240, 380)], "calibration.png")


def draw_form(folder: Path) -> None:
    """The testing and the spread curve of a sheet that is being filled in on the screen."""
    order = ("make", "fight-the-virus", "--part", "sheet", "--to", "form", "--out", str(folder / "form"))
    subprocess.run((sys.executable, "-m", "generator", *order), check=True, stdout=subprocess.DEVNULL)
    (path,) = (folder / "form" / "fight-the-virus").iterdir()
    typed = {"testing": {"a1": "2", "a2": "4", "a3": "4", "a4": "6", "b1": "5", "b2": "6", "c1": "8"}}
    typed["curve"] = {"a1": "3", "b1": "1", "b2": "4", "e1": "6"}
    names = {f"sheet/1/{area}/{id}/text": text for area, texts in typed.items() for id, text in texts.items()}
    names |= {"sheet/1/curve/b2/circle": "", "sheet/1/curve/e2/circle": ""}
    with PdfDocument(path) as file:
        file.init_forms()
        page = file[0]
        pdfium.FORM_OnAfterLoadPage(page, file.formenv)
        boxes = {}
        for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
            field, box = pdfium.FPDFPage_GetAnnot(page, index), pdfium.FS_RECTF()
            pdfium.FPDFAnnot_GetRect(field, box)
            boxes[read_buffer_text(pdfium.FPDFAnnot_GetFormFieldName, file.formenv, field)] = box
            pdfium.FPDFPage_CloseAnnot(field)
        for name, text in names.items():
            box = boxes[name]
            middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            pdfium.FORM_OnLButtonDown(file.formenv, page, 0, *middle)
            pdfium.FORM_OnLButtonUp(file.formenv, page, 0, *middle)
            for letter in text:
                pdfium.FORM_OnChar(file.formenv, page, ord(letter), 0)
            pdfium.FORM_ForceToKillFocus(file.formenv)
        seen = page.render(scale=DPI / 72, may_draw_forms=True).to_pil().convert("RGBA")
    lay((820, 330), [Thing(cut(seen, 8, 216, 194, 68), 410, 165, 790)], "form.png")


DRAWN = (
    draw_games,
    draw_languages,
    draw_starter,
    draw_simulation,
    draw_experiments,
    draw_hand,
    draw_cutting,
    draw_boxes,
    draw_booklet,
    draw_low_ink,
    draw_calibration,
    draw_form,
)


def main() -> None:
    """Draw the pictures that are named, such as `games`; without names, all."""
    known = {draw.__name__.removeprefix("draw_"): draw for draw in DRAWN}
    named = [known[name] for name in sys.argv[1:]]
    with TemporaryDirectory() as name:
        for draw in named or DRAWN:
            draw(Path(name))


if __name__ == "__main__":
    main()
