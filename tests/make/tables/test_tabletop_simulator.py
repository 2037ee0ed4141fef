"""`petri make --for tts`: the saved object, read as the game reads it."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from typer.testing import CliRunner, Result

from generator.cli.app import app

Petri = Callable[..., Result]
Values = dict[str, Any]

CARDS = """\
size: 63 x 88 mm
cards:
  - {id: rose, name: Rose, colour: "#c82828", count: 3}
  - {id: moss, name: Moss, colour: "#28a03c"}
  - {id: lake, name: Lake, colour: "#1e3cc8"}
template:
  front:
    - ground: "{colour}"
    - words: {text: "A note", role: body, box: [6 mm, 40 mm, 40 mm, 12 mm], colour: "#ffffff"}
    - words: {text: "{name} of May", role: title, box: [6 mm, 6 mm, 40 mm, 12 mm], colour: "#ffffff"}
"""
BACK = "  back: [{ground: '#28a03c'}]\n"
OWN_BACKS = """\
  back: [{ground: "{colour}"}, {panel: {box: [20 mm, 20 mm, 20 mm, 20 mm], fill: paper}}]
"""
TOKENS = """\
tokens:
  - {id: coin, shape: round, size: 20 mm, count: 3, back: back}
  - {id: hex, shape: hexagon, size: 20 mm}
  - {id: square, shape: square, size: 20 mm, corner: 2 mm}
  - {id: plain, shape: square, size: 20 mm, back: front}
  - {id: pill, shape: rectangle, size: 26 mm x 15 mm, corner: 7.5 mm}
  - {id: tag, size: 40 mm x 40 mm, outline: "M0 0H40V40H0Z M4 16H12V24H4Z"}
  - {id: pawn, shape: standee, size: 20 mm x 30 mm}
  - {id: block, shape: cube, size: 10 mm, count: 9}
  - {id: die, shape: cube, size: 15 mm, front: die}
  - {id: crumb, shape: square, size: 8 mm, count: 150}
front: front
templates:
  front: [{ground: red}]
  back: [{ground: blue}]
  die: [{ground: paper}, {words: {text: "{face}", box: [2 mm, 3 mm, 11 mm, 8 mm]}}]
