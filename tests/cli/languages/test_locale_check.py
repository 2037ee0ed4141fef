"""`petri locale` finds every type of issue, each provoked here; only drafts may have any."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from generator.read.files.shelf import Shelf, find_shelf
from generator.translate.translations import ISSUE_TYPES

Petri = Callable[..., Result]


@pytest.fixture
def spanish(petri: Petri, tiny_game: Path) -> Path:
    """The Spanish words of the tiny game, all of them accepted."""
    assert petri("locale", "accept", "tiny_game", "es", "kit", "sheet", "rules").exit_code == 0
    return tiny_game / "wording" / "es.yaml"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def check(petri: Petri, *words: str, code: int = 1) -> dict[str, Any]:
    done = petri("locale", "tiny_game", "-l", "es", "--json", *words)
    assert done.exit_code == code, done.output
    (found,) = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def list_issues(found: dict[str, Any]) -> dict[str, list[str]]:
    """Keys by type of issue, for the types that were found."""
    return {type: [one["key"] for one in found[type]] for type in ISSUE_TYPES if found[type]}


def test_a_language_without_issues(petri: Petri, spanish: Path) -> None:
    """It is clean, and its smallest type is reported."""
    found = check(petri, code=0)
    assert found["clean"] is True
    assert (found["texts"], found["translated"], found["status"]) == (7, 7, "released")
    assert list_issues(found) == {}
    assert found["overflows"] == []
    assert found["language"] == check(petri, "--text-only", code=0)["language"] == "Español"
    assert 4 < found["smallest"]["points"] < 12
    done = petri("locale", "tiny_game")
    assert done.exit_code == 0
    assert done.stdout.endswith("2 of 2 clean\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "issues"),
    [
        ("es", "    track: Cruces\n", "", {"missing": ["sheet.track"]}),
        ("es", "track: Cruces", "trick: Cruces", {"missing": ["sheet.track"], "unknown": ["sheet.trick"]}),
        ("es", "Cruces", "Cruces {n}", {"wrong": ["sheet.track"]}),
        ("es", "Cruces", "'**Cruces'", {"wrong": ["sheet.track"]}),
        ("es", "Cruces", "'Cruces :nube:'", {"wrong": ["sheet.track"]}),
        ("es", "Cruces", '"{n, plural, other {x}}"', {"wrong": ["sheet.track"]}),
        ("es", "Cruces", "'Cruces :star:'", {"unreviewed": ["sheet.track"], "icons": ["sheet.track"]}),
        ("es", "Cruces", "'{primary|Cruces}'", {"unreviewed": ["sheet.track"], "icons": ["sheet.track"]}),
        ("es", "Cruces", "'** Cruces **'", {"icons": ["sheet.track"]}),
        ("es", "Cruces", "Crosses", {"unreviewed": ["sheet.track"], "identical": ["sheet.track"]}),
        ("es", "Cruces", "Cru𓀀ces", {"unreviewed": ["sheet.track"], "characters": ["sheet.track"]}),
        ("es", "Cruces", "Rayas", {"unreviewed": ["sheet.track"]}),
        ("es", "Cruces", "'- cruces: '", {}),
        ("en", "Crosses", "Circles", {"kept": ["sheet.track"]}),
        ("en", "    track: Crosses\n", "    track: Crosses\n    more: More\n", {"missing": ["sheet.more"]}),
    ],
)
def test_every_type_of_issue_is_found(
    petri: Petri, spanish: Path, file: str, old: str, new: str, issues: dict[str, list[str]]
) -> None:
    """Exactly the provoked issue is found; a released language fails, and a draft does not."""
    change(spanish.with_name(f"{file}.yaml"), old, new)
    assert list_issues(check(petri, "--text-only", code=1 if issues else 0)) == issues
    change(spanish, "language: Español", "language: Español\nstatus: draft")
    found = check(petri, "--text-only", code=0)
    assert list_issues(found) == issues
    assert found["clean"] is not issues
    places = [one for type in issues for one in found[type]]
    assert all(one["file"].endswith("es.yaml") and one["line"] and one["column"] for one in places)


def test_stars_that_are_meant_as_such(petri: Petri, spanish: Path) -> None:
    """A backslash says that a star is one."""
    change(spanish, "Cruces", "'Cruces \\*'")
    assert list_issues(check(petri, "--text-only", code=0)) == {}


def test_texts_that_were_not_reviewed(petri: Petri, tiny_game: Path) -> None:
    """Before anything is accepted, all texts are unreviewed."""
    found = check(petri, "--text-only")
    assert len(found["unreviewed"]) == 7
    done = petri("locale", "tiny_game", "--text-only")
    assert done.exit_code == 1
    assert "tiny_game/wording/es.yaml:4:12: words.kit.title: not yet reviewed against" in done.stdout
    assert "1 of 2 clean; 1 released with issues" in done.stdout


def test_everything_that_does_not_fit_is_found(petri: Petri, spanish: Path) -> None:
    """Two texts of one sheet and a heading of the rules, each with its millimetres and papers."""
    change(spanish, "Cruces", "Cruces" * 60)
    change(spanish, "Nombre", "Nombre" * 60)
    change(spanish, "Tu turno", "Tuturno" * 60)
    petri("locale", "accept", "tiny_game", "es", "sheet", "rules")
    found = check(petri)
    assert list_issues(found) == {}
    found_in = {(one["part"], one["over_mm"] > 10) for one in found["overflows"]}
    assert found_in == {("sheet", True), ("rules", True)}
    assert len([one for one in found["overflows"] if one["part"] == "sheet"]) >= 2
    (label,) = (one for one in found["overflows"] if "label of the name field" in one["message"])
    assert {"a4", "letter"} <= set(label["papers"])
    done = petri("locale", "tiny_game", "-l", "es")
    assert "tiny-game/rules-es (" in done.stdout
    assert " mm, even at " in done.stdout


def test_issues_of_texts_do_not_hide_what_does_not_fit(petri: Petri, spanish: Path) -> None:
    """Missing, broken and unprintable texts are replaced when the pages are laid out."""
    change(spanish, "    track: Cruces\n", "")
    change(spanish, "Hoja", "'**Hoja'")
    change(spanish, "Reglas", "Reglas 𓀀")
    change(spanish, "Nombre", "Nombre" * 60)
    found = check(petri)
    assert list_issues(found) == {
        "missing": ["sheet.track"],
        "wrong": ["sheet.title"],
        "unreviewed": ["sheet.name", "rules.title"],
        "characters": ["rules.title"],
    }
    assert {one["part"] for one in found["overflows"]} == {"sheet"}


def test_a_script_that_no_font_has_is_one_line(petri: Petri, tiny_game: Path) -> None:
    """Up to a dozen texts are listed; of more, only the characters."""
    lines = "".join(f"    {letter}: Word {letter}\n" for letter in "abcdefghijklmnop")
    for locale, texts in (("en", lines), ("th", lines.replace("Word", "คำ"))):
        path = tiny_game / "wording" / f"{locale}.yaml"
        before = path.read_text("utf-8") if path.exists() else "language: ไทย\nstatus: draft\nwords:\n"
        path.write_text(f"{before}  more:\n{texts}", encoding="utf-8")
    done = petri("locale", "tiny_game", "-l", "th", "--text-only")
    message = "tiny-game th: 16 texts have characters that no font has: คำ (put a font"
    assert next(line for line in done.stdout.splitlines() if "no font has" in line).startswith(message)
    assert done.stdout.count("no font has") == 1
    proof = petri("locale", "proof", "tiny_game", "th", "-o", "th.pdf")
    assert (proof.exit_code, proof.stderr) == (0, "")


def test_the_words_of_an_installed_program_stay_as_they_are(
    petri: Petri, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next installation would undo it: a copy is translated, and other commands work as ever."""
    monkeypatch.setattr(Shelf, "is_installed", True)
    done = petri("locale", "new", "pox", "pt")
    assert done.exit_code == 1
    assert "belongs to the installed program" in done.stderr
    assert "pox to where you work, and name the copy: ./pox" in done.stderr
    assert "has these texts in its own file" in petri("locale", "new", "shared", "pt").stderr
    shutil.copytree(find_shelf().find_game("pox"), tmp_path / "pox")
    assert petri("locale", "new", "./pox", "pt").exit_code == 0
    assert (tmp_path / "pox" / "wording" / "pt.yaml").is_file()
    assert not find_shelf().find_game("pox").joinpath("wording", "pt.yaml").exists()


