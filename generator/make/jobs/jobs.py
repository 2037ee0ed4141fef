"""A run of `petri make`: its choices, from which jobs follow: every part in every locale on every paper."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from generator.backends.formats import Format
from generator.errors import DataError, Problem, UnknownName, describe_unknown
from generator.make.jobs.typed import ALL, TypedChoices, spell_part
from generator.model.destinations import Destination
from generator.model.elements.blocks import AnyBlock, LabelledLines, LineTable, Table
from generator.model.elements.template import Template
from generator.model.kit import (
    Board,
    Booklet,
    Kit,
    Part,
    PieceSet,
    Sheet,
    check_selection,
    list_entries,
    select_pieces,
)
from generator.model.language.kinds import parse_colour
from generator.model.played import Takes
from generator.model.printing.printing import (
    SIZES,
    Inks,
    Paper,
    PressFile,
    PressOptions,
    Printer,
    Separator,
    parse_press,
    parse_size,
)
from generator.model.style import Theme
from generator.model.texts.wordings import (
    PLUS,
    PSEUDO,
    Wording,
    make_bilingual_wording,
    make_plain_text,
    make_pseudo_wording,
)
from generator.model.values import dataclass, replace
from generator.read.cached import explain_unknown_language, read_cached_game, read_cached_papers
from generator.read.files.shelf import REFERENCE, Shelf
from generator.scene.fonts import FontLibrary
from generator.scene.shapes import Colour


@dataclass(frozen=True, kw_only=True)
class Choices(TypedChoices):
    """The choices for a run, with what was found for some of their names."""

    destination: Destination | None = None
    """Destination of pictures of cards; None: pages to print."""
    printer: Printer | None = None
    """The printer for which pages are corrected, where no option says otherwise."""
    find_takes: Callable[[Kit], Sequence[Takes]] | None = None
    """Returns the places of a game that become fields to fill in; None if there are no fields."""

    @property
    def correcting_printer(self) -> Printer | None:
        """The printer that corrects pages; on sheets for a cutting machine, marks must stay in place."""
        return None if self.printing.cutter else self.printer


DEFAULTS = Choices()


OTHER_FORMATS = ("form", "pdf-x4", "pdf-x1a", "cut-svg", "cut-dxf")
"""Names that `--to` takes besides the formats of the back ends."""


def choose_formats(choices: Choices, find_takes: Callable[[Kit], Sequence[Takes]]) -> Choices:
    """Return the choices with the names of formats replaced by what they mean.

    `form` is PDF with fields, `pdf-x4` and `pdf-x1a:240` are PDF in inks, `cut-svg` and `cut-dxf` are lines
    to cut beside the pages. `find_takes` is as in Choices. Raises UnknownName.
    """
    formats: dict[str, None] = {}
    cut: list[str] = []
    press: list[PressFile] = []
    for name in choices.formats:
        kind, _, variant = name.lower().partition("-")
        if kind == "cut" and variant:
            cut.append(variant)
            continue
        is_pdf = kind == "form" or (kind == "pdf" and variant)
        if kind == "pdf" and variant:
            press.append(_read_press(name, variant))
        formats["pdf" if is_pdf else name] = None
    if len({*press}) > 1 or (press and "pdf" in map(str.lower, choices.formats)):
        raise UnknownName("a run makes one kind of PDF files; choose one of pdf, pdf-x4, and pdf-x1a")
    is_form = any(name.lower() == "form" for name in choices.formats)
    if press and [*formats] == ["pdf"]:
        # PDF is the default here, also for a destination.
        formats = {}
    return replace(
        choices,
        formats=tuple(formats),
        cut=tuple(cut),
        press=press[0] if press else None,
        find_takes=find_takes if is_form else None,
    )


def _read_press(name: str, variant: str) -> PressFile:
    standard, colon, limit = variant.partition(":")
    try:
        return parse_press(f"{standard},ink={limit}" if colon else standard)
    except ValueError as error:
        raise UnknownName(f"unknown format {name!r}: {error}") from error


def send_to(choices: Choices, destination: Destination) -> Choices:
    """Return the choices for a destination: pictures of cards, or sheets that a machine cuts.

    Raises UnknownName for formats that a machine does not take.
    """
    cutter, formats = destination.cutter, destination.formats
    if cutter is None:
        return replace(choices, destination=destination)
    cutter = replace(cutter, id=destination.id.replace("_", "-"))
    if wrong := ", ".join(name for name in choices.formats if name.lower() not in formats):
        raise UnknownName(f"--for {cutter.id} has no format {wrong}, but {', '.join(formats)}")
    return replace(
        choices,
        formats=choices.formats or formats[:1],
        cut=choices.cut or cutter.files,
        printing=replace(choices.printing, cutter=cutter),
    )


FindInks: TypeAlias = Callable[[Colour, float], Sequence[float]]
"""Returns the share of each ink, from 0 to 1, of words in a colour and a type size in mm; with a size of 0,
that of anything else in this colour.
"""
_LESS = "FOGRA39L_240.icc"
"""The profile of coated paper with at most 240 % of ink; that of the shelf has as much as looks best."""
_BETWEEN = 270


def add_press(choices: Choices, shelf: Shelf) -> Choices:
    """Return choices with the options of the press file that is chosen, or that the destination wants."""
    wanted = choices.destination.press if choices.destination else None
    file = choices.press or wanted
    if file is None:
        return choices
    return replace(choices, options=replace(choices.options, press=choose_press_options(shelf, file)))


def choose_press_options(shelf: Shelf, file: PressFile) -> PressOptions:
    """Return the options of a press file; each limit of the ink has the profile that is nearer to it."""
    separation = shelf.press_profile if file.limit > _BETWEEN else shelf.presses / _LESS
    return PressOptions(file=file, intent=shelf.press_profile, separation=separation)


def choose_inks(press: PressOptions, theme: Theme) -> PressOptions:
    """Return the options with the inks that a theme chooses for its colours."""
    chosen = ((parse_colour(colour)[:3], inks) for colour, inks in theme.list_inks())
    return replace(press, chosen=tuple(chosen))


def make_theme_separator(shelf: Shelf, file: PressFile, theme: Theme) -> Separator:
    """Return the separator that finds the inks of the colours of a theme in a press file."""
    return make_press_separator(choose_press_options(shelf, file), theme)


def make_press_separator(press: PressOptions, theme: Theme) -> Separator:
    """Return the separator for the options of a press file; the theme chooses the inks of its colours."""
    # LittleCMS takes long to import.
    from generator.backends.pdf.press import make_separator

    return make_separator(choose_inks(press, theme))


def make_ink_finder(choices: Choices, theme: Theme) -> FindInks | None:
    """Return a function for the inks of a colour in text of a size, or elsewhere; None without a press."""
    if choices.options.press is None:
        return None
    separator = make_press_separator(choices.options.press, theme)

    def find(colour: Colour, size: float) -> Inks:
        return separator.find_for_words(colour.rgb, size) if size else separator.find(colour.rgb)

    return find


_ROOM = 15.0
"""Width of the edge around a board, in mm, with the line that names it."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game and the fonts of its texts."""

    kit: Kit
    fonts: FontLibrary


