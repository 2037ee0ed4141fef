"""Names that the files of a kit use: icons, colours, texts, files, and which of them have an effect."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.errors import (
    DataError,
    Problem,
    UnknownName,
    Wrong,
    describe_unknown,
    find_near,
    list_briefly,
    suggest,
)
from generator.inputs import has_entry
from generator.model.elements.template import PATTERNS
from generator.model.language.kinds import (
    FOCUS,
    FOCUS_HINT,
    ID,
    IS_SHAPE,
    KEY,
    SHAPE_TEXT,
    Named,
    find_colour_name,
    is_css_name,
    is_literal,
    matching,
    parse_colour,
)
from generator.model.texts.message import Grammar, parse_message
from generator.model.texts.rich_text import parse_rich, split_bold
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field
from generator.read.declared.reader import Findings
from generator.read.files.shelf import NO_MEMO, Memo
from generator.read.files.text_files import describe_fault
from generator.read.files.yaml import DataPath, Source
from generator.read.pictures.pictures import PictureFolder
from generator.scene.svg_outline import parse_outline

EffectKey: TypeAlias = tuple[str, DataPath, str]
"""File and path of something that is declared, and what it should do."""

UNUSED = "use"
"""Expected effect of constants, styles, and parts, for messages."""
_MOST_ROLES = 40
"""Maximum number of roles listed in a hint."""
_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,9})?")
_parse_focus = matching(FOCUS, "a point of a picture", FOCUS_HINT)
_parse_shape = matching(IS_SHAPE, *SHAPE_TEXT)
_parse_angle = matching(_NUMBER.pattern, "a number", "such as `90`")
_SWITCH = re.compile("true|false|yes|no")
_KEY = re.compile(rf"{KEY}(\.{KEY})*")
_DOTTED = re.compile(rf"{ID}(\.{KEY})+")
"""A text that can only be meant as a key, unlike `1.5`."""
VERSION_KEY = "version"
"""Key of the version of a game in kit.yaml, and its name in texts and on cards."""
MARK_CHARACTERS = re.compile(r"[\\*{}:]")
"""Characters of marks: a text without any of them is plain."""
_ADDRESS = re.compile(r"[a-z]{2,10}://", re.IGNORECASE)
_DRAWN = ("along", "art", "colour", "file", "path", "shape")
"""Kinds of names that are slow to check, and matter only on drawn pieces."""


@dataclass
class Effects:
    """Declarations that had an effect on at least one piece of a game, and those without an effect so far."""

    _done: set[EffectKey] = field(default_factory=set)
    _idle: dict[EffectKey, tuple[Callable[[], Problem], bool]] = field(default_factory=dict)
    _unprinted: dict[str, tuple[Sequence[str], Callable[[Sequence[str]], Problem], bool]] = field(
        default_factory=dict
    )
    """By table: columns that no deck prints."""

    def note(
        self, declared: EffectKey, has_effect: bool, describe: Callable[[], Problem], *, is_shared: bool
    ) -> None:
        """Remember whether something had an effect; `describe` returns the warning if nothing else follows.

        `is_shared` is True for files that several decks use, one of which may not have been read.
        """
        if has_effect:
            self.use(declared)
        elif declared not in self._done and declared not in self._idle:
            # Most of them have an effect later: they are not described.
            self._idle[declared] = describe, is_shared

    def note_colour(self, name: str, is_used: bool, describe: Callable[[], Problem]) -> None:
        """Remember a colour that a game adds to its theme."""
        self.note(("", ("colours", name), UNUSED), is_used, describe, is_shared=True)

    def use_colours(self, names: Iterable[str]) -> None:
        """Remember that something has these colours."""
        for name in names:
            self.use(("", ("colours", name), UNUSED))

    def use(self, declared: EffectKey) -> None:
        """Remember that something had an effect."""
        self._done.add(declared)
        self._idle.pop(declared, None)

    def silence(self, name: str) -> bool:
        """Drop the warnings about a name without effect; return False if there are none."""
        found = [one for one in self._idle if one[1][-1:] == (name,) and one[2] == UNUSED]
        for one in found:
            self.use(one)
        return bool(found)

    def note_columns(
        self,
        file: str,
        unprinted: Collection[str],
        describe: Callable[[Sequence[str]], Problem],
        *,
        is_shared: bool,
    ) -> None:
        """Remember the columns of a table that a deck never prints; another deck may have the same table."""
        before = self._unprinted.get(file)
        names = [name for name in unprinted if before is None or name in before[0]]
        self._unprinted[file] = names, describe, is_shared

    def list_idle(
        self,
        *,
        is_complete: bool,
        has_one_deck: Callable[[str], bool] = lambda file: False,
        may_name: Callable[[str], bool] = lambda name: True,
    ) -> Iterator[Problem]:
        """Yield a warning for everything without effect; for shared files only if all decks were read.

        `has_one_deck` tells of a table whether no other deck prints it, and `may_name` of a colour whether a
        file that was not read may name it.
        """
        for (_, path, _), (describe, is_shared) in self._idle.items():
            is_nowhere = path[0] == "colours" and not is_complete and not may_name(str(path[-1]))
            if is_complete or not is_shared or is_nowhere:
                yield describe()
        for file, (names, describe_columns, is_shared) in self._unprinted.items():
            if names and (is_complete or not is_shared or has_one_deck(file)):
                yield describe_columns(names)


@dataclass(frozen=True, slots=True)
class Settings:
    """Values that the user gives to constants, instead of those in the files."""

    given: Mapping[str, str] = field(default_factory=dict)
    known: dict[str, None] = field(default_factory=dict)
    """Constants of the files that were read."""

    def choose(self, name: str, value: Any) -> Any:
        """Return the user's value of a constant, or that of the file; raises Wrong for another type."""
        self.known[name] = None
        new = self.given.get(name, value)
        if new is not value and not isinstance(value, str):
            raise Wrong(f"`--set {name}={new}` is not a list", "a list cannot be set")
        for what, pattern in (("a number", _NUMBER), ("true or false", _SWITCH)):
            if isinstance(value, str) and pattern.fullmatch(value) and not pattern.fullmatch(new):
                raise Wrong(f"`--set {name}={new}` is not {what}", f"here, it is `{value}`")
        return new

    def check(self) -> None:
        """Raise UnknownName for values of constants that no file has."""
        unknown = self.given.keys() - self.known
        if unknown:
            described = (describe_unknown("constant", name, self.known) for name in unknown)
            raise UnknownName("\n".join(sorted(described)))


