"""Booklets in CommonMark -> the data of a booklet as YAML has it, with its English texts by key.

Paragraphs, lists, tables, and quotes are blocks; a fence whose word is a kind of block has the YAML of the
block. In braces at the end of a block are its keys: `{#blocked tells=spread.blocked}`. Every text has a key,
under which it is translated: the booklet, the section, and the id of the block, or its first words.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from generator.errors import MOST_IN_FILE, DataError, Problem, suggest
from generator.model.elements.template import BLOCKS
from generator.model.language.kinds import DOTTED_KEY, KEY, Kind, OneOf
from generator.model.values import dataclass, field
from generator.read.declared.reader import ListOf, MappingOf, list_beginning, list_declared, list_mains
from generator.read.files.text_files import derive_id, read_text
from generator.read.files.yaml import (
    Data,
    DataPath,
    LineAndColumn,
    MarkdownSource,
    PlacedText,
    Source,
    parse_yaml,
)

_ATTRIBUTES = re.compile(r"\s*\{((?:#[\w.-]+|[a-z_]+=[^\s{}]+)(?:\s+(?:#[\w.-]+|[a-z_]+=[^\s{}]+))*)\}\s*$")
_ICONS = re.compile(r"((?::[\w/+-]*[A-Za-z][\w/+-]*:)+)\s+(?=\S)")
_INLINE = re.compile(
    r"\\(?P<escape>[!-/:-@\[-`{-~])"
    r"|(?P<image>!\[[^\[\]]*\]\([^()]*\))"
    r"|\[(?P<label>[^\[\]]+)\]\((?P<target>[^()\s]*)\)"
    r"|(?P<html></?[A-Za-z][^<>]*>|<!--)"
    r"|(?P<code>`+)"
    r"|(?P<entity>&#?\w+;)"
    r"|(?<![\w\\])(?P<under>__?)(?=\S)(?P<inner>[^_]+?)(?<=\S)(?P=under)(?!\w)"
)
_OUR_ESCAPES = "*{}|:\\"
_NO_WORDS = re.compile(r"\{[^{}|]*[}|]|:[\w/+-]+:")
"""Placeholders, beginnings of marks, and icons."""
_LONGEST = 40
"""Maximum length of the last step of a key."""


@dataclass(frozen=True)
class BlockKeys:
    """The braces at the end of a block: an id, and other keys."""

    id: str = ""
    others: Mapping[str, Data] = field(default_factory=dict)


class LineReader:
    """Converts lines of one file, and collects their problems, and the links in them."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self._file, self._problems = file, problems
        self.links: list[tuple[str, LineAndColumn]] = []
        """The name to which each link leads, and its place."""

    def add(self, line: int, column: int, message: str, hint: str = "") -> None:
        """Add a problem."""
        self._problems.append(Problem(self._file, line, column, "", message, hint))

    def split_text(self, text: PlacedText) -> tuple[PlacedText, BlockKeys]:
        found = _ATTRIBUTES.search(text.text)
        rest, keys = self.split_keys(text.text, *text.place(found.start(1) if found else 0))
        return PlacedText(rest, text.marks), keys

    def split_keys(self, text: str, line: int, column: int) -> tuple[str, BlockKeys]:
        """Return a text without the keys in braces at its end, and these keys."""
        found = _ATTRIBUTES.search(text)
        if found is None:
            return text.rstrip(), BlockKeys()
        id, others = "", dict[str, Data]()
        for word in found[1].split():
            if word.startswith("#"):
                id = self._take_id(word[1:], line, column)
                continue
            name, _, value = word.partition("=")
            others[name] = [*value.split(",")] if "," in value else value
        return text[: found.start()].rstrip(), BlockKeys(id, others)

    def _take_id(self, id: str, line: int, column: int) -> str:
        """Return the id of a block as it is written in keys."""
        id = id.replace("-", "_")
        if not re.fullmatch(rf"{KEY}(\.{KEY})*", id):
            hint = "lower-case letters, digits, and `_`: `{#set_up}`"
            self.add(line, column, f"`#{id}` is not an id", hint)
            return ""
        return id

    def convert(self, lines: Sequence[tuple[int, int, str]]) -> PlacedText:
        """Return lines of CommonMark as a text with our own marks."""
        written, marks, length = list[str](), list[tuple[int, int, int]](), 0

        def put(text: str, line: int, column: int) -> None:
            nonlocal length
            marks.append((length, line, column))
            written.append(text)
            length += len(text)

        for index, (line, column, content) in enumerate(lines):
            is_last = index == len(lines) - 1
            breaks = not is_last and (content.endswith("  ") or re.search(r"(?<!\\)(\\\\)*\\$", content))
            content = content.rstrip()
            content = content[:-1] if breaks and content.endswith("\\") else content
            done = 0
            for found in _INLINE.finditer(content):
                put(content[done : found.start()], line, column + done)
                put(self._replace(found, line, column), line, column + found.start())
                done = found.end()
            put(content[done:], line, column + done)
            if not is_last:
                put("\n" if breaks else " ", line, column + len(content))
        return PlacedText("".join(written), tuple(marks) or ((0, 1, 1),))

    def _replace(self, found: re.Match[str], line: int, column: int) -> str:
        """Return a mark of CommonMark as ours, after adding its problem."""
        at = column + found.start()
        if (escaped := found["escape"]) is not None:
            return found[0] if escaped in _OUR_ESCAPES else escaped
        if found["under"]:
            stars = "*" * len(found["under"])
            return f"{stars}{found['inner']}{stars}"
        if found["entity"]:
            return html.unescape(found["entity"])
        if found["label"]:
            if not found["target"].startswith("#"):
                hint = "write the address itself, or `[who dies](#deaths)` for a heading of the booklet"
                self.add(line, at, "links lead to headings of the booklet", hint)
            name = name_anchor(found["target"])
            self.links.append((name, (line, at)))
            return f"{{to {name}|{found['label']}}}"
        if found["image"]:
            self.add(line, at, "a picture is a paragraph of its own", "or write `:icon:` for one in the text")
        elif found["html"]:
            self.add(line, at, "HTML is not supported", "write `**bold**`, `*italic*`, or `:icon:`")
        else:
            self.add(
                line, at, "code is not supported", "write `**bold**`, or a backslash before the backtick"
            )
        return found[0]


