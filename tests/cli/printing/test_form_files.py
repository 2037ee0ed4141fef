"""`petri make --to form` and `petri score FILE.pdf`: made, filled in by other programs, and judged."""

import io
import json
import shutil
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest
from PIL import ImageChops, ImageStat
from typer.testing import CliRunner

from generator.cli.app import app
from generator.model.geometry import Rectangle
from generator.model.played import Position
from generator.model.values import replace
from generator.play.contracts.samples import play_moves
from generator.play.paper import fill_form
from generator.rules.form import AnyForm
from generator.scene.pdf.rendering import read_filled_fields
from tests import played
from tests.conftest import Petri
from tests.filling import PROGRAMS, fill_by_hand, fill_by_pikepdf, list_values
from tests.samples import proves_all

FORMS = {
    "fight_the_virus": ("sheet", 0),
    "virus_and_co": ("score_pad", 1),
    "pox": ("board", 0),
    "pandemic": ("board", 0),
}
"""Parts that are filled in, and the number of their form."""
FILLED = [("fight_the_virus", program) for program in PROGRAMS]
FILLED += [("virus_and_co", "mouse and keys"), ("pox", "mouse and keys"), ("pandemic", "mouse and keys")]
FILLED = [(game, program) for game in FORMS for program in PROGRAMS] if proves_all() else FILLED
Make = Callable[[str], bytes]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """The file of a game, made once."""
    folder, made = tmp_path_factory.mktemp("forms"), dict[str, bytes]()

    def make(game: str) -> bytes:
        if game not in made:
            words = ("make", game, "--part", FORMS[game][0], "--to", "form", "--out", str(folder))
            done = CliRunner().invoke(app, words, catch_exceptions=False)
            assert done.exit_code == 0, done.output
            made[game] = Path(done.output.split(" (")[0]).read_bytes()
        return made[game]

    return make


def form_of(game: str) -> AnyForm:
    return played.game(game).forms[FORMS[game][1]]


def play(game: str, seed: int) -> Position:
    """The marks at the end of a random game on parts with fields, without pawns, which have none."""
    form = form_of(game)
    takes = [each for each in form.list_takes() if not (each.kind == "marker" and len(each.marks) > 1)]
    (*_, last) = play_moves(played.game(game).rules, ["Ana", "Bo", "Cleo"], setup={}, seed=seed)
    position = form.lay_state(last.step.state)
    kept = (
        replace(part, laid=tuple(laid for laid in part.laid if any(one.fits(laid.mark) for one in takes)))
        for part in position.parts[:1]
    )
    places = {(each.area, place) for each in takes for place in each.places}
    parts = (
        replace(part, laid=tuple(one for one in part.laid if (one.area, one.place) in places))
        for part in kept
    )
    return Position(tuple(parts))


@pytest.mark.parametrize(("game", "program"), FILLED)
def test_what_is_filled_in_comes_back(
    make: Make, game: str, program: str, petri: Petri, tmp_path: Path
) -> None:
    """Every mark, and the report is that of the score file."""
    form, position = form_of(game), play(game, 3)
    values = dict(list_values(form.list_takes(), position))
    assert len(values) > 4
    data = PROGRAMS[program](make(game), values)
    assert read_filled_fields(data).fields == values
    filled = fill_form(played.game(game), read_filled_fields(data).fields, file="", setup={})
    marks = [{*part.laid} for part in filled.position.parts]
    assert marks == [{*part.laid} for part in position.parts]
    (tmp_path / "filled.pdf").write_bytes(data)
    (tmp_path / "filled.yaml").write_text(filled.write(), encoding="utf-8")
    done, typed = petri("score", "filled.pdf", "--json"), petri("score", game, "filled.yaml", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.output) == json.loads(typed.output)


