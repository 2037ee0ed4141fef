"""Texts of booklets in Markdown: moved there from YAML, followed by translations when their keys change.

A text without an id has its first words as its key, which change with it. Its translation gets the key of the
most similar text, and has to be reviewed.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from textwrap import dedent, indent, wrap
from typing import Any

from generator.errors import DataError, UnknownName
from generator.model.elements.template import BLOCKS
from generator.model.language.kinds import DOTTED_KEY
from generator.model.values import dataclass, field, replace
from generator.output import Staging
from generator.read.declared.markdown import list_texts, parse_markdown, shorten_words
from generator.read.declared.reader import list_beginning
from generator.read.files.shelf import KIT_FILE, MARKDOWN, REFERENCE
from generator.read.files.text_files import derive_id, name_file, read_text
from generator.read.files.yaml import Data, DataPath, MappingNode, Source, compose_yaml, read_yaml
from generator.read.wordings.wordings import read_wording_file
from generator.translate.translations import Translation, Workspace, write_reviews
from generator.translate.wording_edits import (
    put_comments,
    put_texts,
    read_comments,
    read_reviewed_english,
    remove_texts,
)


def convert_booklet(path: Path, staging: Staging) -> "Conversion":
    """Write a booklet in YAML as Markdown, beside it, and take its English texts out of the wording.

    Raises DataError for files that cannot be read, and UnknownName for one that is no booklet of its game.
    """
    kit_file, kit = read_text(path.parent / KIT_FILE)
    entry = re.compile(rf"(\bbooklet:\s*[\"']?){re.escape(path.name)}(?![\w.])")
    if not entry.search(kit):
        raise UnknownName(f"{kit_file} has no part `booklet: {path.name}`")
    source = read_yaml(path)
    id = source.get_text(("id",)) or derive_id(path.stem)
    wording = path.parent / "wording" / f"{REFERENCE}.yaml"
    english = read_wording_file(wording).sentences if wording.exists() else {}
    writer = MarkdownWriter(source, english, id)
    written, target = writer.write(), path.with_suffix(MARKDOWN)
    parse_markdown(written, file=name_file(target))
    staging.write(target, written.encode())
    staging.write(path.parent / KIT_FILE, entry.sub(rf"\g<1>{target.name}", kit).encode())
    moved = [key for key in writer.moved if key in english]
    if len(moved) == len(english) and moved:
        staging.drop([wording])
    elif moved:
        staging.write(wording, remove_texts(read_text(wording)[1], moved).encode())
    staging.drop([path])
    return Conversion(target, len(moved))


@dataclass(frozen=True)
class Conversion:
    """A booklet that is in Markdown now."""

    path: Path
    moved: int
    """Number of texts that are in it, and no longer in the wording."""


_WIDTH = 110
_GLUE = "\0"
"""Put between the keys of a text until its lines are broken."""
_QUOTES = {"note": "", "lead": "[!LEAD] ", "ours": "[!OURS] ", "credit": "[!CREDIT] "}
_SPECIAL = re.compile(r"`|<(?=[/A-Za-z!])|(?<![\w\\])__?(?=\S)|\](?=\()|&(?=#?\w+;)")
"""Signs that CommonMark reads as something else, unless there is a backslash before them."""
_AT_START = re.compile(r"(?:[-+>#]|\d+[.)]|[*](?= ))")
_LINK = re.compile(r"\{to ([a-z][a-z0-9_]*)\|([^{}]*)\}")


@dataclass
class MarkdownWriter:
    """Writes one booklet."""

    source: Source
    english: Mapping[str, str]
    """Texts of the game by key."""
    id: str
    section: str = ""
    bullet: str = ""
    """Bullet of the list that was written last; empty after other blocks."""
    moved: dict[str, str] = field(default_factory=dict)
    """Texts that are in the booklet from now on, by key."""

    def write(self) -> str:
        """Return the text of the file in Markdown."""
        root = compose_yaml(self.source.text)
        pairs = {key.value: (key, value) for key, value in root.value}
        title = self._take(pairs["title"][1].value)
        head = [f"# {self._say(title, 'title', is_top=True)}"] if title else []
        lines = ["---", *self._list_head(pairs, left_out=(*("title" for _ in head), "blocks")), "---", *head]
        blocks = self.source.get("blocks")
        nodes = pairs["blocks"][1].value
        end = pairs["blocks"][0].end_mark.line
        for node, data in zip(nodes, blocks if isinstance(blocks, list) else (), strict=True):
            comments = self._list_comments(end, node.start_mark.line)
            end = node.end_mark.line
            written = self._write_block(node, data)
            lines += ["", *(f"<!-- {one} -->" for one in comments), *written.split("\n")]
        return "\n".join(lines) + "\n"

    def _list_comments(self, first: int, last: int) -> list[str]:
        between = self.source.lines[first:last]
        return [one.strip().lstrip("# ") for one in between if one.strip().startswith("#")]

    def _list_head(self, pairs: Mapping[str, Any], *, left_out: Sequence[str]) -> Iterator[str]:
        """Yield the lines of the other keys, with the comments above them."""
        end = 0
        for name, (key, value) in pairs.items():
            above = self.source.lines[end : key.start_mark.line]
            end = value.end_mark.line + (value.end_mark.column > 0)
            if name in left_out:
                continue
            yield from (one for one in above if one.startswith("#") and "yaml-language-server" not in one)
            if name in ("subtitle", "credit") and (text := self._take(value.value)) is not None:
                self.moved[value.value] = text.text
                yield f"{name}: {json.dumps(text.text, ensure_ascii=False)}"
            else:
                yield from self.source.lines[key.start_mark.line : end]

    def _take(self, key: str) -> "_Said | None":
        """Return a text that can be in the booklet; None for the text of another part."""
        if key not in self.english:
            return None if re.fullmatch(DOTTED_KEY, key) else _Said("", key)
        return _Said(key, self.english[key]) if key.startswith(f"{self.id}.") else None

    def _say(self, said: "_Said | None", otherwise: str = "", *, keys: str = "", is_top: bool = False) -> str:
        """Return a text in Markdown, with the keys at its end; raises _OnlyFence if it has none."""
        if said is None:
            raise _OnlyFence
        id = self._name(said, otherwise, is_top=is_top)
        self.moved |= {said.key: said.text} if said.key else {}
        inside = _GLUE.join(filter(None, (f"#{id}" if id else "", keys)))
        return to_markdown(said.text) + (f" {{{inside}}}" if inside else "")

    def _name(self, said: "_Said", otherwise: str, *, is_top: bool = False) -> str:
        """Return the id that gives a text its key; empty if it has this key without one."""
        if not said.key:
            return ""
        section = "" if is_top else self.section
        start = ".".join(filter(None, (self.id, section))) + "."
        rest = said.key.removeprefix(start) if said.key.startswith(start) else said.key
        if rest == (otherwise or shorten_words(said.text)):
            return ""
        return self._name_whole(said) if "." in rest else rest

    def _name_whole(self, said: "_Said") -> str:
        """Return the id of a text that is not named by its section."""
        below = said.key.removeprefix(f"{self.id}.")
        return below if "." in below else said.key

    def _write_block(self, node: Any, data: Data) -> str:
        """Return a block as Markdown, or as a fence if that does not say the same."""
        before = self.section, dict(self.moved)
        # Two lists with the same bullet would be one.
        is_list = isinstance(data, dict) and not data.keys().isdisjoint(("list", "icons"))
        self.bullet = "" if not is_list else "*" if self.bullet == "-" else "-"
        try:
            written = self._write_plain(data) if isinstance(data, dict) else ""
            if written and self._is_same(written, data, before[0]):
                return written
        except _OnlyFence:
            pass
        self.section, self.moved = before
        return self._write_fence(node, data)

    def _is_same(self, written: str, data: Data, section: str) -> bool:
        """Return True if Markdown is read as the same block."""
        before = f"## 1 {{#{section}}}\n\n" if section else ""
        try:
            read = parse_markdown(f"---\nid: {self.id}\n---\n# 1\n\n{before}{written}\n", file="")
        except DataError:
            return False
        blocks = read.get("blocks")
        is_same = isinstance(blocks, list) and blocks[-1] == data and len(blocks) == 1 + bool(section)
        return is_same and all(self.moved.get(key, text) == text for key, text in read.texts.items())

    def _write_plain(self, data: dict[str, Data]) -> str:
        kind = next(iter(data))
        value = data[kind]
        others = {key: one for key, one in data.items() if key not in (kind, "numbered")}
        match kind, value:
            case "heading", str():
                return self._write_heading(data, value)
            case "text", str():
                said, keys = self._take(value), _write_keys(others)
                return _fold(self._say(said, _name_rule(others), keys=keys))
            case (("note" | "lead" | "ours" | "credit"), str()):
                otherwise = _name_rule(others) if kind == "note" else kind
                text = self._say(self._take(value), otherwise, keys=_write_keys(others))
                return _fold(_QUOTES[kind] + text, before="> ", after="> ")
            case "rule", "ink":
                return "---"
            case (("list" | "icons"), list()) if not others:
                return self._write_list(data, value)
        return ""

    def _write_heading(self, data: dict[str, Data], key: str) -> str:
        said = self._take(key)
        if said is None:
            raise _OnlyFence
        words, steps = shorten_words(said.text), said.key.split(".")
        is_usual = not said.key or (len(steps) == 3 and steps[2] == "title")
        self.section = steps[1] if said.key and is_usual else words
        id = self.section if is_usual else self._name_whole(said)
        self.moved |= {said.key: said.text} if said.key else {}
        text = to_markdown(said.text)
        icon = f":{data['icon']}: " if "icon" in data else ""
        others = {name: one for name, one in data.items() if name not in ("heading", "icon", "level")}
        keys = " ".join(filter(None, (f"#{id}" if id != words else "", _write_keys(others))))
        marks = "###" if data.get("level") == "2" else "##"
        return f"{marks} {icon}{text}" + (f" {{{keys}}}".replace(_GLUE, " ") if keys else "")

    def _write_list(self, data: dict[str, Data], items: list[Data]) -> str:
        lines = []
        for number, item in enumerate(items, start=1):
            given = {"text": item} if isinstance(item, str) else item
            if not isinstance(given, dict) or not isinstance(given.get("text"), str):
                raise _OnlyFence
            icons = given.get("icons", [])
            before = "".join(f":{one}:" for one in icons) + " " if isinstance(icons, list) and icons else ""
            others = {name: one for name, one in given.items() if name not in ("text", "icons")}
            said = self._take(str(given["text"]))
            text = before + self._say(said, _name_rule(others), keys=_write_keys(others))
            mark = f"{number}. " if data.get("numbered") == "true" else f"{self.bullet} "
            lines.append(_fold(text, before=mark, after=" " * len(mark)))
        return "\n".join(lines)

    def _write_fence(self, node: Any, data: Data) -> str:
        """Return a block as YAML between backticks, with texts in place of their keys."""
        if not isinstance(data, dict):
            raise AssertionError("a block has keys")
        kind = next((key for key in data if key in BLOCKS.kinds), "")
        value = next(value for key, value in node.value if key.value == kind)
        is_open = list_beginning(BLOCKS.kinds[kind], kind) is not None
        top = node if is_open else value
        prefix: DataPath = () if is_open else (kind,)
        edits, caption = list[tuple[int, int, str]](), ""
        for path in list_texts(BLOCKS, data, ()):
            at = _find_node(node, path)
            said = self._take(at.value)
            if said is None or not said.key:
                continue
            id = self._name(said, "")
            self.moved[said.key] = said.text
            if path == (*prefix, "caption") and id:
                caption, id = id, ""
            text = said.text + (f" {{#{id}}}" if id else "")
            edits.append((at.start_mark.index, at.end_mark.index, json.dumps(text, ensure_ascii=False)))
        body = self._write_body(top, edits)
        return f"```{kind}{f' {{#{caption}}}' if caption else ''}\n{body}\n```"

    def _write_body(self, top: Any, edits: list[tuple[int, int, str]]) -> str:
        """Return the YAML of a block, each of its keys in a line, with other texts."""
        spans = [*top.value] if isinstance(top, MappingNode) else [(top, top)]
        lines = []
        for first, last in spans:
            start, end, column = first.start_mark.index, last.end_mark.index, first.start_mark.column
            text = self.source.text
            for at, until, written in sorted(edits, reverse=True):
                if start <= at and until <= end:
                    text = text[:at] + written + text[until:]
                    end += len(written) - (until - at)
            lines.append(dedent(" " * column + text[start:end]).rstrip())
        return "\n".join(lines)


class _OnlyFence(Exception):
    """A block that Markdown cannot say."""


@dataclass(frozen=True)
class _Said:
    """A text with its key, or without one."""

    key: str
    text: str


def to_markdown(text: str) -> str:
    """Return a text with our marks as CommonMark that is read as the same text."""
    text = _LINK.sub(lambda found: f"[{found[2]}](#{found[1]})", _SPECIAL.sub(r"\\\g<0>", text))
    lines = (f"\\{line}" if _AT_START.match(line) else line for line in text.split("\n"))
    return "\\\n".join(lines)


def _write_keys(others: Mapping[str, Data]) -> str:
    words = []
    for name, value in others.items():
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(one, str) and not re.search(r"[\s{},]", one) for one in items):
            raise _OnlyFence
        words.append(f"{name}={','.join(map(str, items))}")
    return _GLUE.join(words)


def _name_rule(others: Mapping[str, Data]) -> str:
    told = others.get("tells", "")
    return str(told[0] if isinstance(told, list) else told).rsplit(".", 1)[-1]


def _fold(text: str, *, before: str = "", after: str = "") -> str:
    """Return a text in lines that are not too long, none of which begins like a list."""
    lines: list[str] = []
    for part in text.split("\n"):
        wrapped = wrap(part, _WIDTH - len(after), break_long_words=False, break_on_hyphens=False)
        for line in wrapped:
            line = line.replace(_GLUE, " ")
            if lines and _AT_START.match(line) and not lines[-1].endswith("\\"):
                lines[-1] += f" {line}"
            else:
                lines.append(line)
    return before + indent("\n".join(lines), after)[len(after) :]


def _find_node(node: Any, path: DataPath) -> Any:
    for step in path:
        if isinstance(step, int):
            node = node.value[step]
        else:
            node = next(value for key, value in node.value if key.value == step)
    return node


_LEAST = 0.6
"""Least similarity of two texts of which one is the other one after a change."""
_SAME_SECTION = 0.05
"""Added to the similarity of texts of the same section."""


@dataclass(frozen=True, slots=True)
class Carried:
    """The keys of one language that have changed."""

    locale: str
    keys: Mapping[str, str]
    """New keys by the old ones."""
    left: tuple[str, ...]
    """Old keys for which there is no similar text."""


def carry_texts(workspace: Workspace, locale: str, staging: Staging) -> Carried:
    """Write the texts of a language under the new keys of their English; those of others stay.

    Raises UnknownName for an unknown language, and DataError for a file that cannot be read.
    """
    translation = workspace.read(locale)
    source, file = translation.source, translation.file
    gone = translation.keys_of("unknown")
    keys = dict(_match(_list_old_english(translation, gone), _list_missing(translation)))
    if keys:
        texts = {new: translation.texts[old] for old, new in keys.items()}
        comments = read_comments(file.source.text, {})
        text = remove_texts(file.source.text, keys)
        text = put_texts(text, texts, order=(*source.required(locale), *source.shared_texts))
        kept = {new: comments[old] for old, new in keys.items() if old in comments}
        staging.write(source.path(locale), put_comments(text, kept, {}).encode())
        lines = dict(translation.reviews.lines)
        lines |= {new: lines.pop(old) for old, new in keys.items() if old in lines}
        old_english = read_reviewed_english(source.folder).values()
        reviews = replace(translation.reviews, lines=lines)
        write_reviews(staging, translation, reviews, {**translation.texts, **texts}, *old_english)
    return Carried(locale, keys, tuple(key for key in gone if key not in keys))


def _list_missing(translation: Translation) -> Mapping[str, str]:
    """Return the English texts of booklets in Markdown that have no translation, by key."""
    missing = {*translation.keys_of("missing")}
    written = {key for booklet in translation.source.booklets for key in booklet.texts}
    return {key: text for key, text in translation.required.items() if key in missing & written}


def _list_old_english(translation: Translation, keys: Collection[str]) -> Mapping[str, str]:
    """Return the English that texts were compared with; without a review, the words of their keys."""
    known = read_reviewed_english(translation.source.folder)
    reviews = translation.reviews.lines
    found = {key: known.get(reviews[key].english, "") if key in reviews else "" for key in keys}
    return {key: text or key.rpartition(".")[2].replace("_", " ") for key, text in found.items()}


def _match(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of an old and a new key with similar texts, the most similar ones first."""
    likely = []
    for before, text in old.items():
        for after, other in new.items():
            bonus = _SAME_SECTION * (before.rpartition(".")[0] == after.rpartition(".")[0])
            likely.append((_compare(text, other) + bonus, before, after))
    taken: set[str] = set()
    for likeness, before, after in sorted(likely, key=lambda one: -one[0]):
        if likeness >= _LEAST and not taken & {before, after}:
            taken |= {before, after}
            yield before, after


def _compare(one: str, other: str) -> float:
    """Return the similarity of two texts by their words, or of the shorter one with the beginning."""
    first, second = one.casefold().split(), other.casefold().split()
    whole = SequenceMatcher(None, first, second, autojunk=False).ratio()
    length = min(len(first), len(second))
    return max(
        whole, SequenceMatcher(None, " ".join(first[:length]), " ".join(second[:length])).ratio() - 0.2
    )
