"""Words of every language in score files and walks, whatever the locale."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests.cli.playing.test_walk_command import typed

Petri = Callable[..., Result]
HEAD = "game: pandemic\nplayers: [Ana, Bo]\nroles: Ana {role}, Bo scientist\n"
LOG = HEAD + "log:\n  - nature: infect {city}\n"
TABLE = HEAD + "table:\n  cubes: {{{city}: 2}}\n"
BOARD = "game: pox\ndifficulty: {level}\nboard: |\n" + "  . . . . . . . . .\n" * 9
LOCALES = ("en", "de", "es", "fr", "it")


def score(petri: Petri, text: str, locale: str) -> tuple[int, object]:
    Path("evening.yaml").write_text(text, encoding="utf-8")
    done = petri("score", "evening.yaml", "--locale", locale, "--json")
    return done.exit_code, json.loads(done.stdout)["verdict"] if done.stdout else done.stderr


@pytest.mark.parametrize(
    ("text", "code", "verdict"),
    [
        (LOG.format(role="Ärztin", city="Kairo"), 0, "proved"),
        (LOG.format(role="medic", city="El Cairo"), 0, "proved"),
        (LOG.format(role="Médecin", city="Le Caire"), 0, "proved"),
        (LOG.format(role="medic", city="Kairro"), 2, "unreadable"),
        (LOG.format(role="medic", city="San"), 2, "unreadable"),
        (TABLE.format(role="Ärztin", city="Kairo"), 0, "consistent"),
        (
            TABLE.format(role="medic", city="Kairro"),
            2,
            "evening.yaml:5:11: table.cubes.Kairro: ",
        ),
        (
            TABLE.format(role="medic", city="San"),
            2,
            "evening.yaml:5:11: table.cubes.San: ",
        ),
        (BOARD.format(level="Hühnersuppe"), 1, "illegal"),
        (
            BOARD.format(level="Suppe"),
            2,
            "evening.yaml:2:13: difficulty: ",
        ),
    ],
)
def test_the_verdict_does_not_depend_on_the_locale(petri: Petri, text: str, code: int, verdict: str) -> None:
    """Names of all languages are read, and what is a name in none is unreadable in logs and tables alike."""
    for locale in LOCALES:
        found = score(petri, text, locale)
        assert (found[0], str(found[1])[: len(verdict)]) == (code, verdict), locale


def test_the_game_in_a_file_need_not_be_named(petri: Petri) -> None:
    """As in a PDF file; a file without it is asked for the game."""
    text = "game: pox\nboard: |\n" + "  . . . . . . . . .\n" * 9
    Path("pox.yaml").write_text(text, encoding="utf-8")
    Path("other.yaml").write_text("game: pandemic\ntable: {cubes: {}}\n", encoding="utf-8")
    alone, named = petri("score", "pox.yaml"), petri("score", "pox", "pox.yaml")
    assert (alone.exit_code, alone.stdout) == (named.exit_code, named.stdout)
    both = petri("score", "pox.yaml", "other.yaml")
    assert both.exit_code == 2
    assert "other.yaml:1:7: game: this file is of the game “pandemic”, not of “pox”" in both.stderr


@pytest.mark.parametrize("locale", LOCALES)
def test_words_of_another_language_are_played(petri: Petri, locale: str) -> None:
    """In a walk in any language; a log of them is the same game."""
    moves = ("Norden", "vacunar a e5", "guarisci d3", "den Rest überspringen")
    petri("walk", "pox", "--players", "Ana", "--locale", locale, typed=typed("1", *moves))
    text = Path("pox-walk.yaml").read_text("utf-8")
    assert "- nature: spread north\n  - Ana: vaccinate e5\n" in text


def test_abbreviations_that_fit_several_moves_are_listed(petri: Petri) -> None:
    """Never the first one is played: not of moves, levels, or risk cards."""
    words = ("i", "chick", "spr", "nor", "v", "vac e", "r", "w", "?r")
    done = petri("walk", "pox", "--players", "Ana", typed=typed(*words))
    assert "“i” is not a value of “difficulty”; available: IV Fluids, Intensive Care" in done.stdout
    assert "“spr” could mean:" in done.stdout
    assert "“v” could mean:" in done.stdout
    assert "“r” could mean:\n   1  done  skip the rest\n" in done.stdout
    assert done.stdout.count("(log.unreadable)") == 2
    assert Path("pox-walk.yaml").read_text("utf-8").endswith("log:\n  - nature: spread north\n")


def test_a_part_of_a_name_is_not_the_name(petri: Petri) -> None:
    """`San` is no city if another one begins so, too."""
    done = petri("walk", "pandemic", "--players", "Ana,Bo", typed=typed("", "san", "lim"))
    assert "   2  infect Santiago" in done.stdout
    assert Path("pandemic-walk.yaml").read_text("utf-8").endswith("log:\n  - nature: infect Lima\n")


def test_a_die_is_not_the_number_of_a_choice(petri: Petri) -> None:
    """Where moves begin with dice, entries have letters."""
    words = ("walk", "fight-the-virus", "--players", "Ana,Bo", "--no-lessons")
    done = petri(*words, typed=typed("1 4", "4", "b"))
    assert "   a  1 research 1 " in done.stdout
    assert "“4” could mean:\n   a  4 testing a1 " in done.stdout
    assert Path("fight-the-virus-walk.yaml").read_text("utf-8").endswith("  - Ana: 4 testing a2\n")