@pytest.mark.parametrize("game", FORMS)
def test_fields_are_apart_and_say_what_they_are(make: Make, game: str) -> None:
    """Every place of the form has its field on the page; looks, names, and the order are in the file."""
    with pikepdf.open(io.BytesIO(make(game))) as file:
        assert file.check_pdf_syntax() == []
        page, form = file.pages[0], file.Root.AcroForm
        assert page.Tabs == pikepdf.Name.S
        assert "/NeedAppearances" not in form
        assert b"/JavaScript" not in b"".join(
            each.unparse(resolved=True) for each in file.objects if not isinstance(each, pikepdf.Stream)
        )
        boxes = []
        parents = dict(list_numbers(file.Root.StructTreeRoot.ParentTree))
        for widget in page.Annots:
            field = widget if "/T" in widget else widget.Parent
            assert str(widget.TU)
            assert parents[int(widget.StructParent)].K.Obj == widget
            states = {*widget.AP.N.keys()} if pikepdf.Name.Btn == field.FT else set()
            assert len(states) in (0, 2)
            left, bottom, right, top = map(float, widget.Rect)
            boxes.append(Rectangle(left, bottom, right, top))
            assert boxes[-1].beyond(Rectangle(*map(float, page.MediaBox))) == 0
        for box, other in combinations(boxes, 2):
            assert box.overlap(other) == 0
        for font in form.DR.Font.values():
            assert "/FontFile2" in font.FontDescriptor
        names = {str(field.T).split("/", 2)[2] for field in form.Fields}
    takes = form_of(game).list_takes()
    wanted = {f"{each.area}/{place}" for each in takes if each.kind != "marker" for place in each.places}
    assert wanted == {"/".join(name.split("/")[:2]) for name in names if "//" not in name}


def list_numbers(tree: Any) -> Iterator[tuple[int, Any]]:
    numbers = list(tree.Nums)
    return ((int(number), value) for number, value in zip(numbers[::2], numbers[1::2], strict=True))


def test_the_same_file_every_time(make: Make, petri: Petri) -> None:
    """Byte for byte; the name of the file says that it is filled in."""
    done = petri("make", "fight-the-virus", "-p", "sheet", "--to", "form")
    path = Path(done.output.split(" (")[0])
    assert path.name == "sheet-en-a4-form.pdf"
    assert path.read_bytes() == make("fight_the_virus")


def test_of_two_chips_the_second_counts(make: Make) -> None:
    """A viewer keeps one of the checks of a field, and a second click takes it away."""
    data = fill_by_hand(make("pox"), {"board/1/people/a1/mark": "infection"})
    data = fill_by_hand(data, {"board/1/people/a1/mark": "death"})
    assert read_filled_fields(data).fields == {"board/1/people/a1/mark": "death"}
    assert read_filled_fields(fill_by_hand(data, {"board/1/people/a1/mark": "death"})).fields == {}


def test_faults_have_places(make: Make, petri: Petri, tmp_path: Path) -> None:
    """On the terminal instead of a line; the exit code is that of a score file."""
    values = {"sheet/1/name//text": "Ana", "sheet/1/testing/d1/text": "8", "sheet/1/research/2/cross": "yes"}
    (tmp_path / "wrong.pdf").write_bytes(fill_by_pikepdf(make("fight_the_virus"), values))
    done = petri("score", "fight-the-virus", "wrong.pdf")
    assert done.exit_code == 1
    assert "wrong.pdf: Ana, Testing d1: a square directly under d1 is empty" in done.output
    assert "wrong.pdf: Ana, Research 2: the next number" in done.output
    pad = {"score_pad/1/pad/open_1_1/text": "3", "score_pad/1/pad/total_1_1/text": "3"}
    (tmp_path / "pad.pdf").write_bytes(fill_by_pikepdf(make("virus_and_co"), pad))
    assert "Round 1, Total 1, 1: the round of 1 adds up to −3, not 3" in petri("score", "pad.pdf").output


