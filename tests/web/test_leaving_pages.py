"""Questions to pages that go to another address before they answer."""

from pathlib import Path

import pytest

from tests.web.browser import Browser, PageLeftError

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


def test_a_page_is_there_although_an_earlier_one_is_loaded_late(browser: Browser, tmp_path: Path) -> None:
    """The window waits for the page that it was told to open, not for one that was on its way."""
    third = tmp_path / "third.html"
    third.write_text("<title>third</title>", encoding="utf-8")
    with browser.open(open_pages(tmp_path)) as tab:
        for _ in range(5):
            tab.run("void (location = 'second.html')")
            tab.go(third.as_uri())
            assert tab.run("[document.title, document.readyState]") == ["third", "complete"]
