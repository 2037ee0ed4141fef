"""Contents of a site: pages and answers by address. No library of the network is used here."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from generator.model.values import dataclass, field
from generator.web.events import Broadcast

JSON = "application/json"
TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".yaml": "text/plain; charset=utf-8",
}
"""Media types by the ending of a file name."""
_SHARED = ("icon.svg", "screens.css")
"""Static files that all pages use."""


class Refused(Exception):
    """A request that gets an error: its status, and a sentence for the person who reads it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


@dataclass(frozen=True, slots=True)
class Call:
    """A request that is allowed."""

    who: str = ""
    """Name of the person whose address was used."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Values of the placeholders of the path."""
    body: Any = None
    """Body of the request, as the route declares it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The response to a request."""

    data: bytes
    type: str = JSON
    status: int = 200
    is_kept: bool = False
    """True if the address will always have this content, so that browsers may keep it."""
    saved_as: str = ""
    """Name of the file as which browsers save it; empty: they show it."""


Handler: TypeAlias = Callable[[Call], Answer]
"""Function that answers a request, in a thread of its own; Refused and GeneratorError become its error."""


@dataclass(frozen=True, slots=True)
class Get:
    """An address to read, such as `pages/{hash}`; a placeholder is letters, digits, `_`, `-`, and points."""

    path: str
    answer: Handler


@dataclass(frozen=True, slots=True)
class Post:
    """An address that takes JSON, which is read as the dataclass `takes`."""

    path: str
    takes: type[Any]
    answer: Handler


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Everything that a server answers; all addresses are below a secret path."""

    files: Mapping[str, Path]
    """Static files by address, which are read once; the page itself has an empty one."""
    routes: tuple[Get | Post, ...] = ()
    events: Broadcast = field(default_factory=Broadcast)
    """The messages at the address `events`."""
    people: tuple[str, ...] = ("",)
    """Names of those who have a secret path of their own; one without a name is for everybody."""


def answer_json(value: object, *, status: int = 200) -> Answer:
    """Return a value as JSON."""
    return Answer(data=json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), status=status)


def find_static(page: str, *names: str) -> dict[str, Path]:
    """Return the file of the page itself, and others by name, which are in the folder `static`.

    The icon and the style that all pages have are among them.
    """
    folder = Path(__file__).parent / "static"
    return {"": folder / page, **{name: folder / name for name in (*_SHARED, *names)}}
