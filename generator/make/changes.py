"""Compares printed matter by hashes of what each side shows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from generator.errors import GeneratorError, PartErrors
from generator.layout.document import count_sheets
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.press import Press
from generator.make.jobs.files import Presses, check_fit, lay_out_whole, name_choices
from generator.make.jobs.jobs import DEFAULTS, Choices, Job, Run, join_pieces
from generator.make.jobs.typed import ALL
from generator.make.printed import CardState, PartState, PrintRecord, Record, find_state, read_state
from generator.make.runs import plan_run
from generator.model.kit import Booklet, PieceSet, select_pieces
from generator.model.values import dataclass, field, replace
from generator.read.files.shelf import Shelf
from generator.scene.digest import Digester
from generator.scene.shapes import Group, Page

_MARGIN = "margin"
"""Name of the group with the margin line, which names the sheet and is not part of what it shows."""


def make_record_key(job: Job, choices: Choices) -> str:
    """Return the key of the record of a job: its language, other constants, and its destination."""
    goes_to = choices.destination
    return " ".join((job.locale, *sorted(choices.settings), *([goes_to.id] if goes_to else [])))


class Hasher:
    """Lays out parts, and makes the hashes of what their cards and pages show."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._digester = Digester()
        # Ink, printers, and destinations do not change what is on a card.
        self._plain = replace(choices, ink=DEFAULTS.ink, destination=None, printer=None)
        self.presses = Presses(self._plain)
        self._known: dict[tuple[Path, str, str], Mapping[str, CardState]] = {}
        """Hashes of cards, which do not depend on the paper."""

    def hash_part(self, job: Job) -> PartState:
        """Return the state of a part as it would be printed now; raises PartErrors if it does not fit."""
        if isinstance(job.part, PieceSet):
            return PartState(cards=self._find_cards(job, job.part))
        pages = lay_out_whole(job, self._plain, self.presses).pages
        hashes = tuple(map(self._hash_page, pages))
        return PartState(pages={name_pages(job, self._choices): hashes})

    def _find_cards(self, job: Job, part: PieceSet) -> Mapping[str, CardState]:
        key = (job.game.kit.path, job.locale, part.id)
        if key not in self._known:
            press = self.presses.find(job)
            try:
                self._known[key] = self._hash_cards(press, part)
            except GeneratorError as error:
                raise PartErrors([(str(job), error)]) from error
            check_fit(job, press.findings.take())
        return self._known[key]

    def _hash_cards(self, press: Press, part: PieceSet) -> Mapping[str, CardState]:
        counts: Counter[str] = Counter()
        for piece in part.pieces:
            counts[piece.id] += piece.count
        fronts: dict[str, list[str]] = {id: [] for id in counts}
        backs: dict[str, list[str]] = {id: [] for id in counts}
        for one in dict.fromkeys(lay_out_pieces(press, part)):
            form = one.form
            lengths = map(float, (form.width, form.height, form.corner, form.depth))
            head = (form.outline, form.path, *lengths)
            fronts[one.id].append(self._digester.digest(one.front, *head))
            if one.draw_back:
                backs[one.id].append(self._digester.digest(one.back, *head))
        return {id: (count, "+".join(fronts[id]), "+".join(backs[id])) for id, count in counts.items()}

    def _hash_page(self, page: Page) -> str:
        size = page.width, page.height
        shown = (one for one in page.shapes if not (isinstance(one, Group) and one.name == _MARGIN))
        return self._digester.digest(tuple(shown), *size, seen=(0.0, 0.0, *size))


def name_pages(job: Job, choices: Choices) -> str:
    """Return the name under which the pages of a document are kept: its paper, and other choices."""
    return "-".join((job.paper.id, *name_choices(job.part, replace(choices, printer=None))))


@dataclass(frozen=True, slots=True)
class CardChanges:
    """Differences between cards and those that were printed."""

    changed: tuple[str, ...]
    """Ids of cards that look different."""
    new: tuple[str, ...]
    more: Mapping[str, int]
    """Ids of cards that look the same, with the number of additional copies."""
    removed: Mapping[str, int]
    """Ids of cards to take out, with the number of copies."""
    has_new_backs: bool
    """True if all cards have another back, and nothing else has changed."""
    count: int
    """Number of all cards without copies."""

    @property
    def needed(self) -> Mapping[str, int]:
        """Ids of the cards to print, with the number of copies; 0: all of them."""
        return {**dict.fromkeys((*self.changed, *self.new), 0), **self.more}


@dataclass(frozen=True, slots=True)
class PageChanges:
    """Differences between the pages of a document and those that were printed."""

    pages: tuple[int, ...]
    """Indexes of the pages to print."""
    count: int
    removed: int = 0
    """Number of pages at the end to take out."""


