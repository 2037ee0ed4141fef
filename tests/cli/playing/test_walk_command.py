"""`petri walk`: what it asks, what it takes, what it says, how it ends."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.errors import OutputError
from generator.output import Staging
from generator.read.scores import decode_score

Petri = Callable[..., Result]

BEGIN = ("Ana, Bo", "miracle", "spread north")
GOOD_PART = "Ana, whom do you help?"


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def read_log(path: str = "pox-walk.yaml") -> list[str]:
    """`who: what`, line by line."""
    data = decode_score(Path(path).read_bytes()).data
    assert isinstance(data, dict)
    lines = data["log"]
    assert isinstance(lines, list)
    return [f"{who}: {what}" for line in lines if isinstance(line, dict) for who, what in line.items()]


def test_it_asks_who_plays_and_how(petri: Petri) -> None:
    """Then it says what to lay out, and begins; at the end of what is typed it says how to go on."""
    done = petri("walk", "pox", typed=typed(*BEGIN))
    assert done.exit_code == 0
    said = done.stdout
    order = [
        said.index(words)
        for words in (
            "Who plays?",
            "How hard should it be?",
            "Miracle",
            "Before you begin:",
            "1. Put red chips on d4 and f6.",
            "Ana draws a card.",
            "Red chips on d3 and f5.",
            GOOD_PART,
            "The game is saved in pox-walk.yaml. To continue: petri walk pox",
        )
    ]
    assert order == sorted(order)
    head = "game: pox\nplayers: [Ana, Bo]\ndifficulty: miracle\nlog:\n"
    assert Path("pox-walk.yaml").read_text("utf-8") == f"{head}  - nature: spread north\n"


def test_before_the_game_one_question_can_be_gone_back(petri: Petri) -> None:
    """As far as who plays, unless the command line says it; whoever leaves goes on with the same question."""
    done = petri("walk", "pox", typed=typed("undo", "Ana Bo", "undo", "Ana; Bo", "undo", "Eva, Bo", "quit"))
    assert done.exit_code == 0
    assert done.stdout.count("There is nothing to take back.") == 1
    assert done.stdout.count("Who plays?") == 3
    assert "To continue: petri walk pox" in done.stdout
    assert Path("pox-walk.yaml").read_text("utf-8") == "game: pox\nplayers: [Eva, Bo]\n"
    done = petri("walk", "pox", "--players", "Eva,Bo", typed=typed("undo", "miracle"))
    assert "There is nothing to take back." in done.stdout
    assert "Who plays?" not in done.stdout
    assert "difficulty: miracle" in Path("pox-walk.yaml").read_text("utf-8")


def test_what_the_command_line_says_is_not_asked(petri: Petri) -> None:
    """Players and options."""
    done = petri("walk", "pox", "--players", "Ana,Bo", "--options", "difficulty=iv_fluids", typed="")
    assert "Who plays?" not in done.stdout
    assert "How hard should it be?" not in done.stdout
    assert (
        Path("pox-walk.yaml")
        .read_text("utf-8")
        .startswith("game: pox\nplayers: [Ana, Bo]\ndifficulty: iv_fluids\n")
    )


@pytest.mark.parametrize(
    ("answer", "players"), [("3", "[Player 1, Player 2, Player 3]"), (" Ana ,, Bo,", "[Ana, Bo]")]
)
def test_players_by_number_or_by_name(petri: Petri, answer: str, players: str) -> None:
    """A number is enough; blanks and commas too many do no harm."""
    petri("walk", "pox", typed=typed(answer))
    assert f"players: {players}" in Path("pox-walk.yaml").read_text("utf-8")


@pytest.mark.parametrize("answer", ["", "9", "0", "Ana, Ana", "nature", "x" * 70, "a,b,c,d,e", "Ana\x1b[2J"])
def test_players_that_cannot_be_are_asked_again(petri: Petri, answer: str) -> None:
    """With the reason; nothing is written yet."""
    done = petri("walk", "pox", typed=typed(answer))
    assert done.exit_code == (1 if answer != "Ana\x1b[2J" else 0)
    assert not Path("pox-walk.yaml").exists()
    assert done.stdout.count("> ") == 2


@pytest.mark.parametrize("answer", ["", "1", "chicken_soup", "Chicken Soup", "chick"])
def test_an_option_by_number_by_name_or_usual(petri: Petri, answer: str) -> None:
    """Enter alone takes the usual value."""
    petri("walk", "pox", typed=typed("Ana", answer))
    assert "difficulty: chicken_soup" in Path("pox-walk.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        ("vaccinate e5", "Ana: vaccinate e5"),
        ("VACCINATE  E5", "Ana: vaccinate e5"),
        ("vac e5", "Ana: vaccinate e5"),
        ("e5", "Ana: vaccinate e5"),
        ("Ana: e5", "Ana: vaccinate e5"),
        ("6", "Ana: done"),
        ("skip the rest", "Ana: done"),
        ("don", "nature: spread north"),
        ("cure f6", "Ana: cure f6"),
        ("(Teacher) d3 cure", "Ana: cure d3"),
    ],
)
def test_a_choice_by_number_by_words_or_by_their_start(petri: Petri, answer: str, taken: str) -> None:
    """Of the notation, or of what is told beside it."""
    petri("walk", "pox", typed=typed(*BEGIN, answer))
    assert read_log()[-1] == taken


def test_chance_has_a_name_too(petri: Petri) -> None:
    """As in a log, or as the companion calls it; it is as little in turn as anybody else."""
    moves = ["Ana: done", "nature: spread north", "chance: done", "e4", "done"]
    done = petri("walk", "pox", typed=typed(*BEGIN[:2], *moves))
    assert "legal here: chance: " in done.stdout
    assert "it is not chance’s turn; the next move is by Ana" in done.stdout
    petri("walk", "pox", typed=typed("chance: spread east"))
    assert read_log()[-1] == "nature: spread east"


def test_the_moves_of_chance_have_its_name_in_the_language(petri: Petri) -> None:
    """They may be typed as they are shown, also after the wide colon of Japanese keyboards."""
    words = ("Ana: 5 testing a1", "運： 5 6", "Ana：5 検査 a1")
    done = petri("walk", "fight-the-virus", "--players", "Ana,Bo", "-l", "ja", typed=typed(*words))
    assert "ここでできる手：運: 1 1" in done.stdout
    assert read_log("fight-the-virus-walk.yaml") == ["nature: 5 6", "Ana: 5 testing a1"]


def test_who_plays_alone_is_shown_the_board_in_every_turn(petri: Petri) -> None:
    """Once a turn, when there is something to decide."""
    done = petri("walk", "pox", typed=typed("Ana", "miracle", "spread north", "done", "spread south", "quit"))
    for turn in ("Turn 1, Ana: Spread North", "Turn 2, Ana: Spread South"):
        assert done.stdout.count(turn) == 1


def test_a_long_list_is_opened_and_shown_in_part(petri: Petri) -> None:
    """Moves that begin alike are one entry; what is not shown is counted."""
    done = petri("walk", "pox", typed=typed(*BEGIN, "1", "13", "2"))
    assert "1  vaccinate … (71)" in done.stdout
    assert "… and 59 more, down to “vaccinate i9”" in done.stdout
    assert "The list has no number 13." in done.stdout
    assert read_log()[-1] == "Ana: vaccinate b1"


@pytest.mark.parametrize(
    ("answer", "rule", "reason"),
    [
        ("vaccinate g2", "pox.vaccinate.vulnerable", "the person on g2 is vulnerable"),
        ("vac g2", "pox.vaccinate.vulnerable", "the person on g2 is vulnerable"),
        ("fly home", "log.unreadable", "“fly home” is not a move that can be made here"),
        ("Bo: vaccinate e5", "log.turn", "it is not Bo’s turn; the next move is by Ana"),
        ("Bo:", "log.turn", "it is not Bo’s turn; the next move is by Ana"),
    ],
)
def test_what_is_not_allowed_is_refused(petri: Petri, answer: str, rule: str, reason: str) -> None:
    """With the rule's sentence, its id, and moves that are legal; in a pipe the exit code is 1."""
    done = petri("walk", "pox", typed=typed(*BEGIN, answer))
    assert done.exit_code == 1
    assert f"No: {reason}" in done.stdout
    assert f"({rule})" in done.stdout
    assert "legal here: " in done.stdout
    assert read_log() == ["nature: spread north"]


