"""Booklets: text with figures, such as rules and player aids."""

from collections.abc import Iterator
from typing import Annotated

from generator.errors import Wrong
from generator.model import kinds
from generator.model.blocks import find_fields
from generator.model.kinds import Doc, Id, Switch, Title, WordsKey
from generator.model.sheet import Orientation
from generator.model.template import Blocks
from generator.model.values import dataclass


@dataclass(frozen=True, slots=True)
class Booklet:
    """A title and blocks, in columns on as many pages as necessary."""

    id: Annotated[Id, Doc("Id for file names: `rules`.")]
    title: Annotated[WordsKey, Doc("Wording key of the title.")]
    blocks: Annotated[Blocks, Doc("Blocks from top to bottom.")]
    subtitle: Annotated[Title, Doc("Text of the line below the title.")] = ""
    columns: Annotated[kinds.Positive, Doc("Number of columns of a page.")] = 2
    most_pages: Annotated[kinds.Count, Doc("Maximum number of pages; 0: no limit.")] = 0
    fit: Annotated[Switch, Doc("Reduce the type size until the text fits on `most_pages`.")] = False
    by_language: Annotated[Switch, Doc("Print each of two languages on its own pages.")] = False
    orientation: Orientation = "portrait"
    credit: Annotated[Title, Doc("Text of the small line at the foot.")] = ""

    def find_problems(self) -> Iterator[Wrong]:
        yield from find_fields(self.blocks)
        if self.fit and not self.most_pages:
            yield Wrong("the number of pages is missing", "add `most_pages: ...`", path=("fit",))
