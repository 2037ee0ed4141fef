"""Small boards and kits of their own, and games that begin in the middle."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from generator.games.pox import make_game
from generator.games.pox.companion import make_form, take_chips, write_board
from generator.games.pox.game import Pox, State, read_data
from generator.model.elements.areas import GridArea
from generator.model.elements.squares import Place
from generator.model.kit import Board, Deck, Form, Kit, Piece, PieceSet
from generator.model.language.expressions import Field
from generator.play.paper import Referee, Report
from generator.read.scores import decode_score
from generator.rules.core import RulesError, Step
from generator.rules.form import DrawnMarks
from generator.rules.states import Cards
from tests import shipped
from tests.referee import take_words

NAMES = ("Ana", "Ben", "Cleo")
CHICKEN_SOUP: Mapping[str, str] = {"difficulty": "chicken_soup"}

SPREAD = ("spread north", "spread east", "spread south", "spread west")


@cache
def rules() -> Pox:
    """Of the game that is printed."""
    return make_game(shipped.kit("pox")).rules


def make_kit(
    places: str,
    *,
    cards: Sequence[str] = SPREAD,
    red: int = 40,
    blue: int = 50,
    black: int = 5,
    levels: Mapping[str, int] | None = None,
) -> Kit:
    """A kit with a board of its own: P patient, V vulnerable, X both, A to D people of a kind, - a gap."""
    marks = {"P": ("patient",), "V": ("vulnerable",), "X": ("patient", "vulnerable")}
    rows = [row.split() for row in places.strip().splitlines()]
    found = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != "-":
                kind = "" if letter in marks else letter.lower()
                id = f"{chr(ord('a') + x)}{y + 1}"
                found.append(Place(id, x + 0.5, y + 0.5, kind=kind, marks=marks.get(letter, ())))
    grid = GridArea(
        id="people",
        at=(0, 0),
        cell=1,
        drawing="",
        columns=max(map(len, rows)),
        rows=len(rows),
        places=tuple(found),
    )
    board = Board(id="board", title="board.title", size=(100, 100), draw=(grid,))
    levels = levels or {"chicken_soup": 4, "miracle": 0}
    told: tuple[Field, ...] = tuple({"id": id, "deaths": str(deaths)} for id, deaths in levels.items())
    pieces = [
        *(make_card(card) for card in cards),
        Piece("reference", {"id": "reference", "levels": told}, "front"),
        *(
            Piece(id, {"id": id}, "chip", count=count)
            for id, count in (("infection", red), ("immunity", blue), ("death", black))
        ),
    ]
    set_of = PieceSet("cards", "cards.title", (Deck("cards", Form(1, 1), tuple(pieces)),), {})
    return replace(shipped.kit("pox"), parts=(board, set_of))


def make_card(text: str, count: int = 1) -> Piece:
    type, word = text.split()
    fields = {"id": text.replace(" ", "_"), "type": type}
    return Piece(
        fields["id"], {**fields, "direction" if type == "spread" else "kind": word}, "front", count=count
    )


def small(kit: Kit) -> Pox:
    """The rules of a kit of one's own."""
    return Pox(read_data(kit))


def lay(
    game: Pox, board: str, *, setup: Mapping[str, str] = CHICKEN_SOUP, deck: Cards | None = None
) -> State:
    """A game of three whose chips lie so; the next card is to be drawn."""
    form = make_form(game.data.people)
    marks: dict[str, str] = {}
    for row, line in zip(form.rows, board.strip().splitlines(), strict=True):
        marks.update(zip(row, form.parse_row(line, len(row)), strict=True))
    chips = take_chips(game.data.people, DrawnMarks(marks, {}))
    state = replace(game.start(NAMES, setup), chips=chips)
    return state if deck is None else replace(state, deck=deck)


def play(game: Pox, state: State, *words: str) -> State:
    """After these moves of whoever may act, each of them legal."""
    for text in words:
        state = step(game, state, text).state
    return state


def step(game: Pox, state: State, text: str) -> Step[State]:
    (actor,) = game.actors(state)
    return take_words(game, state, actor, text)


def rule_against(game: Pox, state: State, text: str) -> str:
    """The rule that forbids what is said, without `pox.`; empty: none does."""
    (actor,) = game.actors(state)
    try:
        game.check(state, actor, game.parse(state, actor, text))
    except RulesError as error:
        return error.rule.removeprefix("pox.")
    return ""


def show(game: Pox, state: State) -> str:
    """The board as it is typed in."""
    return "\n".join(write_board(game.data.people, state.chips))


def drawn(board: str) -> str:
    """A board as `show` says it."""
    return "\n".join(" ".join(line.split()) for line in board.strip().splitlines())


def say_board(rows: Sequence[str], **head: str) -> str:
    """The score file of a board."""
    lines = ["game: pox", *(f"{key}: {value}" for key, value in head.items()), "board: |"]
    return "\n".join([*lines, *(f"  {row}" for row in rows)]) + "\n"


@cache
def referee() -> Referee:
    return Referee(shipped.kit("pox"))


def score(text: str) -> Report:
    return referee().score(decode_score(text.encode()))


def rules_found(report: Report) -> list[str]:
    """With their places: `deaths.cause d3`."""
    return [f"{fault.rule.removeprefix('pox.')} {fault.where}".rstrip() for fault in report.faults]
