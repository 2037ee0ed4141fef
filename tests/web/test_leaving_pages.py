"""Questions to pages that go to another address before they answer."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import Browser, PageLeftError, Tab

_LEAVE = "document.title === 'second' ? 'second' : (location = 'second.html', new Promise(() => {}))"
"""A question that the first page never answers, since it leaves for the second one."""


def open_pages(folder: Path) -> str:
    """The address of the first of two pages."""
    (folder / "second.html").write_text("<title>second</title>arrived", encoding="utf-8")
    first = folder / "first.html"
    first.write_text("<title>first</title>", encoding="utf-8")
    return first.as_uri()


def test_a_page_that_leaves_is_asked_again(browser: Browser, tmp_path: Path) -> None:
    """An answer of the page that it has left for counts."""
    with browser.open(open_pages(tmp_path)) as tab:
        assert tab.wait_for(_LEAVE) == "second"
        tab.wait_for("document.readyState === 'complete'")
        assert tab.text == "arrived"


def test_a_single_question_to_a_page_that_leaves_fails(browser: Browser, tmp_path: Path) -> None:
    """The error says so: a script that does something must not run twice without a word."""
    with browser.open(open_pages(tmp_path)) as tab:
        with pytest.raises(PageLeftError):
            tab.run(_LEAVE)
        tab.wait_for("document.title === 'second'")


class LateBrowser(Browser):
    """A browser that tells of the load of another page before that of the page that it was told to open."""

    def __init__(self) -> None:
        self.events = []
        self.told, self._loaded = list[str](), iter(("other", "loader 1", "loader 3"))

    def send(self, method: str, session: str = "", **values: Any) -> Any:
        self.told.append(values["url"])
        return {"frameId": "top", "loaderId": f"loader {len(self.told)}"}

    def listen(self) -> None:
        for frame, loader in (("inner", f"loader {len(self.told)}"), ("top", next(self._loaded))):
            values = {"frameId": frame, "loaderId": loader, "name": "load"}
            self.events.append({"sessionId": "s", "method": "Page.lifecycleEvent", "params": values})


def test_a_window_waits_for_the_page_that_it_was_told_to_open() -> None:
    """If another one is loaded, or one inside of it, it opens its page once more."""
    late = LateBrowser()
    Tab(late, "s").go("page.html")
    assert late.told == ["page.html"] * 3
