"""Draws a picture of each game for docs/gallery.md: its cover, pages, cards, and what one plays on."""

from pathlib import Path
from tempfile import TemporaryDirectory

from draw import Thing, build, cut_board, draw_card, lay, read_page

SIZE = (1400, 620)
GAMES = {
    "pandemic": [("role_cards", "contingency_planner"), ("player_cards", "airlift"), ("city_cards", "cairo")],
    "pox": [("cards", "east_market"), ("cards", "outbreak_musician"), ("cards", "west_party")],
    "virus-and-co": [("cards", "red_6"), ("cards", "injection"), ("cards", "blue_6")],
    "fight-the-virus": [],
}
"""Cards of each game that are shown, with the deck they are in."""
PICTURES = {
    "pandemic": "gallery-pandemic.png",
    "pox": "gallery-pox.png",
    "virus-and-co": "gallery-virus-and-co.png",
    "fight-the-virus": "gallery-fight-the-virus.png",
}


def draw_game(folder: Path, game: str) -> None:
    """Draw a cover, an inner page, and what is on the table."""
    rules = build(folder / "rules", game, "--part", "rules")
    things = [
        Thing(read_page(rules, "rules-en-a4", "1"), 210, 310, 370, -2),
        Thing(read_page(rules, "rules-en-a4", "2"), 560, 310, 350, 1),
    ]
    if game == "pandemic":
        board = build(folder / "board", game, "--part", "board", "--no-poster", "--marks", "none")
        things.append(Thing(cut_board(read_page(board, "board-en-a4")), 1060, 220, 600, 1))
    elif game == "pox":
        board = build(folder / "board", game, "--part", "board", "--marks", "none")
        things.append(Thing(cut_board(read_page(board, "board-en-a4", "2")), 1235, 240, 290, 2))
        things.append(Thing(cut_board(read_page(board, "board-en-a4", "1")), 930, 240, 290, -1))
    elif game == "virus-and-co":
        pad = build(folder / "pad", game, "--part", "score_pad")
        things.append(Thing(read_page(pad, "score-pad-en-a4"), 1070, 220, 560, 1.5))
    else:
        sheet = build(folder / "sheet", game, "--part", "sheet")
        things.append(Thing(read_page(sheet, "sheet-en-a4"), 920, 310, 380, 1.5))
        aid = build(folder / "aid", game, "--part", "aid")
        things.append(Thing(read_page(aid, "aid-en-a4"), 1210, 330, 320, -2))
    for index, (part, card) in enumerate(GAMES[game]):
        drawn = draw_card(folder / "cards", game, part, card)
        things.append(Thing(drawn, 880 + 180 * index, 510, 160, (-4, 1, 4)[index]))
    lay(SIZE, things, PICTURES[game])


def main() -> None:
    """Draw all games."""
    for game in GAMES:
        with TemporaryDirectory() as folder:
            draw_game(Path(folder), game)


if __name__ == "__main__":
    main()
