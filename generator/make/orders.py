"""Files beside pictures of cards: the list of all faces, and what a service or an online table reads."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TypeAlias

from generator.layout.imposition.faces import CardFace
from generator.make.jobs import Job
from generator.model.destinations import Destination
from generator.model.values import dataclass

LIST = "cards.json"
"""Name of the list of all faces."""


@dataclass(frozen=True, slots=True)
class Order:
    """The pictures of one game in one language, in one folder, for a destination."""

    jobs: tuple[Job, ...]
    """The jobs that made pictures."""
    destination: Destination
    faces: tuple[CardFace, ...]
    """Each side of each card, in the order of the jobs."""


File: TypeAlias = tuple[str, bytes]
"""Name in the folder of the pictures, and contents."""

WRITERS: Mapping[str, Callable[[Order], Iterable[File]]] = {}
"""Writers of the files of a destination, by the name in its `order`."""


def list_files(order: Order) -> Iterator[File]:
    """Yield the files of an order: the list of all faces, and those that its destination reads."""
    entries = [asdict(face) for face in order.faces]
    yield LIST, f"{json.dumps(entries, ensure_ascii=False, indent=2)}\n".encode()
    if order.destination.order:
        yield from WRITERS[order.destination.order](order)
