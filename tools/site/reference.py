"""Pages of the reference, from the declarations of kinds, commands, and the API."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import yaml

import generator.api
from docs.write_tables import (
    COMMAND,
    describe_command,
    describe_default,
    describe_shape,
    list_options,
    list_things,
)
from generator.cli.app import find_command
from generator.model.elements.template import AREAS, BLOCKS, ELEMENTS
from generator.read.declared.reader import Declared, MappingOf, get_doc, list_declared, make_shape
from generator.read.schema import FILES
from tools.environment import ROOT
from tools.site.pages import Page, list_lines

DOCUMENT = ROOT / "docs" / "files.md"
"""The document that explains the kinds; its tables are those of the declarations."""
_PICTURES = ROOT / "docs" / "pictures"
_TABLE = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- end -->", re.DOTALL)
_LONG = 15
"""A command with more options has a table for each heading of its help."""


def list_kinds() -> Mapping[str, Mapping[str, type]]:
    """Return the kinds that have a page each, by the folder of their pages and their name in files."""
    elements = {name: kind for name, kind in ELEMENTS.kinds.items() if name not in AREAS}
    return {"elements": elements, "areas": AREAS, "blocks": BLOCKS.kinds}


def write_kinds(document: str) -> Iterator[Page]:
    """Yield a page for each kind and each type of file, and a page that lists them by folder."""
    headings = _find_headings(document)
    for folder, kinds in list_kinds().items():
        pages = [_write_kind(folder, name, kind, headings, document) for name, kind in kinds.items()]
        yield _write_list(folder, pages, document=DOCUMENT)
        yield from pages
    files = [_write_file(name, declared, headings) for name, declared in FILES.items()]
    yield _write_list("files", files, document=DOCUMENT)
    yield from files


def _write_list(folder: str, pages: list[Page], *, document: Path) -> Page:
    """Return the page that shows all pages of a folder."""
    title = {"files": "Types of files", "commands": "Commands"}.get(folder, folder.capitalize())
    text = f"# {title}\n\n{_INTRODUCTIONS[folder]}\n"
    return Page(f"reference/{folder}/index", title, text, document, tuple(page.place for page in pages))


_INTRODUCTIONS = MappingProxyType(
    {
        "elements": """Elements are what a template draws on cards, tokens, boards, and sheets: each at its
place, with its own keys. [Templates](files.md#templates) explains how they work together.""",
        "areas": """Areas are parts of a board whose places have ids: rules, figures, and positions name
them. They are elements, too, on cards, tokens, and sheets. [Boards](files.md#boards) explains them.""",
        "blocks": """Blocks are one below the other: in a `stack` on a card, in a section of a sheet, and in
a booklet. [Blocks](files.md#blocks) explains what they have in common.""",
        "files": """Each type of file, with all of its keys. `petri schema NAME` prints its JSON Schema, for
editors. [Files](files.md) explains them with examples.""",
    }
)


def _write_kind(folder: str, name: str, kind: type, headings: Mapping[str, str], document: str) -> Page:
    """Return the page of a kind: its sentence, a picture, an example, and its keys."""
    lines = [f"# `{name}`", "", inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0], ""]
    picture, example = _find_block(name) if folder == "blocks" else _find_picture(name)
    if picture:
        lines += [f"![An example of {name}](pictures/elements/{picture}.png)", ""]
    if example := example or _find_example(name, document):
        lines += ["```yaml", example, "```", ""]
    lines += [f"## Keys of `{name}`", "", make_table(kind, headings), ""]
    if heading := _find_heading(kind, headings):
        lines += [f"Explained in [{_strip(heading)}](files.md#{_slug(heading)}).", ""]
    return Page(f"reference/{folder}/{name}", f"`{name}`", "\n".join(lines), DOCUMENT)


