"""Results are kept, are found again while nothing has changed, and are never stale."""

import os
import pickle
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from time import time_ns

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.errors import DataError
from generator.model.kit import PieceSet
from generator.model.values import replace
from generator.read.cached import read_cached_game, read_cached_papers
from generator.read.files import shelf as module
from generator.read.files.shelf import Cache, Shelf, find_cache, find_shelf, list_times, sign_files
from generator.read.files.text_files import name_file
from generator.read.kits.kits import read_kit_and_texts
from tests.samples import count_examples

TIMES = count(1_000_000_000, 1_000_000_000)
"""Old times, in nanoseconds, each later than all before."""


class Maker:
    """Makes a new result each time, and counts."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> str:
        self.made += 1
        return f"result {self.made}"


def write(path: Path, text: str) -> None:
    """Write a file with a time of its own, long ago."""
    path.write_text(text, "utf-8")
    age(path)


def age(path: Path) -> None:
    time = next(TIMES)
    os.utime(path, ns=(time, time))


def let_time_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock ahead, so that what was just written is old."""
    late = time_ns() + 10**15
    monkeypatch.setattr(module, "time_ns", lambda: late)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file; the clock is ahead, so that what was just written is old."""
    let_time_pass(monkeypatch)
    folder = tmp_path / "game"
    folder.mkdir()
    write(folder / "kit.yaml", "one")
    return folder


@pytest.fixture
def kept(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def test_a_result_is_made_once(game: Path, kept: Cache) -> None:
    """The next run gets it from the folder; another key, or no folder, makes it again."""
    make = Maker()
    assert kept.get_or_make(("key",), [game], make) == "result 1"
    assert Cache(kept.folder).get_or_make(("key",), [game], make) == "result 1"
    assert kept.get_or_make(("other",), [game], make) == "result 2"
    assert Cache().get_or_make(("key",), [game], make) == "result 3"


CHANGES: dict[str, Callable[[Path], object]] = {
    "other content of the same length": lambda game: write(game / "kit.yaml", "two"),
    "a new file": lambda game: write(game / "deck.csv", ""),
    "a new file in a new folder": lambda game: (
        (game / "icons").mkdir(),
        write(game / "icons" / "a.svg", ""),
    ),
    "no file": lambda game: (game / "kit.yaml").unlink(),
    "a file of another kind": lambda game: write(game / "coast.geojson", "{}"),
    "another name": lambda game: (game / "kit.yaml").rename(game / "kit.yml"),
    "another file with the same time": lambda game: replace_with_its_time(game / "kit.yaml"),
    "no folder": shutil.rmtree,
}


def replace_with_its_time(path: Path) -> None:
    other, times = path.with_suffix(".new"), path.stat()
    other.write_text("two", "utf-8")
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    other.replace(path)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_makes_it_again(game: Path, kept: Cache, change: Callable[[Path], object]) -> None:
    """Nothing that the result could depend on goes unnoticed."""
    make = Maker()
    kept.get_or_make(("key",), [game], make)
    change(game)
    assert kept.get_or_make(("key",), [game], make) == "result 2"


@pytest.mark.posix("symbolic links")
def test_links_in_a_circle_are_files(game: Path, kept: Cache) -> None:
    """They end nothing but themselves."""
    (game / "circle").symlink_to(".")
    (game / "loop").symlink_to("loop")
    make = Maker()
    assert kept.get_or_make(("key",), [game], make) == "result 1"


@pytest.mark.posix("permissions of this kind")
def test_groups_may_write_to_files_by_default(game: Path, kept: Cache) -> None:
    """Entries are private under every umask."""
    make, before = Maker(), os.umask(0o002)
    try:
        assert {kept.get_or_make(("key",), [game], make) for _ in range(2)} == {"result 1"}
    finally:
        os.umask(before)


def test_a_deleted_folder_is_no_error(
    game: Path, kept: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The current folder may be gone."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert kept.get_or_make(("key",), [game], Maker()) == "result 1"


def name_files(game: Path) -> list[str]:
    return [name_file(path) for path in sorted(game.rglob("*.yaml"))]


@pytest.mark.parametrize(
    ("one", "other", "is_kept"),
    [
        ("desk", "shelf", True),
        ("desk", ".", False),
        (".", "desk", False),
        ("desk", "game", False),
        ("game", "game/wording", False),
    ],
)
def test_names_of_files_depend_on_the_current_folder(
    game: Path,
    kept: Cache,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    one: str,
    other: str,
    is_kept: bool,
) -> None:
    """A result is the same in all folders that have nothing to do with its files, and only there."""
    (game / "wording").mkdir()
    write(game / "wording" / "en.yaml", "words")
    results = []
    for folder in (one, other):
        (tmp_path / folder).mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / folder)
        results.append((name_files(game), kept.get_or_make(("key",), [game], partial(name_files, game))))
    assert kept.folder is not None
    assert len([*kept.folder.iterdir()]) == (1 if is_kept else 2)
    for named, got in results:
        assert got == named


def test_relative_paths_are_of_the_current_folder(
    game: Path, kept: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games of the same name are two games."""
    make = Maker()
    other = Path(shutil.copytree(game, tmp_path / "other" / "game"))
    assert other != game
    for folder in (game.parent, other.parent):
        monkeypatch.chdir(folder)
        kept.get_or_make(("key",), [Path("game")], make)
    assert kept.get_or_make(("key",), [Path("game")], make) == "result 2"


