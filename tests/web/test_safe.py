"""The door to the network: each line of the table of attacks, byte by byte."""

import io
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import OutputError
from generator.read.files.shelf import find_shelf, list_locales
from generator.web import safe
from generator.web.safe import HEADERS, MOST_BODY_BYTES, Door, find_own_address
from generator.web.site import MOST_LISTENERS, Site
from tests.samples import count_examples
from tests.waiting import NEVER, wait_until
from tests.web.doors import ask, get_reader, make_site, send, serve, split_address


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return make_site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def door(site: Site) -> Iterator[Door]:
    with serve(site) as door:
        yield door


@pytest.fixture(scope="module")
def address(door: Door) -> str:
    return door.address


def test_site_is_served_below_its_secret_path(address: str) -> None:
    """The page, its files, pictures by name, and what takes moves answer there."""
    assert ask(address).body.startswith(b"<!doctype html>")
    assert ask(address, "page.js").headers["content-type"] == "text/javascript; charset=utf-8"
    assert ask(address, "pictures/red").headers["content-type"] == "image/svg+xml"
    moved = ask(address, "move", method="POST", body=b'{"card": "\xc3\xa4", "count": 2}')
    assert (moved.status, json.loads(moved.body)) == (200, {"who": "", "card": "ä", "count": 2})
    assert ask(address, method="HEAD").body == b""


def test_secret_cannot_be_guessed(address: str, site: Site) -> None:
    """It has 144 bits, is new each time, and without it there is nothing, not even a hint."""
    _, home = split_address(address)
    other = Door(site)
    other.close()
    assert len(home.strip("/")) == 24
    assert split_address(other.address)[1] != home
    for path in ("/", "/index.html", "/events", home.swapcase(), home[:-2] + "/", home[:-1], "/%00/", "//"):
        assert ask(address, path).status == 404, path
    assert ask(address, "/%C3%A4%FF/").status == 404


def test_each_person_has_an_address(tmp_path: Path) -> None:
    """A request below a person's path knows who the person is."""
    with serve(make_site(tmp_path, people=("Ana", "Bo"))) as door:
        assert [*door.addresses] == ["Ana", "Bo"]
        for who, address in door.addresses.items():
            assert json.loads(ask(address, "move", method="POST", body=b'{"card": "x"}').body)["who"] == who


@pytest.mark.parametrize(
    "host",
    ["-", "", "evil.test", "evil.test:{port}", "127.0.0.1", "127.0.0.1:1", "localhost", "127.1:{port}"],
)
def test_other_hosts_are_refused(address: str, host: str) -> None:
    """DNS rebinding: a name that leads here is not ours."""
    port = split_address(address)[0].partition(":")[2]
    assert ask(address, headers={"Host": host.format(port=port)}).status == 400


def test_two_hosts_are_refused(address: str) -> None:
    """Also if one of them is right, and where the protocol needs none."""
    host, home = split_address(address)
    two = f"GET {home} HTTP/1.1\r\nHost: {host}\r\nHost: evil.test\r\nConnection: close\r\n\r\n"
    assert send(address, two.encode()).status == 400
    assert send(address, f"GET {home} HTTP/1.0\r\n\r\n".encode()).status == 400
    assert send(address, f"GET {home} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode()).status == 200
    away = f"GET http://evil.test{home} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    assert send(address, away.encode()).status == 404


def test_host_is_this_machine_by_both_names(address: str) -> None:
    port = split_address(address)[0].partition(":")[2]
    for host in ("127.0.0.1", "localhost", "LOCALHOST"):
        assert ask(address, headers={"Host": f"{host}:{port}"}).status == 200


@pytest.mark.parametrize("site_header", ["cross-site", "same-site", "none, cross-site", "anything"])
def test_requests_of_other_sites_are_refused(address: str, site_header: str) -> None:
    """A page elsewhere that knows the secret can neither read nor act: browsers report where it is."""
    headers = {"Sec-Fetch-Site": site_header}
    assert ask(address, headers=headers).status == 403
    assert ask(address, "move", method="POST", headers=headers, body=b'{"card": "x"}').status == 403
    for fine in ("none", "same-origin"):
        assert ask(address, headers={"Sec-Fetch-Site": fine}).status == 200


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "http://127.0.0.1:1", "https://{host}"])
def test_other_origins_are_refused(address: str, origin: str) -> None:
    """For browsers that report only the origin."""
    host, _ = split_address(address)
    headers = {"Origin": origin.format(host=host)}
    assert ask(address, "move", method="POST", headers=headers, body=b'{"card": "x"}').status == 403
    own = {"Origin": f"http://{host}"}
    assert ask(address, "move", method="POST", headers=own, body=b'{"card": "x"}').status == 200