def _write_file(name: str, declared: Any, headings: Mapping[str, str]) -> Page:
    """Return the page of a type of file: its sentence, and its keys, or those of each entry."""
    shape = make_shape(declared)
    first = next(list_things(shape))
    sentence = get_doc(declared) or inspect.cleandoc(first.__doc__ or "").split("\n\n")[0]
    lines = [f"# {name}", "", sentence, ""]
    if isinstance(shape, MappingOf):
        lines += ["Each entry has a name, and these keys:", ""]
    if isinstance(shape, MappingOf | type):
        lines += [make_table(first, headings), ""]
        if heading := _find_heading(first, headings):
            lines += [f"Explained in [{_strip(heading)}](files.md#{_slug(heading)}).", ""]
    else:
        lines += ["A list of [blocks](files.md#blocks).", ""]
    return Page(f"reference/files/{name}", name, "\n".join(lines), DOCUMENT)


def _find_headings(document: str) -> Mapping[str, str]:
    """Return the heading of the section with the table of each class, by the name of the class."""
    found, heading = {}, ""
    for line, is_code in list_lines(document):
        if (not is_code and line.startswith("## ")) or line.startswith("### "):
            heading = line.lstrip("# ")
        if table := re.fullmatch(r"<!-- table: (\w+) -->", line):
            found[table[1]] = heading
    return found


def _find_heading(kind: type, headings: Mapping[str, str]) -> str:
    return next((headings[one.__name__] for one in kind.__mro__ if one.__name__ in headings), "")


