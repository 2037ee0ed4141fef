"""A drawing as a template: the elements that differ from card to card, from back to front.

Slices of the drawing that stay as they are drawn become files between these elements.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree.ElementTree import Element

from generator.imports.draft import Columns, Draft, DraftElement, clean_path, format_number
from generator.imports.material import TemplateFonts
from generator.imports.svg.columns import PartColumn, TemplateFields, find_layer_condition, is_switch_column
from generator.imports.svg.template_file import TemplateFile
from generator.imports.svg.texts import (
    TemplateText,
    TextPage,
    TurnedBox,
    inherit_more,
    turn_box,
)
from generator.read.files.text_files import PICTURES, make_slug, unreadable
from generator.read.pictures.svg_style import SvgContext, find_link, parse_share
from generator.read.pictures.svg_tree import LABEL, PLACE, TEXTS, find_place


@dataclass(frozen=True, slots=True)
class DrawnState:
    """Attributes, conditions, and opacity that an element inherits."""

    around: SvgContext
    more: Mapping[str, str]
    conditions: Sequence[str] = ()
    opacity: float = 1.0


@dataclass(slots=True)
class TemplateNames:
    """Parts of a drawing that differ from card to card, beside its placeholders."""

    fields: TemplateFields
    columns: Sequence[PartColumn] = ()
    cells: Columns = field(default_factory=dict)
    layers: Mapping[str, str] = field(default_factory=dict)
    """Conditions of layers by label, in addition to those that their names say."""


class TemplateDrawing:
    """Reads one card of a file."""

    def __init__(
        self, file: TemplateFile, draft: Draft, names: TemplateNames, fonts: TemplateFonts, *, stem: str = ""
    ) -> None:
        self._draft, self._names, self._fonts = draft, names, fonts
        self._drawn, self._file, self._stem = file, file.name, stem or file.stem
        self._source, self._root, self._page, self.ids = file.source, file.root, file.page, file.ids
        self._colours, self.scale = file.colours, file.scale
        self.width, self.height = file.width, file.height
        self._offset = (0.0, 0.0)
        """Left and top of the card on the page, in units of the drawing."""
        self._words: list[DraftElement] = []
        self._slices = DrawingSlices(file, draft, self._stem, names.cells)
        self._other_files = 0

    # ------------------------------------------------------------------ elements

    def read(self) -> list[DraftElement]:
        """Return the elements from back to front, and give the draft the files that they name.

        Raises DataError.
        """
        try:
            start = self._start
        except ValueError as error:
            raise unreadable(self._file, str(error), line=1) from None
        self._walk_all(self._root, start)
        return [*self._slices.write(), *self._words]

    def read_part(self, id: str, *, has_rectangle: bool) -> list[DraftElement] | None:
        """Return the elements of the group around a rectangle, which is the card; None if there is none.

        Raises DataError.
        """
        try:
            return self._read_part(id, has_rectangle=has_rectangle)
        except ValueError as error:
            raise unreadable(self._file, f"`{id}`: {error}") from None

    def _read_part(self, id: str, *, has_rectangle: bool) -> list[DraftElement] | None:
        rectangle = self.ids.get(id)
        extent = self._page.extents.get(rectangle.get(PLACE, "")) if rectangle is not None else None
        group = self._find_group(rectangle) if rectangle is not None else None
        if rectangle is None or extent is None or group is None:
            return None
        left, top, right, bottom = extent.box if any(extent.box) else self._measure_rectangle(rectangle)
        if right - left <= 0 or bottom - top <= 0:
            return None
        self._offset = left, top
        self.width, self.height = (right - left) * self.scale, (bottom - top) * self.scale
        if not has_rectangle:
            self._slices.cut.add(rectangle.get(PLACE, ""))
        self._crop()
        self._walk(group, self.find_state(group))
        return [*self._slices.write(only=group), *self._words]

    def _measure_rectangle(self, element: Element) -> Sequence[float]:
        """Return the left, top, right, and bottom of a rectangle that is not seen."""
        inside = self.find_state(element).around.inherit(element.attrib)
        sides = [
            inside.measure_side(side, element.get(side, "0") or "0") for side in ("x", "y", "width", "height")
        ]
        box = turn_box((sides[0], sides[1], sides[2], sides[3]), inside.transform, 1.0)
        return box.left, box.top, box.left + box.width, box.top + box.height

    def _find_group(self, element: Element) -> Element | None:
        """Return the outermost group around an element that is no layer, as the extension finds it."""
        found = None
        for one in self._drawn.list_around(element):
            span = self._source.spans.get(one.get(PLACE, ""))
            is_layer = bool(span and span.attributes.get("inkscape:groupmode") == "layer")
            if one.tag == "g" and not is_layer:
                found = one
        return found

    def _crop(self) -> None:
        """Make the card the page of the files that are written."""
        root = self._root
        span = self._source.spans[root.get(PLACE, "")]
        tag = re.sub(
            r"\s(?:width|height|viewBox|preserveAspectRatio)\s*=\s*(?:\"[^\"]*\"|'[^']*')",
            "",
            self._source.text[span.start : span.tag_end],
        )
        a, _, _, d, e, f = self._page.around.transform
        x, y = (self._offset[0] - e) / a, (self._offset[1] - f) / d
        wide, high = self.width / self.scale / a, self.height / self.scale / d
        sides = " ".join(f"{side:.6g}" for side in (x, y, wide, high))
        size = f' width="{self.width:.6g}mm" height="{self.height:.6g}mm" viewBox="{sides}"'
        self._slices.tags[root.get(PLACE, "")] = re.sub(r"\s*/?>$", f"{size}>", tag)

    @property
    def _start(self) -> DrawnState:
        """The state within the root."""
        a, b, c, d, e, f = self._page.around.transform
        moved = (a, b, c, d, e - self._offset[0], f - self._offset[1])
        return DrawnState(
            replace(self._page.around, transform=moved).inherit(_leave_out_transform(self._root)), {}
        )

    @property
    def _text_page(self) -> TextPage:
        """The card, for its texts."""
        fields = self._names.fields
        return TextPage(self.width, self.height, self.scale, self.ids, self._fonts, fields, self._colours)

    def find_state(self, element: Element) -> DrawnState:
        """Return the state around an element of the drawing."""
        state = self._start
        for one in reversed(self._drawn.list_around(element)):
            if one is not self._root:
                state = self._enter(one, state)
        return state

    def _enter(self, element: Element, state: DrawnState) -> DrawnState:
        """Return the state within an element."""
        try:
            opacity = parse_share(element.get("opacity", "").strip() or "1")
        except ValueError:
            opacity = 1.0
        return DrawnState(
            state.around.inherit(element.attrib),
            inherit_more(state.more, element),
            state.conditions,
            state.opacity * opacity,
        )

    def _walk_all(self, element: Element, state: DrawnState) -> None:
        for child in element:
            self._walk(child, state)

    def _walk(self, element: Element, state: DrawnState) -> None:
        tag = element.tag
        if tag in _UNDRAWN_TAGS or element.get(PLACE, "") in self._slices.cut:
            return
        line = find_place(element)[0]
        try:
            self._take(element, state, line)
        except ValueError as error:
            self._draft.leave_out(line, f"`<{tag}>`", str(error), self._file)
            self._slices.cut.add(element.get(PLACE, ""))

    def _take(self, element: Element, state: DrawnState, line: int) -> None:
        tag = element.tag
        condition = self._find_condition(element)
        if element.get("display", "").strip() == "none" and not condition:
            return
        if condition:
            state = replace(state, conditions=[*state.conditions, condition])
        if tag in TEXTS:
            self._draft.count(line, self._file)
            self._take_text(element, state, line)
        elif tag == "image" and self._take_picture(element, state, line):
            self._draft.count(line, self._file)
        elif (name := self._find_swap(element)) and tag not in _GROUP_TAGS:
            self._draft.count(line, self._file)
            self._add_picture(element, f"{{{name}}}", state, self._find_extent(element), {})
        elif tag == "use" and (text := self._find_repeated_text(element)) is not None:
            self._draft.count(line, self._file)
            self._slices.cut.add(element.get(PLACE, ""))
            inside = state.around.inherit(element.attrib)
            x, y = (inside.measure_side(side, element.get(side, "0") or "0") for side in ("x", "y"))
            moved = inside.moved((1.0, 0.0, 0.0, 1.0, x, y))
            self._take_text(text, replace(state, around=moved), line)
        elif tag == "use" and (name := self._find_reference(element)):
            self._draft.count(line, self._file)
            self._take_reference(element, name, state)
        elif condition or self._list_paints(element):
            self._draft.count(line, self._file)
            self._take_part(element, state)
        elif tag in _GROUP_TAGS:
            self._take_group(element, state)
        else:
            self._draft.count(line, self._file)
            extent = self._page.extents.get(element.get(PLACE, ""))
            if extent is None or any(extent.box) or not extent.is_shapes:
                self._slices.items.append(DrawnItem(self._find_extent(element), element.get(PLACE, "")))

    def _take_group(self, element: Element, state: DrawnState) -> None:
        inside = self._enter(element, state)
        if (name := self._find_text_column(element)) and name:
            texts = [one for one in element.iter() if one.tag in TEXTS]
            if len(texts) == 1:
                texts[0].set("id", element.get("id", ""))
                texts[0].set(LABEL, element.get(LABEL, ""))
        self._walk_all(element, inside)

    # ------------------------------------------------------------------ what the table says

    def _name(self, element: Element) -> tuple[str, str]:
        return element.get("id", ""), element.get(LABEL, "")

    def _list_columns(self, element: Element) -> Iterator[PartColumn]:
        for column in self._names.columns:
            if column.matches(*self._name(element)):
                yield column

    def _find_condition(self, element: Element) -> str:
        """Return the condition under which an element is drawn; empty for always."""
        id, label = self._name(element)
        found = find_layer_condition(label, self._names.fields) or self._names.layers.get(label, "")
        conditions = [found] if found else []
        for column in self._list_columns(element):
            cells = self._names.cells.get(column.name, ())
            if column.attribute.removeprefix("style:") in ("display", "visibility"):
                conditions.append(f"{self._use(column)} not in ['none', 'hidden']")
            elif column.attribute:
                continue
            elif column.choices:
                choice = next(name for name in (id, label) if name.startswith(f"{column.part}-"))
                choice = choice.removeprefix(f"{column.part}-")
                conditions.append(f"'{choice}' in split({self._use(column)}, ' ')")
            elif column.is_switch or (element.tag not in TEXTS and is_switch_column(cells)):
                conditions.append(self._make_switch(column, cells))
        return " and ".join(conditions)

    def _make_switch(self, column: PartColumn, cells: Collection[str]) -> str:
        """Return the condition of a column that says yes or no."""
        name = self._use(column)
        words = {cell.strip().lower() for cell in cells}
        if words <= {"y", "n", "yes", "no", "x", "", "-", "true", "false", "0"} and words & {
            "y",
            "yes",
            "x",
            "true",
        }:
            return name
        return f"lower({name}) in ['y', 'yes', 'x', 'true', '1', 'on', 'show', '+']"

    def _use(self, column: PartColumn) -> str:
        self._names.fields.used.setdefault(
            column.name, self._names.fields.titles.get(column.name, column.name)
        )
        return column.name

    def _find_text_column(self, element: Element) -> str:
        """Return the field that replaces a text; empty if there is none."""
        named = next((name for name in self._name(element) if re.fullmatch(r"\{[^{}]+\}", name)), "")
        if named and (found := self._names.fields.list_fields(named)):
            return found[0]
        for column in self._list_columns(element):
            if not column.attribute and not column.is_switch:
                return self._use(column)
        return ""

    def _find_swap(self, element: Element) -> str:
        """Return the field with the names of pictures that take the place of an element."""
        for column in self._list_columns(element):
            if not column.attribute and not column.is_switch:
                cells = [cell for cell in self._names.cells.get(column.name, ()) if cell.strip()]
                if cells and all(cell.lower().endswith(PICTURES) for cell in cells):
                    return self._use(column)
        return ""

    def _find_repeated_text(self, element: Element) -> Element | None:
        """Return the text that a `use` repeats, if it differs from card to card."""
        target = self.ids.get(find_link(element.get("href")))
        if target is None or target.tag not in TEXTS:
            return None
        has_field = self._find_text_column(target) or self._names.fields.has_placeholder(
            "".join(target.itertext())
        )
        return target if has_field else None

    def _find_reference(self, element: Element) -> str:
        """Return the field with the ids of elements that are drawn in place of this one."""
        for column in self._list_columns(element):
            cells = {cell for cell in self._names.cells.get(column.name, ()) if cell.strip()}
            if not column.attribute and cells and cells & self.ids.keys():
                return self._use(column)
        return ""

    def _list_paints(self, element: Element) -> Mapping[str, str]:
        """Return fields by the colours of an element that they replace."""
        paints = {}
        for column in self._list_columns(element):
            name = column.attribute.removeprefix("style:")
            if name not in ("fill", "stroke") or element.tag in TEXTS:
                if name and name not in ("display", "visibility") and element.tag not in (*TEXTS, "image"):
                    reason = f"`{name}` differs from card to card, and stays as it is drawn"
                    self._draft.leave_out(find_place(element)[0], column.part, reason, self._file)
                continue
            state = self.find_state(element)
            colours = [one.get(name) or state.around.style.get(name, "") for one in element.iter()]
            found = next((one.lower() for one in colours if re.fullmatch(r"#[0-9a-fA-F]{6}", one or "")), "")
            if found:
                paints[found] = self._use(column)
            elif name == "fill":
                paints["#000000"] = self._use(column)
        return paints

    # ------------------------------------------------------------------ texts

    def _take_text(self, element: Element, state: DrawnState, line: int) -> None:
        text = TemplateText(element, state.around, state.more, self._text_page)
        column = self._find_text_column(element)
        subject = element.get(LABEL) or element.get("id") or "text"
        if not column and not self._names.fields.has_placeholder(text.text) and not _is_plain(element):
            self._slices.items.append(DrawnItem(None, element.get(PLACE, "")))
            return
        self._slices.cut.add(element.get(PLACE, ""))
        for words in text.make_words(column):
            words.keys |= self._read_text_columns(element)
            words.style = {key: value for key, value in words.style.items() if key not in words.keys}
            self._finish(words, self._enter(element, state))
            self._words.append(words)
        for change in text.changes:
            self._draft.change(line, subject, change, self._file)

    def _read_text_columns(self, element: Element) -> dict[str, Any]:
        """Return keys of a text that columns set."""
        keys: dict[str, Any] = {}
        own = {"fill": "colour", "stroke": "stroke", "opacity": "opacity"}
        for column in self._list_columns(element):
            name = column.attribute.removeprefix("style:")
            if name in own:
                keys[own[name]] = f"{{{self._use(column)}}}"
            elif name and name not in ("display", "visibility"):
                reason = f"`{name}` differs from card to card, and stays as it is drawn"
                self._draft.leave_out(find_place(element)[0], column.part, reason, self._file)
        return keys

    def _finish(self, element: DraftElement, state: DrawnState) -> None:
        if state.opacity < 1 and "opacity" not in element.keys:
            element.keys["opacity"] = format_number(state.opacity)
        element.add_conditions(*state.conditions)

    # ------------------------------------------------------------------ pictures

    def _take_picture(self, element: Element, state: DrawnState, line: int) -> bool:
        """Take a picture out of the drawing if it is another file, or differs from card to card."""
        link = element.get("href", "").strip()
        column = self._find_text_column(element)
        if not column and (link.startswith("data:") or re.fullmatch(r"#[^/\\]*", link)):
            return False
        self._slices.cut.add(element.get(PLACE, ""))
        inside = state.around.inherit(element.attrib)
        sides = [
            inside.measure_side(side, element.get(side, "0") or "0") for side in ("x", "y", "width", "height")
        ]
        if not sides[2] or not sides[3]:
            raise ValueError("a picture without a size; set its width and height")
        box = turn_box((sides[0], sides[1], sides[2], sides[3]), inside.transform, self.scale)
        aspect = element.get("preserveAspectRatio", "")
        fit = "stretch" if "none" in aspect else "cover" if "slice" in aspect else "contain"
        keys = {"fit": fit} if fit != "contain" else {}
        a, b, c, d, _, _ = inside.transform
        keys |= {"flip": "vertical"} if a * d - b * c < 0 else {}
        if column:
            file = f"{{{column}}}"
        else:
            written = self._names.fields.make_text(re.sub(r"^file:(?://)?", "", link))
            file = clean_path(re.sub(r"%20", " ", written))
        if not file:
            return True
        self._draft_picture(file, box, keys, self._enter(element, state), line)
        return True

    def _draft_picture(
        self, file: str, box: TurnedBox | None, keys: dict[str, Any], state: DrawnState, line: int
    ) -> None:
        own: dict[str, Any] = {"file": file}
        own |= {"box": box.list_lengths()} if box else {}
        own |= {"angle": format_number(box.angle)} if box and box.angle else {}
        if box and box.leaves(self.width, self.height):
            own["bleeds"] = True
        element = DraftElement("picture", own | keys, line)
        self._finish(element, state)
        self._slices.items.append(DrawnItem(box, element=element))

    def _add_picture(
        self, element: Element, file: str, state: DrawnState, box: TurnedBox | None, keys: dict[str, Any]
    ) -> None:
        self._slices.cut.add(element.get(PLACE, ""))
        self._draft_picture(file, box, keys, self._enter(element, state), find_place(element)[0])

    def _take_reference(self, element: Element, name: str, state: DrawnState) -> None:
        """Take a `use` that shows another element of the drawing on each card."""
        for cell in {*self._names.cells.get(name, ())} & self.ids.keys():
            self._slices.references.add(self.ids[cell].get(PLACE, ""))
            self._show(self.ids[cell])
        missing = sorted({cell for cell in self._names.cells.get(name, ()) if cell.strip()} - self.ids.keys())
        if missing:
            reason = f"the drawing has no {', '.join(missing[:3])}"
            self._draft.leave_out(find_place(element)[0], name, reason, self._file)
        chosen = replace(state, conditions=[*state.conditions, f"has({name})"])
        file = f"{self._slices.frame}#{{{name}}}"
        self._add_picture(element, file, chosen, self._find_extent(element), {})

    # ------------------------------------------------------------------ parts

    def _find_extent(self, element: Element) -> TurnedBox | None:
        """Return the box around what an element draws; None if shapes do not show it."""
        extent = self._page.extents.get(element.get(PLACE, ""))
        if extent is None or not any(extent.box):
            return None
        x, y = self._offset
        left, top, right, bottom = (
            side * self.scale
            for side in (extent.box[0] - x, extent.box[1] - y, extent.box[2] - x, extent.box[3] - y)
        )
        return TurnedBox(left, top, right - left, bottom - top)

    def _show(self, element: Element) -> None:
        """Let an element be seen that is hidden in the drawing."""
        if element.get("display", "").strip() == "none" and (
            span := self._source.spans.get(element.get(PLACE, ""))
        ):
            tag = self._source.text[span.start : span.tag_end]
            tag = re.sub(r"display\s*:\s*none", "display:inline", tag)
            self._slices.tags[element.get(PLACE, "")] = re.sub(r"display\s*=\s*[\"']none[\"']", "", tag)

    def _take_part(self, element: Element, state: DrawnState) -> None:
        """Take a part that is drawn on some cards, or in other colours on each, as a picture of its own."""
        before, self._slices.items = self._slices.items, []
        paints = self._list_paints(element)
        place = element.get(PLACE, "")
        self._show(element)
        if element.tag in _GROUP_TAGS:
            self._walk_all(element, self._enter(element, state))
        else:
            self._slices.items.append(DrawnItem(self._find_extent(element), place))
        items, self._slices.items = self._slices.items, before
        if any(item.place for item in items):
            keys = (
                {"recolour": {colour: f"{{{name} or '{colour}'}}" for colour, name in paints.items()}}
                if paints
                else {}
            )
            self._draw_part(element, state, keys)
        self._slices.items += (item for item in items if item.element)

    def _draw_part(self, element: Element, state: DrawnState, keys: dict[str, Any]) -> None:
        place, line = element.get(PLACE, ""), find_place(element)[0]
        id, label = self._name(element)
        name = (
            label
            if label and "#" not in label and not any(one == label for one, _ in self._slices.parts)
            else id
        )
        extent = self._page.extents.get(place)
        box = self._find_extent(element)
        a, b, c, d, _, _ = state.around.transform
        is_upright = abs(b) < 1e-6 * abs(a) and abs(c) < 1e-6 * abs(d) and a > 0 and d > 0
        is_upright = is_upright and not (box and box.leaves(self.width, self.height))
        has_text = any(one.tag in TEXTS and one.get(PLACE) not in self._slices.cut for one in element.iter())
        self._slices.parts.append((name, place))
        if name and box and extent and extent.is_shapes and is_upright and not has_text:
            keys = keys if abs(a - d) < 1e-6 * abs(a) else {**keys, "fit": "stretch"}
            inside = {one.get(PLACE, "") for one in element.iter() if one is not element}
            inner = [one for one, known in self._slices.parts if known in inside and one]
            keys |= {"without": inner} if inner else {}
            self._draft_picture(f"{self._slices.frame}#{name}", box, keys, state, line)
            return
        self._other_files += 1
        file = f"{self._stem}_{make_slug(label or id) or self._other_files}.svg"
        self._slices.write_part(file, {place})
        self._draft_picture(file, None, keys, state, line)


def _is_plain(element: Element) -> bool:
    """Return True for a text that our typesetter can set as it is drawn."""
    for one in element.iter():
        if one.tag in ("textPath", "tref") or one.get("filter", "none") != "none" or one.get("clip-path"):
            return False
        if "url(" in one.get("fill", "") or any(len(one.get(side, "").split()) > 1 for side in ("x", "y")):
            return False
    return True


def _leave_out_transform(root: Element) -> Mapping[str, str]:
    return {name: value for name, value in root.attrib.items() if name != "transform"}


_GROUP_TAGS = ("g", "a", "switch")
_UNDRAWN_TAGS = (
    *(
        "defs",
        "symbol",
        "clipPath",
        "mask",
        "marker",
        "pattern",
        "linearGradient",
        "radialGradient",
        "filter",
    ),
    *("style", "title", "desc", "metadata", "namedview", "script", "flowRegion"),
)


@dataclass(slots=True)
class DrawnItem:
    """Something of a drawing in its order: an element of the template, or a piece that stays as it is."""

    box: TurnedBox | None
    """Box around it; None if it is not known, so that it may be anywhere."""
    place: str = ""
    """Place of a piece in the file."""
    element: DraftElement | None = None


class DrawingSlices:
    """Collects the items of one card of a drawing, and writes its files."""

    def __init__(self, file: TemplateFile, draft: Draft, stem: str, cells: Columns) -> None:
        self._file, self._draft, self._stem, self._cells = file, draft, stem, cells
        self.frame = f"{stem}_frame.svg"
        """Name of the first file, which has all parts."""
        self.items: list[DrawnItem] = []
        self.cut: set[str] = set()
        """Places of elements that are taken out of the drawing."""
        self.parts: list[tuple[str, str]] = []
        """Names and places of parts that are drawn on some cards only."""
        self.references: set[str] = set()
        """Places of elements that cards choose by id."""
        self.tags: dict[str, str] = {}
        """Start tags that are changed, by place."""

    def write_part(self, name: str, wanted: Collection[str]) -> None:
        """Write a file with some pieces only."""
        others = [
            one.get(PLACE, "")
            for one in self._list_pieces(self._file.root)
            if one.get(PLACE, "") not in wanted
        ]
        self._draft.texts[name] = self._write({*others, *self.cut})

    def _list_pieces(self, element: Element) -> Iterator[Element]:
        """Yield what draws something, without the groups around it; wanted groups are not opened."""
        for child in element:
            if child.tag in _UNDRAWN_TAGS:
                continue
            place = child.get(PLACE, "")
            if child.tag in _GROUP_TAGS and not any(place == known for _, known in self.parts):
                yield from self._list_pieces(child)
            else:
                yield child

    def write(self, only: Element | None = None) -> list[DraftElement]:
        """Return the elements from back to front, with a picture for each slice, and write its file."""
        floating = self._find_floating()
        needs_first = any(
            f"{self.frame}#" in str(item.element.keys["file"]) for item in self.items if item.element
        )
        drawn: list[DraftElement] = []
        count = 0
        for one in self._list_slices(floating):
            if isinstance(one, DraftElement):
                drawn.append(one)
                continue
            count += 1
            file = f"{self._stem}_frame{f'_{count}' if count > 1 else ''}.svg"
            picture = self._write_slice(file, one, only, keeps_parts=count == 1 and needs_first)
            if count == 1:
                # What is at the edges goes on beyond the cut.
                picture.keys["bleed"] = "extend"
            drawn.append(picture)
        if needs_first and not count:
            self._draft.texts[self.frame] = self._cut_slice(set(), only, keeps_parts=True)
        floaters = (self.items[number].element for number in sorted(floating))
        return [*drawn, *(element for element in floaters if element is not None)]

    def _list_slices(self, floating: Collection[int]) -> list[set[str] | DraftElement]:
        """Return the elements that do not float, and between them the places of neighbouring pieces."""
        slices: list[set[str] | DraftElement] = []
        for number, item in enumerate(self.items):
            if number in floating:
                continue
            if item.element is not None:
                slices.append(item.element)
            elif slices and isinstance(slices[-1], set):
                slices[-1].add(item.place)
            else:
                slices.append({item.place})
        return slices

    def _write_slice(
        self, file: str, pieces: Collection[str], only: Element | None, *, keeps_parts: bool
    ) -> DraftElement:
        """Write the file of a slice, and return the picture that shows it."""
        text = self._draft.texts[file] = self._cut_slice(pieces, only, keeps_parts=keeps_parts)
        keys: dict[str, Any] = {"file": file}
        colours = self._file.colours.items()
        recoloured = {colour: self._write_colour(name) for colour, name in colours if colour in text}
        keys |= {"recolour": recoloured} if recoloured else {}
        parts = [name for name, _ in self.parts if name]
        if keeps_parts and parts:
            keys["without"] = list(dict.fromkeys(parts))
        return DraftElement("picture", keys, 1)

    def _write_colour(self, name: str) -> str:
        """Return a field as a colour; cards without one have none."""
        cells = self._cells.get(name, ())
        return f"{{{name}}}" if all(cell.strip() for cell in cells) else f"{{{name} or 'transparent'}}"

    def _cut_slice(self, pieces: Collection[str], only: Element | None, *, keeps_parts: bool) -> str:
        """Return the file with some pieces only, and perhaps the parts that are drawn on some cards."""
        known = {item.place for item in self.items if item.place}
        cut = {*self.cut, *(known - {*pieces})}
        if not keeps_parts:
            cut |= {place for _, place in self.parts}
        if only is not None:
            cut |= self._list_others(only)
        return self._write(cut)

    def _write(self, cut: Collection[str]) -> str:
        """Return the file without some elements; those that others repeat are only hidden."""
        hidden = {place for place in cut if place in self._file.used or place in self.references}
        return self._file.source.write({*cut} - hidden, self.tags, hidden=hidden)

    def _list_others(self, only: Element) -> set[str]:
        """Return the places of everything that is drawn outside of an element."""
        around = self._file.list_around(only)
        kept = {id(one) for one in (only, *around)}
        return {
            one.get(PLACE, "")
            for parent in around
            for one in parent
            if one.tag not in _UNDRAWN_TAGS and id(one) not in kept
        }

    def _find_floating(self) -> set[int]:
        """Return the numbers of elements that nothing after them covers, so that they can be on top."""
        floating: set[int] = set()
        later: list[DrawnItem] = []
        for number in range(len(self.items) - 1, -1, -1):
            item = self.items[number]
            if item.element is not None and not any(_cover(item, other) for other in later[:_MOST_LATER]):
                floating.add(number)
            else:
                later.append(item)
        return floating


_MOST_LATER = 2000


def _cover(first: DrawnItem, second: DrawnItem) -> bool:
    return first.box is None or first.box.may_overlap(second.box)
