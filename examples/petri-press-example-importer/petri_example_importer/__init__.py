"""Lists of titles, one a line, as decks: `petri import heroes.titles`."""

import json

FRONT = """size: poker
templates:
  title:
    - ground: paper
    - words: {text: "{title}", role: card_title, box: [4 mm, 30 mm, 55 mm, 28 mm], align: center}
front: title
cards:
"""


def convert(path):
    """Return the files of a deck by their names."""
    titles = [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip()]
    rows = "".join(f"- title: {json.dumps(title, ensure_ascii=False)}\n" for title in titles)
    return {f"{path.stem}.yaml": FRONT + rows}
