"""Mistakes of authors of rules: each is one message, with the line of `rules.py`, and nothing hangs."""

import copy
import pickle
import re
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.errors import EndlessCall, GeneratorError, RulesCodeError
from generator.model.kit import RULES_FILE, Kit
from generator.play.contracts.contract import list_broken_promises, list_leaks
from generator.play.contracts.samples import Trial
from generator.play.paper import Referee
from generator.play.simulate import play_to_end
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.scores import decode_score
from generator.rules.checked_rules import describe_missing, name_methods
from generator.rules.core import NoRules, RulesError, UnreadableMove
from generator.rules.game import find_game
from generator.rules.own_code import CallWatch, reported_rules
from tests.secret_games import FOLDER
from tests.waiting import NEVER, pause

CODE = (Path(__file__).parent / "coin.py").read_text("utf-8")
LOG = "game: coin\nplayers: [Ana]\nlog:\n  - Ana: toss\n  - nature: heads\n"
SOME = 'Toss("heads"): Fraction(1, 2), Toss("tails"): Fraction(1, 2)'


def run(kit: Kit, code: str, log: str = LOG) -> None:
    """Make the game, play it at random, and score a log: what simulate and score do."""
    (kit.folder / RULES_FILE).write_text(code, encoding="utf-8")
    game = find_game(kit)
    for seed in range(8):
        play_to_end(game.rules, game.rules.start(["Ana", "Bo"], {}), seed=seed)
    Referee(kit).score(decode_score(log.encode()))


@pytest.fixture
def own(coin: Kit, tmp_path: Path) -> Kit:
    """The kit of the coin, beside which rules can be written."""
    return replace(coin, id="own_coin", folder=tmp_path, is_trusted=True)


def test_the_rules_below_are_right_before_the_mistake(own: Kit) -> None:
    run(own, CODE, LOG.replace("coin", "own_coin"))


def is_told(error: RulesCodeError, message: str) -> bool:
    """Return True if an error has just this message after its place; `...` is what Python says."""
    told = str(error).partition(": ")[2]
    return re.fullmatch(re.escape(message).replace(r"\.\.\.", ".*"), told) is not None


