"""A deck of 60 photographs of 12 megapixels: seconds, and bytes against those that are seen at 300 dpi.

    python benchmarks/photographs.py [FOLDER]

The photographs are made once, in FOLDER. `seen` are the same parts of them, reduced to 300 dpi with Pillow's
best filter and saved with the same quality.
"""

import io
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image, ImageFilter

COUNT = 60
SIZE = (4000, 3000)
QUALITY = 90
CARD = (63, 88)
KIT = {
    "kit.yaml": "id: photographs\ntitle: game.title\nplayers: 2+\ntheme: base\nparts:\n  - deck: deck.yaml\n",
    "wording/en.yaml": "language: English\nwords:\n  game: {title: Photographs}\n",
    "deck.yaml": "id: deck\ntitle: game.title\nsize: 63 mm x 88 mm\nbacks: none\nfront: front\ntemplates:\n"
    '  front:\n    - picture: {file: "{photo}", fit: cover, bleed: mirror}\ncards:\n',
}


def make_photograph(number: int) -> Image.Image:
    """Soft shapes with the grain of a camera; the same number gives the same photograph."""
    picked = random.Random(number)
    soft = Image.frombytes("RGB", (40, 30), picked.randbytes(40 * 30 * 3)).resize(
        SIZE, Image.Resampling.BICUBIC
    )
    grain = Image.frombytes("L", (1000, 750), picked.randbytes(1000 * 750)).resize(SIZE)
    grain = grain.filter(ImageFilter.GaussianBlur(1.2)).point(lambda value: 96 + value // 4)
    return Image.blend(soft, Image.merge("RGB", [grain] * 3), 0.2)


def make_kit(folder: Path) -> None:
    for name, text in KIT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if name == "deck.yaml":
            text += "".join(f"  - {{id: p{number}, photo: p{number}.jpg}}\n" for number in range(COUNT))
        (folder / name).write_text(text, "utf-8")
    for number in range(COUNT):
        path = folder / f"p{number}.jpg"
        if not path.exists():
            make_photograph(number).save(path, quality=QUALITY)


def measure_seen(folder: Path) -> int:
    """Bytes of what is seen: the middle of each photograph, as wide as a card."""
    wide, high = (round(side / 25.4 * 300) for side in CARD)
    total = 0
    for path in sorted(folder.glob("*.jpg")):
        with Image.open(path) as image:
            across = image.height * CARD[0] / CARD[1]
            box = ((image.width - across) / 2, 0, (image.width + across) / 2, image.height)
            written = io.BytesIO()
            image.resize((wide, high), Image.Resampling.LANCZOS, box=box).save(
                written, "JPEG", quality=QUALITY
            )
        total += len(written.getvalue())
    return total


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else temporary) / "photographs"
        make_kit(folder)
        out = Path(temporary) / "out"
        began, before = time.perf_counter(), os.times()
        subprocess.run([sys.executable, "-m", "generator", "make", folder, "--out", out], check=True)
        seconds, after = time.perf_counter() - began, os.times()
        computed = after.children_user + after.children_system - before.children_user - before.children_system
        size = sum(path.stat().st_size for path in out.rglob("*.pdf"))
        given = sum(path.stat().st_size for path in folder.glob("*.jpg"))
        seen = measure_seen(folder)
    print(f"{seconds:.2f} s ({computed:.2f} s of processors), {given / 1e6:.1f} MB of photographs")
    print(f"{size / 1e6:.2f} MB printed, {seen / 1e6:.2f} MB seen: {size / seen:.2f}")


if __name__ == "__main__":
    main()