def test_what_cannot_be_read_is_told_with_its_place(make: Make, petri: Petri, tmp_path: Path) -> None:
    """All of it at once, and nothing is scored."""
    values = {"sheet/1/testing/d1/text": "ab", "sheet/1/curve/a1/text": "x"}
    (tmp_path / "odd.pdf").write_bytes(fill_by_pikepdf(make("fight_the_virus"), values))
    (tmp_path / "empty.pdf").write_bytes(make("fight_the_virus"))
    (tmp_path / "text.pdf").write_text("no PDF", encoding="utf-8")
    done = petri("score", "odd.pdf")
    assert done.exit_code == 2
    assert "odd.pdf: 1: “ab” cannot be in Testing d1 (a number from 1 to 99)" in done.output
    assert "odd.pdf: 1: “x” cannot be in Spread Curve a1 (a number from 1 to 6)" in done.output
    for words, told in (
        (("empty.pdf",), "nothing is filled in"),
        (("text.pdf",), "is not a PDF file"),
        (("missing.pdf",), "there is no such file"),
        (("pox", "odd.pdf"), "is a form of the game “fight-the-virus”, not of “pox”"),
    ):
        done = petri("score", *words)
        assert done.exit_code == 2
        assert told in done.output


def test_options_are_for_pdf_files(make: Make, petri: Petri, tmp_path: Path) -> None:
    """A board does not show the level; other files name it themselves."""
    values = dict.fromkeys((f"board/1/people/{id}/mark" for id in ("d4", "f6")), "infection")
    (tmp_path / "board.pdf").write_bytes(fill_by_pikepdf(make("pox"), values))
    done = petri("score", "board.pdf", "--options", "difficulty=chicken_soup")
    assert "dead people (allowed: 4)" in done.output
    done = petri("score", "board.pdf", "--options", "difficulty=soup")
    assert done.exit_code == 2
    assert "board.pdf: difficulty: “soup” is not known here" in done.output
    assert (
        "only for PDF files" in petri("score", "pox", "board.yaml", "--options", "difficulty=miracle").output
    )


def test_names_are_in_the_fields(petri: Petri, tmp_path: Path) -> None:
    """A page for each player; tool tips and names are in the language, whatever its letters and direction."""
    done = petri(
        "make", "fight-the-virus", "-p", "sheet", "-l", "ar", "--to", "form", "--names", "Łucja,ليلى"
    )
    path = Path(done.output.split(" (")[0])
    assert path.name.startswith("sheet-ar-a4-for-")
    assert read_filled_fields(path.read_bytes()).fields == {
        "sheet/1/name//text": "Łucja",
        "sheet/2/name//text": "ليلى",
    }
    with pikepdf.open(path) as file:
        labels = [str(widget.TU) for widget in file.pages[1].Annots]
        aligned = {str(one.T): int(one.Q) for one in file.Root.AcroForm.Fields if one.FT == "/Tx"}
    assert aligned["sheet/1/name//text"] == 2, "it begins at the right"
    assert aligned["sheet/1/testing/a1/text"] == 1
    assert "الاختبارات a1" in labels or any("a1" in label and not label.isascii() for label in labels)
    values = {"sheet/1/testing/a1/text": "٣", "sheet/2/testing/a2/text": "2"}
    (tmp_path / "both.pdf").write_bytes(fill_by_pikepdf(path.read_bytes(), values))
    done = petri("score", "both.pdf")
    assert done.exit_code == 0, done.output
    assert "Łucja" in done.output
    assert "ليلى" in done.output


def test_a_game_of_ones_own(petri: Petri, tmp_path: Path) -> None:
    """Rules are not run, so that all places take texts: crosses and noughts are typed."""
    shutil.copytree(played.OWN["noughts_and_crosses"], tmp_path / "noughts_and_crosses")
    path = Path(petri("make", "noughts_and_crosses", "--to", "form").output.split(" (")[0])
    typed = {"a1": "x", "b2": "O", "c3": "X"}
    values = {f"sheet/1/board/{square}/text": sign for square, sign in typed.items()}
    (tmp_path / "done.pdf").write_bytes(fill_by_hand(path.read_bytes(), values))
    done = petri("score", "noughts_and_crosses", "done.pdf", "--trust", "--players", "Ana,Bo")
    assert "The game is not over" in done.output, done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("fight-the-virus", "-p", "sheet", "--copies", "2"), "--copies does not apply to --to form"),
        (("fight-the-virus", "-p", "rules"), "--to form needs a part to fill in; chosen parts: rules"),
        (("fight-the-virus", "-p", "sheet", "--to", "svg"), "--to form makes PDF files, not svg"),
        (("pandemic", "-p", "board", "--poster"), "--poster does not apply to --to form"),
        (("pandemic", "--for", "tts"), "--to form does not apply to --for tts"),
    ],
)
def test_what_does_not_go_together(petri: Petri, words: tuple[str, ...], told: str) -> None:
    done = petri("make", *words, "--to", "form")
    assert done.exit_code == 1
    assert told in done.output