MISTAKES = [
    # A place is the line that contains the text; the message begins after it.
    ("def apply(", "def appply(", "class Coin", "Coin has no `apply` (`appply` may be `apply`)"),
    (
        "def moves(self, state: State, ",
        "def moves(self, ",
        "def moves",
        ("`moves` of Coin must be `def moves(self, state, actor)`: too many positional arguments (in moves)"),
    ),
    (
        "def outcome(",
        "outcome = 3\n    def others(",
        "class Coin",
        "`outcome` of Coin must be a method: `def outcome(self, state)`",
    ),
    (
        'def make_game(kit: Kit, *, variant: str = "")',
        "def make_gmae(kit)",
        "def make_gmae",
        "there is no function `make_game`; `make_gmae` may be meant",
    ),
    (
        'def make_game(kit: Kit, *, variant: str = "")',
        "def make_game()",
        "def make_game",
        (
            "`make_game` must be `def make_game(kit)`, or with variants, `def make_game(kit, *, "
            "variant=\"\")`: make_game() got an unexpected keyword argument 'variant' (in make_game)"
        ),
    ),
    (
        "    return Game(",
        "    Game(",
        "def make_game",
        "`make_game` must return a Game, not NoneType (in make_game)",
    ),
    (
        "rules=rules, ",
        "",
        "def make_game",
        "the Game has neither `rules` nor `scoring`, so it can do nothing (in make_game)",
    ),
    ("rules=rules, ", "rules=Coin, ", "class Coin", "`rules` is the class Coin; write `rules=Coin(kit)`"),
    (
        "rules=rules, ",
        "rule=rules, ",
        "rule=rules",
        "TypeError: Game.__init__() got an unexpected keyword argument 'rule' (in make_game)",
    ),
    (
        "companion=CoinCompanion()",
        "scoring=kit",
        "def make_game",
        "`scoring` must be an object of FormScoring, not Kit (in make_game)",
    ),
    (
        "companion=CoinCompanion()",
        "companion=CoinCompanion",
        "def make_game",
        "`companion` must be an object of Companion, not the class CoinCompanion (in make_game)",
    ),
    (
        "companion=CoinCompanion()",
        "forms=(kit,)",
        "def make_game",
        "`forms` must be an object of PaperForm, not Kit (in make_game)",
    ),
    (
        "return State(tuple(players))",
        "State(tuple(players))",
        "def start",
        "None is not a state: it has no `players` (in start)",
    ),
    (
        "State(tuple(players))",
        "State(())",
        "def start",
        "`players` of the state must be ('Ana', 'Bo'), not () (in start)",
    ),
    (
        "@dataclass(frozen=True)\nclass State",
        "@dataclass\nclass State",
        "def start",
        (
            "states cannot be compared: write `@dataclass(frozen=True)` above class State "
            "(unhashable type: 'State') (in start)"
        ),
    ),
    (
        "(*state.coins, move.text)",
        "[*state.coins, move.text]",
        "def apply",
        (
            "states cannot be compared: `coins` is a list; use tuples, frozensets, and frozen "
            "dataclasses (unhashable type: 'list') (in apply, after 1 move: nature: heads)"
        ),
    ),
    (
        "else state.players",
        "else state.players[0]",
        "def actors",
        "`actors` must be a tuple of names: write `('Ana',)`, not 'Ana' (in actors, after 0 moves)",
    ),
    (
        "(NATURE,) if",
        "(0,) if",
        "def actors",
        (
            "`actors` has 0, which is none of Ana, Bo, nature; write its name, such as "
            "`state.players[0]` (in actors, after 1 move)"
        ),
    ),
    (
        '(Toss("toss"),)',
        "()",
        "def moves",
        "`actors` names Bo, for whom `moves` lists no move (in moves, after 0 moves: Bo)",
    ),
    (
        '(Toss("toss"),)',
        '("toss",)',
        "def moves",
        "'toss' is not a move: it has no `text` (in moves, after 0 moves: Bo)",
    ),
    (
        '(Toss("toss"),)',
        "None",
        "def moves",
        "`moves` must be a tuple of moves, not None (in moves, after 0 moves: Bo)",
    ),
    (
        "if move not in self.moves(state, actor)",
        "if actor == NATURE",
        "def moves",
        (
            "`moves` lists a move that `check` refuses: actor: nature (coin.turn) (in moves, after 1 "
            "move: nature: heads)"
        ),
    ),
    (SOME, "", "def odds", "`actors` names nature, but there are no odds (in odds, after 1 move: nature)"),
    (
        SOME,
        SOME.replace("(1, 2)", "(1, 3)"),
        "def odds",
        "the odds add up to 2/3, not to 1 (in odds, after 1 move: nature)",
    ),
    (
        SOME,
        SOME.replace("Fraction(1, 2)", "0.5"),
        "def odds",
        "odds are exact: write Fraction(1, 6), not 0.5 (in odds, after 1 move: nature)",
    ),
    (
        SOME,
        f"{SOME}, Toss('edge'): Fraction(0)",
        "def odds",
        "`edge` has the odds 0; leave out impossible moves (in odds, after 1 move: nature)",
    ),
    (
        'raise IllegalMove("coin.turn", actor=actor)',
        "pass\n        return True",
        "def check",
        ("`check` must raise IllegalMove or return nothing, not True (in check, after 0 moves: Ana: toss)"),
    ),
    (
        "        return Step(replace(state, in_the_air=True))",
        "        return replace(state, in_the_air=True)",
        "def apply",
        "must return Step(state), not a State (in apply, after 0 moves: Bo: toss)",
    ),
    (
        "        return Step(replace(state, in_the_air=True))",
        "        return Step({}[move])",
        "{}[move]",
        "KeyError: Toss(text='toss') (in apply, after 0 moves: Bo: toss)",
    ),
    (
        "        return Step(replace(state, in_the_air=True))",
        "        raise IllegalMove('x')",
        "def apply",
        "IllegalMove: x; only `check` refuses moves (in apply, after 0 moves: Bo: toss)",
    ),
    (
        "if len(state.coins) == 3",
        "if len(state.coins) > 9_999",
        "def actors",
        (
            "the game was stopped: `outcome` is coin.heads, but `actors` still names Ana (after "
            "10000 moves: Ana: toss)"
        ),
    ),
    (
        "coins=(*state.coins, move.text)",
        "coins=()",
        "def actors",
        "the game was stopped: it has no end (after 10000 moves: Ana: toss)",
    ),
    (
        "if len(state.coins) < 3:",
        "if True:",
        "def outcome",
        "there is no actor, but `outcome` returns None (in outcome, after 6 moves)",
    ),
    (
        'return Outcome("coin.heads", won=won)',
        "return won",
        "def outcome",
        "must return an Outcome or None, not a bool (in outcome, after 6 moves)",
    ),
    (
        '"coin.heads", won=won',
        '"coin.heads", ("Cy",), won',
        "def outcome",
        "`winners` has 'Cy', which is none of Ana, Bo (in outcome, after 6 moves)",
    ),
    (
        '"coin.heads", won=won',
        '"coin.heads", "Ana", won',
        "def outcome",
        "`winners` must be a tuple of names: write `('Ana',)`, not 'Ana' (in outcome, after 6 moves)",
    ),
    (
        "is_shared = True",
        "is_shared = False",
        "def outcome",
        "`won` must be None if `is_shared` is False (in outcome, after 6 moves)",
    ),
    (
        '"coin.heads", won=won',
        '"coin.heads", ("Ana",)',
        "def outcome",
        "`won` must be True or False if `is_shared` is True (in outcome, after 6 moves)",
    ),
    (
        'return Score((Round((line,)),), note=Sentence("coin.ours"))',
        "return (line,)",
        "def score",
        "must return a Score, not a tuple (in score, after 6 moves: Ana)",
    ),
    (
        'state.coins.count("heads"))\n',
        "1 / 2)\n",
        "def score",
        "points must be whole numbers, not 0.5 (in score, after 6 moves: Ana)",
    ),
    (
        "        return Toss(words)",
        "        Toss(words)",
        "def parse",
        "None is not a move: it has no `text` (in parse, after 0 moves: Ana: toss)",
    ),
    (
        '("gold", "silver")}',
        '"gold"}',
        "class Coin",
        'the values of the option `metal` must be texts: ("no", "yes")',
    ),
    (
        'return {"metal": ("gold", "silver")}',
        "return 5",
        "class Coin",
        "`options` must have the values of each option by its key, not an int",
    ),
    ("is_shared = True", "is_shared = 1", "class Coin", "`is_shared` must be True or False, not an int"),
    ("class Coin:", "class Coin(:", "class Coin(:", "invalid syntax"),
    (
        "from generator.rules.game import Game",
        "from generator.rules.game import Gaem",
        "Gaem",
        "ImportError: cannot import name 'Gaem' from 'generator.rules.game' (...)",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), MISTAKES)
