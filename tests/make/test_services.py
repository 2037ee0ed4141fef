"""`petri make --for` with services: what is uploaded has the sizes, orders, and counts that they ask for."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from generator.cli.app import app
from generator.cli.options import complete_destinations
from generator.errors import DataError
from generator.layout.imposition.pieces import FaceLayout
from generator.layout.shapes.outlines import Component
from generator.model.destinations import NEAR, REACH, Destination, Product
from generator.model.kit import Form
from generator.model.language.kinds import MM_PER_INCH
from generator.model.values import replace
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_destinations
from tests.samples import sample

Petri = Callable[..., Result]

SERVICES = {id: one for id, one in read_destinations(find_shelf().destinations).items() if one.products}
PRODUCTS = [
    pytest.param(service, product, id=f"{service.id}-{id}")
    for service in SERVICES.values()
    if service.id not in SERVICES["mpc"].shops
    for id, product in service.products.items()
]
DECK = """\
size: {size}
cards:
  - {{id: rose, colour: "#c82828", count: 3}}
  - {{id: moss, colour: "#28a03c", reverse: "#28a03c"}}
  - {{id: lake, colour: "#1e3cc8", count: 2}}
template:
  front:
    - ground: "{{colour}}"
    - words: {{text: "{{id}}", role: title, box: [6 mm, 6 mm, 100% - 12 mm, 12 mm], colour: "#ffffff"}}
  back:
    - ground: "#333333"
    - ground: {{fill: "#28a03c", when: has(reverse)}}
"""
RED, GREEN, BLUE, GREY = (200, 40, 40), (40, 160, 60), (30, 60, 200), (51, 51, 51)


@pytest.fixture
def deck(tmp_path: Path) -> Callable[[str], Path]:
    """Writes deck.yaml with six cards of a size, one of which has a back of its own."""

    def write(size: str = "63 x 88 mm") -> Path:
        path = tmp_path / "deck.yaml"
        path.write_text(DECK.format(size=size), encoding="utf-8")
        return path

    return write


def load(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        picture.load()
    return picture


def list_files(folder: str) -> list[str]:
    root = Path("output", folder)
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


@pytest.mark.parametrize(("service", "product"), PRODUCTS)
def test_each_product_finds_itself(service: Destination, product: Product) -> None:
    """A piece of its size has a picture of its pixels, cut where its trim is, with bleed on all sides."""
    width, height = product.trim or (50.0, 80.0)
    form = Form(width, height, product.outline)
    found = service.find_product(form, is_board=product.is_board)
    assert found is not None
    # Tiles and cards of the same size have the same pictures.
    assert replace(found, id="", thickness=None) == replace(product.fitted(form), id="", thickness=None)
    component = Component("piece", replace(form, bleed=REACH), lambda: ())
    pages = [
        page
        for page, _ in FaceLayout(
            "part", [component], service, bleed=0.0, is_board=product.is_board
        ).lay_out()
    ]
    for page in pages if not service.sheet else ():
        assert page.pixels == (product.pixels if product.trim else None)
        assert page.trim is not None
        left, top, right, bottom = page.trim
        assert (right - left, bottom - top) == pytest.approx((width, height))
        assert (left, top) == pytest.approx((page.width - right, page.height - bottom))
        least = 1.0 if product.outline == "hexagon" else product.bleed or 3.0
        assert least - 1e-6 <= min(left, top) <= max(left, top) <= REACH - NEAR + 1e-6
    assert product.safe > 0


def list_sizes(service: str) -> dict[str, Product]:
    """Return a sample of the products of a service that are cards or tokens of one size."""
    products = [(id, one) for id, one in SERVICES[service].products.items() if not one.is_board]
    return dict(sample(products, 10, key=service))


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The folder of pictures for each service that takes pictures of tokens of all sizes."""
    folder = tmp_path_factory.mktemp("sizes")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("mpc", "tgc"):
            rows = "\n".join(
                f"  - {{id: {id}, shape: {one.outline}, size: {one.trim[0]} mm x {one.trim[1]} mm}}"
                for id, one in list_sizes(name).items()
                if one.trim
            )
            text = f'tokens:\n{rows}\ntemplate: {{front: [ground: "#c82828"], back: [ground: "#28a03c"]}}\n'
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
            done = CliRunner().invoke(app, ["make", f"{name}.yaml", "--for", name], catch_exceptions=False)
            assert done.exit_code == 0, done.output
    return {name: folder / "output" / name / f"{name}-en" for name in ("mpc", "tgc")}


