"""`petri walk` where several may act at once: everybody marks, anybody plays an event."""

from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

Petri = Callable[..., Result]

INFECTED = ("lagos", "tokyo", "cairo", "lima", "sydney", "paris", "mumbai", "osaka", "miami")
DEALT = ("seoul", "milan", "essen", "santiago", "madrid", "delhi", "taipei", "one quiet night")
PANDEMIC = ("walk", "pandemic", "--players", "Ana,Bo", "--options", "difficulty=introductory")


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def read_last(path: str, lines: int) -> list[str]:
    text = Path(path).read_text("utf-8")
    return [line.strip().removeprefix("- ") for line in text.splitlines()[-lines:]]


def test_somebody_else_is_named(petri: Petri) -> None:
    """Whoever is asked; the name alone asks them, until they have acted."""
    lines = ("3 4", "bo: done", "4 testing a1", "undo", "undo", "Bo:", "done", "Bo: done")
    done = petri("walk", "fight-the-virus", "--players", "Ana,Bo", typed=typed(*lines))
    assert done.stdout.count("Ana, you are active") > 1
    assert done.stdout.count("Bo, you may use one of 3 and 4") == 1
    assert "No: it is not Bo’s turn; the next move is by Ana" in done.stdout
    assert read_last("fight-the-virus-walk.yaml", 2) == ["nature: 3 4", "Bo: done"]
    assert done.stdout.count("Taken back: ") == 2


def test_all_who_may_move_are_named(petri: Petri) -> None:
    """Joined as the language joins lists."""
    players = ("walk", "fight-the-virus", "--players", "Ana,Bo,Cleo")
    done = petri(*players, typed=typed("3 4", "done", "Ana: done"))
    assert "No: it is not Ana’s turn; the next move is by Bo and Cleo" in done.stdout


def test_who_played_is_told_with_the_colon_of_the_language(petri: Petri) -> None:
    """Full-width in Japanese, as in all that is said of somebody."""
    walk = ("walk", "fight-the-virus", "--locale", "ja", "--players", "Ana,Bo")
    assert "\n運：3と4\n" in petri(*walk, typed=typed("3 4")).stdout


def test_choices_of_large_groups_are_in_the_language(petri: Petri) -> None:
    """Rolls are named as on the sheet, and the other players are a list with its conjunction."""
    walk = (
        "walk",
        "fight-the-virus",
        "--variant",
        "large_groups",
        "--locale",
        "es",
        "--players",
        "Ana,Bo,Iris",
    )
    asked = petri(*walk, typed=typed("2")).stdout
    assert "\n   1  Tirada A  elegir la tirada A\n   2  Tirada B  elegir la tirada B\n" in asked
    assert "Ahora también se admiten jugadas de Bo e Iris." in asked


def test_an_event_is_played_before_the_cards_are_drawn(petri: Petri) -> None:
    """The program draws when Enter is pressed, and not before others had their say."""
    begin = (*INFECTED, "medic", "scientist", *DEALT)
    petri(*PANDEMIC, "--save", "p.yaml", typed=typed(*begin))
    assert read_last("p.yaml", 1) == ["nature: deal Bo one quiet night"]
    asked = petri(*PANDEMIC, "--save", "p.yaml", "--auto", "cards", "--seed", "2", typed=typed("Ana: pass"))
    assert asked.exit_code == 0, asked.stdout
    assert "Bo may act now, too." in asked.stdout
    assert "Press Enter, and the program draws or rolls." in asked.stdout
    assert read_last("p.yaml", 1) == ["Ana: pass"], "nothing was drawn yet"
    played = petri(*PANDEMIC, "--save", "p.yaml", "--auto", "cards", "--seed", "2", typed=typed("Bo: quiet"))
    assert played.exit_code == 0, played.stdout
    log = Path("p.yaml").read_text("utf-8")
    assert "  - Ana: pass\n  - Bo: one quiet night\n  - nature: " in log, "now nobody is in the way"
