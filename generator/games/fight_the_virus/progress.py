"""Analysis progress: fields that spikes circle, and that are crossed out when used or lost."""

from dataclasses import dataclass
from typing import Literal

from generator.errors import IllegalMove
from generator.rules.states import make_replace

MOST_POINTS = 2
"""[S] One progress adds 1 or 2 points to a single die."""


@dataclass(frozen=True)
class Progress:
    """Both circles and crosses are set from the first field onward, so two numbers say it all."""

    fields: int = 0
    circled: int = 0
    """Earned by spikes."""
    crossed: int = 0
    """Used, or lost to double sixes; more than `circled`: fields that wait for a spike."""

    @property
    def available(self) -> int:
        return max(0, self.circled - self.crossed)

    @property
    def owed(self) -> int:
        """Fields crossed out before a spike circled them."""
        return max(0, self.crossed - self.circled)

    def earn(self, spikes: int) -> "Progress":
        """[S] Each spike circles the next field; one that is crossed out already comes first.

        [OURS] When all fields are circled, nothing happens.
        """
        return replace(self, circled=min(self.fields, self.circled + spikes))

    def spend(self, count: int) -> "Progress":
        """[S] A used field is crossed out; raises IllegalMove when there are not so many."""
        if count > self.available:
            rule = "fight_the_virus.progress.owed" if self.owed else "fight_the_virus.progress.available"
            raise IllegalMove(rule, {"needed": count, "there": self.available})
        return replace(self, crossed=self.crossed + count)

    def lose_one(self) -> "Progress":
        """[S] Double sixes: the next unused field is crossed out, or else one that is not circled yet.

        [OURS] When no field is left, nothing happens.
        """
        return replace(self, crossed=min(self.fields, self.crossed + 1))

    def say_field(self, index: int) -> Literal["", "o", "x", "/"]:
        """Empty, circled, crossed out, or crossed out and not circled yet."""
        if index < self.crossed:
            return "x" if index < self.circled else "/"
        return "o" if index < self.circled else ""


replace = make_replace(Progress)
NO_FIELDS = Progress()


def check_points(points: tuple[int, ...]) -> None:
    """[S] One progress adds 1 or 2 points; several may be added to one die."""
    if any(not 1 <= point <= MOST_POINTS for point in points):
        raise IllegalMove("fight_the_virus.progress.points")


def count_least(die: int, value: int) -> int:
    """How many progresses it takes at least to raise a die to a value that is not lower."""
    return -(-(value - die) // MOST_POINTS)
