"""What the marks of a rich text name."""

from generator.model.texts.rich_text import parse_rich


def find_icons(text: str) -> tuple[str, ...]:
    """The icons of a text, in order."""
    return tuple(span.icon for span in parse_rich(text, places=True) if span.icon)
