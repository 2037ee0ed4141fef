"""A small site behind the door to the network, and requests to it byte by byte."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from generator.errors import UnknownName
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.read.files.shelf import find_shelf, list_locales
from generator.read.wordings.wordings import read_shared_wording
from generator.web.safe import Door
from generator.web.site import Answer, Call, Get, Post, Site, answer_json
from tests.waiting import NEVER


@dataclass(frozen=True)
class Move:
    """Places and marks of the sample."""

    card: str
    count: int = 1
    where: tuple[float, ...] = ()
    marks: Mapping[str, bool] | None = None


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


@cache
def read_words(locale: str) -> Wording:
    return read_shared_wording(find_shelf().wording, locale)


def get_reader(languages: Sequence[str]) -> Wording:
    """The texts of all games in the first of these languages."""
    known = (one for one in languages if one in list_locales(find_shelf().data))
    return read_words(next(known, "en"))


def make_site(folder: Path, *, people: tuple[str, ...] = ("",), taken: list[str] | None = None) -> Site:
    """A page with a script of its own, a picture by name, and an address that takes moves and notes them."""
    pages = {
        "index.html": "<!doctype html><title>Sample</title><h1>Sample</h1><script src=page.js></script>",
        "page.js": "document.querySelector('h1').textContent = 'Runs';",
    }
    for name, text in pages.items():
        (folder / name).write_text(text)
    pictures = {"red": Answer(data=b"<svg xmlns='http://www.w3.org/2000/svg'/>", type="image/svg+xml")}

    def show(call: Call) -> Answer:
        if call.names["id"] not in pictures:
            raise UnknownName("no such picture")
        return pictures[call.names["id"]]

    def take(call: Call) -> Answer:
        if taken is not None:
            taken.append(call.body.card)
        return answer_json({"who": call.who, "card": call.body.card, "count": call.body.count})

    def fail(call: Call) -> Answer:
        raise ZeroDivisionError

    routes = (Get("pictures/{id}", show), Post("move", Move, take), Post("bug", Move, fail))
    files = {"": folder / "index.html", "page.js": folder / "page.js"}
    return Site(files=files, routes=routes, people=people, get_reader=get_reader)


@contextmanager
def serve(site: Site, *, host: str = "127.0.0.1") -> Iterator[Door]:
    """The site, served in a thread until the end of the block."""
    door = Door(site, host=host)
    thread = Thread(target=door.serve)
    thread.start()
    try:
        yield door
    finally:
        door.stop()
        thread.join(NEVER)
        assert not thread.is_alive()


def split_address(address: str) -> tuple[str, str]:
    """The host with its port, and the path of the site, which ends with a slash."""
    host, _, path = address.removeprefix("http://").partition("/")
    return host, f"/{path}"


def send(address: str, data: bytes, *, to: str = "") -> Reply:
    """Send bytes to the server of an address, and read what it answers until it closes the connection."""
    host, _, port = split_address(address)[0].partition(":")
    with socket.create_connection((to or host, int(port)), timeout=NEVER) as connection:
        connection.sendall(data)
        found = b""
        while part := connection.recv(65536):
            found += part
    head, _, body = found.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return Reply(int(first.split()[1]) if first else 0, headers, body)


def ask(
    address: str,
    path: str = "",
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> Reply:
    """Ask for a path below an address, or for one from the top, with headers besides the usual ones."""
    host, home = split_address(address)
    given = {"Host": host, "Connection": "close"}
    given |= (
        {"Content-Type": "application/json", "Content-Length": str(len(body))} if method == "POST" else {}
    )
    given |= headers or {}
    head = f"{method} {path if path.startswith('/') else home + path} HTTP/1.1\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in given.items() if value != "-")
    return send(address, head.encode("latin-1") + b"\r\n" + body)