@dataclass(frozen=True, slots=True)
class Names:
    """Known names of each kind; None: they could not be read, or are not checked."""

    icons: Collection[str] | None = None
    colours: Mapping[str, str] | None = None
    marks: Collection[str] | None = None
    """Marks of the theme."""
    sentences: Mapping[str, str] | None = None
    """English texts by key."""
    wordings: Collection[Wording] = ()
    """Each language that is read."""
    numbers: Collection[str] = ()
    """Names of the kit's numbers, which are filled into texts when all parts are read."""
    version: str = ""
    """The version of the game, which templates print as they print constants."""
    roles: Collection[str] | None = None
    """Roles of type in the theme."""
    themes: Collection[Source] = ()
    """Files of the theme, whose styles elements may use."""
    styles: Collection[Source] = ()
    """Those of them that come with the program: nobody is asked to change them."""
    fonts: Collection[str] | None = None
    """Font families."""
    boards: Collection[str] | None = None
    pieces: Collection[str] | None = None
    """Ids of the kit's boards, and of its cards and tokens."""
    pictures: PictureFolder | None = None
    patterns: Collection[str] = tuple(PATTERNS)
    settings: Settings = field(default_factory=Settings)
    style: str = ""
    """Theme that is tried in place of that of the game; decks have its cards instead of their templates."""
    is_drawn: bool = True
    """False if parts are only played, so that drawings on pieces are not checked."""
    memo: Memo = NO_MEMO
    """Values of files that this run may read again."""
    effects: Effects = field(default_factory=Effects)
    """Declarations that had an effect on the pieces, and those that had none."""
    warnings: list[Problem] | None = None
    """Warnings of the files that are read with these names; None: they are dropped."""
    judge_head: Callable[["Names", Findings], None] = lambda names, findings: None
    """Adds problems of a part with keys that kit.yaml decides."""

    def warn(self, *problems: Problem) -> None:
        """Add warnings, which are printed after the files of a run."""
        if self.warnings is not None:
            self.warnings.extend(problems)

    def warn_of_old_key(self, problem: Problem) -> None:
        """Add a note on a key that has a new name, once for each file."""
        known = self.warnings or ()
        if not any((one.file, one.message) == (problem.file, problem.message) for one in known):
            self.warn(problem)

    def warn_of_cut_texts(self, source: Source) -> None:
        """Add a warning for each text of a file of which a ` #` cuts off the end."""
        if self.warnings is not None:
            self.warnings.extend(source.cut_texts)

    def judge(self, kind: Named, name: str) -> Wrong | None:
        """Return the problem of a name, or None; an empty name is valid."""
        if not name or kind in ("place", "plain") or (not self.is_drawn and kind in _DRAWN):
            return None
        judge = _JUDGES.get(kind)
        return judge(self, name) if judge else self._judge_known(kind, name)

    def _judge_known(self, kind: Named, name: str) -> Wrong | None:
        known: Collection[str] | None = getattr(self, f"{kind}s")
        if known is None or name in known:
            return None
        what = {"role": "role of type", "font": "font family"}.get(kind, kind)
        hint = suggest(name, known)
        if kind == "role" and not hint:
            hint = f"available: {list_briefly(sorted(known), _MOST_ROLES)}"
        if kind == "mark" and not known:
            hint = "the theme has no marks; a kind needs none: `{kind: " + name + "}`"
        if kind == "font" and not find_near(name, known):
            own = "for fonts of this machine, write `fonts: system` in kit.yaml, or in a deck of its own"
            hint = "; ".join(filter(None, (hint, own)))
        return Wrong(f"unknown {what} `{name}`", hint)

    def find_colour(self, name: str) -> tuple[float, float, float, float]:
        """Return red, green, blue, and opacity of a colour of the theme, or of a valid text."""
        known = self.colours or {}
        value = known.get(find_colour_name(name, known), name)
        return parse_colour(value) if value == name or is_literal(value) else self.find_colour(value)

    def _judge_colour(self, name: str) -> Wrong | None:
        known = self.colours
        name = find_colour_name(name, known or ())
        self.effects.use_colours([name])
        if not is_literal(name) and (known is None or name in known or not is_css_name(name)):
            wrong = self._judge_known("colour", name)
            is_hex = re.fullmatch("[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}", name)
            return Wrong(f"unknown colour `{name}`", f'write `"#{name}"`') if wrong and is_hex else wrong
        return _judge_form(parse_colour, name)

    def _judge_key(self, key: str, *, is_filled: bool = False) -> Wrong | None:
        """Return the problem of a wording key; its placeholders are filled by a piece if `is_filled`."""
        sentences = self.sentences
        if sentences is None:
            return None
        if key not in sentences:
            is_written_here = is_filled and not _KEY.fullmatch(key)
            other = "for a text that is written here, `text` in place of `say`"
            hint = other if is_written_here else "add it to wording/en.yaml"
            return Wrong(f"the wording has no `{key}`", suggest(key, sentences, likeness=0.85) or hint)
        placeholders = () if is_filled else self.list_places(sentences[key])
        if not placeholders:
            return None
        hint = "only texts of templates may have placeholders"
        return Wrong(f"the placeholder `{{{placeholders[0]}}}` of the text `{key}` has no value", hint)

    def list_places(self, sentence: str) -> tuple[str, ...]:
        """Return the placeholders of a text, except those of numbers of the kit."""
        return tuple(name for name in parse_message(sentence).names if name not in self.numbers)

    def _judge_title(self, title: str) -> Wrong | None:
        is_key = _DOTTED.fullmatch(title) or title in (self.sentences or ())
        return self._judge_key(title) if is_key else self._judge_text(title)

    def _judge_text(self, text: str) -> Wrong | None:
        if MARK_CHARACTERS.search(text) is None or split_bold(text):
            return None
        try:
            if self.numbers:
                text = parse_message(text).fill_some(dict.fromkeys(self.numbers, 0), Grammar())
            spans = parse_rich(text)
        except Wrong as error:
            return Wrong(error.located, error.hint, position=error.position)
        named = [span for span in spans if span.icon or span.colour]
        problems = (self.judge("icon", span.icon) or self.judge("colour", span.colour) for span in named)
        return next(filter(None, problems), None)

    def _judge_file(self, name: str, *, may_lack: bool = False) -> Wrong | None:
        if self.pictures is None:
            return None
        if _ADDRESS.match(name):
            hint = "save the picture in the folder of the game, and write the name of the file"
            return Wrong(f"`{name}` is an address on the web, from which nothing is fetched", hint)
        try:
            picture = self.pictures.get(name)
        except DataError as error:
            first = error.problems[0]
            if may_lack:
                self.warn(*(one for one in [first] if one not in (self.warnings or ())))
                return None
            return Wrong(f"`{name}`: {first.message}", first.hint)
        home = self.pictures.folder
        if picture is None and not (may_lack and not has_entry(home / name)):
            return Wrong(describe_fault(home / name, home=home), suggest(name, self.pictures.list_names()))
        return None


