"""Values of options by any name that they have: as in logs, or in a language of the kit."""

from collections.abc import Iterable, Mapping, Sequence

from generator.errors import RulesError
from generator.model.kit import Kit
from generator.model.texts.rich_text import plain
from generator.rules.companion import OptionQuestion
from generator.rules.core import Listed, Value
from generator.rules.notation import TYPED, begins, fold, is_whole, list_fitting, occurs, split, starts

_MOST_LISTED = 12
"""Number of values that an error lists."""


def list_value_names(
    kit: Kit, question: OptionQuestion | None, values: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return the names of each value in all languages: those of the question, and `option.value.<value>`."""
    named: dict[str, list[str]] = {value: [] for value in values}
    for value, names in named.items():
        sentences = (
            [each[value] for each in (question.names, question.values) if value in each] if question else []
        )
        for wording in kit.wordings.values():
            names += (plain(sentence.format(wording)) for sentence in sentences)
            if (key := f"option.value.{value}") in wording:
                names.append(wording.format(key))
    return {value: tuple(names) for value, names in named.items()}


def read_value(kit: Kit, question: OptionQuestion | None, values: Sequence[str], typed: str) -> str:
    """Return the value with a name, in any language; the text itself if no value has it."""
    names = list_value_names(kit, question, values)
    fitting = [value for value, each in names.items() if fold(typed) in map(fold, (value, *each))]
    return fitting[0] if len(fitting) == 1 and typed not in values else typed


def find_option_value(kit: Kit, question: OptionQuestion, values: Sequence[str], typed: str) -> str:
    """Return the value that words mean, which may be abbreviated; raises RulesError with those that fit."""
    fitting, is_clear = find_name(list_value_names(kit, question, values), typed)
    if is_clear:
        return fitting[0]
    known = Listed(question.names.get(value, value) for value in (fitting or values)[:_MOST_LISTED])
    name: Value = question.name or question.key
    raise RulesError("log.value", key=name, value=typed[:40], known=known)


def find_name(names: Mapping[str, Iterable[str]], typed: str) -> tuple[tuple[str, ...], bool]:
    """Return the keys whose names typed words may mean, and whether it is clearly one."""
    spelled = [(key, split(name)) for key, each in names.items() for name in (key, *each)]
    words = split(typed)
    clear = tuple(dict.fromkeys(list_fitting(words, spelled, is_whole, starts, begins, occurs)))
    if len(clear) == 1:
        return clear, True
    return tuple(dict.fromkeys(list_fitting(words, spelled, *TYPED))), False
