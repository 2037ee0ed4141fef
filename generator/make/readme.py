"""The README beside pictures for a service: what to upload, how often, what is paid, and who says so."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from generator.make.order import Order
from generator.make.uploads import Card, group_cards, name_file
from generator.model.destinations import Destination, Product
from generator.model.language.scalars import MM_PER_INCH

_WIDTH = 78


def write_readme(order: Order) -> str:
    """Return the text, in lines of at most 78 characters outside of tables."""
    goes_to = order.destination
    job = order.jobs[0]
    title = f"{job.game.kit.slug} ({job.locale}) for {goes_to.name}"
    blocks = [f"{title}\n{'=' * len(title)}"]
    blocks += [_fill(f"{number}. {step}", hanging="   ") for number, step in enumerate(goes_to.guide, 1)]
    for folder, cards in group_cards(order.faces).items():
        blocks += _describe_folder(folder, cards, goes_to)
    blocks.append(_fill(f"The numbers are from {goes_to.seen}. Source: {goes_to.source}."))
    blocks.append(_fill(goes_to.untried))
    return "\n\n".join(blocks) + "\n"


def _fill(text: str, hanging: str = "") -> str:
    # Names of files and options are kept together.
    return fill(text, _WIDTH, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def _describe_folder(folder: str, cards: Sequence[Card], goes_to: Destination) -> Iterator[str]:
    """Yield a heading, what the product is, the price, and the table of files."""
    if folder:
        yield f"{folder}\n{'-' * len(folder)}"
    for id in dict.fromkeys(card.front.product for card in cards):
        made = [card for card in cards if card.front.product == id]
        yield _fill(" ".join(_describe_product(goes_to.products[id], made, goes_to)))
    yield _format_pages(cards) if goes_to.has_pages else _format_pictures(cards)


def _describe_product(product: Product, cards: Sequence[Card], goes_to: Destination) -> Iterator[str]:
    count = sum(card.count for card in cards)
    thing = "board" if product.is_board else "card"
    things = f"{count} {thing}{'s' * (count != 1)}"
    size = " of {:g} x {:g} mm".format(*product.trim) if product.trim else ""
    yield f"{things}{size}."
    bleed = f"{product.bleed:.4g}"
    if product.trim:
        bleeds = sorted(_measure_bleeds(product, goes_to.dpi))
        bleed = " to ".join(dict.fromkeys(f"{one + 1e-6:.2f}" for one in bleeds))
        if not goes_to.has_pages:
            yield "Pictures of {} x {} pixels.".format(*product.pixels)
    twins = (one for one in goes_to.products.values() if one.trim and one.id != product.id)
    if same := [one.title for one in twins if (one.trim, one.outline) == (product.trim, product.outline)]:
        yield f"The same pictures fit {', '.join(same)}."
    yield f"Art extends {bleed} mm beyond the cut; important content must be {product.safe:.4g} mm inside."
    if goes_to.most and count > goes_to.most:
        yield f"An order has at most {goes_to.most} cards: this takes {-(-count // goes_to.most)} orders."
    elif step := goes_to.find_step(count):
        free = step - count
        more = f"{free} more would cost nothing" if free else "no more are free"
        yield f"The price is that of {step} cards: {more}."
    if product.thickness and count > 1 and not product.is_board:
        yield f"Together they are about {count * product.thickness:.0f} mm thick."
    if goes_to.megabytes:
        yield f"A file may have {goes_to.megabytes} MB."


def _measure_bleeds(product: Product, dpi: float) -> tuple[float, float]:
    """Return the bleed in mm at the left and right, and at the top and bottom."""
    assert product.trim is not None
    across, down = (
        (pixels * MM_PER_INCH / dpi - side) / 2
        for pixels, side in zip(product.pixels, product.trim, strict=True)
    )
    return across, down


def _format_pictures(cards: Iterable[Card]) -> str:
    """Return a row for each front with its back, which cards with the same faces share."""
    counts: dict[tuple[str, str], int] = {}
    for card in cards:
        names = tuple(name_file(face) if face else "" for face in (card.front, card.back))
        front, back = names
        counts[front, back] = counts.get((front, back), 0) + card.count
    return _format_table(("copies", "front", "back"), [(str(n), *names) for names, n in counts.items()])


def _format_pages(cards: Iterable[Card]) -> str:
    """Return a row for each document or sheet."""
    counts: dict[str, list[int]] = {}
    for card in cards:
        for place, face in enumerate((card.front, card.back)):
            if face:
                counts.setdefault(face.file, [0, 0])[place] += card.count
    rows = [(str(max(both)), file) for file, both in counts.items()]
    return _format_table(("cards", "file"), rows)


def _format_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return rows in columns, the first of which has numbers."""
    lines = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    written = (
        "  ".join(
            (
                line[0].rjust(widths[0]),
                *(cell.ljust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
            )
        )
        for line in lines
    )
    return "\n".join(line.rstrip() for line in written)
