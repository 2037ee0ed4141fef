"""`petri make --for`: pictures of cards, read back pixel by pixel."""

import json
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from typer.testing import Result

Petri = Callable[..., Result]

RED, GREEN, BLUE, WHITE = (200, 40, 40), (40, 160, 60), (30, 60, 200), (255, 255, 255)
COLOURS = {"#c82828": RED, "#28a03c": GREEN, "#1e3cc8": BLUE}
DECK = """\
size: {size}
cards:
  - {{id: rose, name: Rose, colour: "#c82828", count: 3}}
  - {{id: moss, name: Moss, colour: "#28a03c"}}
  - {{id: lake, name: Lake, colour: "#1e3cc8"}}
template:
  front:
    - ground: "{{colour}}"
    - words: {{text: "{{name}} of May", role: title, box: [6 mm, 6 mm, 40 mm, 12 mm], colour: "#ffffff"}}
  back:
    - ground: "#28a03c"
    - panel: {{box: [0, 0, 50%, 100%], fill: "#c82828", bleeds: true}}
"""
DPI = 100


@pytest.fixture
def deck(tmp_path: Path) -> Callable[[str], Path]:
    """Writes deck.yaml with cards of a size."""

    def write(size: str = "63 x 88 mm\ncorner: 3 mm") -> Path:
        path = tmp_path / "deck.yaml"
        path.write_text(DECK.format(size=size), encoding="utf-8")
        return path

    return write


def built(folder: str) -> Path:
    return Path("output", "deck", folder)


def load(path: str | Path) -> Image.Image:
    with Image.open(path) as picture:
        picture.load()
    return picture


def names(folder: str) -> list[str]:
    return sorted(path.name for path in built(folder).iterdir())


def near(found: object, wanted: tuple[int, int, int]) -> bool:
    """The colour of a pixel, without its opacity, as JPEG may change it."""
    assert isinstance(found, tuple)
    return all(abs(one - other) <= 4 for one, other in zip(found[:3], wanted, strict=True))


