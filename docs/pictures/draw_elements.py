"""Draw the small pictures of docs/files.md and the site, from elements.yaml and blocks.yaml: `make pictures`.

`python docs/pictures/draw_elements.py panel star` draws only these.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from draw_recipes import build, lay

HERE = Path(__file__).parent
FOLDER = HERE / "elements"
HEIGHT = 130
HILLS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 20">
<rect width="36" height="20" fill="#bcd9ea"/>
<circle cx="27" cy="6" r="3" fill="#f2c14e"/><path d="M0 20V13Q8 5 16 12T36 10V20Z" fill="#7fa87a"/>
<path d="M0 20V16Q12 10 22 16T36 15V20Z" fill="#4f7f5a"/></svg>"""
"""The picture that the entry `picture` shows."""


def draw(name: str, elements: list[object]) -> None:
    """Write the picture of a card with these elements."""
    deck = {"size": "48 mm x 28 mm", "corner": "2 mm", "cards": [{"id": "card"}], "template": elements}
    with TemporaryDirectory() as folder:
        (Path(folder) / "hills.svg").write_text(HILLS)
        text = yaml.safe_dump(deck, sort_keys=False)
        (Path(folder) / "deck.yaml").write_text(text)
        things = build(Path(folder), Path(folder) / "out")
    table = lay(things, HEIGHT).convert("RGB").quantize(128)
    table.save(FOLDER / f"{name}.png", optimize=True)
    print(name, table.size)


def stack(blocks: list[object]) -> list[object]:
    """Return the elements of a card with these blocks."""
    box = ["4 mm", "3 mm", "40 mm", "22 mm"]
    return [{"stack": {"box": box, "blocks": blocks}}]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    elements, blocks = (
        yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8")) for name in ("elements", "blocks")
    )
    entries = {**elements, **{f"block-{name}": stack(listed) for name, listed in blocks.items()}}
    for name, listed in entries.items():
        if len(sys.argv) == 1 or name in sys.argv[1:]:
            draw(name, listed)


if __name__ == "__main__":
    main()
