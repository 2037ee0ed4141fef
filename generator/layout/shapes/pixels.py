"""Drawings that shapes cannot show, as pixels; the only module that uses resvg."""

import subprocess
import sys
from collections.abc import Iterable

from generator.errors import LayoutError
from generator.model.picture import PixelDrawing

DPI = 300
MOST_PIXELS = 4000
_MOST_SECONDS = 60

_RENDER = """
import sys, resvg_py
width, *fonts = sys.argv[1:]
source = sys.stdin.buffer.read().decode()
data = resvg_py.svg_to_bytes(svg_string=source, width=int(width), skip_system_fonts=True, font_files=fonts)
sys.stdout.buffer.write(bytes(data))
"""


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
