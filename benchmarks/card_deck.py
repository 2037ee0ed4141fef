"""The card workload: N poker cards as a game of ours, and as JSON for the programs that are compared.

Each card has a coloured ground, a white frame with round corners, a bold title, two of five icons,
about 35 words of text with bold words among them, and a footer. The same N gives the same cards.
"""

import json
import random
from pathlib import Path
from typing import Any

import yaml

_WORDS = """
the of a to and your this that each card player may when discard draw move remove add place take
gain lose spend turn action city cube token pawn deck hand board track infection outbreak epidemic
cure research station treat share knowledge forest river mountain harbour bridge tower market castle
village road dragon knight merchant wizard archer scout captain builder farmer healer thief oracle
engineer dispatcher quarantine specialist operations expert medic silver gold iron wood stone wheat
wool brick coal steel amber crystal shadow flame frost thunder storm tide wind ember reveal shuffle
return exchange ignore prevent cancel double choose target adjacent nearby connected remaining
current next previous first last top bottom left right any all one two three four five until during
before after instead unless only also then immediately otherwise equal greater fewer more less
number value level cost damage armour health energy influence reputation victory point score bonus
penalty effect phase round game end start setup region border naïve façade Zürich Málaga São über
señor crème
"""
_TITLES = """
Ancient Broken Crimson Distant Emerald Forgotten Golden Hidden Iron Jade Lost Mighty Noble Old
"""
_NOUNS = """
Bridge Captain Dragon Engine Fortress Guardian Harbour Lantern Market Oracle River Station Tower
"""
WORDS, TITLES, NOUNS = (words.split() for words in (_WORDS, _TITLES, _NOUNS))
COLOURS = ("#b22222", "#1f4e9c", "#2e7d32", "#c79a00", "#333333")
ICONS: dict[str, str] = {
    "star": "M5 0L3.8 3.4L.25 3.45L3.1 5.6L2.06 9.05L5 7L7.94 9.05L6.9 5.6L9.75 3.45L6.18 3.38Z",
    "drop": "M5 0C6 2.5 8.5 4.5 8.5 6.5C8.5 8.5 7 10 5 10C3 10 1.5 8.5 1.5 6.5C1.5 4.5 4 2.5 5 0Z",
    "shield": "M1 1L5 0L9 1L9 5C9 7 7 9 5 10C3 9 1 7 1 5Z",
    "gear": "M4 0H6V2L7.4 2.6L8.8 1.2L10 2.6L8.6 4L9 5H10V7L8 7.4L7 9L5 10L3 9L2 7.4L0 7V5H1L1.4 4"
    "L0 2.6L1.2 1.2L2.6 2.6Z"
    "M6.5 5.5C6.5 6.33 5.83 7 5 7C4.17 7 3.5 6.33 3.5 5.5C3.5 4.67 4.17 4 5 4C5.83 4 6.5 4.67 6.5 5.5Z",
    "heart": "M5 10C2 7.5 0 5.5 0 3C0 .5 4 -.5 5 2.5C6 -.5 10 .5 10 3C10 5.5 8 7.5 5 10Z",
}
"""Outlines on a square of ten units; the rule is even-odd."""

MEASURES = {"width": 63, "height": 88, "left": 10.5, "top": 16.5, "text_width": 51}

GAME = """\
id: bench
title: kit.title
players: 2+
theme: bench
parts:
  - deck: cards.yaml
"""

THEME = """\
id: bench
extends: base
colours: {dark: "#1a1a1a", grey: "#666666", black: "#000000"}
type:
  card_title: {family: Noto Sans, size: 11 pt, smallest: 7 pt, bold: true, colour: dark, leading: 1.2}
  card_text: {family: Noto Sans, size: 8.5 pt, smallest: 6 pt, colour: black, leading: 1.235}
  card_foot: {family: Noto Sans, size: 6 pt, smallest: 5 pt, colour: grey, leading: 1.2}
"""

WORDING = """\
language: English
words:
  kit: {title: Cards}
  cards: {title: Cards}
"""

DECK = """\
id: cards
title: cards.title
size: poker
front: card
bleed: 0 mm
templates:
  card:
    - ground: "{color}"
    - panel: {box: [3 mm, 3 mm, 57 mm, 82 mm], fill: paper, stroke: dark, line: 0.8 pt, corner: 3 mm}
    - repeat:
        over: icons
        box: [6 mm, 18 mm, 51 mm, 7 mm]
        gap: 4 mm
        align: center
        draw:
          - icon:
              icon: "{item}"
              colour: "{color}"
              stroke: black
              line: 0.5 pt
              box: [0 mm, 0 mm, 100%, 100%]
    - words:
        text: "{title}"
        role: card_title
        box: [6 mm, 8 mm, 51 mm, 8 mm]
        align: center
        upright: middle
    - words: {text: "{body}", role: card_text, box: [6 mm, 29 mm, 51 mm, 50 mm]}
    - words: {text: "{footer}", role: card_foot, box: [6 mm, 80 mm, 51 mm, 4 mm], align: center}
"""


def make_cards(count: int) -> list[dict[str, Any]]:
    """The cards as plain data."""
    chance = random.Random(7)
    return [
        {
            "id": f"c{number:05d}",
            "title": f"{chance.choice(TITLES)} {chance.choice(NOUNS)} {chance.randint(1, 99)}",
            "color": chance.choice(COLOURS),
            "icons": chance.sample(sorted(ICONS), 2),
            "body": _make_text(chance),
            "footer": f"Base set · {number}/{count}",
        }
        for number in range(1, count + 1)
    ]


def _make_text(chance: random.Random) -> str:
    length = max(28, min(44, int(chance.gauss(35, 4))))
    words: list[str] = []
    begins = True
    while len(words) < length:
        word = chance.choice(WORDS) if chance.random() < 0.93 else str(chance.randint(1, 12))
        word, begins = (word[0].upper() + word[1:] if begins else word), False
        kind = chance.random()
        if kind < 0.06:
            word = f"**{word} {chance.choice(WORDS)}**"
        elif kind > 0.90:
            word, begins = f"{word}.", True
        elif kind > 0.84:
            word = f"{word},"
        words.append(word)
    if words[-1].endswith("**"):
        words.append("now")
    return " ".join(words).removesuffix(".") + "."


def write_game(folder: Path, count: int) -> None:
    """A game of one deck, as somebody would write it."""
    for name, text in (
        ("kit.yaml", GAME),
        ("themes/bench.yaml", THEME),
        ("wording/en.yaml", WORDING),
        ("cards.yaml", DECK + _say_cards(make_cards(count))),
        *((f"icons/{name}.svg", _say_icon(outline)) for name, outline in ICONS.items()),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def write_json(path: Path, count: int) -> None:
    """For the others: cards, outlines of icons, measures."""
    content = {"cards": make_cards(count), "icons": ICONS, "measures": MEASURES}
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _say_cards(cards: list[dict[str, Any]]) -> str:
    options = {"allow_unicode": True, "sort_keys": False, "width": 1000}
    return yaml.dump({"cards": cards}, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), **options)


def _say_icon(outline: str) -> str:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    return f'{head}<path fill-rule="evenodd" d="{outline}"/></svg>\n'
