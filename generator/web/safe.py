"""The one door to the network: it serves a site on this machine, and refuses everything else.

Other pages in the same browser, and other machines, are kept out by a secret path, the exact host, the origin
that browsers report, a policy that lets pages load nothing from anywhere else, and a strict reader of JSON.
"""

import asyncio
import errno
import json
import re
import secrets
import socket
import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing, suppress
from dataclasses import MISSING
from math import isinf
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.errors import (
    GeneratorError,
    OutputError,
    SharedText,
    describe_reason,
    escape_controls,
    find_reason_key,
    suggest,
    tidy,
)
from generator.model.texts.wordings import Wording, say_error, say_shared
from generator.model.values import fields, is_dataclass
from generator.read.files.shelf import REFERENCE
from generator.rules.own_code import reported_rules
from generator.web.site import MOST_LISTENERS, TYPES, Answer, Call, Get, Handler, Post, Refused, Site, deny

T = TypeVar("T")

MOST_ITEMS = 10_000
"""Maximum number of items of a list or keys of an object."""
_HALF = re.compile("[\ud800-\udfff]")
"""Halves of surrogate pairs, which no text can contain."""
_KINDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


class BadBody(ValueError):
    """A body with another format than the address accepts: the wrong place, and the right value."""


def read_body(kind: type[T], data: bytes) -> T:
    """Return JSON as a dataclass with exactly its declared types; raises BadBody.

    Fields may be texts, numbers, true or false, literals, tuples, mappings by text, dataclasses, and None.
    """
    try:
        text = data.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_make_object, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise BadBody("the body is not UTF-8") from error
    except RecursionError as error:
        raise BadBody("the body is nested too deeply") from error
    except BadBody:
        raise
    except ValueError as error:
        raise BadBody(f"the body is not JSON: {tidy(str(error))}") from error
    found: T = _read_value(kind, value, "the body")
    return found


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadBody("a key occurs twice")
    return found


def _refuse_constant(name: str) -> Any:
    raise BadBody(f"{name} is not a number")


def _read_value(hint: Any, value: Any, where: str) -> Any:
    if is_dataclass(hint):
        return _read_fields(hint, _check(dict, value, where), where)
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and type(None) in inside:
            return None
        return _read_value(next(one for one in inside if one is not type(None)), value, where)
    if origin is Literal:
        if not any(value == one and type(value) is type(one) for one in inside):
            raise BadBody(f"{where} must be one of: {', '.join(map(str, inside))}")
        return value
    if origin is tuple:
        items = enumerate(_check(list, value, where), 1)
        return tuple(_read_value(inside[0], item, f"item {number} of {where}") for number, item in items)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        for key in _check(dict, value, where):
            _check(str, key, f"a key of {where}")
        return {key: _read_value(inside[1], one, f"`{tidy(key)}` of {where}") for key, one in value.items()}
    return _check(hint, value, where)


