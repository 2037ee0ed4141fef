"""SVG files that shapes cannot show, drawn as pixels by resvg."""

import hashlib
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.errors import OutputError
from generator.scene.fonts import SvgFace
from generator.scene.pictures import WHOLE_PICTURE, Embedded, EmbeddingPlan, PictureView, RasterFile
from generator.scene.rasters import Raster
from generator.system import PYTHON

_MOST_PIXELS = 4000
_MOST_SECONDS = 60

_RENDER = """
import sys, resvg_py
width, *fonts = sys.argv[1:]
source = sys.stdin.buffer.read().decode()
data = resvg_py.svg_to_bytes(
    svg_string=source, width=int(width), dpi=96, skip_system_fonts=True, font_files=fonts,
)
sys.stdout.buffer.write(bytes(data))
"""


class SvgPixels(RasterFile):
    """An SVG file that is drawn with as many pixels as the print needs.

    It is drawn in another process, which hostile files can neither crash nor keep busy for long.
    """

    def __init__(
        self,
        name: str,
        source: str,
        size: tuple[float, float],
        reason: str,
        faces: Sequence[SvgFace] = (),
    ) -> None:
        """`source` is the text of the file, without anything that runs or is fetched.

        resvg chooses among `faces` by the names in their files, which may be the same in several: so each is
        written with a name of its own.
        """
        super().__init__(name, source.encode(), reason)
        self._size, self._faces = size, faces

    def digest(self) -> str:
        found = hashlib.md5(self.read(), usedforsecurity=False)
        for name, face, _ in self._faces:
            found.update(f"{name} {face.number} {face.weight}".encode() + face.open().data)
        return found.hexdigest()

    def plan(self, view: PictureView, width: float, height: float, *, splits: bool = False) -> EmbeddingPlan:
        scale = min(1.0, _MOST_PIXELS / max(width, height))
        size = max(1, round(width * scale)), max(1, round(height * scale))
        return EmbeddingPlan(WHOLE_PICTURE, size, view.tint, looks=view.looks)

    def _decode(self, plan: EmbeddingPlan, splits: bool) -> Embedded:
        with TemporaryDirectory() as folder:
            fonts = [Path(folder, f"{index}.ttf") for index in range(len(self._faces))]
            for path, (name, face, others) in zip(fonts, self._faces, strict=True):
                path.write_bytes(face.open().make_renamed(name, without=others))
            raster = Raster(self.name, self._render(plan.size, fonts))
        inner = raster.plan(PictureView(WHOLE_PICTURE, plan.tint, plan.looks), *plan.size, splits=splits)
        return raster.embed(inner, splits=splits)

    def _render(self, size: tuple[int, int], fonts: Sequence[Path]) -> bytes:
        width = max(size[0], round(size[1] * self._size[0] / self._size[1]))
        command = [*PYTHON, "-c", _RENDER, str(width), *map(str, fonts)]
        try:
            done = subprocess.run(command, input=self.read(), capture_output=True, timeout=_MOST_SECONDS)
        except subprocess.TimeoutExpired:
            raise OutputError(self.name, f"cannot be drawn in {_MOST_SECONDS} seconds") from None
        if done.returncode:
            raise OutputError(self.name, "cannot be drawn: its filters, patterns, or masks are wrong")
        return done.stdout