def test_why_tells_the_rule_and_its_paragraph(petri: Petri) -> None:
    """Of what was refused last; where nothing was, what this step is. The documents are English.

    So in another language the step is explained instead.
    """
    done = petri("walk", "pox", typed=typed(*BEGIN, "why", "vac g2", "why"))
    _, _, after = done.stdout.partition(GOOD_PART)
    lesson, _, refused = after.partition("No: the person on g2 is vulnerable")
    assert "the good part" in lesson
    assert refused.count("the person on g2 is vulnerable and cannot be vaccinated") == 1
    assert "Vulnerable people cannot be vaccinated.\n" in refused, "the paragraph of the documentation"
    german = petri("walk", "pox", "-l", "de", "--new", typed=typed(*BEGIN, "vac g2", "warum"))
    assert german.stdout.count("Du impfst bis zu 3") == 2


def test_undo_takes_back_and_redoes(petri: Petri) -> None:
    """From the file as well; the same moves can be made again."""
    done = petri("walk", "pox", typed=typed(*BEGIN, "e5", "undo", "undo", "undo", "nor", "e4"))
    assert "Taken back: Ana: vaccinate e5" in done.stdout
    assert "Taken back: chance: spread north" in done.stdout
    assert "There is nothing to take back." in done.stdout
    assert read_log() == ["nature: spread north", "Ana: vaccinate e4"]


