"""A game as an editor has it open: its files with unsaved texts, its names, and its problems."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from generator.errors import DataError, GeneratorError, Notice, Problem, WrittenPlace
from generator.inputs import TracedFiles, attach
from generator.make.jobs.jobs import ReadGame, choose_jobs
from generator.make.preflight import check_jobs
from generator.model.kit import Kit, PieceSet
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import dataclass, replace
from generator.read.cached import read_cached_papers
from generator.read.declared.cursor import list_islands
from generator.read.declared.markdown import read_markdown
from generator.read.declared.names import NO_NAMES, Names
from generator.read.declared.reader import ValueShape, make_shape
from generator.read.declared.steps import Steps
from generator.read.files.cache import Memo
from generator.read.files.shelf import KIT_FILE, MARKDOWN, SINGLE, YAML, Shelf
from generator.read.files.text_files import read_text
from generator.read.files.yaml import Data, MarkdownSource, read_yaml
from generator.read.kits.kits import read_kit_and_texts
from generator.read.problem_kinds import CodedNotice, add_codes
from generator.read.schema import FILES
from generator.scene.fonts import FontLibrary

_FOLDERS = {"wording": "wording", "themes": "theme"}
_NAMES = {"papers.yaml": "papers", "card_sizes.yaml": "card_sizes", "services.yaml": "services"}
_SCHEMA_END = ".schema.json"


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file of a game: its current text, and what it declares."""

    path: Path
    text: str
    shape: ValueShape | None
    """Shape of its data; None for a file that no game has."""
    is_booklet: bool = False
    """True for a booklet in Markdown, of which the shape is that of the keys at its top."""
    is_prose: bool = False
    """True for what is no YAML in it."""

    def at(self, line: int) -> "OpenFile":
        """Return what a line belongs to: the file, or YAML or words of a booklet."""
        if not self.is_booklet:
            return self
        islands = list_islands(self.text, self.shape) if self.shape else ()
        inside = next((one for one in islands if one.first <= line <= one.last), None)
        if inside is None:
            return OpenFile(self.path, self.text, None, is_prose=True)
        return OpenFile(self.path, inside.text, inside.shape)

    def list_yaml(self) -> Iterator["OpenFile"]:
        """Yield the file, or each YAML in a booklet, with its lines where they are in the file."""
        if not self.is_booklet:
            yield self
        elif self.shape:
            for one in list_islands(self.text, self.shape):
                yield OpenFile(self.path, one.text, one.shape)