def test_each_different_face_is_a_picture(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Whole pixels, the resolution in the file, and nothing outside of the round corners."""
    done = petri("make", deck(), "--for", "faces", "--dpi", DPI)
    assert done.exit_code == 0, done.output
    fronts = ["deck-1-rose-front.png", "deck-2-moss-front.png", "deck-3-lake-front.png"]
    assert names("faces-en-100dpi") == ["cards.json", *fronts, "deck-back.png"]
    for name, colour in zip(fronts, (RED, GREEN, BLUE), strict=True):
        picture = load(built("faces-en-100dpi") / name)
        assert (picture.size, picture.mode) == ((248, 346), "RGBA")
        assert picture.info["dpi"] == pytest.approx((DPI, DPI), abs=0.02)
        assert [picture.getpixel(corner)[3] for corner in ((0, 0), (247, 0), (0, 345), (247, 345))] == [0] * 4
        for inside in ((0, 173), (124, 0), (247, 173), (124, 345), (124, 300)):
            assert picture.getpixel(inside)[3] == 255
            assert near(picture.getpixel(inside), colour)


def test_cut_edges_have_the_colour_of_the_art(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Pixels that are partly clear show no ground of another colour, and straight cards have none of them."""
    assert petri("make", deck(), "--cards", "rose", "--for", "faces", "--dpi", DPI).exit_code == 0
    picture = load(built("faces-en-only-rose-100dpi") / "deck-1-rose-front.png")
    pixels = [picture.getpixel((x, y)) for x in range(12) for y in range(12)]
    partly = [pixel for pixel in pixels if 0 < pixel[3] < 255]
    assert len(partly) > 8
    assert all(near(pixel, RED) for pixel in partly)
    assert petri("make", deck("63 x 88 mm"), "--cards", "rose", "--for", "faces", "--dpi", DPI).exit_code == 0
    assert load(built("faces-en-only-rose-100dpi") / "deck-1-rose-front.png").mode == "RGB"


def test_the_list_of_cards(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Each side of each card with its picture, the number of copies, and its words."""
    assert petri("make", deck(), "--for", "faces", "--dpi", "36").exit_code == 0
    listed = json.loads((built("faces-en-36dpi") / "cards.json").read_text("utf-8"))
    assert listed[0] == {
        "part": "deck",
        "number": 1,
        "id": "rose",
        "side": "front",
        "count": 3,
        "file": "deck-1-rose-front.png",
        "words": "Rose of May",
        "product": "",
        "cell": 0,
        "columns": 1,
        "rows": 1,
        "name": "Rose of May",
    }
    assert [(one["id"], one["file"]) for one in listed if one["side"] == "back"] == [
        (id, "deck-back.png") for id in ("rose", "moss", "lake")
    ]


def test_a_face_is_what_the_sheet_shows(petri: Petri, deck: Callable[[str], Path]) -> None:
    """The same pixels as on the printed page, but for the corners and half a pixel."""
    path = deck()
    assert petri("make", path, "--cards", "moss", "--for", "faces", "--dpi", DPI).exit_code == 0
    sheet = (
        "--paper",
        "101.716x126.5mm",
        "--margin",
        "0mm",
        "--orientation",
        "portrait",
        "--marks",
        "none",
        "--bleed",
        "0mm",
    )
    assert petri("make", path, *sheet, "--cards", "moss", "--to", "png", "--dpi", DPI).exit_code == 0
    face = load(built("faces-en-only-moss-100dpi") / "deck-1-moss-front.png").convert("RGB")
    whole = load(min(built("").glob("*-1.png")))
    is_dark = whole.getchannel("R").point(lambda value: 255 * (value < 90))
    is_green = whole.getchannel("G").point(lambda value: 255 * (value > 120))
    box = ImageChops.multiply(is_dark, is_green).getbbox()
    assert box is not None
    # The card lies on its side.
    shown = whole.crop(box).transpose(Image.Transpose.ROTATE_90)
    middle = (12, 12, face.width - 12, face.height - 12)
    assert count_different(shown.crop(middle), face.crop(middle)) < 0.005 * face.width * face.height


def count_different(one: Image.Image, other: Image.Image) -> int:
    difference = ImageChops.difference(one, other).convert("L")
    return sum(difference.histogram()[48:])


def test_the_bleed_is_around_the_face(petri: Petri, deck: Callable[[str], Path]) -> None:
    """With `--bleed`, the picture is larger and full, also beyond the bleed of the deck."""
    assert petri("make", deck(), "--for", "faces", "--bleed", "6.35mm", "--dpi", DPI).exit_code == 0
    picture = load(built("faces-en-bleed-6.35mm-100dpi") / "deck-1-rose-front.png")
    assert (picture.size, picture.mode) == ((298, 396), "RGB")
    assert all(near(picture.getpixel(at), RED) for at in ((0, 0), (297, 0), (0, 395), (297, 395)))


def test_every_format(petri: Petri, deck: Callable[[str], Path]) -> None:
    """JPEG is on white; SVG and PDF are cut along the outline, and a face is a file in each of them."""
    assert petri("make", deck(), "--for", "faces", "--to", "jpeg,svg,pdf", "--dpi", DPI).exit_code == 0
    folder = built("faces-en-100dpi-jpeg+svg+pdf")
    jpeg = load(folder / "deck-3-lake-front.jpg")
    assert (jpeg.format, jpeg.size, jpeg.mode) == ("JPEG", (248, 346), "RGB")
    assert near(jpeg.getpixel((0, 0)), WHITE)
    assert near(jpeg.getpixel((124, 300)), BLUE)
    assert "clip-path" in (folder / "deck-3-lake-front.svg").read_text("utf-8")
    with pypdfium2.PdfDocument(folder / "deck-back.pdf") as pdf:
        assert len(pdf) == 1
        assert pdf[0].get_size() == pytest.approx((63 / 25.4 * 72, 88 / 25.4 * 72), abs=0.01)


def test_sheets_for_tabletop_simulator(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Cells of whole pixels, row by row, at least 2 x 2, and the back of all cards as one picture."""
    assert petri("make", deck(), "--for", "tts").exit_code == 0
    pictures = ["deck-back.png", "deck-en.json", "deck-fronts-1.png"]
    assert names("tts-en") == ["README.txt", "cards.json", *pictures]
    sheet, back = (load(built("tts-en") / name) for name in ("deck-fronts-1.png", "deck-back.png"))
    assert (sheet.size, sheet.mode) == ((2 * 744, 2 * 1039), "RGB")
    assert back.size == (744, 1039)
    listed = json.loads((built("tts-en") / "cards.json").read_text("utf-8"))
    fronts = [one for one in listed if one["side"] == "front"]
    assert [(one["cell"], one["columns"], one["rows"], one["count"]) for one in fronts] == [
        (0, 2, 2, 3),
        (1, 2, 2, 1),
        (2, 2, 2, 1),
    ]
    for one, colour in zip(fronts, (RED, GREEN, BLUE), strict=True):
        left, top = one["cell"] % 2 * 744, one["cell"] // 2 * 1039
        for x, y in ((0, 0), (743, 0), (0, 1038), (743, 1038), (372, 900)):
            assert near(sheet.getpixel((left + x, top + y)), colour)
    assert near(sheet.getpixel((1100, 1500)), WHITE)


def test_two_cards_fill_the_upper_half_of_a_sheet(petri: Petri, deck: Callable[[str], Path]) -> None:
    """A sheet of two cards has 2 x 2 cells, too, and cards keep their shape."""
    assert petri("make", deck(), "--for", "tts", "--cards", "moss,lake").exit_code == 0
    sheet = load(built("tts-en-only-moss+lake") / "deck-fronts-1.png")
    assert sheet.size == (2 * 744, 2 * 1039)
    assert near(sheet.getpixel((372, 1030)), GREEN)
    assert near(sheet.getpixel((1116, 1030)), BLUE)
    assert near(sheet.getpixel((372, 1050)), WHITE)


def test_many_cards_fill_sheets_of_seventy(petri: Petri, tmp_path: Path) -> None:
    """71 cards need a second sheet; no sheet is larger than the limit of the game."""
    cards = "\n".join(f'  - {{id: c{number}, hue: "#0000{number + 16:02x}"}}' for number in range(71))
    text = f'size: 63 x 88 mm\ncards:\n{cards}\ntemplate: [{{ground: "{{hue}}"}}]\n'
    (tmp_path / "deck.yaml").write_text(text, encoding="utf-8")
    assert petri("make", "deck.yaml", "--for", "tts", "--to", "jpeg").exit_code == 0
    assert names("tts-en-jpeg")[3:] == ["deck-fronts-1.jpg", "deck-fronts-2.jpg"]
    sheet = load(built("tts-en-jpeg") / "deck-fronts-1.jpg")
    assert (sheet.width % 10, sheet.height % 7) == (0, 0)
    assert 4000 < max(sheet.size) <= 4096


@pytest.mark.parametrize(
    ("size", "service", "product", "pixels"),
    [
        ("63 x 88 mm", "mpc", "poker-63x88", (816, 1110)),
        ("63.5 x 88.9 mm", "mpc", "poker", (822, 1122)),
        ("88 x 63 mm", "mpc", "poker-63x88", (816, 1110)),
        ("63 x 88 mm", "tgc", "euro-poker-deck", (825, 1125)),
        ("70 x 120 mm", "tgc", "tarot-deck", (900, 1500)),
    ],
)
def test_pictures_have_the_pixels_of_a_service(
    petri: Petri,
    deck: Callable[[str], Path],
    size: str,
    service: str,
    product: str,
    pixels: tuple[int, int],
) -> None:
    """The nearest product, with colour up to its edges; a card on its side is turned."""
    done = petri("make", deck(size), "--for", service)
    assert done.exit_code == 0, done.output
    picture = load(built(f"{service}-en") / product / "deck-1-rose-front.png")
    assert (picture.size, picture.mode) == (pixels, "RGB")
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.02)
    right, bottom = picture.width - 1, picture.height - 1
    assert all(near(picture.getpixel(at), RED) for at in ((0, 0), (right, 0), (0, bottom), (right, bottom)))


def test_turned_cards_meet_their_backs(petri: Petri, deck: Callable[[str], Path]) -> None:
    """The top of a turned front is at its right, and that of the back at its left, behind it."""
    assert petri("make", deck("88 x 63 mm"), "--for", "mpc").exit_code == 0
    front = load(built("mpc-en/poker-63x88") / "deck-1-rose-front.png").convert("L")
    back = load(built("mpc-en/poker-63x88") / "deck-back.png")
    # The title is in the upper left corner, which is now the upper right one.
    box = front.point(lambda value: 255 * (value > 180)).getbbox()
    assert box is not None
    assert box[0] > front.width / 2
    assert box[1] < front.height / 2
    # The left half of the back is red; with its top at the left, the left half is below.
    assert near(back.getpixel((400, 1000)), RED)
    assert near(back.getpixel((400, 100)), GREEN)


def test_pages_for_a_printer_of_decks(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Back and front of each card in turn, with all copies, in one PDF with the box of the cut."""
    assert petri("make", deck("63.5 x 88.9 mm"), "--for", "drivethrucards").exit_code == 0
    assert names("drivethrucards-en") == ["README.txt", "cards.json", "deck.pdf"]
    with pypdfium2.PdfDocument(built("drivethrucards-en") / "deck.pdf") as pdf:
        assert len(pdf) == 2 * 5
        assert pdf[0].get_size() == pytest.approx((198, 270), abs=0.01)
        assert pdf[0].get_bleedbox() == pytest.approx((0, 0, 198, 270), abs=0.01)
        assert pdf[0].get_trimbox() == pytest.approx((9, 9, 189, 261), abs=0.01)
        assert "Rose" not in pdf[0].get_textpage().get_text_bounded()
        assert "Rose" in pdf[1].get_textpage().get_text_bounded()


@pytest.mark.parametrize("name", ["hand", "showcase"])
def test_cards_for_show(petri: Petri, deck: Callable[[str], Path], name: str) -> None:
    """Several cards in one clear picture, with shadows, without their backs."""
    assert petri("make", deck(), "--for", name, "--dpi", "50").exit_code == 0
    assert names(f"{name}-en-50dpi") == ["cards.json", "deck-fronts-1.png"]
    picture = load(built(f"{name}-en-50dpi") / "deck-fronts-1.png")
    assert picture.mode == "RGBA"
    assert picture.width > picture.height
    assert picture.getpixel((0, 0))[3] == 0
    found = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20) or ()}
    assert {RED, GREEN, BLUE} <= found
    assert any(0 < colour[3] < 120 for _, colour in picture.getcolors(1 << 20) or ())


def test_backs_are_cut_along_the_mirrored_line(petri: Petri, tmp_path: Path) -> None:
    """Holes are transparent; a token may have the name of its file."""
    outline = "M0 0H40V40H0Z M4 16H12V24H4Z"
    text = f'size: 40 mm x 40 mm\noutline: "{outline}"\ntokens: [{{id: tag}}]\n'
    (tmp_path / "tag.yaml").write_text(f"{text}template: {{front: [ground: red], back: [ground: red]}}\n")
    assert petri("make", "tag.yaml", "--for", "faces", "--dpi", "254").exit_code == 0
    for name, hole, art in (("tag-1-tag-front", 80, 320), ("tag-back", 320, 80)):
        face = load(Path(f"output/tag/faces-en-254dpi/{name}.png")).getchannel("A")
        assert (face.getpixel((hole, 200)), face.getpixel((art, 200))) == (0, 255)


def test_one_card(petri: Petri, deck: Callable[[str], Path]) -> None:
    """A picture shows both sides of one card; another destination may be chosen."""
    path = deck()
    assert petri("make", path, "--cards", "lake", "--for", "faces", "--dpi", "50").exit_code == 0
    assert names("faces-en-only-lake-50dpi") == ["cards.json", "deck-1-lake-front.png", "deck-back.png"]
    assert petri("make", path, "--cards", "2", "--for", "mpc", "--to", "jpeg").exit_code == 0
    assert names("mpc-en-only-2-jpeg") == ["README.txt", "cards.json", "poker-63x88"]
    pictures = ["deck-1-moss-front.jpg", "deck-back.jpg"]
    assert names("mpc-en-only-2-jpeg/poker-63x88") == [*pictures, "order.xml"]


def test_boards_are_one_picture(petri: Petri) -> None:
    """A board is a face of its own, in the size of the limit at most."""
    assert petri("make", "pox", "--part", "board", "--for", "faces", "--dpi", "36").exit_code == 0
    assert (Path("output/pox/faces-en-part-board-36dpi") / "board.png").is_file()
    assert petri("make", "pox", "--part", "board", "--for", "tts").exit_code == 0
    assert max(load("output/pox/tts-en-part-board/board.png").size) <= 4096


def test_boards_have_bleed(petri: Petri) -> None:
    """With `--bleed`, the art of a board goes on beyond the cut, to the edges of the picture."""
    words = ("make", "pox", "--part", "board", "--for", "faces", "--bleed", "5mm", "--dpi", "36")
    assert petri(*words).exit_code == 0
    (path,) = Path("output/pox").glob("faces-en*bleed-5mm*/board.png")
    picture = load(path).convert("RGB")
    assert picture.size == (round(403.6 * 36 / 25.4), round(288 * 36 / 25.4))
    right, bottom = picture.width - 1, picture.height - 1
    assert not any(
        near(picture.getpixel(at), WHITE) for at in ((0, 0), (right, 0), (0, bottom), (right, bottom))
    )
    ground = picture.getpixel((right // 4, bottom - 12))
    assert all(near(picture.getpixel((right // 4, bottom - row)), ground) for row in range(8))


def test_pictures_of_an_earlier_build_go(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Cards that no longer exist leave no pictures; other files stay."""
    path = deck()
    assert petri("make", path, "--for", "faces", "--dpi", "36").exit_code == 0
    (built("faces-en-36dpi") / "deck-notes.png").write_bytes(b"mine")
    path.write_text(path.read_text("utf-8").replace("id: moss", "id: fern"), encoding="utf-8")
    assert petri("make", path, "--for", "faces", "--dpi", "36").exit_code == 0
    assert "deck-2-fern-front.png" in names("faces-en-36dpi")
    assert "deck-2-moss-front.png" not in names("faces-en-36dpi")
    assert "deck-notes.png" in names("faces-en-36dpi")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--for", "tss"], "unknown destination 'tss' (did you mean 'tts'?); available: faces, showcase"),
        (["--for", "Screentop"], "unknown destination 'Screentop' (did you mean 'faces'?)"),
        (["--cards", "rosse", "--for", "faces"], "unknown card 'rosse' (did you mean 'rose'?)"),
        (["--for", "faces", "--gutter", "3mm"], "--gutter does not apply to --for faces"),
        (["--for", "mpc", "--bleed", "3mm"], "--bleed does not apply to --for mpc"),
        (["--for", "mpc", "--dpi", "400"], "--dpi does not apply to --for mpc, which takes multiples of 300"),
        (["--for", "tgc", "--dpi", "600"], "--dpi does not apply to --for tgc"),
        (["--for", "tgc", "--together"], "--together does not apply to --for tgc"),
        (["--for", "faces,resize"], "resize does not apply to --for faces"),
        (["--for", "ppg,copies"], "copies does not apply to --for ppg"),
        (["--for", "mpc", "--paper", "letter"], "--paper does not apply to --for mpc"),
        (["--for", "faces", "--margin", "9mm"], "--margin does not apply to --for faces"),
        (["--cards", "1", "--for", "faces", "--header", "Draft"], "--header does not apply to --for faces"),
        (["--for", "tts", "--to", "pdf"], "--for tts has no format pdf, but png, jpeg"),
    ],
)
def test_what_cannot_be(petri: Petri, deck: Callable[[str], Path], words: list[str], told: str) -> None:
    """Unknown names are suggested, and options that do not apply are named."""
    done = petri("make", deck(), *words)
    assert done.exit_code == 1
    assert told in done.stderr
    assert not Path("output").exists()


def test_pictures_need_cards(petri: Petri) -> None:
    """Other parts have no faces."""
    done = petri("make", "fight-the-virus", "--part", "rules", "--for", "faces")
    assert done.exit_code == 1
    assert "--for faces needs a part with cards or tokens" in done.stderr


def test_cards_share_a_picture_if_they_look_the_same(petri: Petri, tmp_path: Path) -> None:
    """What is drawn decides, and not where it is in memory: the same cards have one picture in every run."""
    Path("deck.yaml").write_text(
        "size: poker\n"
        "cards: [{id: a, x: -1}, {id: b, x: -2}, {id: c, x: -1}]\n"
        "template:\n"
        '  - panel: {box: ["{x} mm", 0, 20 mm, 40 mm], fill: "#c82828", bleeds: true}\n',
        encoding="utf-8",
    )
    assert petri("make", "./deck.yaml", "--for", "mpc").exit_code == 0
    faces = json.loads(next(Path("output").rglob("cards.json")).read_text("utf-8"))
    files = {face["id"]: face["file"] for face in faces if face["side"] == "front"}
    assert files["a"] == files["c"] != files["b"]