def name_anchor(text: str) -> str:
    """Return the name of a heading or a block for links: `set_up` for `#set-up`."""
    return re.sub("[^a-z0-9]+", "_", text.lower()).strip("_")


def is_only_keys(text: str) -> bool:
    """Return True for keys in braces without any text."""
    return _ATTRIBUTES.fullmatch(f" {text}") is not None


def split_icons(text: PlacedText) -> tuple[tuple[str, ...], PlacedText]:
    """Return the icons at the beginning of a text, and the text behind them."""
    found = _ICONS.match(text.text)
    if found is None:
        return (), text
    return tuple(name for name in found[1].split(":") if name), cut_text(text, found.end())


def cut_text(text: PlacedText, start: int) -> PlacedText:
    """Return a text without its beginning."""
    line, column = text.place(start)
    marks = [(at - start, *place) for at, *place in text.marks if at > start]
    return PlacedText(text.text[start:], ((0, line, column), *((at, a, b) for at, a, b in marks)))


def has_letters(text: str) -> bool:
    """Return True if a text has words, apart from placeholders and icons."""
    return any(map(str.isalpha, _NO_WORDS.sub("", text)))


def shorten_words(text: str) -> str:
    """Return the first words of a text as the step of a key."""
    words = derive_id(_NO_WORDS.sub(" ", text), "text")
    whole = words if len(words) <= _LONGEST else words[: _LONGEST + 1].rpartition("_")[0]
    return whole or words[:_LONGEST]


def read_markdown(path: Path) -> MarkdownSource:
    """Read a booklet; raises DataError with all problems of its Markdown, but none of its blocks."""
    file, text = read_text(path)
    return parse_markdown(text, file=file)


