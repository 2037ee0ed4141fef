"""The card workload by protograf (PyPI): `cards_protograf.py DECK.json OUT.pdf FAMILY`.

Shapes of its own stand for the icons, and no words are bold; the font family must be installed.
"""

import json
import sys
from pathlib import Path

DECK, TARGET, FAMILY = sys.argv[1:4]
sys.argv = [sys.argv[0], "-d", str(Path(TARGET).resolve().parent)]

import protograf as p  # noqa: E402

GREY, DARK = "#666666", "#1a1a1a"


def is_icon(key: str, name: str) -> str:
    return f"{{{{ {key} == '{name}' }}}}"


cards = [
    {**card, "SEQ": number, "ia": card["icons"][0], "ib": card["icons"][1]}
    for number, card in enumerate(json.loads(Path(DECK).read_text("utf-8"))["cards"], start=1)
]
for card in cards:
    card["body"] = card["body"].replace("**", "")
margins = {"margin_left": 1.05, "margin_right": 1.0, "margin_top": 1.65, "margin_bottom": 1.6}
p.Create(filename=Path(TARGET).name, paper="A4", **margins)
p.Font(FAMILY)
p.Data(source=cards)
p.Deck(
    cards=len(cards), width=6.3, height=8.8, grid_marks=True, grid_marks_length=0.5, fill=None, stroke=None
)
p.Card("*", p.rectangle(x=0, y=0, width=6.3, height=8.8, fill=p.T("{{color}}"), stroke=None))
frame = {"rounding": 0.3, "fill": "white", "stroke": DARK, "stroke_width": 0.8}
p.Card("*", p.rectangle(x=0.3, y=0.3, width=5.7, height=8.2, **frame))
line = {"x": 3.15, "font_name": FAMILY, "align": "centre"}
p.Card("*", p.text(y=1.3, text=p.T("{{title}}"), font_size=11, stroke=DARK, **line))
for x, key in ((2.6, "ia"), (3.7, "ib")):
    look = {"cx": x, "cy": 2.15, "fill": p.T("{{color}}"), "stroke": "black", "stroke_width": 0.5}
    p.Card("*", p.S(is_icon(key, "star"), p.star(radius=0.35, **look)))
    p.Card("*", p.S(is_icon(key, "gear"), p.polygon(sides=12, radius=0.35, **look)))
    p.Card("*", p.S(is_icon(key, "drop"), p.circle(radius=0.3, **look)))
    p.Card("*", p.S(is_icon(key, "shield"), p.hexagon(side=0.35, **look)))
    p.Card("*", p.S(is_icon(key, "heart"), p.polygon(sides=3, radius=0.35, **look)))
place = {"x": 0.6, "y": 3.0, "width": 5.1, "height": 4.8, "wrap": True, "align": "left"}
p.Card("*", p.text(text=p.T("{{body}}"), font_name=FAMILY, font_size=8.5, stroke="black", **place))
p.Card("*", p.text(y=8.3, text=p.T("{{footer}}"), font_size=6, stroke=GREY, **line))
p.Save()
