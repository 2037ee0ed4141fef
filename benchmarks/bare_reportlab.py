"""The same page drawn by nothing but reportlab's canvas: what our own pipeline is measured against.

`bare_reportlab.py PAGE.json OUT.pdf [COPIES]`: every path and every run of text of the page, as plain
canvas calls in points; `run.py` writes PAGE.json from our scene. There is no YAML, no layout, no
shaping and no kerning in it.
"""

import json
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


def draw(canvas: Canvas, page: dict) -> None:
    for kind, *given in page["shapes"]:
        if kind == "text":
            font, size, colour, x, y, words = given
            canvas.setFillColor(HexColor(colour))
            canvas.setFont(font, size)
            canvas.drawString(x, y, words)
            continue
        segments, fill, even_odd, stroke, width = given
        path = canvas.beginPath()
        for verb, *numbers in segments:
            if verb == "M":
                path.moveTo(*numbers)
            elif verb == "L":
                path.lineTo(*numbers)
            elif verb == "C":
                path.curveTo(*numbers)
            else:
                path.close()
        if fill:
            canvas.setFillColor(HexColor(fill))
        if stroke:
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setLineWidth(width)
        canvas.drawPath(path, stroke=bool(stroke), fill=bool(fill), fillMode=0 if even_odd else 1)


def main(source: str, target: str, copies: str = "1") -> None:
    page = json.loads(Path(source).read_text("utf-8"))
    for name, path in page["fonts"].items():
        pdfmetrics.registerFont(TTFont(name, path))
    canvas = Canvas(target, pagesize=(page["width"], page["height"]))
    # What repeats is a form, which is the best that plain reportlab can do.
    canvas.beginForm("page")
    draw(canvas, page)
    canvas.endForm()
    for _ in range(int(copies)):
        canvas.doForm("page")
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
