"""A game's folder -> Kit: all files that kit.yaml names, checked against each other."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from generator.errors import DataError, Problem, Wrong
from generator.inputs import walk_files
from generator.model.elements.areas import PlacedArea
from generator.model.elements.blocks import Figure, walk_blocks
from generator.model.elements.boxes import AnyElement, parse_over
from generator.model.elements.template import BoardElement
from generator.model.kit import PARTS, Board, Booklet, Kit, KitFile, Part, PieceSet, Sheet, TextKeys
from generator.model.language.expressions import Field, Pattern, to_placeholder
from generator.model.language.kinds import DOTTED_KEY, OneOf
from generator.model.storage import Storage
from generator.model.style import Icon, Theme
from generator.model.texts.message import parse_message
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field, fields, replace
from generator.read.declared.names import MARK_CHARACTERS, VERSION_KEY, Names, Settings
from generator.read.declared.reader import Findings, Gathered, Reader, list_declared, list_names
from generator.read.declared.steps import NO_STEPS, KeptStep, Steps
from generator.read.files.shelf import KIT_FILE, MARKDOWN, REFERENCE, Shelf, list_locales
from generator.read.files.text_files import (
    collect_words,
    derive_id,
    describe_fault,
    list_stray_links,
    read_text,
)
from generator.read.files.yaml import DataPath, MarkdownSource, Source, read_file_words, read_yaml
from generator.read.kits.fonts import read_game_fonts
from generator.read.kits.numbers import compute_numbers, list_counted
from generator.read.kits.shared import (
    complete_head,
    find_files,
    find_id,
    open_game,
    read_all_papers,
    read_chosen_theme,
    read_theme,
    watch_colours,
)
from generator.read.pictures.pictures import IconShelf, PictureFolder
from generator.read.pieces.sets import StorageReader, read_all_card_sizes, read_deck, read_lookup, read_tokens
from generator.read.templates.elements import ElementReader, PartKeys
from generator.read.templates.templates import TemplateBook, list_changed_names, read_templates
from generator.read.wordings.grammars import make_grammar
from generator.read.wordings.wordings import (
    WordingFolder,
    choose_digits,
    fill_numbers,
    read_reference,
    read_wordings,
)
from generator.scene.fonts import FontLibrary

T = TypeVar("T")


def read_kit(folder: Path, *, shelf: Shelf, **chosen: Any) -> Kit:
    """Return the game that `read_kit_and_texts` reads with the same choices."""
    return read_kit_and_texts(folder, shelf=shelf, **chosen)[0]


def read_kit_and_texts(
    folder: Path,
    *,
    shelf: Shelf,
    locales: Collection[str] | None = None,
    parts: Collection[str] | None = None,
    settings: Collection[str] = (),
    is_drawn: bool = True,
    style: str = "",
    watch: Callable[[Names], None] = lambda names: None,
    steps: Steps = NO_STEPS,
) -> tuple[Kit, WordingFolder, FontLibrary]:
    """Return a game, its texts in all languages, and its fonts.

    `parts` selects parts by id, to which the boards that they show are added; None: all parts. English is
    always read, other languages only if `locales` is None or contains them. `settings` are new values of
    constants: `colour=no`. Unless it is drawn, the game has no booklets, and its icons, pictures, and texts
    are not checked. `style` is a theme of the shelf in which its decks are tried. `watch` is called with the
    names that files may use, also if the game has problems. `steps` are those of earlier calls, whose results
    are taken where nothing has changed. Raises one DataError with the problems of all files; UnknownName for
    unknown constants.
    """
    path, folder = folder, folder.parent if folder.is_file() else folder
    gathered = Gathered([*list_stray_links(folder, _ALWAYS_READ)])
    gathered.stop_if_any()
    reader = open_game(path)
    files = _KitFiles(folder, shelf, reader, gathered, steps=steps)
    file = reader.read(KitFile, reader.data)
    fonts = files.read_fonts(installed=file is not None and file.fonts == "system")
    icons = IconShelf(shelf.list_all(shelf.icons), folder / "icons", memo=shelf.memo, fonts=fonts)
    theme = files.read_theme(icons if is_drawn else None, fonts.names, style)
    names = files.list_names(theme, settings, fonts, icons if is_drawn else None)
    names = replace(names, style=style)
    if path == folder:
        judge_head = partial(_warn_of_overridden, reader.findings.source, files.read_theme_of)
        names = replace(names, judge_head=judge_head)
    names.warn_of_cut_texts(reader.findings.source)
    texts = files.read_texts(names)
    is_direct = file is not None and _may_have_direct_texts(folder, reader)
    first = (REFERENCE,) if is_direct else locales
    wordings = None if texts is None else gathered.read(partial(read_wordings, texts, locales=first))
    sentences = None if texts is None else texts.texts
    # The texts of all parts are those that languages translate.
    is_drawn = is_drawn or is_direct
    names = replace(names, sentences=sentences, wordings=tuple((wordings or {}).values()), is_drawn=is_drawn)
    watch(names)
    files.check(names)
    wanted = None if is_direct and locales != (REFERENCE,) else parts
    numbered, counted = files.read_parts(names, wanted)
    scoring, said = files.read_scoring(names, tuple(numbered.values()), is_complete=wanted is None)
    is_complete = wanted is None
    idle = names.effects.list_idle(
        is_complete=is_complete, has_one_deck=files.has_one_deck, may_name=files.may_name
    )
    names.warn(*idle)
    gathered.read(reader.findings.stop_if_any)
    names.settings.check()
    if file is not None and texts is not None:
        title = complete_head(file, folder)["title"] if is_direct else ""
        read = _read_texts_of_parts(texts, tuple(numbered.values()), title, said, locales, gathered)
        wordings = read or wordings
        numbers = compute_numbers(reader, (*numbered.values(), *counted), file.players)
        texts.numbers = {**numbers, **({VERSION_KEY: file.version} if file.version else {})}
        gathered.read(reader.findings.stop_if_any)
    gathered.problems += (problem for error in icons.errors.values() for problem in error.problems)
    gathered.stop_if_any()
    if file is None or theme is None or texts is None or wordings is None:
        raise AssertionError("what cannot be read has raised an error above")
    wordings = {
        locale: fill_numbers(texts, choose_digits(one, fonts, names.warn)) for locale, one in wordings.items()
    }
    wordings = files.number_rules(wordings)
    if file.language != REFERENCE:
        english, tag = wordings[REFERENCE], file.language
        wordings = {**wordings, REFERENCE: replace(english, language=tag, grammar=make_grammar(tag))}
    kit = Kit(
        **complete_head(file, folder),
        folder=folder,
        file=path.name if path != folder else "",
        parts=tuple(numbered.values()),
        theme=replace(theme, sources=()),
        icons=icons,
        wordings=wordings,
        pictures=names.pictures.read if names.pictures else {},
        warnings=_list_warnings(names, icons),
        uses={part.id: file.parts[index] for index, part in numbered.items()},
        numbers=numbers,
        scoring=scoring,
    )
    return _add_direct_texts(kit, texts.direct) if is_direct else kit, texts, fonts


def _add_numbers(wording: Wording, numbers: Mapping[str, Sequence[int]]) -> Wording:
    """Return a wording whose sentences of rules end with numbers: `(rules 12)`."""
    sentences = dict(wording.sentences)
    for key in sentences.keys() & numbers.keys():
        shown = wording.join([wording.write(number) for number in numbers[key]], ",")
        sentences[key] = f"{sentences[key]} {wording.format('booklet.rules', {'numbers': shown})}"
    return replace(wording, sentences=sentences)


def _list_warnings(names: Names, icons: IconShelf) -> tuple[Problem, ...]:
    """Return the warnings of all files, each once."""
    pictured = names.pictures.list_warnings() if names.pictures else ()
    return tuple(dict.fromkeys((*(names.warnings or ()), *pictured, *icons.list_warnings())))


_NAMING = (".yaml", ".yml", ".md", ".csv", ".tsv", ".txt", ".json", ".xlsx", ".xlsm", ".xls", ".ods")
"""Ends of files that may name colours."""
_ALWAYS_READ = (KIT_FILE, "fonts", "icons", "themes", "wording")
"""Files and folders of a game that are always read, even if no file names them."""


@dataclass(frozen=True)
class _FileWords:
    """The words of a file; `pieces` are those that may be the beginning or the end of a name."""

    all: Set[str]

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        return tuple(
            word for word in self.all if len(word) > 1 and (word.startswith("_") or word.endswith("_"))
        )


@dataclass(frozen=True)
class _KitFiles:
    """Reads the files that kit.yaml names; its own problems are added to those of its reader."""

    folder: Path
    shelf: Shelf
    reader: Reader
    gathered: Gathered
    """Problems of other files."""
    booklets: dict[Path, MarkdownSource] = field(default_factory=dict)
    """The booklets in Markdown that were read, by their files."""
    steps: Steps = NO_STEPS

    def read_fonts(self, *, installed: bool) -> FontLibrary:
        read = partial(read_game_fonts, self.folder, shelf=self.shelf, installed=installed)
        # Fonts of the machine may come and go.
        return read() if installed else self.steps.get_or_make("fonts", read)

    def read_texts(self, names: Names) -> WordingFolder | None:
        """Return the English texts, with those of booklets in Markdown; None after adding problems."""
        for part in self.reader.get(("parts",)) or ():
            path = self.folder / part.file
            if path.suffix == MARKDOWN and not describe_fault(path, home=self.folder):
                # Few games have booklets in Markdown.
                from generator.read.declared.markdown import read_markdown

                read_booklet = partial(
                    self.shelf.memo.get_or_make, path, "markdown", partial(read_markdown, path)
                )
                if (read := self.gathered.read(read_booklet)) is None:
                    return None
                self.booklets[path] = read
        booklets, shared = tuple(self.booklets.values()), self.shelf.wording
        read_english = partial(
            read_reference, self.folder, shared=shared, names=names, booklets=booklets, steps=self.steps
        )
        return self.gathered.read(read_english)

    def read_theme(
        self, icons: Mapping[str, Icon] | None, families: Collection[str], style: str
    ) -> Theme | None:
        if style:
            path = self.shelf.themes / f"{style}.yaml"
            read = partial(read_theme, path, folders=[path.parent], icons=icons, memo=self.shelf.memo)
            return self.gathered.read(read)
        return self.read_theme_of(self.reader, icons=icons, families=families)

    def read_theme_of(
        self,
        reader: Reader,
        *,
        icons: Mapping[str, Icon] | None = None,
        families: Collection[str] | None = None,
    ) -> Theme | None:
        """Return the theme that a file names; None after adding problems to those of its reader."""
        folders = self.folder / "themes", *self.shelf.list_all(self.shelf.themes)
        memo = self.shelf.memo
        return read_chosen_theme(reader, folders, icons=icons, families=families, memo=memo)

    def list_names(
        self,
        theme: Theme | None,
        settings: Collection[str],
        fonts: FontLibrary,
        icons: Mapping[str, Icon] | None,
    ) -> Names:
        """Return the names that files may use; without icons, the game is not drawn."""
        is_drawn, memo = icons is not None, self.shelf.memo
        version = self.reader.get((VERSION_KEY,)) or ""
        names = Names(
            icons=icons,
            fonts=fonts.names,
            pictures=PictureFolder(self.folder, memo=memo, fonts=fonts) if is_drawn else None,
            memo=memo,
            is_drawn=is_drawn,
            numbers=(*(self.reader.get(("numbers",)) or ()), *([VERSION_KEY] if version else [])),
            version=version,
            warnings=[],
            settings=Settings(dict(one.split("=", 1) for one in settings)),
        )
        if theme is None:
            return names
        type, sources = theme.type, theme.sources
        shipped = self.shelf.themes.resolve()
        styles = [one for one in sources if Path(one.file).resolve().parent == shipped]
        names = replace(names, themes=sources, styles=styles)
        watch_colours(names.effects, [one for one in sources if one not in styles], theme)
        return replace(names, colours=theme.colours, marks=theme.marks, roles=type)

    def number_rules(self, wordings: Mapping[str, Wording]) -> Mapping[str, Wording]:
        """Return wordings in which each rule names its numbers in a booklet that has some."""
        told: dict[str, list[int]] = {}
        for file in find_files(self.folder, self.reader).values():
            if file is None or file[0] != "booklet" or "rule_numbers" not in read_text(file[1])[1]:
                continue
            # Few booklets have numbers.
            from generator.read.parts.booklets import list_numbered

            data = (self.booklets.get(file[1]) or read_yaml(file[1])).data
            if isinstance(data, dict) and data.get("rule_numbers") == "true":
                for number, (_, _, rules) in enumerate(list_numbered(data), start=1):
                    for rule in rules:
                        told.setdefault(rule, []).append(number)
        id = self.reader.get(("id",))
        keys = {f"rule.{id}.{rule}": numbers for rule, numbers in told.items()}
        return {locale: _add_numbers(one, keys) for locale, one in wordings.items()} if told else wordings

    def check(self, names: Names) -> None:
        """Check the names in kit.yaml, after the texts and the theme have been read."""
        findings, folder = self.reader.findings, self.folder
        Reader(findings, names.judge).read(KitFile, self.reader.data)
        id, wanted = self.reader.get(("id",)), self.reader.get(("papers",))
        if folder.parent == self.shelf.games and id is not None and id != folder.name:
            hint = f"write `id: {folder.name}`"
            findings.add(("id",), f"is `{id}`, but the folder is `{folder.name}`", hint)
        papers = self.gathered.read(partial(read_all_papers, self.shelf)) if wanted else None
        findings.check_names(("papers",), wanted or (), papers, "paper")

    def read_scoring(
        self, names: Names, parts: Sequence[Part], *, is_complete: bool
    ) -> tuple[object, Mapping[str, str]]:
        """Return the rules of score.yaml, with its texts by key; None without one, or after adding problems.

        None, too, if only some parts are read, without its sheet.
        """
        name = self.reader.get(("score",))
        sheets = {part.id: part for part in parts if isinstance(part, Sheet)}
        wanted = [
            file for file in find_files(self.folder, self.reader).values() if file and file[0] == "sheet"
        ]
        # The sections of a sheet with problems are unknown.
        if name is None or (len(sheets) < len(wanted) if is_complete else not sheets):
            return None, {}
        if not self.reader.findings.check_file(("score",), self.folder / name, home=self.folder):
            return None, {}
        # Few games have a score.yaml.
        from generator.read.kits.scoring import read_scoring

        path = self.folder / name
        read = partial(read_scoring, path, sheets, names, is_complete=is_complete)
        return self.gathered.read(read) or (None, {})

    def may_name(self, colour: str) -> bool:
        """Return True if a file may name a colour beside where it is declared, perhaps as `{kind}_dark`."""
        found = 0
        for words in self._words_of_files:
            if words is None or any(colour.startswith(one) or colour.endswith(one) for one in words.pieces):
                return True
            found += colour in words.all
        return found > 1

    @cached_property
    def _words_of_files(self) -> tuple["_FileWords | None", ...]:
        """The words of each file that may name something; None for one with problems."""
        paths = (path for path in walk_files(self.folder) if path.suffix.lower().endswith(_NAMING))
        found = map(read_file_words, paths)
        return tuple(None if words is None else _FileWords(words) for words in found)

    def has_one_deck(self, table: str) -> bool:
        """Return True if exactly one file of the game names a table."""
        texts = []
        for _, path in filter(None, find_files(self.folder, self.reader).values()):
            with suppress(DataError):  # reported by those who read the file
                texts.append(read_text(path)[1])
        return sum(Path(table).name in text for text in texts) == 1

    def read_parts(
        self, names: Names, wanted: Collection[str] | None
    ) -> tuple[Mapping[int, Part], tuple[Part, ...]]:
        """Return the parts by their index in the kit, and other parts that are only counted.

        There are no booklets if they are not drawn. For `wanted` ids, only files with these names are read,
        unless one is invalid or has another id.
        """
        files = find_files(self.folder, self.reader)
        if wanted is not None:
            some = _PartsReader(replace(self, gathered=Gathered()), names, reads_all=False)
            if some.read_only(wanted, files):
                numbered = some.numbered
                stems = {file[1].stem for file in files.values() if file}
                counted = stems & list_counted(self.reader) - {part.id for part in numbered.values()}
                if some.read_only(counted, files):
                    return numbered, some.parts
        names = replace(names, boards=_list_board_ids(files.values()))
        every = _PartsReader(self, names, is_complete=None not in files.values())
        every.read(files)
        every.check_ids()
        every.check_backs(files)
        return every.numbered, ()


def _read_texts_of_parts(
    texts: WordingFolder,
    parts: Collection[Part],
    title: str,
    said: Mapping[str, str],
    locales: Collection[str] | None,
    gathered: Gathered,
) -> Mapping[str, Wording] | None:
    """Return the wordings with direct texts, and with languages of columns.

    They are those of parts of a game with this title, and `said` of its score.yaml.

    None if there are neither, or after adding problems.
    """
    if gathered.problems:
        # Languages cannot be compared with texts of parts that have problems; their own are reported.
        for locale in list_locales(texts.folder.parent) if title or said else ():
            gathered.read(partial(texts.read, locale))
        return None
    sets = [part for part in parts if isinstance(part, PieceSet)]
    texts.in_columns = sorted({locale for part in sets for locale in part.text_columns} - {REFERENCE})
    if title:
        texts.direct = _list_direct_texts(title, parts, texts.texts)
    texts.direct = {**texts.direct, **said}
    if not (title or said or texts.in_columns):
        return None
    return gathered.read(partial(read_wordings, texts, locales=locales))


_Files = Mapping[int, tuple[str, Path] | None]
"""Type and file of each part by its index in kit.yaml; None: invalid or missing."""


@dataclass(frozen=True)
class _ReadWith:
    """Templates, and parts that figures may show, with which a part was read."""

    book: TemplateBook
    shown: tuple[Part, ...] | None
    """Boards and sheets that its figures may show; None if they are not checked."""


@dataclass
class _PartsReader:
    """Reads parts in the order of their dependencies."""

    kit: _KitFiles
    names: Names
    found: dict[int, Part] = field(default_factory=dict)
    reads_all: bool = True
    """False to read only templates that are used."""
    is_complete: bool = True
    """True if all parts so far could be read, so that figures can be checked against them."""
    shown: tuple[Part, ...] | None = None
    """Parts that figures may show; None if some could not be read, or not yet."""
    has_figures: bool = False
    compared: dict[int, Set[str] | None] = field(default_factory=dict)
    """Names of templates that changed since the last reading, by the identity of the book before."""
    read_pages: Callable[[str, Path, TemplateBook], Part] | None = None
    """Reads a booklet or a sheet, once there is one."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that were read, in the order of the kit."""
        return tuple(self.numbered.values())

    @property
    def numbered(self) -> Mapping[int, Part]:
        """The parts that were read, by their index in the kit."""
        return dict(sorted(self.found.items()))

    def read(self, files: _Files) -> None:
        """Read booklets after the parts that they show; other parts with figures are read twice."""
        *others, booklet = PARTS.kinds
        self._read_kinds(others, files)
        if self.is_complete:
            self.shown = self.parts
            pieces = [piece.id for part in self.parts if isinstance(part, PieceSet) for piece in part.pieces]
            self.names = replace(self.names, pieces=pieces)
            if self.has_figures:
                del self.book
                self._read_kinds(others, files)
        if self.names.is_drawn:
            self._read_kinds([booklet], files)

    def _read_kinds(self, kinds: Iterable[str], files: _Files) -> None:
        for kind in kinds:
            for index, file in files.items():
                if file is None or file[0] != kind:
                    continue
                part = self.kit.gathered.read(partial(self._read_or_keep, kind, file[1]))
                if part is None:
                    self.is_complete = False
                else:
                    self.found[index] = part

    def read_only(self, wanted: Collection[str], files: _Files) -> bool:
        """Read parts by their file names, and boards on their cards; return True if nothing else is shown."""
        self.read(_choose(files, wanted))
        shown = {*_list_boards(self.parts)} - {part.id for part in self.parts}
        self.read(_choose(files, shown))
        is_complete = self.is_complete and not self.kit.gathered.problems
        aids = {part.aid for part in self.parts if isinstance(part, Sheet) and part.aid}
        needed = {*wanted, *shown, *aids}
        return is_complete and not self.has_figures and {part.id for part in self.parts} >= needed

    def check_ids(self) -> None:
        """Add a problem for each duplicate id, and for each id in `instead_of` that no other part has."""
        seen: dict[str, int] = {}
        reader, findings = self.kit.reader, self.kit.reader.findings
        for index, part in sorted(self.found.items()):
            if part.id in seen:
                message = f"has the same id as part {seen[part.id]}: `{part.id}`"
                findings.add(("parts", index), message, "give one of them another id")
            seen.setdefault(part.id, index + 1)
        for index, file in enumerate(reader.get(("parts",)) or () if self.is_complete else ()):
            others = {part.id for number, part in self.found.items() if number != index}
            # Booklets are read only if they are drawn.
            if file.instead_of and self.names.is_drawn:
                findings.check_name(("parts", index, "instead_of"), file.instead_of, others, "part")

    def check_backs(self, files: _Files) -> None:
        """Add a problem for each part on the last page of a booklet that the game does not have."""
        known = [part.id for part in self.parts if isinstance(part, Board | Sheet | Booklet)]
        for index, part in self.numbered.items() if self.is_complete else ():
            file = files.get(index)
            if file and isinstance(part, Booklet) and {*part.back}.difference(known):
                source = self.kit.booklets.get(file[1]) or read_yaml(file[1])
                findings = self.kit.gathered.of(source)
                findings.check_names(("back",), part.back, known, "booklet, board, or sheet")
            if file and isinstance(part, Sheet) and part.aid:
                booklets = [other.id for other in self.parts if isinstance(other, Booklet)]
                findings = self.kit.gathered.of(read_yaml(file[1]))
                findings.check_name(("aid",), part.aid, booklets, "booklet")

    @cached_property
    def book(self) -> TemplateBook | None:
        """Templates and sizes; None if one of their files cannot be read."""
        files = self.kit.reader.get(("templates",))
        given = files, files is None and bool(self.kit.reader.findings.problems)
        book = self._read_step("templates", self._read_book, given)
        return book and book.with_names(self.names, self._finish)

    def _read_book(self, names: Names) -> TemplateBook | None:
        kit, findings, folder = self.kit, self.kit.reader.findings, self.kit.folder
        files = kit.reader.get(("templates",))
        sizes = kit.gathered.read(partial(read_all_card_sizes, kit.shelf))
        finish, known = self._finish, sizes or {}
        book = TemplateBook(
            names,
            folder,
            maps=kit.shelf.maps,
            sizes=known,
            finish=finish,
            read_table=read_lookup,
            reads_all=self.reads_all,
        )
        book = book.with_themes(kit.gathered)
        is_complete = files is not None or not findings.problems
        for index, name in enumerate(files or ()):
            read = None
            if findings.check_file(("templates", index), folder / name, home=folder):
                read = kit.gathered.read(partial(read_templates, folder / name, book))
            if read is None:
                is_complete = False
                continue
            book, found = read
            kit.gathered.read(found.stop_if_any)
            # Those of templates that are read later.
            found.problems = kit.gathered.problems
        return book if is_complete and sizes is not None else None

    def _read_step(
        self, key: Hashable, read: Callable[[Names], T], given: tuple[object, ...], **depends: Any
    ) -> T:
        """Return what a step reads now, or read before; it is kept if it has no problems."""
        problems = self.kit.gathered.problems, self.kit.reader.findings.problems
        before = [*map(len, problems)]

        def may_keep(made: T) -> bool:
            # Figures outside of booklets need all parts, for which others are read again.
            return [*map(len, problems)] == before and (isinstance(made, Booklet) or not self.has_figures)

        return self.kit.steps.get_or_read(key, self.names, read, given=given, may_keep=may_keep, **depends)

    def _read_or_keep(self, kind: str, path: Path) -> Part | None:
        """Return a part that was read before, or read it; None if it needs templates that cannot be read."""
        kit, source = self.kit.reader.findings.source, self.kit.booklets.get(path)
        if self.book is None or (path.suffix == MARKDOWN and kind == "booklet" and source is None):
            return None
        has_pages = kind in ("booklet", "sheet")
        given = (kit.text, source) if has_pages else tuple(kit.get(key) for key in _OVERRIDING)
        pages = [part for part in self.shown or () if isinstance(part, Board | Sheet)]
        by = _ReadWith(self.book, tuple(pages) if has_pages and self.shown is not None else None)
        read = partial(self._read, kind, path)
        part = self._read_step((kind, path), read, given, by=by, holds=partial(self._is_same_with, by))
        if isinstance(part, PieceSet) and part.storage:
            return replace(part, storage=part.storage.filled(self.storage))
        return part

    def _is_same_with(self, now: "_ReadWith", step: KeptStep) -> bool:
        """Return True if a part that was read with other templates and parts uses none that has changed."""
        before: _ReadWith = step.by
        # If figures are not checked, no other problems can be found.
        if now.shown is not None and now.shown != before.shown:
            return False
        changed = self._list_changed_names(before.book)
        moved = {one.file for one in before.book.files if one not in now.book.files}
        if changed is None or moved & step.list_files_of_warnings():
            return False
        used = {*getattr(step.result, "templates", ())}
        if isinstance(step.result, Booklet | Sheet):
            used |= collect_words(self.kit.reader.findings.source.text)
        memo = self.kit.shelf.memo
        for path in step.list_files(self.kit.folder) if changed else ():
            words = memo.get_or_make(path, "words", partial(read_file_words, path))
            if words is None or words & changed:
                return False
        return not used & changed

    def _list_changed_names(self, old: TemplateBook) -> Set[str] | None:
        files = id(old.files)
        if files not in self.compared:
            self.compared[files] = list_changed_names(old, self.book) if self.book else None
        return self.compared[files]

    def _read(self, kind: str, path: Path, names: Names) -> Part | None:
        assert self.book is not None
        book = self.book.with_names(names, self._finish)
        if kind in ("booklet", "sheet"):
            if self.read_pages is None:
                from generator.read.parts.booklets import LookFiles

                looks = LookFiles(book, self.kit.reader.findings, self.kit.gathered, self.kit.booklets)
                self.read_pages = looks.read_part
            return self.read_pages(kind, path, book)
        if kind == "board":
            from generator.read.parts.boards import read_board

            return read_board(path, book=book)
        return read_tokens(path, book=book) if kind == "tokens" else read_deck(path, book=book)

    @cached_property
    def storage(self) -> Storage:
        """Boxes and dividers of decks without their own."""
        reader = self.kit.reader
        box, divider = reader.get(("box",)), reader.get(("divider",))
        return StorageReader(reader.findings, self.book).read(box, divider) if self.book else Storage()

    def _finish(
        self, book: TemplateBook, reader: ElementReader, path: DataPath, part: Figure | PlacedArea
    ) -> Figure | PlacedArea | None:
        # Few kits have areas, or figures outside booklets.
        if isinstance(part, Figure):
            from generator.read.parts.booklets import finish_figure

            self.has_figures = True
            return finish_figure(reader.findings, path, part, self.shown) if self.shown else part
        from generator.read.parts.boards import finish_area

        return finish_area(book, reader, path, part)