class Project:
    """A game whose files may be typed at this moment; what was read last stays while files have problems."""

    def __init__(self, game: Path, shelf: Shelf) -> None:
        """Open a game by its folder, or by the file of a game that is a single one."""
        folder = game.parent if game.suffix in YAML else game
        self.folder = folder.resolve()
        self._overlay = TracedFiles(self.folder)
        self._home = attach(self.folder, self._overlay)
        self._game = self._home / game.name if game.suffix in YAML else self._home
        self._shelf = shelf
        self._opened = 0
        """How often a file was opened or closed in the editor."""
        self._forget()
        self.names: Names = NO_NAMES
        self.kit: Kit | None = None
        self._fonts = FontLibrary(())

    @property
    def shelf(self) -> Shelf:
        """The data that all games share."""
        return self._shelf

    def _forget(self) -> None:
        """Keep nothing of earlier checks; of later ones, keep what was read of files that do not change."""
        self._shelf = Shelf(self._shelf.data, self._shelf.fonts, memo=Memo(is_on=True))
        self._steps = Steps(self._overlay)

    def put(self, path: Path, text: str | None) -> None:
        """Take the text of an editor; None: the file is as it is on the disk."""
        name = self._name(path)
        self._opened += self._overlay.has(name) == (text is None)
        self._overlay.put(name, None if text is None else text.encode())

    def open(self, path: Path) -> OpenFile:
        """Return a file as it is now; raises DataError if it cannot be read."""
        inside = self._home / self._name(path)
        text = read_text(inside)[1]
        shape = self._find_shape(inside, text)
        return OpenFile(inside, text, shape, is_booklet=inside.suffix == MARKDOWN)

    def list_files(self) -> Iterator[OpenFile]:
        """Yield all YAML files of the game that can be read, and each YAML in its booklets in Markdown."""
        for path in sorted([*self._home.rglob("*.yaml"), *self._home.rglob(f"*{MARKDOWN}")]):
            inside = path.relative_to(self._home)
            if not any(step.startswith(".") or step == "output" for step in inside.parts):
                try:
                    yield from self.open(path).list_yaml()
                except DataError:
                    continue

    def list_booklets(self) -> Iterator[MarkdownSource]:
        """Yield the booklets in Markdown that can be read, with their English texts."""
        for path in sorted(self._home.rglob(f"*{MARKDOWN}")):
            if self._find_use(path.relative_to(self._home).as_posix()) == "booklet":
                with suppress(DataError):
                    yield read_markdown(path)

    @property
    def rule_prefix(self) -> str:
        """The beginning of the keys of texts of rules; empty if the id of the game is unknown."""
        return f"rule.{self.kit.id}." if self.kit else ""

    def check(self, locales: tuple[str, ...] | None = None) -> tuple[CodedNotice, ...]:
        """Read the game, and return everything that is wrong; None reads all languages."""
        opened = self._opened
        try:
            return self._check(locales)
        finally:
            if self._opened != opened:
                # What was kept may be a text of the editor with the signature of the file on the disk.
                self._forget()

    def _check(self, locales: tuple[str, ...] | None) -> tuple[CodedNotice, ...]:
        try:
            kit, _, self._fonts = read_kit_and_texts(
                self._game, shelf=self._shelf, locales=locales, watch=self._keep_names, steps=self._steps
            )
        except DataError as error:
            return add_codes(problem.describe() for problem in error.problems)
        except GeneratorError as error:
            return add_codes([replace(one, place=one.place or self._top()) for one in error.list_notices()])
        self.kit = kit
        self.names = replace(self.names, pieces=[*_list_pieces(kit)], boards=[*self._list_boards(kit)])
        return add_codes(_describe(problem) for problem in kit.warnings)

    def check_fit(self, locale: str) -> tuple[CodedNotice, ...]:
        """Lay all parts out on their first paper, and return what does not fit; nothing before a check."""
        if self.kit is None or locale not in self.kit.wordings:
            return ()
        papers = read_cached_papers(self._shelf)
        paper = self.kit.papers[0] if self.kit.papers else DEFAULT_PAPER
        game = ReadGame(self.kit, self._fonts)
        jobs = choose_jobs([game], papers, locale_names=(locale,), paper_names=(paper,))
        return add_codes(
            notice for found in check_jobs(jobs, report=lambda job: None) for notice in found.notices
        )

    def list_fields(self) -> Mapping[str, str]:
        """Return the fields of all pieces by name, each with a value that it has."""
        return {name: str(value) for name, value in self._list_fields()}

    def list_values(self) -> Collection[str]:
        """Return the texts that pieces have in their fields."""
        return {value for _, value in self._list_fields() if isinstance(value, str)}

    def _list_fields(self) -> Iterator[tuple[str, object]]:
        parts = self.kit.parts_of(PieceSet).values() if self.kit else ()
        return (field for part in parts for piece in part.pieces for field in piece.fields.items())

    def _name(self, path: Path) -> str:
        return path.resolve().relative_to(self.folder).as_posix()

    def _top(self) -> WrittenPlace:
        file = self._game if self._game.suffix in YAML else self._game / KIT_FILE
        return WrittenPlace(str(file), 1, 1)

    def _keep_names(self, names: Names) -> None:
        self.names = replace(names, pieces=self.names.pieces, boards=self.names.boards)

    def _list_boards(self, kit: Kit) -> Iterator[str]:
        return (part.id for part in kit.parts if type(part).__name__ == "Board")

    def _find_shape(self, path: Path, text: str) -> ValueShape | None:
        kind = self._find_kind(path, text)
        return make_shape(FILES[kind]) if kind in FILES else None

    def _find_kind(self, path: Path, text: str) -> str:
        """Return the type of a file: by its first line, its name or folder, kit.yaml, or its keys."""
        if path.suffix == MARKDOWN:
            return self._find_use(path.relative_to(self._home).as_posix())
        first = text.split("\n", 1)[0]
        if first.startswith("#") and first.rstrip().endswith(_SCHEMA_END):
            return first.rstrip().removesuffix(_SCHEMA_END).rpartition("/")[2]
        if path.name == KIT_FILE:
            return "kit"
        if path.parent.name in _FOLDERS:
            return _FOLDERS[path.parent.name]
        if path.name in _NAMES:
            return _NAMES[path.name]
        if kind := self._find_use(path.relative_to(self._home).as_posix()):
            return kind
        keys = {line.partition(":")[0] for line in text.split("\n")}
        return next(
            (kind for key, kind in SINGLE.items() if key in keys), "booklet" if "blocks" in keys else ""
        )

    def _find_use(self, name: str) -> str:
        """Return the type that kit.yaml gives a file; empty if it does not name it."""
        try:
            data: Data = read_yaml(self._home / KIT_FILE).data
        except DataError:
            return ""
        kit = data if isinstance(data, dict) else {}
        templates, parts = kit.get("templates"), kit.get("parts")
        if isinstance(templates, list) and name in templates:
            return "templates"
        if kit.get("score") == name:
            return "score"
        for part in parts if isinstance(parts, list) else ():
            found = [key for key, value in part.items() if value == name] if isinstance(part, dict) else []
            if found:
                return str(found[0])
        return ""


def find_game_of(path: Path) -> Path | None:
    """Return the folder of the game that a file belongs to, or the file itself; None if it is in no game."""
    for folder in path.parents:
        if (folder / KIT_FILE).is_file():
            return folder
    return path if path.suffix in YAML else None


def _list_pieces(kit: Kit) -> Iterator[str]:
    return (piece.id for part in kit.parts_of(PieceSet).values() for piece in part.pieces)


def _describe(problem: Problem) -> Notice:
    return problem.describe(is_error=False)
