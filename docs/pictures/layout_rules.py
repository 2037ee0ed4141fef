"""The rules of layout.yaml as small games, laid out with and without each rule."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from generator.model.printing.printing import Printing

RULES = Path(__file__).parent / "layout.yaml"
SMALL = {"size": "48 mm x 30 mm", "corner": "2 mm"}
"""Cards of samples."""


@dataclass(frozen=True)
class LayoutRule:
    """A rule, what turns it off, the test that proves it, and a game that shows it."""

    number: int
    says: str
    key: str
    test: str
    kind: str
    """Kind of the part: `deck`, `sheet`, or `booklet`."""
    keys: Mapping[str, Any]
    """The content of the file of the part."""
    change: Mapping[str, Any] = field(default_factory=dict)
    """Values by the path of keys, which turn the rule off."""
    printing: Mapping[str, Any] = field(default_factory=dict)
    """Options of printing that turn it off."""
    stops: bool = False
    """True if the game is an error without the rule."""
    tells: str = ""
    """Part of the warning that is missing without the rule; its pages are the same."""

    @property
    def without(self) -> Printing:
        return Printing(**{name: tuple(value) for name, value in self.printing.items()})

    def write(self, folder: Path, *, is_off: bool) -> Path:
        """Write the game, with the rule or without it, and return its folder, or the file of its deck."""
        keys = deepcopy(dict(self.keys))
        for path, value in self.change.items() if is_off else ():
            _put(keys, path.split("."), value)
        game = {"title": "Game", "parts": [{self.kind: f"{self.kind}.yaml"}]}
        files = {self.kind: keys} if self.kind == "deck" else {"kit": game, self.kind: keys}
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / f"{name}.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        return folder / "deck.yaml" if self.kind == "deck" else folder


def read_layout_rules() -> tuple[LayoutRule, ...]:
    """Return the rules of layout.yaml in their order."""
    return tuple(
        _read_rule(number, keys) for number, keys in yaml.safe_load(RULES.read_text("utf-8")).items()
    )


def _read_rule(number: int, keys: dict[str, Any]) -> LayoutRule:
    if card := keys.pop("card", None):
        cards = {"template": card, "cards": [{"id": "card"}]}
        keys["deck"] = {**cards, **keys.get("deck", {})}
    (kind,) = {"deck", "sheet", "booklet"} & keys.keys()
    part = keys.pop(kind)
    return LayoutRule(
        number, kind=kind, keys={**SMALL, **part} if kind == "deck" else {"id": kind, **part}, **keys
    )


def _put(data: Any, path: list[str], value: object) -> None:
    first, *rest = path
    place: Any = int(first) if isinstance(data, list) else first
    if rest:
        _put(data[place], rest, value)
    else:
        data[place] = value