def test_a_mistake_is_one_message(own: Kit, old: str, new: str, line: str, message: str) -> None:
    """It has the line, and says what is wrong, in which method, and after which move."""
    assert old in CODE
    code = CODE.replace(old, new)
    with pytest.raises(RulesCodeError) as caught:
        run(own, code, LOG.replace("coin", "own_coin"))
    assert is_told(caught.value, message), str(caught.value)
    lines = [number for number, text in enumerate(code.split("\n"), 1) if line in text]
    place = caught.value.place
    assert place is not None
    assert place.file == str(own.folder / RULES_FILE)
    assert place.line in lines
    assert not code.split("\n")[place.line - 1][: place.column - 1][-1:].isalnum(), "words are not cut"
    assert "\n" not in str(caught.value)
    (notice,) = caught.value.list_notices()
    assert notice.is_error
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value), "workers send errors"


def test_private_names_are_not_misspelt(own: Kit) -> None:
    """Nor are names of one letter, or those beside the one that would be meant."""
    run(
        own,
        CODE.replace("    is_shared =", "    x = _unknwon = moves_ = 1\n    is_shared ="),
        LOG.replace("coin", "own_coin"),
    )


def test_moves_may_be_listed_in_any_way(own: Kit) -> None:
    """Lists and generators are as good as tuples, and `make_game` needs `variant` only if there are any."""
    code = CODE.replace("return (NATURE,) if state.in_the_air else state.players",
                        "return [NATURE] if state.in_the_air else list(state.players)")  # fmt: skip
    code = code.replace('else (Toss("toss"),)', 'else (move for move in [Toss("toss")])')
    head, _, _ = code.partition("def make_game")
    run(own, f"{head}def make_game(kit):\n    return Game(kit=kit, rules=Coin(kit, 2))\n",
        LOG.replace("coin", "own_coin"))  # fmt: skip