def test_the_commands(petri: Petri) -> None:
    """`log`, `table`, `moves`, `save` and `help` say what they say, and change nothing."""
    lines = ("log", "table", "moves vac e", "save", "save copy.yaml", "save copy.yaml", "help", "auto")
    done = petri("walk", "pox", typed=typed(*BEGIN, *lines, "quit", "e5"))
    assert done.exit_code == 0
    assert "   1  chance  spread north\n" in done.stdout
    assert done.stdout.count("Turn 1, Ana: Spread North") == 2
    assert "9  vaccinate e9" in done.stdout
    assert "A copy is in copy.yaml." in done.stdout
    assert "copy.yaml already exists; give the copy another name." in done.stdout
    assert "takes back the last entry" in done.stdout
    assert "No card is drawn now" in done.stdout
    assert Path("copy.yaml").read_bytes() == Path("pox-walk.yaml").read_bytes()
    assert read_log() == ["nature: spread north"], "nothing is taken after `quit`"


@pytest.mark.parametrize("game", ["fight-the-virus", "pox", "virus-and-co", "pandemic"])
def test_a_list_of_nothing(petri: Petri, game: str) -> None:
    """Words that fit no move are an answer, whether moves are rolled, drawn, or chosen; then it goes on."""
    words = ("walk", game, "--players", "Ana,Bo,Cleo")
    done = petri(*words, typed=typed("", *["moves zebra", "moves", "moves zebra"] * 2))
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.stdout.count("zebra") >= 2
    assert "To continue: petri walk" in done.stdout


@pytest.mark.posix("pipes and devices")
def test_what_is_no_file_keeps_no_game(petri: Petri, tmp_path: Path) -> None:
    """A pipe or a device is never replaced, nor waited for."""
    os.mkfifo(tmp_path / "pipe")
    for words in (("walk", "pox"), ("walk", "pox", "--players", "Ana")):
        done = petri(*words, "--save", "pipe", typed=typed(*BEGIN))
        assert done.exit_code == 1
        assert done.stderr == "pipe: is not a regular file, so a game cannot be saved in it\n"
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.posix("symbolic links")
def test_a_link_to_a_game_stays_a_link(petri: Petri, tmp_path: Path) -> None:
    """What is kept is in the file that it leads to, after every kind of line and of change."""
    (tmp_path / "deep").mkdir()
    petri("walk", "pox", "--save", "deep/game.yaml", typed=typed(*BEGIN))
    (tmp_path / "link.yaml").symlink_to("deep/game.yaml")
    assert petri("walk", "pox", "--save", "link.yaml", typed=typed("e5", "e4", "undo")).exit_code == 0
    assert (tmp_path / "link.yaml").is_symlink()
    assert read_log("deep/game.yaml") == ["nature: spread north", "Ana: vaccinate e5"]


def test_the_same_command_goes_on(petri: Petri) -> None:
    """In the state in which it stopped; what was explained is not explained again."""
    first = petri("walk", "pox", typed=typed(*BEGIN, "e5"))
    again = petri("walk", "pox", typed=typed("e4"))
    assert "The game in pox-walk.yaml continues after its last line, number 2." in again.stdout
    assert "Who plays?" not in again.stdout
    lesson = "A turn begins with a card from the draw pile"
    assert lesson in first.stdout
    assert lesson not in again.stdout
    assert read_log() == ["nature: spread north", "Ana: vaccinate e5", "Ana: vaccinate e4"]


