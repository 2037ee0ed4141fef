"""`petri locale` finds every kind of ill health, each provoked here; only drafts may be ill."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from generator.read.files.shelf import Shelf, find_shelf

Petri = Callable[..., Result]


@pytest.fixture
def spanish(petri: Petri, tiny_game: Path) -> Path:
    """The Spanish words of the tiny game, all of them accepted."""
    assert petri("locale", "accept", "tiny_game").exit_code == 0
    return tiny_game / "wording" / "es.yaml"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def health(petri: Petri, *words: str, code: int = 1) -> dict[str, Any]:
    done = petri("locale", "tiny_game", "-l", "es", "--json", *words)
    assert done.exit_code == code, done.output
    (found,) = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def ailing(found: dict[str, Any]) -> dict[str, list[str]]:
    """Keys by kind, without the kinds that nothing has."""
    kinds = ("missing", "unknown", "wrong", "stale", "unseen", "identical", "icons", "characters")
    return {kind: [one["key"] for one in found[kind]] for kind in kinds if found[kind]}


def test_a_healthy_language(petri: Petri, spanish: Path) -> None:
    """Everything is there, nothing ails, and the smallest type is told."""
    found = health(petri, code=0)
    assert found["clean"] is True
    assert (found["sentences"], found["translated"], found["status"]) == (7, 7, "released")
    assert ailing(found) == {}
    assert found["misfits"] == []
    assert 4 < found["smallest"]["points"] < 12
    done = petri("locale", "tiny_game")
    assert done.exit_code == 0
    assert done.stdout.endswith("2 of 2 clean\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "ails"),
    [
        ("es", "    track: Cruces\n", "", {"missing": ["sheet.track"]}),
        ("es", "track: Cruces", "trick: Cruces", {"missing": ["sheet.track"], "unknown": ["sheet.trick"]}),
        ("es", "Cruces", "Cruces {n}", {"wrong": ["sheet.track"]}),
        ("es", "Cruces", "'**Cruces'", {"wrong": ["sheet.track"]}),
        ("es", "Cruces", "'Cruces :nube:'", {"wrong": ["sheet.track"]}),
        ("es", "Cruces", '"{n, plural, other {x}}"', {"wrong": ["sheet.track"]}),
        ("es", "Cruces", "'Cruces :star:'", {"icons": ["sheet.track"]}),
        ("es", "Cruces", "'{primary|Cruces}'", {"icons": ["sheet.track"]}),
        ("es", "Cruces", "'** Cruces **'", {"icons": ["sheet.track"]}),
        ("es", "Cruces", "Crosses", {"identical": ["sheet.track"]}),
        ("es", "Cruces", "Cru𓀀ces", {"characters": ["sheet.track"]}),
        ("en", "Crosses", "Circles", {"stale": ["sheet.track"]}),
        ("en", "    track: Crosses\n", "    track: Crosses\n    more: More\n", {"missing": ["sheet.more"]}),
    ],
)
def test_every_kind_of_ill_health_is_found(
    petri: Petri, spanish: Path, file: str, old: str, new: str, ails: dict[str, list[str]]
) -> None:
    """Exactly what was done is told; a language that is released then fails, and a draft does not."""
    change(spanish.with_name(f"{file}.yaml"), old, new)
    assert ailing(health(petri, "--words")) == ails
    change(spanish, "language: Español", "language: Español\nstatus: draft")
    found = health(petri, "--words", code=0)
    assert ailing(found) == ails
    assert found["clean"] is False
    places = [one for kind in ails for one in found[kind]]
    assert all(one["file"].endswith("es.yaml") and one["line"] and one["column"] for one in places)


def test_stars_that_are_meant_as_such(petri: Petri, spanish: Path) -> None:
    """A backslash says that a star is one."""
    change(spanish, "Cruces", "'Cruces \\*'")
    assert ailing(health(petri, "--words", code=0)) == {}


def test_sentences_that_nobody_looked_at(petri: Petri, tiny_game: Path) -> None:
    """Before anything was accepted all of them are unseen."""
    found = health(petri, "--words")
    assert len(found["unseen"]) == 7
    done = petri("locale", "tiny_game", "--words")
    assert done.exit_code == 1
    assert "tiny_game/wording/es.yaml:4:12: words.kit.title: nobody has said yet" in done.stdout
    assert "1 of 2 clean; 1 released and not clean" in done.stdout


def test_all_that_does_not_fit_is_told_at_once(petri: Petri, spanish: Path) -> None:
    """Two texts of one sheet and a heading of the rules, each with its millimetres and papers."""
    change(spanish, "Cruces", "Cruces" * 60)
    change(spanish, "Nombre", "Nombre" * 60)
    change(spanish, "Tu turno", "Tuturno" * 60)
    found = health(petri)
    assert ailing(found) == {}
    told = {(one["part"], one["over_mm"] > 10) for one in found["misfits"]}
    assert told == {("sheet", True), ("rules", True)}
    assert len([one for one in found["misfits"] if one["part"] == "sheet"]) >= 2
    assert {"a4", "letter"} <= set(found["misfits"][0]["papers"])
    done = petri("locale", "tiny_game", "-l", "es")
    assert "tiny-game/rules-es (" in done.stdout
    assert "mm)" in done.stdout


def test_what_ails_words_does_not_hide_what_does_not_fit(petri: Petri, spanish: Path) -> None:
    """Missing, broken and unprintable sentences are replaced while the pages are tried."""
    change(spanish, "    track: Cruces\n", "")
    change(spanish, "Hoja", "'**Hoja'")
    change(spanish, "Reglas", "Reglas 𓀀")
    change(spanish, "Nombre", "Nombre" * 60)
    found = health(petri)
    assert ailing(found) == {
        "missing": ["sheet.track"],
        "wrong": ["sheet.title"],
        "characters": ["rules.title"],
    }
    assert {one["part"] for one in found["misfits"]} == {"sheet"}


def test_a_script_that_no_font_has_is_one_line(petri: Petri, tiny_game: Path) -> None:
    """Of a few sentences each is told, and of more than a dozen only which characters lack."""
    lines = "".join(f"    {letter}: Word {letter}\n" for letter in "abcdefghijklmnop")
    for locale, said in (("en", lines), ("th", lines.replace("Word", "คำ"))):
        path = tiny_game / "wording" / f"{locale}.yaml"
        before = path.read_text("utf-8") if path.exists() else "language: ไทย\nstatus: draft\nwords:\n"
        path.write_text(f"{before}  more:\n{said}", encoding="utf-8")
    done = petri("locale", "tiny_game", "-l", "th", "--words")
    told = "tiny-game th: 16 sentences have characters that no font has: คำ (put a font"
    assert next(line for line in done.stdout.splitlines() if "no font has" in line).startswith(told)
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
    assert "has these words in its own file" in petri("locale", "new", "shared", "pt").stderr
    shutil.copytree(find_shelf().find_game("pox"), tmp_path / "pox")
    assert petri("locale", "new", "./pox", "pt").exit_code == 0
    assert (tmp_path / "pox" / "wording" / "pt.yaml").is_file()
    assert not find_shelf().find_game("pox").joinpath("wording", "pt.yaml").exists()


def test_the_same_as_in_english_by_name_only(petri: Petri, spanish: Path) -> None:
    """A name is accepted by its key; accepting everything leaves it as it is."""
    change(spanish, "Juego pequeño", "Tiny game")
    done = petri("locale", "accept", "tiny_game", "es")
    assert "not accepted without being named: kit.title" in done.stdout
    assert ailing(health(petri, "--words")) == {"identical": ["kit.title"]}
    assert "1 sentence accepted" in petri("locale", "accept", "tiny_game", "es", "kit").stdout
    assert ailing(health(petri, "--words", code=0)) == {}


def test_stale_until_it_is_accepted(petri: Petri, spanish: Path) -> None:
    """English that changes back is as it was; one that was accepted has a new hash."""
    change(spanish.with_name("en.yaml"), "Crosses", "Circles")
    assert ailing(health(petri, "--words")) == {"stale": ["sheet.track"]}
    change(spanish.with_name("en.yaml"), "Circles", "Crosses")
    assert ailing(health(petri, "--words", code=0)) == {}
    change(spanish.with_name("en.yaml"), "Crosses", "Circles")
    petri("locale", "accept", "tiny_game", "es", "sheet.track")
    assert ailing(health(petri, "--words", code=0)) == {}


def test_unknown_names_are_told(petri: Petri, spanish: Path) -> None:
    """Games, languages and keys that nobody has; nothing is written."""
    before = spanish.with_name("seen").joinpath("es.txt").read_bytes()
    assert "unknown game 'tinygame'" in petri("locale", "tinygame").stderr
    assert "unknown locale 'fr'; available: en, es" in petri("locale", "tiny_game", "-l", "fr").stderr
    assert "tiny_game: unknown locale 'fr'" in petri("locale", "accept", "tiny_game", "fr").stderr
    done = petri("locale", "accept", "tiny_game", "es", "sheet.trak", "nothing.at.all")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "no sentence or group `sheet.trak` in es; did you mean `sheet.track`?",
        "no sentence or group `nothing.at.all` in es; there are: kit.title, rules.text, rules.title, "
        "rules.turn, sheet.name, sheet.title, sheet.track",
    ]
    assert spanish.with_name("seen").joinpath("es.txt").read_bytes() == before


def test_a_wrong_head_is_told_alone(petri: Petri, tiny_game: Path) -> None:
    """Whoever has just begun a draft hears of its status, and not of every sentence without words."""
    petri("locale", "new", "tiny_game", "pt")
    change(tiny_game / "wording" / "pt.yaml", "status: draft", "status: esboço")
    (told,) = petri("locale", "tiny_game", "-l", "pt", "--words").stderr.splitlines()
    assert "pt.yaml:4:9: status: `esboço` is not allowed here" in told


def test_files_that_cannot_be_read_are_told(petri: Petri, spanish: Path) -> None:
    """A file that is no YAML, and a damaged file of what was seen, stop with file and line."""
    change(spanish, "kit:", "kit: [")
    done = petri("locale", "tiny_game", "--words")
    assert (done.exit_code, done.stderr.startswith("tiny_game/wording/es.yaml:")) == (1, True)
    change(spanish, "kit: [", "kit:")
    seen = spanish.with_name("seen") / "es.txt"
    seen.write_text("kit.title\n", encoding="utf-8")
    done = petri("locale", "tiny_game", "--words")
    assert "seen/es.txt:1:1: is not a line of what was seen" in done.stderr


def test_a_new_language_is_a_draft(petri: Petri, spanish: Path) -> None:
    """It has every key, builds at once, says what is English, and fails nothing."""
    done = petri("locale", "new", "tiny_game", "pt-BR")
    assert done.exit_code == 0
    path = spanish.with_name("pt-BR.yaml")
    text = path.read_text("utf-8")
    assert "language: Português (Brasil)\ndirection: ltr\nstatus: draft\nwords:\n" in text
    assert "  kit:\n    # Tiny game\n    title:\n" in text
    change(path, "    # Crosses\n    track:\n", "    track: Cruzes\n")
    found = json.loads(petri("locale", "tiny_game", "-l", "pt-BR", "--json").stdout)[0]
    assert (found["translated"], found["status"], found["misfits"]) == (1, "draft", [])
    made = petri("make", "tiny_game", "-l", "pt-BR", "--to", "txt")
    assert made.exit_code == 0
    assert "Cruzes" in Path("output/tiny-game/sheet-pt-BR-a4.txt").read_text("utf-8")
    assert "pt-BR is a draft: " in made.stderr
    assert petri("check", "tiny_game").exit_code == 0
    assert petri("locale", "new", "tiny_game", "pt-BR").exit_code == 1
    for tag, told in (
        ("brasil", "is not a language tag"),
        ("jp", "did you mean `ja`"),
        ("qps", "is made of"),
    ):
        refused = petri("locale", "new", "tiny_game", tag)
        assert (refused.exit_code, told in refused.stderr) == (2, True)
    assert path.read_text("utf-8").count("Cruzes") == 1


def test_a_draft_that_is_released_must_be_whole(petri: Petri, spanish: Path) -> None:
    """Without `status: draft` what is missing is an error again, for every command that prints."""
    petri("locale", "new", "tiny_game", "pt")
    path = spanish.with_name("pt.yaml")
    path.write_text(path.read_text("utf-8").replace("status: draft\n", ""), encoding="utf-8")
    done = petri("make", "tiny_game", "-l", "pt")
    assert done.exit_code == 1
    assert "words.sheet.track: has no words" in done.stderr


def test_check_finds_stale_sentences(petri: Petri, spanish: Path) -> None:
    """English that changes is never wrong in silence; what nobody looked at is told, and is no error."""
    change(spanish.with_name("en.yaml"), "Crosses", "Circles")
    done = petri("check", "tiny_game")
    assert done.exit_code == 1
    assert "tiny_game/wording/es.yaml:8:12: words.sheet.track: English has changed" in done.stdout
    spanish.with_name("seen").joinpath("es.txt").unlink()
    done = petri("check", "tiny_game")
    assert done.exit_code == 0
    assert "es of tiny-game: 7 sentences that nobody has compared" in done.stdout


def test_shipped_languages_are_clean(petri: Petri) -> None:
    """In words; that they fit is proven by `petri check`. After a change: `petri locale accept GAME`."""
    done = petri("locale", "--words")
    assert done.exit_code == 0, done.stdout
