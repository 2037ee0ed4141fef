"""Tasks of contributors, workflows of builds, and the files that a release changes."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator import __version__
from tools import environment, release
from tools.tasks import TASKS

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def run_tools(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_tasks_are_listed_with_what_they_do() -> None:
    listed = run_tools().stdout.splitlines()
    assert [line.split()[0] for line in listed] == [*TASKS]
    assert all(len(line) > 20 and line.endswith(".") for line in listed)


def test_an_unknown_task_is_refused_before_any_is_done() -> None:
    done = run_tools("setup", "tset")
    assert done.returncode == 1
    assert done.stderr.startswith("there is no task `tset`; there are print, test,")


def test_an_old_python_is_refused_in_a_sentence() -> None:
    """The file that is read first has nothing that such a Python cannot read."""
    code = (
        "import sys; sys.version_info = (3, 8); sys.argv = ['tools']; from tools.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stderr.startswith("Python 3.11 or newer is needed")


def test_an_environment_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made again only after what it is made from has changed."""
    commands: list[tuple[Any, ...]] = []
    (tmp_path / "requirements").mkdir()
    for name in ("requirements/print.txt", "requirements/test.txt", "pyproject.toml"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1, 1))
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "run", lambda *command, **variables: commands.append(command))
    monkeypatch.setattr(environment, "_make_environment", lambda: (tmp_path / ".venv").mkdir(exist_ok=True))
    for purpose in ("test", "test", "print"):
        environment.prepare(purpose)
    assert len(commands) == 2, "the libraries of the tests include those of the program"
    os.utime(tmp_path / "pyproject.toml")
    os.utime(tmp_path / ".venv" / "for-test", (2, 2))
    environment.prepare("test")
    assert len(commands) == 4


@pytest.mark.parametrize(("name", "path"), [("posix", ".venv/bin/petri"), ("nt", ".venv/Scripts/petri.exe")])
def test_programs_of_an_environment(name: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(".venv")
    monkeypatch.setattr(environment.os, "name", name)
    found = environment.find_program(folder, "petri")
    monkeypatch.undo()
    assert found.as_posix() == path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a repository with the files that a release changes.

    The tests also run while a release is made, when our changelog has nothing that is not yet released.
    """
    (tmp_path / "generator").mkdir()
    for name in ("generator/__init__.py", "CITATION.cff"):
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0, not yet released\n\n- All.\n", "utf-8")
    git = ("git", "-c", "user.name=Tests", "-c", "user.email=tests@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "Files")):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    return tmp_path


def test_a_release_writes_its_version_and_day(checkout: Path) -> None:
    assert release.find_objection(checkout, "1.2.0") == ""
    release.set_version(checkout, "1.2.0", "2027-01-31")
    assert '__version__ = "1.2.0"' in (checkout / "generator/__init__.py").read_text()
    citation = yaml.safe_load((checkout / "CITATION.cff").read_text())
    assert (citation["version"], str(citation["date-released"])) == ("1.2.0", "2027-01-31")
    assert citation["cff-version"] == "1.2.0"
    assert "\n## 1.2.0, 2027-01-31\n" in (checkout / "CHANGELOG.md").read_text("utf-8")
    assert release.find_objection(checkout, "1.3.0") == "there are changes that are not committed"


@pytest.mark.parametrize("version", ["", "1.2", "v1.2.0", "1.2.0-rc1"])
def test_what_is_no_version(checkout: Path, version: str) -> None:
    assert release.find_objection(checkout, version).startswith(f"`{version}` is not a version")


def test_a_version_is_released_once(checkout: Path) -> None:
    subprocess.run(["git", "tag", "v1.2.0"], cwd=checkout, check=True)
    assert release.find_objection(checkout, "1.2.0") == "there is a tag v1.2.0 already"


def test_a_release_without_a_change_is_refused(checkout: Path) -> None:
    (checkout / "CITATION.cff").write_text("title: Petri Press\n")
    with pytest.raises(SystemExit, match=r"CITATION\.cff: nothing to write the version in"):
        release.set_version(checkout, "1.2.0", "2027-01-31")
    assert __version__ in (checkout / "generator/__init__.py").read_text(), "nothing is half written"


def test_the_citation_has_our_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == __version__
    assert citation["license"] == ["MIT", "CC-BY-4.0", "OFL-1.1"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_have_no_rights_that_they_do_not_need(path: Path) -> None:
    """Actions are pinned to commits; only the job that publishes may, and it does nothing else."""
    text = path.read_text("utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        rights = {"id-token": "write"} if name == "publish" else {"contents": "read"}
        assert job["permissions"] == rights
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"])
                assert f"{step['uses']} # v" in text
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
            assert "${{" not in step.get("run", "")


def test_the_matrix_has_the_systems_and_versions_that_we_name() -> None:
    """They are the Pythons of pyproject.toml."""
    matrix = yaml.safe_load(WORKFLOWS[-1].read_text("utf-8"))["jobs"]["test"]["strategy"]["matrix"]
    named = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert matrix["python"] == named
    assert {system.partition("-")[0] for system in matrix["system"]} == {"ubuntu", "windows", "macos"}


def test_the_container_runs_without_rights() -> None:
    lines = (ROOT / "Containerfile").read_text("utf-8").splitlines()
    words = [line.split()[0] for line in lines if line and line[0] not in "# "]
    assert words.count("FROM") == 2, "the source stays in the first stage"
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert not any("ADD" in word or "latest" in word for word in words)
