"""Whether the texts of a game, its kit, and its referee agree; `petri check` reports where they do not."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from generator.errors import GeneratorError, Problem, suggest
from generator.model.elements.areas import GridArea, MapArea
from generator.model.elements.blocks import BoardFigure, Figure, MapFigure, SectionFigure, Table, walk_blocks
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Board, Booklet, Kit, Sheet, list_told
from generator.model.language.kinds import ANY_NUMBER
from generator.model.played import Laid, LaidPart, PenMark, Position, TokenMark
from generator.model.texts.message import FORMS, parse_message, spell_number
from generator.model.texts.rich_text import without_soft_hyphens
from generator.model.values import dataclass
from generator.play.paper import Referee
from generator.play.walks.walkthrough import list_keys, replay_file
from generator.read.declared.reader import Findings, list_names
from generator.read.files.shelf import KIT_FILE, REFERENCE, list_locales
from generator.read.files.text_files import read_text
from generator.read.files.yaml import parse_yaml, path_of, read_yaml
from generator.read.kits.origins import list_uses
from generator.read.kits.shared import open_game
from generator.read.scores import read_score_file
from generator.read.wordings.wordings import WordingFolder
from generator.rules.core import RulesError, Sentence
from generator.rules.game import AnyGame, find_game, find_origin, read_line


def list_disagreements(kit: Kit, texts: WordingFolder, locales: Collection[str]) -> Iterator[Problem]:
    """Yield the problems of a game whose files can be read, and of its texts in some languages."""
    yield from _NumberCheck(kit, texts, _list_free(kit, texts), locales).list_problems()
    yield from _list_unnamed_cells(kit, texts)
    yield from _list_untold_rules(kit, texts)
    yield from _list_changed_rules(kit, texts)
    if find_origin(kit.folder, kit.id) == "built-in":
        yield from _ask_referee(kit)


def _ask_referee(kit: Kit) -> Iterator[Problem]:
    try:
        game = find_game(kit)
    except GeneratorError as error:
        # A kit may have the id of a game, but not its parts.
        yield from [_open_kit(kit).describe(("id",), f"{error} (number-differs)")] if kit.strict else []
        return
    yield from list_referee_problems(kit, game)


def list_referee_problems(kit: Kit, game: AnyGame) -> Iterator[Problem]:
    """Yield the problems of a game with its rules: other numbers, and wrong examples."""
    yield from _list_other_numbers(kit, game)
    yield from _list_wrong_examples(kit, game)


def _list_other_numbers(kit: Kit, game: AnyGame) -> Iterator[Problem]:
    """Yield a problem for each number of kit.yaml that the rules have with another value."""
    differing = [name for name, number in game.numbers.items() if kit.numbers.get(name, number) != number]
    findings = _open_kit(kit)
    for name in differing:
        message = f"is {kit.numbers[name]}, but the rules have {game.numbers[name]} (number-differs)"
        yield findings.describe(("numbers", name), message, "change the wrong one")


_HASH_DIGITS = 12
_PAIR = 2
_LEAST_TELLING = 7
"""Least number that is surely meant if a text has it: smaller ones count many things."""


class _NumberCheck(NamedTuple):
    """Finds numbers in texts that have no name."""

    kit: Kit
    texts: WordingFolder
    free: Mapping[str, Collection[int]]
    """Numbers that texts may have without a name, by key."""
    locales: Collection[str]

    def list_problems(self) -> Iterator[Problem]:
        for locale in self.locales:
            for key, text, findings in self._list_texts(locale):
                literals = [one for one in list_literals(text, locale) if one.number > 1]
                if self.kit.strict or self.kit.numbers:
                    yield from self._list_unnamed(locale, key, text, literals, findings)
                elif locale != REFERENCE and not self.kit.wordings[locale].is_draft:
                    yield from self._compare_digits(locale, key, literals, findings)
        yield from self._list_gone()

    def _list_texts(self, locale: str) -> Iterator[tuple[str, str, Findings]]:
        """Yield the key, the text, and the findings of its file for each own text of a language."""
        file, findings = self.texts.read_as_it_is(locale)
        findings = Findings(file.source)
        yield from ((key, text, findings) for key, text in file.sentences.items())
        if locale == REFERENCE:
            yield from ((key, text, findings) for key, text in self.texts.direct.items())

    def _is_free(self, key: str, number: int) -> bool:
        free = self.free.get(key, ())
        return number in free or ANY_NUMBER in free

    def _list_unnamed(
        self, locale: str, key: str, text: str, literals: Collection["Literal"], findings: Findings
    ) -> Iterator[Problem]:
        if not re.search(r"[^\W\d_]", text):
            # A text that is nothing but a number is a label.
            return
        # A translation has words for names that it lacks; and other languages say `the two` for `both`.
        there = parse_message(text).names
        meant = {name: number for name, number in self._list_values(key).items() if name not in there}
        meant = meant or {"": _PAIR}
        for one in literals:
            names = [name for name, number in self.kit.numbers.items() if number == one.number]
            is_said = locale != REFERENCE and one.is_word and one.number in meant.values()
            if is_said or self._is_free(key, one.number):
                continue
            if not self.kit.strict and (not names or one.number < _LEAST_TELLING or one.is_word):
                continue
            hint = (
                f"write `{{{names[0]}{', spellout' * one.is_word}}}`"
                if names
                else "give it a name in `numbers`"
            )
            hint += f", or `free: {{{key}: {one.number}}}` in {KIT_FILE}"
            message = f"the number {one.number} has no name in `{key}` (number-without-name)"
            yield self._describe(findings, key, text, one.position, message, hint)

    def _list_values(self, key: str) -> Mapping[str, int]:
        """Return the numbers that the English text has with names; a translation may have words for them."""
        names = parse_message(self.texts.texts.get(key, "")).names
        return {name: self.kit.numbers[name] for name in names if name in self.kit.numbers}

    def _compare_digits(
        self, locale: str, key: str, literals: Collection["Literal"], findings: Findings
    ) -> Iterator[Problem]:
        """Yield a problem for digits that English does not have; words and missing numbers differ freely."""
        english = self.texts.texts.get(key)
        if english is None or self._is_free(key, ANY_NUMBER):
            return
        known = {one.number for one in list_literals(english, REFERENCE)}
        known.update(self._list_values(key).values())
        for one in literals:
            if not one.is_word and one.number not in known and not self._is_free(key, one.number):
                message = f"English has no number {one.number} in `{key}` (digits-differ)"
                hint = f"compare them, or write `free: {{{key}: {one.number}}}` in {KIT_FILE}"
                yield self._describe(findings, key, "", one.position, message, hint)

    def _describe(
        self, findings: Findings, key: str, text: str, position: int, message: str, hint: str
    ) -> Problem:
        if key in self.texts.direct:
            for part in self.kit.parts:
                for use in list_uses(self.kit, part.id, text):
                    return Problem(use.file, use.line, use.column, "", message, hint)
        found = Findings(findings.source)
        found.add_at(path_of(key), position, message, hint)
        return found.problems[0]

    def _list_gone(self) -> Iterator[Problem]:
        """Yield a problem for each number of kit.yaml that no text has, if all languages were read."""
        if not self.kit.wordings.keys() >= {*list_locales(self.kit.folder), *self.texts.in_columns}:
            return
        findings = _open_kit(self.kit)
        for name, numbers in self.kit.free.items():
            for number in numbers:
                if not any(number in (one, ANY_NUMBER) for one in self._find_numbers(name)):
                    shown = "number" if number == ANY_NUMBER else f"number {number}"
                    message = f"no text of `{name}` has the {shown} (number-free-but-gone)"
                    yield findings.describe(("free", name), message, "remove it")

    def _find_numbers(self, name: str) -> Iterator[int]:
        """Yield the numbers in the texts of a key or a group, language by language."""
        for locale in self.kit.wordings:
            for key, text, _ in self._list_texts(locale):
                if _is_in(key, name):
                    yield from (one.number for one in list_literals(text, locale))


def _open_kit(kit: Kit) -> Findings:
    return open_game(kit.path).findings


def _list_free(kit: Kit, texts: WordingFolder) -> Mapping[str, Collection[int]]:
    """Return the numbers that texts may have without a name: of kit.yaml, of blocks, and any in captions.

    A caption for which kit.yaml has numbers may have no others.
    """
    free: dict[str, set[int]] = {}
    for name, numbers in kit.free.items():
        for key in (key for key in texts.texts if _is_in(key, name)):
            free.setdefault(key, set()).update(numbers)
    listed, keys = {*free}, {text: key for key, text in texts.direct.items()}
    for block in (block for part in kit.parts_of(Booklet).values() for block in walk_blocks(part.blocks)):
        # Elements of drawings have texts of their own.
        given = (ANY_NUMBER,) if isinstance(block, Figure) else getattr(block, "free", ())
        for _, text, kind in list_names(block) if given else ():
            if kind in ("text", "title") and not (isinstance(block, Figure) and text in listed):
                free.setdefault(keys.get(text, text), set()).update(given)
    return free


def _is_in(key: str, name: str) -> bool:
    """Return True for a key, and for all keys of a group."""
    return key == name or key.startswith(f"{name}.")


def _list_unnamed_cells(kit: Kit, texts: WordingFolder) -> Iterator[Problem]:
    """Yield a problem for each number in a cell of a table that has no name, in booklets of strict games.

    Tables with `scored` are left out: the referee computes them.
    """
    booklets = kit.parts_of(Booklet).values() if kit.strict else ()
    tables = ((part, block) for part in booklets for block in walk_blocks(part.blocks))
    for part, table in ((part, block) for part, block in tables if isinstance(block, Table)):
        for cell in (cell for row in table.draw if not table.scored for cell in row.draw):
            free = (*table.free, *cell.free)
            if cell.text in texts.texts or ANY_NUMBER in free:
                continue
            for one in list_literals(cell.text, REFERENCE):
                uses = [*list_uses(kit, part.id, cell.text)] if one.number not in free else []
                for use in uses[:1]:
                    message = f"the number {one.number} in the table has no name (number-without-name)"
                    hint = "write `{name}`, or `{text: ..., free: ...}`"
                    yield Problem(use.file, use.line, use.column, "", message, hint)


def _list_untold_rules(kit: Kit, texts: WordingFolder) -> Iterator[Problem]:
    """Yield a problem for each rule that no block tells, and for each place of a rule that does not exist.

    Only of games of which at least one block tells a rule, and of strict ones.
    """
    prefix = f"rule.{kit.id}."
    english = Findings(texts.file.source)
    rules = [key.removeprefix(prefix) for key in texts.file.sentences if key.startswith(prefix)]
    told = {rule: part.id for part in kit.parts_of(Booklet).values() for rule in list_told(part)}
    for rule in (rule for rule in told if rule not in rules):
        for use in list_uses(kit, told[rule], rule):
            hint = suggest(rule, rules) or f"there is no text `{prefix}{rule}`"
            yield Problem(use.file, use.line, use.column, "", f"unknown rule `{rule}` (rule-unknown)", hint)
    for rule in (rule for rule in rules if rule not in told) if told or kit.strict else ():
        message = f"no block tells the rule `{rule}` (rule-untold)"
        hint = f"write `tells: {rule}` at a block, or list it in `told_elsewhere` of a booklet"
        yield english.describe(path_of(f"{prefix}{rule}"), message, hint)


def name_rule_reviews(texts: WordingFolder) -> Path:
    """Return the file that keeps which sentence of each rule was compared with which paragraphs."""
    return texts.folder / "rules.txt"


def hash_rules(kit: Kit, texts: WordingFolder) -> Mapping[str, tuple[str, str]]:
    """Return the hashes of the sentence of each told rule, and of the texts of the blocks that tell it."""
    told: dict[str, list[str]] = {}
    for block in (block for part in kit.parts_of(Booklet).values() for block in walk_blocks(part.blocks)):
        for rule in getattr(block, "tells", ()):
            shown = (key for _, key, kind in list_names(block) if kind in ("text", "title", "words"))
            told.setdefault(rule, []).extend(texts.texts.get(key, key) for key in shown)
    sentences = {rule: texts.texts.get(f"rule.{kit.id}.{rule}") for rule in told}
    return {rule: (_hash(said), _hash(*told[rule])) for rule, said in sentences.items() if said}


def read_rule_reviews(texts: WordingFolder) -> Mapping[str, tuple[str, str]]:
    """Return the hashes of the rules that were compared; lines that are none are left out."""
    path = name_rule_reviews(texts)
    lines = read_text(path)[1].splitlines() if path.exists() else ()
    return {words[0]: (words[1], words[2]) for words in map(str.split, lines) if len(words) == 3}


def format_rule_reviews(hashes: Mapping[str, tuple[str, str]]) -> str:
    """Return the text of the file."""
    head = "# The sentence of each rule and the paragraphs that tell it, when last compared, as hashes."
    return "\n".join([head, *(f"{rule} {said} {told}" for rule, (said, told) in hashes.items())]) + "\n"


def _hash(*texts: str) -> str:
    words = "".join(re.sub(r"\W+", "", text.casefold()) for text in texts)
    return sha256(words.encode()).hexdigest()[:_HASH_DIGITS]


def _list_changed_rules(kit: Kit, texts: WordingFolder) -> Iterator[Problem]:
    """Yield a problem for each rule whose sentence or paragraph is not what was compared with the other.

    Only of games with a file of such reviews, and of strict ones.
    """
    if not (kit.strict or name_rule_reviews(texts).exists()):
        return
    known, findings = read_rule_reviews(texts), Findings(texts.file.source)
    for rule, (said, told) in hash_rules(kit, texts).items():
        before = known.get(rule, ("", ""))
        if before == (said, told):
            continue
        what = "the paragraph that tells it" if before[0] == said else "its sentence"
        what = f"{what} has changed" if any(before) else "it was never compared with the book"
        message = f"rule `{rule}`: {what} (rule-changed)"
        hint = f"read both, then run petri locale accept {kit.slug} en {rule}"
        yield findings.describe(path_of(f"rule.{kit.id}.{rule}"), message, hint)


class Literal(NamedTuple):
    """A number in a text that has no name."""

    number: int
    position: int
    is_word: bool


_DIGITS = re.compile(
    r"(?<![A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f_\d])\d+(?:[.,\u00a0\u202f\u066b\u066c]\d+)*"
)
"""Digits, but not those of places (`e5`) and papers (`A4`)."""
_GROUPED = re.compile(r"\d{1,3}(?:[.,\u00a0\u202f\u066c]\d{3})+|\d+")
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u00ad-](?=[^\W\d_]))*")
_SPELLED = (*range(2, 21), *range(30, 101, 10))
"""Numbers that are found as words; `one` is most often no number."""
_COUNTED = range(4, 21)
"""Numbers that are found as ordinals: `third` is most often the third of three."""
_FIRST_OTHER = "\u0370"
"""First letter that is not Latin; numbers in other scripts are joined to words, or change with them."""
_OTHER_WORDS: Mapping[str, tuple[str, ...]] = {"it": ("sei",)}
"""Words for numbers that mean something else more often: Italian `sei` is `you are`."""


def list_literals(text: str, locale: str) -> Iterator[Literal]:
    """Yield the whole numbers in a text, in digits or words, from left to right."""
    known, found = _list_words(locale), list[Literal]()
    for part in parse_message(text).words():
        for match in _DIGITS.finditer(part.text):
            if _GROUPED.fullmatch(match[0]):
                number = int(re.sub(r"\D", "", match[0]))
                found.append(Literal(number, part.position + match.start(), is_word=False))
        for match in _WORD.finditer(part.text) if known else ():
            if number := known.get(without_soft_hyphens(match[0]).lower(), 0):
                found.append(Literal(number, part.position + match.start(), is_word=True))
    yield from sorted(found, key=lambda one: one.position)


@lru_cache(maxsize=64)
def _list_words(locale: str) -> Mapping[str, int]:
    """Return numbers by their words in any form; none for a language that does not part words by spaces."""
    kinds = [(number, False) for number in _SPELLED] + [(number, True) for number in _COUNTED]
    words = {
        without_soft_hyphens(spell_number(number, locale, form, is_ordinal=is_ordinal)).lower(): number
        for number, is_ordinal in kinds
        for form in ("", *FORMS)
    }
    others = _OTHER_WORDS.get(locale.split("-")[0], ())
    return {word: number for word, number in words.items() if word[0] < _FIRST_OTHER and word not in others}


_Pieces = Counter[tuple[str, str]]
"""Number of pieces by place and id."""


def _list_wrong_examples(kit: Kit, game: AnyGame) -> Iterator[Problem]:
    """Yield the problems of all examples, each at its block."""
    for booklet in kit.parts_of(Booklet).values():
        yield from _ExampleCheck(kit, game, booklet).list_problems()


class _Differs(Exception):
    """Answer of the referee, which differs."""


class _Refused(Exception):
    """Answer of the referee to a move that nobody may make."""


@dataclass
class _ExampleCheck:
    """Checks the examples of one booklet in their order."""

    kit: Kit
    game: AnyGame
    booklet: Booklet
    last: _Pieces | None = None
    """The pieces to which the moves of the last figure lead."""

    def list_problems(self) -> Iterator[Problem]:
        for block in walk_blocks(self.booklet.blocks):
            code, message = "", ""
            try:
                if isinstance(block, BoardFigure | MapFigure):
                    self._check_figure(block)
                elif isinstance(block, SectionFigure) and block.after is not None:
                    self._check_section(block, block.after)
                elif isinstance(block, Table) and block.scored:
                    self._check_scores(block)
            except _Differs as differs:
                code, message = "example-differs", str(differs)
            except _Refused as refused:
                code, message = "example-refused", str(refused)
            except GeneratorError as error:
                code = "example-refused"
                message = "; ".join(notice.text for notice in error.list_notices())
            if code:
                yield self._describe(block, f"{message} ({code})")

    def _describe(self, block: Figure | Table, message: str) -> Problem:
        use = next(
            list_uses(self.kit, self.booklet.id, block.caption or str(getattr(block, "scored", ""))), None
        )
        file = str(self.kit.folder / self.kit.uses[self.booklet.id].file)
        place = (use.file, use.line, use.column) if use else (file, 0, 0)
        return Problem(*place, "", message, "compare the example with the rules, and change the wrong one")

    def _check_scores(self, table: Table) -> None:
        report = Referee(self.kit).score(Referee(self.kit).list_rounds([table.scored or ""]))
        totals = [row for row in table.rows if row.total]
        shown = [_read_number(cell.text) for row in totals[-1:] for cell in row.draw[1:]]
        scores = [score.total for score in report.scores.values()]
        for fault in report.faults:
            raise _Differs(fault.sentence.format(self.kit.wordings["en"]))
        if shown != scores:
            raise _Differs(f"the scores are {', '.join(map(str, scores))}, not {', '.join(map(str, shown))}")

    def _check_figure(self, figure: BoardFigure | MapFigure) -> None:
        area, shown = self._find_places(figure)
        self._check_caption(figure, area, shown)
        if not figure.is_example:
            return
        there = _list_pieces(figure)
        if figure.ends:
            self._check_end(area, there, figure.ends[0])
            return
        moved = Counter((place, piece) for piece, places in figure.outcome.items() for place in places)
        changed = {place for place, _ in moved}
        if changed.intersection(figure.ringed) and changed != set(figure.ringed):
            raise _Differs("the rings are not around the places of the outcome")
        # A figure may show the position before its moves or after them.
        before = there - moved if moved <= there and figure.after is None else there
        if figure.follows:
            expected = self.last or Counter()
            _compare(there, _keep(expected, shown))
        state = self._find_state(figure, area, before)
        first = state
        for move in figure.moves:
            state = self._play(state, move)
        after = _keep(self._list_laid(state, area), shown)
        if figure.after is not None:
            _compare(there, after)
        if figure.moves and figure.outcome:
            start = _keep(self._list_laid(first, area), shown)
            _compare(moved, _keep(after - start, shown, figure.outcome))
        self.last = after
        if figure.choices:
            self._check_choices(state, area, shown, figure.choices)

    def _check_section(self, figure: SectionFigure, after: int) -> None:
        """Check the entries of a section of a sheet, before or after the moves of the figure."""
        first = state = self._find_line(after)
        for move in figure.moves:
            state = self._play(state, move)
        shown = self._list_shown(figure)
        start, end = (
            {id: one[id] for id in shown if id in one}
            for one in (self._list_written(figure, first), self._list_written(figure, state))
        )
        written = {place: entry for entry, places in figure.outcome.items() for place in places}
        there = {id: entry for id, entry in figure.entries.items() if entry not in _REMARKS}
        has_moved = written.items() <= there.items()
        _compare_entries(there, end if has_moved else start)
        changed = {id: entry for id, entry in end.items() if start.get(id) != entry}
        if figure.moves and figure.outcome:
            _compare_entries(written, changed)

    def _list_shown(self, figure: SectionFigure) -> Sequence[str]:
        """Return the squares or fields that a figure shows."""
        sheets = self.kit.parts_of(Sheet).values()
        section = next(sheet.sections[figure.section] for sheet in sheets if figure.section in sheet.sections)
        match section.content:
            case TrackBlock(fields=fields):
                return [one.id for one in fields[figure.first :][: len(figure.written.split()) or None]]
            case GridBlock(grid=grid):
                return [square.id for square in grid]
        raise _Differs("only grids and tracks have positions")

    def _list_written(self, figure: SectionFigure, state: Any) -> Mapping[str, str]:
        """Return what is written in a section of a player's sheet, as figures have it."""
        parts = [one for one in self.game.companion.position(state).parts if one.owner]
        owners = list(dict.fromkeys(one.owner for one in parts))
        owner = figure.of or next(iter(owners), "")
        if owner not in owners:
            raise _Differs(f"no sheet is that of `{owner}`; there are {', '.join(owners) or 'none'}")
        marks: dict[str, dict[str, str]] = {}
        for laid in (laid for part in parts if part.owner == owner for laid in part.laid):
            if laid.area == figure.section and isinstance(laid.mark, PenMark):
                marks.setdefault(laid.place, {})[laid.mark.sign] = laid.mark.text
        return {place: _write_entry(signs) for place, signs in marks.items()}

    def _find_places(self, figure: BoardFigure | MapFigure) -> tuple[str, Collection[str]]:
        """Return the id of the area, and the places that the figure shows."""
        board = self.kit.parts_of(Board)[figure.board]
        if isinstance(figure, MapFigure):
            return next(area.id for area in board.areas if isinstance(area, MapArea)), figure.places
        grid = next(area for area in board.areas if isinstance(area, GridArea) and area.id == figure.area)
        first, last = grid.places.by_id[figure.first], grid.places.by_id[figure.last]
        inside = (one for one in grid.places if first.x <= one.x <= last.x and first.y <= one.y <= last.y)
        return grid.id, [one.id for one in inside]

    def _check_caption(self, figure: BoardFigure | MapFigure, area: str, shown: Collection[str]) -> None:
        """Check that places that a caption names by their ids, such as `e5`, are in the figure."""
        board = self.kit.parts_of(Board)[figure.board]
        ids = {place.id for each in board.areas if each.id == area for place in each.places}
        for locale, wording in self.kit.wordings.items():
            text = wording.sentences.get(figure.caption, figure.caption)
            for word in re.findall(r"(?<![A-Za-z0-9])[a-z]{1,2}[0-9]{1,2}(?![0-9])", text):
                if word in ids and word not in shown:
                    raise _Differs(f"the caption in `{locale}` names {word}, which the figure does not show")

    def _find_state(self, figure: BoardFigure | MapFigure, area: str, before: _Pieces) -> Any:
        if figure.after is not None:
            return self._find_line(figure.after)
        if self.game.arrange is None:
            raise _Differs("the rules cannot begin from any position: only `after` is possible")
        laid = self._complete(before, area, self._find_places(figure)[1])
        return self.game.arrange(_make_position(figure.board, area, laid))

    def _find_line(self, after: int) -> Any:
        """Return the state after a line of the log."""
        if after >= len(self._states):
            raise _Differs(f"the log has only {len(self._states) - 1} lines")
        return self._states[after]

    def _complete(self, before: _Pieces, area: str, shown: Collection[str]) -> _Pieces:
        """Return pieces with those that a game begins with on the places that the figure does not show."""
        start = self._list_laid(self._states[0], area) if self.booklet.play else _Pieces()
        known = {piece for _, piece in before}
        return before + Counter(
            {spot: number for spot, number in start.items() if spot[0] not in shown and spot[1] in known}
        )

    @cached_property
    def _states(self) -> Sequence[Any]:
        """The states of the log of the booklet."""
        if not self.booklet.play:
            raise _Differs("the booklet has no `play: ...`, the log to which `after` refers")
        file = read_score_file(read_yaml(self.kit.folder / self.booklet.play), list_keys(self.game))
        walk, faults = replay_file(self.game, file)
        for fault in faults:
            raise _Differs(fault.sentence.format(self.kit.wordings["en"]))
        return walk.states if walk else ()

    def _play(self, state: Any, words: str) -> Any:
        """Return the state after a move of whoever may make it."""
        rules, error = self.game.rules, RulesError("log.over")
        for actor in rules.actors(state):
            try:
                move = read_line(self.game, state, actor, words)
                rules.check(state, actor, move)
            except RulesError as refused:
                error = refused
                continue
            return rules.apply(state, actor, move).state
        why = Sentence.of_rule(error.rule, **error.values).format(self.kit.wordings["en"])
        raise _Refused(f"`{words}` is not possible here: {why}")

    def _list_laid(self, state: Any, area: str) -> _Pieces:
        laid = self.game.companion.position(state).laid
        marks = ((one.place, one.mark) for one in laid if one.area == area)
        return sum(
            (
                Counter({(place, mark.piece): mark.count})
                for place, mark in marks
                if isinstance(mark, TokenMark)
            ),
            _Pieces(),
        )

    def _check_end(self, area: str, there: _Pieces, rule: str) -> None:
        """Check that a finished game with these pieces is legal, and ends by a rule."""
        form = self.game.forms[0]
        board = next(take.part for take in form.list_takes())
        text = form.write(_make_position(board, area, there))
        report = Referee(self.kit).score(parse_yaml(text, file="figure"))
        for fault in report.faults:
            raise _Differs(fault.sentence.format(self.kit.wordings["en"]))
        found = report.outcome.rule if report.outcome else "none"
        if found != f"{self.kit.id}.{rule}":
            raise _Differs(f"the game is over here by `{found}`, not by `{rule}`")

    def _check_choices(self, state: Any, area: str, shown: Collection[str], choices: Collection[str]) -> None:
        rules, companion = self.game.rules, self.game.companion
        moves = (move for actor in rules.actors(state) for move in rules.moves(state, actor))
        spots = {spot for move in moves for spot in companion.places(state, move)}
        found = {place for where, place in spots if where == area and place in shown}
        if found != set(choices):
            raise _Differs(f"the choices are {', '.join(sorted(found)) or 'none'}")