@pytest.fixture
def watch() -> Iterator[CallWatch]:
    """A watch that waits for a tenth of a second."""
    CallWatch().stop()
    watch = CallWatch(seconds=0.1)
    watch.start()
    yield watch
    watch.stop()


def add_lines(method: str, *lines: str) -> str:
    """Return the code of the coin with more lines at the beginning of a function."""
    head, name, rest = CODE.partition(f"def {method}(")
    declared, colon, body = rest.partition(":\n")
    indent = body[: len(body) - len(body.lstrip())]
    return "".join((head, name, declared, colon, *(f"{indent}{line}\n" for line in lines), body))


LOOP = ("while True:", "    number = 1")
STUBBORN = ("while True:", "    try:", "        int('x')", "    except Exception:", "        number = 1")
REGEX = ("import re", "while re.match('(a+)+$', 'a' * 60 + 'b'): number = 1")


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("moves", LOOP),
        ("outcome", LOOP),
        ("score", STUBBORN),
        ("apply", REGEX),
        ("make_game", LOOP),
        ("position", LOOP),
    ],
)
def test_a_call_that_does_not_end_is_stopped(own: Kit, method: str, lines: tuple[str, ...]) -> None:
    """At the line where it is, in rules and in whatever else a game has; what is only slow goes on."""
    for _ in range(4):
        run(own, CODE, LOG.replace("coin", "own_coin"))
    code = add_lines(method, *lines)
    with pytest.raises(RulesCodeError, match="too long, and was stopped here") as caught, reported_rules():
        run(own, code, LOG.replace("coin", "own_coin"))
        find_game(own).companion.position(None)
    assert caught.value.method == method
    assert caught.value.place is not None
    assert code.split("\n")[caught.value.place.line - 1].strip() in map(str.strip, lines)


@pytest.mark.usefixtures("watch")
def test_a_check_ends_with_the_first_call_that_is_stopped(own: Kit) -> None:
    """Each promise that is tried would take as long."""
    (own.folder / RULES_FILE).write_text(add_lines("score", *LOOP), encoding="utf-8")
    (broken,) = list_broken_promises(Trial(find_game(own), (2,), games=1, states=2), lambda promise: None)
    assert "EndlessCall" in broken.message


def test_a_call_in_a_thread_is_stopped(own: Kit, watch: CallWatch) -> None:
    """Screens answer in threads, while the main thread waits for them."""
    (own.folder / RULES_FILE).write_text(add_lines("position", *LOOP), encoding="utf-8")
    companion = find_game(own).companion

    def show() -> None:
        with reported_rules():
            companion.position(None)

    with ThreadPoolExecutor(1) as threads, pytest.raises(RulesCodeError, match="stopped here"):
        future = threads.submit(show)
        while not future.done():
            pause(0.01)
        future.result()


def test_only_the_main_thread_has_a_watch() -> None:
    """Signals come to no other one. By default, a call may compute for ten seconds."""
    assert CallWatch().seconds == 10
    CallWatch().stop()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(CallWatch().start).result()
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


LOOKING = {
    "moves": ("def moves(look): look()\n", "moves(look)"),
    "make_game": ("def make_game(look): look()\n", "make_game(look)"),
    "<module>": ("", "look()"),
}


@pytest.mark.parametrize(("name", "looks"), [("moves", 11), ("make_game", 61), ("<module>", 61)])
def test_a_call_is_stopped_when_it_was_seen_too_often(name: str, looks: int) -> None:
    """Code that makes a game has more time."""
    watch, seen = CallWatch(), list[int]()

    def look() -> None:
        while True:
            seen.append(len(seen))
            watch.look(0, sys._getframe())

    defined, called = LOOKING[name]
    own = {"__name__": "petri_rules_own"}
    exec(defined, own)
    with pytest.raises(EndlessCall):
        exec(called, {**own, "look": look} if not defined else {"look": look, name: own[name]})
    assert len(seen) == looks