def _judge_form(parse: Callable[[str], Any], text: str) -> Wrong | None:
    try:
        parse(text)
    except Wrong as wrong:
        return wrong
    return None


def _judge_shape(text: str) -> Wrong | None:
    return _judge_path(text) if text.lstrip().startswith(("M", "m")) else _judge_form(_parse_shape, text)


def _judge_path(text: str) -> Wrong | None:
    try:
        outline = parse_outline(text, open_ends=True)
        return None if outline else Wrong("draws nothing", "such as `M 0 0 L 10 5`")
    except ValueError as error:
        return Wrong(str(error), "SVG path data, such as `M 0 0 L 10 5`")


_JUDGES: Mapping[str, Callable[[Names, str], Wrong | None]] = {
    "along": lambda _, text: _judge_form(_parse_angle, text) and _judge_path(text),
    "angle": lambda _, text: _judge_form(_parse_angle, text),
    "art": lambda names, text: names._judge_file(text, may_lack=True),
    "colour": Names._judge_colour,
    "file": Names._judge_file,
    "focus": lambda _, text: _judge_form(_parse_focus, text),
    "label": Names._judge_text,
    "path": lambda _, text: _judge_path(text),
    "shape": lambda _, text: _judge_shape(text),
    "sentence": lambda names, text: names._judge_key(text, is_filled=True),
    "text": Names._judge_title,
    "title": Names._judge_title,
    "words": Names._judge_key,
}
"""Checks of kinds of names that no list contains."""

NO_NAMES = Names()
"""Accepts all names."""
