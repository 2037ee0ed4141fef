"""Checks of a complete order: number of cards, sizes and names of its files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path

from generator.make.preflight.issues import Inspected
from generator.model.destinations import Destination
from generator.read.files.text_files import format_count

_MEGABYTE = 1_000_000


def check_files(
    faces: Sequence[Inspected], files: Iterable[tuple[Path, int]], destination: Destination
) -> Iterator[tuple[str, str]]:
    """Yield the name of a file, and a message, for everything that the service refuses.

    `files` are the pictures or documents that were written, with their sizes in bytes.
    """
    yield from _check_sizes(faces)
    yield from _check_files([*files], destination)


def check_counts(faces: Iterable[Inspected], destination: Destination) -> Iterator[tuple[str, str]]:
    """Yield the name of a game, and a message, for each size with more cards than an order takes."""
    counts: Counter[tuple[str, str]] = Counter()
    for face in faces:
        counts[face.where, face.product] += 0 if face.is_back else face.copies
    for (where, product), count in counts.items():
        if destination.most and count > destination.most:
            cards = f"{format_count(count, 'card')} of the size {product.replace('_', '-')}"
            orders = f"{ceil(count / destination.most)} orders"
            yield where, f"{cards} are {orders}: {destination.name} takes {destination.most} in one"


def _check_sizes(faces: Sequence[Inspected]) -> Iterator[tuple[str, str]]:
    """Yield a message for each document whose pages differ in size."""
    documents: dict[tuple[str, str], dict[tuple[float, float], Inspected]] = {}
    for face in faces:
        documents.setdefault((face.where, face.file), {}).setdefault(face.size, face)
    for (where, file), sizes in documents.items():
        if len(sizes) > 1:
            listed = (f"{width:g} x {height:g} ({face.card})" for (width, height), face in sizes.items())
            yield f"{where} {file}", f"pages differ in size: {', '.join(listed)}; divide them with --cards"


def _check_files(files: Sequence[tuple[Path, int]], destination: Destination) -> Iterator[tuple[str, str]]:
    limit = destination.megabytes * _MEGABYTE
    for path, size in files:
        if limit and size > limit:
            takes = f"{destination.name} takes {destination.megabytes} MB"
            yield str(path), f"the file has {size / _MEGABYTE:.1f} MB; {takes}"
    for path, count in Counter(path for path, _ in files).items():
        if count > 1:
            yield str(path), f"{count} pictures have this name; give the cards other ids"
