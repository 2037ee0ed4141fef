"""A game as one value: everything that its code offers for one kit in one variant.

A module that brings a game has one function, `make_game(kit, *, variant="") -> Game`. It raises NoRules
for a kit that lacks what the rules need. A game with variants checks their names with `check_variant`;
a game without any leaves `Game.variant` empty.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from generator.errors import RulesError
from generator.model.kit import Kit
from generator.model.values import dataclass, field
from generator.rules.companion import Companion
from generator.rules.core import Listed, M, Move, Policy, Rules, S, Sentence, State, T, Value
from generator.rules.form import AnyForm
from generator.rules.form_scoring import FormScoring
from generator.rules.knowledge import Knowledge
from generator.rules.notation import Form
from generator.rules.replay import check_options


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, T]):
    """The rules of a game, with its scoring, companion, and policies."""

    kit: Kit
    variant: str = ""
    """Empty: the usual game."""
    rules: Rules[S, M]
    """Logs are replayed, walked and simulated by them."""
    scoring: FormScoring[T, S] | None = None
    """Finished games that are typed in; None: only logs can be scored."""
    resume: Callable[[T], S] | None = None
    """The state of a table that was typed in, from which play continues; None: games only begin at the start.

    RulesError where the table leaves open what play needs.
    """
    companion: Companion[S, M] = field(default_factory=Companion)
    """Texts of `petri walk`; by default, moves are shown in their notation."""
    notation: Sequence[Form[M]] = ()
    """Declared notation of moves; its words have the keys `word.<word>` in the kit's wording."""
    policies: Mapping[str, Policy[S, M]] = field(default_factory=dict)
    """Players for simulation by name, such as `greedy`; every game has players who move at random."""
    forms: Sequence[AnyForm] = ()
    """Ways to fill in a finished game on screens and in PDF files, the usual one first; empty: none."""
    knowledge: Knowledge[S, M] = field(default_factory=Knowledge)
    """Facts that make searching players stronger; by default, they use the rules alone."""

    @property
    def scorings(self) -> Sequence[FormScoring[Any, S]]:
        """Return the scorings of finished games, each with its own key: the usual one, and those of forms."""
        found: dict[str, FormScoring[Any, S]] = {}
        for scoring in (self.scoring, *(form.scoring for form in self.forms)):
            if scoring:
                found.setdefault(scoring.key, scoring)
        return tuple(found.values())

    def check_options(self, options: Mapping[str, str]) -> None:
        """Raise RulesError for unknown options or values; those that exist are listed with questions."""
        try:
            check_options(self.rules.options, options)
        except RulesError as error:
            if error.rule != "log.option" or not self.rules.options:
                raise
            known = Listed(self._name_option(key) for key in self.rules.options)
            raise RulesError(error.rule, key=str(error.values["key"]), known=known) from None

    def _name_option(self, key: str) -> Value:
        texts = (each.text for each in self.companion.questions if each.key == key)
        text = next(texts, None)
        return Sentence.of_rule("log.asked", key=key, question=text) if text else key


AnyGame: TypeAlias = Game[State, Move, object]
"""A game whose states, moves and tables nobody looks into."""


def check_variant(variant: str, *, known: Collection[str]) -> None:
    """Raise RulesError for a variant that is not known; the default game has no name."""
    if variant and variant not in known:
        raise RulesError("log.value", key="variant", value=variant, known=Listed(known))
