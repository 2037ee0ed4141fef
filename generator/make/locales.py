"""Languages that are made from others on request: the pseudo-language, and two languages at once."""

from collections.abc import Iterable

from generator.make.games import Game
from generator.model.kit import Kit
from generator.model.texts.wordings import PLUS, PSEUDO, Wording, make_bilingual_wording, make_pseudo_wording
from generator.model.values import replace
from generator.read.files.shelf import REFERENCE


def add_made_locales(game: Game, names: Iterable[str]) -> Game:
    """Add the requested made languages to the game, or return the game itself if there are none.

    They are not languages of the kit: `all` does not select them.
    """
    made = {name: wording for name in names if (wording := _make_wording(game.kit, name)) is not None}
    if not made:
        return game
    return replace(game, kit=replace(game.kit, wordings={**game.kit.wordings, **made}))


def _make_wording(kit: Kit, name: str) -> Wording | None:
    if name.lower() == PSEUDO:
        return make_pseudo_wording(kit.wordings[REFERENCE])
    by_name = {locale.lower(): wording for locale, wording in kit.wordings.items()}
    first, _, second = name.lower().partition(PLUS)
    if first == second or first not in by_name or second not in by_name:
        return None
    return make_bilingual_wording(by_name[first], by_name[second])
