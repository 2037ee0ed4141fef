"""Cards of rpg-cards: JSON whose cards have lists of lines, such as `property | Weight | 3 lb.`."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.imports.draft import (
    Draft,
    DraftElement,
    SourceRemark,
    choose_sign,
    darken_type,
    escape_marks,
    format_number,
    keep_tone,
    parse_json,
    translate_html,
)
from generator.read.files.text_files import (
    MOST_TEXT_BYTES,
    decode_table,
    derive_id,
    name_file,
    read_bytes,
    unreadable,
)

_TEXT_KINDS: Mapping[str, Mapping[str, Any]] = {
    "text": {"text": "{item.a}"},
    "italic": {"text": "*{item.a}*"},
    "center": {"text": "{item.a}", "align": "center"},
    "justify": {"text": "{item.a}", "align": "justify"},
    "subtitle": {"text": "*{item.a}* {item.b}"},
    "property": {"text": "**{item.a}** {item.b}"},
    "description": {"text": "***{item.a}*** {item.b}"},
    "section": {"text": "**{item.a}**", "colour": "{dark_colour}"},
}
"""Keys of `words` by the kinds of lines that are texts."""
_BULLET, _ITEM = ({"words": {"text": text, "style": "text"}} for text in ("•", "{item.a}"))
_STATS = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
_COLUMNS = [
    {"text": f"**{name}**\n{{item.values[{place}]}}", "align": "center", "style": "text"}
    for place, name in enumerate(_STATS, 1)
]
_BLOCKS: Mapping[str, Sequence[Mapping[str, Mapping[str, Any]]]] = {
    **{kind: [{"words": {**keys, "style": "text"}}] for kind, keys in _TEXT_KINDS.items()},
    "bullet": [{"row": {"widths": [1, 24], "gap": "0.8 mm", "blocks": [_BULLET, _ITEM]}}],
    "dndstats": [{"row": {"gap": 0, "blocks": [{"words": keys} for keys in _COLUMNS]}}],
    "boxes": [{"boxes": {"count": "{item.a}", "size": "{item.b} mm", "colour": "{dark_colour}"}}],
    "rule": [{"rule": {"colour": "{dark_colour}"}}],
    "fill": [{"space": {"height": "{item.a}"}}],
}
"""Blocks by the kinds of lines."""
_SAME = {
    "ruler": "rule",
    "p2e_rule": "rule",
    "p2e_ruler": "rule",
    "divider": "rule",
    "html": "text",
    "footer": "text",
    "table_head": "text",
    "table_row": "text",
    "pill": "text",
    "p2e_activity": "description",
    "p2e_trait": "text",
    "p2e_stats": "text",
}
"""Kinds that are drawn like another kind; a changed look is reported."""
_QUIET = (
    *("", "disabled", "html", "ruler", "pills_start", "pills_end"),
    *("p2e_start_trait_section", "p2e_end_trait_section", "table_start", "table_end"),
)
"""Kinds that draw nothing, or the same as their counterparts."""
_BADGES = {"pill": 0, "p2e_trait": 1}
"""Kinds of labels that are side by side, and the place of their text."""
_P2E_STATS = ("Str", "Dex", "Con", "Int", "Wis", "Cha", "AC", "Fort", "Ref", "Will", "HP")
_UNSEEN = ("icon", "icon_front", "icon_back", "background_image", "title_size", "card_font_size")
"""Keys of cards that are reported once for each file."""
_MOST_CARDS = 10_000
_MOST_SIGNS = 2_750
"""Maximum number of characters of a card, which fill it in type of 4 pt; with more, it is continued."""
_SIGNS_OF_LINE = 60
"""Room that a line of a card takes beside its text, in characters."""
_DARK = "dark_colour"
"""Column of the colour of a card as it is legible on white."""
_TEXT_STYLE = {"font_size": "8 pt", "smallest": "4 pt", "colour": "ink"}


def has_rpg_cards(rows: Sequence[Any]) -> bool:
    """Return True if a row of JSON is a card, whatever the words of the others."""
    return any("contents" in row for row in rows if isinstance(row, Mapping))


def read_rpg_cards(path: Path) -> list[Draft]:
    """Return the deck of a JSON file; raises DataError if it is not of rpg-cards."""
    file = name_file(path)
    text, _ = decode_table(read_bytes(path, MOST_TEXT_BYTES), file=file)
    cards = _parse(text, file)
    draft = Draft(derive_id(path.stem), file)
    lines = list(_find_lines(text, len(cards)))
    for key in _UNSEEN:
        if with_key := [line for card, line in zip(cards, lines, strict=True) if card.get(key)]:
            draft.leave_out(with_key[0], f"`{key}`", "has no counterpart, here and on other cards")
    used: set[str] = set()
    placed = [
        (part, line)
        for card, line in zip(cards, lines, strict=True)
        for part in _split_row(_make_row(card, line, draft, used), line, draft, used)
    ]
    draft.template = {
        "front": list(_make_front(used)),
        "back": list(_make_back()),
    }
    if _DARK not in repr(draft.template):
        # A column that nothing shows would be a warning.
        placed = [({name: row[name] for name in row if name != _DARK}, line) for row, line in placed]
    rows = [row for row, _ in placed]
    table = f"{draft.name}_cards.json"
    draft.texts[table] = json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
    # The first line of the table is its bracket.
    draft.origins[table] = [1, *(line for row, line in placed for _ in _write_lines(row))]
    draft.head = {"size": "poker", "cards": table, "styles": {"text": _TEXT_STYLE}}
    draft.remarks = [*_join_same(draft.remarks)]
    return [draft]


def _join_same(remarks: Sequence[SourceRemark]) -> Iterator[SourceRemark]:
    """Yield each remark on a tag of HTML once, at the first card that has it."""
    counts = Counter(remark.reason for remark in remarks)
    seen: set[str] = set()
    for remark in remarks:
        if not remark.reason.endswith(_TEXT_STAYS) or counts[remark.reason] == 1:
            yield remark
        elif remark.reason not in seen:
            seen.add(remark.reason)
            yield replace(remark, reason=f"{remark.reason}, here and on other cards")


_TEXT_STAYS = "of HTML; its text stays"


def _parse(text: str, file: str) -> Sequence[Mapping[str, Any]]:
    """Return the cards of a file, in which strings may have line breaks and tabs."""
    data = parse_json(text, file)
    if not isinstance(data, list) or not data or not all(isinstance(card, dict) for card in data):
        raise unreadable(file, "is not a list of cards of rpg-cards", "its cards have `title` and `contents`")
    if len(data) > _MOST_CARDS:
        raise unreadable(file, f"has more than {_MOST_CARDS} cards", "split the file")
    return data


def _find_lines(text: str, cards: int) -> Iterator[int]:
    """Yield the line of each card: that of its title."""
    places = [text.count("\n", 0, match.start()) + 1 for match in re.finditer(r'"title"\s*:', text)]
    yield from (places[number] if number < len(places) else 1 for number in range(cards))


def _make_row(card: Mapping[str, Any], line: int, draft: Draft, used: set[str]) -> dict[str, Any]:
    """Return the fields of a card."""
    draft.count(line)
    title = str(card.get("title") or "")
    contents = (text for text in card.get("contents") or [] if isinstance(text, str))
    items = [_make_item(kind, values, title, line, draft, used) for kind, values in _list_parts(contents)]
    count = str(card.get("count") or 1)
    colour, back = (
        keep_tone(str(card.get(f"color_{side}") or card.get("color") or "dimgray"))
        for side in ("front", "back")
    )
    return {
        "name": _mark(title, title, line, draft),
        "count": int(count) if count.isdigit() else 1,
        "colour": colour,
        "title_colour": choose_sign(colour),
        _DARK: darken_type(colour),
        "back_colour": back,
        "sign_colour": choose_sign(back),
        "contents": [item for item in items if item],
    }


def _write_lines(row: Mapping[str, Any]) -> Sequence[str]:
    return json.dumps(row, ensure_ascii=False, indent=1).split("\n")


def _split_row(
    row: Mapping[str, Any], line: int, draft: Draft, used: set[str]
) -> Sequence[Mapping[str, Any]]:
    """Return a card, or several cards that continue each other if it has more text than fits."""
    parts: list[list[Mapping[str, Any]]] = [[]]
    signs = 0
    for item in _list_short(row["contents"]):
        needed = _count_signs(item)
        if signs + needed > _MOST_SIGNS and parts[-1]:
            parts.append([])
            signs = 0
        parts[-1].append(item)
        signs += needed
    if len(parts) == 1:
        return [row]
    used.add("text")
    draft.change(line, str(row["name"]), f"has more text than fits, and is continued: {len(parts)} cards")
    names = [str(row["name"]), *(f"{row['name']} ({number})" for number in range(2, len(parts) + 1))]
    return [{**row, "name": name, "contents": part} for name, part in zip(names, parts, strict=True)]


def _count_signs(item: Mapping[str, Any]) -> int:
    return _SIGNS_OF_LINE + len(item.get("a", "")) + len(item.get("b", ""))


def _list_short(items: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a card, of which those with long texts are continued in lines of their own."""
    for item in items:
        name = "b" if item.get("b") else "a"
        first, *others = _split_text(str(item.get(name, "")))
        yield {**item, name: first} if others else item
        yield from ({"kind": "text", "a": text, "b": ""} for text in others)


