"""What is wrong is told in one clear message, with the right exit code, and nothing is written."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Petri = Callable[..., Result]


def check_told(done: Result, folder: Path, *parts: str) -> None:
    """Exit code 1, each of these words on stderr, nothing on stdout, no output."""
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr
    assert not (folder / "output").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["figth-the-virus"], "did you mean"),
        (["no/such/folder"], "no/such/folder"),
        (["empty"], "kit.yaml"),
        ([""], "unknown game ''"),
        (["x" * 5000], "xxx"),
        (
            ["tiny_game", "--part", "shet"],
            "unknown part 'shet' (did you mean 'sheet'?); available: sheet, rules",
        ),
        (["tiny_game", "--locale", "tlh"], "tiny-game: unknown language 'tlh'; available: en, es"),
        (["tiny_game", "--paper", "a44"], "unknown paper 'a44' (did you mean 'a4'?)"),
        (["tiny_game", "--to", "docx"], "unknown format 'docx'"),
        (["tiny_game", "--to", "cut"], "unknown format 'cut' (did you mean 'cut-svg'?)"),
        (
            ["tiny_game", "--to", "forms"],
            "unknown format 'forms' (did you mean 'form'?)",
        ),
        (
            ["tiny_game", "--part", "rules", "--names", "Ana"],
            "--names needs a part with a name field; chosen parts: rules",
        ),
        (["tiny_game", "--part", "rules", "--copies", "3"], "--copies needs a sheet; chosen parts: rules"),
        (["tiny_game", "--locale", "spanish"], "unknown language 'spanish' (did you mean 'es'?)"),
        (["tiny_game", "--locale", "español"], "(did you mean 'es'?)"),
        (["tiny_game", "--locale", "es-MX"], "(did you mean 'es'?)"),
        (["pox", "--locale", "Spanisch"], "(did you mean 'es'?)"),
        (["POX: Save the People"], "(did you mean 'pox'?)"),
        (["Fight the Virus!"], "(did you mean 'fight-the-virus'?)"),
        (["pox", "--for", "makeplayingcards"], "(did you mean 'mpc'?)"),
        (["pox", "--for", "The Game Crafter"], "(did you mean 'tgc'?)"),
        (
            ["pox", "--for", "MPC", "-p", "board"],
            "--for mpc needs a part with cards or tokens; chosen parts: board",
        ),
        (["empty\\"], "there is no folder `empty\\`; write / between folders: `empty/`"),
        (
            ["C:\\me\\deck.yaml"],
            "there is no file `C:\\me\\deck.yaml`; write / between folders: `C:/me/deck.yaml`",
        ),
        (["./empt/"], "there is no folder `./empt/` (did you mean `empty`?)"),
        (["tiny_game", "--names", "Wolfeschlegelsteinhausenbergerdorff " * 9], "mm"),
        (["tiny_game", "--names", "Ana 𓀀"], "U+13000"),
    ],
)
def test_names_that_nobody_has(
    petri: Petri, tiny_game: Path, tmp_path: Path, words: list[str], told: str
) -> None:
    """A game, part, locale, paper, format or player's name that cannot be had ends with 1."""
    (tmp_path / "empty").mkdir()
    check_told(petri("make", *words), tmp_path, told)


def test_all_unknown_names_are_told_at_once(petri: Petri, tmp_path: Path) -> None:
    """One run tells every name that is wrong, each on a line of its own."""
    done = petri("make", "pxo", "pandemik", "--paper", "a44,folio", "--to", "pfd")
    check_told(done, tmp_path, "pxo", "pandemik", "'a44'", "'folio'", "'pfd'")
    assert len(done.stderr.splitlines()) == 5


@pytest.mark.parametrize(
    "words",
    [
        ["bake"],
        ["make", "--bogus"],
        ["make", "--locale"],
        ["make", "--backs"],
        ["make", "--locale", "en,,es"],
        ["make", "--names", ""],
        ["make", "--copies", "0"],
        ["make", "--copies", "many"],
        ["make", "--dpi", "5"],
        ["list", "something"],
        ["schema", "one", "two"],
    ],
)
def test_a_wrong_command_line_ends_with_2(petri: Petri, tmp_path: Path, words: list[str]) -> None:
    """What is no option, no command or no number ends with 2 and says what is wrong."""
    done = petri(*words)
    assert done.exit_code == 2
    assert "Error: " in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("kit.yaml", "id: tiny_game\ntitle: [kit.ti"),
        ("sheet.yaml", ""),
        ("rules.yaml", "id: rules\nid: rules\n"),
        ("wording/en.yaml", "language: \x00"),
        ("wording/es.yaml", "words: {kit: &a [*a, *a]}"),
        ("sheet.yaml", "id: sheet\ntitle: sheet.title\nsections: 12\n"),
    ],
)
def test_broken_data_is_placed(petri: Petri, tiny_game: Path, tmp_path: Path, file: str, text: str) -> None:
    """Half a file, an empty one, a key twice, no text, an anchor: the message begins with the file."""
    (tiny_game / file).write_text(text)
    done = petri("make", "tiny_game", "--locale", "all")
    check_told(done, tmp_path, f"tiny_game/{file}")


def test_a_language_that_is_not_wanted_is_not_read(petri: Petri, tiny_game: Path) -> None:
    """Whoever prints in English need not wait for a translation, nor for its mending."""
    (tiny_game / "wording" / "es.yaml").write_text("half")
    assert petri("make", "tiny_game").exit_code == 0
    assert petri("make", "tiny_game", "--locale", "es").exit_code == 1


