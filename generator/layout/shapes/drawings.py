"""SVG files as symbols; what shapes cannot show is drawn as pixels by resvg, which only this module uses."""

import subprocess
import sys
from collections.abc import Iterable
from typing import cast

from generator.errors import LayoutError
from generator.layout.shapes.curves import rectangle
from generator.model.picture import Drawing, PixelDrawing
from generator.scene.shapes import Group, Path, Picture, Shape, Symbol

DPI = 300
MOST_PIXELS = 4000
_MOST_SECONDS = 60

_RENDER = """
import sys, resvg_py
width, *fonts = sys.argv[1:]
source = sys.stdin.buffer.read().decode()
data = resvg_py.svg_to_bytes(
    svg_string=source, width=int(width), dpi=96, skip_system_fonts=True, font_files=fonts
)
sys.stdout.buffer.write(bytes(data))
"""


def make_symbol(name: str, drawing: Drawing | PixelDrawing, width: float) -> Symbol:
    """Return a drawing as a symbol in its own coordinates, for its width in mm."""
    if isinstance(drawing, PixelDrawing):
        data = draw_pixels(name, drawing, width)
        shapes: tuple[Shape, ...] = (Picture(data, 0.0, 0.0, drawing.width, drawing.height),)
    else:
        shapes = cast("tuple[Shape, ...]", drawing.shapes)
    # SVG shows nothing outside of its box.
    inside = Group(shapes, clip=Path(rectangle(0, 0, drawing.width, drawing.height)))
    return Symbol(f"picture-{name}", (inside,), (0.0, 0.0, drawing.width, drawing.height))


def draw_pixels(name: str, drawing: PixelDrawing, width: float, fonts: Iterable[str] = ()) -> bytes:
    """Return a drawing as PNG for its width in mm; raises LayoutError, which names the file.

    It is drawn in another process, which hostile files can neither crash nor keep busy for long.
    """
    most = MOST_PIXELS * min(drawing.width / drawing.height, 1.0)
    across = max(1, round(min(width / 25.4 * DPI, most)))
    command = [sys.executable, "-I", "-c", _RENDER, str(across), *fonts]
    try:
        source = drawing.source.encode()
        done = subprocess.run(command, input=source, capture_output=True, timeout=_MOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise LayoutError(name, f"cannot be drawn in {_MOST_SECONDS} seconds", over_mm=0.0) from None
    if done.returncode:
        raise LayoutError(name, "cannot be drawn: its filters, patterns, or masks are wrong", over_mm=0.0)
    return done.stdout
