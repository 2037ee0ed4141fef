"""What English said when a sentence was last looked at is kept, and found to have changed."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.translate.seen import Seen, hash_sentence, read_seen, say_seen, seen_path


def test_what_was_seen_comes_back(tmp_path: Path) -> None:
    """In the order of English; keys that English lacks are left out."""
    seen = Seen({"b.c": hash_sentence("x"), "a": "000000000000", "old": "1"}, frozenset({"b.c", "old"}))
    path = seen_path(tmp_path, "pt-BR")
    path.parent.mkdir()
    path.write_text(say_seen(seen, order=("a", "b.c", "d")), encoding="utf-8")
    again = read_seen(tmp_path, "pt-BR")
    assert list(again.hashes.items()) == [("a", "000000000000"), ("b.c", hash_sentence("x"))]
    assert again.same == {"b.c"}


def test_nothing_is_known_of_a_language_without_a_file(tmp_path: Path) -> None:
    """Nor where nothing was seen yet."""
    assert read_seen(tmp_path, "es") == Seen()
    path = seen_path(tmp_path, "es")
    path.parent.mkdir()
    path.write_text(say_seen(Seen(), order=("a",)), encoding="utf-8")
    assert read_seen(tmp_path, "es") == Seen()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kit.title bd470a928cc", "es.txt:1:1: is not a line of what was seen"),
        ("# x\nkit.title  bd470a928cc5", "es.txt:2:1: is not a line"),
        ("a bd470a928cc5 sam", "es.txt:1:1: is not a line"),
        ("a bd470a928cc5\na bd470a928cc5 same", "es.txt:2:1: the key `a` stands here a second time"),
        ("\0", "es.txt:1:1: holds a NUL character"),
    ],
)
def test_damaged_files_are_told(tmp_path: Path, text: str, told: str) -> None:
    """They are strict as all files are: nothing is taken for unseen that was only misspelt."""
    path = seen_path(tmp_path, "es")
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_seen(tmp_path, "es")
    assert told in str(caught.value)


def test_hashes_tell_sentences_apart() -> None:
    """They never change: files of years ago are compared with them."""
    assert hash_sentence("Fight the Virus") == "bd470a928cc5"
    assert hash_sentence("Fight the virus") != "bd470a928cc5"
