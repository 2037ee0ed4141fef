"""Pictures of a Squib script, and icons of one colour."""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.imports.draft import DraftElement, clean_path, find_beside, format_number
from generator.imports.material import measure_picture
from generator.imports.squib.calls import Bounds, SquibCall, is_true, list_angles
from generator.imports.squib.cards import write_value
from generator.read.files.text_files import derive_id
from generator.read.pieces.foreign import parse_foreign_colour

_GAME_ICON = re.compile(r'<svg data-game-icon="([\w-]+)" data-colour="([^"]*)"/>')


def draw_picture(call: SquibCall) -> list[DraftElement]:
    """Return what `png` or `svg` draws."""
    files = list_pictures(call)
    if not any(files):
        return []
    shown = [name for name in dict.fromkeys(files) if name]
    if all(name.startswith(_ICONS_OF_GAMES) for name in shown):
        return [_game_icon(call, files)]
    rows, angles, rest = _turn_pictures(call, _picture_boxes(call, files))
    placed = call.place(rows, angles)
    mask = call.colour("mask", "") if call.get("mask") else ""
    if mask and (icon := _make_icon(call, files)):
        return [DraftElement("icon", {"icon": icon, **placed, "colour": mask, **rest})]
    if mask:
        call.change("all tones of the picture get the colour of `mask`")
        rest["tint"] = mask
    cards = call.pen.cards
    name = cards.make_text(files[0] if len(files) == 1 else call.unfold(files), "picture")
    part = cards.make_text(call.get("id"), "part") if call.get("id") else ""
    file = f"{name}#{part.removeprefix('#')}" if part else name
    is_native = all(call.get(side, "native") in ("native", "scale") for side in ("width", "height"))
    keys = {"file": file, **placed, **({} if is_native else {"fit": "stretch"}), **rest}
    return [DraftElement("picture", keys, files=() if cards.is_sample else shown)]


_ICONS_OF_GAMES = "game-icons/"
"""Folder of icons of game-icons.net, which a gem has."""


def _game_icon(call: SquibCall, files: Sequence[str]) -> DraftElement:
    """Return an icon of game-icons.net, whose file the author has to add."""
    names = [Path(file).stem for file in files]
    listed = ", ".join(f"{name}.svg" for name in dict.fromkeys(names) if name)
    call.change(f"put {listed} of game-icons.net into the folder `icons`, with `_` for `-` in the name")
    ids = [derive_id(name, "") for name in names]
    icon = call.pen.cards.make_text(ids[0] if len(ids) == 1 else call.unfold(ids), "icon")
    inks = [_GAME_ICON.search(write_value(one)) for one in call.pen.cards.spread(call.get("data"))]
    ink = next((parse_foreign_colour(found[2]) for found in inks if found), "")
    colour = call.colour("mask", "") if call.get("mask") else ink
    [x, y, width, height] = call.spread(x=0, y=0, width=512, height=512)[0]
    rows = [(x or 0, y or 0, width or 512, height or 512)]
    placed = call.place(
        rows if len(call.spread(x=0, y=0)) == 1 else _picture_boxes(call, files), list_angles(call)
    )
    return DraftElement(
        "icon", {"icon": icon, **placed, "colour": colour or "#000000", "missing": "placeholder"}
    )


