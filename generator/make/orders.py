"""Files beside pictures of cards: the list of all faces, and what a service or an online table reads."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from generator.make.autofill import write_autofill
from generator.make.order import File, Order
from generator.make.readme import write_readme

LIST = "cards.json"
"""Name of the list of all faces."""
README = "README.txt"
_ORDERS = re.compile(r"order(-\d+)?\.xml")

WRITERS: Mapping[str, Callable[[Order], Iterable[File]]] = {"mpc_autofill": write_autofill}
"""Writers of the files of a destination, by the name in its `order`."""


def list_files(order: Order) -> Iterator[File]:
    """Yield the files of an order: the list of all faces, a guide, and those that its destination reads."""
    entries = [asdict(face) for face in order.faces]
    yield LIST, f"{json.dumps(entries, ensure_ascii=False, indent=2)}\n".encode()
    if order.destination.guide:
        yield README, write_readme(order).encode()
    if order.destination.order:
        yield from WRITERS[order.destination.order](order)


def find_orders(folder: Path) -> Iterator[Path]:
    """Yield the orders in a folder of pictures and its folders of products, which a run replaces."""
    return (path for path in folder.glob("*/order*.xml") if _ORDERS.fullmatch(path.name))
