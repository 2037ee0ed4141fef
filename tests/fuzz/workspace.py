"""Good files of every kind in a folder of their own, each with what reads it."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from random import Random

import yaml
from fontTools import subset

from generator.backends.formats import find_format
from generator.errors import DataError, GeneratorError, Problem
from generator.layout.document import lay_out_part, make_press
from generator.model.kit import Kit
from generator.model.printing.printing import FileOptions
from generator.output import LineLog, Staging
from generator.play.paper import Referee, plain_report
from generator.play.walks.walkthrough import WalkFile
from generator.read.files.shelf import KIT_FILE, Shelf, find_shelf
from generator.read.kits.kits import read_kit, read_kit_and_texts
from generator.read.kits.shared import read_papers
from generator.read.scores import read_score
from generator.translate.exchange import ExchangeFormat, export, import_file
from generator.translate.translations import check_translations, open_workspace
from tests.read import small_boards as boards
from tests.read.conftest import plain_theme

TESTS = Path(__file__).parent.parent
DOCS = TESTS.parent / "docs" / "games"
SMALL_GAMES = ("small", "crew")
LONGEST = 200_000
"""Characters that one wrong file may print."""

Run = Callable[[Random], object]


@dataclass(frozen=True)
class Case:
    """A file that may be changed, and what is done with it then."""

    file: Path
    run: Run
    weight: float


class Workspace:
    """A shelf of small games and one of those that ship, score files, walks, and files of translators."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shelf = make_shelf(folder / "data")
        cases = [*_list_cases(self.shelf), *self._exchanges(), *self._played(), *self._boards()]
        self.cases = tuple(sorted(cases, key=lambda case: case.file))

    def choose(self, chance: Random) -> Case:
        """The same case for the same seed."""
        return chance.choices(self.cases, [case.weight for case in self.cases])[0]

    def _exchanges(self) -> list[Case]:
        cases = []
        name = str(self.shelf.games / SMALL_GAMES[0])
        for form in ("po", "csv"):
            path = self.folder / f"es.{form}"
            workspace = open_workspace(name, self.shelf)
            path.write_bytes(export(workspace.title, workspace.read("es"), form, {}))
            cases.append(Case(path, partial(_import, name, self.shelf, form, path), 4))
        return cases

    def _boards(self) -> list[Case]:
        (self.folder / "board").mkdir()
        path = boards.write_board(self.folder / "board")
        files = sorted(path.parent.iterdir())
        return [Case(file, partial(_read_board, path), 2) for file in files]

    def _played(self) -> list[Case]:
        """The examples of the documents: finished games and logs."""
        cases = []
        for page in sorted(DOCS.glob("*.md")):
            played = _Played(page.stem)
            for number, text in enumerate(
                re.findall(r"```yaml\n(game: .*?)```", page.read_text("utf-8"), re.DOTALL)
            ):
                path = self.folder / f"{page.stem}-{number}.yaml"
                path.write_text(text, encoding="utf-8")
                cases.append(Case(path, partial(played.score, path), 1))
                if re.search(r"^log:", text, re.MULTILINE):
                    walk = Path(shutil.copy(path, self.folder / f"{page.stem}-{number}.walk.yaml"))
                    cases.append(Case(walk, partial(played.walk, walk), 1))
        return cases


def make_shelf(data: Path) -> Shelf:
    """A copy of the shelf, with the small games of the tests, one of which has a font of its own."""
    ours, tests = find_shelf(), TESTS / "read" / "shelf"
    shutil.copytree(ours.data, data)
    for folder in ("themes", "icons"):
        shutil.copytree(tests / folder, data / folder, dirs_exist_ok=True)
    (data / "themes" / "plain.yaml").write_text(plain_theme(), encoding="utf-8")
    small = Path(shutil.copytree(tests / "games" / "small", data / "games" / "small"))
    crew = Path(shutil.copytree(TESTS / "read" / "crew", data / "games" / "crew"))
    for path in (*small.glob("wording/*.yaml"), *crew.glob("wording/*.yaml")):
        _add_words(path, tests / "wording" / path.name)
    (crew / "fonts").mkdir()
    font = ours.fonts / "noto-sans" / "NotoSans-Regular.ttf"
    subset.main([str(font), "--unicodes=U+20-7E", f"--output-file={crew / 'fonts' / 'odd.ttf'}"])
    (crew / "fonts" / "fonts.yaml").write_text("families:\n  - {name: Odd, regular: odd.ttf}\n")
    theme = crew / "themes" / "crew.yaml"
    theme.write_text(theme.read_text("utf-8").replace("Noto Sans", "Odd", 1), encoding="utf-8")
    return Shelf(data, ours.fonts)


