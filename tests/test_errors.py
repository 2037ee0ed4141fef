"""What is reported stays short and harmless, whatever the file holds."""

from pathlib import Path

import pytest

from generator.errors import (
    MOST_CHARACTERS,
    MOST_IN_ALL,
    MOST_IN_FILE,
    MOST_QUOTED,
    DataError,
    LayoutError,
    MissingLibrary,
    PartErrors,
    Problem,
    format_quote,
)
from generator.read.wordings.wordings import read_wording_file


def _problem(file: str, line: int) -> Problem:
    return Problem(file, line, 1, "", "is wrong")


def test_one_mistake_made_many_times_is_bounded_per_file() -> None:
    """The first problems of a file are kept, one says that there are more, and other files lose none."""
    error = DataError([_problem("b.yaml", line) for line in range(1, 5000)] + [_problem("a.yaml", 1)])
    shown = [problem for problem in error.problems if problem.file == "b.yaml" and problem.line]
    assert [problem.line for problem in shown] == list(range(1, MOST_IN_FILE + 1))
    assert _problem("a.yaml", 1) in error.problems
    assert f"b.yaml: more than {MOST_IN_FILE} problems; the rest are not shown" in str(error).split("\n")


def test_many_wrong_files_are_bounded_in_all() -> None:
    """A thousand wrong files do not fill the screen; joined errors do not count twice."""
    errors = [DataError(_problem(f"{file:04}.yaml", line) for line in range(1, 9)) for file in range(1000)]
    joined = DataError(problem for error in errors for problem in error.problems)
    assert len(joined.problems) == MOST_IN_ALL + 1
    assert joined.problems[-1].message == "more problems are not shown"
    assert DataError(errors[0].problems).problems == errors[0].problems


def test_quoted_values_are_cut() -> None:
    """A value of a million letters is quoted by its beginning, in a message, a hint and a path."""
    long = "x" * 1_000_000
    shown = "x" * (MOST_QUOTED - 3) + "..."
    problem = Problem("a.yaml", 1, 1, f"cards[1].{long}", f"`{long}` is no length", f"`{long}`, or `y`")
    assert problem.message == f"`{shown}` is no length"
    assert problem.hint == f"`{shown}`, or `y`"
    assert len(str(problem)) < 2 * MOST_CHARACTERS


def test_what_a_terminal_would_obey_is_shown_as_an_escape() -> None:
    """Escape sequences, line breaks, overrides of direction and names that are no UTF-8 are harmless."""
    problem = Problem("a\udcff.yaml", 1, 1, "a\x1b[31m", "`b\x07` is\nwrong", "see\u2028`\u202e`")
    assert str(problem) == r"a\udcff.yaml:1:1: a\x1b[31m: `b\x07` is\nwrong (see\u2028`\u202e`)"


def test_layout_errors_are_bounded() -> None:
    """Ten thousand texts that do not fit, each in a document of its own, print some hundred lines."""
    errors = [LayoutError(f"card {number}", "`" + "y" * 5000 + "`", over_mm=1) for number in range(10_000)]
    joined = PartErrors([(f"deck {error.thing}", error) for error in errors])
    assert str(joined).split("\n")[-1] == f"and {10_000 - MOST_IN_ALL} more"
    assert len(str(joined).split("\n")) == MOST_IN_ALL + 1
    assert len(str(joined)) < 150_000


MISTAKES = {
    "keys": "words:\n" + "".join(f"  K{number}: x\n" for number in range(9000)),
    "twice": "words:\n" + "  k: x\n" * 9000,
    "place": f"words:\n  k: '{{{'a' * 2_000_000}'\n",
    "open": "id: [\n" * 9000,
    "escape": '"\\x1b[31m": x\nareas: 3\n',
    "format": f"language: en\n{'z' * 900}: 1\nwords: {{a: {'[' * 40}{']' * 40}}}\n",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_files_that_printed_megabytes(tmp_path: Path, mistake: str) -> None:
    """What one mistake prints, made once or thousands of times, is some pages, without escape sequences."""
    path = tmp_path / "en.yaml"
    path.write_text(MISTAKES[mistake])
    with pytest.raises(DataError) as caught:
        read_wording_file(path)
    assert len(str(caught.value)) < 100_000
    assert str(caught.value).replace("\n", "").isprintable()


def test_a_tiny_overflow_is_not_rounded_to_nothing() -> None:
    """An overflow that is less than is shown is said to be so."""
    assert str(LayoutError("title", "is too wide", over_mm=0.02)).endswith("(by less than 0.1 mm)")
    assert str(LayoutError("title", "is too wide", over_mm=0.05)).endswith("(by 0.1 mm)")


@pytest.mark.parametrize(
    ("file", "folder", "has_pip", "shown"),
    [
        ("pipx_metadata.json", "venvs/petri-press", True, "pipx inject petri-press pyarrow"),
        ("uv-receipt.toml", "tools/petri-press", False, "uv tool install --with pyarrow petri-press"),
        ("pyvenv.cfg", "archive-v0/Xy", False, "uvx --with pyarrow --from . petri"),
        ("pyvenv.cfg", "my env", True, "'{}/my env/bin/python' -m pip install pyarrow"),
        ("pyvenv.cfg", ".venv", False, "uv pip install --python {}/.venv/bin/python pyarrow"),
    ],
)
def test_a_missing_library_is_installed_where_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, folder: str, has_pip: bool, shown: str
) -> None:
    """The command fits the environment: pipx, uv, uvx, or a virtual environment with or without pip."""
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / file).write_text("")
    monkeypatch.setattr("sys.prefix", str(tmp_path / folder))
    monkeypatch.setattr("sys.executable", str(tmp_path / folder / "bin" / "python"))
    monkeypatch.setattr("generator.errors.find_spec", lambda name: has_pip or None)
    error = MissingLibrary("--parquet", "pyarrow")
    assert str(error).endswith(f"which is not installed; install it with: {shown.format(tmp_path)}")


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("10\u00a0mm\u3000é👍🏽", "'10\u00a0mm\u3000é👍🏽'"),
        ("don't", '"don\'t"'),
        ("a\\b", "'a\\b'"),
        ("a\nb\x1b[0m", "'a\\nb\\x1b[0m'"),
    ],
)
def test_quotes_show_a_text_as_it_is_written(text: str, quoted: str) -> None:
    """Blanks of any width and emoji are no escapes; what a terminal would obey is one."""
    assert format_quote(text) == quoted


def test_a_text_that_does_not_fit_is_quoted_once() -> None:
    """With how much it is too large, and at which size; what is named after its text needs no other name."""
    at, hint = "at 8 pt, its smallest size", "shorten it"
    named = {
        "deck (en) owl: {rules}": "deck (en) owl: {rules}: ",
        "ir (en) title A very long story": "ir (en) title: ",
        "A very long story": "",
    }
    for thing, name in named.items():
        error = LayoutError(thing, "is too tall", over_mm=6.2, quote="'A very long ...'", at=at, hint=hint)
        told = "'A very long ...' is too tall by 6.2 mm, even at 8 pt, its smallest size (shorten it)"
        assert str(error) == name + told
