"""Write the generated parts of the documents: tables of keys and options, contents, and docs/problems.md.

A table has each key of a kind of file as it is declared, between `<!-- table: PanelElement -->` and
`<!-- end -->`. In the same way, names follow `<!-- names: icons -->`, the help of a command with its examples
and options follows `<!-- command: make -->`, the rules of layout follow `<!-- rules -->`, and the contents
follow `<!-- contents -->`.
`make schemas` runs this; a test holds the pages equal to what it writes.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import yaml

from generator.cli.app import COMMANDS, find_command
from generator.model.language.kinds import Anything, Kind, OneOf
from generator.read.declared.reader import Declared, ListOf, MappingOf, ValueShape, list_declared, make_shape
from generator.read.files.shelf import find_shelf
from generator.read.problem_kinds import ProblemKind, read_kinds
from generator.read.schema import FILES

PROBLEMS = Path(__file__).parent / "problems.md"
PAGE = Path(__file__).parent / "files.md"
LAYOUT_PAGE = Path(__file__).parent / "layout.md"
LAYOUT_RULES = Path(__file__).parent / "pictures" / "layout.yaml"
COMMANDS_PAGE = Path(__file__).parent / "commands.md"
COMMAND = re.compile(r"(<!-- command: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_RULES = re.compile(r"(<!-- rules -->\n).*?(<!-- end -->)", re.DOTALL)
_NAMES = re.compile(r"(<!-- names: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_CALL = re.compile(
    rf"(?<!`)petri (?:{'|'.join(COMMANDS)})\b(?: --[\w-]+| (?:check )?GAME)?"
    r"|(?<![\w`-])--[a-z][\w-]*(?: \w+,\w+)?"
)
"""A command, or an option, in the text of a help."""
_MOST_SHARED = 4
"""A table with more options of `petri make` names them in one row."""
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
    page = _RULES.sub(lambda found: f"{found[1]}{_list_layout_rules()}{found[2]}", page)
    page = _NAMES.sub(lambda found: f"{found[1]}{_list_names(found[2])}{found[3]}", page)
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
            rows.append("| " + " | ".join(_escape(cell) for cell in cells) + " |")
    if above:
        rows.append(f"| | | | [{(above.__doc__ or '').rstrip('.')}]({_link(shown[above.__name__])}) |")
    return "\n".join(rows) + "\n"


def _list_layout_rules() -> str:
    """Return a table of what the layout does by itself, the key that turns it off, and a picture of both."""
    rows = ["| | by default | off | without, and with |", "|--|--|--|--|"]
    for number, rule in yaml.safe_load(LAYOUT_RULES.read_text("utf-8")).items():
        shown = f"![Without rule {number}, and with it](pictures/layout/{number}.png)"
        rows.append(f"| {number} | {rule['says']} | {rule['key']} | {shown} |")
    return "\n".join(rows) + "\n"


def _list_names(kind: str) -> str:
    """Return a line with the names of icons, or of sizes with what they are in mm, that all games share."""
    shelf = find_shelf()
    if kind == "icons":
        return f"{', '.join(f'`{path.stem}`' for path in sorted(shelf.icons.rglob('*.svg')))}.\n"
    listed = yaml.safe_load((shelf.data / f"{kind}.yaml").read_text("utf-8"))
    return f"{', '.join(_name_size(name, keys) for name, keys in listed.get('stocks', listed).items())}.\n"


def _name_size(name: str, keys: Mapping[str, str]) -> str:
    """Return the id of a size or a stock with its sides or its thickness; labels have only an id."""
    sides = (keys.get("thickness"),) if "thickness" in keys else (keys.get("width"), keys.get("height"))
    told = "" if "labels" in keys else f" ({' x '.join(str(side).removesuffix(' mm') for side in sides)})"
    return f"`{name}`{told}"


@dataclass(frozen=True)
class DescribedOption:
    """An option of a command as its help describes it."""

    key: str
    """Its name in Python, by which a long help is divided."""
    names: tuple[str, ...]
    value: str
    default: str
    meaning: str
    commands: tuple[str, ...] = ()
    """Commands below the one that is described which have it."""


def list_options(name: str) -> tuple[DescribedOption, ...]:
    """Return the options of a command, and of those below it, as they are declared."""
    command = find_command(name)
    found: dict[tuple[str, ...], DescribedOption] = {}
    for inner, one in (("", command), *getattr(command, "commands", {}).items()):
        for param in one.params:
            if param.opts[0].startswith("-"):
                option = _describe_option(param)
                same = (*option.names, option.meaning)
                before = found[same].commands if same in found else ()
                found[same] = replace(option, commands=(*before, *([inner] if inner else [])))
    return tuple(found.values())


def _describe_option(param: Any) -> DescribedOption:
    meaning, _, told = (param.help or "").partition(" [default: ")
    default = told.removesuffix("]") or ("" if not param.show_default else _format_default(param))
    return DescribedOption(
        key=param.name,
        names=(*param.opts, *param.secondary_opts),
        value=param.metavar or "",
        default=default,
        meaning=_mark_code(meaning),
    )


def _format_default(param: Any) -> str:
    """Return the default of an option, or an empty text for one that does nothing."""
    if isinstance(param.default, bool):
        return f"`{param.opts[0]}`" if param.default else ""
    listed = param.default if isinstance(param.default, tuple) else (param.default,)
    return ",".join(f"`{one}`" for one in listed if one not in ("", None))


def write_commands(page: str) -> str:
    """Return the page about commands with the help and the options of each."""

    def write(found: re.Match[str]) -> str:
        parts = (*describe_command(found[2]), _make_option_table(found[2]))
        return found[1] + "\n\n".join(filter(None, parts)) + found[3]

    return COMMAND.sub(write, page)


def describe_command(name: str) -> Iterator[str]:
    """Yield the paragraphs and the examples of the help of a command, and of those below it."""
    command = find_command(name)
    yield from _write_help(command.help)
    for inner, one in getattr(command, "commands", {}).items():
        words = " ".join(param.metavar for param in one.params if param.param_type_name == "argument")
        text = one.help.replace("\n\n", " ")
        yield from _write_help(f"**`petri {name} {inner} {words}`**: {text}")


def _write_help(text: str) -> Iterator[str]:
    """Yield a help as paragraphs of Markdown; examples become shell with comments."""
    for part in text.split("\n\n"):
        if part.startswith("\b"):
            lines = [re.sub(r"  +", r"\g<0># ", line) for line in part.splitlines()[1:]]
            yield "\n".join(["```sh", *lines, "```"])
        else:
            lines = textwrap.wrap(_mark_code(part), 120, break_long_words=False, break_on_hyphens=False)
            yield "\n".join(lines)


def _mark_code(text: str) -> str:
    """Return a help with options as code, and links to the documents that it names."""
    text = _CALL.sub(r"`\g<0>`", text)
    return re.sub(r"docs/([\w-]+\.md)", r"[\1](\1)", text)


def _make_option_table(name: str) -> str:
    """Return a row for each option; those that are as for `petri make` share the last one."""
    if not list_options(name):
        return ""
    known = {(one.names, one.meaning) for one in list_options("make")} if name != "make" else set()
    listed = list_options(name)
    shared = [one for one in listed if (one.names, one.meaning) in known]
    shared = shared if len(shared) > _MOST_SHARED else []
    rows = [make_row(write_names(one), one.default, one.meaning) for one in listed if one not in shared]
    if shared:
        names = ", ".join(f"`{name}`" for one in shared for name in one.names)
        rows.append(make_row("…", "", f"As for [`petri make`](#petri-make-game): {names}."))
    return "\n".join(["| option | default | meaning |", "|--|--|--|", *rows]) + "\n"


def write_names(option: DescribedOption) -> str:
    """Return the names of an option as code, with the commands below its own that have it."""
    names = ", ".join(f"`{name}`" for name in option.names)
    return names + (f" ({', '.join(option.commands)})" if option.commands else "")


def make_row(*cells: str) -> str:
    """Return a row of a table; an empty cell is one space."""
    return "|" + "|".join(f" {one} " if one else " " for one in (_escape(cell) for cell in cells)) + "|"


def _escape(cell: str) -> str:
    return cell.replace("|", "\\|")


def write_problems() -> str:
    """Return the page with all kinds of problems, from their declarations."""
    return "\n".join([_PROBLEMS_HEAD, *map(_describe_kind, read_kinds())])


def _describe_kind(kind: ProblemKind) -> str:
    """Return the section of a kind, with an example that causes it."""
    lines = [f"## {kind.code}", "", kind.means, "", f"**What to do:** {kind.do}", ""]
    wrong, right = (textwrap.dedent(kind.example[key]).strip("\n") for key in ("to", "from"))
    game = f" of `{kind.example['game']}`" if "game" in kind.example else ""
    begin = f"In `{kind.example['in']}`{game}, wrong:"
    lines += [begin, "", "```text", wrong or "(nothing)", "```", "", "Right:", ""]
    lines += ["```text", right or "(no such file)", "```", ""]
    return "\n".join(lines)


_PROBLEMS_HEAD = """# Problems

Each problem that `petri check` reports is of a kind, which has a code. `petri check --format frames` shows it
with the line, `--format json`, `github`, and `sarif` print it for programs, and `petri check --explain CODE`
prints what stands here. Examples are changes of the game that `petri new my-game --complete` makes, or of one
that comes with the program.
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
    for page in (PAGE, LAYOUT_PAGE):
        page.write_text(write_tables(page.read_text("utf-8")), encoding="utf-8")
    COMMANDS_PAGE.write_text(write_commands(COMMANDS_PAGE.read_text("utf-8")), encoding="utf-8")
    PROBLEMS.write_text(write_problems(), encoding="utf-8")
