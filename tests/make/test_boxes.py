"""`petri boxes`: sizes, faces, splitting, and what is refused."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from generator.layout.imposition.packing import pack_sheets
from generator.layout.shapes.outlines import cut_outline, list_piece_faces
from generator.layout.text.legibility import ContrastChecker, list_small_texts
from generator.make.jobs.files import lay_out
from generator.make.jobs.jobs import Choices, Run
from generator.make.runs import plan_run
from generator.model.geometry import Rectangle
from generator.model.kit import Form, Piece, PieceSet
from generator.model.language.kinds import parse_colour, parse_length
from generator.model.printing.printing import Printing
from generator.model.values import replace
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_stocks
from generator.read.pieces.sets import read_card_sizes
from generator.scene.shapes import Colour, GlyphRun, Page, walk
from generator.scene.shapes import Path as Shape
from generator.scene.svg_outline import cut_up
from tests.colours import LEAST_CONTRAST
from tests.geometry import place_all, place_words
from tests.layout.imposing import A4, LETTER
from tests.samples import sample
from tests.shipped import LOCALES

Petri = Callable[..., Result]

DECK = """\
title: Gardens
size: {size}
{more}cards:
  - {{id: rose, kind: flower, count: 20}}
  - {{id: moss, kind: moss, count: 9}}
  - {{id: fern, kind: moss}}
