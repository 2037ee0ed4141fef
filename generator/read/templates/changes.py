"""Names that mean something else than when files with templates were read before."""

from collections.abc import Iterator, Mapping

from generator.read.files.text_files import collect_words
from generator.read.files.yaml import Data, Source
from generator.read.templates.templates import TemplateBook

_NAMED = ("constants", "styles", "tables", "parts", "templates")


def list_changed_names(old: TemplateBook, new: TemplateBook) -> frozenset[str] | None:
    """Return the names of templates, parts, and values that are not the same in two books.

    What has a changed name in it has changed, too. None if there are other changes.
    """
    are_same = [*old.names.themes] == [*new.names.themes] and old.sizes == new.sizes
    if not are_same or len(old.files) != len(new.files):
        return None
    changed = {*old.wrong, *new.wrong}
    for before, after in zip(old.files, new.files, strict=True):
        if before is after:
            continue
        if _get_rest(before) != _get_rest(after) or _has_tables_elsewhere(after):
            return None
        first, second = dict(_list_named(before)), dict(_list_named(after))
        changed |= {one[1] for one in first.keys() ^ second.keys()}
        changed |= {one[1] for one in first.keys() & second.keys() if first[one] != second[one]}
    if not changed:
        return frozenset()
    uses = {one[1]: collect_words(str(data)) for source in new.files for one, data in _list_named(source)}
    while found := {name for name, words in uses.items() if name not in changed and words & changed}:
        changed |= found
    return frozenset(changed)


def _list_named(source: Source) -> Iterator[tuple[tuple[str, str], Data]]:
    """Yield what a file declares, by the key and the name."""
    for key in _NAMED:
        given = source.get(key)
        yield from (((key, name), data) for name, data in given.items()) if isinstance(given, dict) else ()


def _get_rest(source: Source) -> Mapping[str, Data]:
    data = source.data if isinstance(source.data, dict) else {}
    return {key: value for key, value in data.items() if key not in _NAMED}


def _has_tables_elsewhere(source: Source) -> bool:
    """Return True if a file takes tables from other files, whose changes do not show in it."""
    tables = source.get("tables")
    return isinstance(tables, dict) and any(
        isinstance(one, str) or "file" in (one or ()) for one in tables.values()
    )
