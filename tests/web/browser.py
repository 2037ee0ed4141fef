"""Chromium, driven over its debugging pipe with the standard library: pages, clicks, keys, pictures of them.

Where Chromium is missing, tests that need it are skipped; with PETRI_BROWSER=must, they fail.
"""

import base64
import json
import os
import select
import shutil
import signal
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import Patience, pause, wait_until

fcntl = pytest.importorskip("fcntl", reason="screens are tried on systems with POSIX")

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--disable-software-rasterizer",
    "--disable-default-apps",
    "--disable-component-extensions-with-background-pages",
    "--disable-features=Translate,MediaRouter,OptimizationHints,PreloadTopChromeWebUI,SpareRendererForSitePerProcess",
    "--hide-scrollbars",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
)
KEYS: Mapping[str, int] = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip
"""Codes of the keys that have names."""
_TEXT = "[document.body ? document.body.innerText : '']"


def find_chromium() -> str:
    """The path of the browser; the test is skipped, with a message, where there is none."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        message = "Chromium is not installed: screens were not tried in a browser"
        if os.environ.get("PETRI_BROWSER") == "must":
            pytest.fail(message)
        pytest.skip(message)
    return path


class PageLeftError(AssertionError):
    """A page has gone to another address before it answered."""


class Browser:
    """A browser with a profile of its own, which is removed with it."""

    def __init__(self, *flags: str) -> None:
        self._profile = tempfile.mkdtemp(prefix="petri-chromium-")
        root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        command = [find_chromium(), *_FLAGS, *root, f"--user-data-dir={self._profile}", *flags, "about:blank"]
        (its_in, self._out), (self._in, its_out) = os.pipe(), os.pipe()
        # Chromium reads from 3 and writes to 4: both must be free for that in the process that becomes it.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (its_in, its_out)]
        null = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, end, fd) for end, fd in zip(ends, (3, 4), strict=True)]
        self._pid = os.posix_spawn(command[0], command, os.environ, file_actions=[*null, *pipes], setpgroup=0)
        for end in (its_in, its_out, *ends):
            os.close(end)
        self._number, self._read = 0, b""
        self._empty: list[str] = []
        """Windows without a page, each in a context of its own."""
        self.events: list[dict[str, Any]] = []

    def close(self) -> None:
        """End the browser, and remove its profile."""
        with suppress(OSError):
            self._write({"id": 0, "method": "Browser.close"})
        for end in (self._in, self._out):
            os.close(end)
        for _ in range(250):
            if os.waitpid(self._pid, os.WNOHANG) != (0, 0):
                break
            pause(0.02)
        else:
            os.killpg(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        shutil.rmtree(self._profile, ignore_errors=True)

    def send(self, method: str, session: str = "", **values: Any) -> Any:
        """Send a command and return its result; an error of the browser is an AssertionError.

        A page that leaves before it answers is a PageLeftError.
        """
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": values}
        self._write(message | ({"sessionId": session} if session else {}))
        while (answer := self._receive()).get("id") != number:
            self.events.append(answer)
        if "navigated" in answer.get("error", {}).get("message", ""):
            raise PageLeftError(method)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def send_all(self, commands: Sequence[tuple[str, Mapping[str, Any]]], session: str) -> None:
        """Send commands one after the other, and then wait for all of them."""
        waiting = set()
        for method, values in commands:
            self._number += 1
            waiting.add(self._number)
            self._write({"id": self._number, "method": method, "params": values, "sessionId": session})
        while waiting:
            answer = self._receive()
            if answer.get("id") not in waiting:
                self.events.append(answer)
                continue
            waiting.remove(answer["id"])
            assert "error" not in answer, answer["error"]

    def forget_events(self, session: str, method: str) -> None:
        """Remove the events of a page that have this name."""
        self.events = [
            one for one in self.events if (one.get("sessionId"), one["method"]) != (session, method)
        ]

    def listen(self) -> None:
        """Wait for an event, and collect it."""
        self.events.append(self._receive())

    @contextmanager
    def open(
        self, address: str, *, width: int = 1440, height: int = 900, touch: bool = False
    ) -> Iterator["Tab"]:
        """Open a page in a window of this size; the block ends with an empty one.

        It shares nothing with other pages that are open, and finds nothing that an earlier one has kept. An
        empty window is used again: a new one takes half a second of processor time.
        """
        target = self._empty.pop() if self._empty else self._add_window()
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            tab.send(f"{domain}.enable")
        tab.send("Page.setLifecycleEventsEnabled", enabled=True)
        tab.resize(width, height, touch=touch)
        try:
            tab.go(address)
            yield tab
            tab.forget()
            self.send("Target.detachFromTarget", sessionId=session)
            self._empty.append(target)
        finally:
            if target not in self._empty:
                self.send("Target.closeTarget", targetId=target)
            self.events.clear()

    def _add_window(self) -> str:
        context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=context)
        return str(target["targetId"])

    def _write(self, message: Mapping[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]

    def _receive(self) -> dict[str, Any]:
        patience = Patience()
        while b"\0" not in self._read:
            ready, _, _ = select.select([self._in], [], [], patience.left)
            assert ready, "Chromium does not answer"
            part = os.read(self._in, 1 << 20)
            assert part, "Chromium has ended"
            self._read += part
        message, self._read = self._read.split(b"\0", 1)
        found: dict[str, Any] = json.loads(message)
        return found


class Tab:
    """A page, as somebody sees and uses it."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def send(self, method: str, **values: Any) -> Any:
        return self._browser.send(method, self._session, **values)

    def send_all(self, *commands: tuple[str, Mapping[str, Any]]) -> None:
        """Send commands one after the other, and then wait for all of them."""
        self._browser.send_all(commands, self._session)

    def resize(self, width: int, height: int, *, touch: bool = False) -> None:
        """Give the window a size, in CSS pixels."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=touch,
        )  # fmt: skip
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch)

    def go(self, address: str) -> None:
        """Load a page, and wait until all of it is there; one that is refused is loaded, too.

        A page that leaves by itself meanwhile may be there first, instead: then this one is loaded again.
        """
        patience = Patience()
        while patience.left:
            self._browser.forget_events(self._session, "Page.lifecycleEvent")
            begun = self.send("Page.navigate", url=address)
            loader = begun.get("loaderId")
            if not loader:
                return
            loaded = self.wait_for_event("Page.lifecycleEvent", name="load", frameId=begun["frameId"])
            if loaded["loaderId"] == loader:
                return
        raise AssertionError(f"{address} is not loaded")

    def forget(self) -> None:
        """Leave the page, and remove all that it has kept in the browser."""
        origin = self.run("location.origin")
        self.go("about:blank")
        self.send("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        self.send("Network.clearBrowserCache")
        self.send("Network.clearBrowserCookies")
        self.send("Page.resetNavigationHistory")

    def wait_for_event(self, method: str, **values: str) -> dict[str, Any]:
        """Wait for an event of this page with these values, and return all of its values."""
        patience = Patience()
        while patience.left:
            for event in self._browser.events:
                if event.get("sessionId") == self._session and event["method"] == method:
                    found: dict[str, Any] = event["params"]
                    if values.items() <= found.items():
                        self._browser.events.remove(event)
                        return found
            self._browser.listen()
        raise AssertionError(f"{method} did not come")

    def run(self, script: str) -> Any:
        """The value of an expression, also of a promise; a script that fails is an AssertionError."""
        done = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def wait_for(self, script: str) -> Any:
        """Wait until an expression is true, and return its value; a page that leaves is asked again."""
        return wait_until(
            lambda: self._ask(script), explain=lambda: f"({script}); the page has:\n{self._ask(_TEXT)}"
        )

    @property
    def text(self) -> str:
        """Text of the page, or of the next one if it leaves before it answers."""
        return str(wait_until(lambda: self._ask(_TEXT))[0])

    def _ask(self, script: str) -> Any:
        with suppress(PageLeftError):
            return self.run(script)

    def find(self, selector: str, text: str = "") -> tuple[float, float]:
        """Scroll to an element that is seen, perhaps with this text, and return its middle.

        It rests there: a page that was just loaded may scroll to an anchor of its address once more.
        """
        script = f"""(async () => {{
            const found = [...document.querySelectorAll({json.dumps(selector)})].find(one =>
                one.getClientRects().length && one.textContent.includes({json.dumps(text)}));
            if (!found) return null;
            found.scrollIntoView({{block: "center", inline: "center", behavior: "instant"}});
            const box = found.getBoundingClientRect();
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const {{x, y, width, height}} = found.getBoundingClientRect();
            return x === box.x && y === box.y && [x + width / 2, y + height / 2];
        }})()"""
        x, y = self.wait_for(script)
        return x, y

    def click(self, selector: str, text: str = "") -> None:
        """Click on the middle of an element, as a person does."""
        self.click_at(*self.find(selector, text))

    def click_at(self, x: float, y: float) -> None:
        """Click on a point of the window."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {"button": "left", "clickCount": 1} if kind != "mouseMoved" else {}
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    def press(self, key: str) -> None:
        """Press a key that has a name, or that writes one character."""
        code = KEYS.get(key, ord(key.upper()[0]))
        typed = {"text": {"Enter": "\r"}.get(key, key)} if len(key) == 1 or key == "Enter" else {}
        self.send(
            "Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **typed
        )  # fmt: skip
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text: str) -> None:
        """Write a text where the cursor is."""
        self.send("Input.insertText", text=text)

    def take_picture(self, path: Path, *, is_whole: bool = False) -> Path:
        """Write what is seen, or the whole page, as PNG."""
        data = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=is_whole)["data"]
        path.write_bytes(base64.b64decode(data))
        return path

    def list_requests(self) -> list[str]:
        """The addresses that the page has asked for."""
        return [
            event["params"]["request"]["url"]
            for event in self._browser.events
            if event.get("sessionId") == self._session and event["method"] == "Network.requestWillBeSent"
        ]

    def list_complaints(self) -> list[str]:
        """Lines that the page has written to the console, and errors of the browser about it."""
        found = []
        for event in self._browser.events:
            values = event.get("params", {})
            if event.get("sessionId") != self._session:
                continue
            if event["method"] == "Log.entryAdded":
                found.append(f"{values['entry']['text']} {values['entry'].get('url', '')}")
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(str([one.get("value") for one in values["args"]]))
            elif event["method"] == "Runtime.exceptionThrown":
                found.append(str(values["exceptionDetails"]))
        return found


@contextmanager
def open_browser(flags: Sequence[str] = ()) -> Iterator[Browser]:
    """A browser that ends with the block."""
    browser = Browser(*flags)
    try:
        yield browser
    finally:
        browser.close()
