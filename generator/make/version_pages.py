"""A web page with the differences of two versions: lists, and pictures of cards and pages."""

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from generator.backends.formats import find_format
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.shapes.outlines import footprint
from generator.make.changes import LookChanges
from generator.make.jobs.files import Presses, lay_out_whole
from generator.make.jobs.jobs import DEFAULTS, Job
from generator.make.versions import KINDS, VersionChange
from generator.model.geometry import Rectangle
from generator.model.kit import PieceSet
from generator.model.printing.printing import FileOptions
from generator.model.values import replace
from generator.scene.shapes import Document, Group, Page, Shape, translation

MOST_PICTURED = 400
"""Most cards and pages of a part of which pictures are made; the others are named."""
_CARD, _PAGE = FileOptions(dpi=130, fine=260), FileOptions(dpi=75, fine=150)
_SIGNS = {
    "added": "+",
    "removed": "\N{MINUS SIGN}",
    "changed": "~",
    "renamed": "\N{RIGHTWARDS ARROW}",
    "moved": "↕",
}
_STYLE = """
:root { color-scheme: light dark; --line: #8886; --old: #b42318; --new: #067647; }
@media (prefers-color-scheme: dark) { :root { --old: #ff8a7a; --new: #5fd39a; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { border-top: 1px solid var(--line); font-size: 1.2rem; margin: 2rem 0 .6rem; padding-top: 1rem; }
h2 small { font-weight: 400; opacity: .7; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-bottom: 1px solid var(--line); display: grid; gap: 0 .8rem; grid-template-columns: 1.2rem 1fr;
  padding: .4rem 0; }
li > b { text-align: center; }
li code { opacity: .7; overflow-wrap: anywhere; }
.was, .is { grid-column: 2; overflow-wrap: anywhere; white-space: pre-wrap; }
.was { color: var(--old); } .is { color: var(--new); }
del, ins { text-decoration: none; }
.sides { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
.sides.pages { grid-template-columns: repeat(auto-fill, minmax(min(100%, 32rem), 1fr)); }
figure { border: 1px solid var(--line); border-radius: .5rem; margin: 0; padding: .7rem; }
figcaption { font-weight: 600; margin-bottom: .4rem; overflow-wrap: anywhere; }
.pair { display: grid; gap: .7rem; grid-template-columns: 1fr 1fr; }
.pair div { font-size: .85rem; }
.pair img { background: #fff; border: 1px solid var(--line); display: block; height: auto; max-width: 100%; }
.pair i { border: 1px dashed var(--line); display: block; font-style: normal; opacity: .7; padding: 1rem; }
"""


def write_version_page(
    names: tuple[str, str],
    title: str,
    changes: Sequence[VersionChange],
    looks: Iterable[LookChanges],
    notes: Sequence[str] = (),
) -> bytes:
    """Return the page, which needs no other file."""
    looks = tuple(looks)
    head = f"{escape(title)}: {len(changes)} change{'s' * (len(changes) != 1)}"
    parts = [
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{head}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{head}</h1>\n"
        f'<p><span class="was">{escape(names[0])}</span> → <span class="is">{escape(names[1])}</span></p>\n',
        *(f"<p>{escape(note)}</p>\n" for note in notes),
        *_write_pictures(looks),
    ]
    for kind in KINDS:
        if found := [one for one in changes if one.kind == kind]:
            rows = "".join(map(_write_change, found))
            parts.append(f"<h2>{KINDS[kind]} <small>{len(found)}</small></h2>\n<ul>\n{rows}</ul>\n")
    return "".join((*parts, "</body>\n</html>\n")).encode()


def _write_change(change: VersionChange) -> str:
    sign = f'<b title="{change.how}" aria-label="{change.how}">{_SIGNS[change.how]}</b>'
    where = f"{escape(' › '.join(change.where))} " if change.where else ""
    lines = [f"<li>{sign}<div>{where}<code>{escape(change.file)}</code></div>"]
    for name, tag, value in (("was", "del", change.before), ("is", "ins", change.after)):
        if value is not None:
            lines.append(f'<div class="{name}"><{tag}>{escape(format_data(value))}</{tag}></div>')
    return "".join((*lines, "</li>\n"))