def _add_words(path: Path, other: Path) -> None:
    """The words of another file, where the file does not have them."""
    given, more = (yaml.load(one.read_text("utf-8"), yaml.BaseLoader) for one in (path, other))
    for key, words in more["words"].items():
        there = given["words"].setdefault(key, words)
        if isinstance(there, dict):
            given["words"][key] = {**words, **there}
    path.write_text(yaml.dump(given, allow_unicode=True, sort_keys=False), encoding="utf-8")


def _list_cases(shelf: Shelf) -> list[Case]:
    """A game's files with that game, those that games share with any of them; small games more often."""
    small = [shelf.games / name for name in SMALL_GAMES]
    games = [path.parent for path in sorted(shelf.data.rglob(KIT_FILE))]
    files = (path for path in shelf.data.rglob("*") if path.suffix not in ("", ".md", ".json"))
    cases = []
    for path in sorted(files):
        own = [game for game in games if path.is_relative_to(game)]
        weight = 1.0 if own and own[0] in small else 0.1
        # Shared icons are many and alike.
        weight *= 0.1 if path.is_relative_to(shelf.icons) else 1
        cases.append(Case(path, partial(_make, own or [*games, *small * 4], shelf), weight))
    return cases


def _make(games: list[Path], shelf: Shelf, chance: Random) -> None:
    """Read a game and what is said of its languages, lay out one of its parts and write a page."""
    kit, texts, fonts = read_kit_and_texts(chance.choice(games), shelf=shelf)
    part, locale = chance.choice(kit.parts), chance.choice(sorted(kit.wordings))
    paper = chance.choice(list(read_papers(shelf.papers).values()))
    document = lay_out_part(make_press(kit, locale=locale, fonts=fonts), part, paper=paper)
    form = find_format(chance.choice(("svg", "txt", "pdf")))
    form.write(document, 0 if form.per_page else None, FileOptions())
    if chance.random() < 0.2:
        tuple(check_translations(kit, texts, kit.wordings))


def _read_board(path: Path, _chance: Random) -> None:
    boards.read(path)


def _import(name: str, shelf: Shelf, form: ExchangeFormat, path: Path, _chance: Random) -> None:
    with Staging() as staging:
        import_file(open_workspace(name, shelf), "es", form, path, staging)


class _Played:
    """What was played of a game that ships, read with its kit, which is read once."""

    def __init__(self, game: str) -> None:
        self._game = game

    @cached_property
    def _kit(self) -> Kit:
        shelf = find_shelf()
        return read_kit(shelf.find_game(self._game), shelf=shelf, locales=("en",))

    @cached_property
    def _referee(self) -> Referee:
        return Referee(self._kit)

    def score(self, path: Path, _chance: Random) -> None:
        plain_report(self._referee.score(read_score(path)), self._kit.wordings["en"])

    def walk(self, path: Path, _chance: Random) -> None:
        WalkFile(LineLog(path)).read(self._kit, self._kit.wordings["en"])


def run_case(case: Case, content: bytes, chance: Random) -> None:
    """Do with a file what is done with it, with another content; only what is no GeneratorError comes out."""
    good = case.file.read_bytes()
    case.file.write_bytes(content)
    try:
        case.run(chance)
    except GeneratorError as error:
        check_error(error)
    finally:
        case.file.write_bytes(good)


def check_error(error: GeneratorError) -> None:
    """Assert that an error is short, and that its problems have places where something is written."""
    assert 0 < len(str(error)) < LONGEST
    for problem in error.problems if isinstance(error, DataError) else ():
        check_problem(problem)


def check_problem(problem: Problem) -> None:
    """Assert that a problem has a message, and a place where something is written."""
    assert problem.message
    if not problem.line:
        return
    line, column = problem.line, problem.column
    text = Path(problem.file).read_bytes().removeprefix(b"\xef\xbb\xbf").decode("utf-8", errors="replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1