"""
UNIT = 0.035
CITIES = "city_cards:6,city_cards:24,city_cards:48"


@pytest.fixture
def tts(petri: Petri, tmp_path: Path) -> Callable[..., Values]:
    """Writes a file, makes its saved object, and reads it."""

    def build(text: str, *options: str, at: str = "") -> Values:
        (tmp_path / "things.yaml").write_text(text, encoding="utf-8")
        done = petri("make", "things.yaml", "--for", f"tts,at={at}" if at else "tts", *options)
        assert done.exit_code == 0, done.output
        return read(Path("output/things/tts-en/things-en.json"))

    return build


def read(path: Path) -> Values:
    found = json.loads(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def walk(objects: Iterable[Values]) -> Iterator[Values]:
    for one in objects:
        yield one
        yield from walk(one.get("ContainedObjects", ()))


def find(save: Values, id: str) -> Values:
    (found,) = (one for one in save["ObjectStates"] if one["GMNotes"] == id)
    assert isinstance(found, dict)
    return found


def open_url(url: str) -> Image.Image:
    assert Path(url).is_absolute()
    with Image.open(url) as picture:
        return picture.convert("RGB")


def cut_out(card: Values, side: str = "FaceURL") -> Image.Image:
    """The picture of a card, as the game finds it in its sheet."""
    key, index = divmod(card["CardID"], 100)
    deck = card["CustomDeck"][str(key)]
    sheet = open_url(deck[side])
    columns, rows = (deck["NumWidth"], deck["NumHeight"])
    if side == "BackURL" and not deck["UniqueBack"]:
        return sheet
    assert sheet.width % columns == sheet.height % rows == 0
    assert index < columns * rows
    width, height = sheet.width // columns, sheet.height // rows
    left, top = index % columns * width, index // columns * height
    return sheet.crop((left, top, left + width, top + height))


def share_different(one: Image.Image, other: Image.Image) -> float:
    difference = ImageChops.difference(one, other).convert("L")
    return sum(difference.histogram()[48:]) / (one.width * one.height)


def list_urls(save: Values) -> set[str]:
    found: set[str] = set()
    for one in walk(save["ObjectStates"]):
        for values in (one.get("CustomImage", {}), *one.get("CustomDeck", {}).values()):
            found |= {value for key, value in values.items() if key.endswith("URL") and value}
    return found


def check_objects(save: Values) -> None:
    """Rules for every file: ids, decks, pictures, and space for everything."""
    every = [*walk(save["ObjectStates"])]
    ids = Counter(one["GUID"] for one in every)
    assert max(ids.values()) == 1
    assert all(len(id) == 6 and int(id, 16) >= 0 for id in ids)
    assert all(Path(url).is_file() for url in list_urls(save))
    assert all(one["Tags"] and one["Nickname"] for one in every)
    assert save["Hands"]["Enable"] is True
    keys: Counter[str] = Counter()
    for one in save["ObjectStates"]:
        if one["Name"] == "DeckCustom":
            assert one["DeckIDs"] == [card["CardID"] for card in one["ContainedObjects"]]
            assert {str(number // 100) for number in one["DeckIDs"]} == set(one["CustomDeck"])
        keys.update(one.get("CustomDeck", {}).keys())
        for sheet in one.get("CustomDeck", {}).values():
            assert sheet["BackIsHidden"] is True
            size = open_url(sheet["FaceURL"]).size
            assert max(size) <= 4096
            if sheet["UniqueBack"]:
                assert open_url(sheet["BackURL"]).size == size
    assert all(number == 1 for number in keys.values())
    boxes = [measure(one) for one in save["ObjectStates"] if one["Name"] != "Custom_Board"]
    for (left, low, right, high), other in combinations(boxes, 2):
        is_beside = right <= other[0] or other[2] <= left or high <= other[1] or other[3] <= low
        assert is_beside, (left, low, right, high, other)


def measure(one: Values) -> tuple[float, float, float, float]:
    """The space of an object on the table, from its scale and the shape of its picture."""
    x, z = (one["Transform"][key] for key in ("posX", "posZ"))
    scale = one["Transform"]["scaleX"]
    wide = high = 1.0
    if one["Name"] in ("DeckCustom", "CardCustom"):
        card = (one.get("ContainedObjects") or [one])[0]
        width, height = cut_out(card).size
        wide, high = 3.08 * width / height, 3.08
    elif one["Name"] == "Bag" or one["Name"] == "Infinite_Bag":
        wide = high = 75 * UNIT
    elif image := one.get("CustomImage"):
        width, height = open_url(image["ImageURL"]).size
        wide, high = 2 * width / height, 2.0
        high = min(wide, high) if one["Name"] == "Figurine_Custom" else high
    wide, high = wide * scale * 0.98, high * scale * 0.98
    return x - wide / 2, z - high / 2, x + wide / 2, z + high / 2


def test_a_deck(tts: Callable[..., Values]) -> None:
    """Names, copies, and one back; each card is in its sheet where the game looks for it."""
    save = tts(CARDS + BACK)
    check_objects(save)
    (deck,) = save["ObjectStates"]
    cards = deck["ContainedObjects"]
    names = ["Rose of May"] * 3 + ["Moss of May", "Lake of May"]
    assert (deck["Name"], deck["Nickname"]) == ("DeckCustom", "Things")
    assert [card["Nickname"] for card in cards] == names
    assert deck["DeckIDs"] == [100, 100, 100, 101, 102]
    assert deck["CustomDeck"]["1"] | {"FaceURL": "", "BackURL": ""} == {
        "FaceURL": "",
        "BackURL": "",
        "NumWidth": 2,
        "NumHeight": 2,
        "BackIsHidden": True,
        "UniqueBack": False,
        "Type": 1,
    }
    assert {one["Transform"]["rotZ"] for one in (deck, *cards)} == {180.0}, "it lies face down"
    colours = [cut_out(card).getpixel((9, 900)) for card in cards]
    assert colours == [(200, 40, 40)] * 3 + [(40, 160, 60), (30, 60, 200)]
    assert cut_out(cards[0], "BackURL").getpixel((9, 900)) == (40, 160, 60)


def test_cards_alone_look_the_same(tts: Callable[..., Values], petri: Petri) -> None:
    """Each card that is cut out of its sheet is the card that is drawn alone."""
    save = tts(CARDS + BACK)
    assert petri("make", "things.yaml", "--for", "faces", "--dpi", "300").exit_code == 0
    for card in save["ObjectStates"][0]["ContainedObjects"][2:]:
        (path,) = Path("output/things/faces-en").glob(f"*-{card['GMNotes']}-front.png")
        assert share_different(cut_out(card), open_url(str(path.resolve()))) <= 0.02


def test_backs_of_their_own(tts: Callable[..., Values]) -> None:
    """Different backs are a sheet with the cells of the fronts, and the deck lies face up."""
    save = tts(CARDS + OWN_BACKS)
    check_objects(save)
    (deck,) = save["ObjectStates"]
    assert deck["CustomDeck"]["1"]["UniqueBack"] is True
    assert deck["Transform"]["rotZ"] == 0.0
    for card in deck["ContainedObjects"]:
        front, back = cut_out(card), cut_out(card, "BackURL")
        assert front.getpixel((9, 900)) == back.getpixel((9, 900))
        assert back.getpixel((354, 354)) != front.getpixel((354, 354))


def test_cards_without_a_back(tts: Callable[..., Values]) -> None:
    """Both sides show the front; the deck lies face up."""
    (deck,) = tts(CARDS)["ObjectStates"]
    assert deck["Transform"]["rotZ"] == 0.0
    for card in deck["ContainedObjects"]:
        assert share_different(cut_out(card), cut_out(card, "BackURL")) == 0


def test_cards_with_different_backs_are_different_decks(tts: Callable[..., Values]) -> None:
    """Cards that are shuffled together have the same back; a card that is alone is a card."""
    text = """\