@pytest.mark.parametrize(
    "kind",
    ["-", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"],
)
def test_only_json_is_taken(address: str, kind: str) -> None:
    """A form of another site cannot send it without asking first."""
    sent = ask(address, "move", method="POST", headers={"Content-Type": kind}, body=b'{"card": "x"}')
    assert sent.status == 415
    packed = {"Content-Encoding": "gzip"}
    assert ask(address, "move", method="POST", headers=packed, body=b'{"card": "x"}').status == 415


def test_other_methods_are_refused(address: str) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        assert ask(address, "move", method=method).status == 405, method
    assert ask(address, "move").status == 405
    assert ask(address, method="POST", body=b"{}").status == 405


@pytest.mark.parametrize(
    "path",
    [
        "../../../../etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "pictures/..%2findex.html",
        "pictures/../../safe.py",
        "pictures/%2e%2e",
        "pictures/red%00",
        "%00",
        "index.html",
        "/etc/passwd",
        "..%5c..%5cwindows",
        "pictures/red/",
    ],
)
def test_no_path_of_a_request_is_a_path_of_a_file(address: str, path: str) -> None:
    """Files have fixed names, and pictures are found by name."""
    found = ask(address, path)
    assert found.status in (400, 404)
    assert b"root:" not in found.body


def test_all_responses_forbid_scripts_from_elsewhere(address: str) -> None:
    """Those of errors, too; nothing is kept, and nothing says which program answers."""
    for reply in (ask(address), ask(address, "nothing"), ask(address, headers={"Host": "evil.test"})):
        assert {name: reply.headers.get(name) for name in HEADERS} == dict(HEADERS)
        assert "server" not in reply.headers
        assert not {"access-control-allow-origin", "set-cookie"} & reply.headers.keys()
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert ask(address, "pictures/red").headers["cache-control"] == "no-store"


def test_large_bodies_are_refused(address: str) -> None:
    """Whether their length is told or not."""
    large = b'{"card": "%s"}' % (b"x" * MOST_BODY_BYTES)
    assert ask(address, "move", method="POST", body=large).status == 413
    host, home = split_address(address)
    head = f"POST {home}move HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    head += "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    chunks = b"".join(b"10000\r\n" + b"x" * 0x10000 + b"\r\n" for _ in range(6))
    assert send(address, head.encode() + chunks + b"0\r\n\r\n").status == 413


def test_large_heads_are_refused(address: str) -> None:
    """Whether they are complete or not."""
    assert ask(address, headers={"X": "x" * 20_000}).status == 431
    with suppress(ConnectionError):
        # It may be closed before all of it is sent.
        assert ask(address, headers={"X": "x" * 200_000}).status == 400


def test_slow_clients_are_sent_away(
    address: str, door: Door, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that begin a request, or a body, and do not end it; others are answered meanwhile."""
    monkeypatch.setattr(safe, "SECONDS", 0.1)
    host, home = split_address(address)
    head = f"POST {home}move HTTP/1.1\r\nHost: {host}\r\n".encode()
    assert send(address, b"") == (0, {}, b"")
    assert send(address, head) == (0, {}, b"")
    monkeypatch.setattr(safe, "SECONDS", 0.5)
    body = b'Content-Type: application/json\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{"c'
    assert send(address, head + body).status == 408
    monkeypatch.undo()
    assert ask(address).status == 200


def test_sixteen_pages_may_listen(address: str, site: Site) -> None:
    """One more is told so; each gets the last message first, and all that come after."""
    host, home = split_address(address)
    name, _, port = host.partition(":")
    site.events.send({"version": 1})
    pages = [socket.create_connection((name, int(port)), timeout=NEVER) for _ in range(MOST_LISTENERS)]
    for page in pages:
        page.sendall(f"GET {home}events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    wait_until(lambda: site.events.listeners == MOST_LISTENERS)
    assert ask(address, "events").status == 503
    site.events.send({"version": 2})
    for page in pages:
        found = b""
        while b'{"version":2}' not in found:
            found += page.recv(65536)
        assert b'{"version":1}' in found
        page.close()
    wait_until(lambda: site.events.listeners == 0)


KEY = st.sampled_from(["card", "count", "where", "marks", "x"])
BAD_BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"card": 1}',
    b'{"card": "x", "count": true}',
    b'{"card": "x", "count": 1.5}',
    b'{"card": "x", "count": 1' + b"0" * 5000 + b"}",
    b'{"card": "x", "where": [1e999]}',
    b'{"card": "x", "where": [NaN]}',
    b'{"card": "x", "where": [1' + b"0" * 400 + b"]}",
    b'{"card": "x", "where": {}}',
    b'{"card": "x", "marks": {"\\ud800": true}}',
    b'{"card": "\\udfff"}',
    b'{"card": "x", "card": "y"}',
    b'{"card": "x", "crad": "y"}',
    b'{"card": "x", "__class__": "y"}',
    b'{"card": "x", "where": [' + b"0," * 20_000 + b"0]}",
    b"[" * 100_000,
    b'{"card":' * 20_000,
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_bad_bodies_get_a_sentence(address: str, body: bytes) -> None:
    """Whatever is sent, the answer is 400, and says what is wrong."""
    refused = ask(address, "move", method="POST", body=body)
    assert refused.status == 400
    assert len(refused.body.split()) > 2


JSON = st.recursive(
    st.none() | st.integers() | st.text(), lambda one: st.lists(one) | st.dictionaries(KEY, one)
)


@settings(max_examples=count_examples(2000, share=40))
@given(
    st.sampled_from(["move", "pictures/red", "events/x"]), JSON.map(json.dumps).map(str.encode) | st.binary()
)
def test_fuzzed_requests_never_fail(address: str, path: str, body: bytes) -> None:
    """Nothing that is sent is a bug."""
    assert ask(address, path, method="POST", body=body).status in (200, 400, 404, 405)


def test_errors_that_a_user_can_fix_are_sentences(address: str) -> None:
    refused = ask(address, "pictures/blue")
    assert (refused.status, refused.body) == (400, b"no such picture\n")


def test_bugs_are_shown_in_the_terminal_only(address: str) -> None:
    """The page gets no traceback, and the server goes on."""
    with redirect_stderr(io.StringIO()) as shown:
        failed = ask(address, "bug", method="POST", body=b'{"card": "x"}')
    assert failed.status == 500
    assert b"Error" not in failed.body
    assert "ZeroDivisionError" in shown.getvalue()
    assert ask(address).status == 200


def test_other_machines_get_no_answer(address: str) -> None:
    """Unless it is shared, the server listens at the address of this machine for itself only."""
    try:
        own = find_own_address()
    except OutputError:
        pytest.skip("this machine is in no network")
    with pytest.raises(ConnectionRefusedError):
        send(address, b"GET / HTTP/1.1\r\n\r\n", to=own)


def test_shared_site_answers_in_the_network(tmp_path: Path) -> None:
    """It has the name of that address only, and packs what it sends."""
    try:
        own = find_own_address()
    except OutputError:
        pytest.skip("this machine is in no network")
    with serve(make_site(tmp_path), host=own) as door:
        host, _ = split_address(door.address)
        assert host.startswith(f"{own}:")
        assert ask(door.address).status == 200
        assert ask(door.address, headers={"Host": host.replace(own, "127.0.0.1")}).status == 400
        with pytest.raises(ConnectionRefusedError):
            send(door.address, b"GET / HTTP/1.1\r\n\r\n", to="127.0.0.1")


REFUSALS = {
    "host": ("", {"Host": "evil.test"}),
    "key": ("/none/", {}),
    "address": ("none", {}),
    "site": ("", {"Origin": "http://evil.test"}),
    "request": ("", {"X": "x" * 15_000, "Y": "y" * 1_400}),
}
"""A path and headers for each text of the door."""
POSTED = {
    "address": ("page.js", b"{}"),
    "request": ("move", b"{"),
    "large": ("move", b" " * (MOST_BODY_BYTES + 1)),
    "bug": ("bug", b'{"card": "x"}'),
}


def test_refusals_are_in_the_language_of_the_reader(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The first language of the browser that there is; details for programs are in English alone."""
    for locale in list_locales(find_shelf().data):
        asked = {"Accept-Language": f"en;q=0.3, {locale};q=0.8,*;q=0.1"}
        replies = [(key, ask(address, path, headers=more | asked)) for key, (path, more) in REFUSALS.items()]
        for key, (path, body) in POSTED.items():
            replies.append((key, ask(address, path, method="POST", headers=asked, body=body)))
        for key, reply in replies:
            start = get_reader([locale]).sentences[f"screen.{key}"].partition("{")[0]
            text = reply.body.decode()
            assert text.startswith(start), (key, locale, text)
            assert ("(" in text) <= (locale == "en"), text
            assert reply.headers["content-language"] == locale
    assert capsys.readouterr().err.count("ZeroDivisionError") >= 8


@pytest.mark.parametrize("languages", ["", ";", "de;q=x;", "\xff", "*", "de-" * 400, ",," * 400, "x;q=1e999"])
def test_any_languages_are_an_answer(address: str, languages: str) -> None:
    """Whatever a client says that it speaks."""
    assert ask(address, "none", headers={"Accept-Language": languages}).status == 404


def test_taken_port_is_an_error(door: Door, site: Site) -> None:
    port = int(split_address(door.address)[0].partition(":")[2])
    with pytest.raises(OutputError, match=f"port {port} of 127.0.0.1: another program uses it; choose"):
        Door(site, port=port)


SERVE = """
import sys
from pathlib import Path
from generator.web.safe import Door
from generator.web.site import Site

door = Door(Site(files={"": Path(sys.argv[1])}, get_reader=lambda languages: None))
print(door.address, flush=True)
door.serve()
print("ended", flush=True)
"""


@pytest.mark.posix("these signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_server_ends_with_its_terminal(tmp_path: Path, number: signal.Signals) -> None:
    """Though a page listens; Ctrl-C is the usual end, and no error."""
    page = tmp_path / "index.html"
    page.write_text("<!doctype html>")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, page], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        host, home = split_address(address)
        name, _, port = host.partition(":")
        with socket.create_connection((name, int(port)), timeout=NEVER) as listening:
            listening.sendall(f"GET {home}events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert b"200" in listening.recv(4096)
            process.send_signal(number)
            out, error = process.communicate(timeout=NEVER)
        assert (error, out) == ("", "ended\n" if number == signal.SIGINT else "")
        assert process.returncode == (0 if number == signal.SIGINT else -number)