_REMARKS = ("?", "!")
"""Entries of figures that are no handwriting."""


def _write_entry(signs: Mapping[str, str]) -> str:
    """Return the signs on a square as the entry of a figure; a crossed circle is crossed."""
    if "text" in signs:
        return "o" * ("circle" in signs) + signs["text"]
    return next(entry for sign, entry in {"cross": "x", "fill": "#", "circle": "o"}.items() if sign in signs)


def _compare_entries(shown: Mapping[str, str], found: Mapping[str, str]) -> None:
    for place in dict.fromkeys((*shown, *found)):
        here, there = shown.get(place, "nothing"), found.get(place, "nothing")
        if here != there:
            raise _Differs(f"{place} has `{there}`, not `{here}`")


def _list_pieces(figure: BoardFigure | MapFigure) -> _Pieces:
    if isinstance(figure, BoardFigure):
        return Counter(figure.tokens)
    return Counter((place, piece) for place, pieces in figure.tokens.items() for piece in pieces)


def _make_position(board: str, area: str, pieces: _Pieces) -> Position:
    laid = (Laid(area, place, TokenMark(piece, number)) for (place, piece), number in pieces.items())
    return Position((LaidPart(board, tuple(laid)),))


def _keep(pieces: _Pieces, shown: Collection[str], named: Collection[str] | None = None) -> _Pieces:
    kept = (spot for spot in pieces if spot[0] in shown and (named is None or spot[1] in named))
    return Counter({spot: pieces[spot] for spot in kept})


def _compare(shown: _Pieces, found: _Pieces) -> None:
    for place, piece in found - shown:
        raise _Differs(f"a `{piece}` on {place} is missing")
    for place, piece in shown - found:
        raise _Differs(f"there is no such `{piece}` on {place}")


def _read_number(text: str) -> int | None:
    match = re.fullmatch(r"([+\u2212-]?)(\d+)", text.strip())
    return None if match is None else int(match[2]) * (-1 if match[1] in ("-", "\u2212") else 1)
