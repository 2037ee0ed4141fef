"""Cutting machines: the marks by which they find a sheet, and what they cut."""

from typing import Annotated, Literal, TypeAlias

from generator.model import kinds
from generator.model.kinds import Doc, Edge, Id, Length, Size, Written
from generator.model.values import dataclass

Corner: TypeAlias = Literal["top_left", "top_right", "bottom_left", "bottom_right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationMarks:
    """Marks in the corners of a page, by which a machine finds the pieces on it."""

    angles: Annotated[tuple[Corner, ...], Length(1), Doc("Corners of the page with an angle of two lines.")]
    inset: Annotated[Size, Doc("Distance of all marks from the edges of the page.")]
    lengths: Annotated[
        tuple[Size, ...],
        Length(1),
        Doc("Lengths of the lines; the first is used unless it costs a sheet."),
    ]
    thickness: Annotated[Size, Doc("Width of the lines.")]
    square: Annotated[Edge, Doc("Side of a square in the top left corner; 0 for none.")] = 0.0
    bordered: Annotated[
        kinds.Switch, Doc("True for a line around the square, as wide as the others, half of it outside.")
    ] = True
    clear: Annotated[Edge, Doc("Free space beyond the lines.")] = 1.5

    @property
    def length(self) -> float:
        """Length of the lines in mm."""
        return self.lengths[0]

    @property
    def zone(self) -> float:
        """Width and height of the corners of the page that have nothing but the marks, in mm."""
        return self.inset + self.length + self.clear

    @property
    def corners(self) -> tuple[Corner, ...]:
        """Corners of the page with a mark."""
        return ("top_left", *self.angles) if self.square else self.angles


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutter:
    """A machine that cuts out the pieces of a printed sheet."""

    files: Annotated[tuple[Literal["svg", "dxf"], ...], Length(1), Doc("Formats of cut files.")]
    between: Annotated[Edge, Doc("Space between pieces; their bleeds fill it.")] = 1.25
    marks: Annotated[RegistrationMarks | None, Doc("Marks on the sheet; by default, none.")] = None
    area: Annotated[
        kinds.Extent | None,
        Doc("Largest picture that it cuts. Sheets are pictures then, transparent outside of the pieces."),
    ] = None
    papers: Annotated[tuple[Id, ...], Doc("Paper sizes; by default, any.")] = ()
    id: Annotated[str, Written.NEVER] = ""
    """Name of its destination."""

    @property
    def takes_pictures(self) -> bool:
        """True if sheets are pictures, without a margin line, and transparent outside of the pieces."""
        return self.area is not None
