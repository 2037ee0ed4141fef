"""The language server: an editor's requests, answered from the game of the file that is open."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from generator import __version__
from generator.editor.project import (
    FileRange,
    Project,
    Suggestion,
    complete_anywhere,
    describe_thing,
    find_anywhere,
    find_definitions,
    find_game_of,
    rename_text,
)
from generator.errors import DataError, GeneratorError
from generator.read.files.shelf import REFERENCE, Shelf, find_shelf
from generator.read.problem_kinds import CodedNotice, find_word_end

_PAUSE, _LONG_PAUSE = 0.12, 0.4
"""Seconds without a change after which English and the open language are checked, and all others."""
_KINDS = {
    "key": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember,
    "name": lsp.CompletionItemKind.Reference,
    "file": lsp.CompletionItemKind.File,
    "colour": lsp.CompletionItemKind.Color,
    "text": lsp.CompletionItemKind.Text,
}


class _Checker:
    """Checks a game after each pause in typing, and sends its problems to the editor."""

    def __init__(self, server: LanguageServer, project: Project) -> None:
        self._server, self.project = server, project
        self._timer: asyncio.TimerHandle | None = None
        self._running = False
        self._task: asyncio.Task[None] | None = None
        self._is_stale = False
        self._shown: set[Path] = set()
        self._fit: tuple[CodedNotice, ...] = ()
        self.locale = REFERENCE

    def show(self, path: Path) -> None:
        """Send the problems of a file after the next check, even if there are none."""
        self._shown.add(path.absolute())

    def touch(self, pause: float = _PAUSE, *, is_complete: bool = False) -> None:
        """Check the game after a pause; a change during the pause begins it anew."""
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(pause, self._start, is_complete)

    def _start(self, is_complete: bool) -> None:
        if self._running:
            self._is_stale = True
            return
        self._running = True
        self._task = asyncio.ensure_future(self._check(is_complete))

    async def _check(self, is_complete: bool) -> None:
        loop = asyncio.get_running_loop()
        locales = None if is_complete else tuple(dict.fromkeys((REFERENCE, self.locale)))
        try:
            found = await loop.run_in_executor(None, self.project.check, locales)
        finally:
            self._running = False
        if self._is_stale:
            self._is_stale = False
            self.touch()
            return
        self._publish((*found, *self._fit))
        if not is_complete:
            self.touch(_LONG_PAUSE, is_complete=True)

    async def check_fit(self) -> None:
        """Lay the saved game out, and show what does not fit until it is saved again."""
        loop = asyncio.get_running_loop()
        self._fit = await loop.run_in_executor(None, self.project.check_fit, self.locale)
        self.touch(0.0, is_complete=True)

    def _publish(self, found: Iterable[CodedNotice]) -> None:
        by_file: dict[Path, list[lsp.Diagnostic]] = {path: [] for path in self._shown}
        for one in found:
            if one.notice.place is not None:
                path = Path(one.notice.place.file).absolute()
                by_file.setdefault(path, []).append(_make_diagnostic(self.project, path, one))
        for path, listed in by_file.items():
            report = lsp.PublishDiagnosticsParams(uri=path.as_uri(), diagnostics=listed)
            self._server.text_document_publish_diagnostics(report)
        self._shown = {path for path, listed in by_file.items() if listed}


def _make_diagnostic(project: Project, path: Path, one: CodedNotice) -> lsp.Diagnostic:
    place = one.notice.place
    assert place is not None
    lines = _read_lines(project, path)
    text = lines[place.line - 1] if place.line <= len(lines) else ""
    end = max(find_word_end(text, place.column), place.column + 1)
    return lsp.Diagnostic(
        range=_make_range(lines, (place.line, place.column), (place.line, min(end, len(text) + 1))),
        message=one.message,
        severity=lsp.DiagnosticSeverity.Error if one.notice.is_error else lsp.DiagnosticSeverity.Warning,
        code=one.code,
        source="petri",
        data={"fix": one.fix} if one.fix else None,
    )


def _read_lines(project: Project, path: Path) -> list[str]:
    try:
        return project.open(path).text.split("\n")
    except (DataError, ValueError):
        return []


def _make_range(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> lsp.Range:
    """Return a range in the units of the protocol, which counts from 0, in UTF-16."""
    codec = PositionCodec()
    ends = (lsp.Position(line - 1, column - 1) for line, column in (start, end))
    return lsp.Range(*(codec.position_to_client_units(lines, one) for one in ends))


class _Session:
    """The games of the files that are open, and their checkers."""

    def __init__(self, server: LanguageServer, shelf: Shelf) -> None:
        self._server, self._shelf = server, shelf
        self._checkers: dict[Path, _Checker] = {}

    def find(self, uri: str) -> tuple[_Checker, Path] | None:
        """Return the checker of a file's game, and the file; None if it is in no game."""
        path = Path(uris.to_fs_path(uri) or "")
        game = find_game_of(path)
        if game is None:
            return None
        if game not in self._checkers:
            self._checkers[game] = _Checker(self._server, Project(game, self._shelf))
        return self._checkers[game], path

    def put(self, uri: str, text: str | None) -> None:
        """Take the text of a file, and check its game after a pause."""
        if found := self.find(uri):
            checker, path = found
            checker.project.put(path, text)
            checker.show(path)
            if path.parent.name == "wording":
                checker.locale = path.stem
            checker.touch()

    def locate(self, uri: str, position: lsp.Position) -> tuple[_Checker, Any, int, int] | None:
        """Return the checker, the file, and line and column from 1, of a position; None outside of games."""
        found = self.find(uri)
        if found is None:
            return None
        checker, path = found
        try:
            file = checker.project.open(path)
        except (DataError, ValueError):
            return None
        lines = file.text.split("\n")
        inner = PositionCodec().position_from_client_units(lines, position)
        return checker, file, inner.line + 1, inner.character + 1


