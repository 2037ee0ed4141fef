"""Files beside pictures of cards: the list of all faces, and what a service or an online table reads."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict

from generator.make.order import File, Order
from generator.make.tables.playingcards import list_playingcards_files
from generator.make.tables.tabletop_simulator import list_simulator_files

LIST = "cards.json"
"""Name of the list of all faces."""

WRITERS: Mapping[str, Callable[[Order], Iterable[File]]] = {
    "playingcards": list_playingcards_files,
    "tabletop_simulator": list_simulator_files,
}
"""Writers of the files of a destination, by the name in its `order`."""


def list_files(order: Order) -> Iterator[File]:
    """Yield the files of an order: the list of all faces, and those that its destination reads."""
    if not order.destination.is_packed:
        entries = [asdict(face) for face in order.faces]
        yield LIST, f"{json.dumps(entries, ensure_ascii=False, indent=2)}\n".encode()
    if order.destination.order:
        yield from WRITERS[order.destination.order](order)