def test_stopped_among_the_first_questions_it_asks_the_rest(petri: Petri) -> None:
    """What was answered stands."""
    petri("walk", "pox", typed=typed("Ana, Bo"))
    again = petri("walk", "pox", typed=typed("miracle"))
    assert "Who plays?" not in again.stdout
    assert "How hard should it be?" in again.stdout
    assert "difficulty: miracle\nlog: []" in Path("pox-walk.yaml").read_text("utf-8")


def test_a_game_of_another_name(petri: Petri) -> None:
    """`--save` begins it or goes on with it; `--new` begins one beside the last one."""
    petri("walk", "pox", "--save", "a.yaml", typed=typed(*BEGIN))
    done = petri("walk", "pox", "--save", "a.yaml", typed=typed("e5"))
    assert read_log("a.yaml")[-1] == "Ana: vaccinate e5"
    assert "To continue: petri walk pox --save a.yaml" in done.stdout
    petri("walk", "pox", typed=typed(*BEGIN))
    petri("walk", "pox", "--new", typed=typed("Cleo", "", "e"))
    assert "players: [Cleo]" in Path("pox-walk-2.yaml").read_text("utf-8")
    petri("walk", "pox", typed=typed("undo"))
    assert read_log("pox-walk-2.yaml") == []
    taken = petri("walk", "pox", "--new", "--save", "a.yaml")
    assert taken.exit_code == 1
    assert "the file already exists" in taken.stderr


def test_a_whole_game_with_the_program_drawing(petri: Petri) -> None:
    """It ends with the table, the score, and a log that is proved; what is played next is a new game."""
    order = ("walk", "pox", "--players", "Ana,Bo", "--options", "difficulty=miracle")
    drawn = (*order, "--auto", "cards", "--seed", "4", "--no-lessons")
    done = petri(*drawn, typed=typed(*["done"] * 60))
    assert done.exit_code == 0
    assert "A turn begins" not in done.stdout, "no lessons"
    assert "Every move of the log was replayed and is legal." in done.stdout
    assert "All have lost." in done.stdout
    assert "petri score pox pox-walk.yaml" in done.stdout
    assert "To continue" not in done.stdout
    log = Path("pox-walk.yaml").read_text("utf-8")
    proved = petri("score", "pox", "pox-walk.yaml")
    assert proved.exit_code == 0
    assert petri(*drawn, "--save", "again.yaml", typed=typed(*["done"] * 60)).exit_code == 0
    assert Path("again.yaml").read_text("utf-8") == log, "the same seed gives the same game"
    begun = petri("walk", "pox", typed=typed("Cleo"))
    assert "The game in pox-walk.yaml is over; a new game begins in pox-walk-2.yaml." in begun.stdout
    assert Path("pox-walk-2.yaml").exists()
    assert "is over" not in petri("walk", "pox").stdout


def test_the_last_entry_of_a_game_that_is_over_can_be_taken_back(petri: Petri) -> None:
    """And the game goes on; Enter alone leaves."""
    order = ("walk", "pox", "--players", "Ana", "--options", "difficulty=miracle", "--no-lessons")
    petri(*order, "--auto", "cards", "--seed", "4", typed=typed(*["done"] * 60))
    log = read_log()
    last = log[-1].removeprefix("nature: ")
    done = petri(*order, "--save", "pox-walk.yaml", typed=typed("nonsense", "log", "undo", "", last))
    assert f"Taken back: chance: {last}" in done.stdout
    assert done.stdout.count("All have lost.") == 2
    assert read_log() == log
    left = petri("walk", "pox", "--save", "pox-walk.yaml", typed=typed("", "undo"))
    assert left.exit_code == 0
    assert read_log() == log


def test_chance_may_act_once(petri: Petri) -> None:
    """`auto` draws one card, though cards are not drawn by the program otherwise."""
    petri("walk", "pox", "--seed", "1", typed=typed("Ana", "", "auto", "auto"))
    assert len(read_log()) == 1


def test_nothing_of_it_is_coloured_in_a_pipe(petri: Petri) -> None:
    """Nor is a line broken."""
    done = petri("walk", "pox", typed=typed(*BEGIN))
    assert "\x1b" not in done.stdout
    assert "Talk it over together.\n" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) > 100


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--auto", "coins"), "unknown kind 'coins'"),
        (("--options", "difficulty"), "write each key once, with a value"),
        (("--options", "difficulty=hard"), "“hard” is not a value of “difficulty”"),
        (("--options", "level=1"), "unknown option “level”"),
        (("--players", "Ana,Ana"), "two players are called “Ana”"),
        (("--variant", "odd"), "unknown variant “odd”: the game has no variants"),
        (("--seed", "-1"), "--seed"),
    ],
)
def test_a_wrong_command_line(petri: Petri, words: tuple[str, ...], told: str) -> None:
    """Exit code 2; nothing is begun."""
    done = petri("walk", "pox", *words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.replace("│", " ").split())
    assert list(Path().glob("*.yaml")) == []