template:
  front:
    - ground: "#28a03c"
    - words: {{text: "{{id}}", role: label, box: [6 mm, 6 mm, 30 mm, 8 mm]}}
  back:
    - ground: "#1e3cc8"
    - words: {{text: "behind {{id}}", role: label, colour: white, box: [6 mm, 6 mm, 30 mm, 8 mm]}}
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes deck.yaml with 30 cards, and other keys."""
    monkeypatch.chdir(tmp_path)

    def write(more: str = "", size: str = "63 x 88 mm") -> Path:
        path = tmp_path / "deck.yaml"
        path.write_text(DECK.format(more=more and f"{more}\n", size=size), encoding="utf-8")
        return path

    return write


def plan(path: Path, **chosen: Any) -> Run:
    chosen = {"boxes": True, "papers": ("a4",), "locales": ("en",), **chosen}
    return plan_run(Choices(games=(str(path),), **chosen), find_shelf())


def find_form(run: Run) -> Form:
    (job,) = run.jobs
    assert isinstance(job.part, PieceSet)
    (deck,) = job.part.decks
    return deck.form


def list_pieces(run: Run) -> list[Piece]:
    return [piece for job in run.jobs if isinstance(job.part, PieceSet) for piece in job.part.pieces]


def draw(run: Run) -> list[Page]:
    found = []
    for _, chunks in lay_out(run.jobs, run.choices, report=lambda job: None):
        for chunk, errors in chunks:
            assert errors == ()
            found += chunk.document.pages if chunk else ()
    return found


def list_card_sizes() -> Iterator[tuple[float, float]]:
    """The sizes of the cards of all shipped games."""
    shelf = find_shelf()
    named = read_card_sizes(shelf.card_sizes)
    for path in sorted(shelf.games.glob("*/*.yaml")):
        text = path.read_text("utf-8")
        size = re.search(r"^size: *(.+)$", text, re.MULTILINE)
        if size and re.search(r"^cards:", text, re.MULTILINE):
            one = named.get(size[1].strip())
            width, height = (one.width, one.height) if one else map(parse_length, size[1].split("x"))
            yield width, height


def test_all_nets_fit_on_a_sheet() -> None:
    """Boxes for 11 to 70 cards of all sizes of the games, with and without sleeves, on A4 and Letter."""
    sizes = {*list_card_sizes()}
    assert {(63.0, 88.0), (63.0, 41.0)} <= sizes
    sleeve = read_stocks(find_shelf().card_stocks).sleeve
    for (width, height), count, sleeved, paper in product(sizes, (11, 40, 70), (False, True), (A4, LETTER)):
        more = 1.0 + (sleeve.size if sleeved else 0.0)
        deep = count * (0.3 + (sleeve.thickness if sleeved else 0.0)) + 1.0
        form = Form(width + more, height + more, outline="tuck_box", depth=deep)
        ((layout, sheets),) = pack_sheets({form: 1}, paper, Printing(), folded=False, part="box")
        assert sheets == 1
        page = layout.frame.page
        paper_inside = Rectangle(0, 0, page.width, page.height).grown(-page.margin)
        assert layout.slots[0].trim.beyond(paper_inside) <= 0


def test_a_box_is_as_large_as_its_cards(write: Callable[..., Path]) -> None:
    """1 mm of space, the thickness of 30 cards, and 3 mm and 0.25 mm for sleeves."""
    deck = write()
    form = find_form(plan(deck))
    assert (form.outline, form.width, form.height, form.depth) == ("tuck_box", 64, 89, 10)
    assert find_form(plan(deck, thickness=0.32)).depth == pytest.approx(10.6)
    assert find_form(plan(deck, thickness="paper_200")).depth == pytest.approx(8.5)
    sleeved = find_form(plan(deck, sleeved=True))
    assert (sleeved.width, sleeved.height, sleeved.depth) == (67, 92, pytest.approx(17.5))
    # Who measures cards measures them with their sleeves.
    assert find_form(plan(deck, sleeved=True, thickness=0.6)).depth == pytest.approx(19)
    assert find_form(plan(write("box: {thickness: 10 cards 5 mm}"))).depth == pytest.approx(16)
    assert find_form(plan(deck, selection=("rose",))).depth == pytest.approx(11)


def test_faces_show_the_back_the_names_and_the_number(write: Callable[..., Path]) -> None:
    """Each on its face; texts of sides run down, and the lid is read from the front."""
    run = plan(write(size="63 x 88 mm"), thickness=0.6)
    (page,) = draw(run)
    form = find_form(run)
    faces = {face.name: face.box for face in list_piece_faces(form)}
    (net,) = [one for one in place_all(page) if one.groups[-1] == "cut"]
    found: dict[str, list[tuple[str, tuple[int, int]]]] = {name: [] for name in faces}
    for shape, by, _ in walk(page.shapes):
        if isinstance(shape, GlyphRun):
            a, b, c, d, e, f = by
            x, y = a * shape.x + c * shape.y + e - net.left, b * shape.x + d * shape.y + f - net.top
            for name, box in faces.items():
                if box.left <= x <= box.right and box.top <= y <= box.bottom:
                    found[name].append((shape.text, (round(a), round(b))))
    upright, down, over = (1, 0), (0, 1), (-1, 0)
    assert {way for _, way in found["front"]} == {upright}
    assert {text for text, _ in found["front"]} == {"behind rose", "Gardens", "30 cards"}
    assert found["back"] == [("behind rose", upright)]
    assert found["left"] == found["right"] == [("Gardens", down)]
    assert found["top"] == [("Gardens", over)]
    assert found["bottom"] == [("Gardens", upright), ("30 cards", upright)]


@pytest.mark.parametrize("size", ["63 x 88 mm", "88 x 63 mm", "44 x 63 mm", "70 x 120 mm"])
def test_the_front_shows_a_complete_card(write: Callable[..., Path], size: str) -> None:
    """Its picture is smaller than the card and below the notch, and no text covers it."""
    run = plan(write(size=size))
    (page,) = draw(run)
    form, placed = find_form(run), place_all(page)
    (net,) = [one for one in placed if one.groups[-1] == "cut"]
    (front,) = [face.box for face in list_piece_faces(form) if face.name == "front"]
    blue = Colour(*parse_colour("#1e3cc8"))
    grounds = [one for one in placed if isinstance(one.shape, Shape) and one.shape.fill == blue]
    picture, whole = sorted(grounds, key=lambda one: one.width)
    assert picture.width < 0.85 * form.width < whole.width
    assert picture.width / picture.height == pytest.approx((form.width - 1) / (form.height - 1), rel=0.01)
    assert picture.top - net.top > front.top + 10
    assert picture.left - net.left - front.left == pytest.approx(
        front.right - picture.right + net.left, abs=0.3
    )
    names = [one for one in place_words(page) if one.shape.text in ("Gardens", "30 cards")]
    assert len(names) == (7 if form.width >= 60 else 6)
    assert not [
        one
        for one in names
        if one.bottom > picture.top
        and one.top < picture.bottom
        and one.right > picture.left
        and one.left < picture.right
    ]


@pytest.mark.parametrize(("size", "count"), [("41 x 63 mm", 12), ("44 x 68 mm", 60), ("63 x 88 mm", 8)])
def test_long_titles_have_room(write: Callable[..., Path], size: str, count: int) -> None:
    """On thin and narrow boxes, too; texts that do not fit are errors."""
    deck = write(size=size)
    text = deck.read_text("utf-8").replace("Gardens", "Cards of a very long title for an expedition")
    deck.write_text(text.replace("count: 20", f"count: {count}").replace("count: 9", "count: 1"), "utf-8")
    assert draw(plan(deck))


def test_a_title_that_the_number_says_is_left_out(write: Callable[..., Path]) -> None:
    """`Cards` above `30 cards`."""
    deck = write()
    (deck.parent / "kit.yaml").write_text("title: Land\nparts: [deck: deck.yaml]\n", encoding="utf-8")
    assert [piece.fields["title"] for piece in list_pieces(plan(deck.parent))] == ["Gardens"]
    deck.write_text(deck.read_text("utf-8").replace("Gardens", "Cards"), encoding="utf-8")
    assert [piece.fields["title"] for piece in list_pieces(plan(deck.parent))] == [""]


def test_a_deck_that_is_too_thick_gets_several_boxes(write: Callable[..., Path], petri: Petri) -> None:
    """As few as possible, with nearly as many cards in each, and it is told."""
    deck = write()
    run = plan(deck, thickness=3.0)
    pieces = list_pieces(run)
    assert [(piece.fields["count"], piece.fields["boxes"]) for piece in pieces] == [("15", "2"), ("15", "2")]
    assert [one.shape.text for one in place_words(draw(run)[0]) if "Box" in one.shape.text] == [
        "Box 1 of 2 · 15 cards"
    ]
    done = petri("boxes", deck, "--thickness", "3mm")
    assert done.exit_code == 0
    assert "warning: deck: 30 cards of 3 mm need 2 boxes on A4, for up to 15 cards each" in done.stderr


def test_cards_that_are_too_large_name_the_paper(write: Callable[..., Path], petri: Petri) -> None:
    """No box is split for them, and nothing is written."""
    done = petri("boxes", write(size="140 x 200 mm"))
    assert done.exit_code == 1
    assert "deck on A4: a box for one card needs 297 x 229 mm; --paper a3 or tabloid takes it" in done.stderr
    assert not Path("output").exists()


def test_decks_of_one_size_share_a_box(tmp_path: Path, write: Callable[..., Path]) -> None:
    """With --together; their number is that of all cards, and no deck is named."""
    write()
    (tmp_path / "more.yaml").write_text((tmp_path / "deck.yaml").read_text().replace("Gardens", "Woods"))
    (tmp_path / "kit.yaml").write_text("title: Land\nparts: [deck: deck.yaml, deck: more.yaml]\n")
    alone = plan(tmp_path)
    assert [
        (job.part.id, list_pieces(replace(alone, jobs=(job,)))[0].fields["title"]) for job in alone.jobs
    ] == [
        ("deck_box", "Gardens"),
        ("more_box", "Woods"),
    ]
    (box,) = list_pieces(plan(tmp_path, together=True))
    assert (box.fields["count"], box.fields["title"], box.fields["game"]) == ("60", "", "Land")


def test_names_and_layers_of_files(write: Callable[..., Path], petri: Petri) -> None:
    """The choices are in the names; the cut line has a layer of its own."""
    deck = write()
    for words in (("--thickness", "10 cards 3.2 mm"), ("--dividers", "--by", "kind")):
        done = petri("boxes", deck, "--sleeved", "--to", "svg", *words)
        assert done.exit_code == 0, done.output
    files = sorted(path.name for path in Path("output/deck").iterdir())
    assert files == ["deck-box-en-a4-sleeved-thickness-0.32mm.svg", "dividers-en-a4-sleeved-by-kind.svg"]
    for name in files:
        assert 'id="cut"' in (Path("output/deck") / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--thickness", "0.3"), "`0.3` is not a thickness; write it like `0.3 mm`, or `10 cards 3.2 mm`"),
        (("--thickness", "9 mm"), "a card of 9 mm is out of range; use 0.05 to 5 mm"),
        (("--thickness", "0 cards 3 mm"), "`0 cards 3 mm` is not a thickness"),
        (("--thickness", "paper_20"), "unknown card stock 'paper_20' (did you mean 'paper_2"),
        (("--dividers", "--thickness", "paper-200"), "--thickness needs boxes, not --dividers"),
        (("--sleeved", "--by", "kind"), "--by needs --dividers"),
        (("--dividers", "--by", "kin"), "unknown field 'kin' (did you mean 'kind'?); available: kind, id"),
        (("--for", "mpc"), "MakePlayingCards has no product of 64 x 89 mm (tuck_box)"),
    ],
)
def test_what_is_refused(write: Callable[..., Path], petri: Petri, words: tuple[str, ...], told: str) -> None:
    """One message each, and nothing written."""
    done = petri("boxes", write(), *words)
    assert done.exit_code in (1, 2)
    assert told in " ".join(done.stderr.split(" ")).replace("\n│", "")
    assert not Path("output").exists()


def test_parts_without_a_deck_have_no_boxes(petri: Petri, tiny_game: Path) -> None:
    """Neither boxes nor dividers."""
    for kind, words in (("boxes", ()), ("dividers", ("--dividers",))):
        done = petri("boxes", tiny_game, *words)
        assert done.exit_code == 1
        assert f"{kind} need a deck of cards; chosen parts: sheet, rules" in done.stderr


def test_dividers_by_a_field(write: Callable[..., Path]) -> None:
    """One for each value, as large as a card with a tab, whose place steps."""
    (page,) = draw(plan(write(), boxes=False, dividers=True, by="kind"))
    run = plan(
        write('divider: {by: kind, icon: "{kind}"}'.replace("{kind}", "star")), boxes=False, dividers=True
    )
    form, pieces = find_form(run), list_pieces(run)
    assert (form.width, form.height) == (63, 98)
    assert [piece.fields["title"] for piece in pieces] == ["flower", "moss"]
    assert [piece.fields["icon"] for piece in pieces] == ["star", "star"]
    tabs = []
    for piece in pieces:
        corners = [x for (x, y), _ in cut_up(cut_outline(replace(form, path=piece.outline))) if y < 0.01]
        tabs.append((round(min(corners) - 2.5), round(max(corners) + 2.5)))
    assert tabs == [(0, 21), (21, 42)]
    words = [one.shape.text for one in place_words(page)]
    assert {"flower", "moss", "behind rose", "behind moss"} <= {*words} | {"behind moss"}
    (alone,) = list_pieces(plan(write(), boxes=False, dividers=True))
    assert alone.fields["title"] == "Gardens"


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        *product(("pandemic", "pox", "virus-and-co"), ({}, {"dividers": True})),
        *product(("pandemic", "virus-and-co"), ({"dividers": True, "by": "colour"},)),
    ],
)
def test_texts_of_boxes_and_dividers_can_be_read(game: str, chosen: Mapping[str, Any]) -> None:
    """In a sample of languages, at the sizes and with the contrast of all pages that ship."""
    checker = ContrastChecker(LEAST_CONTRAST)
    locales = tuple(sample(LOCALES[game.replace("-", "_")], 2, key=f"{game} {chosen}"))
    pages = draw(plan(Path(game), **{"boxes": not chosen, "locales": locales, **chosen}))
    assert len(pages) >= len(locales)
    for page in pages:
        assert list_small_texts(page) == []
        assert [*checker.check(page.shapes, Rectangle(0.0, 0.0, page.width, page.height))] == []


def test_cards_without_a_value_need_no_icon(write: Callable[..., Path]) -> None:
    """Only cards with a value of the field have a divider."""
    deck = write('divider: {by: kind, icon: "die_{kind}"}')
    text = (
        deck.read_text("utf-8")
        .replace("kind: flower", "kind: 1")
        .replace("kind: moss, count", "kind: 2, count")
    )
    deck.write_text(text.replace("{id: fern, kind: moss}", '{id: fern, kind: ""}'), encoding="utf-8")
    assert [piece.fields["icon"] for piece in list_pieces(plan(deck, boxes=False, dividers=True))] == [
        "die_1",
        "die_2",
    ]


def test_templates_of_ones_own(write: Callable[..., Path]) -> None:
    """A face has the deck's own template, all others the default."""
    side = 'words: {text: "{count} of {game}", role: label, box: [3 mm, 1 mm, 60 mm, 7 mm]}'
    box = f"box: {{lid: {{extends: back}}, side: [{side}]}}"
    (page,) = draw(plan(write(box)))
    words = [one.shape.text for one in place_words(page)]
    assert words.count("30 of Gardens") == 2
    assert "30 cards" in words


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("box: {sides: []}", "deck.yaml:3:7: box.sides: unknown key `sides`"),
        ("box: {thickness: thick!}", "`thick!` is not a thickness"),
        ('box: {lid: [words: {text: "{titel}", role: label, box: [1 mm, 1 mm, 9 mm, 4 mm]}]}', "`titel`"),
        ("box: {front: [icon: {icon: stra, box: [1 mm, 1 mm, 9 mm, 4 mm]}]}", "`stra`"),
        ("divider: {by: knd}", "deck.yaml:3:15: divider.by: unknown field `knd` (did you mean `kind`?)"),
        ('divider: {icon: "x_{kind}"}', "unknown icon `x_flower`"),
        ('divider: {icon: "{sort}"}', "`sort`"),
    ],
)
def test_problems_of_keys(write: Callable[..., Path], petri: Petri, keys: str, told: str) -> None:
    """They are found when the deck is read, with their place."""
    done = petri("check", write(keys))
    assert done.exit_code == 1
    assert told in done.output, done.output