@dataclass(frozen=True, slots=True)
class Job:
    """One part in one locale on one paper, which is laid out once and written in every format."""

    game: ReadGame
    part: Part
    locale: str
    paper: Paper
    selection: tuple[str, ...] = ()
    """Entries of the selection, such as `3-10` or `epidemic`; empty: the complete part."""
    words: tuple[str, ...] = ()
    """Words of its file names besides those of the choices for printing."""
    notes: tuple[str, ...] = ()
    """Warnings that are reported with the files."""
    pages: tuple[int, ...] = ()
    """Indexes of the pages of a part without cards and tokens; empty: all."""
    is_changed: bool = False
    """True if the part is reduced to what differs from what was printed."""
    formats: tuple[str, ...] = ()
    """Names of the formats that are for it; empty: all formats of the run."""

    @property
    def stem(self) -> str:
        """Default file name without page number and extension: `sheet-es-a4`."""
        return f"{self.part.id.replace('_', '-')}-{self.locale}-{self.paper.id}"

    def __str__(self) -> str:
        return f"{self.game.kit.slug}/{self.stem}"


@dataclass(frozen=True, slots=True)
class Run:
    """The jobs of one run of `petri make`, with formats and options."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    choices: Choices = DEFAULTS
    plan_again: "Callable[[], Run] | None" = None
    """Plans the run again, in another process."""
    cut_formats: tuple[Format, ...] = ()
    """Formats of cut files."""

    @property
    def is_joined(self) -> bool:
        """True if all parts of a game are one file in a format: a web page."""
        return any(form.is_joined for form in self.formats)


@dataclass(frozen=True, slots=True)
class Reading:
    """The games that could be read, and the problems of the others."""

    games: tuple[ReadGame, ...]
    problems: tuple[Problem, ...]


def read_games(folders: Iterable[Path], shelf: Shelf, **chosen: Any) -> Reading:
    """Read all games; an invalid game does not hide the others.

    `chosen` are the languages, parts, and constants of `read_kit_and_texts`.
    """
    games: list[ReadGame] = []
    problems: list[Problem] = []
    for folder in folders:
        try:
            games.append(ReadGame(*read_cached_game(folder, shelf=shelf, **chosen)))
        except DataError as error:
            problems.extend(error.problems)
    return Reading(tuple(games), tuple(problems))


def choose_jobs(
    games: Sequence[ReadGame],
    papers: Mapping[str, Paper],
    *,
    part_names: Sequence[str] = (ALL,),
    locale_names: Sequence[str] = (ALL,),
    paper_names: Sequence[str] = (ALL,),
) -> tuple[Job, ...]:
    """Return the jobs of a run, game by game.

    `all` selects all parts, all locales, or all papers that a game supports; any other paper can be selected
    by name. Each part must exist in at least one game, and each locale in every game. Pseudo-locales (`qps`)
    and combined locales (`de+it`) are also accepted. Raises UnknownName with all unknown names.
    """
    known_parts = dict.fromkeys(part.id for game in games for part in game.kit.parts)
    titles = {
        wording.sentences.get(part.title, ""): part.id
        for game in games
        for part in game.kit.parts
        for wording in game.kit.wordings.values()
    }
    parts, unknown = _choose(map(spell_part, part_names), known_parts)
    wrong = [describe_unknown("part", name, known_parts, titles) for name in unknown]
    sizes = [spell_paper(name) for name in paper_names]
    wants_all = ALL in sizes
    unlabelled = [id for id, paper in papers.items() if not paper.labels]
    named = dict.fromkeys(size for size in sizes if size in papers)
    wrong += [unknown_paper(papers, size) for size in dict.fromkeys(sizes) if size not in {ALL, *papers}]
    jobs = []
    for game in games:
        wanted = [name.replace("_", "-") for name in locale_names]
        game = add_made_locales(game, [name for name in wanted if name.lower() != ALL])
        kit = game.kit
        locales, unknown = _choose(wanted, kit.wordings)
        wrong += [f"{kit.slug}: {explain_unknown_language(name, kit.wordings)}" for name in unknown]
        made_for = (kit.papers or unlabelled) if wants_all else ()
        jobs += [
            Job(game, part, locale, papers[size])
            for part in kit.parts
            if part.id in parts
            for locale in locales
            for size in dict.fromkeys([*made_for, *named])
        ]
    if wrong:
        raise UnknownName("\n".join(wrong))
    return tuple(jobs)


def choose_pieces(jobs: Sequence[Job], selection: Sequence[str]) -> tuple[Job, ...]:
    """Return the jobs with selected pieces, reduced to these pieces; an empty selection keeps all jobs.

    Raises UnknownName with every entry that is unknown or ambiguous.
    """
    if not selection:
        return tuple(jobs)
    sets = _list_sets(jobs, "--cards")
    check_selection(selection, tuple({(job.game.kit.path, part.id): part for job, part in sets}.values()))
    chosen = [(job, part, list_entries(selection, part)) for job, part in sets]
    return tuple(
        replace(job, part=select_pieces(part, entries), selection=entries)
        for job, part, entries in chosen
        if entries
    )


def join_pieces(jobs: Sequence[Job]) -> tuple[Job, ...]:
    """Merge the jobs of cards and tokens with the same game, locale, paper, and type of backs.

    Other jobs do not change. Raises UnknownName if there are no cards or tokens.
    """
    sets = [job for job, _ in _list_sets(jobs, "--together")]
    rest = [job for job in jobs if not isinstance(job.part, PieceSet)]
    sets.sort(key=_sharing_key)
    joined = [_join([*matching]) for _, matching in groupby(sets, key=_sharing_key)]
    order = {
        (job.game.kit.path, job.locale, job.paper.id): index for index, job in reversed([*enumerate(jobs)])
    }
    return tuple(sorted([*joined, *rest], key=lambda job: order[job.game.kit.path, job.locale, job.paper.id]))


def _list_sets(jobs: Sequence[Job], option: str) -> list[tuple[Job, PieceSet]]:
    """Return the jobs of cards and tokens, which an option needs; raises UnknownName if there are none."""
    if sets := [(job, job.part) for job in jobs if isinstance(job.part, PieceSet)]:
        return sets
    raise UnknownName(f"{option} needs a part with cards or tokens; chosen parts: {list_chosen_parts(jobs)}")


def join_sizes(jobs: Sequence[Job]) -> tuple[Job, ...]:
    """Return a job for each size of cards and tokens, with the decks of all parts that have it."""
    by_size: dict[tuple[str, ...], list[Job]] = {}
    for job, part in [(job, job.part) for job in jobs if isinstance(job.part, PieceSet)]:
        for deck in part.decks:
            size = "{:g}x{:g}mm".format(*sorted((deck.form.width, deck.form.height)))
            key = (str(job.game.kit.path), job.locale, job.paper.id, f"cards_{size}")
            by_size.setdefault(key, []).append(replace(job, part=replace(part, decks=(deck,))))
    return tuple(_merge(same, key[-1]) for key, same in by_size.items())


def choose_filled(jobs: Sequence[Job], choices: Choices) -> tuple[Job, ...]:
    """Return the jobs of parts with something to fill in; boards once, at their own size, on any paper."""
    assert choices.find_takes is not None
    kits = {job.game.kit.path: job.game.kit for job in jobs}
    takes = {path: choices.find_takes(kit) for path, kit in kits.items()}
    chosen = {}
    for job in jobs:
        if may_have_fields(job.part, takes[job.game.kit.path]):
            if isinstance(job.part, Board):
                job = replace(job, paper=_make_paper(job.part))
            chosen[str(job.game.kit.path), job.stem] = job
    return tuple(chosen.values())


def may_have_fields(part: Part, takes: Sequence[Takes]) -> bool:
    """Return True if a part has places to fill in."""
    if any(each.part == part.id for each in takes) or isinstance(part, Sheet):
        return True
    return isinstance(part, Booklet) and any(_has_lines(block) for block in part.blocks)


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)


def list_chosen_parts(jobs: Sequence[Job]) -> str:
    """Return the ids of the parts for error messages, without duplicates."""
    return ", ".join(dict.fromkeys(job.part.id for job in jobs))


def add_made_locales(game: ReadGame, names: Iterable[str]) -> ReadGame:
    """Add the requested made languages to the game, or return the game itself if there are none.

    They are not languages of the kit: `all` does not select them.
    """
    made = {name: wording for name in names if (wording := _make_wording(game.kit, name)) is not None}
    if not made:
        return game
    return replace(game, kit=replace(game.kit, wordings={**game.kit.wordings, **made}))


def _sharing_key(job: Job) -> tuple[str, str, str, str]:
    backs = job.part.backs if isinstance(job.part, PieceSet) else ""
    return (str(job.game.kit.path), job.locale, job.paper.id, backs)


def _join(jobs: Sequence[Job]) -> Job:
    sets = [job.part for job in jobs if isinstance(job.part, PieceSet)]
    if len(sets) == 1:
        return jobs[0]
    backs = sets[0].backs
    matching = [
        part.id for part in jobs[0].game.kit.parts if isinstance(part, PieceSet) and part.backs == backs
    ]
    # If only some of these sets are requested, their ids are part of the file name.
    is_all = any(job.selection or job.is_changed for job in jobs) or len(sets) == len(matching)
    some = [] if is_all else [part.id for part in sets]
    how = [] if backs == "duplex-long" else [backs.replace("-", "_")]
    return _merge(jobs, "_".join(("pieces", *how, *some)))


def _merge(jobs: Sequence[Job], id: str) -> Job:
    """Return one job with the decks of all; a selection names the part of each entry."""
    templates: dict[str, Template] = {}
    sets = [_name_templates(job.part, templates) for job in jobs if isinstance(job.part, PieceSet)]
    part = PieceSet(
        id=id,
        title="pieces.together",
        decks=tuple(deck for each in sets for deck in each.decks),
        templates=templates,
        backs=sets[0].backs,
        has_cards=all(part.has_cards for part in sets),
    )
    entries = dict.fromkeys(f"{job.part.id}:{entry}" for job in jobs for entry in job.selection)
    return replace(jobs[0], selection=tuple(entries), part=part)


def _name_templates(part: PieceSet, known: dict[str, Template]) -> PieceSet:
    """Add the templates of a part to those known; return the part with new ids if others have the same."""
    ids = {
        id: id if known.get(id, template) == template else f"{part.id}.{id}"
        for id, template in part.templates.items()
    }
    known.update({ids[id]: template for id, template in part.templates.items()})
    if all(id == new for id, new in ids.items()):
        return part
    decks = (
        replace(
            deck,
            pieces=tuple(
                replace(piece, front=ids[piece.front], back=ids.get(piece.back, "")) for piece in deck.pieces
            ),
        )
        for deck in part.decks
    )
    return replace(part, decks=tuple(decks))


def _choose(names: Iterable[str], known: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the known names among those requested, in order, and the unknown ones."""
    by_name = {name.lower(): name for name in known}
    wanted = dict.fromkeys(name.lower() for name in names)
    unknown = [name for name in wanted if name not in {ALL, *by_name}]
    if ALL in wanted:
        return list(by_name.values()), unknown
    return [by_name[name] for name in wanted if name in by_name], unknown


