"""The pages of a booklet, each with its margin line."""

from generator.layout.booklets.booklets import BOOKLET_MARGIN, lay_out_booklet
from generator.layout.imposition.margins import MarginLine
from generator.layout.press.press import Press
from generator.layout.shapes.frames import Frame
from generator.model.booklet import Booklet
from generator.model.style import Paper
from generator.scene.shapes import Page


def lay_out_booklet_pages(press: Press, booklet: Booklet, paper: Paper, title: str) -> list[Page]:
    """Upright or lying, as the booklet says."""
    page = paper if booklet.orientation == "portrait" else paper.turned()
    margin = MarginLine(press, title)
    inset = max(0.0, BOOKLET_MARGIN - page.margin)
    presses = press.by_language() if booklet.by_language else (press,)
    laid_out = [
        press.turn(shapes, page.width)
        for press in (one.in_reading_order() for one in presses)
        for shapes in lay_out_booklet(press, booklet, paper=paper)
    ]
    pages = []
    for number, shapes in enumerate(laid_out, start=1):
        foot = margin.place(Frame(page), page=number, pages=len(laid_out), inset=inset)
        pages.append(Page(page.width, page.height, (*shapes, foot), label=f"{booklet.id} {number}"))
    return pages
