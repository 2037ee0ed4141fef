"""The game that is written down in data/games/pox/example_game.yaml, and what the page tells of it."""

import re
from pathlib import Path

from generator.games.pox.companion import write_board
from generator.play.paper import Report
from generator.read.files.shelf import find_shelf
from generator.read.scores import decode_score, read_score
from tests.games.pox.boards import NAMES, referee, rules, score
from tests.referee import take_words

EXAMPLE = find_shelf().games / "pox" / "example_game.yaml"
PAGE = (Path(__file__).parents[3] / "docs" / "games" / "pox.md").read_text("utf-8")


def report() -> Report:
    return referee().score(read_score(EXAMPLE))


def moves_in(text: str) -> list[str]:
    return [line.split("  #")[0].rstrip() for line in text.splitlines() if line.startswith("  - ")]


def test_it_is_proved_move_by_move() -> None:
    """To its end: contained, with three of four dead, in eleven turns."""
    found = report()
    assert found.verdict == "proved"
    assert found.moves == len(moves_in(EXAMPLE.read_text("utf-8"))) == 36
    assert found.outcome is not None
    assert (found.outcome.won, found.outcome.rule) == (True, "pox.end.contained")
    numbers = {line.label.key: line.points for line in found.scores["Ana"].rounds[0].lines}
    assert numbers == {"tally.turns": 11, "tally.infected": 16, "tally.immune": 23, "tally.dead": 3}


def test_everything_happens_in_it() -> None:
    """Both kinds of death, an outbreak that finds nobody, a spread that is stopped, both helps."""
    game = rules()
    state = game.start(("Ana", "Ben", "Cleo"), {})
    keys = set()
    for line in moves_in(EXAMPLE.read_text("utf-8")):
        actor, words = line.removeprefix("  - ").split(": ")
        step = take_words(game, state, actor, words)
        keys |= {event.key for event in step.events}
        state = step.state
    assert {
        "event.die.vulnerable",
        "event.die.surrounded",
        "event.die.nobody",
        "event.outbreak.nobody",
        "event.infect.outbreak",
        "event.spread.south",
        "event.vaccinate",
        "event.cure",
        "event.end.contained",
    } <= keys


def test_it_begins_with_the_three_turns_of_the_printed_rules() -> None:
    """Places that the rules name stand in its first turns, and the figure shows what lies there then."""
    wording = referee().kit.wordings["en"]
    lines = moves_in(EXAMPLE.read_text("utf-8"))
    for key, of in (("ana_helps", lines[:4]), ("ben", lines[4:7]), ("cleo", lines[7:9])):
        told = set(re.findall(r"\b[a-i][1-9]\b", wording.format(f"rules.example.{key}")))
        assert {line.split()[-1] for line in of[1:]} <= told


def test_the_documentation_tells_all_of_it() -> None:
    """Every move in its order, and the board in the end."""
    section = PAGE[PAGE.index("### The example") : PAGE.index("## Figures")]
    assert moves_in(section) == moves_in(EXAMPLE.read_text("utf-8"))
    game = rules()
    state = game.start(NAMES, {})
    for line in moves_in(section):
        actor, words = line.removeprefix("  - ").split(": ")
        state = take_words(game, state, actor, words).state
    assert "\n".join(write_board(game.data.people, state.chips)) in section


def test_the_finished_board_of_the_documentation_is_as_told() -> None:
    """Won; and with the chip left out that the page names, the fault that it shows."""
    section = PAGE[PAGE.index("## A finished board") : PAGE.index("## A game as a log")]
    text = re.search(r"```yaml\n(.*?)```", section, re.DOTALL)
    assert text is not None
    found = referee().score(decode_score(text[1].encode()))
    assert found.outcome is not None
    assert found.outcome.won
    for line in next(iter(found.scores.values())).rounds[0].lines:
        label = line.label.format(referee().kit.wordings["en"])
        assert re.search(rf"^{re.escape(label)} +{line.points}$", section, re.MULTILINE)
    (fault,) = score(text[1].replace(". b r b .", ". b . b .")).faults
    message = fault.sentence.format(referee().kit.wordings["en"])
    said = f"board.yaml:{fault.line}:{fault.column}: {fault.where}: {message}"
    assert f"{said} ({fault.rule})" in section


def test_the_log_in_the_page_can_be_played() -> None:
    """The short one that shows the head of a file."""
    section = PAGE[PAGE.index("## A game as a log") : PAGE.index("### The example")]
    text = re.search(r"```yaml\n(.*?)```", section, re.DOTALL)
    assert text is not None
    assert referee().score(decode_score(text[1].encode())).verdict == "proved"
    log = (
        "game: pox\nplayers: [Ana]\ndiagonal_touch: yes\nstrict_chip_limit: yes\ndeaths_allowed: 7\nlog: []\n"
    )
    assert score(log).verdict == "proved"