def _make_wording(kit: Kit, name: str) -> Wording | None:
    if name.lower() == PSEUDO:
        return make_pseudo_wording(kit.wordings[REFERENCE])
    by_name = {locale.lower(): wording for locale, wording in kit.wordings.items()}
    first, _, second = name.lower().partition(PLUS)
    if first == second or first not in by_name or second not in by_name:
        return None
    return make_bilingual_wording(by_name[first], by_name[second])


def _has_lines(block: AnyBlock) -> bool:
    is_open = isinstance(block, LineTable | LabelledLines) or (isinstance(block, Table) and block.open_places)
    return bool(block.id and is_open)


def _make_paper(board: Board) -> Paper:
    """Return a page that shows a board at its own size."""
    short, long = sorted(side + 2 * _ROOM for side in board.size)
    name = f"{short:g}x{long:g}mm"
    return Paper(name, short, long, HOME_MARGIN, name)


HOME_MARGIN = 6.35
"""A quarter of an inch: no home printer leaves a wider edge white."""
_SHORTEST = 80.0
_LONGEST = 3000.0


def find_papers(
    shelf: Shelf, folders: Sequence[Path], choices: Choices
) -> tuple[Mapping[str, Paper], Mapping[str, Paper]]:
    """Return all paper sizes, and those among them whose margin differs; raises UnknownName."""
    own = [folder / shelf.papers.name for folder in folders if (folder / shelf.papers.name).is_file()]
    papers = add_made_papers(read_cached_papers(shelf, own), choices.papers)
    resized = _resize_margins(papers, choices)
    papers, cutter = {**papers, **resized}, choices.printing.cutter
    if cutter and cutter.area:
        # The picture on the paper is without a margin, and at most this large.
        short, long = cutter.area
        papers = {
            id: replace(paper, width=min(paper.width, short), height=min(paper.height, long), margin=0.0)
            for id, paper in papers.items()
        }
    return papers, resized


