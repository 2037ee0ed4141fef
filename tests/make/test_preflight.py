"""The preflight finds what a service would refuse, or what would look bad, and says where it is."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from generator.cli.app import app
from generator.layout.imposition.pieces import Chunk
from generator.make import preflight
from generator.make.jobs.files import lay_out
from generator.make.jobs.findings import Inspected, PrintIssue, format_issues, sum_up
from generator.make.jobs.jobs import Choices
from generator.make.preflight import Inspector, check_jobs
from generator.make.runs import find_destination, list_missing_products, plan_run
from generator.model.kit import PieceSet
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_destinations
from generator.scene.shapes import Colour
from tests import shipped
from tests.samples import sample

Petri = Callable[..., Result]

GAMES = ("fight-the-virus", "pandemic", "pox", "virus-and-co")
GROUND = '  - ground: "#2b5c8a"\n'
SIZE = "63.5 x 88.9 mm"


def write(text: str, *, size: str = SIZE, head: str = "", cards: str = "[{id: rose}]") -> None:
    """Write a deck whose cards have a blue ground, and elements without any safe margin of their own.

    What every reader finds hard to read is told also without a service, and is not looked for here.
    """
    deck = f"size: {size}\nsafe: 0 mm\n{head}cards: {cards}\ntemplate:\n{text}"
    Path("deck.yaml").write_text(f"{deck}theme: {{legible: {{type: 0, contrast: 0}}}}\n", encoding="utf-8")


def check(petri: Petri, service: str = "mpc") -> list[str]:
    """Return what is found in the deck, without the table and the last line."""
    done = petri("check", "deck.yaml", "--for", service)
    lines = done.stdout.splitlines()
    found = [line for line in lines if line.startswith(("deck.yaml:", "warning: "))]
    errors = sum(not line.startswith("warning: ") for line in found)
    assert done.exit_code == (1 if errors else 0), done.output
    assert lines[-1].endswith(f"{errors} problem{'s' * (errors > 1)}" if errors else "no problems")
    return found


ROSE = "deck.yaml:3:9: deck (en) rose: "


def test_a_sound_deck(petri: Petri) -> None:
    """Nothing is found, and the table has the number of faces."""
    write(f"{GROUND}  - words: {{text: Rose, role: title, box: [5 mm, 5 mm, 40 mm, 12 mm], colour: white}}\n")
    assert check(petri) == []
    assert "deck   deck   en       2 faces" in petri("check", "deck.yaml", "--for", "mpc").stdout


@pytest.mark.parametrize(
    ("element", "told"),
    [
        (
            "words: {text: HHH, box: [0.7 mm, 30 mm, 40 mm, 8 mm], font_size: 20 pt, colour: white}",
            "the text `HHH` is 1.3 mm from the cut; MakePlayingCards asks for 3.05 mm",
        ),
        (
            "words: {text: HHH, box: [-3 mm, 30 mm, 40 mm, 8 mm], font_size: 20 pt, bleeds: true}",
            "the text `HHH` extends 5.9 mm beyond the cut",
        ),
        (
            "words: {text: HHH, box: [20 mm, 30 mm, 42 mm, 8 mm], font_size: 20 pt, align: end}",
            "the text `HHH` is 2.1 mm from the cut; MakePlayingCards asks for 3.05 mm",
        ),
    ],
)
def test_words_near_the_cut(petri: Petri, element: str, told: str) -> None:
    """The ink counts, not the box, and the cut of the service."""
    write(f"{GROUND}  - {element}\n")
    assert check(petri) == [ROSE + told]


def test_words_near_the_cut_of_a_product_that_is_smaller(petri: Petri) -> None:
    """A card of 64.5 mm is cut 0.5 mm further inside on both sides."""
    text = "words: {text: H, box: [2.8 mm, 30 mm, 40 mm, 8 mm], font_size: 20 pt, colour: white}"
    write(f"{GROUND}  - {text}\n")
    assert check(petri) == []
    write(f"{GROUND}  - {text}\n", size="64.5 x 88.9 mm")
    (line,) = check(petri)
    assert line.startswith(f"{ROSE}the text `H` is 2.9 mm from the cut")


TOKEN = """\
tokens: [{{id: rose, shape: round, size: 25.4 mm, front: face}}]
safe: 0 mm
templates:
  face:
    - ground: "#2b5c8a"
    - words: {{text: HH, box: [{}, 10 mm, 6 mm], font_size: 14 pt, colour: white}}
