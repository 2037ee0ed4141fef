"""Site of a screen: what is answered at which address, without any library of the network."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from generator.errors import SharedText
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field

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
_SHARED = ("icon.svg", "page.js", "screens.css")
"""Static files that all pages use."""


class Refused(Exception):
    """A request that gets an error: its status, and a text for the person who reads it."""

    def __init__(self, status: int, text: SharedText | str, *, language: str = "", detail: str = "") -> None:
        """`text` has a key, or is in the language of the reader, or else in that of `language`.

        `detail` is in English, and only added for its readers.
        """
        super().__init__(status, text)
        self.status, self.text, self.language, self.detail = status, text, language, detail


def deny(status: int, key: str, /, *, detail: str = "", **values: str | int) -> Refused:
    """Return a refusal with the text `screen.<key>`."""
    return Refused(status, SharedText(f"screen.{key}", values), detail=detail)


@dataclass(frozen=True, slots=True)
class Call:
    """A request that is allowed."""

    reader: Wording
    """Texts in the language of the person who reads the response."""
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


MOST_LISTENERS = 16
"""Maximum number of pages that listen at once."""
_MOST_WAITING = 64
"""Maximum number of messages that wait for a page; a slower page misses the oldest ones."""
_SILENCE = 15.0
"""Seconds without a message after which a comment shows that the connection is alive."""
_RETRY = b"retry: 500\n\n"
"""Pages connect again after half a second, as soon as the program runs again."""


class Broadcast:
    """A channel from any thread to all pages; a new page gets the last message first.

    Messages are small: they report that something changed, and the page asks for it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[asyncio.Queue[bytes | None], asyncio.AbstractEventLoop] = {}
        self._last = b""

    @property
    def listeners(self) -> int:
        """The number of pages that listen."""
        return len(self._listeners)

    def send(self, value: object) -> None:
        """Send a value, as JSON, to all pages."""
        self._put(b"data: %s\n\n" % json.dumps(value, separators=(",", ":")).encode())

    def close(self) -> None:
        """End the streams of all pages."""
        self._put(None)

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the bytes of the stream of one page until it, or the channel, is closed."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)
        with self._lock:
            self._listeners[queue] = asyncio.get_running_loop()
            last = self._last
        try:
            yield _RETRY + last
            while True:
                try:
                    message = await asyncio.wait_for(queue.get(), _SILENCE)
                except TimeoutError:
                    message = b":\n\n"
                if message is None:
                    return
                yield message
        finally:
            with self._lock:
                del self._listeners[queue]

    def _put(self, message: bytes | None) -> None:
        with self._lock:
            self._last = message or self._last
            for queue, loop in self._listeners.items():
                # The loop is closed when the server stops in the same moment.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(_add, queue, message)


def _add(queue: asyncio.Queue[bytes | None], message: bytes | None) -> None:
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Everything that a server answers; all addresses are below a secret path."""

    files: Mapping[str, Path]
    """Static files by address, which are read once; the page itself has an empty one."""
    routes: tuple[Get | Post, ...] = ()
    events: Broadcast = field(default_factory=Broadcast)
    """The messages at the address `events`."""
    get_reader: Callable[[Sequence[str]], Wording]
    """Returns the texts for a reader of these languages, the preferred one first."""
    people: tuple[str, ...] = ("",)
    """Names of those who have a secret path of their own; one without a name is for everybody."""


class KeptFiles:
    """The last files that pages may ask for, by names that are made of their content."""

    def __init__(self, most: int) -> None:
        """Keep at most this number of files."""
        self._most = most
        self._answers: dict[str, Answer] = {}
        self._names: dict[bytes, str] = {}

    def keep(self, data: bytes, type: str = TYPES[".svg"]) -> str:
        """Keep a file as the newest one, and return its name; calls must not overlap."""
        name = self._names.get(data) or hashlib.sha256(data).hexdigest()[:32]
        self._names[data] = name
        self._answers[name] = self._answers.pop(name, Answer(data=data, type=type, is_kept=True))
        while len(self._answers) > self._most:
            oldest = self._answers.pop(next(iter(self._answers)))
            del self._names[oldest.data]
        return name

    def find(self, name: str) -> Answer:
        """Return a file; raises Refused if it is not kept."""
        if answer := self._answers.get(name):
            return answer
        raise deny(404, "picture")


def answer_json(value: object) -> Answer:
    """Return a value as JSON."""
    return Answer(data=json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def list_static(name: str) -> dict[str, Path]:
    """Return the static files of a page by address: those named after it, and those that all pages use."""
    folder = Path(__file__).parent / "static"
    own = sorted(path.name for path in folder.glob(f"{name}*") if path.suffix in (".css", ".js"))
    return {"": folder / f"{name}.html", **{each: folder / each for each in (*_SHARED, *own)}}
