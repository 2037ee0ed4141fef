"""Reviews of translations are kept, and cannot be had for texts that nobody has read."""

import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.wordings.grammars import make_grammar
from generator.translate.translations import open_workspace
from generator.translate.wording_edits import (
    Hasher,
    Review,
    Reviews,
    format_reviewed_english,
    format_reviews,
    hash_text,
    name_review_file,
    parse_reviews,
    read_reviewed_english,
    read_reviews,
)

ROOT = Path(__file__).parents[2]
NONE = "000000000000"


def test_reviews_come_back(tmp_path: Path) -> None:
    """They are in the order of English; keys that English lacks are left out."""
    lines = {
        "b.c": Review(hash_text("x"), hash_text("y"), same=True, kept=True),
        "a": Review(NONE, NONE, kept=True),
        "old": Review("1", "2", same=True),
    }
    path = name_review_file(tmp_path, "pt-BR")
    path.parent.mkdir()
    path.write_text(format_reviews(Reviews(lines), order=("a", "b.c", "d")), encoding="utf-8")
    again = read_reviews(tmp_path, "pt-BR")
    assert list(again.lines.items()) == [("a", lines["a"]), ("b.c", lines["b.c"])]


def test_reviewed_english_comes_back(tmp_path: Path) -> None:
    """Texts that no review uses are left out."""
    texts = {NONE: 'Two\nlines, "quoted": ü', "1" * 12: "old"}
    path = name_review_file(tmp_path, "en")
    assert read_reviewed_english(tmp_path) == {}
    path.parent.mkdir()
    path.write_text(format_reviewed_english(texts, used={NONE}), encoding="utf-8")
    assert read_reviewed_english(tmp_path) == {NONE: texts[NONE]}
    for line in ("x", f'{NONE} "a', f'{NONE} "\\x"'):
        path.write_text(f"# Head\n{line}\n", encoding="utf-8")
        with pytest.raises(DataError, match=r"en\.txt:2:1: .* is not a reviewed text"):
            read_reviewed_english(tmp_path)


def test_a_language_without_a_file_has_no_reviews(tmp_path: Path) -> None:
    """A file without lines has none either."""
    assert read_reviews(tmp_path, "es").lines == {}
    path = name_review_file(tmp_path, "es")
    path.parent.mkdir()
    path.write_text(format_reviews(Reviews(), order=("a",)), encoding="utf-8")
    assert read_reviews(tmp_path, "es").lines == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kit.title bd470a928cc5", "es.txt:1:1: `kit.title bd470a928cc5` is not a review"),
        (f"kit.title bd470a928cc {NONE}", f"es.txt:1:1: `kit.title bd470a928cc {NONE}` is not a review"),
        (f"# x\nkit.title  {NONE} {NONE}", f"es.txt:2:1: `kit.title  {NONE} {NONE}` is not a review"),
        (f"a {NONE} {NONE} sam", f"es.txt:1:1: `a {NONE} {NONE} sam` is not a review"),
        (f"a {NONE} {NONE}\na {NONE} {NONE} same", "es.txt:2:1: duplicate key `a`"),
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
    assert hash_text("Fight the Virus") == "6ea61cdacc98"


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Fight the Virus", "Fight, the virus!", True),
        ("Draw **2** cards :virus:", "draw 2 cards: virus", True),
        ("選ぶ：３枚", "選ぶ:\u2060３枚。", True),
        ("3 cubes", "up to 3 cubes", False),
        ("3 cubes", "4 cubes", False),
        ("100 %", "100", False),
        ("−1 point", "1 point", False),
        ("−1 point", "-1 point", True),
        ("a set-up", "a setup -", True),
        ("{count} cards", "count cards", False),
        ("?", "!", False),
        ("سجل", "سجلّ", False),
    ],
)
def test_spaces_case_and_signs_change_no_review(one: str, other: str, is_same: bool) -> None:
    """Words, numbers, and symbols do."""
    assert (hash_text(one) == hash_text(other)) is is_same


