"""The file of card sizes -> CardSize by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.read.checking import Findings
from generator.read.formats.decks import CardSizeFormat
from generator.read.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class CardSize:
    """In mm, upright."""

    width: float
    height: float
    corner: float


def read_card_sizes(path: Path) -> Mapping[str, CardSize]:
    """Sizes in the order of the file; raises DataError with all that is wrong with them."""
    source = read_yaml(path)
    findings = Findings(source)
    sizes = {}
    if not isinstance(source.data, dict):
        findings.add((), "must be sizes by name, not a list or a text")
        findings.stop()
    for id, data in source.data.items():
        findings.check_id((id,), id)
        given = findings.fit(CardSizeFormat, data, (id,))
        if given is not None:
            sizes[id] = CardSize(given.width, given.height, given.corner)
    findings.stop_if_any()
    return sizes