"""


def test_words_on_round_tokens_are_measured_from_the_round_cut(petri: Petri) -> None:
    """In the corner of the box around a token, nothing is far enough from its cut."""
    for at, told in (("8 mm, 8 mm", []), ("4.3 mm, 3.1 mm", ["is 1.4 mm from the cut"])):
        Path("deck.yaml").write_text(TOKEN.format(at), encoding="utf-8")
        service = "The Game Crafter asks for 1.6 mm"
        where = "deck.yaml:1:10: deck (en) rose: the text `HH`"
        assert check(petri, "tgc") == [f"{where} {what}; {service}" for what in told]


WHITE_BLEED = "the bleed is white ({}): the art must reach 3.048 mm beyond the cut"


@pytest.mark.parametrize(
    ("elements", "sides"),
    [
        ('  - panel: {box: [0, 0, 100%, 100%], fill: "#2b5c8a"}\n', "top, right, bottom, left"),
        ('  - panel: {box: [0, 0, 100%, 30 mm], fill: "#2b5c8a"}\n', "top, right, left"),
        ('  - panel: {box: [0, 0, 100%, 30 mm], fill: "#2b5c8a", bleeds: true}\n', ""),
        ('  - panel: {box: [6 mm, 6 mm, 20 mm, 20 mm], fill: "#2b5c8a"}\n', ""),
        (f"{GROUND}  - panel: {{box: [0, 0, 50%, 100%], fill: white, bleeds: true}}\n", ""),
        (
            f"{GROUND}  - panel: {{box: [-9 mm, -9 mm, 100% + 18 mm, 8 mm], fill: white, bleeds: true}}\n",
            "top",
        ),
    ],
)
def test_the_bleed_is_there(petri: Petri, elements: str, sides: str) -> None:
    """Where a card has colour at its cut, the picture has colour at its edge; white cards may be white."""
    write(elements)
    assert check(petri) == ([ROSE + WHITE_BLEED.format(sides)] if sides else [])


@pytest.mark.parametrize(("shape", "size"), [("hexagon", "2 in x 1.75 in"), ("round", "1 in")])
def test_the_bleed_of_other_shapes(petri: Petri, shape: str, size: str) -> None:
    """All around, but only as far as the picture reaches."""
    head = f"tokens: [{{id: rose, shape: {shape}, size: {size}, front: face}}]\ntemplates:\n  face:\n"
    Path("deck.yaml").write_text(f'{head}    - ground: "#2b5c8a"\n', encoding="utf-8")
    assert check(petri, "tgc") == []
    panel = '    - panel: {shape: ellipse, box: [0, 0, 100%, 100%], fill: "#2b5c8a"}\n'
    Path("deck.yaml").write_text(head + panel, encoding="utf-8")
    found = check(petri, "tgc")
    assert [line.partition("the bleed is white: ")[0] for line in found] == (
        ["deck.yaml:1:10: deck (en) rose: "] if shape == "round" else []
    )


def test_the_bleed_of_a_picture(petri: Petri) -> None:
    """A photo that ends at the cut has no bleed; a mirrored one has, whose copies are not coarse."""
    Image.new("RGB", (900, 1200), (200, 60, 40)).save("photo.png")
    write("  - picture: {file: photo.png, fit: cover}\n")
    assert check(petri) == [ROSE + WHITE_BLEED.format("top, right, bottom, left")]
    for bleed in ("mirror", "extend"):
        write(f"  - picture: {{file: photo.png, fit: cover, bleed: {bleed}}}\n")
        assert check(petri) == []


@pytest.mark.parametrize(
    ("element", "told"),
    [
        (
            "panel: {box: [10 mm, 10 mm, 20 mm, 9 mm], stroke: black, line: 0.05 mm}",
            "a line of 0.05 mm is thinner than 0.10 mm",
        ),
        (
            "panel: {box: [10 mm, 10 mm, 20 mm, 9 mm], stroke: black, line: 0.095 mm}",
            "a line of 0.09 mm is thinner than 0.10 mm",
        ),
        (
            "panel: {box: [10 mm, 10 mm, 20 mm, 9 mm], stroke: white, line: 0.12 mm}",
            "a line of 0.12 mm is lighter than its ground, and thinner than 0.18 mm",
        ),
        ("panel: {box: [10 mm, 10 mm, 20 mm, 9 mm], stroke: black, line: 0.12 mm}", ""),
        ("panel: {box: [10 mm, 10 mm, 20 mm, 9 mm], stroke: black, fill: black, line: 0.05 mm}", ""),
        (
            "words: {text: Tiny, box: [10 mm, 10 mm, 40 mm, 5 mm], font_size: 4 pt}",
            "the text `Tiny` of 4.0 pt is smaller than 5 pt",
        ),
        (
            "words: {text: Light, box: [10 mm, 10 mm, 40 mm, 5 mm], font_size: 5.5 pt, colour: white}",
            "the text `Light` of 5.5 pt is lighter than its ground, and smaller than 6 pt",
        ),
        ("words: {text: Dark, box: [10 mm, 10 mm, 40 mm, 5 mm], font_size: 5.5 pt, colour: black}", ""),
        (
            "panel: {box: [1.5 mm, 1.5 mm, 100% - 3 mm, 100% - 3 mm], stroke: white, line: 0.5 mm}",
            "a frame is 1.2 mm from the cut; nearer than 2 mm, a drift of the blade shows",
        ),
        (
            "panel: {box: [1.8 mm, 1.8 mm, 100% - 3.6 mm, 100% - 3.6 mm], fill: white, corner: 3 mm}",
            "a frame is 1.8 mm from the cut; nearer than 2 mm, a drift of the blade shows",
        ),
        ("panel: {box: [3 mm, 3 mm, 100% - 6 mm, 100% - 6 mm], stroke: white, line: 0.5 mm}", ""),
        ("panel: {fill: blue, pattern: checks, pattern_colour: white, pattern_size: 2 mm, bleeds: true}", ""),
        (
            "panel: {fill: blue, pattern: stripes, pattern_colour: white, pattern_size: 2 mm, bleeds: true}",
            "",
        ),
        ("panel: {box: [0, 0, 40 mm, 1 mm], fill: white}", ""),
    ],
)
def test_what_may_look_bad_is_a_warning(petri: Petri, element: str, told: str) -> None:
    """Thin lines, small type, and frames near the cut: files are made all the same."""
    write(f"{GROUND}  - {element}\n")
    assert check(petri) == ([f"warning: {ROSE}{told}"] if told else [])


@pytest.mark.parametrize(
    ("pixels", "told"),
    [
        (600, ""),
        (400, "warning: {}the picture `photo.png` has 200 pixels per inch; 300 are better"),
        (200, "{}the picture `photo.png` has 100 pixels per inch; at least 150 are needed"),
    ],
)
def test_pixels_of_pictures(petri: Petri, pixels: int, told: str) -> None:
    """Two inches wide, a picture has half as many pixels in each."""
    Image.new("RGB", (pixels, pixels), (200, 60, 40)).save("photo.png")
    write(f"{GROUND}  - picture: {{file: photo.png, box: [5 mm, 10 mm, 2 in, 2 in]}}\n")
    assert check(petri) == ([told.format(ROSE)] if told else [])


def test_too_many_cards(petri: Petri) -> None:
    """An order has a limit; more cards are several orders, which is told."""
    write(GROUND, cards="[{id: rose, count: 600}, {id: moss, count: 13}]")
    what = "613 cards of the size poker are 2 orders: MakePlayingCards takes 612 in one"
    assert check(petri) == [f"warning: deck (en): {what}"]


def test_several_errors_at_once(petri: Petri) -> None:
    """All kinds are told, each once, for the worst card; nothing is written, unless it is wanted anyway."""
    write(
        '  - panel: {box: [0, 0, 100%, 100%], fill: "#2b5c8a"}\n'
        '  - words: {text: HH, box: ["{x}", 30 mm, 20 mm, 8 mm], font_size: 20 pt, colour: white}\n'
        "  - panel: {box: [10 mm, 50 mm, 5 mm, 5 mm], stroke: black, line: 0.05 mm}\n"
        "  - panel: {box: [20 mm, 50 mm, 5 mm, 5 mm], stroke: black, line: 0.03 mm}\n",
        cards="\n  - {id: rose, x: 5 mm}\n  - {id: moss, x: 1 mm}\n  - {id: lake, x: 2 mm}\n",
    )
    done = petri("make", "deck.yaml", "--for", "mpc")
    white = WHITE_BLEED.format("top, right, bottom, left")
    errors = [
        f"deck.yaml:4:5: deck (en) rose: {white} (and 2 more cards)",
        "deck.yaml:5:5: deck (en) moss: the text `HH` is 1.6 mm from the cut; "
        "MakePlayingCards asks for 3.05 mm (and 1 more card)",
    ]
    assert done.exit_code == 1
    how = "nothing was written; to order in spite of errors, write --for mpc,anyway"
    assert done.stderr.splitlines() == [*errors, how]
    assert not Path("output").exists()
    done = petri("make", "deck.yaml", "--for", "mpc,anyway")
    assert done.exit_code == 0
    thin = "a line of 0.03 mm is thinner than 0.10 mm (2 times, and 2 more cards)"
    told = [*errors, f"deck.yaml:4:5: deck (en) rose: {thin}"]
    white = "deck: 3 cards without a back: the back will be white"
    assert done.stderr.splitlines() == [f"warning: {line}" for line in (white, *told)]
    assert len([*Path("output/deck/mpc-en/poker").glob("*-front.png")]) == 3


def test_anyway_is_for_services(petri: Petri) -> None:
    """Without a preflight, the option has no meaning."""
    write(GROUND)
    done = petri("make", "deck.yaml", "--for", "faces,anyway")
    assert done.exit_code == 1
    assert "anyway needs --for with a service, such as --for mpc,anyway" in done.stderr


def test_backs_and_copies(petri: Petri) -> None:
    """A back that all cards share is told once, and so is each of several copies in one document."""
    text = 'front:\n    - ground: "#2b5c8a"\n  back:\n    - panel: {box: [0, 0, 100%, 100%], fill: black}\n'
    write(f"  {text}", cards="[{id: rose, count: 3}, {id: moss}]")
    for service, bleed in (("mpc", "3.048"), ("drivethrucards", "3.175")):
        (line,) = check(petri, service)
        what = WHITE_BLEED.format("top, right, bottom, left").replace("3.048", bleed)
        assert line == f"deck.yaml:3:9: deck (en) rose (back): {what} (and 1 more card)"


def test_sheets_of_cards_are_looked_at_card_by_card(petri: Petri) -> None:
    """The bleed and the margin are those that the service asks for around each card on a sheet."""
    write('  - panel: {box: [0, 0, 100%, 100%], fill: "#2b5c8a"}\n')
    what = WHITE_BLEED.format("top, right, bottom, left").replace("3.048", "2")
    assert check(petri, "ppg") == [ROSE + what]
    done = petri("make", "deck.yaml", "--for", "ppg")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[0] == ROSE + what


def test_names_and_languages_of_check(petri: Petri) -> None:
    """Unknown names are errors; parts that are no product are left out, and told."""
    assert "did you mean 'mpc'?" in petri("check", "pox", "--for", "mpcc").stderr
    assert petri("check", "pox", "--for", "mpc", "--locale", "xx").exit_code == 1
    assert petri("check", "pox", "--locale", "xx").exit_code == 1
    write(GROUND, size="50 x 80 mm")
    done = petri("check", "deck.yaml", "--for", "mpc")
    assert done.exit_code == 1
    assert "deck: MakePlayingCards has no product of 50 x 80 mm (rectangle)" in done.stderr
    done = petri("check", "fight-the-virus", "--for", "mbprint", "--locale", "en")
    assert done.exit_code == 1


def face(**changes: object) -> Inspected:
    """Return a face without issues."""
    one = Inspected("deck (en)", "deck", "rose", None, False, 1, 1, "poker", (822, 1122), "poker/a", ())
    return replace(one, **changes)


def test_files_of_an_order() -> None:
    """A file that is too large, names that two pictures have, and pages of several sizes in one document."""
    mpc = find_destination(find_shelf(), "mpc")
    files = [(Path("a.png"), 31_400_000), (Path("b.png"), 30_000_000), (Path("b.png"), 5)]
    faces = [face(file="deck"), face(file="deck", card="moss", size=(897, 1497)), face(file="other")]
    assert [*map(str, sum_up(faces, mpc, files).errors)] == [
        "deck (en) deck: "
        "pages differ in size: 822 x 1122 (rose), 897 x 1497 (moss); divide them with --cards",
        "a.png: the file has 31.4 MB; MakePlayingCards takes 30 MB",
        "b.png: 2 pictures have this name; give the cards other ids",
    ]


def test_issues_are_grouped_by_part_and_kind() -> None:
    """The worst is told, with its number on the card, and the number of other cards."""
    thin, thinner = (PrintIssue("line", f"a line of {width} mm", -width) for width in (0.05, 0.02))
    faces = [
        face(issues=(thin,)),
        face(card="moss", issues=(thin, thinner)),
        face(part="other", issues=(thin,)),
    ]
    assert [*map(str, format_issues(faces, errors=False))] == [
        "deck (en) moss: a line of 0.02 mm (2 times, and 1 more card)",
        "deck (en) other rose: a line of 0.05 mm",
    ]
    assert [*format_issues(faces, errors=True)] == []


def find_inks(colour: Colour, size: float) -> tuple[float, ...]:
    """Return inks of small words on black alone, and four inks of anything else."""
    cyan, magenta, yellow = 1 - colour.red, 1 - colour.green, 1 - colour.blue
    return (0.0, 0.0, 0.0, 1.0) if size and colour.red < 0.1 else (cyan, magenta, yellow, 0.4)


def test_inks_of_small_words_and_of_grounds(petri: Petri, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the inks of a press: small words of many inks are warnings, too much ink is an error."""
    write(
        '  - ground: "#303030"\n'
        '  - words: {text: Black, box: [9 mm, 9 mm, 40 mm, 6 mm], font_size: 8 pt, colour: "#101018"}\n'
        '  - words: {text: Brown, box: [9 mm, 19 mm, 40 mm, 6 mm], font_size: 8 pt, colour: "#804020"}\n'
        '  - words: {text: Large, box: [9 mm, 29 mm, 40 mm, 9 mm], font_size: 12 pt, colour: "#804020"}\n'
    )
    service = find_destination(find_shelf(), "drivethrucards")
    run = plan_run(
        Choices(games=("deck.yaml",), locales=("en",), papers=("a4",), destination=service), find_shelf()
    )
    ((job, chunks),) = lay_out(run.jobs, run.choices, report=lambda job: None)
    monkeypatch.setattr(preflight, "make_ink_finder", lambda choices, theme: find_inks)
    inspector = Inspector(job, run.choices)
    faces = [one for chunk, _ in chunks if isinstance(chunk, Chunk) for one in inspector.inspect(chunk)]
    report = sum_up(faces, service)
    errors = ["the colour #303030 needs 284 % of ink; the service takes 240 % (3 times)"]
    assert [notice.text for notice in report.errors] == errors
    assert [notice.text for notice in report.warnings] == [
        "the text `Brown` of 8.0 pt has 4 inks; more than 2 need 9 pt"
    ]