def test_a_role_that_does_not_exist_is_refused_in_the_language_of_the_walk(petri: Petri) -> None:
    """The set-up of the rules finds it, after the options were read."""
    wrong = "roles=Ana pilota,difficulty=heroic"
    done = petri("walk", "pandemic", "--players", "Ana,Bo", "--options", wrong, "--locale", "it")
    assert done.exit_code == 2
    told = " ".join(done.stderr.replace("│", " ").split())
    assert "«Ana pilota» non è un valore di «ruoli»; sono possibili: Pianificatrice, Coordinatore," in told


def test_options_that_exist_are_named_as_in_their_questions(petri: Petri) -> None:
    """The word of the question is understood; another word is told what the option is called."""
    done = petri("walk", "virus-and-co", "--options", "rounds=few")
    assert "“few” is not a value of “rounds”; available: 3, 1, 2," in done.stderr
    assert done.exit_code == 2
    done = petri("walk", "virus-and-co", "--options", "runds=3")
    assert done.exit_code == 2
    told = " ".join(done.stderr.replace("│", " ").split())
    assert "unknown option “runds”; available: length (How many rounds do you play?)" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--players", "Cleo"), "has Ana, Bo"),
        (("--options", "difficulty=iv_fluids"), "has difficulty=miracle"),
        (("--variant", "odd"), "has no variant"),
    ],
)
def test_a_command_line_that_is_not_the_game(petri: Petri, words: tuple[str, ...], told: str) -> None:
    """Where a game goes on, what is said must be what stands in its file."""
    petri("walk", "pox", typed=typed(*BEGIN))
    done = petri("walk", "pox", *words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.replace("│", " ").split())
    assert petri("walk", "pox", "--players", "Ana,Bo", typed="").exit_code == 0


def test_a_file_that_is_no_game(petri: Petri) -> None:
    """Exit code 1, its place, and the file as it was."""
    Path("notes.txt").write_text("milk and bread", encoding="utf-8")
    done = petri("walk", "pox", "--save", "notes.txt", typed=typed(*BEGIN))
    assert done.exit_code == 1
    assert "notes.txt:1:1: this must be keys with values" in done.stderr
    assert Path("notes.txt").read_text("utf-8") == "milk and bread"
    assert petri("walk", "pox", "--save", "no/such/folder.yaml", typed=typed("Ana")).exit_code == 1


def test_in_another_language(petri: Petri) -> None:
    """Questions, commands and the end; the log has no language."""
    done = petri(
        "walk", "fight-the-virus", "--locale", "es", typed=typed("Ana, Bo", "3 4", "registro", "salir")
    )
    assert done.exit_code == 0
    assert "¿Quién juega?" in done.stdout
    assert "azar" in done.stdout
    assert "Para seguir: petri walk fight-the-virus --locale es" in done.stdout
    assert read_log("fight-the-virus-walk.yaml") == ["nature: 3 4"]
    assert petri("walk", "pox", "--locale", "xx").exit_code == 1


