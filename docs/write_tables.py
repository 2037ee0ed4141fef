"""Write the tables and the contents of docs/files.md anew, and docs/problems.md.

A table has each key of a kind of file, as its dataclass declares it. Tables are between
`<!-- table: PanelElement -->` and `<!-- end -->`, the contents between `<!-- contents -->` and
`<!-- end -->`.
`make schemas` runs this; a test holds the page equal to what it writes.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from generator.model.language.kinds import Anything, Kind, OneOf
from generator.read.declared.reader import Declared, ListOf, MappingOf, ValueShape, list_declared, make_shape
from generator.read.problem_kinds import ProblemKind, read_kinds
from generator.read.schema import FILES

PROBLEMS = Path(__file__).parent / "problems.md"
PAGE = Path(__file__).parent / "files.md"
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_CONTENTS = re.compile(r"(<!-- contents -->\n).*?(<!-- end -->)", re.DOTALL)
_HEADING = re.compile(r"^(##+) (.+)$", re.MULTILINE)
_CODE = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)


def write_tables(page: str) -> str:
    """Return the page with all tables and lists; KeyError for a table that nothing declares."""
    things = {thing for declared in FILES.values() for thing in list_things(make_shape(declared))}
    known = {thing.__name__: thing for one in things for thing in one.__mro__}
    shown = {
        name: _find_heading(page[: found.start()]) for found in _TABLE.finditer(page) if (name := found[2])
    }
    page = _TABLE.sub(lambda found: f"{found[1]}{make_table(known[found[2]], shown)}{found[3]}", page)
    contents = "".join(f"{line}\n" for line in _list_contents(page))
    return _CONTENTS.sub(lambda found: f"{found[1]}{contents}{found[2]}", page)


def make_table(thing: type, shown: dict[str, str]) -> str:
    """Return a row for each key: how it is written, its default, and what it is for.

    Keys that are inherited from a class with a table of its own, in `shown` with its heading, stand there.
    """
    above = next((base for base in thing.__mro__[1:] if base.__name__ in shown), None)
    inherited = {one.name for one in fields(above)} - thing.__annotations__.keys() if above else set()
    rows = ["| key | value | default | meaning |", "|--|--|--|--|"]
    for one in list_declared(thing):
        if one.name not in inherited:
            cells = (f"`{one.key}`", describe_shape(one.shape), describe_default(one), one.doc)
            rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    if above:
        rows.append(f"| | | | [{(above.__doc__ or '').rstrip('.')}]({_link(shown[above.__name__])}) |")
    return "\n".join(rows) + "\n"


def write_problems() -> str:
    """Return the page with all kinds of problems, from their declarations."""
    return "\n".join([_PROBLEMS_HEAD, *map(_describe_kind, read_kinds())])


def _describe_kind(kind: ProblemKind) -> str:
    """Return the section of a kind, with an example that causes it."""
    lines = [f"## {kind.code}", "", kind.means, "", f"**What to do:** {kind.do}", ""]
    if kind.example:
        wrong, right = (textwrap.dedent(kind.example[key]).strip("\n") for key in ("to", "from"))
        file = kind.example["in"]
        lines += [f"In `{file}`, wrong:", "", "```text", wrong or "(nothing)", "```", "", "Right:", ""]
        lines += ["```text", right, "```", ""]
    return "\n".join(lines)


_PROBLEMS_HEAD = """# Problems

Each problem that `petri check` reports is of a kind, which has a code. `petri check --format frames` shows it
with the line, `--format json`, `github`, and `sarif` print it for programs, and `petri check --explain CODE`
prints what stands here. Examples are changes of the game that `petri new my-game --complete` makes.
"""


def _find_heading(before: str) -> str:
    """Return the last heading of a text."""
    return str(_HEADING.findall(_CODE.sub("", before))[-1][1])


def _link(heading: str) -> str:
    """Return the address of a heading on its page, as GitHub makes it."""
    return "#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _list_contents(page: str) -> Iterator[str]:
    """Yield a line for each section, with the sections inside it."""
    for section in re.split(r"^(?=## )", _CODE.sub("", page), flags=re.MULTILINE)[1:]:
        first, *inner = (f"[{heading}]({_link(heading)})" for _, heading in _HEADING.findall(section))
        yield f"* {first}" + (f": {', '.join(inner)}" if inner else "")


def describe_shape(shape: ValueShape) -> str:
    match shape:
        case Kind():
            return shape.noun
        case ListOf():
            least, most = shape.length.least, shape.length.most
            if shape.length.hint and describe_shape(shape.item) != "ink":
                return "box"
            return f"{least if least == most else 'list of'} {_say_items(shape.item)}"
        case MappingOf():
            key = shape.key.noun if shape.key else "text"
            return f"{key} → {describe_shape(shape.item)}"
        case type():
            return "keys"
        case OneOf():
            return shape.what
        case Anything():
            return shape.noun


def _say_items(shape: ValueShape) -> str:
    noun = describe_shape(shape)
    is_counted = noun in ("keys", "rich text") or re.match(r"`|list|\d", noun)
    return noun if is_counted else f"{noun}s"


def describe_default(one: Declared) -> str:
    if one.is_required:
        return "required"
    if one.default in ("", (), None, False) or not isinstance(one.default, str | int | float):
        return ""
    if not isinstance(one.default, float):
        return f"`{str(one.default).lower() if one.default is True else one.default}`"
    is_length = isinstance(one.shape, Kind) and one.shape.noun == "length"
    return f"`{one.default:g} mm`" if is_length else f"`{one.default:g}`"


def list_things(shape: ValueShape) -> Iterator[type]:
    """Yield the declared dataclasses that a value is made of, each once."""
    yield from _list_inner(shape, set())


def _list_class(thing: type, seen: set[type]) -> Iterator[type]:
    """A declared dataclass, and all that its values are made of."""
    if thing in seen:
        return
    seen.add(thing)
    yield thing
    for one in list_declared(thing):
        yield from _list_inner(one.shape, seen)


def _list_inner(shape: ValueShape, seen: set[type]) -> Iterator[type]:
    match shape:
        case ListOf():
            yield from _list_inner(shape.item, seen)
        case MappingOf():
            yield from _list_inner(shape.item, seen)
        case type():
            yield from _list_class(shape, seen)
        case OneOf():
            for kind in shape.kinds.values():
                yield from _list_class(kind, seen)
        case Anything():
            for hint in shape.either:
                yield from _list_inner(make_shape(hint), seen)


if __name__ == "__main__":
    PAGE.write_text(write_tables(PAGE.read_text("utf-8")), encoding="utf-8")
    PROBLEMS.write_text(write_problems(), encoding="utf-8")