def test_a_call_in_another_thread_is_seen_there() -> None:
    """The main thread looks, whatever it does itself."""
    watch, begun, ended = CallWatch(), threading.Event(), threading.Event()
    own: dict[str, Any] = {"__name__": "petri_rules_own"}
    exec("def moves(begun, ended):\n    begun.set()\n    while not ended.is_set(): pass\n", own)
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(own["moves"], begun, ended)
        begun.wait()
        for _ in range(11):
            watch.look(0, sys._getframe())
        with suppress(TimeoutError):
            future.exception(timeout=NEVER)
        ended.set()
    assert isinstance(future.exception(), EndlessCall)


SHEETS = Path(__file__).parents[1] / "own_games" / "bulbs"
ROWS = "|\n    o x .\n    - . .\n    . . ."
GARDENS = f"game: bulbs\ngarden:\n  Ana: {ROWS}\n  Bo: {ROWS}\n"
SHEET_MISTAKES = [
    (
        '"garden", {',
        '"gardens", {',
        "return Bulbs",
        (
            "TypeError: `marks`: no board has an area `gardens`, and no sheet a section; there are: "
            "`garden` (in make_game)"
        ),
    ),
    (
        '"x": PenMark("cross")',
        '"xx": PenMark("cross")',
        "marks = Marks",
        "TypeError: signs are one character each, not `xx`",
    ),
    (
        'PenMark("cross")',
        'PenMark("crss")',
        "marks = Marks",
        "TypeError: a pen makes no mark `crss` (did you mean `cross`?)",
    ),
    (
        ', "x": PenMark("cross")',
        ', ".": PenMark("cross")',
        "marks = Marks",
        "TypeError: `.` is the sign of an empty place; choose another one",
    ),
    (
        ", each_player=True",
        "",
        "return Bulbs",
        "TypeError: State is a MarkedSheets, so `marks` needs `each_player=True` (in make_game)",
    ),
    (
        "State(MarkedSheets)",
        "State(MarkedState)",
        "return Bulbs",
        (
            "TypeError: `each_player=True` of `marks` needs MarkedSheets; State is a MarkedState (in "
            "make_game)"
        ),
    ),
    (
        "State(MarkedSheets)",
        "State",
        "return Bulbs",
        ("TypeError: `marks` needs `show`, or that State is a MarkedState or MarkedSheets (in make_game)"),
    ),
    (
        "        return replace(super()",
        "        replace(super()",
        "def restore",
        "None is not a state: it has no `players` (in restore)",
    ),
    (
        'return {"found": ',
        'return 2 or {"found": ',
        "def points",
        "AttributeError: 'int' object has no attribute 'items' (in points: Ana)",
    ),
    (
        "    def restore(",
        "    def show(self, state):\n        return 3\n\n    def restore(",
        "def show",
        "must return the sign of each place, by player, not an int (in show)",
    ),
    (
        'secret = ("sheets",)',
        'secret = ("sheet",)',
        "class Bulbs",
        (
            "hidden fields: unknown field 'sheet' (did you mean 'sheets'?); available: players, "
            "sheets, turn (in secret)"
        ),
    ),
    (
        "turn = state.turn + 1",
        "turn = state.turn = state.turn + 1",
        "turn = state.turn = ",
        "FrozenInstanceError: cannot assign to field 'turn' (in play, after 0 moves: Ana: plant c1)",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), SHEET_MISTAKES)
def test_a_mistake_in_a_game_with_sheets_is_one_message(
    tmp_path: Path, old: str, new: str, line: str, message: str
) -> None:
    """Also where forms and score files call the rules."""
    folder = tmp_path / "bulbs"
    shutil.copytree(SHEETS, folder)
    code = (folder / RULES_FILE).read_text("utf-8")
    assert old in code
    code = code.replace(old, new, 1)
    (folder / RULES_FILE).write_text(code.replace("import MarkedSheets", "import MarkedSheets, MarkedState"))
    kit = replace(read_kit(folder, shelf=find_shelf(), is_drawn=False), is_trusted=True)
    with pytest.raises(RulesCodeError) as caught:
        game = find_game(kit)
        state = game.rules.start(["Ana", "Bo"], {})
        game.forms[0].lay_state(state)
        Referee(kit).score(decode_score(GARDENS.encode()))
        play_to_end(game.rules, state, seed=1)
    assert is_told(caught.value, message), str(caught.value)
    assert caught.value.place is not None
    assert line in code.split("\n")[caught.value.place.line - 1]