def _choose(files: _Files, ids: Collection[str]) -> _Files:
    return {index: file for index, file in files.items() if file is not None and file[1].stem in ids}


def _list_boards(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Board | PieceSet):
            for template in part.templates.values():
                yield from (
                    one.board for one in walk_blocks(template.elements) if isinstance(one, BoardElement)
                )


def _list_board_ids(files: Iterable[tuple[str, Path] | None]) -> Collection[str] | None:
    """Return the ids of boards before they are read, for templates; None if one of them is unknown."""
    boards = [file for file in files if file is None or file[0] == "board"]
    found = (file and Gathered().read(partial(find_id, file[1])) for file in boards)
    ids = [id for id in found if id is not None]
    return ids if len(ids) == len(boards) else None


_BLOCK = re.compile(r"^ *- (\w+: +)?[\"'*\w][^\n:]* \w", re.MULTILINE)
"""A block of a booklet with a text instead of a key."""
_TITLE = re.compile(rf"^title: *{DOTTED_KEY} *(#.*)?$", re.MULTILINE)
_DIRECT_TITLE = re.compile(rf"^title: *(?!{DOTTED_KEY} *(#.*)?$)[^\s#]", re.MULTILINE)
"""A title of a booklet with a text instead of a key."""
_LONGEST = 40
"""Maximum length of the last step of a key."""


