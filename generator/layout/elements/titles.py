"""Names of pieces, as they are printed: the text in the largest type of a template."""

from collections.abc import Iterable, Iterator

from generator.layout.elements.drawer import Fields
from generator.layout.elements.texts import make_filler
from generator.layout.press.press import Press
from generator.model.elements.template import Element, GroupElement, Template, WordsElement
from generator.model.language.fields import Pattern
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import in_one_line

_BETWEEN = " :.,;-\N{EN DASH}\N{EM DASH}\N{FULLWIDTH COLON}\N{IDEOGRAPHIC COMMA}"
"""Characters between the name of a game and that of a part."""


def find_title(press: Press, template: Template, fields: Fields) -> str:
    """Return the text in the largest type that a piece shows, in one line; a number if it has no letters.

    It is empty if the piece shows neither.
    """
    titles: list[tuple[bool, float, str]] = []
    for words in _list_words(template.elements, fields):
        text = make_filler(press.wording, Pattern(words.say), Pattern(words.text))(fields)
        text = in_one_line(text) if press.wording.languages > 1 else text
        text = " ".join(plain(text).replace("\N{SOFT HYPHEN}", "").split())
        if any(map(str.isalnum, text)):
            size = press.style(Pattern(words.role).fill(fields), size=words.font_size).size
            titles.append((any(map(str.isalpha, text)), size, text))
    return max(titles, key=lambda one: one[:2], default=(False, 0.0, ""))[2]


def shorten_title(title: str, game: str) -> str:
    """Return the title of a part without the name of the game before it: `City cards`."""
    if len(title) > len(game) and title.startswith(game):
        return title.removeprefix(game).lstrip(_BETWEEN) or title
    return title


def _list_words(elements: Iterable[Element], fields: Fields) -> Iterator[WordsElement]:
    """Yield the texts of a piece, without repeated ones."""
    for element in elements:
        if isinstance(element, WordsElement | GroupElement) and element.is_shown(fields):
            if isinstance(element, GroupElement):
                yield from _list_words(element.draw, fields)
            else:
                yield element
