"""Orders for the desktop tool of MPC Autofill, which fills in the pages of MakePlayingCards and its sisters.

The format is that of `desktop-tool/src/order.py` (chilli-axe/mpc-autofill, August 2026): an `id` that is the
path of a file is a local picture, slots count from 0, and slots without a back get the cardback.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

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
    details = {"quantity": str(len(copies)), "stock": _STOCK, "foil": "false"}
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<order>"]
    lines += ["  <details>", *_list_elements(details, "    "), "  </details>"]
    lines += _list_side("fronts", [front for front, _ in copies])
    lines += _list_side("backs", [back if back and name_file(back) != common else None for _, back in copies])
    lines += [*_list_elements({"cardback": common}, "  "), "</order>"]
    return "".join(f"{line}\n" for line in lines).encode()


def _list_side(tag: str, faces: Sequence[CardFace | None]) -> Iterator[str]:
    """Yield the lines for the pictures of one side, each with all of its slots."""
    slots: dict[str, list[str]] = {}
    named: dict[str, CardFace] = {}
    for slot, face in enumerate(faces):
        if face is not None:
            slots.setdefault(name_file(face), []).append(str(slot))
            named.setdefault(name_file(face), face)
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
