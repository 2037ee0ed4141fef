"""Orders for the desktop tool of MPC Autofill, which fills in the pages of MakePlayingCards and its sisters.

The format is that of `desktop-tool/src/order.py` (chilli-axe/mpc-autofill, August 2026): an `id` that is the
path of a file is a local picture, slots count from 0, and slots without a back get the cardback.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from generator.layout.imposition.faces import CardFace
from generator.make.order import File, Order
from generator.make.uploads import group_cards, name_file

_STOCK = "(S30) Standard Smooth"
_SOURCE = "Local File"


def write_autofill(order: Order) -> Iterator[File]:
    """Yield an order for each folder of pictures, or several if it has more cards than an order may have."""
    for folder, cards in group_cards(order.faces).items():
        copies = [(card.front, card.back) for card in cards for _ in range(card.count)]
        most = order.destination.most or len(copies)
        parts = [copies[at : at + most] for at in range(0, len(copies), most)]
        for number, part in enumerate(parts, 1):
            name = f"order-{number}.xml" if len(parts) > 1 else "order.xml"
            yield "/".join(filter(None, (folder, name))), _write(part)


def _write(copies: Sequence[tuple[CardFace, CardFace | None]]) -> bytes:
    """Return an order of cards, each with its front and back, in their slots."""
    backs = Counter(name_file(back) for _, back in copies if back)
    common = max(backs, key=lambda file: backs[file], default="")
    root = Element("order")
    details = SubElement(root, "details")
    for tag, value in (("quantity", str(len(copies))), ("stock", _STOCK), ("foil", "false")):
        SubElement(details, tag).text = value
    _add(root, "fronts", [front for front, _ in copies])
    _add(root, "backs", [back if back and name_file(back) != common else None for _, back in copies])
    SubElement(root, "cardback").text = common
    indent(root)
    text: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add(root: Element, tag: str, faces: Sequence[CardFace | None]) -> None:
    """Add the pictures of one side, each with all of its slots."""
    slots: dict[str, list[int]] = {}
    named: dict[str, CardFace] = {}
    for slot, face in enumerate(faces):
        if face is not None:
            slots.setdefault(name_file(face), []).append(slot)
            named.setdefault(name_file(face), face)
    side = SubElement(root, tag)
    for file, taken in slots.items():
        card = SubElement(side, "card")
        entries = {
            "id": file,
            "sourceType": _SOURCE,
            "slots": ",".join(map(str, taken)),
            "name": file,
            "query": named[file].id.replace("_", " "),
        }
        for name, text in entries.items():
            SubElement(card, name).text = text
