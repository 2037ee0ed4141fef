"""Effects of a deck: columns, elements, and replacements that change nothing on any of its pieces."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from generator.errors import DataError, Problem, Wrong, find_near, list_briefly, suggest
from generator.model.elements.template import PictureElement
from generator.model.language.field_values import is_equal
from generator.model.language.fields import Field, Using, get_field
from generator.model.language.scalars import NO_COLOUR, find_colour_name, is_css_name, parse_colour
from generator.model.values import dataclass, field
from generator.read.declared.findings import At, Findings
from generator.read.declared.names import Names
from generator.read.files.yaml import DataPath
from generator.read.pieces.foreign import ForeignTexts
from generator.read.pieces.rows import OWN, PieceRows
from generator.read.templates.templates import PlacedElement
from generator.scene.shapes import Colour

_MAIN = ("text", "say", "icon", "file", "over", "each")
"""Values without which an element draws nothing."""
BASIC_THEME = "base"
"""Theme that others extend; its colours are those of games without their own."""
_NEUTRAL = (NO_COLOUR, "transparent", "white", "black")
"""Names of colours that are not expected to be those of the theme."""
_NEVER = "holds for no piece, so this is never drawn"
_MOST_COLOURS = 8
"""Maximum number of colours listed in a hint."""


@dataclass
class EffectWatch:
    """Notes what the elements of a deck draw; `findings` is the file of the deck."""

    names: Names
    findings: Findings
    silenced: Collection[str] = ()
    """Names of `ignore`, about which no warnings are wanted."""
    met: set[str] = field(default_factory=set)
    """Those that silenced a warning."""
    _named: dict[str, tuple[PlacedElement, str]] = field(default_factory=dict)
    """Colours of the theme, and where they are used first."""
    _has_css_names: bool = False
    """True if the deck has colours that only CSS has, such as `teal`."""
    _foreign: ForeignTexts = field(init=False)

    def __post_init__(self) -> None:
        self._foreign = ForeignTexts(self.covers)

    def covers(self, name: str) -> bool:
        """Return True if no warning is wanted about a name."""
        if name in self.silenced:
            self.met.add(name)
        return name in self.silenced

    def note_conditions(
        self, placed: PlacedElement, seen: Sequence[Mapping[str, Field]], is_drawn: bool
    ) -> None:
        """Note if the conditions of an element hold for some of the fields that it sees.

        Conditions of constants alone are switches of the game, and are not noted.
        """
        if seen and any(condition.names for condition in placed.element.when):
            self._note(placed, "when", is_drawn, lambda: _describe_conditions(placed, seen))

    def note_value(self, placed: PlacedElement, key: str, text: Using, *, has_value: bool) -> None:
        """Note if a value, without which the element draws nothing, is not empty on some pieces."""
        if key in _MAIN:
            names = " and ".join(f"`{name}`" for name in text.names) or "it"
            message = f"is never drawn: {names} is empty on every piece"
            self._note(placed, key, has_value, lambda: (message, "fill the column, or remove this"))

    def note_recolouring(self, placed: PlacedElement, key: str, files: Collection[str]) -> None:
        """Note which colours of `recolour` are in some of the pictures of an element."""
        element, pictures = placed.element, self.names.pictures
        if not (isinstance(element, PictureElement) and element.recolour and pictures):
            return
        with suppress(DataError, Wrong):  # reported elsewhere
            found = frozenset[Colour]().union(*map(pictures.list_colours, files))
            shown = ", ".join(sorted({colour.hex for colour in found})[:_MOST_COLOURS])
            hint = f"their colours are {shown}" if shown else "they have pixels, not shapes"
            for old in element.recolour:
                message = f"no picture has the colour `{old}`"
                has_effect = Colour(*parse_colour(old)) in found
                self._note(placed, f"recolour.{old}", has_effect, partial(_pair, message, hint))

    def note_colours(self, placed: PlacedElement, key: str, values: Collection[str]) -> None:
        """Note names of colours that CSS has, or the basic theme in another tone."""
        known = self.names.colours or {}
        for value in values:
            name = find_colour_name(value, known)
            if name in known:
                self._named.setdefault(name, (placed, key))
            elif name.isalpha() and name not in _NEUTRAL:
                self._has_css_names = True

    def note_text(self, text: str, findings: Findings, path: DataPath) -> None:
        """Note a text that is printed, and where it is written."""
        self._foreign.note(text, findings, path)

    def warn_of_foreign_texts(self) -> None:
        """Warn of marks of other programs and of damaged characters in texts."""
        self.names.warn(*self._foreign.list_warnings())

    def _is_only_basic(self, name: str) -> bool:
        """Return True if no other theme than the basic one defines a colour."""
        defining = [
            Path(source.file).stem for source in self.names.themes if name in (source.get("colours") or ())
        ]
        return defining == [BASIC_THEME]

    def warn_of_clashes(self) -> None:
        """Warn of colours that are not those of CSS in a deck that has other names of CSS."""
        for name, (placed, key) in self._named.items() if self._has_css_names else ():
            is_other = is_css_name(name) and self.names.find_colour(name) != parse_colour(name)
            if is_other and self._is_only_basic(name) and not self.covers(name):
                findings, value = self.findings.of(placed.source), Colour(*self.names.find_colour(name)).hex
                hint = f'for that of CSS, write "{Colour(*parse_colour(name)).hex}"'
                message = f"`{name}` is {value} here, the colour of the theme"
                path = (*placed.path, *key.split("."))
                self.names.warn(findings.describe(path, message, hint))

    def _note(
        self, placed: PlacedElement, key: str, has_effect: bool, describe: Callable[[], tuple[str, str]]
    ) -> None:
        """Note if a key of an element had an effect; `describe` returns the message and the hint if not."""
        is_silenced = placed.element.id and self.covers(placed.element.id)
        # A deck may leave out fields of the templates of a theme.
        if not has_effect and (is_silenced or placed.source in self.names.themes):
            return
        path, findings = (*placed.path, *key.split(".")), self.findings.of(placed.source)
        self.names.effects.note(
            (findings.file, path, key),
            has_effect,
            lambda: findings.describe(path, *describe()),
            is_shared=placed.source is not self.findings.source,
        )

    def note_columns(self, rows: PieceRows, used: Collection[str]) -> None:
        """Note the columns that have texts, but are used by nothing."""
        unprinted = [name for name in rows.list_written() if name not in used and not self.covers(name)]

        def describe(names: Sequence[str]) -> Problem:
            listed, default = ", ".join(names), ("fields", names[0])
            is_default = self.findings.source.has(default)
            where, path = (
                (self.findings, default) if is_default else (rows.findings, rows.path_of_first(names[0]))
            )
            own = self.findings.source
            filled = {name for piece in rows.pieces for name, value in piece.fields.items() if value}
            free = sorted({*used} & rows.columns - filled)
            if self.names.style:
                hint = f"it also shows {list_briefly(free)}: rename the column, if it is one of them"
                return where.describe(path, f"not shown in the style `{self.names.style}`: {listed}", hint)
            show = f"show it in a template, such as `{{{names[0]}}}`, or write `ignore: [{listed}]`"
            if free and not (own.get("template") or own.get("templates")):
                # The templates are those of a theme.
                show = (
                    f"the template also shows {list_briefly(free)}: rename the column, if it is one of them"
                )
                show += f", or write `ignore: [{listed}]`"
            guess = self._guess_columns(rows, names, used)
            hint = "; or ".join(filter(None, (guess, show)))
            at: At = "key" if guess and not is_default else "value"
            return where.describe(path, f"never printed: {listed}", hint, at=at)

        file, is_shared = rows.findings.file, rows.findings.source is not self.findings.source
        self.names.effects.note_columns(file, unprinted, describe, is_shared=is_shared)

    def _guess_columns(self, rows: PieceRows, names: Sequence[str], used: Collection[str]) -> str:
        """Return a hint with names of keys and of fields that are nearly those of unused columns.

        A piece that has the column lacks the other, or it would be no misspelling.
        """
        known = {*OWN, *({*used} & rows.columns)}
        guesses = [(name, find_near(name, rows.list_apart(name, known))) for name in names]
        if len(names) == 1:
            return "".join(f"did you mean `{near}`?" for _, found in guesses for near in found)
        return ", ".join(f"did you mean `{near}` by `{name}`?" for name, found in guesses for near in found)

    def warn_of_templates(self, used: Collection[str]) -> None:
        """Warn of templates of the deck itself that no piece has, and that no used template extends."""
        given = self.findings.source.get("templates")
        own = given if isinstance(given, dict) else {}
        waiting, reached = [*used], {*used}
        while waiting:
            changes = own.get(waiting.pop())
            parent = changes.get("extends") if isinstance(changes, dict) else None
            if isinstance(parent, str) and parent not in reached:
                reached.add(parent)
                waiting.append(parent)
        for id in (id for id in own if id not in reached and not self.covers(id)):
            hint = f"write `front: {id}` in the deck or with pieces, or remove it"
            self.names.warn(self.findings.describe(("templates", id), "is used by no piece", hint, at="key"))

    def warn_of_ignored(self) -> None:
        """Warn of names that silence nothing."""
        for index, name in enumerate(self.silenced):
            if name not in self.met and not self.names.effects.silence(name):
                path, message = ("ignore", index), f"`{name}` silences nothing"
                self.names.warn(self.findings.describe(path, message, "remove it"))


def _pair(message: str, hint: str) -> tuple[str, str]:
    return message, hint


def _describe_conditions(placed: PlacedElement, seen: Sequence[Mapping[str, Field]]) -> tuple[str, str]:
    """Describe conditions that hold for no piece; the hint has the values of the first that never holds."""
    for condition in placed.element.when:
        if condition.field and condition.values and not condition.negated:
            found = (get_field(fields, condition.field) for fields in seen)
            texts = {text for text in found if isinstance(text, str) and text}
            if not texts:
                return _NEVER, f"`{condition.field}` is no text on any piece"
            if not any(is_equal(text, value) for text in texts for value in condition.values):
                return _NEVER, suggest(condition.values[0], texts)
    return _NEVER, ""