def find_paper(papers: Mapping[str, Paper], name: str) -> Paper:
    """Return the paper of this name or size; raises UnknownName for any other."""
    known = add_made_papers(papers, [name])
    if spell_paper(name) not in known:
        error = UnknownName(unknown_paper(papers, name))
        raise error.saying("command.unknown", name=name, known=(*papers, "330x483mm"))
    return known[spell_paper(name)]


def add_made_papers(papers: Mapping[str, Paper], names: Iterable[str]) -> Mapping[str, Paper]:
    """Add papers whose names are sizes: `330x483mm`, `13 x 19 in`, `a2`.

    `all` does not select them. Raises UnknownName for an impossible size.
    """
    typed = map(spell_paper, names)
    sizes = (name for name in typed if name in SIZES or (name[:1].isdigit() and "x" in name))
    return {**papers, **{name: _make_sized_paper(name) for name in sizes if name not in papers}}


def _resize_margins(papers: Mapping[str, Paper], choices: Choices) -> Mapping[str, Paper]:
    """Return the papers whose margin differs, as chosen or as the printer needs it; labels need none."""
    margin, is_chosen = choices.margin, choices.margin is not None
    if choices.printer and not (is_chosen or choices.destination or choices.printing.cutter):
        margin = choices.printer.margin
    return {
        id: replace(paper, margin=margin)
        for id, paper in papers.items()
        if margin is not None and paper.margin != margin and (is_chosen or not paper.labels)
    }


def unknown_paper(papers: Iterable[str], name: str) -> str:
    """Return the message for an unknown paper, which explains how to give another size."""
    return f"{describe_unknown('paper', name, papers)}, or the sides of any other, such as 330x483mm"


def spell_paper(name: str) -> str:
    """Normalize the name of a paper for file names: `13 x 19 in` becomes `13x19in`."""
    return "".join(name.lower().replace("×", "x").split())


def _make_sized_paper(name: str) -> Paper:
    try:
        short, long = sorted(parse_size(name))
    except ValueError as error:
        unknown = UnknownName(f"unknown paper {name!r}: {error}")
        raise unknown.saying("command.paper", text=name) from error
    if not _SHORTEST <= short <= long <= _LONGEST:
        raise UnknownName(f"invalid paper {name!r}: each side must be {_SHORTEST:g} to {_LONGEST:g} mm")
    return Paper(name.upper() if name in SIZES else name, short, long, HOME_MARGIN, name)


def format_title(job: Job, key: str) -> str:
    """Return a title in the language of a job, in one line and without marks."""
    wording = job.game.kit.wordings[job.locale]
    text = wording.format(key) if key in wording else wording.translate(key)
    return " ".join(make_plain_text(text).split())
