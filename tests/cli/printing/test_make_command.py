"""`petri make` builds what was asked for, under names that say what it is."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
import typer
from PIL import Image
from typer.testing import Result

Petri = Callable[..., Result]


def built(folder: Path) -> set[str]:
    return {path.name for path in (folder / "output" / "tiny-game").iterdir()}


def page_words(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    words = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return words


def test_defaults_are_all_parts_in_english_on_a4_as_pdf(
    petri: Petri, tiny_game: Path, tmp_path: Path
) -> None:
    """Without options there is one PDF a part; few files are named one by one."""
    done = petri("make", "tiny_game")
    assert done.exit_code == 0
    assert built(tmp_path) == {"sheet-en-a4.pdf", "rules-en-a4.pdf"}
    first, second, summary, rest = done.stdout.split("\n")
    folder = Path("output/tiny-game")
    assert (first, second) == (str(folder / "rules-en-a4.pdf"), str(folder / "sheet-en-a4.pdf"))
    assert summary.startswith("2 files in output/tiny-game (")
    assert (rest, done.stderr) == ("", "")


@pytest.mark.parametrize(
    ("words", "shown"),
    [(["--part", "sheet"], "output/tiny-game/sheet-en-a4.pdf"), ([], "output/tiny-game")],
)
def test_what_was_made_is_opened(
    petri: Petri, tiny_game: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], shown: str
) -> None:
    """One file is opened itself, several as their folder; a system without a viewer is told so."""
    opened: list[str] = []

    def launch(path: str) -> int:
        opened.append(path)
        return 1

    monkeypatch.setenv("BROWSER", "any")
    monkeypatch.setattr(typer, "launch", launch)
    done = petri("make", "tiny_game", *words, "--open")
    assert done.exit_code == 0
    assert opened == [shown]
    assert f"{shown}: no program is set up to open it" in done.stderr


def test_lists_have_commas_and_may_be_repeated(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Every mixture of commas and repeated options is the same list."""
    words = ("--locale", "en,es", "--paper", "a4", "--paper", "letter", "--to", "pdf,svg", "-p", "sheet")
    assert petri("make", "tiny_game", *words).exit_code == 0
    assert built(tmp_path) == {
        f"sheet-{locale}-{paper}.{kind}"
        for locale in ("en", "es")
        for paper in ("a4", "letter")
        for kind in ("pdf", "svg")
    }