def test_problems_of_several_games_come_together(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Two games with a broken file each are told in one run."""
    shutil.copytree(tiny_game, tmp_path / "second")
    for folder in ("tiny_game", "second"):
        (tmp_path / folder / "rules.yaml").write_text("id: rules\n")
    done = petri("make", "tiny_game", "second")
    check_told(done, tmp_path, "tiny_game/rules.yaml", "second/rules.yaml")


def test_two_games_of_one_name_do_not_overwrite_each_other(
    petri: Petri, tiny_game: Path, tmp_path: Path
) -> None:
    """Folders of different names may hold the same id: then nothing is written at all."""
    shutil.copytree(tiny_game, tmp_path / "second")
    check_told(petri("make", "tiny_game", "second"), tmp_path, "second/kit.yaml", "has the same id")


def bring_a_font(game: Path, data: bytes | None) -> None:
    """The game's own font, in the place of the family that its sentences are set in."""
    folder = game / "fonts"
    folder.mkdir()
    (folder / "fonts.yaml").write_text("families:\n  - {name: Noto Sans, regular: mine.ttf}\n")
    if data is not None:
        (folder / "mine.ttf").write_bytes(data)


def test_a_font_that_is_missing(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A font file that is named and not there is told by its path."""
    bring_a_font(tiny_game, None)
    check_told(petri("make", "tiny_game"), tmp_path, "mine.ttf")


def test_a_font_that_is_no_font(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A file that is no font is told by its path, for every part that needs it."""
    bring_a_font(tiny_game, b"this is no font at all")
    check_told(petri("make", "tiny_game"), tmp_path, "mine.ttf")


def test_a_letter_that_no_font_has(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """The letter, its number, the text, and where it was to be printed; the other parts are not written."""
    words = tiny_game / "wording" / "en.yaml"
    words.write_text(words.read_text("utf-8").replace("the next field", "the next 𓀀 field"), "utf-8")
    done = petri("make", "tiny_game")
    check_told(done, tmp_path, "tiny-game/rules-en-a4", "U+13000")


def test_every_part_that_does_not_fit_is_told(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Squares too large for any paper: each paper is told, and by how many millimetres."""
    sheet = tiny_game / "sheet.yaml"
    sheet.write_text(sheet.read_text("utf-8").replace("8 mm", "120 mm"), "utf-8")
    done = petri("make", "tiny_game", "--paper", "a4,letter")
    check_told(done, tmp_path, "[tiny-game/sheet-en-a4]", "[tiny-game/sheet-en-letter]", " mm)")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["print", "pox"], "Did you mean 'make'?"),
        (["play"], "Did you mean 'walk'?"),
        (["make", "--backs"], "duplex-long, duplex-short, fold, separate, or none"),
        (["make", "--ink"], "full, or low"),
    ],
)
def test_a_wrong_command_line_is_answered_with_the_right_one(
    petri: Petri, words: list[str], told: str
) -> None:
    """A word of other programs names the command; an option without a value lists its values."""
    done = petri(*words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())


def test_commas_separate_games(petri: Petri, tmp_path: Path) -> None:
    """As in every other list; a folder with a comma in its name is still found."""
    done = petri("make", "pox,virus-and-co", "--part", "cards", "--locale", "en", "--to", "txt")
    assert done.exit_code == 0, done.stderr
    assert {path.parent.name for path in tmp_path.glob("output/*/*")} == {"pox", "virus-and-co"}
    shutil.copytree(Path(__file__).parents[1] / "tiny_game", tmp_path / "a,b")
    assert petri("list", "a,b").exit_code == 0 or petri("check", "a,b").exit_code == 0


@pytest.mark.parametrize("text", ["a\udce9", "a\nb", "a\x1b[2J"])
@pytest.mark.parametrize(
    "words",
    [
        *(["make", "tiny_game", flag] for flag in ("--names", "--header", "--paper", "--part", "--locale")),
        *(["walk", "pox", flag] for flag in ("--players", "--options", "--variant")),
        ["score", "virus-and-co", "--round"],
    ],
)
def test_options_are_lines_of_text(petri: Petri, tiny_game: Path, words: list[str], text: str) -> None:
    """What no page and no file can contain is refused as a word, before anything is read."""
    done = petri(*words, text)
    assert done.exit_code == 2
    assert "is not a line of UTF-8 text" in done.stderr
    assert words[-1] in done.stderr


def test_a_mistake_that_is_repeated_is_one_message(petri: Petri) -> None:
    """However often something is selected that there is not, and however long it is."""
    done = petri("make", "pox", "-p", "cards", "--cards", ",".join(["1-9999"] * 2000))
    assert done.stderr.count("unknown card '1-9999'") == 1
    long = petri("simulate", "pox", "--seed", "9" * 50_000)
    assert long.exit_code == 2
    assert len(long.stderr) < 6000


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "deck.yaml: is empty"),
        ("cards: []".encode("utf-16"), "deck.yaml: is UTF-16 text (save it as UTF-8)"),
        (b"cards: []\n\xff", "deck.yaml:2:1: is not UTF-8 text: byte 0xff"),
        (b"name: rose\n", "deck.yaml:1:1"),
    ],
)
def test_the_only_file_of_a_folder_says_why_it_is_no_game(
    petri: Petri, tmp_path: Path, data: bytes, told: str
) -> None:
    """An empty deck, one in another encoding, and one without cards are not a missing `kit.yaml`."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "deck.yaml").write_bytes(data)
    check_told(petri("make", "mine"), tmp_path, told)
    (tmp_path / "mine" / "deck.yaml").write_text("name: rose")
    (tmp_path / "mine" / "other.yaml").write_bytes(b"")
    check_told(petri("make", "mine"), tmp_path, "none of its files begins with `cards:`, `tokens:`")