def format_data(value: object) -> str:
    """Return data as people read it: texts as they are, lists with commas, mappings with their keys."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {format_data(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(format_data, value)) + "]"
    return str(value)


def _write_pictures(looks: Sequence[LookChanges]) -> Iterator[str]:
    presses = Presses(DEFAULTS), Presses(DEFAULTS)
    for look in looks:
        jobs = zip((look.before, look.after), presses, strict=True)
        drawn = [_draw(job, press) if job else {} for job, press in jobs]
        ids = _list_shown(look, drawn)
        kind = "cards" if look.cards else "pages"
        title = f"{escape(look.part)} ({escape(look.locale)})"
        yield f"<h2>{title} <small>{len(ids)} {kind} look different</small></h2>\n"
        yield f'<div class="sides {kind}">\n'
        for id in ids[:MOST_PICTURED]:
            yield from _write_sides(id, [one.get(id, {}) for one in drawn], is_paged=not look.cards)
        yield "</div>\n"
        if rest := ids[MOST_PICTURED:]:
            yield f"<p>without pictures: {escape(', '.join(rest))}</p>\n"


def _write_sides(id: str, pair: Sequence[Mapping[str, Page]], *, is_paged: bool) -> Iterator[str]:
    """Yield the sides of a card, or a page, that look different."""
    for side in dict.fromkeys((*pair[0], *pair[1])):
        before, after = (_embed(one.get(side), is_paged) for one in pair)
        if before != after:
            name = f"page {id}" if is_paged else f"{id}, {side}"
            yield f"<figure><figcaption>{escape(name)}</figcaption>"
            yield f'<div class="pair"><div>before{before}</div><div>after{after}</div></div></figure>\n'


def _list_shown(look: LookChanges, drawn: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the ids of cards, or the numbers of pages, that look different."""
    if cards := look.cards:
        gone = [id for id in cards.removed if id not in drawn[1]]
        return [*cards.changed, *cards.new, *gone]
    if pages := look.pages:
        last = range(pages.count, pages.count + pages.removed)
        return [str(index + 1) for index in (*pages.pages, *last)]
    return [*drawn[0]]


def _draw(job: Job, presses: Presses) -> dict[str, dict[str, Page]]:
    """Return the sides of each card, or each page under its number, without encoding them."""
    if not isinstance(job.part, PieceSet):
        document = lay_out_whole(job, DEFAULTS, presses)
        return {str(number): {"page": page} for number, page in enumerate(document.pages, 1)}
    sides: dict[str, dict[str, Page]] = {}
    for one in dict.fromkeys(lay_out_pieces(presses.find(job), job.part)):
        box = footprint(one.form)
        sides.setdefault(one.id, {"front": _cut(one.front, box)})
        if one.draw_back:
            sides[one.id].setdefault("back", _cut(one.back, box))
    return sides


def _cut(shapes: Sequence[Shape], box: Rectangle) -> Page:
    """Return a page with the part of a side that is in a box."""
    moved = Group(tuple(shapes), transform=translation(-box.left, -box.top))
    return Page(box.width, box.height, (moved,))


def _embed(page: Page | None, is_paged: bool) -> str:
    """Return an image with a page in it, or a note that there is none."""
    if page is None:
        return "<i>not there</i>"
    options = _PAGE if is_paged else _CARD
    page = replace(page, fields=(), links=())
    data = find_format("png").write(Document((page,), title="", language="en"), 0, options)
    width = round(page.width * options.dpi / 25.4)
    text = base64.b64encode(data).decode()
    return f'<img alt="" loading="lazy" width="{width}" src="data:image/png;base64,{text}">'