def test_a_picture_that_cannot_be_drawn_stops_no_game(petri: Petri, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk may be full for a while: it is told once, and drawn when it can be; the first one must come."""
    write, calls = Staging.write, []

    def fail_twice(staging: Staging, place: Path, data: bytes) -> None:
        if place.name == "board.svg":
            calls.append(place)
        if place.name == "board.svg" and len(calls) in (2, 3):
            raise OutputError("board.svg", "the disk is full")
        write(staging, place, data)

    monkeypatch.setattr(Staging, "write", fail_twice)
    done = petri("walk", "pox", "--board", "board.svg", typed=typed(*BEGIN, "vaccinate e5", "vaccinate e4"))
    assert done.exit_code == 0
    said = "The picture could not be drawn: board.svg: the disk is full. The game goes on."
    assert done.stdout.count(said) == 1
    assert len(read_log()) == 3
    assert Path("board.svg").read_text("utf-8").count("<title>immunity</title>") == 2
    calls[:] = [Path("board.svg")]
    done = petri("walk", "pox", "--new", "--board", "board.svg", typed=typed(*BEGIN))
    assert done.exit_code == 1
    assert "board.svg: the disk is full" in done.stderr


def test_the_board_is_drawn(petri: Petri) -> None:
    """At every question anew; a sheet for each player, where there is one for each."""
    petri("walk", "pox", "--board", "board.svg", typed=typed(*BEGIN))
    first = Path("board.svg").read_text("utf-8")
    assert first.count("<title>infection</title>") == 4
    petri("walk", "pox", "--board", "board.svg", typed=typed("e5"))
    again = Path("board.svg").read_text("utf-8")
    assert again.count("<title>immunity</title>") == 1
    petri("walk", "fight-the-virus", "--board", "b.svg", typed=typed("Ana, Bo", "3 4"))
    assert {path.name for path in Path().glob("b*.svg")} == {"board.svg", "b-Ana.svg", "b-Bo.svg"}
    assert petri("walk", "pox", "--board", "board.doc", typed="").exit_code == 1


def test_what_is_not_legal_is_refused_for_its_reason_in_any_language(petri: Petri) -> None:
    """Typed in the words of the language, though no list has them; the verb may stand behind."""
    moves = ("norte", "vacunar a1", "curar a d4", "cura d4", "vuela d4")
    done = petri("walk", "pox", "-l", "es", "--players", "Ana", "--new", typed=typed("", *moves))
    assert done.stdout.count("(pox.good.cure)") == 2
    assert done.stdout.count("(log.unreadable)") == 1
    assert "   1  vacunar a … (71)\n" in done.stdout
    moves = ("nord", "a1 impfen", "d4 heilen")
    german = petri("walk", "pox", "-l", "de", "--players", "Ana", "--new", typed=typed("", *moves))
    assert "(pox.good.cure)" in german.stdout


def test_words_of_the_language_find_one_of_a_thousand_moves(petri: Petri) -> None:
    """However many there are, and whatever the area is called."""
    moves = ("5 6", "6 virusanalyse e10 f10 g10 f11", "5 kurve a1")
    words = ("walk", "fight-the-virus", "-l", "de", "--players", "Ana,Bo", "--new", "--save", "de.yaml")
    petri(*words, typed=typed(*moves))
    assert (
        Path("de.yaml")
        .read_text("utf-8")
        .endswith("  - Ana: 6 analysis e10 f10 g10 f11\n  - Ana: 5 curve a1\n")
    )


def test_pills_for_bad_manners_take_one_line_of_the_list(petri: Petri) -> None:
    """The last one; it opens when it is chosen, and `moves` shows all."""
    words = ("walk", "virus-and-co", "--players", "Ana,Bo,Cleo", "--new", "--no-lessons")
    done = petri(*words, typed=typed("", "blue 4 br", "red 3 r"))
    listed = done.stdout.rpartition("Ana, it is your turn.")[2]
    assert "   6  forgot … (3)                the slip was forgotten\n> " in listed
    opened = petri(*words, typed=typed("", "blue 4 br", "red 3 r", "6", "2")).stdout
    assert "   2  forgot y" in opened
    assert "Ana gives Cleo 1 yellow" in opened
    assert "   8  forgot r" in petri(*words, typed=typed("", "blue 4 br", "red 3 r", "moves")).stdout


def test_who_plays_with_more_deaths_is_not_asked_for_a_level(petri: Petri) -> None:
    """Nothing names one, and more black chips are asked for than the board has spaces."""
    words = ("walk", "pox", "--players", "Ana", "--new", "--options")
    done = petri(*words, "deaths_allowed=7", typed=typed("north"))
    assert "How hard should it be?" not in done.stdout
    assert "Put black chips on all 5 spaces of Deaths, and 3 more beside them" in done.stdout
    assert "\n0 of 7 dead\n" in done.stdout
    assert "How hard should it be?" in petri(*words, "deaths_allowed=by_level", typed="").stdout


def test_the_end_and_copies_are_told_in_the_language_of_the_table(petri: Petri) -> None:
    """The command that counts again counts in it, and no file is written over."""
    words = ("walk", "pox", "--players", "Ana", "--options", "difficulty=miracle", "-l", "de")
    turns = ("nord", "done", "nord", "done", "ost", "done", "ost")
    done = petri(*words, typed=typed("sichern kopie.yaml", "sichern kopie.yaml", *turns))
    assert "kopie.yaml gibt es schon" in done.stdout
    assert "petri score pox pox-walk.yaml --locale de" in done.stdout
