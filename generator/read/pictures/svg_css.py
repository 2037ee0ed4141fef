"""Style sheets in SVG files, parsed into declarations and matched with their elements."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2

from generator.model.values import dataclass, field

_MOST_WORK = 100_000_000
"""Maximum number of comparisons of elements with parts of selectors."""
_MOST_NESTED = 20
"""Maximum depth of brackets: the parsers of style sheets are recursive."""
_SILENT = ("charset", "counter-style", "font-face", "font-feature-values", "namespace", "page", "property")
"""At-rules without an effect on still pictures; text whose font is missing is reported where it is used."""
_MEDIA = re.compile(
    r"(?:only\s+)?(all|print|not\s+screen)?\s*(?:and\s*)?(\(\s*prefers-color-scheme\s*:\s*light\s*\))?"
)
_OTHER_MEDIA = re.compile(
    r"(only\s+)?(screen|speech|not\s+print|tty|tv|projection|handheld|braille)\b.*|.*prefers-.*"
)
_OPEN, _CLOSE = "([{", ")]}"


class CssDeclaration(NamedTuple):
    """A declaration of a style sheet or of a `style` attribute."""

    name: str
    value: str
    is_important: bool = False


class _Rule(NamedTuple):
    declared: Sequence[CssDeclaration]
    layer: int
    """Rank of its layer; rules outside of all layers have the highest."""


_NO_LAYER = 1_000_000


@dataclass
class StyleSheets:
    """The rules of all style sheets of a file; what is not understood is in `notes`."""

    root: Element
    notes: dict[tuple[str, int, int], None] = field(default_factory=dict)
    """Messages about unknown rules, with their line and column in the style sheet."""

    def __post_init__(self) -> None:
        self._matcher, self._work = cssselect2.Matcher(), 0
        self._elements, self._depth = sum(1 for _ in self.root.iter()), _find_depth(self.root)
        self._layers: dict[str, int] = {}

    def add(self, text: str) -> None:
        """Add a style sheet; raises ValueError if it is too complex."""
        check_nesting(text)
        self._add_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), (), "")

    def match(self) -> Mapping[Element, Sequence[tuple[tuple[Any, ...], CssDeclaration]]]:
        """Return the declarations of each element with their ranks, those that win last."""
        found = {}
        for wrapper in cssselect2.ElementWrapper.from_xml_root(self.root).iter_subtree():
            ranked = [
                ((one.is_important, -rule.layer if one.is_important else rule.layer, specificity, order), one)
                for specificity, order, pseudo, rule in self._matcher.match(wrapper)
                if pseudo is None
                for one in rule.declared
            ]
            if ranked:
                found[wrapper.etree_element] = sorted(ranked, key=lambda pair: pair[0])
        return found

    def _add_rules(self, rules: Iterable[Any], around: Sequence[str], layer: str) -> None:
        for rule in rules:
            if rule.type == "qualified-rule":
                self._add_rule(rule, around, layer)
            elif rule.type == "at-rule":
                self._add_at_rule(rule, around, layer)
            elif rule.type == "error":
                self._note(rule, "has a style sheet with an error, which is left out from there on")

    def _add_rule(self, rule: Any, around: Sequence[str], layer: str) -> None:
        selectors = _nest(tinycss2.serialize(rule.prelude).strip(), around)
        declared, inner = list[CssDeclaration](), list[Any]()
        for one in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
            if one.type == "declaration":
                declared.append(_read_declaration(one))
            elif one.type == "error":
                self._note(one, "has a style sheet with an error: a declaration is left out")
            else:
                inner.append(one)
        # Each part of `a b c` may match any element around.
        parts = max(len(one.replace(">", " ").split()) for one in selectors.split(","))
        self._work += self._elements * self._depth ** min(max(parts - 1, 0), 9) * (1 + selectors.count(","))
        if self._work > _MOST_WORK or "~" in selectors.replace("~=", ""):
            raise ValueError("its style sheets are too complex")
        rank = self._layers.setdefault(layer, len(self._layers)) if layer else _NO_LAYER
        try:
            for selector in cssselect2.compile_selector_list(selectors):
                self._matcher.add_selector(selector, _Rule(declared, rank))
        except cssselect2.SelectorError:
            self._note(rule, f"has a style sheet with the unknown selector `{selectors}`")
        self._add_rules(inner, (*around, selectors), layer)

    def _add_at_rule(self, rule: Any, around: Sequence[str], layer: str) -> None:
        name, given = rule.lower_at_keyword, tinycss2.serialize(rule.prelude).strip()
        inner: Iterable[Any] = ()
        if rule.content is not None:
            inner = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        if name in _SILENT:
            return
        if name.endswith("keyframes"):
            self._note(rule, "has animations, which are left out: it is drawn as it is without them")
        elif name == "import":
            self._note(rule, f"has a style sheet with `@import {given}`: nothing is fetched")
        elif name == "layer":
            for one in given.split(","):
                path = ".".join(filter(None, (layer, one.strip() or f"?{len(self._layers)}")))
                self._layers.setdefault(path, len(self._layers))
                self._add_rules(inner, around, path)
        elif name == "media" and applies_to_print(given) is not None:
            self._add_rules(inner if applies_to_print(given) else (), around, layer)
        elif name == "supports" and not given.lower().startswith("not"):
            self._add_rules(inner, around, layer)
        elif name != "supports":
            self._note(rule, f"has a style sheet with `@{name} {given}`".rstrip() + ", which is left out")

    def _note(self, node: Any, message: str) -> None:
        self.notes.setdefault((message, node.source_line, node.source_column))


def applies_to_print(media: str) -> bool | None:
    """Return True if a style sheet for `media` applies to paper; None if this is not known."""
    found = []
    for one in media.lower().split(",") or [""]:
        text = one.strip()
        is_other = False if _OTHER_MEDIA.fullmatch(text) else None
        found.append(True if _MEDIA.fullmatch(text) else is_other)
    return True if True in found else None if None in found else False


def parse_declarations(text: str) -> list[CssDeclaration]:
    """Return the declarations of a `style` attribute; raises ValueError if it is too complex."""
    check_nesting(text)
    found = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    return [_read_declaration(one) for one in found if one.type == "declaration"]


def check_nesting(text: str) -> None:
    """Raise ValueError if brackets are nested deeper than in any real file."""
    depth = 0
    for sign in re.findall(r"[()\[\]{}]", text):
        depth += 1 if sign in _OPEN else -1 if depth else 0
        if depth > _MOST_NESTED:
            raise ValueError("its style sheets are too complex")


def _read_declaration(one: Any) -> CssDeclaration:
    name = one.name if one.name.startswith("--") else one.lower_name
    return CssDeclaration(name, tinycss2.serialize(one.value).strip(), one.important)


def _nest(selectors: str, around: Sequence[str]) -> str:
    """Return a selector that is nested in others (CSS Nesting 1)."""
    if not around:
        return selectors
    outer = f":is({around[-1]})"
    parts = (one.strip() for one in selectors.split(","))
    return ", ".join(one.replace("&", outer) if "&" in one else f"{outer} {one}" for one in parts)


def _find_depth(element: Element) -> int:
    return 1 + max(map(_find_depth, element), default=0)


def list_brackets(text: str, start: int) -> Iterator[int]:
    """Yield the places of top-level commas after an opening bracket at `start`, then that of its end."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] in _OPEN:
            depth += 1
        elif text[at] in _CLOSE:
            depth -= 1
            if not depth:
                yield at
                return
        elif text[at] == "," and depth == 1:
            yield at