def parse_markdown(text: str, *, file: str) -> MarkdownSource:
    """Read the text of a booklet with plain line feeds; raises DataError as `read_markdown` does."""
    reader = _BookletReader(file, text, derive_id(Path(file).stem))
    reader.read()
    if reader.problems:
        raise DataError(reader.problems)
    return MarkdownSource(file, text, reader.data, reader.texts, reader.spots, reader.inner, reader.notes)


_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_QUOTED = re.compile(r"\[!([A-Za-z]+)\]\s*")
_PICTURE = re.compile(r"!\[([^\[\]]*)\]\(([^()\s]+)\)")
KINDS_OF_QUOTES = {"": "note", "NOTE": "note", "LEAD": "lead", "OURS": "ours", "CREDIT": "credit"}
"""The kind of block of a call-out, by the word at its beginning."""
_FRONT = "---"


class _BookletReader:
    """Reads the blocks of one file from top to bottom, and collects its problems."""

    def __init__(self, file: str, text: str, id: str) -> None:
        self.file, self.lines, self.id = file, text.split("\n"), id
        self.problems: list[Problem] = []
        self._words = LineReader(file, self.problems)
        self.blocks: list[Data] = []
        self.data: dict[str, Data] = {}
        self.texts: dict[str, PlacedText] = {}
        self.spots: dict[DataPath, LineAndColumn] = {(): (1, 1)}
        self.inner: dict[DataPath, Source] = {}
        self.notes: dict[str, str] = {}
        self._note = ""
        self._section = ""
        self._groups: set[str] = set()
        """Beginning of keys that no text has."""
        self._sections: dict[str, int] = {}
        """The block of the heading of each section, by its number from 0."""
        self._first = 0
        """First line behind the front matter, from 0."""

    def read(self) -> None:
        """Read the file."""
        try:
            self._read_front()
        except DataError as error:
            self.problems += error.problems
            return
        parser = MarkdownIt("commonmark").enable("table")
        parser.core.ruler.enableOnly(["normalize", "block"])
        # Lines of `---` are always lines, and brackets are never left out.
        parser.block.ruler.disable(["reference", "lheading"])
        body = "\n" * self._first + "\n".join(self.lines[self._first :])
        for node in SyntaxTreeNode(parser.parse(body)).children:
            if len(self.problems) < MOST_IN_FILE:
                self._read_node(node)
        self._check_links()
        if "title" not in self.data:
            self._words.add(1, 1, "the title is missing", "write it above all blocks: `# Rules`")
        self.data = {"id": self.id, **self.data, "blocks": self.blocks}
        if not self.blocks and not self.problems:
            self._words.add(1, 1, "has no blocks", "write a paragraph")

    def _read_front(self) -> None:
        """Read the YAML between the first lines of `---`."""
        if not self.lines or self.lines[0].rstrip() != _FRONT:
            return
        ends = (index for index, line in enumerate(self.lines) if index and line.rstrip() == _FRONT)
        end = next(ends, 0)
        if not end:
            self._words.add(1, 1, "the keys of the booklet have no end", "write `---` below the last one")
            raise DataError([])
        self._first = end + 1
        # Lines keep their numbers.
        source = parse_yaml("\n" + "\n".join(self.lines[1:end]) + "\n", file=self.file)
        if not isinstance(source.data, dict):
            self._words.add(2, 1, "must be keys with values", "such as `columns: 2`")
            return
        self.inner[()] = source
        if "blocks" in source.data:
            self._words.add(*source.spot_of_key(("blocks",)), "`blocks` are what is below", "remove it")
        self.data = {**source.data}
        if isinstance(id := self.data.get("id"), str):
            self.id = id
        for key in ("title", "subtitle", "credit"):
            value = self.data.get(key)
            if isinstance(value, str) and not re.fullmatch(DOTTED_KEY, value):
                self.data[key] = self._put_text(
                    self._take_yaml(source, (key,), value), BlockKeys(), key, is_top=True
                )

    def _take_yaml(self, source: Source, path: DataPath, value: str) -> PlacedText:
        """Return a text of YAML with the places of its lines."""
        marks, start = [], 0
        for number, line in enumerate(value.split("\n")):
            marks.append((start, *source.spot_in_text(path, number, 0)))
            start += len(line) + 1
        return PlacedText(value, tuple(marks))

    def _put_text(
        self, text: PlacedText, keys: BlockKeys, otherwise: str = "", *, is_top: bool = False
    ) -> str:
        """Keep a text, and return its key; a text without words is its own key.

        An id with a point is below the booklet, others are below the section.
        """
        if not has_letters(text.text):
            return text.text
        id = keys.id or otherwise or shorten_words(text.text)
        section = "" if is_top or "." in keys.id else self._section
        key = id if id.startswith(f"{self.id}.") else ".".join(filter(None, (self.id, section, id)))
        for number in count(1):
            one = key if number == 1 else f"{key}_{number}"
            known = self.texts.get(one)
            if known and keys.id and known.text != text.text:
                message = f"duplicate id `{keys.id}`"
                hint = f"the first is in line {known.place(0)[0]}: give this text another id"
                self._words.add(*text.place(0), message, hint)
                return one
            if known and known.text == text.text:
                return one
            above = {one.rsplit(".", depth)[0] for depth in range(1, one.count(".") + 1)}
            if not known and one not in self._groups and not above & self.texts.keys():
                self.texts[one] = text
                self.notes |= {one: self._note} if self._note else {}
                self._groups |= above
                return one
        raise AssertionError("numbers do not end")

    def _read_node(self, node: SyntaxTreeNode) -> None:
        """Read a block; a comment is a note for translators of the next one."""
        if node.type == "html_block" and (comment := _COMMENT.fullmatch(node.content.strip())):
            self._note = " ".join(comment[1].split())
            return
        self._read_block(node)
        self._note = ""

    def _read_block(self, node: SyntaxTreeNode) -> None:
        match node.type:
            case "heading":
                self._read_heading(node)
            case "paragraph":
                self._read_paragraph(node)
            case "blockquote":
                self._read_quote(node)
            case "bullet_list" | "ordered_list":
                self._read_list(node)
            case "table":
                self._read_table(node)
            case "fence":
                self._read_fence(node)
            case "hr":
                self._put_block({"rule": "ink"}, _find_line(node), 1)
            case "html_block":
                hint = "write `**bold**`, `:icon:`, or a fence with the kind of a block"
                self._words.add(_find_line(node), 1, "HTML is not supported", hint)
            case _:
                hint = "begin the line without spaces; code is not supported"
                self._words.add(_find_line(node), 1, "is indented by four spaces or more", hint)

    def _put_block(
        self, data: dict[str, Data], line: int, column: int, keys: BlockKeys | None = None
    ) -> None:
        """Add a block with its other keys."""
        path = ("blocks", len(self.blocks))
        self.spots[path] = line, column
        self.blocks.append({**data, **keys.others} if keys else data)

    def _read_heading(self, node: SyntaxTreeNode) -> None:
        line, level = _find_line(node), int(node.tag[1:])
        text, keys = self._read_inline(node.children[0]) if node.children else (None, BlockKeys())
        if text is None or not text.text:
            self._words.add(line, 1, "a heading has no text")
        elif level == 1:
            if "title" in self.data or self.blocks:
                hint = "headings of sections begin with `##`"
                self._words.add(line, 1, "the title is the first line, and there is one", hint)
            else:
                self.spots["title",] = text.place(0)
                self.data["title"] = self._put_text(text, keys, "title", is_top=True)
        elif level > 3:
            self._words.add(line, 1, "headings have two levels", "write `##` or `###`")
        else:
            self._read_section(level - 1, text, keys)

    def _read_section(self, level: int, text: PlacedText, keys: BlockKeys) -> None:
        """Add a heading, and begin its section; an id with a point is that of the heading alone."""
        icons, text = split_icons(text)
        self._section = self._name_section(text, keys)
        own = keys if "." in keys.id else BlockKeys()
        data: dict[str, Data] = {"heading": self._put_text(text, own, "title")}
        data |= {"icon": icons[0]} if icons else {}
        data |= {"level": str(level)} if level > 1 else {}
        self._put_block(data, *text.place(0), keys)

    def _name_section(self, text: PlacedText, keys: BlockKeys) -> str:
        """Return the name of a section, by which its texts are named and links refer to its heading."""
        id = "" if "." in keys.id else keys.id
        name = name_anchor(id or shorten_words(text.text))
        if id and name in self._sections:
            self._words.add(*text.place(0), f"duplicate id `{keys.id}`", "give this heading another id")
        others = (f"{name}_{number}" for number in count(2))
        is_free = id or name not in self._sections
        section = name if is_free else next(one for one in others if one not in self._sections)
        self._sections[section] = len(self.blocks)
        return section

    def _read_paragraph(self, node: SyntaxTreeNode) -> None:
        inline = node.children[0]
        if picture := _PICTURE.match(inline.content):
            self._read_picture(inline, picture)
            return
        text, keys = self._read_inline(inline)
        if text.text:
            self._put_paragraph("text", text, keys)
        else:
            self._words.add(
                _find_line(node), 1, "these keys belong to no text", "write them at the end of a block"
            )

    def _put_paragraph(self, kind: str, text: PlacedText, keys: BlockKeys) -> None:
        otherwise = kind if kind in ("lead", "ours", "credit") else _name_rule(keys)
        self._put_block({kind: self._put_text(text, keys, otherwise)}, *text.place(0), keys)

    def _read_picture(self, inline: SyntaxTreeNode, picture: re.Match[str]) -> None:
        """Add a picture as wide as the column, with its words as the description."""
        line, column = _find_line(inline), 1
        rest = inline.content[picture.end() :]
        keys = self._words.split_keys(f" {rest}", line, column)[1] if rest.strip() else BlockKeys()
        height = keys.others.get("height", "")
        if (rest.strip() and not is_only_keys(rest)) or not isinstance(height, str) or not height:
            hint = "such as `![A hand](hand.svg){height=40mm}`"
            self._words.add(line, column, "a picture is a paragraph of its own, with its height", hint)
            return
        if not picture[1].strip():
            self._words.add(line, column, "says not what the picture shows", "write it in the brackets")
            return
        marks = ((0, line, self.lines[line - 1].find(picture[1]) + 1),)
        text = PlacedText(picture[1], marks)
        drawn: dict[str, Data] = {"file": picture[2], "box": ["0", "0", "100%", "100%"]}
        data: dict[str, Data] = {"draw": [{"picture": drawn}], "height": height}
        others = {name: value for name, value in keys.others.items() if name != "height"}
        data |= {"alt": self._put_text(text, keys), **others}
        self._put_block({"drawing": data}, line, column)

    def _read_quote(self, node: SyntaxTreeNode) -> None:
        line = _find_line(node)
        if [one.type for one in node.children] != ["paragraph"]:
            hint = "write one paragraph after `> `, and an empty line between two call-outs"
            self._words.add(line, 1, "a call-out is one paragraph", hint)
            return
        text, keys = self._read_inline(node.children[0].children[0])
        marked = _QUOTED.match(text.text)
        kind = KINDS_OF_QUOTES.get(marked[1].upper() if marked else "")
        if kind is None:
            known = [f"[!{name}]" for name in KINDS_OF_QUOTES if name]
            message = f"unknown call-out `{(marked or ' ')[0].strip()}`"
            self._words.add(*text.place(0), message, f"available: {', '.join(known)}")
            return
        self._put_paragraph(kind, cut_text(text, marked.end() if marked else 0), keys)

    def _read_list(self, node: SyntaxTreeNode) -> None:
        items: list[tuple[PlacedText, BlockKeys]] = []
        for item in node.children:
            if [one.type for one in item.children] != ["paragraph"]:
                hint = "write one paragraph for each item, without lists in it"
                self._words.add(_find_line(item), 1, "an item of a list is one paragraph", hint)
                return
            items.append(self._read_inline(item.children[0].children[0]))
        path: DataPath = ("blocks", len(self.blocks))
        line = _find_line(node)
        is_numbered = node.type == "ordered_list"
        split = [split_icons(text) for text, _ in items]
        has_icons = not is_numbered and all(icons for icons, _ in split)
        texts = [cut if has_icons else text for (_, cut), (text, _) in zip(split, items, strict=True)]
        data: list[Data] = []
        for index, (text, (_, keys)) in enumerate(zip(texts, items, strict=True)):
            key = self._put_text(text, keys, _name_rule(keys))
            self.spots[*path, "icons" if has_icons else "list", index] = text.place(0)
            icons: dict[str, Data] = {"icons": [*split[index][0]]} if has_icons else {}
            data.append({**icons, "text": key, **keys.others} if icons or keys.others else key)
        if has_icons:
            self._put_block({"icons": data}, line, 1)
        else:
            self._put_block({"list": data, **({"numbered": "true"} if is_numbered else {})}, line, 1)

    def _read_table(self, node: SyntaxTreeNode) -> None:
        head, *bodies = node.children
        rows = [list(row.children) for body in bodies for row in body.children]
        path: DataPath = ("blocks", len(self.blocks), "table")
        heads = head.children[0].children
        columns: list[Data] = []
        used = 0
        for index, cell in enumerate(heads):
            text, used = self._read_cell(cell, used)
            align = str(cell.attrs.get("style", "")).removeprefix("text-align:")
            title = self._put_cell((*path, "columns", index), text) if text.text else ""
            column: dict[str, Data] = {"head": title} if title else {}
            given = {"center": "center", "right": "end"}.get(align)
            columns.append({**column, **({"align": given} if given else {})} or "1")
        data: list[Data] = []
        for number, row in enumerate(rows):
            cells: list[Data] = []
            used = 0
            for index, cell in enumerate(row):
                text, used = self._read_cell(cell, used)
                cells.append(self._put_cell((*path, "rows", number, index), text))
            data.append(cells)
        self._put_block({"table": {"columns": columns, "rows": data}}, _find_line(node), 1)

    def _put_cell(self, path: DataPath, text: PlacedText) -> str:
        text, keys = self._words.split_text(text)
        self.spots[path] = text.place(0)
        for name in keys.others:
            self._words.add(*text.place(0), f"cells have no key `{name}`", "write the table in a fence")
        return self._put_text(text, keys) if text.text else ""

    def _read_cell(self, cell: SyntaxTreeNode, used: int) -> tuple[PlacedText, int]:
        """Return the text of a cell, and the end of the cell in its line."""
        inline = cell.children[0]
        line = _find_line(inline)
        content = inline.content.replace("|", r"\|")
        start = max(self.lines[line - 1].find(content, used), 0) if content else used
        return self._words.convert([(line, start + 1, inline.content)]), start + len(content)

    def _read_inline(self, inline: SyntaxTreeNode) -> tuple[PlacedText, BlockKeys]:
        """Return a text in our own marks, and the keys at its end."""
        first, lines = _find_line(inline), []
        for number, content in enumerate(inline.content.split("\n")):
            start = self.lines[first + number - 1].find(content.strip())
            lines.append((first + number, start + 1, content.lstrip()))
        return self._words.split_text(self._words.convert(lines))

    def _check_links(self) -> None:
        """Give headings that links lead to an id, and add a problem for each other link."""
        for name, spot in self._words.links:
            heading = self.blocks[self._sections[name]] if name in self._sections else None
            if isinstance(heading, dict):
                heading["id"] = name
            elif name:
                self._words.add(*spot, f"no heading has the id `{name}`", suggest(name, self._sections))

    def _read_fence(self, node: SyntaxTreeNode) -> None:
        line = _find_line(node)
        info, keys = self._words.split_keys(f"{node.info} ", line, len(self.lines[line - 1]) + 1)
        kind = info.strip()
        if kind not in BLOCKS.kinds:
            hint = (
                suggest(kind, BLOCKS.kinds) or "write a kind of block, such as `board`, after the backticks"
            )
            self._words.add(line, 1, f"unknown block `{kind}`", hint)
            return
        start = self.lines[line - 1].find(node.markup)
        try:
            # Lines and columns are those of the file.
            body = self._list_body(node, line, start)
            source = parse_yaml("\n" * line + (body if body.strip() else "{}\n"), file=self.file)
        except DataError as error:
            self.problems += error.problems
            return
        self._put_fence(kind, source, keys, line)

    def _list_body(self, node: SyntaxTreeNode, line: int, indent: int) -> str:
        lines = [one[indent:] for one in self.lines[line : line + node.content.count("\n")]]
        return "\n".join(lines) + "\n"

    def _put_fence(self, kind: str, source: Source, keys: BlockKeys, line: int) -> None:
        path: DataPath = ("blocks", len(self.blocks))
        declared = BLOCKS.kinds[kind]
        is_open = list_beginning(declared, kind) is not None and isinstance(source.data, dict)
        self.inner[path if is_open else (*path, kind)] = source
        whole: dict[str, Data] = (
            source.data if is_open and isinstance(source.data, dict) else {kind: source.data}
        )
        for where in [*list_texts(BLOCKS, whole, ())]:
            value = _get(whole, where)
            if not isinstance(value, str) or re.fullmatch(DOTTED_KEY, value) or not has_letters(value):
                continue
            text, own = self._words.split_text(
                self._take_yaml(source, where if is_open else where[1:], value)
            )
            is_caption = where[-1] == "caption" and keys.id and not own.id
            _set(whole, where, self._put_text(text, keys if is_caption else own))
        inside = whole[kind]
        if not is_open and isinstance(inside, dict):
            whole = {kind: {**inside, **keys.others}}
        else:
            whole = {**whole, **keys.others}
        self.spots[path] = line, 1
        self.blocks.append(whole)


