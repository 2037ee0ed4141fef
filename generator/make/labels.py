"""Names of games and decks on boxes and dividers, in the languages in which they are printed."""

import re

from generator.model.texts.wordings import Wording, join_sentences


def say(wording: Wording, title: str) -> str:
    """Return the text of a title, which is a wording key or the text itself."""
    return wording.format(title) if title in wording else wording.translate(title)


def name_deck(wording: Wording, game: str, title: str) -> str:
    """Return the title of a deck without the name of its game: `City Cards` for `Pandemic: City Cards`."""
    first, *others = (_shorten(say(one, game), say(one, title)) for one in wording.each)
    turns = len({one.direction for one in wording.each}) > 1
    return join_sentences(first, others[0], turns=turns) if others else first


def _shorten(game: str, title: str) -> str:
    rest = re.sub(rf"^{re.escape(game)}\s*[^\w\s]+\s*", "", title)
    return rest or title
