"""Keys of parts that have no effect in a game with a kit.yaml, which decides instead."""

from collections.abc import Callable
from functools import partial

from generator.model.kit import TextKeys
from generator.model.style import Theme
from generator.model.values import fields
from generator.read.declared.findings import Findings
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader
from generator.read.files.shelf import KIT_FILE
from generator.read.files.yaml import Source
from generator.read.templates.templates import PartKeys

OVERRIDING = ("theme", *(one.name for one in fields(TextKeys)))
"""Keys of a part that make it a game by itself."""


def warn_of_overridden(
    kit: Source, read_theme: Callable[[Reader], Theme | None], names: Names, findings: Findings
) -> None:
    """Warn of each key of a part that differs from kit.yaml; wrong names in its theme are problems, too.

    A part that repeats the keys of kit.yaml can be a game by itself. `read_theme` returns the theme of a
    reader, or adds problems.
    """
    for key in OVERRIDING:
        given, above = findings.source.get(key), kit.get(key)
        if given is None or given == above:
            continue
        reason = f"{KIT_FILE} has another `{key}`" if above is not None else f"{KIT_FILE} decides"
        hint = f"write it in {KIT_FILE}, and remove it here"
        names.warn(findings.describe((key,), f"has no effect: {reason}", hint, at="key"))
        if key == "theme":
            _check_theme(findings, read_theme)


def _check_theme(findings: Findings, read_theme: Callable[[Reader], Theme | None]) -> None:
    """Add wrong names in the theme of a part; the reader of the part finds wrong keys itself."""
    source = findings.source
    data = {key: source.get(key) for key in ("unit", "theme") if source.get(key) is not None}
    reader = Reader(Findings(Source(source.file, source.text, data)))
    if reader.read(PartKeys, data) is not None:
        reader.findings.read(partial(read_theme, reader))
        findings.problems += reader.findings.problems
