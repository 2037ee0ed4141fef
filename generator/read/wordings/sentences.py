"""Checks of a single text of a wording: its marks, its icons and colours, its plurals."""

from collections.abc import Iterator

from generator.errors import Wrong, suggest
from generator.model.texts.message import Choice, Grammar, parse_message
from generator.model.texts.rich_text import Span, has_marks, parse_rich
from generator.read.declared.findings import Findings
from generator.read.declared.names import Names
from generator.read.files.yaml_reader import DataPath
from generator.read.wordings.grammars import find_grammar

_TRIED = range(201)
"""Numbers that are tried to find the categories that a language needs."""

_MOST_SHOWN = 3


def check_sentence(findings: Findings, path: DataPath, sentence: str, *, locale: str, names: Names) -> None:
    """Add all problems of a text, each with its position."""
    if not has_marks(sentence):
        return

    def add(position: int, message: str, hint: str = "") -> None:
        findings.add_at(path, position, f"{message} at character {position + 1}", hint)

    try:
        message = parse_message(sentence)
    except Wrong as error:
        add(error.position, error.message, error.hint)
        return
    spans: list[Span] = []
    for text, spots in message.samples():
        try:
            spans += parse_rich(text, places="{" in sentence)
        except Wrong as error:
            add(spots[min(error.position, len(spots) - 1)], error.message)
            return
    for icon in dict.fromkeys(span.icon for span in spans if span.icon):
        findings.check_name(path, icon, names.icons, "icon")
    for colour in dict.fromkeys(span.colour for span in spans if span.colour):
        if wrong := names.judge("colour", colour):
            findings.add(path, wrong.message, wrong.hint)
    for choice in message.choices:
        if choice.kind != "select":
            for position, problem, hint in _find_problems(choice, find_grammar(locale)):
                add(position, problem, hint)


def _find_problems(choice: Choice, grammar: Grammar) -> Iterator[tuple[int, str, str]]:
    """Yield unknown and missing categories of a plural: position, message, and hint."""
    is_plural = choice.kind == "plural"
    known, rule = (grammar.plurals, grammar.plural) if is_plural else (grammar.ordinals, grammar.ordinal)
    there = {branch.key for branch in choice.branches}
    for key, _, position in choice.branches:
        if not key.startswith("=") and key not in known:
            yield position, f"the language has no category `{key}`", suggest(key, known)
    for category in known:
        numbers = [number for number in _TRIED if rule(number) == category and f"={number}" not in there]
        if numbers and category not in there:
            shown = ", ".join(map(str, numbers[:_MOST_SHOWN])) + (" ..." if numbers[_MOST_SHOWN:] else "")
            message = f"`{{{choice.name}, {choice.kind}, ...}}` has no `{category}`"
            hint = f"add `{category} {{...}}`: the language needs it for {shown}"
            yield choice.position, message, hint
