"""Web pages in one file: to look at, to search, to hear, and to print at true size."""

from generator.backends.formats import DEFAULT, Format, Options
from generator.backends.html.drawing import PageWriter
from generator.backends.html.parts import Edition, Section
from generator.backends.html.sections import draw_pages
from generator.backends.html.site import write_site
from generator.scene.shapes import Document


def write_html(document: Document, options: Options = DEFAULT) -> bytes:
    """Return the pages of one document and their texts, without labels in a language."""
    writer = PageWriter(options.dpi)
    pages, text = draw_pages(writer, document.pages, document.language)
    section = Section(
        id="pages", title=document.title, pages=pages, text=text, definitions=writer.found, is_book=True
    )
    edition = Edition(
        locale=document.language,
        language=document.language,
        name=document.language,
        title=document.title,
        subtitle=document.subject,
        sections=(section,),
    )
    return write_site((edition,))


FORMAT = Format(
    name="html",
    extension="html",
    per_page=False,
    write=lambda document, page, options: write_html(document, options),
    is_joined=True,
)
