"""Survey of free icon sets: how many of their SVG files are read, and look as resvg draws them.

`make survey SETS="@tabler/icons lucide-static"` fetches packages with npm into a temporary folder, which is
removed afterwards.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from generator.errors import GeneratorError
from generator.layout.shapes.icons import IconSet
from generator.model.style import Drawing, Photograph
from generator.read.pictures.pictures import read_icon
from generator.read.pictures.svg import read_drawing
from generator.scene.shapes import Colour
from tests.svg_pictures import ALLOWED, draw_ours, draw_theirs, find_difference

SETS = (
    "@tabler/icons",
    "lucide-static",
    "bootstrap-icons",
    "feather-icons",
    "remixicon",
    "heroicons",
    "@iconify-json/game-icons",
    "mana-font",
)
SAMPLE = 300
"""Files of each set that are compared in pixels; all are read."""


def fetch(name: str, folder: Path) -> Iterator[Path]:
    """The SVG files of a package; those of a collection as JSON are written first."""
    command = ["npm", "pack", name, "--silent", "--pack-destination", str(folder)]
    package = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]
    target = folder / name.replace("/", "-")
    with tarfile.open(folder / package) as archive:
        archive.extractall(target, filter="data")
    for path in target.rglob("icons.json"):
        found = json.loads(path.read_text("utf-8"))
        for key, icon in found["icons"].items():
            size = {"width": 16, "height": 16, **found, **icon}
            box = f"0 0 {size['width']} {size['height']}"
            text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{icon["body"]}</svg>'
            path.with_name(f"{key}.svg").write_text(text, "utf-8")
    return target.rglob("*.svg")


def survey(files: list[Path], *, shows: bool = False) -> Counter[str]:
    """Counts of files by what became of them."""
    counts: Counter[str] = Counter(files=len(files))
    step = max(1, len(files) // SAMPLE)
    for index, path in enumerate(files):
        try:
            picture = read_drawing(path)
            counts["pictures"] += 1
            counts["as pixels"] += isinstance(picture, Photograph)
            icon = read_icon(path)
            if isinstance(icon.picture, Drawing):
                IconSet({path.stem: icon}).symbol(path.stem, Colour(1.0, 0.0, 0.0))
            counts["icons"] += 1
        except GeneratorError as error:
            print(error)
            continue
        if index % step == 0:
            counts["compared"] += 1
            difference = find_difference(draw_ours(picture), draw_theirs(path))
            counts["alike"] += difference <= ALLOWED
            if difference > ALLOWED and shows:
                print(f"{path}: {difference:.3f}")
    return counts


def main(sets: list[str]) -> int:
    """Print a row for each set; 1 if less than 95 % of one is read or looks alike."""
    is_good = True
    for name in sets or SETS:
        with tempfile.TemporaryDirectory() as folder:
            is_folder = Path(name).is_dir()
            files = sorted(Path(name).rglob("*.svg") if is_folder else fetch(name, Path(folder)))
            counts = survey(files, shows=True)
        shares = (
            counts["pictures"],
            counts["icons"],
            counts["alike"] * counts["files"] / max(counts["compared"], 1),
        )
        is_good &= min(shares) >= 0.95 * counts["files"] > 0
        print(name, *(f"{what} {count}" for what, count in counts.items()), sep=", ", flush=True)
    return not is_good


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