def test_the_same_as_in_english_by_name_only(petri: Petri, spanish: Path) -> None:
    """A name is accepted by its key, or that of its group; nothing is accepted without a name."""
    change(spanish, "Juego pequeño", "Tiny game")
    assert petri("locale", "accept", "tiny_game", "es").exit_code == 2
    assert petri("locale", "accept", "tiny_game").exit_code == 2
    assert list_issues(check(petri, "--text-only")) == {
        "unreviewed": ["kit.title"],
        "identical": ["kit.title"],
    }
    assert "1 text accepted" in petri("locale", "accept", "tiny_game", "es", "kit").stdout
    assert list_issues(check(petri, "--text-only", code=0)) == {}


def test_older_than_english_until_it_is_accepted_by_its_key(petri: Petri, spanish: Path) -> None:
    """English that changes back is as it was; a group accepts no text that stayed the same."""
    english = spanish.with_name("en.yaml")
    change(english, "Crosses", "Circles")
    assert list_issues(check(petri, "--text-only")) == {"kept": ["sheet.track"]}
    change(english, "Circles", "CROSSES!")
    assert list_issues(check(petri, "--text-only", code=0)) == {}
    change(english, "CROSSES!", "Circles")
    done = petri("locale", "accept", "tiny_game", "es", "sheet")
    assert "es: 0 texts accepted\n    not accepted, since each" in done.stdout
    assert done.stdout.endswith("right:\n    sheet.track\n")
    assert list_issues(check(petri, "--text-only")) == {"kept": ["sheet.track"]}
    done = petri("locale", "accept", "tiny_game", "es", "sheet.track")
    assert done.stdout.splitlines() == [
        "sheet.track",
        "    English then  Crosses",
        "    English now   Circles",
        "    es            Cruces",
        "es: 1 text accepted, 1 of them kept as they were",
    ]
    assert list_issues(check(petri, "--text-only", code=0)) == {}
    reviews = spanish.with_name("reviewed") / "es.txt"
    assert "\nsheet.track " in reviews.read_text("utf-8").partition(" kept\n")[0]
    change(english, "Circles", "Rings")
    change(spanish, "Cruces", "Anillos")
    assert list_issues(check(petri, "--text-only")) == {"stale": ["sheet.track"]}
    done = petri("locale", "accept", "tiny_game", "es", "sheet")
    assert "    English then  Circles\n    English now   Rings\n    es            Anillos" in done.stdout
    assert "kept" not in reviews.read_text("utf-8")