def test_a_kit_has_templates_for_all_decks(tmp_path: Path, write: Callable[..., Path], petri: Petri) -> None:
    """Those of a deck come first; what depends on cards is only for decks."""
    write('box: {side: [words: {text: "own side", role: label, box: [3 mm, 1 mm, 60 mm, 7 mm]}]}')
    kit = tmp_path / "kit.yaml"
    face = '[words: {{text: "{}", role: label, box: [3 mm, 1 mm, 50 mm, 7 mm]}}]'
    side, bottom = face.format("their side"), face.format("their bottom")
    box = f"box: {{side: {side}, bottom: {bottom}, thickness: 0.4 mm}}"
    kit.write_text(f"title: Land\nparts: [deck: deck.yaml]\n{box}\n")
    run = plan(tmp_path)
    words = [one.shape.text for one in place_words(draw(run)[0])]
    assert (words.count("own side"), words.count("their bottom"), words.count("their side")) == (2, 1, 0)
    assert find_form(run).depth == 13
    kit.write_text(
        'title: Land\nparts: [deck: deck.yaml]\ndivider: {by: kind, icon: "x_{kind}"}\nbox: {lid: 7}\n'
    )
    done = petri("check", tmp_path)
    assert "kit.yaml:3:15: divider.by: depends on the cards (write it in the file of the deck)" in done.output
    assert "kit.yaml:3:27: divider.icon: depends on the cards" in done.output
    assert "kit.yaml:4:12: box.lid" in done.output