def _slug(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _strip(heading: str) -> str:
    return heading.replace("`", "")


def _find_picture(name: str) -> tuple[str, str]:
    """Return the picture that shows an element, and its lines of YAML."""
    entries = yaml.safe_load((_PICTURES / "elements.yaml").read_text("utf-8"))
    for picture, elements in entries.items():
        shown = [one for one in elements if name in one]
        if shown:
            return picture, _write_yaml(shown)
    return "", ""


def _find_block(name: str) -> tuple[str, str]:
    """Return the picture that shows a block, and its lines of YAML; figures have none."""
    entries = yaml.safe_load((_PICTURES / "blocks.yaml").read_text("utf-8"))
    return (f"block-{name}", _write_yaml(entries[name])) if name in entries else ("", "")


def _write_yaml(data: Any) -> str:
    """Return a list of elements in lines of at most 72 characters."""
    return str(
        yaml.dump(data, sort_keys=False, width=72, allow_unicode=True, default_flow_style=None)
    ).strip()


def _find_example(name: str, document: str) -> str:
    """Return the first example of the document that begins with a block of this kind."""
    for found in re.finditer(r"```yaml\n(.*?)```", document, re.DOTALL):
        if re.match(rf"- {name}:", found[1]):
            return found[1].rstrip()
    return ""


def fill_tables(document: str) -> str:
    """Return the document about files with tables of two columns, which fit on a phone."""
    listed = {thing for declared in FILES.values() for thing in list_things(make_shape(declared))}
    things = {thing.__name__: thing for one in listed for thing in one.__mro__}
    headings = _find_headings(document)
    return _TABLE.sub(lambda found: make_table(things[found[1]], headings), document)


def make_table(thing: type, headings: Mapping[str, str]) -> str:
    """Return a row for each key that is not inherited from a class with a table of its own."""
    above = next((base for base in thing.__mro__[1:] if base.__name__ in headings), None)
    inherited = {one.name for one in list_declared(above)} - thing.__annotations__.keys() if above else set()
    rows = [
        _write_row(f"`{one.key}`", _say_default(one), f"*{describe_shape(one.shape)}.* {one.doc}")
        for one in list_declared(thing)
        if one.name not in inherited
    ]
    if above:
        heading = headings[above.__name__]
        rows.append(f"| … | [{(above.__doc__ or '').rstrip('.')}](files.md#{_slug(heading)}) |")
    return "\n".join(["| key | meaning |", "|--|--|", *rows])


def _say_default(one: Declared) -> str:
    default = describe_default(one)
    return default if one.is_required or not default else f"default: {default}"


def _write_row(name: str, default: str, meaning: str) -> str:
    below = f"<br>{default}" if default else ""
    return f"| {name}{below} | {_escape(meaning)} |"


def _escape(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def fill_options(document: str) -> str:
    """Return the document about commands with their help, and tables of options in two columns.

    A long command has a table for each heading of its help.
    """
    document = re.sub(r"(?m)^(## (petri \w+.*)\n)", r"\1\n```text\n\2 [OPTIONS]\n```\n", document)
    return COMMAND.sub(
        lambda found: "\n\n".join([*describe_command(found[2]), _write_options(found[2])]), document
    )


def _write_options(name: str) -> str:
    """Return the tables of the options of a command; none if it has none."""
    if not (listed := list_options(name)):
        return ""
    headings = getattr(find_command(name), "headings", {}) if len(listed) > _LONG else {}
    tables: dict[str, list[str]] = {}
    for one in listed:
        value = f" {one.value}" if one.value else ""
        below = f" ({', '.join(one.commands)})" if one.commands else ""
        told = f"default: {one.default}" if one.default else ""
        row = _write_row(f"`{', '.join(one.names)}{value}`{below}", told, one.meaning)
        tables.setdefault(headings.get(one.key, ""), []).append(row)
    parts = [
        "\n".join([*([f"### {heading}\n"] if heading else []), "| option | meaning |", "|--|--|", *lines])
        for heading, lines in tables.items()
    ]
    return "\n\n".join(parts)


def write_api() -> Page:
    """Return the page of the names that rules of one's own import, by the modules that define them."""
    lines = ["# Python API", "", _API, ""]
    for node in ast.parse(inspect.getsource(generator.api)).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            module = import_module(node.module)
            lines += [f"## `{node.module}`", "", (module.__doc__ or "").partition("\n\n")[0], ""]
            constants = _read_constants(module)
            for alias in node.names:
                lines += [*_describe_name(alias.name, getattr(module, alias.name), constants), ""]
    return Page("extend/api", "Python API", "\n".join(lines), ROOT / "docs" / "own-rules.md")


_API = """The names of `generator.api`, which stay the same in later versions.
[Rules of your own](own-rules.md) explains how they work together.
`from generator.api import SimpleRules` imports one."""


def _read_constants(module: ModuleType) -> Mapping[str, str]:
    """Return the lines of constants and aliases of a module, and the strings below them."""
    source = inspect.getsource(module)
    body = ast.parse(source).body
    found = {}
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]

            code = ast.get_source_segment(source, node) or ""
            is_doc = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            doc = str(ast.literal_eval(after.value)) if is_doc and isinstance(after, ast.Expr) else ""
            found[ast.unparse(target)] = f"```python\n{code}\n```\n\n{inspect.cleandoc(doc)}"
    return found


def _format_signature(value: Any) -> str:
    """Return a signature with short names, and without addresses, which differ in each run."""
    named = re.sub(r"<(?:function )?[^<]*(?:<lambda>)?[^<]* at 0x\w+>", "...", str(inspect.signature(value)))
    return re.sub(r"\b(?:[a-z_]+\.)+(?=\w)|~(?=\w)", "", named)


def _describe_name(name: str, value: Any, constants: Mapping[str, str]) -> Iterator[str]:
    """Yield the heading of a name, its signature, and its docstring with examples."""
    yield from (f"### `{name}`", "")
    if name in constants:
        yield constants[name]
        return
    if inspect.isfunction(value):
        yield from ("```python", f"{name}{_format_signature(value)}", "```", "")
    is_example = False
    for line in (inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>>") and not is_example:
            yield from ("", "```pycon")
            is_example = True
        if is_example and not line.strip():
            yield "```"
            is_example = False
        yield line
    if is_example:
        yield "```"