@pytest.mark.parametrize("game", FORMS)
def test_empty_fields_hide_nothing(make: Make, game: str) -> None:
    """What is printed is seen through fields, which have lines, and small signs at the edge of a place."""
    scale = 3.0
    with pypdfium2.PdfDocument(make(game)) as file:
        file.init_forms()
        page = file[0]
        seen, printed = (
            page.render(scale=scale, may_draw_forms=shows, draw_annots=shows).to_pil().convert("RGB")
            for shows in (True, False)
        )
        height = page.get_height()
    changed = ImageChops.difference(seen, printed).convert("L").point(lambda level: 255 * (level > 24))
    assert changed.getbbox() or game == "virus_and_co"
    with pikepdf.open(io.BytesIO(make(game))) as file:
        boxes = [[float(edge) for edge in one.Rect] for one in file.pages[0].Annots]
    for left, bottom, right, top in boxes:
        box = (left * scale, (height - top) * scale, right * scale, (height - bottom) * scale)
        x, y = (box[2] - box[0]) / 3, (box[3] - box[1]) / 3
        whole = changed.crop(tuple(map(round, box)))
        assert ImageStat.Stat(whole).mean[0] / 255 < 0.5
        middle = changed.crop(tuple(map(round, (box[0] + x, box[1] + y, box[2] - x, box[3] - y))))
        assert ImageStat.Stat(middle).mean[0] / 255 < 0.15, box


def test_trusted_rules_say_what_is_filled_in(petri: Petri, tmp_path: Path) -> None:
    """With --trust, a board of one's own has fields, and squares are marked in place of typed."""
    shutil.copytree(played.OWN["noughts_and_crosses"], tmp_path / "noughts")
    rules = tmp_path / "noughts" / "rules.py"
    path = Path(petri("make", "noughts", "--to", "form", "--trust").output.split(" (")[0])
    names = {name for name in pypdf.PdfReader(path).get_fields() or {} if name.startswith("sheet/1/board/a1")}
    assert names == {"sheet/1/board/a1/mark"}
    refused = petri("make", "noughts", "--trust")
    assert refused.exit_code == 2
    assert "applies to --to form and to game tables" in refused.stderr
    (tmp_path / "noughts" / "board.yaml").write_text(BOARD, encoding="utf-8")
    kit = tmp_path / "noughts" / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("sheet: board", "board: board"), encoding="utf-8")
    refused = petri("make", "noughts", "--to", "form")
    assert refused.exit_code == 1
    assert "with --trust, rules.py declares what is filled in" in refused.stderr
    path = Path(petri("make", "noughts", "--to", "form", "--trust").output.split(" (")[0])
    assert len(pypdf.PdfReader(path).get_fields() or {}) == 9
    text = rules.read_text("utf-8").replace("return NoughtsAndCrosses(", "return Noughts(")
    rules.write_text(text, encoding="utf-8")
    refused = petri("make", "noughts", "--to", "form", "--trust")
    assert refused.exit_code == 2
    assert "NameError: name 'Noughts' is not defined (in make_game)" in refused.stderr


BOARD = """\
id: sheet
title: kit.title
size: 100 mm x 100 mm
areas:
  - grid: {id: board, at: [20 mm, 20 mm], cell: 20 mm, size: 3 x 3}
"""