_LONGEST_TEXT = 1_500


def _split_text(text: str) -> Sequence[str]:
    """Return a long text in parts that end with sentences, or else with words; one with marks stays whole."""
    parts: list[str] = []
    while len(text) > _LONGEST_TEXT and not re.search(r"[*{}]", text):
        end = text.rfind(". ", 0, _LONGEST_TEXT) + 1 or text.rfind(" ", 0, _LONGEST_TEXT)
        if end <= 0:
            break
        parts.append(text[:end])
        text = text[end:].strip()
    return [*parts, text]


def _list_parts(contents: Iterable[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the kind of each line with its values: the texts of a paragraph come first."""
    parts = ([part.strip() for part in text.split("|")] for text in contents)
    for kind, same in groupby(parts, key=lambda part: part[0]):
        several = [values for _, *values in same]
        if kind in _BADGES:
            texts = ("".join(values[_BADGES[kind] :][:1]) for values in several)
            yield kind, [" · ".join(filter(None, texts))]
        elif kind == "p2e_activity":
            for name, actions, text in ([*values, "", "", ""][:3] for values in several):
                yield kind, [name, f"({actions}) {text}" if actions else text]
        elif kind == "p2e_stats":
            for values in several:
                stats = [f"<b>{name}</b> {value}" for name, value in zip(_P2E_STATS, values, strict=False)]
                yield kind, ["<br>".join(filter(None, (", ".join(stats[:6]), ", ".join(stats[6:]))))]
        elif kind in ("table_head", "table_row"):
            for values in several:
                cells = (f"<b>{cell}</b>" if kind == "table_head" else cell for cell in values if cell)
                yield kind, [" · ".join(cells)]
        else:
            yield from ((kind, values) for values in several)


def _make_item(
    kind: str, values: Sequence[str], title: str, line: int, draft: Draft, used: set[str]
) -> Mapping[str, Any] | None:
    """Return a line of a card as a row; None if it is left out, which is reported."""
    if kind == "dndstats":
        used.add(kind)
        draft.change(line, title, "`dndstats` has no modifiers")
        shown = [_mark(value, title, line, draft) for value in [*values, *_STATS][: len(_STATS)]]
        return {"kind": kind, "values": [*shown[: len(values)], *["–"] * (len(_STATS) - len(values))]}
    name = _SAME.get(kind, kind)
    if name not in _BLOCKS:
        if kind not in _QUIET:
            draft.leave_out(line, title, f"`{kind}` has no counterpart")
        return None
    if kind in _SAME and kind not in _QUIET:
        draft.change(line, title, f"`{kind}` looks like `{name}`")
    first, second = (_mark(value, title, line, draft) for value in [*values, "", ""][:2])
    if name in _TEXT_KINDS and not first.strip():
        # Marks around nothing are none.
        name, first, second = "text", second, ""
    if name in _TEXT_KINDS and not first.strip():
        return None
    used.add(name)
    if name == "boxes":
        first, second = first if first.isdigit() else "1", format_number(_read_size(second) * _BOX)
    if name == "fill":
        first = first if re.fullmatch(r"[1-9]\d?", first) else "1"
    return {"kind": name, "a": first, "b": second}


_BOX = 2.8
"""Side of a box of size 1 in mm: a letter of 8 pt."""


def _read_size(text: str) -> float:
    try:
        return min(max(float(text), 0.2), 10)
    except ValueError:
        return 3


def _mark(text: str, title: str, line: int, draft: Draft) -> str:
    """Return a text with our marks for those of HTML."""
    written, unknown = translate_html(escape_marks(text))
    for tag in unknown:
        draft.leave_out(line, title, f"the tag {tag} {_TEXT_STAYS}")
    return _LONG_WORD.sub(lambda word: re.sub(r"(?<=[^\w\s{}|*\\])(?=\w)", "\u200b", word[0]), written)


_LONG_WORD = re.compile(r"\S{30,}")
"""A word that is broken at its signs."""


def _make_front(used: set[str]) -> Iterator[DraftElement]:
    """Yield the elements of the front: a frame, the title, and the lines of the card."""
    yield DraftElement("ground", {"fill": "{colour}"})
    panel = {"box": ["3 mm", "13 mm", "100% - 6 mm", "100% - 16 mm"], "fill": "white", "corner": "2 mm"}
    yield DraftElement("panel", panel)
    title = {"text": "{name}", "role": "card_title", "box": ["6 mm", "3.5 mm", "100% - 12 mm", "9 mm"]}
    own = {"colour": "{title_colour}", "smallest": "6 pt", "lines": 2, "upright": "middle"}
    yield DraftElement("words", {**title, **own})
    blocks = [
        {block: {**keys, "when": f"item.kind = {kind}"}}
        for kind, content in _BLOCKS.items()
        for part in content
        for block, keys in part.items()
        if kind in used
    ]
    box = ["6 mm", "15.5 mm", "100% - 12 mm", "100% - 21 mm"]
    head = {"box": box, "over": "contents", "role": "fine_print", "gap": "0.9 mm"}
    yield DraftElement("stack", {**head, "blocks": blocks})


def _make_back() -> Iterator[DraftElement]:
    """Yield the elements of the back: a frame within the colour of the card, and a sign."""
    yield DraftElement("ground", {"fill": "{back_colour}"})
    line = {"stroke": "{sign_colour}", "line": "0.5 mm"}
    frame = {"box": ["4 mm", "4 mm", "100% - 8 mm", "100% - 8 mm"], "fill": "none", "corner": "2 mm"}
    yield DraftElement("panel", {**frame, **line})
    sign = {"points": 8, "inner": 0.6, "box": ["50% - 9 mm", "50% - 9 mm", "18 mm", "18 mm"]}
    yield DraftElement("star", {**sign, "fill": "none", **line})