def test_names_like_those_that_only_we_use_are_right(tmp_path: Path) -> None:
    folder = tmp_path / "bulbs"
    shutil.copytree(SHEETS, folder)
    code = (
        (folder / RULES_FILE)
        .read_text("utf-8")
        .replace("    secret =", "    list_moves = classes = 1\n    secret =")
    )
    (folder / RULES_FILE).write_text(code, "utf-8")
    kit = replace(read_kit(folder, shelf=find_shelf(), is_drawn=False), is_trusted=True)
    assert find_game(kit).rules.own.classes == 1


def test_messages_have_the_names_that_authors_use() -> None:
    """Simple rules have other methods than the contract; what is near is offered, if anything is."""
    rules = find_game(replace(read_kit(SHEETS, shelf=find_shelf(), is_drawn=False), is_trusted=True)).rules
    assert name_methods(rules, "`moves` lists no move for `Ana`") == "`choices` lists no move for `Ana`"
    contract = "`start` `actors` `moves` `odds` `check` `apply` `score`"
    assert name_methods(rules, contract) == "`begin` `choices` `choices` `draws` `check` `play` `points`"
    kind = type("Coin", (), {"_apply": 1})
    assert describe_missing(kind, ["apply", "odds"]) == "Coin has no `apply`, `odds`", (
        "private names are others"
    )


def test_a_checked_move_is_checked_again_for_another_state(own: Kit) -> None:
    """A move that is allowed in one state may be forbidden in the next."""
    run(own, CODE, LOG.replace("coin", "own_coin"))
    rules = find_game(own).rules
    state = rules.start(["Ana", "Bo"], {})
    (toss,) = rules.moves(state, "Ana")
    rules.check(state, "Ana", toss)
    after = rules.apply(state, "Ana", toss).state
    with pytest.raises((GeneratorError, AssertionError)):
        rules.apply(after, "Ana", toss)
    assert rules.odds(state) == {}


def test_a_checked_move_is_not_checked_twice(own: Kit) -> None:
    """Only moves that come from elsewhere are checked before they are carried out."""
    run(own, CODE, LOG.replace("coin", "own_coin"))
    rules: Any = find_game(own).rules
    state, asked = rules.start(["Ana", "Bo"], {}), list[object]()
    (toss,) = rules.moves(state, "Ana")
    check = rules.own.check
    rules.own.check = lambda *given: asked.append(given) or check(*given)
    rules.check(state, "Ana", toss)
    rules.apply(state, "Ana", toss)
    assert len(asked) == 1
    rules.apply(state, "Ana", replace(toss))
    rules.apply(replace(state), "Ana", toss)
    assert len(asked) == 3
    with pytest.raises(RulesCodeError) as caught:
        rules.apply(state, "Ana", replace(toss, text="edge"))
    assert is_told(
        caught.value,
        "a policy chose a move that `check` refuses: actor: Ana (coin.turn) (in moves: Ana: edge)",
    )
    with pytest.raises(RulesCodeError) as caught:
        rules.apply(state, "Ana", 5)
    assert str(caught.value).endswith(" (in moves: Ana)"), "what is no move has no text"
    assert copy.copy(rules).own is rules.own
    with pytest.raises(UnreadableMove):
        rules.parse(state, "Ana", "edge")


ASKED: dict[str, tuple[object, ...]] = {
    "start": (["Ana", "Bo"], {}),
    "check": (None, "Ana", None),
    "parse": (None, "Ana", "toss"),
    "restore": (("Ana", "Bo"), {}),
    "outcome": (None,),
}