def test_all_is_every_locale_and_paper(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """`all` stands for what there is."""
    petri("make", "tiny_game", "--locale", "all", "--paper", "all", "--part", "rules", "--to", "txt")
    assert {"rules-en-a4.txt", "rules-es-letter.txt"} <= built(tmp_path)


def test_a_single_file_is_named(petri: Petri, tiny_game: Path) -> None:
    """The summary of one file is its path; the same again says that nothing has changed."""
    words = ("make", "tiny_game", "--part", "sheet", "--out", "here")
    assert petri(*words).stdout.startswith("here/tiny-game/sheet-en-a4.pdf (")
    assert petri(*words).stdout.rstrip().endswith(", unchanged")


def test_names_are_filled_in_a_page_each(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Each name has its page, in order, marks being no marks there; other parts come as they are."""
    assert petri("make", "tiny_game", "--names", "Ana,Bo", "--names", "{Zoë\\*").exit_code == 0
    (sheet,) = (tmp_path / "output/tiny-game").glob("sheet-en-a4-for-*.pdf")
    pages = page_words(sheet)
    assert len(pages) == 3
    for words, name in zip(pages, ("Ana", "Bo", "{Zoë\\*"), strict=True):
        assert name in words
    assert len(page_words(tmp_path / "output/tiny-game/rules-en-a4.pdf")) == 1


def test_copies_are_for_sheets(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Thirty sheets for thirty players, but the rules once."""
    petri("make", "tiny_game", "--copies", "30")
    assert len(page_words(tmp_path / "output/tiny-game/sheet-en-a4-30-copies.pdf")) == 30
    assert len(page_words(tmp_path / "output/tiny-game/rules-en-a4.pdf")) == 1


def test_pages_of_svg_are_numbered_and_old_ones_go(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A file a page, with zeros where there are ten or more; pages of a longer build are removed and told."""
    words = ("make", "tiny_game", "--part", "sheet", "--to", "svg")
    petri(*words, "--copies", "10")
    pages = {f"sheet-en-a4-10-copies-{page:02}.svg" for page in range(1, 11)}
    assert built(tmp_path) == pages
    for path in (tmp_path / "output/tiny-game").iterdir():
        path.rename(path.with_name(path.name.replace("-10-copies", "")))
    (tmp_path / "output/tiny-game/sheet-en-a4-notes.svg").write_text("mine")
    again = petri(*words)
    assert built(tmp_path) == {"sheet-en-a4.svg", "sheet-en-a4-notes.svg"}
    assert "10 pages of an earlier build removed" in again.stdout


def test_dots_per_inch_are_those_of_the_picture(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A4 at 50 dpi is 413 by 585 dots; a PNG says so in its first bytes."""
    petri("make", "tiny_game", "--part", "sheet", "--to", "png", "--dpi", "50")
    head = (tmp_path / "output/tiny-game/sheet-en-a4-50dpi.png").read_bytes()[:24]
    assert int.from_bytes(head[16:20], "big") == pytest.approx(210 / 25.4 * 50, abs=1)
    assert int.from_bytes(head[20:24], "big") == pytest.approx(297 / 25.4 * 50, abs=1)


def test_dots_per_inch_without_use_are_noted(petri: Petri, tiny_game: Path) -> None:
    """Only PNG files and photos have any."""
    done = petri("make", "tiny_game", "--part", "sheet", "--dpi", "50")
    assert done.exit_code == 0
    assert done.stderr == "warning: --dpi changes nothing: there are no pictures of pages, and no photos\n"


def test_the_same_input_gives_the_same_bytes(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Two runs into two folders do not differ in a byte."""
    for out in ("one", "two"):
        petri("make", "tiny_game", "--to", "pdf,svg,png,txt", "--out", out, "--dpi", "40")
    for path in (tmp_path / "one/tiny-game").iterdir():
        assert path.read_bytes() == (tmp_path / "two/tiny-game" / path.name).read_bytes(), path.name


def test_a_game_given_twice_is_built_once(petri: Petri, tiny_game: Path) -> None:
    """Both ways to name a game are the same game."""
    done = petri("make", "fight-the-virus", "fight_the_virus", "--part", "aid", "--to", "txt")
    assert done.exit_code == 0
    assert done.stdout.startswith("output/fight-the-virus/aid-en-a4.txt")


def test_only_the_standard_print_has_the_plain_name(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Whatever else is printed stands beside it; a name lacks what its part does not heed."""
    petri("make", "tiny_game")
    before = {path.name: path.read_bytes() for path in (tmp_path / "output/tiny-game").iterdir()}
    petri("make", "tiny_game", "--copies", "3", "--names", "Ana, Dr. No/2", "--margin", "9mm")
    petri("make", "tiny_game", "--copies", "2")
    assert built(tmp_path) == {
        *before,
        "sheet-en-a4-3-copies-for-ana+dr._no_2-margin-9mm.pdf",
        "rules-en-a4-margin-9mm.pdf",
        "sheet-en-a4-2-copies.pdf",
    }
    for name, data in before.items():
        assert (tmp_path / "output/tiny-game" / name).read_bytes() == data


@pytest.mark.parametrize("words", [["make"], ["check"], ["locale", "--text-only"]])
def test_in_the_folder_of_a_game_it_is_meant(
    petri: Petri, tiny_game: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """Without a name, nothing but the game whose kit.yaml is there; with one, that one."""
    monkeypatch.chdir(tiny_game)
    done = petri(*words)
    assert "tiny" in done.stdout
    assert "pandemic" not in done.stdout
    if words == ["make"]:
        assert built(tiny_game) == {"sheet-en-a4.pdf", "rules-en-a4.pdf"}
    assert petri("make", "pox", "--part", "cards", "--to", "txt").stdout.startswith("output/pox/cards")


@pytest.mark.parametrize("form", ["PDF", "Pdf"])
def test_formats_in_capital_letters(petri: Petri, tiny_game: Path, tmp_path: Path, form: str) -> None:
    """They are the same formats, and the files are named as ever."""
    assert petri("make", "tiny_game", "--part", "sheet", "--to", f"{form},pdf").exit_code == 0
    assert built(tmp_path) == {"sheet-en-a4.pdf"}


def test_warnings_follow_the_files_and_fail_nothing(petri: Petri, tmp_path: Path) -> None:
    """A coarse photo is printed; the warning names the line of the card that has it first."""
    (tmp_path / "wording").mkdir()
    (tmp_path / "wording/en.yaml").write_text("language: English\nwords:\n  game: {title: Photos}\n", "utf-8")
    (tmp_path / "kit.yaml").write_text(
        "id: photos\ntitle: game.title\nplayers: 2+\ntheme: base\nparts:\n  - deck: deck.yaml\n", "utf-8"
    )
    (tmp_path / "deck.yaml").write_text(
        "id: deck\ntitle: game.title\nsize: poker\nfront: front\ntemplates:\n  front:\n"
        '    - picture: {file: "{photo}"}\ncards:\n  - {id: a, photo: ""}\n  - {id: b, photo: red.jpg}\n',
        "utf-8",
    )
    Image.new("RGB", (178, 178), "red").save(tmp_path / "red.jpg")
    done = petri("make", ".")
    assert done.exit_code == 0
    assert done.stderr == (
        "warning: deck.yaml:10:5: photos (en) deck b: the picture `red.jpg` has 72 dots per inch "
        "where 150 are needed: it will look soft\n"
    )
    checked = petri("check", ".")
    assert checked.exit_code == 0
    assert checked.stdout.count("deck b: the picture `red.jpg` has 72 dots per inch") == 1
    deck = (tmp_path / "deck.yaml").read_text("utf-8")
    (tmp_path / "deck.yaml").write_text(f"{deck}  - {{id: c, photo: red.jpg}}\n", "utf-8")
    done = petri("make", ".")
    assert done.stderr.count("warning") == 1
    assert done.stderr.endswith("it will look soft (and 1 more: c (line 11))\n")
    (tmp_path / "deck.yaml").write_text(
        "id: deck\ntitle: game.title\nsize: poker\nfront: front\ntemplates:\n  front:\n"
        '    - words: {text: "{word}", role: body, box: [5 mm, 5 mm, 50 mm, 20 mm]}\n'
        'cards:\n  - {id: a, word: well}\n  - {id: b, word: "\U0001f525 \U00012000"}\n',
        "utf-8",
    )
    failed = petri("make", ".")
    assert failed.exit_code != 0
    assert ": photos (en) deck b: no font has \U00012000 (U+12000), needed in " in failed.stderr
    assert "(put a font that has it into the game's folder `fonts`)" in failed.stderr


COARSE = """\
size: 60 mm x 90 mm
cards: {file: rows.csv}
front: face
back: shared
templates:
  face:
    - words: {text: "{name}", role: body, box: [5 mm, 5 mm, 40 mm, 20 mm]}
  shared:
    - picture: {file: back.png}
"""


def test_a_coarse_picture_is_one_warning_where_it_is_written(petri: Petri, tmp_path: Path) -> None:
    """That of a back is not in the table, though it is drawn for its rows, nor one for each of its sizes."""
    sizes = "".join(
        f"    - picture: {{file: back.png, box: [0, 0, {side} mm, {side} mm]}}\n" for side in range(25, 45)
    )
    (tmp_path / "deck.yaml").write_text(COARSE + sizes, "utf-8")
    (tmp_path / "rows.csv").write_text("id,name\na,A\nb,B\nc,C\n", "utf-8")
    Image.new("RGB", (90, 90), "red").save(tmp_path / "back.png")
    done = petri("make", "./deck.yaml")
    assert done.exit_code == 0
    (told,) = (line for line in done.stderr.splitlines() if "warning" in line)
    assert told.startswith("warning: deck.yaml:9:23: deck (en): the picture `back.png` has ")


VARIANT = """\
size: poker
constants: {colour: yes, level: 2, name: Old, sizes: [1, 2]}
cards: [{id: a, fade: 40%}]
template:
  - panel: {box: [0, 0, 9 mm, 9 mm], fill: red, opacity: "{fade}", when: colour}
  - words: {text: "{name} {level + 1}", box: [9 mm, 19 mm, 40 mm, 9 mm]}
"""


def test_a_variant_has_other_constants(petri: Petri, tmp_path: Path) -> None:
    """In a file of its own, whose name says so; opacity may be a field."""
    (tmp_path / "deck.yaml").write_text(VARIANT, "utf-8")
    assert petri("make", "deck.yaml", "--to", "txt").exit_code == 0
    done = petri("make", "deck.yaml", "--to", "txt", "--set", "colour=no,level=5", "--set", "name=New")
    assert done.exit_code == 0, done.stderr
    first, second = ((tmp_path / f"output/deck/deck-en-a4{end}.txt").read_text("utf-8") for end in ENDS)
    assert "'Old 3'" in first
    assert "opacity=0.4" in first
    assert "'New 6'" in second
    assert "opacity" not in second


ENDS = ("", "-with-colour_no+level_5+name_new")


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        (
            "level=high",
            "deck.yaml:2:33: constants.level: `--set level=high` is not a number (here, it is `2`)",
        ),
        (
            "colour=3",
            "deck.yaml:2:21: constants.colour: `--set colour=3` is not true or false (here, it is `yes`)",
        ),
        ("sizes=3", "deck.yaml:2:54: constants.sizes: `--set sizes=3` is not a list (a list cannot be set)"),
        (
            "colur=no",
            "unknown constant 'colur' (did you mean 'colour'?); available: colour, level, name, sizes",
        ),
        ("colour", "'colour' is not a name and a value; write it like colour=no"),
    ],
)
def test_values_of_constants_are_checked(petri: Petri, tmp_path: Path, setting: str, problem: str) -> None:
    (tmp_path / "deck.yaml").write_text(VARIANT, "utf-8")
    done = petri("make", "deck.yaml", "--set", setting)
    assert done.exit_code > 0
    assert problem in " ".join(done.stderr.split())
    assert done.stderr.count(problem) <= 1


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems always have a desktop")
def test_without_a_desktop_nothing_is_started(
    petri: Petri, tiny_game: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """One line says so; with a desktop, the errors of the program that opens a file are not shown."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(typer, "launch", lambda path: pytest.fail("a program was started"))
    done = petri("make", "tiny_game", "--part", "sheet", "--open")
    assert done.exit_code == 0
    assert done.stderr.count("\n") == 1
    monkeypatch.setenv("DISPLAY", ":0")
    noise = [sys.executable, "-c", "import sys; sys.exit('seven lines of errors')"]
    monkeypatch.setattr(typer, "launch", lambda path: subprocess.run(noise, check=False).returncode)
    assert "no program is set up" in petri("make", "tiny_game", "--part", "sheet", "--open").stderr
    assert "seven lines" not in capfd.readouterr().err


def test_games_with_one_id_are_told_apart(petri: Petri) -> None:
    """Their files would have the same names: one run refuses them, a later one says whose files there are."""
    deck = "size: poker\ncards: [{name: Fox}]\ntemplate: [{ground: paper}]\n"
    for folder in ("first", "second"):
        Path(folder).mkdir()
        Path(folder, "deck.yaml").write_text(deck, "utf-8")
    both = petri("make", "first/deck.yaml", "second/deck.yaml")
    assert both.exit_code == 1
    assert both.stderr.startswith(
        "second/deck.yaml: has the same id as first/deck.yaml: `deck` (write another"
    )
    assert petri("make", "first/deck.yaml").stderr == ""
    told = petri("make", "second/deck.yaml").stderr
    assert told.startswith("warning: output/deck: also has files of first/deck.yaml, a game with the same id")
    assert petri("make", "second/deck.yaml").stderr == ""
    Path("second/deck.yaml").unlink()
    assert petri("make", "first/deck.yaml").stderr == ""


def test_a_deck_may_say_in_which_language_it_is_written(petri: Petri) -> None:
    """Its words are divided, and its quotation marks are those of that language, which the file names."""
    deck = (
        "size: poker\nquotes: smart\ncards: [{text: 'Er sagt \"Ja\"'}]\n"
        "template: [words: {text: '{text}', role: body, box: [5 mm, 5 mm, 50 mm, 20 mm]}]\n"
    )
    Path("deck.yaml").write_text(deck, "utf-8")
    assert petri("make", "deck.yaml", "--to", "txt,svg").exit_code == 0
    assert "“Ja”" in Path("output/deck/deck-en-a4.txt").read_text("utf-8")
    Path("deck.yaml").write_text(f"language: de\n{deck}", "utf-8")
    assert petri("make", "deck.yaml", "--to", "txt,svg").exit_code == 0
    assert "„Ja“" in Path("output/deck/deck-en-a4.txt").read_text("utf-8")
    (drawn,) = Path("output/deck").glob("*.svg")
    assert 'lang="de"' in drawn.read_text("utf-8")
    Path("deck.yaml").write_text(f"language: Deutsch\n{deck}", "utf-8")
    assert "`Deutsch` is not the tag of a language (such as `de`" in petri("make", "deck.yaml").stderr


def test_a_newcomer_is_told_what_to_write(petri: Petri) -> None:
    """The roles that there are, and how a text is written that is no key."""
    words = "words: {TEXT, box: [5 mm, 5 mm, 50 mm, 20 mm]}"
    deck = f"size: poker\ncards: [{{text: A fox runs.}}]\ntemplate: [{words}]\n"
    Path("deck.yaml").write_text(deck.replace("TEXT", "text: '{text}', role: text"), "utf-8")
    assert "unknown role of type `text` (available: board_label, body, " in petri("make", "deck.yaml").stderr
    Path("deck.yaml").write_text(deck.replace("TEXT", "say: '{text}', role: body"), "utf-8")
    assert "(for a text that is written here, `text` in place of `say`)" in petri("make", "deck.yaml").stderr