def test_a_full_disk_leaves_nothing(game: Path, kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that cannot be completed is removed."""
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("no space")))
    assert kept.get_or_make(("key",), [game], Maker()) == "result 1"
    assert kept.folder is not None
    assert [*kept.folder.iterdir()] == []


def test_other_code_keeps_nothing(game: Path, kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that was changed while it ran does not fill the cache of the new one."""
    signs = iter([(("a.py", 1, 1, 1, 1),)])
    sign = module.cache(lambda: next(signs, (("a.py", 2, 2, 2, 2),)))
    monkeypatch.setattr(module, "_sign_program", sign)
    make = Maker()
    kept.get_or_make(("key",), [game], make)
    assert kept.get_or_make(("key",), [game], make) == "result 2"


def test_files_that_are_not_read_do_not_matter(game: Path, kept: Cache) -> None:
    """Pages that were built into the folder of a game are no reason to read it again."""
    make = Maker()
    kept.get_or_make(("key",), [game], make)
    write(game / "sheet-en-a4.pdf", "%PDF")
    assert kept.get_or_make(("key",), [game], make) == "result 1"


def test_a_change_while_it_is_made_is_not_kept(game: Path, kept: Cache) -> None:
    """Then nobody knows which of the two was read."""
    make = Maker()
    kept.get_or_make(("key",), [game], lambda: (write(game / "kit.yaml", "two"), make())[1])
    assert kept.get_or_make(("key",), [game], make) == "result 2"


def test_young_files_are_not_kept(tmp_path: Path, kept: Cache) -> None:
    """A file could change again within the same tick of the clock."""
    (tmp_path / "kit.yaml").write_text("one", "utf-8")
    make = Maker()
    for _ in range(2):
        kept.get_or_make(("key",), [tmp_path / "kit.yaml"], make)
    assert make.made == 2
    assert kept.folder is not None
    assert not kept.folder.exists()


def test_a_crowded_folder_is_not_kept(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck among thousands of other files is read rather than compared."""
    monkeypatch.setattr(module, "MOST_FILES", 50)
    assert sign_files([game]) is not None
    for number in range(50):
        (game / f"{number}.txt").touch()
    assert sign_files([game]) is None


def damage(entry: Path) -> None:
    data = bytearray(entry.read_bytes())
    data[len(data) // 2] ^= 1
    entry.write_bytes(data)


class Trap:
    """A pickle that would run code."""

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return pytest.fail, ("code of an entry was run",)


FOREIGN: dict[str, Callable[[Path], object]] = {
    "a changed byte": damage,
    "half of it": lambda entry: entry.write_bytes(entry.read_bytes()[:40]),
    "an empty file": lambda entry: entry.write_bytes(b""),
    "text": lambda entry: entry.write_text("no pickle"),
    "a pickle without a seal": lambda entry: entry.write_bytes(pickle.dumps(Trap())),
    "a file that others can write to": lambda entry: entry.chmod(0o666),
    "a folder that others can write to": lambda entry: entry.parent.chmod(0o777),
}


@pytest.mark.parametrize("spoil", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_strange_entry_is_ignored(game: Path, kept: Cache, spoil: Callable[[Path], object]) -> None:
    """The result is made again, without an error."""
    make = Maker()
    kept.get_or_make(("key",), [game], make)
    assert kept.folder is not None
    (entry,) = kept.folder.iterdir()
    spoil(entry)
    assert kept.get_or_make(("key",), [game], make) == "result 2"


@pytest.mark.posix("folders that nobody may write to")
def test_a_folder_that_cannot_be_written_to_is_fine(game: Path, tmp_path: Path) -> None:
    """Neither a file in its place nor a missing home is an error."""
    (tmp_path / "file").touch()
    make = Maker()
    assert Cache(tmp_path / "file" / "cache").get_or_make(("key",), [game], make) == "result 1"
    assert Cache(Path("/proc/none/cache")).get_or_make(("key",), [game], make) == "result 2"


def test_what_cannot_be_kept_is_returned(game: Path, kept: Cache) -> None:
    """The same applies to results that should not be kept; errors pass through."""
    made = kept.get_or_make(("key",), [game], lambda: lambda: 3)
    assert made() == 3
    kept.get_or_make(("key",), [game], Maker(), keeps=lambda made: False)
    with pytest.raises(ZeroDivisionError):
        kept.get_or_make(("key",), [game], lambda: 1 // 0)
    assert kept.folder is not None
    assert not kept.folder.exists() or not [*kept.folder.iterdir()]


def test_the_folder_is_bounded(game: Path, kept: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entries that were used last stay; files of others in the folder stay, too."""
    monkeypatch.setattr(module, "MOST_CACHE_BYTES", 3000)
    assert kept.folder is not None
    kept.folder.mkdir()
    (kept.folder / "letter.txt").write_text("x" * 5000)
    for number in range(6):
        kept.get_or_make((number,), [game], lambda: "x" * 1000)
        for entry in kept.folder.glob("*.petri"):
            os.utime(entry, (entry.stat().st_mtime - 10,) * 2)
        kept.get_or_make((0,), [game], lambda: "made again")
    entries = [*kept.folder.glob("*.petri")]
    assert 1 < len(entries) < 6
    assert sum(entry.stat().st_size for entry in entries) <= 3000
    assert (kept.folder / "letter.txt").exists()
    assert kept.get_or_make((0,), [game], lambda: "made again") == "x" * 1000


def test_the_variable_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`off` and nothing turn it off; without the variable it is in the user's own folder."""
    monkeypatch.setenv("PETRI_CACHE", str(tmp_path))
    assert find_cache().folder == tmp_path
    for off in ("off", ""):
        monkeypatch.setenv("PETRI_CACHE", off)
        assert find_cache().folder is None
    monkeypatch.delenv("PETRI_CACHE")
    assert "petri-press" in str(find_cache().folder)


@dataclass(frozen=True)
class Copies:
    """A game and the files that games share, of which each may be changed; with a cache, and without."""

    game: Path
    kept: Shelf
    anew: Shelf
    files: tuple[Path, ...]
    known: str
    """What is read before anything is changed."""


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Copies:
    folder, real = tmp_path_factory.mktemp("copies"), find_shelf()
    for path in real.list_sources(real.complete)[1:]:
        copy = shutil.copytree if path.is_dir() else shutil.copy
        target = folder / path.relative_to(real.data.parent)
        target.parent.mkdir(exist_ok=True)
        copy(path, target)
    game = folder / "game"
    shutil.copytree(real.complete, game)
    cache = Cache(folder / "cache")
    data, fonts = folder / "data", folder / "fonts"
    files = tuple(sorted(path for path in folder.rglob("*") if path.is_file()))
    kept, anew = Shelf(data, fonts, cache=cache), Shelf(data, fonts)
    return Copies(game, kept, anew, files, describe(game, anew))


def describe(game: Path, shelf: Shelf) -> str:
    """All that was read, as text."""
    try:
        kit, fonts = read_cached_game(game, shelf=shelf)
        papers = read_cached_papers(shelf)
        icons = {name: kit.icons[name] for name in sorted(kit.icons)}
    except DataError as error:
        return str(error)
    texts = {locale: sorted(one.sentences.items()) for locale, one in kit.wordings.items()}
    parts = [(part.id, getattr(part, "pieces", ()), part) for part in kit.parts]
    found = (kit.title, parts, kit.theme, kit.pictures, kit.warnings, icons, texts, fonts.names, papers)
    return re.sub(" at 0x[0-9a-f]+", "", repr(found))


EDITS: dict[str, Callable[[bytes], bytes]] = {
    "another digit": lambda data: re.sub(rb"[1-8]", lambda one: bytes([one[0][0] + 1]), data, count=1),
    "another letter": lambda data: data.replace(b"e", b"o", 1),
    "a line less": lambda data: b"\n".join(data.split(b"\n")[:-3]),
    "twice": lambda data: data + data,
    "nothing": lambda data: b"",
}


@settings(max_examples=count_examples(200, share=25), suppress_health_check=[*HealthCheck])
@given(data=st.data(), edit=st.sampled_from(sorted(EDITS)))
def test_a_kept_game_is_never_stale(
    copies: Copies, monkeypatch: pytest.MonkeyPatch, data: st.DataObject, edit: str
) -> None:
    """Whatever is changed in any file, what is kept is what would be read."""
    let_time_pass(monkeypatch)
    path = data.draw(st.sampled_from(copies.files))
    before = path.read_bytes()
    assert describe(copies.game, copies.kept) == copies.known
    try:
        path.write_bytes(EDITS[edit](before))
        age(path)
        expected = describe(copies.game, copies.anew)
        assert describe(copies.game, copies.kept) == expected
        assert describe(copies.game, copies.kept) == expected
    finally:
        path.write_bytes(before)
        age(path)


def test_a_kept_game_is_read_without_its_files(copies: Copies, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above would prove nothing if nothing was kept."""
    let_time_pass(monkeypatch)
    assert describe(copies.game, copies.kept) == copies.known
    monkeypatch.setattr(
        "generator.read.kits.kits.read_kit_and_texts", lambda *_, **__: pytest.fail("it was read")
    )
    assert describe(copies.game, copies.kept) == copies.known


def test_pieces_of_a_kept_game_are_found_in_their_files(
    copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages about a card or token name the same line, in YAML and in a table."""
    let_time_pass(monkeypatch)
    places = []
    for shelf in (copies.anew, copies.kept, copies.kept):
        kit, _ = read_cached_game(copies.game, shelf=shelf)
        decks = [deck for part in kit.parts_of(PieceSet).values() for deck in part.decks]
        places.append([deck.locate(piece.id) for deck in decks for piece in deck.pieces])
    assert places[0] == places[1] == places[2]
    assert {Path(place.file).name for place in places[0]} == {"cards.csv", "tokens.yaml"}


def test_the_last_value_of_a_constant_counts(copies: Copies, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of settings matters, that of languages does not."""
    let_time_pass(monkeypatch)
    game = read_kit_and_texts(copies.game, shelf=copies.anew)
    reads: list[object] = []

    def read(path: Path, **chosen: object) -> object:
        reads.append(chosen)
        return game

    monkeypatch.setattr("generator.read.kits.kits.read_kit_and_texts", read)
    for values in (("a=1", "a=2"), ("a=2", "a=1")):
        for locales in (("es", "de"), ("de", "es")):
            read_cached_game(copies.game, shelf=copies.kept, locales=locales, settings=values)
    assert len(reads) == 2


def test_games_with_installed_fonts_are_read(copies: Copies, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fonts of the machine may change without a change of the game."""
    kit, texts, fonts = read_kit_and_texts(copies.game, shelf=copies.anew)
    reads: list[Path] = []

    def read(path: Path, **_: object) -> object:
        reads.append(path)
        return replace(kit, fonts="system"), texts, fonts

    let_time_pass(monkeypatch)
    monkeypatch.setattr("generator.read.kits.kits.read_kit_and_texts", read)
    for _ in range(2):
        read_cached_game(copies.game, shelf=copies.kept, locales=["en"])
    assert len(reads) == 2


def test_values_without_files(tmp_path: Path) -> None:
    """They are kept for a key until they are replaced; without a folder, nothing is."""
    kept = Cache(tmp_path)
    assert kept.recall(("made", "x")) is None
    kept.keep(("made", "x"), (1, 2))
    kept.keep(("made", "y"), "other")
    assert Cache(tmp_path).recall(("made", "x")) == (1, 2)
    Cache().keep(("made", "x"), 3)
    assert Cache().recall(("made", "x")) is None


def test_times_of_files(tmp_path: Path) -> None:
    """By their paths inside, but for those that are made from the game, and what was printed of it."""
    for name in ("a.yaml", "in/b.csv", ".petri/printed.json", "output/c.svg", "outputs.yaml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("text", encoding="utf-8")
    found = list_times(tmp_path, besides=[tmp_path / "output"])
    assert sorted(found) == ["a.yaml", str(Path("in", "b.csv")), "outputs.yaml"]
    assert found["a.yaml"] == (4, (tmp_path / "a.yaml").stat().st_mtime_ns)
