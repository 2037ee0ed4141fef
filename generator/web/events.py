"""Messages to all pages that are open, as server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from threading import Lock

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