def _may_have_direct_texts(folder: Path, reader: Reader) -> bool:
    """Return True if the kit or one of its parts may have direct texts: in its own file, not as keys."""
    texts, rules = [reader.findings.source.text], list[str]()
    for index, part in enumerate(reader.get(("parts",)) or ()):
        if part.file.endswith(MARKDOWN):
            continue
        with suppress(DataError):
            is_booklet = reader.get(("parts", index, "booklet"))
            (rules if is_booklet else texts).append(read_text(folder / part.file)[1])
    is_direct = any("\ntemplate:" in f"\n{text}" or not _TITLE.search(text) for text in texts)
    return is_direct or any(_BLOCK.search(text) or _DIRECT_TITLE.search(text) for text in rules)


def _add_direct_texts(kit: Kit, direct: Mapping[str, str]) -> Kit:
    """Return the kit with the keys of direct texts as titles."""
    keys = {text: key for key, text in direct.items()}
    parts = tuple(replace(part, title=keys.get(part.title, part.title)) for part in kit.parts)
    return replace(kit, parts=parts, title=keys.get(kit.title, kit.title))


def _list_direct_texts(title: str, parts: Iterable[Part], known: Mapping[str, str]) -> dict[str, str]:
    """Return direct texts by key: titles that are not keys, texts of templates, and fields that these show.

    A text that occurs several times has one key. `known` are the texts of the wording files.
    """
    keys: dict[str, str] = {}
    taken = set(known)
    titles = (title, *(part.title for part in parts))
    texts = [(f"titles.{_shorten(one)}", one) for one in titles if one not in known]
    listed = (one for part in parts for one in _list_texts(part))
    texts += [(key, text) for key, text in listed if _is_text(text) and text not in known]
    for path, text in texts:
        if text not in keys:
            number, key = 1, path
            while key in taken:
                number, key = number + 1, f"{path}_{number + 1}"
            keys[text] = key
            taken.add(key)
    return {key: _to_message(text) for text, key in keys.items()}


