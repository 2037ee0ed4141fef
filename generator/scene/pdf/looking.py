"""Gaps, edges, and cells of a rendered page, by which cards are found and compared."""

import hashlib
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageChops

_BOX = 4
"""Number of the filter in Pillow that averages pixels."""
_NOISE = 10
"""Differences of tones that are not seen, of 255."""
_STEP = 32
"""Difference of neighbours that is an edge."""
_EDGE_SHARE = 0.3
"""Share of the height along which an edge runs at least."""
_INSET, _BAND = 0.8, 0.6
"""Distances in mm from the cut: of what is surely on a card, and of a line along the cut."""
_BEYOND = (0.4, 1.4)
"""Distances in mm from the cut between which bleed is sought."""
_INKED = 0.6
"""Share of inked pixels beyond the cut above which a card has bleed."""
_FAR_BESIDE, _BLOCK, _FILLED_BLOCK = 3.5, 3.0, 16
"""Distance in mm from the cut of what is beside a card; side and tone of blocks that are not empty."""
_LOOK = (6, 8)
"""Columns and rows of the tones by which cards are compared."""


def find_plain_spans(grey: Any, scale: float) -> list[tuple[float, float]]:
    """Return start and end of each part of the width without ink; `scale` is in pixels per mm."""
    ground = grey.getpixel((1, 1))
    inked = grey.point([255 * (abs(tone - ground) > _NOISE) for tone in range(256)])
    shares = _average(inked)
    spans, start = [], None
    for x, share in enumerate([*shares, 1.0]):
        if share == 0 and start is None:
            start = x
        elif share and start is not None:
            spans.append((round(start / scale, 3), round(x / scale, 3)))
            start = None
    return spans


def find_edges(grey: Any, scale: float) -> list[tuple[float, float]]:
    """Return position and share of each upright edge that runs along much of what is on a page."""
    shifted = Image.new("L", grey.size)
    shifted.paste(grey, (1, 0))
    steps = ImageChops.difference(grey, shifted).point([255 * (tone > _STEP) for tone in range(256)])
    steps.paste(0, (0, 0, 1, grey.height))
    box = steps.getbbox()
    if not box:
        return []
    shares = _average(steps.crop((0, box[1], grey.width, box[3])))
    found = []
    for x in range(1, len(shares) - 1):
        # An edge between two columns of pixels may be split among both.
        near = shares[x] + min(shares[x - 1], shares[x + 1], 0.5 * shares[x])
        if shares[x] >= shares[x - 1] and shares[x] > shares[x + 1] and near > _EDGE_SHARE:
            found.append((round(x / scale, 3), round(near, 3)))
    return found


def _average(picture: Any) -> list[float]:
    """Return the share of white pixels of each column."""
    row = picture.convert("F").resize((picture.width, 1), _BOX)
    return [row.getpixel((x, 0)) / 255 for x in range(picture.width)]


def look_at_cell(picture: Any, cell: Sequence[float], scale: float, bleed: float) -> dict[str, Any]:
    """Return whether a cell is empty, its tones, and a hash with its bleed; `scale` is in pixels per mm.

    A cell is empty if it has the colour of the page, and at least one of its sides has no line along the cut.
    """
    ground = picture.getpixel((1, 1))
    left, top, right, bottom = (edge * scale for edge in cell)
    inset, band = _INSET * scale, max(1.0, _BAND * scale)
    inner = _crop(picture, (left + inset, top + inset, right - inset, bottom - inset))
    is_empty = _has_only(inner, ground)
    if is_empty:
        # Crop marks near the corners are no lines along the cut.
        x, y = (right - left) / 6, (bottom - top) / 6
        sides = (
            (left - band, top + y, left + band, bottom - y),
            (right - band, top + y, right + band, bottom - y),
            (left + x, top - band, right - x, top + band),
            (left + x, bottom - band, right - x, bottom + band),
        )
        is_empty = any(_has_only(_crop(picture, side), ground) for side in sides)
    near, far = _BEYOND[0] * scale, _BEYOND[1] * scale
    beyond = (
        (left - far, top, left - near, bottom),
        (right + near, top, right + far, bottom),
        (left, top - far, right, top - near),
        (left, bottom + near, right, bottom + far),
    )
    has_bleed = any(_measure_ink(_crop(picture, side), ground) > _INKED for side in beyond)
    more = bleed * scale
    whole = _crop(picture, (left - more, top - more, right + more, bottom + more))
    digest = hashlib.md5(whole.tobytes(), usedforsecurity=False).hexdigest()
    look = list(inner.resize(_LOOK, _BOX).tobytes())
    return {"empty": is_empty, "bleeds": has_bleed, "look": look, "digest": digest}


def measure_beside(picture: Any, cells: Sequence[Sequence[float]], scale: float) -> float:
    """Return the area of what is drawn beside cells and their bleed, in mm², in blocks of a few mm."""
    ground = picture.getpixel((1, 1))
    rest = picture.copy()
    for cell in cells:
        left, top, right, bottom = (edge * scale for edge in cell)
        far = _FAR_BESIDE * scale
        rest.paste(ground, tuple(map(round, (left - far, top - far, right + far, bottom + far))))
    tone = sum(ground) // 3
    inked = rest.convert("L").point([255 * (abs(one - tone) > _NOISE) for one in range(256)])
    size = [max(1, round(side / scale / _BLOCK)) for side in inked.size]
    counts: list[int] = inked.resize(size, _BOX).histogram()
    return _BLOCK**2 * sum(counts[_FILLED_BLOCK:])


def _measure_ink(picture: Any, ground: Sequence[int]) -> float:
    """Return the share of pixels that have another colour than the page."""
    tone = sum(ground) // 3
    inked = picture.convert("L").point([255 * (abs(one - tone) > _NOISE) for one in range(256)])
    shares = _average(inked)
    return sum(shares) / len(shares)


def _crop(picture: Any, box: Sequence[float]) -> Any:
    left, top = max(0, round(box[0])), max(0, round(box[1]))
    right, bottom = min(picture.width, round(box[2])), min(picture.height, round(box[3]))
    return picture.crop((min(left, right - 1), min(top, bottom - 1), max(right, 1), max(bottom, 1)))


def _has_only(picture: Any, colour: Sequence[int]) -> bool:
    return all(
        low >= tone - _NOISE and high <= tone + _NOISE
        for (low, high), tone in zip(picture.getextrema(), colour, strict=True)
    )
