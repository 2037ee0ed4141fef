"""Reviews of translations are kept, and found to be stale when the English has changed."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.translate.translations import (
    Reviews,
    format_reviews,
    hash_text,
    name_review_file,
    read_reviews,
)


def test_reviews_come_back(tmp_path: Path) -> None:
    """They are in the order of English; keys that English lacks are left out."""
    reviews = Reviews({"b.c": hash_text("x"), "a": "000000000000", "old": "1"}, frozenset({"b.c", "old"}))
    path = name_review_file(tmp_path, "pt-BR")
    path.parent.mkdir()
    path.write_text(format_reviews(reviews, order=("a", "b.c", "d")), encoding="utf-8")
    again = read_reviews(tmp_path, "pt-BR")
    assert list(again.hashes.items()) == [("a", "000000000000"), ("b.c", hash_text("x"))]
    assert again.same == {"b.c"}


def test_a_language_without_a_file_has_no_reviews(tmp_path: Path) -> None:
    """A file without lines has none either."""
    assert read_reviews(tmp_path, "es") == Reviews()
    path = name_review_file(tmp_path, "es")
    path.parent.mkdir()
    path.write_text(format_reviews(Reviews(), order=("a",)), encoding="utf-8")
    assert read_reviews(tmp_path, "es") == Reviews()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kit.title bd470a928cc", "es.txt:1:1: `kit.title bd470a928cc` is not a review"),
        ("# x\nkit.title  bd470a928cc5", "es.txt:2:1: `kit.title  bd470a928cc5` is not a review"),
        ("a bd470a928cc5 sam", "es.txt:1:1: `a bd470a928cc5 sam` is not a review"),
        ("a bd470a928cc5\na bd470a928cc5 same", "es.txt:2:1: duplicate key `a`"),
        ("\0", "es.txt:1:1: contains a NUL character"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    """A misspelt line is an error, not a text without a review."""
    path = name_review_file(tmp_path, "es")
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_reviews(tmp_path, "es")
    assert message in str(caught.value)


def test_hashes_never_change() -> None:
    """Files of years ago are compared with them."""
    assert hash_text("Fight the Virus") == "bd470a928cc5"
    assert hash_text("Fight the virus") != "bd470a928cc5"