def _name_rule(keys: BlockKeys) -> str:
    """Return the last step of the first rule that a block tells; empty if it tells none."""
    told = keys.others.get("tells", "")
    first = told[0] if isinstance(told, list) else told
    return str(first).rsplit(".", 1)[-1]


def _find_line(node: SyntaxTreeNode) -> int:
    """Return the first line of a node, from 1."""
    return node.map[0] + 1 if node.map else 1


def list_texts(shape: Any, data: Data, path: DataPath) -> Iterator[DataPath]:
    """Yield the paths of texts in data of a shape, which may be wrong."""
    if isinstance(shape, Kind):
        if shape.names in ("text", "title") and isinstance(data, str):
            yield path
    elif isinstance(shape, ListOf):
        for index, item in enumerate(data if isinstance(data, list) else ()):
            yield from list_texts(shape.item, item, (*path, index))
    elif isinstance(shape, MappingOf):
        for key, item in data.items() if isinstance(data, dict) else ():
            yield from list_texts(shape.item, item, (*path, key))
    elif isinstance(shape, OneOf):
        kind = next((key for key in data if key in shape.kinds), "") if isinstance(data, dict) else ""
        if kind and isinstance(data, dict):
            declared = shape.kinds[kind]
            if keys := list_beginning(declared, kind):
                yield from _list_keys(keys, data, path)
            else:
                yield from list_texts(declared, data[kind], (*path, kind))
    elif isinstance(shape, type):
        if isinstance(data, dict):
            yield from _list_keys(list_declared(shape), data, path)
            return
        mains = list_mains(shape)
        fits = (one for one in mains if isinstance(one.shape, ListOf) == isinstance(data, list))
        if main := next(fits, None):
            yield from list_texts(main.shape, data, path)


def _list_keys(keys: Any, data: dict[str, Data], path: DataPath) -> Iterator[DataPath]:
    for one in keys:
        if one.key in data:
            yield from list_texts(one.shape, data[one.key], (*path, one.key))


def _get(data: Any, path: DataPath) -> Any:
    for step in path:
        data = data[step]
    return data


def _set(data: Data, path: DataPath, value: str) -> None:
    _get(data, path[:-1])[path[-1]] = value