@pytest.mark.parametrize("name", ["mpc", "tgc"])
def test_pictures_have_pixels_and_density(shown: Mapping[str, Path], name: str) -> None:
    """Each picture that was written is as large as its product says, at 300 dpi, and full of colour."""
    listed = json.loads((shown[name] / "cards.json").read_text("utf-8"))
    fronts = [one for one in listed if one["side"] == "front"]
    products = SERVICES[name].products
    assert {one["id"] for one in fronts} == {*list_sizes(name)}
    for one in listed:
        picture = load(shown[name] / one["file"])
        assert (picture.size, picture.mode) == (products[one["product"]].pixels, "RGB")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.02)
        wide, high = picture.size
        colour = RED if one["side"] == "front" else GREEN
        corners = ((0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1))
        # The corners around other shapes are cut off.
        is_full = products[one["product"]].outline == "rectangle"
        for point in corners if is_full else ((wide // 2, high // 2),):
            assert picture.getpixel(point) == colour


def test_multiples_are_exact(petri: Petri, deck: Callable[[str], Path]) -> None:
    """At 600 dpi, a picture has twice as many pixels, not as many as fit."""
    assert petri("make", deck(), "--for", "mpc", "--cards", "moss", "--dpi", "600").exit_code == 0
    picture = load(Path("output/deck/mpc-en-only-moss-600dpi/poker-63x88/deck-1-moss-front.png"))
    assert picture.size == (2 * 816, 2 * 1110)
    assert picture.info["dpi"] == pytest.approx((600, 600), abs=0.02)


def test_an_order_for_autofill(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Each slot has one front and one back, all files exist, and the most frequent back is the cardback."""
    assert petri("make", deck(), "--for", "mpc").exit_code == 0
    folder = Path("output/deck/mpc-en/poker-63x88")
    root = ElementTree.parse(folder / "order.xml").getroot()
    assert [one.tag for one in root] == ["details", "fronts", "backs", "cardback"]
    details = {one.tag: one.text for one in root[0]}
    assert details == {"quantity": "6", "stock": "(S30) Standard Smooth", "foil": "false"}
    fronts, backs = ([{one.tag: one.text or "" for one in card} for card in side] for side in root[1:3])
    slots = {card["id"]: card["slots"] for card in (*fronts, *backs)}
    assert slots == {
        "deck-1-rose-front.png": "0,1,2",
        "deck-2-moss-front.png": "3",
        "deck-3-lake-front.png": "4,5",
        "deck-2-moss-back.png": "3",
    }
    assert root[3].text == "deck-1-rose-back.png"
    for card in (*fronts, *backs, {"id": root[3].text, "sourceType": "Local File", "name": root[3].text}):
        assert (folder / card["id"]).is_file()
        assert card["sourceType"] == "Local File"
        assert card["name"] == card["id"]


def test_large_orders_are_divided(petri: Petri, tmp_path: Path) -> None:
    """No order has more than 612 cards; each has all slots from 0, and the README counts orders."""
    cards = "cards: [{id: a, count: 600}, {id: b, count: 100}]"
    text = f'size: 1.25 x 1.75 in\n{cards}\ntemplate: [{{ground: "#c82828"}}]\n'
    (tmp_path / "deck.yaml").write_text(text, encoding="utf-8")
    assert petri("make", "deck.yaml", "--for", "printerstudio").exit_code == 0
    folder = Path("output/deck/printerstudio-en")
    quantities = []
    for number in (1, 2):
        root = ElementTree.parse(folder / f"micro/order-{number}.xml").getroot()
        quantities.append(int(root.findtext("details/quantity", "")))
        taken = [int(slot) for card in root.iter("slots") for slot in (card.text or "").split(",")]
        assert sorted(taken) == list(range(quantities[-1]))
    assert quantities == [612, 88]
    assert "700 cards of 31.75 x 44.45 mm." in (folder / "README.txt").read_text("utf-8")
    # With fewer cards, there is one order again.
    (tmp_path / "deck.yaml").write_text(text.replace("600", "9"), encoding="utf-8")
    assert petri("make", "deck.yaml", "--for", "printerstudio").exit_code == 0
    orders = [name for name in list_files("deck/printerstudio-en") if name.endswith(".xml")]
    assert orders == ["micro/order.xml"]


def test_a_folder_for_each_size(petri: Petri, tmp_path: Path) -> None:
    """Parts of the same size share a folder and an order; others have their own."""
    decks = {"large": "2.75 x 4.75 in", "other": "2.25 x 3.5 in", "small": "57 x 89 mm"}
    game = tmp_path / "game"
    (game / "wording").mkdir(parents=True)
    (game / "wording/en.yaml").write_text("words: {kit: {title: Game}}\n", encoding="utf-8")
    parts = ", ".join(f"{{deck: {name}.yaml}}" for name in decks)
    kit = f"id: game\ntitle: kit.title\nplayers: '2'\ntheme: base\nparts: [{parts}]\n"
    (game / "kit.yaml").write_text(kit, encoding="utf-8")
    for name, size in decks.items():
        head = (
            f"id: {name}\ntitle: kit.title\nsize: {size}\nfront: face\ntemplates: {{face: [ground: red]}}\n"
        )
        (game / f"{name}.yaml").write_text(f"{head}cards: [{{id: one}}, {{id: two, count: 2}}]\n", "utf-8")
    done = petri("make", "game", "--for", "mpc")
    assert done.exit_code == 0, done.output
    files = list_files("game/mpc-en")
    assert {name.rpartition("/")[0] for name in files} == {"", "tarot", "bridge"}
    assert [name for name in files if name.endswith(".xml")] == ["bridge/order.xml", "tarot/order.xml"]
    root = ElementTree.parse("output/game/mpc-en/bridge/order.xml").getroot()
    assert root.findtext("details/quantity") == "6"
    told = Path("output/game/mpc-en/README.txt").read_text("utf-8")
    assert "6 cards of 57.15 x 88.9 mm. Pictures of 747 x 1122 pixels." in " ".join(told.split())


def test_a_readme_says_what_to_do(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Copies of each picture, what is paid, the source of the numbers, and what nobody has tried."""
    done = petri("make", deck(), "--for", "mpc")
    # The summary names the folder that has all files.
    assert "8 files in output/deck/mpc-en (" in done.stdout
    lines = Path("output/deck/mpc-en/README.txt").read_text("utf-8").splitlines()
    assert lines[0] == "deck (en) for MakePlayingCards"
    at = lines.index("copies  front                  back")
    assert [line.split() for line in lines[at + 1 : at + 4]] == [
        ["3", "deck-1-rose-front.png", "deck-1-rose-back.png"],
        ["1", "deck-2-moss-front.png", "deck-2-moss-back.png"],
        ["2", "deck-3-lake-front.png", "deck-1-rose-back.png"],
    ]
    told = " ".join(" ".join(lines).split())
    assert "6 cards of 62.99 x 87.88 mm. Pictures of 816 x 1110 pixels." in told
    assert "Art extends 3.05 mm beyond the cut; important content must be 3.05 mm inside." in told
    assert "The price is that of 18 cards: 12 more would cost nothing. A file may have 30 MB." in told
    assert f"The numbers are from {SERVICES['mpc'].seen}. Source: Templates" in told
    assert SERVICES["mpc"].untried in told
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize(("cards", "step"), [(1, 18), (18, 18), (19, 36), (235, 396), (612, 612), (613, 0)])
def test_the_step_that_is_paid(cards: int, step: int) -> None:
    """The smallest step with at least as many cards."""
    assert SERVICES["mpc"].find_step(cards) == step


def test_copies_as_files(petri: Petri, deck: Callable[[str], Path]) -> None:
    """A picture for each copy of each side, and an order in which each is used once."""
    assert petri("make", deck(), "--for", "mpc,copies").exit_code == 0
    folder = "deck/mpc-en-copies-as-files"
    fronts = [f"deck-1-rose-front-{copy}" for copy in (1, 2, 3)]
    fronts += ["deck-2-moss-front-1", "deck-3-lake-front-1", "deck-3-lake-front-2"]
    sides = [name.replace("front", side) for name in fronts for side in ("front", "back")]
    pictures = [f"poker-63x88/{name}.png" for name in sides]
    assert list_files(folder) == sorted(["README.txt", "cards.json", "poker-63x88/order.xml", *pictures])
    root = ElementTree.parse(Path("output", folder, "poker-63x88/order.xml")).getroot()
    slots = {card.findtext("id"): card.findtext("slots") for card in root.iter("card")}
    assert {name: slots[f"{name}.png"] for name in fronts} == {
        name: str(slot) for slot, name in enumerate(fronts)
    }
    listed = json.loads(Path("output", folder, "cards.json").read_text("utf-8"))
    assert {one["count"] for one in listed} == {1}


def test_a_back_that_all_share_is_one_file(petri: Petri, deck: Callable[[str], Path]) -> None:
    """Also with a file for each copy: portals have a way to choose one back for all."""
    path = deck()
    path.write_text(path.read_text("utf-8").replace(', reverse: "#28a03c"', ""), encoding="utf-8")
    path.write_text(
        path.read_text("utf-8").replace("when: has(reverse)", "when: id = none"), encoding="utf-8"
    )
    assert petri("make", path, "--for", "faces,copies", "--dpi", "36").exit_code == 0
    backs = [name for name in list_files("deck/faces-en-copies-as-files-36dpi") if "back" in name]
    assert backs == ["deck-back.png"]


def test_a_deck_for_mb_print(petri: Petri, tmp_path: Path) -> None:
    """A file for each size, with front and back in turn, the bleed around each, and the box of the cut."""
    rows = (("one", "63 mm x 88 mm, count: 2"), ("two", "41 mm x 63 mm"), ("six", "88 mm x 63 mm"))
    text = "tokens:\n"
    text += "".join(f"  - {{id: {id}, shape: rectangle, size: {size}}}\n" for id, size in rows)
    text += 'template: {front: [ground: "#c82828"], back: [ground: "#28a03c"]}\n'
    (tmp_path / "deck.yaml").write_text(text, encoding="utf-8")
    done = petri("make", "deck.yaml", "--for", "mbprint")
    assert done.exit_code == 0, done.output
    folder = Path("output/deck/mbprint-en")
    files = ["README.txt", "cards-41x63mm.pdf", "cards-63x88mm.pdf", "cards.json"]
    assert list_files("deck/mbprint-en") == files
    with pypdfium2.PdfDocument(folder / "cards-63x88mm.pdf") as pdf:
        assert len(pdf) == 6
        points = [tuple(side / MM_PER_INCH * 72 for side in size) for size in ((69, 94), (94, 69))]
        assert [page.get_size() for page in pdf] == [
            pytest.approx(one, abs=0.01) for one in (*points[:1] * 4, *points[1:] * 2)
        ]
        edge = 3 / MM_PER_INCH * 72
        assert pdf[0].get_trimbox() == pytest.approx(
            (edge, edge, points[0][0] - edge, points[0][1] - edge), abs=0.01
        )
        assert pdf[0].get_bleedbox() == pytest.approx((0, 0, *points[0]), abs=0.01)
        colours = [page.render(scale=0.2).to_pil().convert("RGB").getpixel((1, 1)) for page in pdf]
        # They come from the inks of the printing condition.
        for found, wanted in zip(colours, [RED, GREEN] * 3, strict=True):
            assert found == pytest.approx(wanted, abs=20)
    lines = (folder / "README.txt").read_text("utf-8").splitlines()
    assert "    1  cards-41x63mm.pdf" in lines
    assert "    3  cards-63x88mm.pdf" in lines


def test_sheets_for_print_and_play_games(petri: Petri, deck: Callable[[str], Path]) -> None:
    """3600 x 5400 pixels, all copies of the cards, backs behind their fronts, and nothing but art."""
    path = deck()
    path.write_text(path.read_text("utf-8").replace("count: 3", "count: 15"), encoding="utf-8")
    assert petri("make", path, "--for", "ppg").exit_code == 0
    pictures = ["deck-1-back.png", "deck-1-front.png"]
    assert list_files("deck/ppg-en") == ["README.txt", "cards.json", *pictures]
    folder = Path("output/deck/ppg-en")
    back, front = (load(folder / name).convert("RGB") for name in pictures)
    for picture in (front, back):
        assert picture.size == (3600, 5400)
        edges = ((0, 0, 3600, 20), (0, 5380, 3600, 5400), (0, 0, 20, 5400), (3580, 0, 3600, 5400))
        assert all(
            picture.crop(edge).getcolors() == [(one, (255,) * 3)]
            for edge in edges
            for one in [20 * max(edge[2] - edge[0], edge[3] - edge[1])]
        )
    assert load(folder / pictures[0]).info["dpi"] == pytest.approx((300, 300), abs=0.02)
    # The back of the green card is where the card is when the sheet is turned over.
    left, top, right, bottom = _find_box(front, GREEN)
    assert _find_box(back, GREEN) == (3600 - right, top, 3600 - left, bottom)
    listed = json.loads((folder / "cards.json").read_text("utf-8"))
    counts = {one["id"]: one["count"] for one in listed if one["side"] == "front"}
    assert counts == {"rose": 15, "moss": 1, "lake": 2}
    told = (folder / "README.txt").read_text("utf-8")
    assert "18 cards." in told
    assert "   18  deck-1-front.png" in told


def _find_box(picture: Image.Image, colour: tuple[int, int, int]) -> tuple[int, int, int, int]:
    bands = [
        band.point([255 * (abs(value - wanted) < 3) for value in range(256)])
        for band, wanted in zip(picture.split(), colour, strict=True)
    ]
    box = (
        Image.merge("RGB", bands).convert("L").point([255 * (value > 250) for value in range(256)]).getbbox()
    )
    assert box is not None
    return box


def test_sheets_as_a_document(petri: Petri, deck: Callable[[str], Path]) -> None:
    """The same sheets, front and back in turn, in one PDF of 12 x 18 in."""
    assert petri("make", deck(), "--for", "ppg", "--to", "pdf").exit_code == 0
    folder = Path("output/deck/ppg-en-pdf")
    with pypdfium2.PdfDocument(folder / "deck.pdf") as pdf:
        assert [page.get_size() for page in pdf] == [pytest.approx((864, 1296), abs=0.01)] * 2
        assert "rose" in pdf[0].get_textpage().get_text_bounded()
        assert pdf[1].get_textpage().get_text_bounded().strip() == ""
    listed = json.loads((folder / "cards.json").read_text("utf-8"))
    assert {one["file"] for one in listed} == {"deck.pdf"}


def test_a_size_that_a_service_does_not_print(petri: Petri, deck: Callable[[str], Path]) -> None:
    """The message names the part, its size, the nearest products, how they differ, and the way out."""
    done = petri("make", deck("50 x 80 mm"), "--for", "mpc")
    assert done.exit_code == 1
    assert "deck: MakePlayingCards has no product of 50 x 80 mm (rectangle); the nearest are " in done.stderr
    assert "bridge (57.15 x 88.9 mm: 7.1 mm too wide, 8.9 mm too high); domino (" in done.stderr
    assert "business (50.8 x 88.9 mm: 8.9 mm too high); --for mpc,resize lays it out as bridge" in done.stderr


def test_cards_are_resized_at_will(petri: Petri, deck: Callable[[str], Path]) -> None:
    """The template is laid out in the size of the product; the name of the folder says so."""
    assert petri("make", deck("50 x 80 mm"), "--for", "mpc,resize").exit_code == 0
    picture = load(Path("output/deck/mpc-en-resized/bridge/deck-1-rose-front.png"))
    assert picture.size == (747, 1122)
    assert all(picture.getpixel(at) == RED for at in ((0, 0), (746, 0), (0, 1121), (746, 1121)))
    # What fits without it does not change.
    assert petri("make", deck(), "--for", "mpc,resize").exit_code == 0
    assert petri("make", deck(), "--for", "mpc").exit_code == 0
    resized, usual = (
        Path(f"output/deck/{name}/poker-63x88/deck-back.png") for name in ("mpc-en-resized", "mpc-en")
    )
    assert not resized.exists()
    front = "deck-1-rose-front.png"
    assert resized.with_name(front).read_bytes() == usual.with_name(front).read_bytes()


def test_what_does_not_fit_a_resized_card(petri: Petri, tmp_path: Path) -> None:
    """Elements beyond the new edge, and boxes without room, are errors, and nothing is written."""
    text = """\
size: 100 x 150 mm
cards: [{id: rose}, {id: moss}]
template:
  - ground: red
  - group: {box: [0, 0, 100%, 50%], draw: [{panel: {id: bar, box: [50 mm, 5 mm, 45 mm, 5 mm], fill: blue}}]}
  - panel: {id: art, box: [5 mm, 100 mm, 90 mm, 40 mm], fill: blue}
"""
    (tmp_path / "deck.yaml").write_text(text, encoding="utf-8")
    done = petri("make", "deck.yaml", "--for", "mpc,resize")
    assert done.exit_code == 1
    assert "panel bar extends beyond a piece of 69.85 x 120.6 mm (by 25.2 mm)" in done.stderr
    assert "panel art extends beyond a piece of 69.85 x 120.6 mm (by 25.2 mm)" in done.stderr
    (tmp_path / "deck.yaml").write_text(text.replace("90 mm, 40 mm", "100% - 80 mm, 9 mm"), encoding="utf-8")
    done = petri("make", "deck.yaml", "--for", "mpc,resize")
    assert done.exit_code == 1
    assert "panel art is -10.2 x 9.0 mm on a piece of 69.85 x 120.6 mm" in done.stderr
    assert not Path("output").exists()


def test_all_sizes_that_a_service_does_not_print(petri: Petri) -> None:
    """Each deck is named once, with the parts that can be made, and the options that do not apply."""
    done = petri("make", "pandemic", "--for", "mpc", "--locale", "en,es", "--gutter", "3mm")
    assert done.exit_code == 1
    told = [line.split(":")[0] for line in done.stderr.splitlines() if "has no product" in line]
    assert len(told) == len(set(told)) > 1
    assert "--part city_cards,player_cards,role_cards makes only what fits" in done.stderr
    assert "--gutter does not apply" in done.stderr
    # Nothing helps shapes that are not printed.
    done = petri("make", "pandemic", "--part", "tokens,role_cards", "--for", "mpc,resize")
    assert (
        "tokens_2: MakePlayingCards has no product of 15 x 17.32 mm (hexagon); none has this shape"
        in done.stderr
    )
    assert "--part role_cards makes only what fits" in done.stderr
    # Several games may have parts of the same name.
    done = petri("make", "pox", "virus-and-co", "--for", "mpc")
    assert "pox: tokens_1: MakePlayingCards has no product of 9 x 9 mm (round)" in done.stderr
    assert "pox: --part cards makes only what fits" in done.stderr
    assert "virus-and-co: --part cards makes only what fits" in done.stderr


def test_boards_go_to_products_for_boards(petri: Petri, tmp_path: Path) -> None:
    """A board of the size of a product fits; another is scaled into the middle if that is wanted."""
    game = tmp_path / "game"
    (game / "wording").mkdir(parents=True)
    (game / "wording/en.yaml").write_text("words: {kit: {title: Game}}\n", encoding="utf-8")
    kit = "id: game\ntitle: kit.title\nplayers: '2'\ntheme: base\nparts: [{board: board.yaml}]\n"
    (game / "kit.yaml").write_text(kit, encoding="utf-8")
    board = 'id: board\ntitle: kit.title\nsize: {}\nareas: [{{ground: "#c82828"}}]\n'
    (game / "board.yaml").write_text(board.format("6 in x 4 in"), encoding="utf-8")
    done = petri("make", "game", "--for", "tgc")
    assert done.exit_code == 0, done.output
    picture = load(Path("output/game/tgc-en/postcard-mat/board.png"))
    assert picture.size == (1875, 1275)
    (game / "board.yaml").write_text(board.format("4 in x 3 in").replace("4 in", "5 in"), encoding="utf-8")
    done = petri("make", "game", "--for", "tgc")
    assert done.exit_code == 1
    assert "board: The Game Crafter has no product of 127 x 76.2 mm (rectangle)" in done.stderr
    assert petri("make", "game", "--for", "tgc,resize").exit_code == 0
    # 127 x 76.2 mm becomes 114.3 x 68.6 mm on 114.3 x 82.6 mm, and lies on its side.
    resized = load(Path("output/game/tgc-en-resized/us-game-mat/board.png")).convert("RGB")
    assert resized.size == (1050, 1425)
    # Its ground fills what is left.
    assert [resized.getpixel((x, 712)) for x in (5, 110, 525, 940, 1044)] == [RED] * 5
    # A card of that size is no board.
    assert petri("make", "game", "--for", "mpc").exit_code == 1


@pytest.mark.parametrize(
    ("today", "is_old"), [(date(2026, 11, 1), False), (date(2028, 10, 4), False), (date(2028, 10, 5), True)]
)
def test_old_numbers_are_a_warning(today: date, is_old: bool) -> None:
    """After two years; destinations without numbers never grow old."""
    assert bool(SERVICES["mpc"].describe_age(today)) == is_old
    assert not replace(SERVICES["mpc"], seen="").describe_age(today)


def test_the_command_warns_of_old_numbers(
    petri: Petri, deck: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are made, and the date is in the warning."""

    class Later(date):
        @classmethod
        def today(cls) -> date:
            return date(2031, 1, 1)

    monkeypatch.setattr("generator.cli.printing.making.date", Later)
    done = petri("make", deck(), "--for", "mpc", "--cards", "moss")
    assert done.exit_code == 0
    assert "warning: the numbers of MakePlayingCards are from 2026-10-04; compare them" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('seen: "2026-10-04"', 'seen: "October"', "seen: `October` is not a date"),
        ("steps: [18, 36,", "steps: [36, 18,", "steps: the numbers must rise"),
        ("pixels: 822 x 1122, ", "", "poker: has pixels and a bleed, or neither"),
        ("trim: 2.5 in x 3.5 in, pixels: 822", "pixels: 822", "poker: has pixels, but no size"),
    ],
)
def test_contradictions_in_the_file_of_services(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A service with numbers that cannot be is an error with its place."""
    text = find_shelf().destinations.read_text("utf-8")
    assert old in text
    path = tmp_path / "services.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"services\.yaml:") as found:
        read_destinations(path)
    assert told in str(found.value)


def test_destinations_are_listed(petri: Petri) -> None:
    """The JSON has the products, with the source and date of their numbers, and all options."""
    shown = petri("list", "--destinations")
    assert shown.exit_code == 0
    ids = [line.split()[0] for line in shown.stdout.splitlines()[2:] if line.strip() and line[0] != " "]
    assert ids == [id.replace("_", "-") for id in read_destinations(find_shelf().destinations)]
    told = {one["id"]: one for one in json.loads(petri("list", "--destinations", "--json").stdout)}
    assert told["mpc"]["products"]["poker"]["pixels"] == [822, 1122]
    assert told["mpc"]["takes"] == ["resize", "copies_as_files"]
    assert told["mpc"]["products"] == told["printerstudio"]["products"]
    assert told["drivethrucards"]["ink"] == 240
    assert "pdf, svg, png + dxf, svg" in shown.stdout
    assert told["silhouette"]["cutter"]["marks"]["inset"] == 10
    assert told["cricut"]["cutter"]["area"] == [171, 235]
    assert "id" not in told["cricut"]["cutter"]
    assert complete_destinations("") == sorted(told)
    assert all(one["source"] and one["seen"] and one["guide"] for one in told.values() if one["products"])


@pytest.mark.parametrize(
    ("game", "card", "locale"),
    [
        ("pandemic", "epidemic", "en"),
        ("pox", "south_bus", "it"),
        ("virus-and-co", "1", "de"),
        ("fight-the-virus", "die", "ar"),
    ],
)
def test_a_picture_of_a_card_of_each_game(petri: Petri, game: str, card: str, locale: str) -> None:
    """A clear picture of the whole card, in any language."""
    part = ("--part", "cards") if card == "1" else ()
    done = petri(
        "make", game, "--cards", card, "--for", "faces", "--to", "png", "--dpi", "72", "-l", locale, *part
    )
    assert done.exit_code == 0, done.output
    pictures = [path for path in Path("output").rglob("*.png") if "front" in path.name]
    assert len(pictures) == 1
    picture = load(pictures[0])
    assert picture.mode == "RGBA"
    assert len(picture.getcolors(1 << 20) or ()) > 5
