"""The card workload by bare reportlab: `cards_reportlab.py paragraph|forms DECK.json OUT.pdf REGULAR BOLD`.

paragraph: as one would write it, each card drawn anew, its text a Paragraph. forms: what repeats as
form XObjects, and lines broken by ourselves with every word measured once. Nothing is shaped or kerned.
"""

import json
import re
import sys
from pathlib import Path

from reportlab.lib.fonts import addMapping
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

MM = 72 / 25.4
WIDTH, HEIGHT = 210 * MM, 297 * MM
SIZE, LEADING = 8.5, 10.5
TEXT_WIDTH = 51 * MM
ICON = 0.7 * MM
CARD = (63 * MM, 88 * MM)
SLOTS = [
    (10.5 * MM + column * CARD[0], HEIGHT - 16.5 * MM - (row + 1) * CARD[1])
    for row in range(3)
    for column in range(3)
]
TOKEN = re.compile(r"[MLHVCZ]|-?[\d.]+")


class Cards:
    def __init__(self, canvas: Canvas, icons: dict) -> None:
        self.canvas = canvas
        self.icons = {name: parse(outline) for name, outline in icons.items()}
        self.widths: dict = {}

    def ground(self, x: float, y: float, colour: str) -> None:
        canvas = self.canvas
        canvas.setFillColorRGB(*rgb(colour))
        canvas.rect(x, y, *CARD, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.setStrokeColorRGB(0.1, 0.1, 0.1)
        canvas.setLineWidth(0.8)
        canvas.roundRect(x + 3 * MM, y + 3 * MM, 57 * MM, 82 * MM, 3 * MM, stroke=1, fill=1)

    def icon(self, x: float, y: float, name: str, colour: str) -> None:
        """(x, y) is its top left corner."""
        path = self.canvas.beginPath()
        for kind, *numbers in self.icons[name]:
            places = [x + n * ICON if i % 2 == 0 else y - n * ICON for i, n in enumerate(numbers)]
            {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[kind](*places)
        self.canvas.setFillColorRGB(*rgb(colour))
        self.canvas.setStrokeColorRGB(0, 0, 0)
        self.canvas.setLineWidth(0.5)
        self.canvas.drawPath(path, stroke=1, fill=1, fillMode=0)

    def icons_of(self, x: float, y: float, card: dict) -> None:
        for place, name in enumerate(card["icons"]):
            self.icon(x + (22.5 + 11 * place) * MM, y + 70 * MM, name, card["color"])

    def titles(self, x: float, y: float, card: dict) -> None:
        canvas = self.canvas
        canvas.setFillColorRGB(0.1, 0.1, 0.1)
        canvas.setFont("bold", 11)
        canvas.drawCentredString(x + CARD[0] / 2, y + 75 * MM, card["title"])
        canvas.setFillColorRGB(0.4, 0.4, 0.4)
        canvas.setFont("regular", 6)
        canvas.drawCentredString(x + CARD[0] / 2, y + 5 * MM, card["footer"])

    def paragraph(self, x: float, y: float, body: str, style: ParagraphStyle) -> None:
        text = body.replace("&", "&amp;").replace("<", "&lt;")
        paragraph = Paragraph(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text), style)
        _, height = paragraph.wrap(TEXT_WIDTH, 1000)
        paragraph.drawOn(self.canvas, x + 6 * MM, y + 59 * MM - height)

    def text(self, x: float, y: float, body: str) -> None:
        canvas = self.canvas
        lines = canvas.beginText(x + 6 * MM, y + 59 * MM - SIZE)
        lines.setFillColorRGB(0, 0, 0)
        lines.setFont("regular", SIZE, LEADING)
        used, font, words = 0.0, "regular", []
        for bold, word in split(body):
            face = "bold" if bold else "regular"
            width = self.width(face, word)
            if used and used + width > TEXT_WIDTH:
                lines.textOut("".join(words))
                lines.textLine()
                used, words = 0.0, []
            if face != font:
                lines.textOut("".join(words))
                lines.setFont(face, SIZE, LEADING)
                words, font = [], face
            words.append(f"{word} ")
            used += width + self.width("regular", " ")
        lines.textOut("".join(words))
        canvas.drawText(lines)

    def width(self, face: str, word: str) -> float:
        known = self.widths.get((face, word))
        if known is None:
            known = self.widths[face, word] = pdfmetrics.stringWidth(word, face, SIZE)
        return known

    def crop_marks(self) -> None:
        self.canvas.setStrokeColorRGB(0, 0, 0)
        self.canvas.setLineWidth(0.25)
        left, bottom = 10.5 * MM, 16.5 * MM
        xs, ys = (
            [left + index * CARD[0] for index in range(4)],
            [bottom + index * CARD[1] for index in range(4)],
        )
        self.canvas.lines([(x, y1, x, y2) for x in xs for y1, y2 in (beside(ys[0], -1), beside(ys[-1], 1))])
        self.canvas.lines([(x1, y, x2, y) for y in ys for x1, x2 in (beside(xs[0], -1), beside(xs[-1], 1))])


def beside(edge: float, side: int) -> tuple[float, float]:
    return edge + side * MM, edge + side * 5 * MM


def split(body: str) -> list[tuple[bool, str]]:
    return [(index % 2 == 1, word) for index, part in enumerate(body.split("**")) for word in part.split()]


def parse(outline: str) -> list[tuple]:
    segments: list[tuple] = []
    numbers: list[float] = []
    x = y = 0.0
    kind = ""
    for token in [*TOKEN.findall(outline.replace("-", " -")), "Z"]:
        if not token.isalpha():
            numbers.append(float(token))
            continue
        if kind in ("H", "V"):
            x, y = (numbers[0], y) if kind == "H" else (x, numbers[0])
            segments.append(("L", x, y))
        elif kind:
            segments.append((kind, *numbers))
            x, y = numbers[-2:] or (x, y)
        kind, numbers = token, []
    return [*segments, ("Z",)]


def rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))