size: 63 x 88 mm
front: front
back: back
cards:
  - {id: a, name: Ant}
  - {id: b, name: Bee}
  - {id: c, name: Cat, back: other}
  - {id: d, name: Dog, back: other}
  - {id: e, name: Elk, back: third}
templates:
  front: [{ground: paper}, {words: {text: "{name}", role: title, box: [6 mm, 6 mm, 40 mm, 12 mm]}}]
  back: [{ground: red}]
  other: [{ground: blue}]
  third: [{ground: green}]
"""
    save = tts(text)
    check_objects(save)
    one, two, alone = save["ObjectStates"]
    assert [card["Nickname"] for card in one["ContainedObjects"]] == ["Ant", "Bee"]
    assert [card["Nickname"] for card in two["ContainedObjects"]] == ["Cat", "Dog"]
    assert (alone["Name"], alone["Nickname"]) == ("CardCustom", "Elk")
    assert [one["DeckIDs"], two["DeckIDs"], alone["CardID"]] == [[100, 101], [202, 203], 304]
    assert [deck["Transform"]["rotZ"] for deck in (one, two, alone)] == [180.0, 180.0, 0.0]


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        ("size: 63 x 88 mm", 1),
        ("size: 63 x 88 mm\ncorner: 3 mm", 0),
        ("size: 60 mm\nshape: round", 4),
        ("size: 60 mm\nshape: hexagon", 3),
    ],
)
def test_shapes_of_cards(tts: Callable[..., Values], shape: str, number: int) -> None:
    """The outline of the cards is one that the game has."""
    save = tts(f"{shape}\ncards: [{{id: a}}]\ntemplate: [{{ground: red}}]\n")
    (card,) = save["ObjectStates"]
    assert card["Name"] == "CardCustom"
    assert card["CustomDeck"]["1"]["Type"] == number


def test_seventy_one_cards(tts: Callable[..., Values]) -> None:
    """The last card is the first one of a second sheet; cards that are wider than high stay so."""
    cards = "\n".join(f'  - {{id: c{number}, hue: "#0000{number + 16:02x}"}}' for number in range(71))
    back = "  back: [{ground: red}]\n"
    save = tts(f'size: 88 x 63 mm\ncards:\n{cards}\ntemplate:\n  front: [{{ground: "{{hue}}"}}]\n{back}')
    check_objects(save)
    (deck,) = save["ObjectStates"]
    assert deck["DeckIDs"] == [*range(100, 170), 200]
    found = [cut_out(deck["ContainedObjects"][index]) for index in (0, 9, 10, 69, 70)]
    assert [one.getpixel((5, 5)) for one in found] == [(0, 0, blue) for blue in (16, 25, 26, 85, 86)]
    assert found[0].width > found[0].height


def test_tokens(tts: Callable[..., Values]) -> None:
    """Tiles by shape, tokens for what no tile is, figurines, tiles as high as cubes, dice, and bags."""
    save = tts(TOKENS)
    check_objects(save)
    assert Counter(one["Name"] for one in save["ObjectStates"]) == {
        "Custom_Tile": 6,
        "Custom_Token": 2,
        "Figurine_Custom": 1,
        "Bag": 1,
        "Infinite_Bag": 1,
        "Die_6": 1,
    }
    tiles = {
        one["GMNotes"]: one["CustomImage"]["CustomTile"]
        for one in walk(save["ObjectStates"])
        if one["Name"] == "Custom_Tile"
    }
    kinds = {id: tile["Type"] for id, tile in tiles.items()}
    assert kinds == {"coin": 2, "hex": 1, "square": 3, "plain": 0, "block": 0, "crumb": 0}
    assert tiles["block"]["Thickness"] == pytest.approx(10 * UNIT)
    assert all(tile["Stackable"] and tile["Stretch"] for tile in tiles.values())
    assert [len(find(save, id)["ContainedObjects"]) for id in ("block", "crumb")] == [9, 1]
    coins = [one for one in save["ObjectStates"] if one["GMNotes"] == "coin"]
    assert all(one["CustomImage"]["ImageSecondaryURL"].endswith("things-back.png") for one in coins)
    assert find(save, "plain")["CustomImage"]["ImageSecondaryURL"] == "", "the game shows the front"
    with Image.open(find(save, "tag")["CustomImage"]["ImageURL"]) as tag:
        alpha = tag.getchannel("A")
        hole, art, edge = (alpha.getpixel(at) for at in ((100, 242), (242, 242), (2, 2)))
    assert (hole, art, edge) == (0, 255, 0), "the game cuts along what is clear"
    pawn = open_url(find(save, "pawn")["CustomImage"]["ImageURL"])
    assert pawn.size == (236, 354), "one face, and not the net"


def test_sizes(tts: Callable[..., Values]) -> None:
    """Sizes are in proportion: a standard card keeps its size."""
    card = tts(CARDS)["ObjectStates"][0]
    assert card["Transform"]["scaleX"] == 1.0
    save = tts(TOKENS)
    assert find(save, "plain")["Transform"]["scaleX"] * 2.0 == pytest.approx(20 * UNIT)


def test_the_same_bytes(tts: Callable[..., Values]) -> None:
    """A second build in the same place changes nothing."""
    tts(TOKENS)
    before = {path.name: path.read_bytes() for path in Path("output/things/tts-en").iterdir()}
    tts(TOKENS)
    assert before == {path.name: path.read_bytes() for path in Path("output/things/tts-en").iterdir()}


def test_pictures_on_the_web(tts: Callable[..., Values]) -> None:
    """The address is before the names, whether it ends with a slash or not."""
    save = tts(CARDS + BACK, at="https://example.org/my%20game")
    folder = "https://example.org/my%20game/"
    assert list_urls(save) == {f"{folder}things-back.png", f"{folder}things-fronts-1.png"}
    assert folder in Path("output/things/tts-en/README.txt").read_text("utf-8")
    assert tts(CARDS + BACK, at=folder) == save


@pytest.mark.parametrize(
    "address",
    [
        "example.org/x",
        "ftp://example.org/",
        "https://",
        "https://a b/",
        "https://a/?x",
        "https://a/#x",
        "c:\\x",
    ],
)
def test_what_is_no_address(petri: Petri, tmp_path: Path, address: str) -> None:
    """The message shows what an address looks like."""
    (tmp_path / "things.yaml").write_text(CARDS, encoding="utf-8")
    done = petri("make", "things.yaml", "--for", f"tts,at={address}")
    assert done.exit_code == 2
    assert "is not a web address; write it like" in " ".join(done.stderr.replace("│", "").split())
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--for", "tts", "--together"], "--together does not apply to --for tts"),
        (["--for", "faces,at=https://a.b"], "at=URL needs a destination"),
        (["--for", "pcio,at=https://a.b"], "at=URL needs a destination"),
    ],
)
def test_what_does_not_apply(petri: Petri, tmp_path: Path, options: list[str], told: str) -> None:
    """Options of other destinations are named."""
    (tmp_path / "things.yaml").write_text(CARDS, encoding="utf-8")
    done = petri("make", "things.yaml", *options)
    assert done.exit_code == 1
    assert told in done.stderr


def test_nothing_to_lay_on_a_table(petri: Petri) -> None:
    """A sheet is nothing that the table has."""
    done = petri("make", "fight-the-virus", "--part", "sheet", "--for", "tts")
    assert done.exit_code == 1
    assert "--for tts needs a part with cards or tokens" in done.stderr


def test_boxes_of_cards_are_not_on_the_table(petri: Petri, tmp_path: Path) -> None:
    """A box alone is nothing; beside tokens, it is left out."""
    (tmp_path / "deck.yaml").write_text(CARDS, encoding="utf-8")
    box = "{id: box, tuck_box: {deck: deck.yaml}}"
    (tmp_path / "box.yaml").write_text(f"tokens: [{box}]\ntemplate: [{{ground: red}}]\n", encoding="utf-8")
    done = petri("make", "box.yaml", "--for", "tts")
    assert done.exit_code == 1
    assert "--for tts needs a part with cards or tokens" in done.stderr
    more = "{id: coin, shape: round, size: 20 mm}"
    text = f"tokens: [{box}, {more}]\ntemplate: [{{ground: red}}]\n"
    (tmp_path / "box.yaml").write_text(text, encoding="utf-8")
    assert petri("make", "box.yaml", "--for", "tts").exit_code == 0
    save = read(Path("output/box/tts-en/box-en.json"))
    assert [one["GMNotes"] for one in save["ObjectStates"]] == ["coin"]


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (['"7", role: title', '"of clubs", role: small'], "of clubs"),
        (['"7", role: title', '"+", role: small'], "7"),
        (['"Last *li\\u00adght*", role: title', '"First", role: title'], "Last light"),
        (['"Dawn", role: small, when: id = b', '"Dusk", role: small, when: id = a'], "Dusk"),
        (['"+", role: title'], "Things"),
    ],
)
def test_names(tts: Callable[..., Values], texts: list[str], name: str) -> None:
    """The largest letters that are shown, or else the largest number; without any, the title of the part."""
    boxes = (f"box: [5 mm, {10 + 20 * number} mm, 50 mm, 15 mm]" for number in range(2))
    drawn = "".join(f"  - words: {{text: {text}, {box}}}\n" for text, box in zip(texts, boxes, strict=False))
    save = tts(f"size: 63 x 88 mm\ncards: [{{id: a}}]\ntemplate:\n{drawn}")
    assert save["ObjectStates"][0]["Nickname"] == name


def test_the_readme_tells_where_the_file_goes(tts: Callable[..., Values]) -> None:
    """And that nobody has tried it."""
    tts(CARDS)
    text = Path("output/things/tts-en/README.txt").read_text("utf-8")
    assert "Saved Objects" in text
    assert "things-en.json" in text
    assert "Nobody has loaded such a file in the game yet" in text
    assert "only you" in text.lower()


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder with cards of Pandemic in German, and POX in two languages at once."""
    folder = tmp_path_factory.mktemp("shipped")
    for options in (
        ["pandemic", "--cards", CITIES, "--for", "tts", "--locale", "de"],
        ["pandemic", "--cards", CITIES, "--for", "faces", "--locale", "de", "--dpi", "236"],
        ["pox", "--for", "tts", "--locale", "de+it"],
    ):
        done = CliRunner().invoke(app, ["make", *options, "--out", str(folder)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
    return folder


def test_cities_in_german(shipped: Path) -> None:
    """Names are those of the language; cards are cut out of their sheet as they are drawn alone."""
    (path,) = shipped.glob("pandemic/tts-de-*/pandemic-de.json")
    save = read(path)
    check_objects(save)
    (deck,) = save["ObjectStates"]
    cards = {card["GMNotes"]: card for card in deck["ContainedObjects"]}
    assert len(cards) == len(set(deck["DeckIDs"])) == 3
    assert deck["Nickname"] == "Stadtkarten"
    assert [cards[id]["Nickname"] for id in ("milan", "sao_paulo")] == ["Mailand", "São Paulo"]
    alone = [*(shipped / "pandemic").glob("faces-de-only-*/city-cards-*-front.png")]
    assert len(alone) == 3
    for path in alone:
        cut = cut_out(cards[path.stem.split("-")[3]])
        assert share_different(cut, open_url(str(path)).resize(cut.size, Image.Resampling.BOX)) <= 0.02


def test_the_start_of_pox(shipped: Path) -> None:
    """Patients are infected, and black chips wait; the rest is in bags, and the board is fixed."""
    save = read(shipped / "pox/tts-de+it/pox-de+it.json")
    check_objects(save)
    board = find(save, "board")
    assert (board["Name"], board["Locked"]) == ("Custom_Board", True)
    chips = [one for one in save["ObjectStates"] if one["Name"] == "Custom_Tile"]
    assert Counter(one["GMNotes"] for one in chips) == {"infection": 2, "death": 5}
    middle = [board["Transform"][key] for key in ("posX", "posZ")]
    at = {
        tuple(
            round(one["Transform"][key] - start, 3)
            for key, start in zip(("posX", "posZ"), middle, strict=True)
        )
        for one in chips
        if one["GMNotes"] == "infection"
    }
    # d4 and f6 are one place to the left and above e5, and to the right and below it.
    # Chips lie at the shoulder, 5.4 mm from the middle of the place.
    x, y = 4.8 + 4.5 * 20.8 + 5.4 - 393.6 / 2, 46 + 4.5 * 20.8 + 5.4 - 278 / 2
    steps = [step * 20.8 for step in (-1, 1)]
    assert at == {(round((x + step) * UNIT, 3), round(-(y + step) * UNIT, 3)) for step in steps}
    bags = {
        one["GMNotes"]: len(one["ContainedObjects"]) for one in save["ObjectStates"] if one["Name"] == "Bag"
    }
    assert bags == {"infection": 38, "immunity": 50}


def test_reference_cards_in_two_languages(shipped: Path) -> None:
    """A card in two languages is two cards, each with its own picture."""
    save = read(shipped / "pox/tts-de+it/pox-de+it.json")
    cards = [one for one in walk(save["ObjectStates"]) if one["GMNotes"] == "reference"]
    assert Counter(one["CardID"] for one in cards).most_common() == [
        (number, 4) for number in sorted({one["CardID"] for one in cards})
    ]
    assert len({one["CardID"] for one in cards}) == 2
