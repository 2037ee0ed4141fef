"""Declared notation: what it writes, what it reads, and what it refuses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

import pytest

from generator.model.played import GameLog, LogLine
from generator.model.texts.wordings import Wording
from generator.rules.core import (
    AmbiguousMove,
    Companion,
    IllegalMove,
    LogError,
    Outcome,
    RulesError,
    Score,
    Sentence,
    Step,
    UnreadableMove,
)
from generator.rules.game import find_move, get_error_path, list_legal, list_moves_like, read_line, replay
from generator.rules.notation import (
    MovePattern,
    Noted,
    is_clear,
    list_verbs,
    make_patterns,
    opens,
    read_move,
    read_names,
    read_value_words,
    write_move,
)
from generator.rules.vocabulary import Name, Vocabulary


class Go(Noted, notation="(go|walk over) to {city}"):
    city: str


class Give(Noted, notation="give {card} to {player}[ for {price}]"):
    card: str
    player: str
    price: int | None = None


class Rest(Noted, notation="rest"):
    """Nothing."""


Move: TypeAlias = Go | Give | Rest
FORMS: tuple[MovePattern[Move], ...] = make_patterns(Go, Give, Rest)
CITIES = ("Lima", "Lagos", "São Paulo", "to")
PLAYERS = ("Ana", "ANA", "Bo to Lima")
READERS = {
    "city": read_names(
        ((city, city) for city in CITIES),
        refuse=lambda words: UnreadableMove(words, "no.city", city=words),
    ),
    "card": read_names((city, city) for city in CITIES),
    "player": read_names((player, player) for player in PLAYERS),
    "price": read_value_words(lambda text: int(text) if text.isdecimal() else None),
}
LEGAL: tuple[Move, ...] = (
    Go("Lima"),
    Go("Lagos"),
    Give("Lima", "Ana", 3),
    Give("Lima", "Ana", 33),
    Give("Lagos", "Bo to Lima"),
    Rest(),
)


@dataclass(frozen=True)
class State:
    players: tuple[str, ...] = PLAYERS
    legal: tuple[Move, ...] = LEGAL


class Rules:
    """Rules in which exactly the listed moves are legal."""

    is_shared = False
    options: Mapping[str, tuple[str, ...]] = {}

    def start(self, players: Sequence[str], setup: Mapping[str, str]) -> State:
        return State(tuple(players))

    def actors(self, state: State) -> tuple[str, ...]:
        return state.players

    def moves(self, state: State, actor: str) -> Sequence[Move]:
        return state.legal

    def odds(self, state: State) -> Mapping[Move, Fraction]:
        return {}

    def check(self, state: State, actor: str, move: Move) -> None:
        if move not in state.legal:
            raise IllegalMove("not.now")

    def apply(self, state: State, actor: str, move: Move) -> Step[State]:
        return Step(state)

    def outcome(self, state: State) -> Outcome | None:
        return None

    def score(self, state: State, player: str) -> Score:
        return Score()

    def parse(self, state: State, actor: str, text: str) -> Move:
        return read_move(self, state, actor, text, FORMS, READERS)


def read(text: str, *legal: Move) -> Move:
    return Rules().parse(State(legal=legal or LEGAL), "Ana", text)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Go("São Paulo"), "go to São Paulo"),
        (Give("Lima", "Ana", 3), "give Lima to Ana for 3"),
        (Give("Lima", "ANA"), "give Lima to ANA"),
        (Rest(), "rest"),
    ],
)
def test_a_move_is_written_as_its_class_declares_and_read_again(move: Move, text: str) -> None:
    """Moves are read, legal or not; optional pieces may be left out."""
    assert move.text == text
    assert read(text) == read(f" {text.replace(' ', '  ')} ") == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("walk over to Lima", Go("Lima")),
        ("WALK OVER TO sao paulo", Go("São Paulo")),
        ("go to to", Go("to")),
        ("give to to ANA", Give("to", "ANA")),
        ("give Lagos to Bo to Lima", Give("Lagos", "Bo to Lima")),
        ("go lag", Go("Lagos")),
        ("go to lim", Go("Lima")),
        ("walk to Lagos", Go("Lagos")),
        ("give lima ana 3", Give("Lima", "Ana", 3)),
        ("give Lima for 3", Give("Lima", "Ana", 3)),
        ("res", Rest()),
        ("sao", Go("São Paulo")),
    ],
)
def test_words_in_any_spelling_or_cut_short(text: str, move: Move) -> None:
    """Other words for the same, words of the notation in names, and what the legal moves have in common."""
    assert read(text) == move


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("go", ("go to Lima", "go to Lagos")),
        ("give Lima to Ana", ("give Lima to Ana for 3", "give Lima to Ana for 33")),
        ("g", ("go to Lima", "go to Lagos", *(move.text for move in LEGAL if isinstance(move, Give)))),
        ("g to li", ("go to Lima",)),
        ("re", ("rest",)),
        ("to", ("go to Lima", "go to Lagos", *(move.text for move in LEGAL if isinstance(move, Give)))),
    ],
)
def test_words_that_fit_several_legal_moves(text: str, candidates: tuple[str, ...]) -> None:
    """Ambiguous words are an error, even if they are themselves an illegal move."""
    with pytest.raises(AmbiguousMove) as caught:
        read(text)
    assert caught.value.candidates == candidates
    assert caught.value.values["words"] == text


@pytest.mark.parametrize("text", ["", "fly", "go", "give Lima", "give Lima to Zoe", "rest now", "go " * 50])
def test_words_that_are_no_move(text: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(UnreadableMove) as caught:
        read(text, Rest())
    assert caught.value.rule == "log.unreadable"


def test_a_text_of_too_many_words_is_cut() -> None:
    with pytest.raises(UnreadableMove) as caught:
        read("go " * 50)
    assert caught.value.values["words"].split() == ["go"] * 40
    readers = {**READERS, "city": read_value_words(str)}
    name = " ".join(["la"] * 38)
    assert read_move(Rules(), State(), "Ana", f"go to {name}", FORMS, readers) == Go(name)
    with pytest.raises(UnreadableMove):
        read_move(Rules(), State(), "Ana", f"go to {name} la", FORMS, readers)


def test_a_name_of_nothing_is_refused_for_itself() -> None:
    """A field may explain why its words are refused."""
    with pytest.raises(UnreadableMove) as caught:
        read("infect Rome")
    assert caught.value.rule == "log.unreadable"
    short: tuple[MovePattern[Move], ...] = (MovePattern("infect {city}", Go),)
    with pytest.raises(UnreadableMove) as caught:
        read_move(Rules(), State(), "Ana", "infect Rome", short, READERS)
    assert (caught.value.rule, caught.value.values) == ("no.city", {"city": "Rome"})
    with pytest.raises(UnreadableMove) as caught:
        read_move(Rules(), State(), "Ana", "inf Rome", short, READERS)
    assert caught.value.rule == "log.unreadable", "the verb is not clear"


def test_a_form_may_refuse_values() -> None:
    """If `make` returns None, the words are another move, or none."""
    forms: tuple[MovePattern[Move], ...] = (
        MovePattern("go {city}", lambda city: Go(city) if city == "Lima" else None),
    )
    assert read_move(Rules(), State(), "Ana", "go Lima", forms, READERS) == Go("Lima")
    with pytest.raises(UnreadableMove):
        read_move(Rules(), State(legal=(Rest(),)), "Ana", "go to", forms, READERS)


def test_the_words_of_a_notation() -> None:
    """The fixed words of moves are listed once each, without fields."""
    assert list_verbs(FORMS) == ("go", "to", "give", "for", "rest")
    assert (
        write_move("{die} testing {brick}[={number}]", SimpleNamespace(die=4, brick="b3")) == "4 testing b3"
    )


class Resign(Noted, notation="(give up|resign)!"):
    """Nothing."""


@pytest.mark.parametrize(
    ("typed", "name", "is_wanted"),
    [
        ("give up", "give up", True),
        ("give", "give up", False),
        ("resi", "resign", False),
        ("x", "x", True),
        ("x", "x ray", False),
        ("to x", "go to x", False),
        ("lim", "go to lima", True),
    ],
)
def test_words_are_clear_that_no_slip_makes(typed: str, name: str, is_wanted: bool) -> None:
    """One letter is too few, `to` says nothing, and what gives something up must be complete."""
    patterns = (*FORMS, *make_patterns(Resign))
    assert is_clear(typed.split(), name.split(), patterns) is is_wanted


def test_only_the_last_number_may_be_begun() -> None:
    """Numbers before it are complete: 2 is not 22."""
    assert opens(["2"], ["22", "a1"])
    assert opens(["22", "a"], ["22", "a1"])
    assert not opens(["2", "a"], ["22", "a1"])


class Walk(Noted, notation="[with {player} ](walk|stroll) to {city}"):
    city: str
    player: str = ""


def test_a_move_may_begin_with_what_may_be_missing() -> None:
    """Its first words may be those of the group or those after it."""
    forms = make_patterns(Walk)
    assert read_move(Rules(), State(legal=()), "Ana", "stroll to Lima", forms, READERS) == Walk("Lima")
    with_ana = Walk("Lima", "Ana")
    assert with_ana.text == "with Ana walk to Lima"
    assert read_move(Rules(), State(legal=()), "Ana", with_ana.text, forms, READERS) == with_ana
    with pytest.raises(UnreadableMove):
        read_move(Rules(), State(legal=()), "Ana", "go to Lima", forms, READERS)


def test_a_notation_that_may_be_empty_fits_no_words() -> None:
    pattern = MovePattern("[rest]", Rest)
    found = [[*pattern.read([word], READERS, in_full=True)] for word in ("rest", "go")]
    assert found == [[Rest()], []]


def test_words_in_full_are_read_letter_by_letter() -> None:
    """A move that must be typed in full is read without guessing words."""
    pattern, final = MovePattern("go {city} quickly", Go), MovePattern("(leave now)!", Rest)
    words = ["go", "Lima", "quick"]
    assert [[*pattern.read(words, READERS, in_full=in_full)] for in_full in (True, False)] == [
        [],
        [Go("Lima")],
    ]
    found = [[*final.read(typed.split(), READERS, in_full=False)] for typed in ("leave now", "leave")]
    assert found == [[Rest()], []]


def test_words_that_are_implied_need_not_be_typed() -> None:
    """Implied words may be omitted even if no legal move begins with them."""
    with pytest.raises(UnreadableMove):
        read_move(Rules(), State(legal=()), "Ana", "Lima", FORMS, READERS)
    for words in ("Lima", "go to lim"):
        move = read_move(Rules(), State(legal=()), "Ana", words, FORMS, READERS, implied="go to")
        assert move == Go("Lima")


def test_a_name_is_clearer_than_the_start_of_another() -> None:
    """A start has three letters at least, and is nothing where words are written in full."""
    reader = read_names([("Lima", 1), ("Lagos", 2), ("La", 3)])
    read = reader.read
    assert (read("LA", False), read("la", True)) == (3, 3)
    assert (read("lag", False), read("lag", True), read("li", False)) == (2, None, None)
    assert [reader.list_begun(start) for start in ("l", "LA", "x", "")] == [(1, 2, 3), (2, 3), (), ()]


def test_what_legal_moves_have_in_common_need_not_be_typed() -> None:
    """Only what several of a kind have: the words of a single move are its own."""
    assert read("lag", Go("Lima"), Go("São Paulo"), Rest()) == Go("Lagos")
    with pytest.raises(UnreadableMove):
        read("lag", Go("Lima"), Rest())


def test_a_legal_move_goes_before_another_one_of_the_same_words() -> None:
    forms: tuple[MovePattern[Move], ...] = (
        MovePattern("use {city}", Go),
        MovePattern("use {card}", lambda card: Give(card, "Ana")),
    )
    give = Give("Lima", "Ana")
    assert read_move(Rules(), State(legal=(give,)), "Ana", "use Lima", forms, READERS) == give
    assert read_move(Rules(), State(legal=()), "Ana", "use Lima", forms, READERS) == Go("Lima")


class Restart(Noted, notation="restart!"):
    """Nothing."""


class Dive(Noted, notation="go to lagoon!"):
    """Nothing."""


@pytest.mark.parametrize(
    ("typed", "move", "final"),
    [("res", Rest(), Restart()), ("go to lag", Go("Lagos"), Dive())],
)
def test_a_start_that_fits_a_move_that_must_be_typed_in_full_is_not_clear(
    typed: str, move: Noted, final: Noted
) -> None:
    patterns: Any = make_patterns(type(move), type(final))
    state = State(legal=cast(Any, (move, final)))
    assert read_move(Rules(), state, "Ana", move.text, patterns, READERS) == move
    with pytest.raises(AmbiguousMove) as caught:
        read_move(Rules(), state, "Ana", typed, patterns, READERS)
    assert [*caught.value.candidates] == [move.text, final.text]


def test_one_letter_is_not_certain() -> None:
    """Even if it is a name; a digit is."""
    cities = {"q": "Lima", "qq": "Lagos", "7": "Lima"}
    readers, state = {**READERS, "city": read_value_words(cities.get)}, State(legal=(Go("Lima"), Go("Lagos")))
    assert read_move(Rules(), state, "Ana", "qq", FORMS, readers) == Go("Lagos")
    assert read_move(Rules(), state, "Ana", "7", FORMS, readers) == Go("Lima")
    with pytest.raises(AmbiguousMove) as caught:
        read_move(Rules(), state, "Ana", "q", FORMS, readers)
    assert [*caught.value.candidates] == ["go to Lima"]


def test_a_text_that_can_be_read_in_one_way_is_not_judged() -> None:
    """Whoever plays the move checks it; only a reading with omitted words depends on what is legal."""

    class Unasked(Rules):
        def check(self, state: State, actor: str, move: Move) -> None:
            raise AssertionError("the rules need not be asked")

    assert Unasked().parse(State(legal=LEGAL), "Ana", "go to Lagos") == Go("Lagos")
    with pytest.raises(AssertionError):
        Unasked().parse(State(legal=LEGAL), "Ana", "give Lima to Ana")


class Resignable(Rules):
    def parse(self, state: State, actor: str, text: str) -> Any:
        return read_move(self, state, actor, text, make_patterns(Go, Rest, Resign), READERS)


RESIGNABLE: Any = State(legal=cast(Any, (Rest(), Go("Lima"), Go("Lagos"), Resign())))


def make_resignable(*names: Name) -> Any:
    """Return a game whose words have these names in a language."""
    return SimpleNamespace(
        rules=Resignable(),
        notation=make_patterns(Go, Rest, Resign),
        vocabularies={"de": Vocabulary(names)},
        companion=Companion(),
        kit=SimpleNamespace(wordings={}),
    )


def find(typed: str, *names: Name) -> str:
    """Return the move that words mean where a language has these names."""
    return find_move(make_resignable(*names), RESIGNABLE, "Ana", typed)


def test_moves_like_typed_words_are_listed() -> None:
    """First those in the notation, then those in any language."""
    game = make_resignable(Name("rest", ("ruhen",), "ruhen"))
    assert list_moves_like(game, RESIGNABLE, "Ana", "go") == ("go to Lima", "go to Lagos")
    assert list_moves_like(game, RESIGNABLE, "Ana", "ruh") == ("rest",)
    assert list_moves_like(game, RESIGNABLE, "Ana", "xyz") == ()


@pytest.mark.parametrize("noted", ["rest", "give up"])
def test_the_word_of_a_language_comes_before_the_start_of_another(noted: str) -> None:
    """It is all of a move, even of one that gives something up."""
    assert find("lag") == "go to Lagos"
    assert find("lag", Name(noted, ("lag",), "lag")) == noted


def test_the_start_of_a_word_gives_nothing_up() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        find("lag", Name("give up", ("lagern",), "lagern"))
    assert {*caught.value.candidates} == {"go to Lagos", "give up"}


def test_a_complete_move_of_the_notation_is_no_word_of_a_language() -> None:
    """An illegal move is refused as a move, not read as another word."""
    with pytest.raises(IllegalMove):
        find("go to São Paulo", Name("rest", ("go", "to", "sao", "paulo"), "go to São Paulo"))


RUHEN, BITTE = Name("rest", ("ruhen",), "ruhen"), Name("rest", ("bitte", "ruhen"), "bitte ruhen")


def test_words_are_found_in_the_notation_and_in_languages() -> None:
    """Whole moves, starts, and three letters of any word; a line of a log is the same move."""
    assert find("go to Lima") == "go to Lima"
    assert find("ruhen", RUHEN) == find("ruh", BITTE) == "rest"
    game = make_resignable(RUHEN)
    assert [read_line(game, RESIGNABLE, "Ana", typed) for typed in ("ruhen", "lag", "go to Lima")] == [
        Rest(),
        Go("Lagos"),
        Go("Lima"),
    ]
    game.vocabularies = {}
    assert find_move(game, RESIGNABLE, "Ana", "lag") == "go to Lagos"


@pytest.mark.parametrize(
    ("typed", "said", "is_found"),
    [("a1", "ruhe a1", True), ("ab", "ruhe ab", False), ("7", "ruhe 7", False), ("abe", "ruhe abend", True)],
)
def test_a_word_is_found_that_is_long_enough(typed: str, said: str, is_found: bool) -> None:
    """Three letters, or two signs of which one is no letter, anywhere in what is said."""
    name = Name("rest", tuple(said.split()), said)
    if is_found:
        assert find(typed, name) == "rest"
    else:
        with pytest.raises(UnreadableMove):
            find(typed, name)


class Describing(Companion[Any, Any]):
    def describe(self, state: object, actor: str, move: Any) -> Sentence:
        return Sentence(f"told.{move.text.split()[0]}")


def test_a_description_is_a_move() -> None:
    """All of it, with its signs or without them, or some words of one move."""
    told = {"told.rest": "Please, lie down!", "told.go": "Go on, please", "told.give": "Lie"}
    game = make_resignable()
    game.companion, game.kit.wordings = Describing(), {"en": Wording("en", "English", "ltr", told)}
    for typed in ("Please, lie down!", "please lie down", "down", "down, please!"):
        assert find_move(game, RESIGNABLE, "Ana", typed) == "rest"
    with pytest.raises(AmbiguousMove) as caught:
        find_move(game, RESIGNABLE, "Ana", "please")
    assert [*caught.value.candidates] == ["rest", "go to Lima", "go to Lagos"]


def test_descriptions_of_four_hundred_moves_are_searched() -> None:
    """More would take too long."""
    game, told = make_resignable(), {"told.go": "A long way"}
    game.companion, game.kit.wordings = Describing(), {"en": Wording("en", "English", "ltr", told)}
    legal = tuple(Go(f"city{number}") for number in range(401))
    found = list_moves_like(game, State(legal=legal), "Ana", "a long way")
    assert found == tuple(move.text for move in legal[:400])


def test_two_letters_of_a_language_are_not_clear() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        find("ru", RUHEN)
    assert [*caught.value.candidates] == ["rest"]


def test_seven_legal_moves_are_listed_at_most() -> None:
    """One more than are shown, so that people see that there are more; those like the typed words first."""
    legal = tuple(Go(f"city{number}") for number in range(9))
    listed = list_legal(Rules(), State(legal=legal), "Ana", "go to city8")
    assert listed == ("go to city8", *(move.text for move in legal[:6]))


def test_an_error_is_at_its_line_or_at_its_key() -> None:
    """That of players is at the key of their names."""
    refused = RulesError("log.value", key="level", value="x", known=())
    assert get_error_path(refused) == ("level",)
    assert get_error_path(RulesError("players.twice", name="Ana")) == ("players",)
    assert get_error_path(LogError(3, "Ana", "go", refused)) == ("log", 2, "Ana")


def test_lines_are_read_by_a_reader_of_other_words() -> None:
    log = GameLog("own", PLAYERS, (LogLine("Ana", "ruhen"),))
    (played,) = replay(Resignable(), log, RESIGNABLE, read=lambda state, actor, words: Rest())
    assert (played.line.words, played.move) == ("ruhen", Rest())
