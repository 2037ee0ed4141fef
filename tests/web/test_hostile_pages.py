"""Other sites in the same browser: a page that knows the secret, and a name that leads here, in Chromium."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from generator.web.safe import Door
from generator.web.site import Answer, Get, Site
from tests.web.browser import Browser
from tests.web.doors import get_reader, make_site, serve, split_address

HOSTILE = """<!doctype html><title>Hostile</title><h1>Hostile</h1><script>
const home = "HOME", found = {};
const note = (name, promise) => promise.then(value => found[name] = value, () => found[name] = "refused");
const load = (kind, path) => new Promise((good, bad) => {
    const one = document.createElement(kind);
    one.onload = () => good("loaded"); one.onerror = bad; one.src = home + path;
    document.body ? document.body.append(one) : document.documentElement.append(one);
});
const json = {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"card": "x"}'};
window.done = Promise.all([
    note("read", fetch(home).then(one => one.text())),
    note("opaque read", fetch(home, {mode: "no-cors"}).then(one => "came")),
    note("json", fetch(home + "move", json).then(one => one.text())),
    note("text", fetch(home + "move", {...json, headers: {"Content-Type": "text/plain"}, mode: "no-cors"})
        .then(one => "came")),
    note("image", load("img", "pictures/red")),
    note("script", load("script", "page.js")),
    note("stream", new Promise((good, bad) => {
        const stream = new EventSource(home + "events");
        stream.onopen = () => good("open");
        stream.onerror = bad;
    })),
]).then(() => found);
</script><iframe src="HOME"></iframe>"""


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[tuple[str, Door, list[str]]]:
    """A page at another port that knows the secret, our site, and the cards that were taken there."""
    taken: list[str] = []
    with serve(make_site(tmp_path, taken=taken)) as door:

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(HOSTILE.replace("HOME", door.address).encode())

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as other:
            thread = Thread(target=other.serve_forever)
            thread.start()
            yield f"http://127.0.0.1:{other.server_port}/", door, taken
            other.shutdown()
            thread.join()


def test_page_runs_its_own_script_and_no_other(browser: Browser, tmp_path: Path) -> None:
    """Its file is run; what is written into the page is not, nor is anything loaded from elsewhere."""
    site = make_site(tmp_path)
    page = tmp_path / "index.html"
    page.write_text(
        "<!doctype html><link rel=icon href=data:,><h1>Sample</h1><script>document.title = 'bad'</script>"
        "<img src=http://evil.test/x.png><style>h1 { color: red }</style><script src=page.js></script>"
    )
    with serve(site) as door, browser.open(door.address) as tab:
        assert tab.text == "Runs"
        assert tab.run("document.title") == ""
        assert tab.run("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
        complaints = "\n".join(tab.list_complaints())
        for kind in ("script", "style", "image"):
            assert kind in complaints


def test_hostile_page_that_knows_the_secret_gets_nothing(
    browser: Browser, hostile: tuple[str, Door, list[str]]
) -> None:
    """It can neither read nor act, nor show the site in a frame."""
    address, door, taken = hostile
    with browser.open(address) as tab:
        found = tab.run("window.done")
        assert found.pop("opaque read") in ("came", "refused")
        assert found.pop("text") in ("came", "refused")
        assert found == dict.fromkeys(("read", "json", "image", "script", "stream"), "refused")
        assert tab.run("document.querySelector('h1').textContent") == "Hostile"
        assert any("frame-ancestors" in one for one in tab.list_complaints())
    assert taken == []
    with browser.open(door.address) as tab:
        assert tab.text == "Runs"
        post = """{method: "POST", headers: {"Content-Type": "application/json"}, body: '{"card": "x"}'}"""
        assert tab.run(f"fetch('move', {post}).then(one => one.status)") == 200
    assert taken == ["x"]


def test_name_that_leads_here_is_refused(browser: Browser, tmp_path: Path) -> None:
    """DNS rebinding: the browser asks us for another name, with the right path and the right port."""
    with serve(make_site(tmp_path)) as door:
        host, home = split_address(door.address)
        with browser.open(f"http://evil.test:{host.partition(':')[2]}{home}") as tab:
            assert tab.text.strip() == "This server has another name."


def test_page_learns_of_changes(browser: Browser, tmp_path: Path) -> None:
    """Events arrive in the page, and again when the server was away."""
    site: Site = make_site(tmp_path)
    (tmp_path / "page.js").write_text(
        "new EventSource('events').onmessage = one => {"
        " document.querySelector('h1').textContent = JSON.parse(one.data).version; };"
    )
    with serve(site) as door, browser.open(door.address) as tab:
        for version in ("one", "two"):
            site.events.send({"version": version})
            tab.wait_for(f"document.querySelector('h1').textContent === '{version}'")


def test_pictures_are_kept_only_where_it_is_said(browser: Browser, tmp_path: Path) -> None:
    """Files that never change are requested once."""
    asked: list[str] = []

    def show(name: str, *, is_kept: bool) -> Answer:
        asked.append(name)
        return Answer(data=b"{}", is_kept=is_kept)

    site = make_site(tmp_path)
    routes = (
        Get("kept", lambda call: show("kept", is_kept=True)),
        Get("new", lambda call: show("new", is_kept=False)),
    )
    kept = Site(files=site.files, routes=routes, get_reader=get_reader)
    with serve(kept) as door, browser.open(door.address) as tab:
        for name in ("kept", "new"):
            for _ in range(2):
                tab.run(f"fetch('{name}').then(one => one.text())")
    assert asked == ["kept", "new", "new"]
