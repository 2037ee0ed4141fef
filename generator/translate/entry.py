"""A text as it is exchanged with translators, in PO files and tables."""

from typing import Literal, TypeAlias

from generator.model.values import dataclass
from generator.read.files.yaml import Spot

Format: TypeAlias = Literal["po", "csv"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A text and its translation; `where`, `longest`, `picture`, `flags`, and `note` are only written."""

    key: str
    english: str
    translation: str
    state: str = ""
    """`missing`, the type of its worst issue, or empty."""
    is_open: bool = False
    """True if the translator must review the text again."""
    comment: str = ""
    """Comment by the translator, which may have several lines."""
    note: str = ""
    """Note for translators."""
    where: tuple[str, ...] = ()
    """The places where the text is printed."""
    longest: int = 0
    """About how many characters fit; 0 where there is no limit."""
    picture: str = ""
    """The file that shows the text."""
    flags: tuple[str, ...] = ()
    """Flags of gettext besides `fuzzy`."""
    spot: Spot = (0, 0)
    """Line and column of the translation."""
