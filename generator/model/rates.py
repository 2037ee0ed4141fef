"""How long it takes to cut and fold, for the plan of a print."""

from typing import Annotated

from generator.model.kinds import Doc, Factor
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Rates:
    """Estimates of the time that work takes, in seconds."""

    straight_cut: Annotated[Factor, Doc("Seconds for a straight cut across a sheet.")]
    metre_of_outline: Annotated[Factor, Doc("Seconds for a metre of outlines, with scissors.")]
    fold: Annotated[Factor, Doc("Seconds for a fold.")]
