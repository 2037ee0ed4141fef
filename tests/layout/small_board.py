"""A press whose kit has one small board with one area of every type."""

from dataclasses import replace
from pathlib import Path

from generator.layout.document import make_press
from generator.layout.press import LayoutFindings, Press
from generator.model.kit import Board
from generator.model.style import MarkStyle
from tests import shipped
from tests.read.small_boards import BOARD, CITIES, read, write_board

SENTENCES = {
    "board.title": "A small world",
    "board.deck": "Cards to draw",
    "board.rate": "Rate",
    "city.north": "North End",
    "city.south": "South End",
    "city.east": "East",
}


def board_press(
    folder: Path, *, board: str = BOARD, cities: str = CITIES, findings: LayoutFindings | None = None
) -> tuple[Press, Board]:
    """Texts and styles are those of a shipped game, with additional ones for the board."""
    kit = shipped.kit("fight_the_virus")
    part = read(write_board(folder, board=board, cities=cities))
    wording = kit.wordings["en"]
    marks = {**kit.theme.marks, "ill": MarkStyle(icon="virus"), "last": MarkStyle(icon="virus")}
    kit = replace(
        kit,
        parts=(part,),
        theme=replace(kit.theme, marks=marks, colours={**kit.theme.colours, "blue": "#2060a0"}),
        icons={**kit.icons, "cards": kit.icons["people"]},
        wordings={"en": replace(wording, sentences={**wording.sentences, **SENTENCES})},
    )
    return make_press(kit, locale="en", fonts=shipped.fonts(), findings=findings), part
