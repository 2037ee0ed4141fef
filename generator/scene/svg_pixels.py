"""SVG files that shapes cannot show, drawn as pixels by resvg."""

import subprocess
from collections.abc import Sequence

from generator.children import PYTHON
from generator.errors import OutputError
from generator.scene.pictures import WHOLE_PICTURE, Embedded, EmbeddingPlan, PictureView, RasterFile
from generator.scene.rasters import Raster

_MOST_PIXELS = 4000
_MOST_SECONDS = 60

_RENDER = """
import sys, resvg_py
width, *fonts = sys.argv[1:]
source = sys.stdin.buffer.read().decode()
data = resvg_py.svg_to_bytes(
    svg_string=source, width=int(width), dpi=96,
    skip_system_fonts=True, font_files=fonts, font_family="Noto Sans",
)
sys.stdout.buffer.write(bytes(data))
"""


class SvgPixels(RasterFile):
    """An SVG file that is drawn with as many pixels as the print needs.

    It is drawn in another process, which hostile files can neither crash nor keep busy for long.
    """

    def __init__(
        self, name: str, source: str, size: tuple[float, float], reason: str, fonts: Sequence[str] = ()
    ) -> None:
        """`source` is the text of the file, without anything that runs or is fetched; `fonts` are files."""
        super().__init__(name, source.encode(), reason)
        self._size, self._fonts = size, fonts

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        scale = min(1.0, _MOST_PIXELS / max(width, height))
        size = max(1, round(width * scale)), max(1, round(height * scale))
        return EmbeddingPlan(WHOLE_PICTURE, size, view.tint, looks=view.looks)

    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        raster = Raster(self.name, self._render(plan.size))
        inner = raster.plan(PictureView(WHOLE_PICTURE, plan.tint, plan.looks), *plan.size, splits=splits)
        return raster.embed(inner, splits=splits)

    def _render(self, size: tuple[int, int]) -> bytes:
        width = max(size[0], round(size[1] * self._size[0] / self._size[1]))
        command = [*PYTHON, "-c", _RENDER, str(width), *self._fonts]
        try:
            done = subprocess.run(command, input=self.read(), capture_output=True, timeout=_MOST_SECONDS)
        except subprocess.TimeoutExpired:
            raise OutputError(self.name, f"cannot be drawn in {_MOST_SECONDS} seconds") from None
        if done.returncode:
            raise OutputError(self.name, "cannot be drawn: its filters, patterns, or masks are wrong")
        return done.stdout
