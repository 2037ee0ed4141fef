"""Words in two languages, in a box that is made for one."""

from dataclasses import replace
from itertools import product

from generator.layout.press.press import Press
from generator.layout.text.fitting import Setting
from generator.model.bilingual import below_each_other, in_one_line, is_joined

_SMALLER = 0.8
"""How far below the smallest size of its role type may go, for two languages to find room."""
_SMALLEST_ROLE = "fine_print"
"""At last, where that is not enough, down to the smallest size of this one."""
_LEADING = 1.1
"""Where there is no room even then, lines stand so close together: the descenders of one are clear of
the capitals of the next."""


def arrange(press: Press, setting: Setting) -> Setting:
    """Return how words are set; as they came where they are not two.

    Side by side on one line or below each other, whichever is larger; one after the other, as
    running text, only where neither fits. Each language may have as many lines as one alone. What
    does not fit even so is for whoever sets it to say.
    """
    words, style = setting.text, setting.style
    if press.wording.languages == 1 or not is_joined(words):
        return setting
    most_lines = setting.most_lines * press.wording.languages
    beside, below = (in_one_line(words), 1), (below_each_other(words), most_lines)
    ways = (below, beside) if below[0] == words else (beside, below)
    floor = min(style.smallest, press.style(_SMALLEST_ROLE).smallest)
    style = replace(style, smallest=max(style.smallest * _SMALLER, floor))
    closer = replace(style, leading=min(style.leading, _LEADING))
    smallest = replace(closer, smallest=floor)
    running = ((in_one_line(words), most_lines),)
    for tried, tries in product((style, closer, smallest), (ways, running)):
        settings = [setting._replace(text=way, style=tried, most_lines=lines) for way, lines in tries]
        sizes = [press.typesetter.find_size(one) or 0.0 for one in settings]
        if any(sizes):
            return settings[sizes.index(max(sizes))]
    return setting._replace(style=smallest, most_lines=most_lines)
