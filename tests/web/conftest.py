"""The browser of the tests."""

from collections.abc import Iterator

import pytest

from tests.web.browser import Browser, open_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process, in which the name evil.test leads to this machine."""
    with open_browser(["--host-resolver-rules=MAP evil.test 127.0.0.1"]) as browser:
        yield browser