def test_unknown_names_are_reported(petri: Petri, spanish: Path) -> None:
    """Unknown games, languages and keys are errors, and nothing is written."""
    before = spanish.with_name("reviewed").joinpath("es.txt").read_bytes()
    assert "unknown game 'tinygame'" in petri("locale", "tinygame").stderr
    assert "unknown language 'fr'; available: en, es" in petri("locale", "tiny_game", "-l", "fr").stderr
    assert "tiny_game: unknown language 'fr'" in petri("locale", "accept", "tiny_game", "fr", "kit").stderr
    done = petri("locale", "accept", "tiny_game", "es", "sheet.trak", "nothing.at.all")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "no text or group `sheet.trak` in es; did you mean `sheet.track`?",
        "no text or group `nothing.at.all` in es; available: kit.title, rules.text, rules.title, "
        "rules.turn, sheet.name, sheet.title, sheet.track",
    ]
    assert spanish.with_name("reviewed").joinpath("es.txt").read_bytes() == before


def test_a_wrong_head_is_told_alone(petri: Petri, tiny_game: Path) -> None:
    """A wrong status is the only problem of a new draft: its empty texts are none."""
    petri("locale", "new", "tiny_game", "pt")
    change(tiny_game / "wording" / "pt.yaml", "status: draft", "status: esboço")
    (message,) = petri("locale", "tiny_game", "-l", "pt", "--text-only").stderr.splitlines()
    assert "pt.yaml:4:9: status: `esboço` is not allowed here" in message