@pytest.mark.parametrize("method", ASKED)
def test_players_are_told_what_rules_refuse(own: Kit, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Players, moves, texts, and boards may be refused; what else raises such an error is a mistake."""

    def refuse(*asked: object) -> None:
        raise RulesError("coin.lost", coins=2)

    run(own, CODE, LOG.replace("coin", "own_coin"))
    rules: Any = find_game(own).rules
    monkeypatch.setattr(rules.own, method, refuse, raising=False)
    with pytest.raises(
        RulesCodeError if method == "outcome" else RulesError, match=r"coins: 2 \(coin.lost\)"
    ):
        getattr(rules, method)(*ASKED[method])


def test_rules_may_say_that_they_do_not_fit_a_kit(own: Kit) -> None:
    lines = "from generator.api import NoRules", "raise NoRules('no map')"
    (own.folder / RULES_FILE).write_text(add_lines("start", *lines), encoding="utf-8")
    with pytest.raises(NoRules, match=r"^no map$"):
        find_game(own).rules.start(["Ana", "Bo"], {})


HIDING = (FOLDER / "guess_the_suit" / "rules.py").read_text("utf-8")
HIDING_MISTAKES = [
    (
        "{replace(state, card=suit): Fraction(1, 4)",
        "{suit: Fraction(1, 4)",
        "unknown",
        "a str is not a state: it has no `players` (in unknown: Ana)",
    ),
    ("Fraction(1, 4)", "Fraction(1, 5)", "unknown", "the odds add up to 4/5, not to 1 (in unknown: Ana)"),
    ("Fraction(1, 4)", "0.25", "unknown", "odds are exact: write Fraction(1, 6), not 0.25 (in unknown: Ana)"),
    (
        "return {replace(state",
        "return 4, {replace(state",
        "unknown",
        (
            "must return states with their odds, a function that deals one, or None, not a tuple (in "
            "unknown: Ana)"
        ),
    ),
    (
        "return {replace(state",
        "return lambda dealer: {replace(state",
        "unknown",
        "a dict is not a state: it has no `players` (in unknown: Ana)",
    ),
    (
        "return {replace(state, card=suit)",
        "return {replace(state, crad=suit)",
        "unknown",
        "TypeError: State.__init__() got an unexpected keyword argument 'crad' (in unknown: Ana)",
    ),
    (
        "def unknown(self, state: State, player: str)",
        "def unknown(self, state: State)",
        "unknown",
        (
            "`unknown` of GuessTheSuit must be `def unknown(self, state, player)`: too many "
            "positional arguments (in unknown)"
        ),
    ),
    (
        "    def start",
        "    def sees(self, *asked):\n        return 1\n\n    def start",
        "sees",
        "must return True or False, not an int (in sees: nature: lay bell)",
    ),
    (
        "    def start",
        "    def cover(self, *asked):\n        pass\n\n    def start",
        "cover",
        "None is not a state: it has no `players` (in cover: Ana)",
    ),
    (
        'card: str = ""',
        "card: float = 0.5",
        "class",
        "`float` cannot be covered; write a method `cover` (docs/own-rules.md) (in cover: Ana)",
    ),
    (
        'face_down = ("card",)',
        'face_down = ("crad",)',
        "class",
        (
            "hidden fields: unknown field 'crad' (did you mean 'card'?); available: players, card, "
            "guess (in secret)"
        ),
    ),
    ("def unknown", "def unknwon", "unknwon", "nothing uses `unknwon`; `unknown` may be meant (in unknwon)"),
    (
        'face_down = ("card",)',
        'face_dwon = ("card",)',
        "class",
        "nothing uses `face_dwon`; `face_down` may be meant",
    ),
    ('face_down = ("card",)', "face_down = 3", "class", "`face_down` must be names of fields, not 3"),
    ('face_down = ("card",)', "secret = 3", "class", "`secret` must be names of fields, not 3"),
    *(
        (
            "    def start",
            f"    def {method}(self):\n        return 1\n\n    def start",
            method,
            (
                f"`{method}` of GuessTheSuit must be `def {method}({given})`: too many positional "
                f"arguments (in {method})"
            ),
        )
        for method, given in (("sees", "self, state, actor, move, player"), ("cover", "self, state, player"))
    ),
]


@pytest.mark.parametrize(("old", "new", "method", "message"), HIDING_MISTAKES)
def test_a_mistake_in_what_is_hidden_is_one_message(
    own: Kit, old: str, new: str, method: str, message: str
) -> None:
    """It has the line of the method, or of the class for what is declared."""
    assert old in HIDING
    code = HIDING.replace(old, new, 1)
    (own.folder / RULES_FILE).write_text(code, encoding="utf-8")
    with pytest.raises(RulesCodeError) as caught:
        list_leaks(find_game(own), ("Ana", "Bo"))
    assert is_told(caught.value, message), str(caught.value)
    assert caught.value.place is not None
    line = code.split("\n")[caught.value.place.line - 1]
    wanted = "class" if method == "class" else f"def {method}"
    assert wanted in line or "crad" in line