def compare_cards(now: Mapping[str, CardState], before: Mapping[str, CardState]) -> CardChanges:
    """Return how cards differ from those that were printed."""
    both = [id for id in now if id in before]
    changed = [id for id in both if now[id][1:] != before[id][1:]]
    same = [id for id in both if now[id][1:] == before[id][1:]]
    gone = {id: one[0] for id, one in before.items() if id not in now}
    return CardChanges(
        changed=tuple(changed),
        new=tuple(id for id in now if id not in before),
        more={id: now[id][0] - before[id][0] for id in same if now[id][0] > before[id][0]},
        removed={**gone, **{id: before[id][0] - now[id][0] for id in both if now[id][0] < before[id][0]}},
        has_new_backs=bool(changed) and not same and all(now[id][1] == before[id][1] for id in changed),
        count=len(now),
    )


def compare_pages(now: Sequence[str], before: Sequence[str], *, by_sheet: bool) -> PageChanges:
    """Return which pages differ from the printed ones; `by_sheet` adds the other side of their sheet."""
    other = [index for index, page in enumerate(now) if tuple(before[index : index + 1]) != (page,)]
    if by_sheet:
        sheets = {index // 2 for index in other}
        other = [index for index in range(len(now)) if index // 2 in sheets]
    return PageChanges(tuple(other), len(now), max(len(before) - len(now), 0))


@dataclass(frozen=True, slots=True)
class LookChanges:
    """How a part looks in two versions of a game; `before` is None if it is new, `after` if it is gone."""

    part: str
    locale: str
    before: Job | None
    after: Job | None
    cards: CardChanges | None = None
    pages: PageChanges | None = None


def compare_looks(before: Sequence[Job], after: Sequence[Job]) -> Iterator[LookChanges]:
    """Yield the parts that look different in two versions; raises PartErrors for one that does not fit."""
    hashers = Hasher(DEFAULTS), Hasher(DEFAULTS)
    old = {(job.part.id, job.locale): job for job in before}
    for job in after:
        key = job.part.id, job.locale
        former = old.pop(key, None)
        states = (former and hashers[0].hash_part(former)) or PartState(), hashers[1].hash_part(job)
        if isinstance(job.part, PieceSet):
            cards = compare_cards(states[1].cards, states[0].cards)
            if cards.needed or cards.removed:
                yield LookChanges(*key, former, job, cards=cards)
            continue
        known, now = ([page for pages in one.pages.values() for page in pages] for one in states)
        pages = compare_pages(now, known, by_sheet=False)
        if pages.pages or pages.removed:
            yield LookChanges(*key, former, job, pages=pages)
    yield from (LookChanges(*key, job, None) for key, job in old.items())


@dataclass(frozen=True, slots=True)
class Kept:
    """The part of a job to print again: cards with copies (0: all), pages, or everything."""

    cards: tuple[tuple[str, int], ...] = ()
    pages: tuple[int, ...] = ()
    is_all: bool = False
    """True if it was never printed."""


@dataclass(frozen=True, slots=True)
class GameChanges:
    """Differences of a game in one language, for one destination, from what was printed."""

    name: str
    """Name for people: `pandemic (en)`."""
    on: str
    """Date on which it was printed; empty if it was never recorded."""
    cards: Mapping[str, CardChanges] = field(default_factory=dict)
    """Changes by the id of the part."""
    pages: Mapping[str, PageChanges] = field(default_factory=dict)
    """Changes by the id of the part and the paper: `rules on A4`."""
    removed: tuple[str, ...] = ()
    """Ids of parts that the game does not have any more."""
    note: str = ""
    """Why it is not known what was printed."""


@dataclass(frozen=True, slots=True)
class PrintChanges:
    """The changes of a run in games that were printed before."""

    run: Run
    games: tuple[GameChanges, ...]
    sheets: tuple[int, int]
    """Numbers of sheets of paper for cards: in this run, and of everything."""


def find_changes(choices: Choices, shelf: Shelf) -> PrintChanges:
    """Return the run of what differs from what was printed; raises GeneratorError."""
    choices = replace(choices, together=False)
    whole = plan_run(choices, shelf)
    hasher, files = Hasher(whole.choices), _PrintRecords(shelf)
    kept: list[Kept] = []
    games: dict[tuple[Path, str], GameChanges] = {}
    for job in whole.jobs:
        kit, key = job.game.kit, make_record_key(job, choices)
        file = files.find(job)
        record = file.games.get(kit.id, {}).get(key)
        game = games.get((kit.path, key)) or _make_game_changes(job, key, file, record, choices)
        games[kit.path, key] = game
        if record is None:
            kept.append(Kept(is_all=True))
            continue
        now, printed = hasher.hash_part(job), record.parts.get(job.part.id, PartState())
        if isinstance(job.part, PieceSet):
            is_part = bool(job.selection)
            before = {id: one for id, one in printed.cards.items() if not is_part or id in now.cards}
            cards = compare_cards(now.cards, before)
            kept.append(Kept(cards=tuple(cards.needed.items())))
            games[kit.path, key] = replace(game, cards={**game.cards, job.part.id: cards})
        else:
            name, by_sheet = name_pages(job, whole.choices), isinstance(job.part, Booklet)
            pages = compare_pages(now.pages[name], printed.pages.get(name, ()), by_sheet=by_sheet)
            kept.append(Kept(pages=pages.pages))
            name = f"{job.part.id} on {job.paper.name}"
            games[kit.path, key] = replace(game, pages={**game.pages, name: pages})
    run = keep_parts(whole, kept)
    sheets = count_paper(run.jobs, hasher, whole.choices), count_paper(whole.jobs, hasher, whole.choices)
    again = partial(_plan_again, choices, shelf, tuple(kept))
    return PrintChanges(replace(run, plan_again=again), tuple(games.values()), sheets)


class _PrintRecords:
    """Files with what was printed, each of which is read once."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.known: dict[Path, PrintRecord] = {}

    def find(self, job: Job) -> PrintRecord:
        kit = job.game.kit
        path = find_state(self._shelf, kit.path, kit.slug)
        if path not in self.known:
            self.known[path] = read_state(path)
        return self.known[path]


def _make_game_changes(
    job: Job, key: str, file: PrintRecord, record: Record | None, choices: Choices
) -> GameChanges:
    kit = job.game.kit
    note = "" if file.is_known else f"{file.path} is of another version"
    gone: Iterable[str] = ()
    if record and ALL in choices.parts:
        gone = record.parts.keys() - {part.id for part in kit.parts}
    on = record.on if record else ""
    return GameChanges(f"{kit.slug} ({key})", on, removed=tuple(sorted(gone)), note=note)


def _plan_again(choices: Choices, shelf: Shelf, kept: Sequence[Kept]) -> Run:
    return keep_parts(plan_run(choices, shelf), kept)


def keep_parts(run: Run, kept: Sequence[Kept]) -> Run:
    """Return a run with what is kept of each job; cards of all decks share sheets.

    Nothing changes for a job that is kept completely.
    """
    jobs, pieces = [], []
    for job, what in zip(run.jobs, kept, strict=True):
        if what.is_all:
            jobs.append(job)
        elif what.pages:
            jobs.append(replace(job, pages=what.pages, is_changed=True))
        elif what.cards and isinstance(job.part, PieceSet):
            pieces.append(replace(job, part=_keep_cards(job.part, dict(what.cards)), is_changed=True))
    if pieces and run.choices.destination is None:
        pieces = [*join_pieces(pieces)]
    return replace(run, jobs=(*jobs, *pieces))


def _keep_cards(part: PieceSet, copies: Mapping[str, int]) -> PieceSet:
    left = select_pieces(part, tuple(copies))
    decks = (
        replace(deck, pieces=tuple(replace(one, count=copies[one.id] or one.count) for one in deck.pieces))
        for deck in left.decks
    )
    return replace(left, decks=tuple(decks))


def count_paper(jobs: Iterable[Job], hasher: Hasher, choices: Choices) -> int:
    """Return the number of sheets of paper for the cards and tokens of jobs; 0 for pictures."""
    if choices.destination:
        return 0
    return sum(
        count_sheets(
            hasher.presses.find(job),
            job.part,
            paper=job.paper,
            printing=choices.printing,
            printer=choices.printer,
        )
        for job in jobs
        if isinstance(job.part, PieceSet)
    )


def record_run(choices: Choices, shelf: Shelf, *, on: str) -> Iterator[tuple[PrintRecord, Job, PartState]]:
    """Yield for each job its updated file of what was printed, the job, and its state.

    The file is not written.

    A selection of cards is added to what is known; otherwise, the new state replaces
    the old one. Raises GeneratorError.
    """
    run = plan_run(replace(choices, together=False), shelf)
    hasher, files = Hasher(run.choices), _PrintRecords(shelf)
    for job in run.jobs:
        kit, file = job.game.kit, files.find(job)
        key, id = make_record_key(job, choices), job.part.id
        records = {**file.games.get(kit.id, {})}
        old = records[key].parts if key in records else {}
        now, known = hasher.hash_part(job), old.get(id, PartState())
        cards = {**known.cards, **now.cards} if job.selection else now.cards
        joined = PartState(cards, {**known.pages, **now.pages})
        records[key] = Record(on, {**old, id: joined})
        files.known[file.path] = PrintRecord(file.path, {**file.games, kit.id: records})
        yield files.known[file.path], job, now
