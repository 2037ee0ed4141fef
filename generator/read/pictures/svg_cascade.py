"""The cascade of CSS: `style` attributes and style sheets become plain attributes of SVG elements."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from generator.read.pictures.svg_traits import PROPERTIES, is_property

_SIMPLE = re.compile(r"\s*(?:[\w-]+\s*:[^;:\"'/\\@{}!]*(?::(?!//)[^;:\"'/\\@{}!]*)?(?:;\s*|$))*")
"""Declarations that can be separated at each `;`."""
_MOST_VARIABLE = 10_000
"""Maximum length of a value after its variables are replaced."""
_FONT = re.compile(
    r"(?P<before>(?:[\w-]+\s+)*?)(?P<size>[\d.]+[a-z%]*|(?:x+-)?(?:small|large)|medium|smaller|larger)"
    r"(?:\s*/\s*[\w.%]+)?\s+(?P<family>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_FONT_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("italic", "oblique"), "font-style"),
    **dict.fromkeys(("bold", "bolder", "lighter", *map(str, range(100, 1000, 100))), "font-weight"),
    "small-caps": "font-variant",
    **{
        f"{more}{what}": "font-stretch"
        for more in ("", "ultra-", "extra-", "semi-")
        for what in ("condensed", "expanded")
    },
}
_ONLY_CSS = frozenset(("mix-blend-mode", "isolation", "font", "font-kerning", "marker"))
"""Properties that are not attributes (SVG 2, 6.6)."""
_WIDE = ("inherit", "initial", "unset", "revert", "revert-layer")


class Note(NamedTuple):
    """Something that is not understood, or has no effect; it is printed as a warning."""

    element: Element
    message: str
    hint: str = ""
    line: int = 0
    """Line in the text of the element, starting at 1, and column; 0: the element itself."""
    column: int = 0


def apply_cascade(root: Element, notes: list[Note]) -> None:
    """Write all declarations into attributes, by the cascade; raises ValueError for too much work."""
    matched: Mapping[Element, Sequence[tuple[tuple[Any, ...], Any]]] = {}
    if sheets := [one for one in root.iter("style") if (one.text or "").strip()]:
        matched = _match_sheets(root, sheets, notes)
    _Cascade(matched, notes).apply(root, {}, {})


def _match_sheets(
    root: Element, sheets: Iterable[Element], notes: list[Note]
) -> Mapping[Element, Sequence[tuple[tuple[Any, ...], Any]]]:
    # Few drawings have style sheets, and their library takes long to import.
    from generator.read.pictures.svg_css import StyleSheets, applies_to_print

    rules = StyleSheets(root)
    for element in sheets:
        text, element.text = element.text or "", ""
        if element.get("type", "text/css") not in ("text/css", "") or not applies_to_print(
            element.get("media", "")
        ):
            message = "has a style sheet that is not for paper, or not CSS, which is left out"
            notes.append(Note(element, message))
            continue
        rules.add(text)
        notes += [Note(element, message, "", line, column) for message, line, column in rules.notes]
        rules.notes.clear()
    return rules.match()


class _Cascade:
    def __init__(
        self, matched: Mapping[Element, Sequence[tuple[tuple[Any, ...], Any]]], notes: list[Note]
    ) -> None:
        self._matched, self._notes = matched, notes

    def apply(self, element: Element, around: Mapping[str, str], variables: Mapping[str, str]) -> None:
        """Apply the declarations of an element and of all in it; its parent has the attributes `around`."""
        given = element.attrib
        style, ranked = given.pop("style", ""), self._matched.get(element, ())
        for name in _ONLY_CSS & given.keys():
            message = f"the attribute `{name}` has no effect: it must be in a style"
            self._notes.append(Note(element, message, f'write `style="{name}: {given.pop(name)}"`'))
        if style or ranked:
            variables = self._declare(element, style, ranked, variables)
        for name, value in [*given.items()]:
            if "var(" in value and (name in PROPERTIES or is_property(name)):
                self._set(element, name, value, variables)
        for name in [name for name, value in given.items() if value.strip().lower() in _WIDE]:
            self._resolve_word(element, name, around)
        for child in element:
            self.apply(child, given, variables)

    def _declare(
        self,
        element: Element,
        style: str,
        ranked: Sequence[tuple[tuple[Any, ...], Any]],
        variables: Mapping[str, str],
    ) -> Mapping[str, str]:
        """Set the attributes that declarations give, and return the variables that are known inside."""
        plain = [(one.name, one.value) for rank, one in ranked if not rank[0]]
        urgent = [(one.name, one.value) for rank, one in ranked if rank[0]]
        own, own_urgent = _split_style(style)
        declared = dict[str, str]()
        for name, value in (*plain, *own, *urgent, *own_urgent):
            # The order counts for shorthands.
            declared.pop(name, None)
            declared[name] = value
        if new := {name: value for name, value in declared.items() if name.startswith("--")}:
            variables = {**variables, **new}
        for name, value in declared.items():
            if not name.startswith("--"):
                self._set(element, name, value, variables)
        return variables

    def _set(self, element: Element, name: str, value: str, variables: Mapping[str, str]) -> None:
        if "var(" in value:
            replaced = _replace_variables(value, variables)
            if replaced is None:
                self._notes.append(Note(element, f"`{name}: {value}` has no value, and is left out"))
                element.attrib.pop(name, None)
                return
            value = replaced
        if name == "font":
            self._set_font(element, value)
        elif name == "marker":
            for place in ("start", "mid", "end"):
                element.set(f"marker-{place}", value)
        elif name == "d":
            element.set(name, value.removeprefix("path(").rstrip(")").strip("\"' "))
        elif is_property(name) or name not in element.attrib:
            element.set(name, value)

    def _set_font(self, element: Element, value: str) -> None:
        match = _FONT.fullmatch(value.strip())
        words = match["before"].lower().split() if match else []
        if match is None or any(word not in _FONT_WORDS and word != "normal" for word in words):
            if value.strip().lower() not in _WIDE:
                self._notes.append(Note(element, f"`font: {value}` is not understood, and is left out"))
            return
        for name in ("font-style", "font-weight", "font-variant", "font-stretch", "font-kerning"):
            element.set(name, PROPERTIES[name].initial)
        for word in words:
            if word != "normal":
                element.set(_FONT_WORDS[word], word)
        element.set("font-size", match["size"])
        element.set("font-family", match["family"])

    def _resolve_word(self, element: Element, name: str, around: Mapping[str, str]) -> None:
        """Replace `inherit` and the like by values."""
        trait, word = PROPERTIES.get(name), element.get(name, "").strip().lower()
        if trait is None:
            return
        if word == "inherit" and not trait.inherits:
            element.set(name, around.get(name, trait.initial))
        elif word == "initial" or not trait.inherits:
            element.set(name, trait.initial)
        else:
            del element.attrib[name]


@lru_cache(maxsize=4096)
def _split_style(style: str) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
    """Return the declarations of a `style` attribute, and the important ones."""
    if _SIMPLE.fullmatch(style):
        pairs = (one.partition(":") for one in style.split(";") if ":" in one)
        found = ((name.strip(), value.strip()) for name, _, value in pairs)
        return [
            (name if name.startswith("--") else name.lower(), value) for name, value in found if value
        ], ()
    from generator.read.pictures.svg_css import parse_declarations

    declared = parse_declarations(style)
    plain, urgent = (
        [(one.name, one.value) for one in declared if one.is_important == is_so] for is_so in (False, True)
    )
    return plain, urgent


def _replace_variables(text: str, variables: Mapping[str, str], known: tuple[str, ...] = ()) -> str | None:
    """Return a value with the values of its variables; None if one has none, or refers to itself."""
    from generator.read.pictures.svg_css import check_nesting, list_brackets

    check_nesting(text)
    while (start := text.find("var(")) >= 0:
        ends = [*list_brackets(text, start + 3)]
        if not ends or text[ends[-1]] != ")":
            return None
        name = text[start + 4 : ends[0]].strip()
        value = None
        if name in variables and name not in known:
            value = _replace_variables(variables[name], variables, (*known, name))
        if value is None and len(ends) > 1:
            value = _replace_variables(text[ends[0] + 1 : ends[-1]].strip(), variables, known)
        if value is None or len(text) + len(value) > _MOST_VARIABLE or len(known) > 50:
            return None
        text = text[:start] + value + text[ends[-1] + 1 :]
    return text
