"""Files beside pictures of cards: the list of all faces, and what a service or an online table reads."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from generator.layout.imposition.faces import CardFace
from generator.make.autofill import write_autofill
from generator.make.jobs import Job
from generator.make.names import Choices
from generator.make.order import File, Order
from generator.make.readme import write_readme
from generator.make.tables.playingcards import list_playingcards_files
from generator.make.tables.tabletop_simulator import list_simulator_files
from generator.model.kit import Kit
from generator.model.played import Position

LIST = "cards.json"
"""Name of the list of all faces."""
README = "README.txt"
_ORDERS = re.compile(r"order(-\d+)?\.xml")

WRITERS: Mapping[str, Callable[[Order], Iterable[File]]] = {
    "mpc_autofill": write_autofill,
    "playingcards": list_playingcards_files,
    "tabletop_simulator": list_simulator_files,
}
"""Writers of the files of a destination, by the name in its `order`."""


def make_orders(
    choices: Choices,
    faces: Mapping[Path, Mapping[CardFace, Job]],
    packed: Mapping[Path, bytes],
    find_start: Callable[[Kit], Position],
) -> Iterator[Order]:
    """Yield the order of each folder with pictures; tables also get the pieces at the start of a game."""
    goes_to = choices.destination
    assert goes_to is not None
    for folder, shown in faces.items():
        # Jobs cannot be hashed, but no two have the same name.
        jobs = tuple({str(job): job for job in shown.values()}.values())
        yield Order(
            jobs=jobs,
            destination=goes_to,
            faces=tuple(shown),
            folder=folder,
            address=choices.pictures_at or "",
            start=find_start(jobs[0].game.kit) if goes_to.is_table else Position(),
            pictures={path.name: data for path, data in packed.items() if path.parent == folder},
        )


def list_files(order: Order) -> Iterator[File]:
    """Yield the files of an order: the list of all faces, a guide, and those that its destination reads."""
    if not order.destination.is_packed:
        entries = [asdict(face) for face in order.faces]
        yield LIST, f"{json.dumps(entries, ensure_ascii=False, indent=2)}\n".encode()
    if order.destination.guide:
        yield README, write_readme(order).encode()
    if order.destination.order:
        yield from WRITERS[order.destination.order](order)


def find_orders(folder: Path) -> Iterator[Path]:
    """Yield the orders in a folder of pictures and its folders of products, which a run replaces."""
    return (path for path in folder.glob("*/order*.xml") if _ORDERS.fullmatch(path.name))