def test_numbers_with_names_keep_a_review() -> None:
    """A number that gets a name is the same text; afterwards, its value may change."""
    numbers = {"cards": 12}
    spanish = "{cards, plural, one {Roba # carta} other {Roba # cartas}} de {deck}"
    review = Review(hash_text("Draw 12 cards from {deck}"), hash_text("Roba 12 cartas de {deck}"))
    hashers = Hasher(numbers, make_grammar("en")), Hasher(numbers, make_grammar("es"))
    reviews = Reviews({"a": review}, *hashers)
    assert reviews.judge("a", "Draw {cards} cards from {deck}", spanish) == "reviewed"
    assert reviews.judge("a", "Draw {cards} cards from {deck}", "Roba {cards} de {deck}") == "unreviewed"
    assert reviews.judge("a", "Draw {few} cards from {deck}", spanish) == "kept"
    other = "{n, plural, other {{cards} cards from {deck}}}"
    assert Hasher(numbers).matches(hash_text("{n, plural, other {12 cards from {deck}}}"), other)
    assert not Hasher({"cards": 13}).matches(hash_text("12 cards"), "{cards} cards")


def list_unread(before: Reviews, after: Reviews, english: Mapping[str, str]) -> Iterator[str]:
    """Yield the keys of reviews that followed a changed English, while the translation stayed the same.

    Reviews that say `kept` are left out: somebody named each of these texts. So are those of an
    English that is the same with its numbers filled in; `english` has the texts by hash.
    """
    for key, new in after.lines.items():
        old = before.lines.get(key)
        if not old or old.translation != new.translation or new.kept:
            continue
        if (
            not after.english.matches(old.english, english.get(new.english, ""))
            and old.english != new.english
        ):
            yield key


def test_a_review_that_nobody_made_is_found() -> None:
    """English that changed needs a changed translation, or `kept`."""
    old, new, text, better = (hash_text(one) for one in ("old", "new", "viejo", "nuevo"))
    before = Reviews({key: Review(old, text) for key in "abcd"})
    after = {"a": Review(new, text), "b": Review(new, better), "c": Review(new, text, kept=True)}
    after |= {"d": Review(old, text), "e": Review(new, text)}
    assert [*list_unread(before, Reviews(after), {})] == ["a"]
    numbers = Hasher({"cards": 12})
    before = Reviews({"a": Review(hash_text("12 cards"), text)})
    after = {"a": Review(hash_text("{cards} cards"), text)}
    english = {hash_text("{cards} cards"): "{cards} cards"}
    assert [*list_unread(before, Reviews(after, english=numbers), english)] == []
    assert [*list_unread(before, Reviews(after), english)] == ["a"]


def git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, encoding="utf-8")
    return done.stdout if done.returncode == 0 else ""


def read_at(commit: str, path: str) -> Reviews | None:
    """Return the reviews at a commit; None for a file without hashes of translations, or no file."""
    try:
        return parse_reviews(path, git("show", f"{commit}:{path}")) if commit else read_now(path)
    except DataError:
        return None


def read_now(path: str) -> Reviews:
    return parse_reviews(path, (ROOT / path).read_text("utf-8"))


def test_no_commit_has_accepted_unread_texts() -> None:
    """The last commits, and the files now; without a history, there is nothing to compare."""
    folders = [":(glob)data/**/reviewed/*.txt", ":(glob,exclude)data/**/en.txt"]
    for commit in ["", *git("log", "-n", "12", "--format=%H", "--", *folders).split()]:
        parents = [f"{commit}^", commit] if commit else ["HEAD"]
        for path in git("diff", "--name-only", "--diff-filter=M", *parents, "--", *folders).split():
            before, after = read_at(parents[0], path), read_at(commit, path)
            if before and after:
                folder = (ROOT / path).parents[1]
                after = replace(after, english=Hasher(numbers_of(folder)))
                unread = list_unread(before, after, read_reviewed_english(folder))
                assert [*unread] == [], f"{path} in {commit or 'the work tree'}"


@cache
def numbers_of(wording: Path) -> dict[str, int]:
    """The numbers of the game with these texts; the shared texts, and those of the starter, have none."""
    game = wording.parent
    is_game = game.parent.name == "games"
    return dict(open_workspace(str(game), find_shelf()).source.numbers) if is_game else {}