def _check(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a type of JSON; raises BadBody."""
    if kind is float and type(value) is int:
        # The text of an integer that is too large becomes infinite; the integer itself would be an error.
        value = float(str(value))
    if type(value) is not kind:
        raise BadBody(f"{where} must be {_KINDS[kind]}")
    if kind in (list, dict) and len(value) > MOST_ITEMS:
        raise BadBody(f"{where} has {len(value)} items; at most {MOST_ITEMS} are allowed")
    if kind is str and _HALF.search(value):
        raise BadBody(f"{where} has half a surrogate pair")
    if kind is float and isinf(value):
        raise BadBody(f"{where} is too large")
    return value


def _read_fields(kind: Any, value: dict[str, Any], where: str) -> Any:
    hints, known = get_type_hints(kind), {one.name: one for one in fields(kind)}
    for key in value:
        if key not in known:
            hint = suggest(key, known)
            raise BadBody(f"{where} has an unknown key `{tidy(key)}`" + (f"; {hint}" if hint else ""))
    for name, one in known.items():
        if one.default is one.default_factory is MISSING and name not in value:
            raise BadBody(f"{where} has no `{name}`")
    return kind(**{key: _read_value(hints[key], one, f"`{key}`") for key, one in value.items()})


LOCAL = "127.0.0.1"
MOST_BODY_BYTES = 256 * 1024
"""Maximum size of a body."""
SECONDS = 10.0
"""Time that a client has to send the head of a request, and again to send its body."""
_MOST_HEAD = 16 * 1024
_MOST_CONNECTIONS = 100
_KEY_BYTES = 18
"""144 bits, more than anybody can guess."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS: Mapping[str, str] = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of all responses, also of errors."""


class Door:
    """A server that listens as soon as it is made, and answers from `serve` until `stop` or Ctrl-C."""

    def __init__(self, site: Site, *, host: str = LOCAL, port: int = 0) -> None:
        """Listen at a port; 0: any that is free. Raises OutputError if another program has it."""
        self._socket = _open_socket(host, port)
        port = self._socket.getsockname()[1]
        hosts = tuple(f"{name}:{port}" for name in ([LOCAL, "localhost"] if host == LOCAL else [host]))
        keys = {secrets.token_urlsafe(_KEY_BYTES): who for who in site.people}
        self.addresses = {who: f"http://{hosts[0]}/{key}/" for key, who in keys.items()}
        """The address of each person, below which the site is."""
        app: ASGIApp = _Guard(_make_router(site, keys), site, hosts=hosts, keys=tuple(keys))
        if host != LOCAL:
            app = GZipMiddleware(app)
        self._site, self._server = site, _Server(_configure(app), site)

    @property
    def address(self) -> str:
        """The first address."""
        return next(iter(self.addresses.values()))

    def serve(self) -> None:
        """Answer requests until `stop`, Ctrl-C, or another signal that ends the program."""
        with closing(self._socket), suppress(KeyboardInterrupt):
            self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Stop answering within a second; any thread may call this."""
        self._server.should_exit = True

    def close(self) -> None:
        """Stop listening without having served."""
        self._socket.close()


def check_address(host: str, port: int) -> None:
    """Raise OutputError if this machine does not have an address, or if another program has the port."""
    _open_socket(host, port).close()


def find_own_address() -> str:
    """Return the address of this machine in its network; raises OutputError if it has none."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # Nothing is sent: the system only decides which of its addresses would be used.
            probe.connect(("192.0.2.1", 9))
        except OSError as error:
            reason = "this machine is in no network; connect it to one"
            raise OutputError("network", reason, "network") from error
        return str(probe.getsockname()[0])


def _open_socket(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise OutputError(host, "this computer does not have this address", "address") from error
        is_used = error.errno == errno.EADDRINUSE
        reason = "another program uses it" if is_used else describe_reason(error)
        key = "port" if is_used else find_reason_key(error)
        where = f"port {port} of {host}"
        raise OutputError(where, f"{reason}; choose another with --port", key) from error


class _Server(Server):
    """Ends the streams of events first, so that it stops at once."""

    def __init__(self, config: Config, site: Site) -> None:
        super().__init__(config)
        self._events = site.events

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._events.close()
        await super().shutdown(sockets)


class _TimedProtocol(H11Protocol):
    """Closes connections whose next request does not arrive in time."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        # asyncio sets this only for sockets that name their protocol; without it, bodies wait 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Set the timer unless it runs, or stop it if the head of a request is complete."""
        if str(self.conn.their_state) != "IDLE":
            self._unwatch()
        elif self._timer is None:
            self._timer = self.loop.call_later(SECONDS, self.transport.close)

    def _unwatch(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def _configure(app: ASGIApp) -> Config:
    return Config(
        app,
        http=_TimedProtocol,
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_MOST_CONNECTIONS,
        h11_max_incomplete_event_size=_MOST_HEAD,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )


class _Guard:
    """Refuses requests that do not come from our own page, and adds headers to all responses."""

    def __init__(self, app: ASGIApp, site: Site, *, hosts: tuple[str, ...], keys: tuple[str, ...]) -> None:
        self._app, self._site, self._hosts, self._keys = app, site, hosts, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, receive, send_with_headers)
        except Refused as refused:
            await self._write_refusal(refused, scope)(scope, receive, send_with_headers)
        except ClientDisconnect:
            pass
        except Exception:
            sys.stderr.write(escape_controls(traceback.format_exc()))
            if not has_begun:
                await self._write_refusal(deny(500, "bug"), scope)(scope, receive, send_with_headers)

    def _write_refusal(self, refused: Refused, scope: Scope) -> Response:
        reader, text = _find_reader(self._site, Headers(scope=scope)), refused.text
        language = refused.language or reader.tag
        if isinstance(text, SharedText):
            text = say_shared(text, reader)
            text += f" ({refused.detail})" if refused.detail and reader.locale == REFERENCE else ""
        headers = {"content-language": language}
        return Response(text + "\n", refused.status, headers, media_type=TYPES[".txt"])

    def _check(self, scope: Scope) -> None:
        """Raise Refused unless the request is for us, and from our own page or from nowhere."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise deny(400, "host")
        key = scope["path"].split("/", 2)[1:2]
        # All keys are compared, each in constant time.
        if not sum(secrets.compare_digest("".join(key).encode(), known.encode()) for known in self._keys):
            raise deny(404, "key")
        if set(headers.getlist("sec-fetch-site")) - {"none", "same-origin"}:
            raise deny(403, "site")
        if set(headers.getlist("origin")) - {f"http://{hosts[0].lower()}"}:
            raise deny(403, "site")
        if sum(len(name) + len(value) for name, value in headers.raw) > _MOST_HEAD:
            raise deny(431, "request", detail=f"its head has more than {_MOST_HEAD} bytes")


_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_WEIGHT = re.compile(r"[01](\.[0-9]{0,3})?")


def _find_reader(site: Site, headers: Headers) -> Wording:
    """Return the texts for the languages that a browser, or a script of our pages, asks for."""
    weights = {}
    for entry in headers.get("accept-language", "").replace(" ", "").split(","):
        tag, _, weight = entry.partition(";q=")
        if _TAG.fullmatch(tag):
            weights[tag] = float(weight) if _WEIGHT.fullmatch(weight) else 1.0
    return site.get_reader(sorted(weights, key=weights.__getitem__, reverse=True))


def _make_router(site: Site, keys: Mapping[str, str]) -> Router:
    """Return the routes of a site below each key; every other address is refused."""
    files = {name: (path.read_bytes(), TYPES[path.suffix]) for name, path in site.files.items()}
    mounts = []
    for key, who in keys.items():
        routes = [_make_file_route(name, data, kind) for name, (data, kind) in files.items()]
        routes += [_make_route(site, route, who) for route in site.routes]
        routes.append(_Address("/events", _make_stream(site)))
        mounts.append(Mount(f"/{key}", Router(routes, redirect_slashes=False, default=_refuse_path)))
    return Router(mounts, redirect_slashes=False, default=_refuse_path)


async def _refuse_path(scope: Scope, receive: Receive, send: Send) -> None:
    raise deny(404, "address")


class _Address(Route):
    """An address that refuses other methods in the language of the reader."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in (self.methods or ()):
            raise deny(405, "address", detail=f"it does not take {tidy(scope['method'])}")
        await super().handle(scope, receive, send)


def _make_file_route(name: str, data: bytes, kind: str) -> Route:
    async def answer(request: Request) -> Response:
        return Response(data, media_type=kind, headers={"cache-control": "no-cache"})

    return _Address(f"/{name}", answer)


def _make_route(site: Site, route: Get | Post, who: str) -> Route:
    async def answer(request: Request) -> Response:
        names = {name: str(value) for name, value in request.path_params.items()}
        body = await _read_request(request, route.takes) if isinstance(route, Post) else None
        call = Call(_find_reader(site, request.headers), who, names, body)
        return _write_answer(await run_in_threadpool(_call, route.answer, call))

    return _Address(f"/{route.path}", answer, methods=["POST" if isinstance(route, Post) else "GET"])


def _call(answer: Handler, call: Call) -> Answer:
    try:
        with reported_rules():
            return answer(call)
    except GeneratorError as error:
        raise _refuse_error(error, call.reader) from error
    except OSError as error:
        if error.filename is None:
            raise
        file, key = tidy(str(error.filename)), find_reason_key(error)
        raise _refuse_error(OutputError(file, describe_reason(error), key), call.reader) from error


def _refuse_error(error: GeneratorError, reader: Wording) -> Refused:
    """Return an error as a refusal; one that no text says in other languages is in English."""
    said = str(error) if reader.locale == REFERENCE else say_error(error, reader)
    return Refused(400, said, language=REFERENCE if said == str(error) else "")


def _make_stream(site: Site) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        if site.events.listeners >= MOST_LISTENERS:
            raise deny(503, "pages", number=MOST_LISTENERS)
        return StreamingResponse(site.events.listen(), media_type="text/event-stream")

    return answer


async def _read_request(request: Request, kind: type[Any]) -> Any:
    """Return the body of a request; raises Refused unless it is JSON, small, and in time."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise deny(415, "request", detail="only application/json is accepted")
    if request.headers.get("content-encoding", "identity") != "identity":
        raise deny(415, "request", detail="compressed bodies are not accepted")
    data = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > MOST_BODY_BYTES:
                    raise deny(413, "large", size=MOST_BODY_BYTES // 1024)
    except TimeoutError as error:
        raise deny(408, "late") from error
    try:
        return read_body(kind, bytes(data))
    except BadBody as error:
        raise deny(400, "request", detail=str(error)) from error


def _write_answer(answer: Answer) -> Response:
    headers = {"cache-control": "private, max-age=31536000, immutable"} if answer.is_kept else {}
    if answer.saved_as:
        headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(answer.saved_as, safe='')}"
    return Response(answer.data, answer.status, headers, media_type=answer.type)