@pytest.mark.parametrize("game", sample(GAMES, 1, key="preflight"))
def test_our_own_games_pass(game: str) -> None:
    """Nothing is found in any deck, not even for the service that asks for the widest margin."""
    shelf = find_shelf()
    goes_to = find_destination(shelf, "mbprint")
    products = (one.products.values() for one in read_destinations(shelf.destinations).values())
    assert goes_to.products["cards"].safe == max(product.safe for some in products for product in some)
    pieces = [id for id, kind in shipped.PARTS[game.replace("-", "_")].items() if kind is PieceSet]
    parts = tuple(sample(pieces, 2, key=f"preflight {game}"))
    choices = Choices(games=(game,), parts=parts, locales=("en",), papers=("a4",), destination=goes_to)
    run = plan_run(choices, shelf)
    jobs = [job for job in run.jobs if not list_missing_products([job], goes_to, resize=False)]
    found = check_jobs(jobs, run.choices, report=lambda job: None)
    report = sum_up([face for one in found for face in one.faces], goes_to)
    assert [*report.errors, *report.warnings] == []
    assert all(one.faces for one in found)
    assert jobs or game == "fight-the-virus"


def test_from_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of one's own, in whatever folder."""
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    deck = (
        'size: poker\ncards: [{id: rose}]\ntemplate: [{panel: {box: [0, 0, 100%, 100%], fill: "#2b5c8a"}}]\n'
    )
    (tmp_path / "mine" / "my-deck.yaml").write_text(deck, encoding="utf-8")
    done = CliRunner().invoke(app, ["check", "mine/my-deck.yaml", "--for", "mpc"])
    assert done.exit_code == 1
    assert "mine/my-deck.yaml:2:9: my-deck (en) rose: the bleed is white" in done.stdout