def _turn_pictures(
    call: SquibCall, rows: Sequence[Bounds]
) -> tuple[Sequence[Bounds], Sequence[float], dict[str, Any]]:
    """Return boxes, angles, and the other keys of a picture; one that is mirrored both ways is turned."""
    angles = list_angles(call)
    alpha = call.number("alpha", 1)
    rest: dict[str, Any] = {"opacity": format_number(alpha)} if alpha < 1 else {}
    if call.get("blend") not in (None, "none"):
        call.leave_out(f"`blend: {call.get('blend')}`; the picture is drawn over the rest")
    if any(call.get(side) is not None for side in ("crop_x", "crop_y", "crop_width", "crop_height")):
        call.leave_out("a part of a picture is not cut out; crop the file")
    corner = max(call.number(name, 0) for name in ("crop_corner_radius", "crop_corner_x_radius"))
    rest |= {"corner": format_number(corner * call.pen.mm)} if corner > 0 else {}
    flips = [is_true(call.get(f"flip_{way}")) for way in ("horizontal", "vertical")]
    if all(flips):
        angles = [angle + math.pi for angle in angles]
        rows = [(x + width, y + height, width, height) for x, y, width, height in rows]
    elif any(flips):
        rest["flip"] = "horizontal" if flips[0] else "vertical"
    return rows, angles, rest


def list_pictures(call: SquibCall) -> list[str]:
    """Return the names of the pictures, one for all cards or one for each; empty for none."""
    data = [write_value(one) for one in call.pen.cards.spread(call.get("data"))]
    if any(data):
        return [_save_data(call, text) for text in data]
    is_needed = is_true(call.get("force_id"))
    if is_needed and not call.get("id"):
        return [""]
    files = [write_value(one) for one in call.pen.cards.spread(call.get("file"))]
    # Squib looks for embedded pictures beside the script, and for all others in `img_dir`.
    folder = "" if call.name == "embed" else call.pen.images
    return [
        clean_path(f"{folder}/{file}" if folder and file and not file.startswith(_ICONS_OF_GAMES) else file)
        for file in files
    ]


def _save_data(call: SquibCall, text: str) -> str:
    """Return the name of a file with an SVG that the script has made."""
    draft = call.pen.draft
    if not text:
        return ""
    if icon := _GAME_ICON.search(text):
        return f"{_ICONS_OF_GAMES}{icon[1]}.svg"
    same = next((name for name, known in draft.texts.items() if known == text), "")
    name = same or f"{draft.name}_{sum(one.endswith('.svg') for one in draft.texts) + 1}.svg"
    draft.texts[name] = text
    return name


def _picture_boxes(call: SquibCall, files: Sequence[str]) -> list[Bounds]:
    """Return the boxes of pictures in pixels, with the sizes that the files have where none are given."""
    space = call.pen.space
    natives = [measure_picture(find_beside(call.pen.project, file)) if file else None for file in files]
    known = next((one for one in natives if one), None)
    if len({one for one in natives if one}) > 1 and call.get("width") is None:
        call.change("the pictures have several sizes; the box is that of the first")
    boxes = []
    for x, y, width, height in call.spread(x=0, y=0, width="native", height="native"):
        left, top = x or 0, y or 0
        native = known or (space.width - left, space.height - top)
        if width is None and height is not None and call.get("width") == "scale":
            width = native[0] * height / native[1]
        if height is None and width is not None and call.get("height") == "scale":
            height = native[1] * width / native[0]
        boxes.append(
            (left, top, native[0] if width is None else width, native[1] if height is None else height)
        )
    return [(x, y, max(width, 1), max(height, 1)) for x, y, width, height in boxes]


def _make_icon(call: SquibCall, files: Sequence[str]) -> str:
    """Return the name of an icon made from SVG files of one colour; empty if there is a file that is none."""
    names = [add_icon(call, file) if file else "" for file in files]
    if not all(name or not file for name, file in zip(names, files, strict=True)):
        return ""
    if len(names) > 1 and not all(names):
        return ""
    return call.pen.cards.make_text(names[0] if len(names) == 1 else call.unfold(names), "icon")


def add_icon(call: SquibCall, file: str) -> str:
    """Return the name of the icon that is copied from an SVG file; empty if there is no such file."""
    found = find_beside(call.pen.project, file)
    if not found or found.suffix.lower() != ".svg":
        return ""
    name = derive_id(found.stem, "icon")
    call.pen.draft.copies[f"icons/{name}.svg"] = found
    return name