def make_server(shelf: Shelf) -> LanguageServer:
    """Return a server that speaks the Language Server Protocol, ready to be started."""
    server = LanguageServer("petri", __version__)
    session = _Session(server, shelf)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        session.put(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        session.put(uri, server.workspace.get_text_document(uri).source)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        session.put(params.text_document.uri, None)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        if found := session.find(params.text_document.uri):
            await found[0].check_fit()

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", ":", "{", "/", ".", "-"])
    )
    async def completed(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        located = session.locate(params.text_document.uri, params.position)
        if located is None:
            return None
        checker, file, line, column = located
        offers = complete_anywhere(checker.project, file, line, column)
        lines = file.text.split("\n")
        where = _make_range(lines, (line, column - offers.replaced), (line, column))
        items = [_make_item(offer, where, index) for index, offer in enumerate(offers.offers)]
        return lsp.CompletionList(is_incomplete=offers.is_cut, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        located = session.locate(params.text_document.uri, params.position)
        thing = find_anywhere(*located[1:]) if located else None
        text = describe_thing(located[0].project, thing) if located and thing else ""
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def defined(params: lsp.DefinitionParams) -> list[lsp.Location]:
        located = session.locate(params.text_document.uri, params.position)
        thing = find_anywhere(*located[1:]) if located else None
        if located is None or thing is None:
            return []
        return [*_list_locations(located[0].project, find_definitions(located[0].project, thing))]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    async def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        located = session.locate(params.text_document.uri, params.position)
        thing = find_anywhere(*located[1:]) if located else None
        if located is None or thing is None:
            return None
        project = located[0].project
        try:
            edits = rename_text(project, thing.name, params.new_name)
        except GeneratorError as error:
            shown = lsp.ShowMessageParams(lsp.MessageType.Warning, str(error))
            server.window_show_message(shown)
            return None
        changes: dict[str, list[lsp.TextEdit]] = {}
        for edit, location in zip(edits, _list_locations(project, [one.where for one in edits]), strict=True):
            changes.setdefault(location.uri, []).append(lsp.TextEdit(location.range, edit.text))
        return lsp.WorkspaceEdit(changes=changes)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
    )
    async def fixed(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return [*_list_fixes(params.text_document.uri, params.context.diagnostics)]

    return server


def _make_item(offer: Suggestion, where: lsp.Range, index: int) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=offer.label,
        kind=_KINDS[offer.kind],
        documentation=offer.doc or None,
        sort_text=f"{index:04}",
        filter_text=offer.label,
        text_edit=lsp.TextEdit(where, offer.insert or offer.label),
    )


def _list_locations(project: Project, places: Iterable[FileRange]) -> Iterator[lsp.Location]:
    for place in places:
        lines = _read_lines(project, place.path) if place.path.is_relative_to(project.folder) else []
        yield lsp.Location(place.path.absolute().as_uri(), _make_range(lines, place.start, place.end))


def _list_fixes(uri: str, diagnostics: Iterable[lsp.Diagnostic]) -> Iterator[lsp.CodeAction]:
    """Yield the correction of each problem that has one."""
    for one in diagnostics:
        fix = one.data.get("fix") if isinstance(one.data, dict) else getattr(one.data, "fix", None)
        if fix:
            edit = lsp.WorkspaceEdit(changes={uri: [lsp.TextEdit(one.range, str(fix))]})
            yield lsp.CodeAction(
                title=f"Change to `{fix}`", kind=lsp.CodeActionKind.QuickFix, diagnostics=[one], edit=edit
            )


def serve() -> None:
    """Serve an editor over standard input and output until it ends the session."""
    make_server(find_shelf()).start_io()
