"""Style sheets in SVG files, applied to their elements."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2

_MOST_WORK = 100_000_000
"""Maximum number of comparisons of elements with parts of selectors."""


def apply_rules(root: Element, sheets: Iterable[str]) -> None:
    """Write the declarations of all matching rules into attributes, which they override.

    At-rules and selectors that are not supported are ignored. Raises ValueError if there is too much to do.
    """
    matcher, work = cssselect2.Matcher(), 0
    elements, depth = sum(1 for _ in root.iter()), _find_depth(root)
    for sheet in sheets:
        for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            given = [one for one in tinycss2.parse_blocks_contents(rule.content) if one.type == "declaration"]
            known = (one for one in given if one.name[0].isalpha())
            declared = [(one.name, tinycss2.serialize(one.value).strip()) for one in known]
            # Each part of `a b c` may match any element around.
            selectors = tinycss2.serialize(rule.prelude)
            parts = max(len(one.replace(">", " ").split()) for one in selectors.split(","))
            work += elements * depth ** min(max(parts - 1, 0), 9) * (1 + selectors.count(","))
            if work > _MOST_WORK or "~" in selectors:
                raise ValueError("its style sheets are too complex")
            try:
                for selector in cssselect2.compile_selector_list(rule.prelude):
                    matcher.add_selector(selector, declared)
            except cssselect2.SelectorError:
                continue
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        for *_, pseudo, declared in sorted(matcher.match(wrapper), key=lambda match: match[:2]):
            for name, value in declared if pseudo is None else ():
                wrapper.etree_element.set(name, value)


def _find_depth(element: Element) -> int:
    return 1 + max(map(_find_depth, element), default=0)