def draw(way: str, deck: dict, canvas: Canvas) -> None:
    cards = deck["cards"]
    drawing = Cards(canvas, deck["icons"])
    style = ParagraphStyle("text", fontName="regular", fontSize=SIZE, leading=LEADING)
    if way == "forms":
        for card in {(card["color"], *card["icons"]): card for card in cards}.values():
            canvas.beginForm(name_form(card))
            drawing.ground(0, 0, card["color"])
            drawing.icons_of(0, 0, card)
            canvas.endForm()
        canvas.beginForm("crop")
        drawing.crop_marks()
        canvas.endForm()
    for start in range(0, len(cards), 9):
        for (x, y), card in zip(SLOTS, cards[start : start + 9], strict=False):
            if way == "forms":
                canvas.saveState()
                canvas.translate(x, y)
                canvas.doForm(name_form(card))
                canvas.restoreState()
                drawing.titles(x, y, card)
                drawing.text(x, y, card["body"])
            else:
                drawing.ground(x, y, card["color"])
                drawing.icons_of(x, y, card)
                drawing.titles(x, y, card)
                drawing.paragraph(x, y, card["body"], style)
        if way == "forms":
            canvas.doForm("crop")
        else:
            drawing.crop_marks()
        canvas.showPage()


def name_form(card: dict) -> str:
    return "".join((card["color"][1:], *card["icons"]))


def main(way: str, deck: str, target: str, regular: str, bold: str) -> None:
    pdfmetrics.registerFont(TTFont("regular", regular))
    pdfmetrics.registerFont(TTFont("bold", bold))
    for weight in (0, 1):
        for slant in (0, 1):
            addMapping("regular", weight, slant, "bold" if weight else "regular")
    canvas = Canvas(target, pagesize=(WIDTH, HEIGHT))
    draw(way, json.loads(Path(deck).read_text("utf-8")), canvas)
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
