"""Files beside the pictures of an order, for people or for services."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import cycle
from pathlib import Path
from textwrap import fill

from generator.errors import format_count
from generator.layout.imposition.pieces import CardFace
from generator.make.orders.game_tables import list_playingcards_files, list_simulator_files
from generator.make.orders.items import README, File, Order, encode_json
from generator.model.destinations import Destination, Product
from generator.model.language.kinds import MM_PER_INCH
from generator.model.values import dataclass

LIST = "cards.json"
"""Name of the list of all faces."""
_ORDERS = re.compile(r"order(-\d+)?\.xml")
_STOCK = "(S30) Standard Smooth"
_SOURCE = "Local File"
_WIDTH = 78


def list_files(order: Order) -> Iterator[File]:
    """Yield the files of an order: the list of all faces, a guide, and those that its destination reads."""
    if not order.destination.is_packed:
        yield LIST, encode_json([asdict(face) for face in order.faces])
    if order.destination.guide:
        yield README, write_readme(order).encode()
    if order.destination.order:
        yield from WRITERS[order.destination.order](order)


def find_orders(folder: Path) -> Iterator[Path]:
    """Yield the orders in a folder of pictures and its folders of products, which a run replaces."""
    return (path for path in folder.glob("*/order*.xml") if _ORDERS.fullmatch(path.name))


@dataclass(frozen=True, slots=True)
class OrderedCard:
    """A card with the faces that show its sides."""

    front: CardFace
    back: CardFace | None

    @property
    def count(self) -> int:
        """Number of copies."""
        return self.front.count


def list_cards(faces: Sequence[CardFace]) -> Iterator[OrderedCard]:
    """Yield the different cards; a picture of each copy is a card of its own, and all may share a back."""
    sides: dict[tuple[str, int], tuple[list[CardFace], list[CardFace]]] = {}
    for face in faces:
        fronts, backs = sides.setdefault((face.part, face.number), ([], []))
        (backs if face.side == "back" else fronts).append(face)
    for fronts, backs in sides.values():
        yield from (
            OrderedCard(front, back) for front, back in zip(fronts, cycle(backs or [None]), strict=False)
        )


def group_cards(faces: Sequence[CardFace]) -> Mapping[str, tuple[OrderedCard, ...]]:
    """Return the cards of each folder with pictures; its name is empty for the folder of the destination."""
    folders: dict[str, list[OrderedCard]] = {}
    for card in list_cards(faces):
        folders.setdefault(card.front.file.rpartition("/")[0], []).append(card)
    return {folder: tuple(cards) for folder, cards in folders.items()}


def write_autofill(order: Order) -> Iterator[File]:
    """Yield orders for the desktop tool of MPC Autofill, which fills in the pages of MakePlayingCards.

    Each folder of pictures has one, or several if it has more cards than an order may have. The format is
    that of `desktop-tool/src/order.py` (chilli-axe/mpc-autofill, August 2026): an `id` that is the path of a
    file is a local picture, slots count from 0, and slots without a back get the cardback.
    """
    for folder, cards in group_cards(order.faces).items():
        copies = [(card.front, card.back) for card in cards for _ in range(card.count)]
        most = order.destination.most or len(copies)
        parts = [copies[at : at + most] for at in range(0, len(copies), most)]
        for number, part in enumerate(parts, 1):
            name = f"order-{number}.xml" if len(parts) > 1 else "order.xml"
            yield "/".join(filter(None, (folder, name))), _write(part)


def _write(copies: Sequence[tuple[CardFace, CardFace | None]]) -> bytes:
    """Return an order of cards, each with its front and back, in their slots."""
    backs = Counter(_name_file(back) for _, back in copies if back)
    common = max(backs, key=lambda file: backs[file], default="")
    details = {"quantity": str(len(copies)), "stock": _STOCK, "foil": "false"}
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<order>"]
    lines += ["  <details>", *_list_elements(details, "    "), "  </details>"]
    lines += _list_side("fronts", [front for front, _ in copies])
    lines += _list_side(
        "backs", [back if back and _name_file(back) != common else None for _, back in copies]
    )
    lines += [*_list_elements({"cardback": common}, "  "), "</order>"]
    return "".join(f"{line}\n" for line in lines).encode()


def _list_side(tag: str, faces: Sequence[CardFace | None]) -> Iterator[str]:
    """Yield the lines for the pictures of one side, each with all of its slots."""
    slots: dict[str, list[str]] = {}
    named: dict[str, CardFace] = {}
    for slot, face in enumerate(faces):
        if face is not None:
            slots.setdefault(_name_file(face), []).append(str(slot))
            named.setdefault(_name_file(face), face)
    yield f"  <{tag}>"
    for file, taken in slots.items():
        entries = {"id": file, "sourceType": _SOURCE, "slots": ",".join(taken)}
        entries |= {"name": file, "query": named[file].id.replace("_", " ")}
        yield from ("    <card>", *_list_elements(entries, "      "), "    </card>")
    yield f"  </{tag}>"


def _list_elements(texts: Mapping[str, str], indent: str) -> Iterator[str]:
    """Yield an element for each text, without xml.etree, which takes long to import in every run."""
    for tag, text in texts.items():
        for character, name in (("&", "amp"), ("<", "lt"), (">", "gt")):
            text = text.replace(character, f"&{name};")
        yield f"{indent}<{tag}>{text}</{tag}>"


def write_readme(order: Order) -> str:
    """Return what to upload, how often, what is paid, and who says so, in lines of at most 78 characters."""
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


def _describe_folder(folder: str, cards: Sequence[OrderedCard], goes_to: Destination) -> Iterator[str]:
    """Yield a heading, what the product is, the price, and the table of files."""
    if folder:
        yield f"{folder}\n{'-' * len(folder)}"
    for id in dict.fromkeys(card.front.product for card in cards):
        made = [card for card in cards if card.front.product == id]
        yield _fill(" ".join(_describe_product(goes_to.products[id], made, goes_to)))
    yield _format_pages(cards) if goes_to.has_pages else _format_pictures(cards)


def _describe_product(product: Product, cards: Sequence[OrderedCard], goes_to: Destination) -> Iterator[str]:
    count = sum(card.count for card in cards)
    counted = format_count(count, "board" if product.is_board else "card")
    size = " of {:g} x {:g} mm".format(*product.trim) if product.trim else ""
    yield f"{counted}{size}."
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


def _format_pictures(cards: Iterable[OrderedCard]) -> str:
    """Return a row for each front with its back, which cards with the same faces share."""
    counts = Counter[tuple[str, str]]()
    for card in cards:
        names = _name_file(card.front), _name_file(card.back) if card.back else ""
        counts[names] += card.count
    return _format_table(("copies", "front", "back"), [(str(n), *names) for names, n in counts.items()])


def _format_pages(cards: Iterable[OrderedCard]) -> str:
    """Return a row for each document or sheet."""
    counts: dict[str, list[int]] = {}
    for card in cards:
        for place, face in enumerate((card.front, card.back)):
            if face:
                counts.setdefault(face.file, [0, 0])[place] += card.count
    rows = [(str(max(both)), file) for file, both in counts.items()]
    return _format_table(("cards", "file"), rows)


def _format_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
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


def _name_file(face: CardFace) -> str:
    return face.file.rpartition("/")[2]


WRITERS: Mapping[str, Callable[[Order], Iterable[File]]] = {
    "mpc_autofill": write_autofill,
    "playingcards": list_playingcards_files,
    "tabletop_simulator": list_simulator_files,
}
"""Writers of the files of a destination, by the name in its `order`."""
