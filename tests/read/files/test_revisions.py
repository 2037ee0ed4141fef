"""Games of commits: git lists and prints their files, and nothing of the repository runs."""

import pickle
import subprocess
from pathlib import Path

import pytest

from generator.errors import DataError, UnknownName
from generator.inputs import walk_files
from generator.read.files import packs
from generator.read.files.packs import is_revision, open_revision
from generator.read.files.text_files import name_file, read_text
from tests.conftest import Petri

GIT = ("git", "-c", "user.name=Tests", "-c", "user.email=tests@example.org", "-c", "commit.gpgsign=false")
KIT = """\
id: owls
parts:
  - deck: cards.yaml
"""
CARDS = """\
id: cards
size: poker
template:
  - words: {text: "{name}", box: [5 mm, 5 mm, 50 mm, 10 mm]}
cards:
  - {id: owl, name: Owl}
  - {id: fox, name: Fox}
"""


def git(*words: str) -> None:
    subprocess.run([*GIT, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a game in its folder `games/owls`, which has changed since."""
    monkeypatch.chdir(tmp_path)
    game = tmp_path / "games" / "owls"
    game.mkdir(parents=True)
    (game / "kit.yaml").write_text(KIT)
    (game / "cards.yaml").write_text(CARDS)
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "first")
    git("tag", "v1")
    (game / "cards.yaml").write_text(CARDS.replace("Owl", "Barn owl"))
    return tmp_path


def test_a_folder_of_a_commit_is_read_like_any_other(repository: Path) -> None:
    folder = open_revision("HEAD", "games/owls", at=repository)
    assert name_file(folder) == "HEAD:games/owls"
    assert sorted(path.name for path in walk_files(folder)) == ["cards.yaml", "kit.yaml"]
    assert read_text(folder / "cards.yaml") == ("HEAD:games/owls/cards.yaml", CARDS)
    assert (folder / "kit.yaml").is_file()
    assert not (folder / "rules.py").exists()
    assert folder.is_dir()
    again = pickle.loads(pickle.dumps(folder))
    assert read_text(again / "kit.yaml")[1] == KIT


@pytest.mark.parametrize(
    "name", ["v1:games/owls", "main:games/owls/", "HEAD:./games/owls", "HEAD:games/./owls"]
)
def test_paths_are_those_of_git(name: str, repository: Path) -> None:
    assert is_revision(name)
    revision, _, path = name.partition(":")
    assert read_text(open_revision(revision, path, at=repository) / "kit.yaml")[1] == KIT


def test_a_path_with_a_dot_is_relative_to_the_folder(repository: Path) -> None:
    game = repository / "games" / "owls"
    assert read_text(open_revision("HEAD", "./cards.yaml", at=game))[1] == CARDS
    assert read_text(open_revision("HEAD", "../owls", at=game) / "kit.yaml")[1] == KIT


@pytest.mark.parametrize(
    ("revision", "path", "message"),
    [
        ("HEAD~9", "games/owls", "there is no revision `HEAD~9`"),
        ("v2", "games/owls", "there is no revision `v2`"),
        ("--output=x", "games/owls", "`--output=x:games/owls` names no revision"),
        ("", "games/owls", "`:games/owls` names no revision"),
        ("HEAD", "games/owl", "in `HEAD`: unknown folder or file 'games/owl' (did you mean 'games/owls'?"),
        ("HEAD", "../../x", "`HEAD:../../x` is outside of the repository"),
        ("HEAD", "/etc", "`HEAD:/etc` is outside of the repository"),
    ],
)
def test_what_is_not_there_is_named(revision: str, path: str, message: str, repository: Path) -> None:
    with pytest.raises(UnknownName) as error:
        open_revision(revision, path, at=repository)
    assert str(error.value).startswith(message)
    assert not (repository / "x").exists()


def test_a_folder_without_git_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="is not in a repository of git: git: not a git repository"):
        open_revision("HEAD", "games", at=tmp_path)


def test_without_git_folders_are_what_is_compared(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UnknownName, match="git, which is not installed"):
        open_revision("HEAD", "games/owls", at=repository)


@pytest.mark.posix("scripts of this shell")
def test_nothing_of_the_repository_runs(repository: Path) -> None:
    """Filters, hooks, and programs of its settings could do anything."""
    ran = repository / "ran"
    program = repository / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    (repository / ".gitattributes").write_text("* filter=evil diff=evil\n")
    git("add", ".gitattributes")
    git("commit", "-qm", "second")
    hooks = repository / "hooks"
    hooks.mkdir()
    for hook in ("post-checkout", "reference-transaction", "post-index-change"):
        (hooks / hook).symlink_to(program)
    settings = (
        "filter.evil.smudge", "filter.evil.clean", "filter.evil.process", "diff.evil.textconv",
        "core.fsmonitor", "core.pager", "pager.ls-tree", "pager.cat-file", "core.sshCommand",
        "core.editor", "core.askPass", "gpg.program", "diff.external",
    )  # fmt: skip
    for name in settings:
        git("config", name, str(program))
    git("config", "core.hooksPath", str(hooks))
    git("config", "alias.ls-tree", f"!{program}")
    ran.unlink(missing_ok=True)
    folder = open_revision("HEAD", "games/owls", at=repository)
    assert read_text(folder / "cards.yaml")[1] == CARDS
    assert not ran.exists()


@pytest.mark.posix("permissions of this kind")
def test_missing_objects_are_not_fetched(repository: Path) -> None:
    """A partial clone would ask its origin, which may be any program, for files that it lacks."""
    ran = repository / "ran"
    for name, value in (
        ("remote.origin.url", f"ext::sh -c 'touch% {ran}'"),
        ("remote.origin.promisor", "true"),
        ("protocol.ext.allow", "always"),
        ("extensions.partialClone", "origin"),
        ("core.repositoryFormatVersion", "1"),
    ):
        git("config", name, value)
    folder = open_revision("HEAD", "games/owls", at=repository)
    for path in sorted((repository / ".git" / "objects").glob("??/*")):
        if subprocess.check_output(["git", "cat-file", "-t", path.parent.name + path.name]) == b"blob\n":
            path.chmod(0o600)
            path.unlink()
    with pytest.raises((UnknownName, DataError)):
        read_text(folder / "cards.yaml")
    assert not ran.exists()


@pytest.mark.posix("symbolic links")
def test_links_and_pointers_are_refused_with_their_reason(repository: Path) -> None:
    game = repository / "games" / "owls"
    (game / "link.yaml").symlink_to("/etc/passwd")
    (game / "art.png").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    git("add", "-A")
    git("commit", "-qm", "second")
    folder = open_revision("HEAD", "games/owls", at=repository)
    with pytest.raises(DataError, match="it is a link, which is not followed in a commit"):
        read_text(folder / "link.yaml")
    with pytest.raises(DataError, match="only its place in Git LFS is in the commit"):
        read_text(folder / "art.png")


@pytest.mark.parametrize(
    ("limit", "value", "message"),
    [("MOST_MEMBERS", 1, "has more than 1 files"), ("MOST_UNPACKED", 20, "of files")],
)
def test_too_much_is_refused(
    limit: str, value: int, message: str, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, limit, value)
    with pytest.raises(DataError, match=message):
        open_revision("HEAD", "games/owls", at=repository)


def test_a_large_file_is_refused_before_it_is_read(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = open_revision("HEAD", "games/owls", at=repository)
    monkeypatch.setattr(packs, "MOST_OF_MEMBER", 10)
    with pytest.raises(DataError, match="it is larger than"):
        read_text(folder / "cards.yaml")


@pytest.mark.parametrize(
    "words",
    [
        ("games/owls",),
        ("games/owls", "--rev", "v1"),
        ("v1:games/owls", "games/owls"),
    ],
)
def test_a_folder_is_compared_with_a_commit(words: tuple[str, ...], repository: Path, petri: Petri) -> None:
    done = petri("diff", *words)
    assert done.exit_code == 1, done.output
    start = "v1" if "v1" in words or words[0].startswith("v1") else "HEAD"
    assert done.output == (
        f"{start}:games/owls -> games/owls: 1 change\nCards:\n  ~ cards.yaml: owl > name: Owl -> Barn owl\n"
        "Looks different:\n  cards (en): owl\n"
    )
    assert petri("diff", "HEAD:games/owls", "v1:games/owls").exit_code == 0


def test_a_game_that_is_one_file_is_compared_with_a_commit(repository: Path, petri: Petri) -> None:
    (repository / "deck.yaml").write_text(CARDS)
    git("add", "-A")
    git("commit", "-qm", "second")
    assert petri("diff", "deck.yaml").output == "HEAD:./deck.yaml and deck.yaml: nothing differs\n"
    (repository / "deck.yaml").write_text(CARDS.replace("Fox", "Red fox"))
    done = petri("diff", "deck.yaml", "--no-looks")
    assert done.output.endswith("  ~ deck.yaml: fox > name: Fox -> Red fox\n")


def test_problems_of_a_commit_have_their_place(repository: Path, petri: Petri) -> None:
    game = repository / "games" / "owls"
    (game / "kit.yaml").write_text(KIT.replace("deck:", "dek:"))
    git("commit", "-qam", "broken")
    (game / "kit.yaml").write_text(KIT)
    done = petri("diff", "games/owls")
    assert done.exit_code == 2
    assert "HEAD:games/owls/kit.yaml:3:5: " in done.output
    assert petri("diff", "HEAD:games/owls").exit_code == 2
    assert petri("diff", "games/owls", "v1:games/owls", "--rev", "v1").exit_code == 2