def _list_texts(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the key and the text of elements and blocks, then of fields that they show."""
    shown: dict[str, None] = {}
    for place, value in ((place, value) for place, values in _list_contents(part) for value in _walk(values)):
        id = "" if value is part else getattr(value, "id", "")
        names: dict[str, None] = {}
        for text in (text for _, text, kind in list_names(value) if kind in ("text", "title")):
            names |= dict.fromkeys(field.split(".")[0] for field in Pattern(text).names)
            yield f"texts.{place}.{id or _shorten(text)}", text
        if isinstance(over := getattr(value, "over", None), str) and over:
            names |= dict.fromkeys(name.split(".")[0] for name in parse_over(over).names)
        if isinstance(value, AnyElement):
            names = (
                dict.fromkeys(sorted(value.list_outer(names)))
                if value.let or value.each or value.tables
                else names
            )
        shown |= names
    columns = [name for name in shown if name not in ("id", "item")]
    values = [
        (column, piece.id, text)
        for column in columns
        for piece in (part.pieces if isinstance(part, PieceSet) else ())
        if not any(column in texts for texts in piece.texts.values())
        for text in _list_values(piece.fields.get(column))
    ]
    counts = Counter(text for _, _, text in values)
    for column, id, text in values:
        yield f"texts.{part.id}.{column}.{id if counts[text] == 1 else _shorten(text)}", text


def _list_contents(part: Part) -> Iterator[tuple[str, object]]:
    """Yield the beginning of keys, and the declared values whose texts have such keys."""
    if not isinstance(part, PieceSet):
        yield part.id, part
        return
    storage, templates = part.storage, [*part.templates.values()] if part.is_direct else []
    if storage:
        templates += filter(None, (*storage.box.templates.values(), storage.divider.template))
    yield from ((f"{part.id}.{one.id.replace(' ', '_')}", one.elements) for one in templates)


def _walk(value: object) -> Iterator[Any]:
    """Yield a declared value, or those in a list or mapping, each followed by those inside of it."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for one in value:
            yield from _walk(one)
    elif value is not None:
        yield value
        declared: type = type(value)
        for one in list_declared(declared):
            if isinstance(getattr(one.shape, "item", one.shape), type | OneOf):
                yield from _walk(getattr(value, one.name))


def _list_values(value: Field | None) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for one in value.values() if isinstance(value, Mapping) else value or ():
            yield from _list_values(one)


def _is_text(text: str) -> bool:
    """Return True if a text has letters besides marks and fields, and can be a text of a wording."""
    if not MARK_CHARACTERS.search(text):
        return any(map(str.isalpha, text))
    with suppress(Wrong):
        parse_message(_to_message(text))
        return any(map(str.isalpha, plain("".join(Pattern(text).literals))))
    return False


def _to_message(text: str) -> str:
    """Return a text with fields as a message: `{item.name}` becomes `{item_name}`."""
    return Pattern(text).replaced(lambda place: f"{{{to_placeholder(place)}}}")


def _shorten(text: str) -> str:
    return derive_id("".join(Pattern(text).literals), "text")[:_LONGEST].strip("_")


_OVERRIDING = ("theme", *(one.name for one in fields(TextKeys)))
"""Keys of a part that make it a game by itself."""


def _warn_of_overridden(
    kit: Source, read_theme: Callable[[Reader], Theme | None], names: Names, findings: Findings
) -> None:
    """Warn of each key of a part that differs from kit.yaml; wrong names in its theme are problems, too.

    A part that repeats the keys of kit.yaml can be a game by itself. `read_theme` returns the theme of a
    reader, or adds problems.
    """
    for key in _OVERRIDING:
        given, above = findings.source.get(key), kit.get(key)
        if given is None or given == above:
            continue
        reason = f"{KIT_FILE} has another `{key}`" if above is not None else f"{KIT_FILE} decides"
        hint = f"write it in {KIT_FILE}, and remove it here"
        names.warn(findings.describe((key,), f"has no effect: {reason}", hint, at="key"))
        if key == "theme":
            _check_theme(findings, read_theme)


def _check_theme(findings: Findings, read_theme: Callable[[Reader], Theme | None]) -> None:
    """Add wrong names in the theme of a part; the reader of the part finds wrong keys itself."""
    source = findings.source
    data = {key: source.get(key) for key in ("unit", "theme") if source.get(key) is not None}
    reader = Reader(Findings(Source(source.file, source.text, data)))
    if reader.read(PartKeys, data) is not None:
        reader.findings.read(partial(read_theme, reader))
        findings.problems += reader.findings.problems