def test_files_that_cannot_be_read_are_reported(petri: Petri, spanish: Path) -> None:
    """A file that is no YAML, and a damaged file of reviews, stop with file and line."""
    change(spanish, "kit:", "kit: [")
    done = petri("locale", "tiny_game", "--text-only")
    assert (done.exit_code, done.stderr.startswith("tiny_game/wording/es.yaml:")) == (1, True)
    change(spanish, "kit: [", "kit:")
    reviews = spanish.with_name("reviewed") / "es.txt"
    reviews.write_text("kit.title\n", encoding="utf-8")
    done = petri("locale", "tiny_game", "--text-only")
    assert "reviewed/es.txt:1:1: `kit.title` is not a review" in done.stderr


def test_a_new_language_is_a_draft(petri: Petri, spanish: Path) -> None:
    """It has every key, builds at once with English fallbacks, and fails no check."""
    done = petri("locale", "new", "tiny_game", "pt-BR")
    assert done.exit_code == 0
    path = spanish.with_name("pt-BR.yaml")
    text = path.read_text("utf-8")
    assert "language: Português (Brasil)\ndirection: ltr\nstatus: draft\nwords:\n" in text
    assert "  kit:\n    # Tiny game\n    title:\n" in text
    change(path, "    # Crosses\n    track:\n", "    track: Cruzes\n")
    found = json.loads(petri("locale", "tiny_game", "-l", "pt-BR", "--json").stdout)[0]
    assert (found["translated"], found["status"], found["overflows"]) == (1, "draft", [])
    made = petri("make", "tiny_game", "-l", "pt-BR", "--to", "txt")
    assert made.exit_code == 0
    assert "Cruzes" in Path("output/tiny-game/sheet-pt-BR-a4.txt").read_text("utf-8")
    assert "pt-BR is a draft: " in made.stderr
    assert petri("check", "tiny_game").exit_code == 0
    assert petri("locale", "new", "tiny_game", "pt-BR").exit_code == 1
    for tag, message in (
        ("brasil", "is not a language tag"),
        ("jp", "did you mean `ja`"),
        ("qps", "is made from"),
    ):
        refused = petri("locale", "new", "tiny_game", tag)
        assert (refused.exit_code, message in refused.stderr) == (2, True)
    assert path.read_text("utf-8").count("Cruzes") == 1


def test_a_released_language_must_be_complete(petri: Petri, spanish: Path) -> None:
    """Without `status: draft` what is missing is an error again, for every command that prints."""
    petri("locale", "new", "tiny_game", "pt")
    path = spanish.with_name("pt.yaml")
    path.write_text(path.read_text("utf-8").replace("status: draft\n", ""), encoding="utf-8")
    done = petri("make", "tiny_game", "-l", "pt")
    assert done.exit_code == 1
    assert "words.sheet.track: has no text" in done.stderr


def test_check_finds_stale_texts(petri: Petri, spanish: Path) -> None:
    """Stale and unreviewed texts are reported, and are no errors: an author changes English first."""
    change(spanish.with_name("en.yaml"), "Crosses", "Circles")
    done = petri("check", "tiny_game")
    assert done.exit_code == 0
    assert "es of tiny-game: the English of 1 text has changed (sheet.track;" in done.stdout
    spanish.with_name("reviewed").joinpath("es.txt").unlink()
    done = petri("check", "tiny_game")
    assert done.exit_code == 0
    assert "es of tiny-game: 7 texts not yet reviewed" in done.stdout


def test_shipped_languages_are_clean(petri: Petri) -> None:
    """Texts only; `petri check` tests that they fit. Every text was read beside its English."""
    found = json.loads(petri("locale", "--text-only", "--json").stdout)
    issues = [(one["locale"], type, one[type]) for one in found for type in ISSUE_TYPES if one[type]]
    assert issues == []
