"""Elements of templates as files have them -> the model's: the same names, boxes with sides of their own."""

from generator.model.template import (
    WHOLE,
    BoardElement,
    Box,
    Element,
    Ground,
    IconElement,
    Measure,
    PanelElement,
    PictureElement,
    RepeatElement,
    TurnedElement,
    WordsElement,
)
from generator.read.declared.formats.templates import (
    BoardViewFormat,
    ElementFormat,
    GroundFormat,
    IconFormat,
    PanelFormat,
    PictureFormat,
    RepeatFormat,
    TurnedFormat,
    WordsFormat,
)


def build_element(format: ElementFormat, id: str, inner: tuple[Element, ...]) -> Element:
    """The element of a format; `inner` are the elements that it repeats or turns."""
    match format:
        case GroundFormat():
            return Ground(format.fill, id, format.when)
        case PanelFormat():
            return _build_panel(format, id)
        case WordsFormat():
            return _build_words(format, id)
        case IconFormat():
            return _build_icon(format, id)
        case PictureFormat():
            return PictureElement(_box(format.box), format.file, format.fit, format.bleeds, id, format.when)
        case RepeatFormat():
            return _build_repeat(format, id, inner)
        case TurnedFormat():
            return TurnedElement(inner, id, format.when)
    assert isinstance(format, BoardViewFormat)
    return _build_board_view(format, id)


def _build_panel(format: PanelFormat, id: str) -> PanelElement:
    return PanelElement(
        box=_box(format.box),
        shape=format.shape,
        fill=format.fill,
        stroke=format.stroke,
        line=format.line,
        corner=format.corner,
        pattern=format.pattern,
        pattern_colour=format.pattern_colour,
        pattern_size=format.pattern_size,
        bleeds=format.bleeds,
        id=id,
        when=format.when,
    )


def _build_words(format: WordsFormat, id: str) -> WordsElement:
    return WordsElement(
        box=_box(format.box),
        role=format.role,
        say=format.say,
        text=format.text,
        align=format.align,
        upright=format.upright,
        colour=format.colour,
        angle=format.angle,
        lines=format.lines,
        over=format.over,
        alike=format.alike,
        grouped=format.grouped,
        id=id,
        when=format.when,
    )


def _build_icon(format: IconFormat, id: str) -> IconElement:
    return IconElement(
        box=_box(format.box),
        icon=format.icon,
        colour=format.colour,
        stroke=format.stroke,
        line=format.line,
        angle=format.angle,
        id=id,
        when=format.when,
    )


def _build_repeat(format: RepeatFormat, id: str, inner: tuple[Element, ...]) -> RepeatElement:
    return RepeatElement(
        box=_box(format.box),
        over=format.over,
        elements=inner,
        direction=format.direction,
        cell=format.cell or Measure(),
        gap=format.gap,
        align=format.align,
        id=id,
        when=format.when,
    )


def _build_board_view(format: BoardViewFormat, id: str) -> BoardElement:
    return BoardElement(
        box=_box(format.box),
        board=format.board,
        place=format.place,
        reach=format.reach,
        shows=format.shows,
        id=id,
        when=format.when,
    )


def _box(given: list[Measure] | None) -> Box:
    if given is None:
        return WHOLE
    left, top, width, height = given
    return Box(left, top, width, height)
