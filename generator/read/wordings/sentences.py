"""What can be wrong with a single sentence: its marks, its icons and colours, its plurals."""

from collections.abc import Collection

from generator.model.grammar import Grammar
from generator.model.message import Choice, Message, parse_message
from generator.model.rich_text import MarkupError, Span, parse_rich
from generator.read.declared.findings import Findings
from generator.read.declared.names import Names
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import DataPath
from generator.read.wordings.grammars import find_grammar

_TRIED = range(201)
"""Numbers by which it is found which categories a language cannot do without."""

_MOST_TOLD = 3


def check_sentence(findings: Findings, path: DataPath, sentence: str, *, locale: str, names: Names) -> None:
    """Adds all that is wrong with a sentence, each where it stands."""
    if "{" not in sentence:
        check_text(findings, path, sentence, names=names)
        return
    try:
        message = parse_message(sentence)
    except MarkupError as error:
        _add_at(findings, path, sentence, error.position, error.reason, error.hint)
        return
    if not _check_samples(findings, path, message, names):
        return
    for choice in message.choices:
        _check_categories(findings, path, sentence, choice, find_grammar(locale))


def check_text(findings: Findings, path: DataPath, text: str, *, names: Names, start: int = 0) -> None:
    """Adds all that is wrong with a rich text that is printed as it is, such as a label.

    The rich text begins at the character `start` of the value.
    """
    try:
        _check_spans(findings, path, parse_rich(text[start:]), names)
    except MarkupError as error:
        _add_at(findings, path, text, start + error.position, error.reason)


def _check_samples(findings: Findings, path: DataPath, message: Message, names: Names) -> bool:
    """Whether the marks of all branches can be read; the same mistake is told once."""
    spans: list[Span] = []
    for text, spots in message.samples():
        try:
            spans += parse_rich(text, places=True)
        except MarkupError as error:
            spot = spots[min(error.position, len(spots) - 1)]
            _add_at(findings, path, message.text, spot, error.reason)
            return False
    _check_spans(findings, path, spans, names)
    return True


def _check_spans(findings: Findings, path: DataPath, spans: Collection[Span], names: Names) -> None:
    """Adds the icons and colours that are not there."""
    for icon in dict.fromkeys(span.icon for span in spans if span.icon):
        findings.check_name(path, icon, names.icons, "the icon")
    for colour in dict.fromkeys(span.colour for span in spans if span.colour):
        if not colour.startswith("#"):
            findings.check_name(path, colour, names.colours, "the colour")


def _check_categories(
    findings: Findings, path: DataPath, sentence: str, choice: Choice, grammar: Grammar
) -> None:
    """The branches of a plural are categories of the language, and all that it needs are there."""
    if choice.kind == "select":
        return
    is_plural = choice.kind == "plural"
    known = grammar.plurals if is_plural else grammar.ordinals
    there = {branch.key for branch in choice.branches}
    for branch in choice.branches:
        if not branch.key.startswith("=") and branch.key not in known:
            message = f"the language has no category `{branch.key}`"
            _add_at(findings, path, sentence, branch.position, message, suggest(branch.key, known))
    rule = grammar.plural if is_plural else grammar.ordinal
    for category in known:
        numbers = [number for number in _TRIED if rule(number) == category and f"={number}" not in there]
        if numbers and category not in there:
            shown = ", ".join(map(str, numbers[:_MOST_TOLD])) + (" ..." if numbers[_MOST_TOLD:] else "")
            message = f"`{{{choice.name}, {choice.kind}, ...}}` has no `{category}`"
            hint = f"add `{category} {{...}}`: the language needs it for {shown}"
            _add_at(findings, path, sentence, choice.position, message, hint)


def _add_at(
    findings: Findings, path: DataPath, text: str, position: int, message: str, hint: str = ""
) -> None:
    findings.add_at(path, text, position, f"{message} at character {position + 1}", hint)
