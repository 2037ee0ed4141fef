"""Several languages in one run: what has no words is drawn once for all of them."""

from dataclasses import replace

from generator.layout.boards.boards import lay_out_board
from generator.layout.document import make_press
from generator.make.jobs.files import lay_out
from generator.make.jobs.jobs import Job, ReadGame
from generator.model.kit import Board
from generator.scene.shapes import Document, Symbol, Use, list_all
from tests import shipped


def jobs(game: str, *parts: str) -> list[Job]:
    """English, and English that calls itself Spanish."""
    kit = shipped.kit(game)
    english = kit.wordings["en"]
    kit = replace(kit, wordings={"en": english, "es": replace(english, locale="es")})
    chosen = [part for part in kit.parts if part.id in parts]
    return [
        Job(ReadGame(kit, shipped.fonts()), part, locale, shipped.paper("a4"))
        for part in chosen
        for locale in kit.wordings
    ]


def symbols(document: Document) -> dict[str, Symbol]:
    uses = (use for page in document.pages for use in list_all(Use, page.shapes))
    return {use.symbol.name: use.symbol for use in uses}


def made(game: str, *parts: str) -> dict[tuple[str, str], Document]:
    documents = {}
    for job, chunks in lay_out(jobs(game, *parts), report=lambda job: None):
        laid_out = [chunk.document for chunk, errors in chunks if chunk and not errors]
        pages = tuple(page for document in laid_out for page in document.pages)
        documents[job.part.id, job.locale] = replace(laid_out[0], pages=pages)
    return documents


def test_the_map_is_drawn_once() -> None:
    """Land and sea, of the board and of the small maps on cards, are the same objects in both languages."""
    documents = made("pandemic", "board", "infection_cards")
    english, spanish = symbols(documents["board", "en"]), symbols(documents["board", "es"])
    (land,) = [name for name in english if name.endswith("-ground") and name.startswith("board-")]
    assert english[land] is spanish[land]
    english, spanish = (
        symbols(documents["infection_cards", "en"]),
        symbols(documents["infection_cards", "es"]),
    )
    windows = [name for name in english if "-window-" in name]
    assert windows
    assert all(english[name] is spanish[name] for name in windows)


def test_pictures_are_drawn_once() -> None:
    """A picture is one symbol for all languages."""
    documents = made("virus_and_co", "cards")
    english, spanish = symbols(documents["cards", "en"]), symbols(documents["cards", "es"])
    pictures = [name for name in english if name.startswith("picture-")]
    assert len(pictures) > 10
    assert all(english[name] is spanish[name] for name in pictures)


def test_words_are_not_shared() -> None:
    """What has words is laid out for each language: a symbol of one may stand in no other."""
    documents = made("virus_and_co", "cards")
    english, spanish = symbols(documents["cards", "en"]), symbols(documents["cards", "es"])
    icons = [name for name in english if not name.startswith("picture-")]
    assert all(english[name] is not spanish[name] for name in icons)


def test_a_board_is_laid_out_once_for_all_that_show_it() -> None:
    """The board itself, and the figures of the rules: one block; another press has its own."""
    kit = shipped.kit("pandemic")
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    board = next(part for part in kit.parts if isinstance(part, Board))
    first = lay_out_board(press, board)
    assert lay_out_board(press, board) is first
    assert lay_out_board(make_press(kit, locale="en", fonts=shipped.fonts()), board) is not first
