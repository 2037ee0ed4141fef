"""Texts in two languages: one line, one below the other, or running text, whichever is largest."""

from itertools import product

from generator.layout.press.press import Press
from generator.layout.text.fitting import Setting
from generator.model.texts.wordings import below_each_other, in_one_line, is_joined
from generator.model.values import replace

_SMALLER = 0.8
"""Smallest size of a text in two languages, as a share of the smallest size of its role."""
_SMALLEST_ROLE = "fine_print"
"""The role whose smallest size is the last resort for two languages."""
_LEADING = 1.1
"""Leading for two languages that do not fit otherwise; descenders still clear the capitals below."""


def arrange(press: Press, setting: Setting) -> Setting:
    """Return the setting in which a text in two languages is largest; other texts are returned unchanged.

    The languages are on one line or one below the other, or in running text if neither fits. Each may have as
    many lines as a single language. If nothing fits, the smallest setting is returned.
    """
    words, style = setting.text, setting.style
    if not is_joined(words) or press.wording.languages == 1:
        return setting
    most_lines = setting.most_lines * press.wording.languages
    beside, below = (in_one_line(words), 1), (below_each_other(words), most_lines)
    ways = (below, beside) if below[0] == words else (beside, below)
    floor = min(style.smallest, press.style(_SMALLEST_ROLE).smallest)
    style = replace(style, smallest=max(style.smallest * _SMALLER, floor))
    closer = replace(style, leading=min(style.leading, _LEADING))
    smallest = replace(closer, smallest=floor)
    running = ((in_one_line(words), most_lines),)
    for tried, texts in product((style, closer, smallest), (ways, running)):
        settings = [setting._replace(text=text, style=tried, most_lines=lines) for text, lines in texts]
        sizes = [press.typesetter.find_size(one) or 0.0 for one in settings]
        if any(sizes):
            return settings[sizes.index(max(sizes))]
    return setting._replace(style=smallest, most_lines=most_lines)
