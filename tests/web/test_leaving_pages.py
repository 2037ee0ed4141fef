"""Questions to pages that go to another address before they answer."""

from pathlib import Path

import pytest

from tests.web.browser import Browser, PageLeftError

_SLOW = "new Promise(done => setTimeout(() => done(document.title), 3000))"


def open_pages(folder: Path) -> str:
    """The address of a page that soon leaves for a second one."""
    (folder / "second.html").write_text("<title>second</title>arrived", encoding="utf-8")
    first = folder / "first.html"
    first.write_text(
        "<title>first</title><script>onload = () => setTimeout(() => location = 'second.html', 500)</script>",
        encoding="utf-8",
    )
    return first.as_uri()


def test_a_page_that_leaves_is_asked_again(browser: Browser, tmp_path: Path) -> None:
    """An answer of the page that it has left for counts."""
    with browser.open(open_pages(tmp_path)) as tab:
        assert tab.wait_for(_SLOW) == "second"
        assert tab.text == "arrived"


def test_a_single_question_to_a_page_that_leaves_fails(browser: Browser, tmp_path: Path) -> None:
    """The error says so: a script that does something must not run twice without a word."""
    with browser.open(open_pages(tmp_path)) as tab:
        with pytest.raises(PageLeftError):
            tab.run(_SLOW)
        tab.wait_for("document.title === 'second'")