def test_values_of_dividers_are_translated(tmp_path: Path, write: Callable[..., Path], petri: Petri) -> None:
    """As on the cards; what has no translation yet is in English."""
    path = write()
    path.write_text(path.read_text("utf-8").replace('"{id}", role', '"{kind}", role'), encoding="utf-8")
    assert petri("locale", "new", path, "es").exit_code == 0
    wording = tmp_path / "wording" / "es.yaml"
    texts = wording.read_text("utf-8")
    wording.write_text(texts.replace("rose:", "rose: flor"), encoding="utf-8")
    found = list_pieces(plan(path, boxes=False, dividers=True, by="kind", locales=("es",)))
    assert [piece.fields["title"] for piece in found] == ["flor", "moss"]


@pytest.mark.parametrize("shape", ["round", "hexagon", "square"])
def test_cards_of_other_shapes_have_boxes(write: Callable[..., Path], shape: str) -> None:
    """As large as the box around the card."""
    form = find_form(plan(write(f"shape: {shape}", size="70 mm")))
    assert form.outline == "tuck_box"
    assert form.width == 71
    assert draw(plan(write(f"shape: {shape}", size="70 mm"), dividers=True))


def test_decks_that_are_nets_have_none(write: Callable[..., Path], petri: Petri) -> None:
    """Dice to fold need no box."""
    deck = write("shape: cube", size="40 mm")
    done = petri("boxes", deck)
    assert "boxes need a deck of cards; chosen parts: deck" in done.stderr
