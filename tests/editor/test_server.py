"""The language server, as an editor talks to it."""

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from generator.read.files.shelf import find_shelf

_PATIENCE = 30


class Editor:
    """An editor without a screen: it opens a file, types, and keeps what the server says."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client, self.path, self.version = client, path, 1
        self.problems: dict[str, list[lsp.Diagnostic]] = {}
        self.heard = asyncio.Event()

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.path.as_uri())

    def open(self) -> None:
        text = self.path.read_text("utf-8")
        item = lsp.TextDocumentItem(self.path.as_uri(), "yaml", self.version, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def type(self, text: str) -> None:
        self.version += 1
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.path.as_uri())
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def wait_for(self, is_there: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
        """Return the problems of the file as soon as they are as expected."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                found = self.problems.get(self.path.as_uri())
                if found is not None and is_there(found):
                    return found
                self.heard.clear()
                await self.heard.wait()


def talk(path: Path, conversation: Callable[[Editor], Awaitable[None]]) -> None:
    """Start the server, and let an editor talk to it about a file."""

    async def run() -> None:
        client = LanguageClient("editor", "1")
        editor = Editor(client, path)

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def heard(params: lsp.PublishDiagnosticsParams) -> None:
            editor.problems[params.uri] = list(params.diagnostics)
            editor.heard.set()

        await client.start_io(sys.executable, "-m", "generator", "lsp", "--stdio")
        await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        client.initialized(lsp.InitializedParams())
        try:
            await conversation(editor)
        finally:
            # A server that does not answer must not keep the tests waiting here, either.
            async with asyncio.timeout(_PATIENCE):
                await client.shutdown_async(None)
                client.exit(None)
                await client.stop()

    asyncio.run(asyncio.wait_for(run(), 4 * _PATIENCE))


def test_an_editor_gets_problems_and_their_corrections_and_completions(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(find_shelf().complete, folder)
    text = (folder / "board.yaml").read_text("utf-8")

    async def conversation(editor: Editor) -> None:
        editor.open()
        await editor.wait_for(lambda found: not found)
        wrong = text.replace("      icon: cloud", "      icon: clowd  # 😀")
        editor.type(wrong)
        (found,) = await editor.wait_for(bool)
        assert (found.code, found.source) == ("unknown-icon", "petri")
        line = wrong.split("\n")[found.range.start.line]
        assert line[found.range.start.character : found.range.end.character] == "clowd"
        context = lsp.CodeActionContext([found])
        params = lsp.CodeActionParams(editor.document, found.range, context)
        answer: Any = await editor.client.text_document_code_action_async(params)
        (edit,) = answer[0].edit.changes[editor.path.as_uri()]
        assert (edit.new_text, edit.range) == ("cloud", found.range)
        where = lsp.Position(found.range.start.line, found.range.start.character + 3)
        offers: Any = await editor.client.text_document_completion_async(
            lsp.CompletionParams(editor.document, where)
        )
        assert [(one.label, one.text_edit.new_text) for one in offers.items] == [("cloud", "cloud")]
        hover = await editor.client.text_document_hover_async(lsp.HoverParams(editor.document, where))
        assert hover is None or "icon" in str(hover.contents)
        editor.type(text)
        await editor.wait_for(lambda found: not found)

    talk(folder / "board.yaml", conversation)


def test_an_editor_finds_and_renames_texts(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(find_shelf().complete, folder)

    async def conversation(editor: Editor) -> None:
        editor.open()
        await editor.wait_for(lambda found: not found)
        line = next(
            index
            for index, row in enumerate(editor.path.read_text("utf-8").split("\n"))
            if row.startswith("title: ")
        )
        where = lsp.Position(line, len("title: cards"))
        found: Any = await editor.client.text_document_definition_async(
            lsp.DefinitionParams(editor.document, where)
        )
        assert {Path(one.uri).name for one in found} == {
            path.name for path in (folder / "wording").glob("*.yaml")
        }
        edit: Any = await editor.client.text_document_rename_async(
            lsp.RenameParams(editor.document, where, "heading")
        )
        assert len(edit.changes) == 1 + len([*(folder / "wording").glob("*.yaml")])
        refused = await editor.client.text_document_rename_async(
            lsp.RenameParams(editor.document, where, "fly")
        )
        assert refused is None

    talk(folder / "cards.yaml", conversation)


def test_an_editor_is_helped_in_a_booklet(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(find_shelf().complete, folder)

    async def conversation(editor: Editor) -> None:
        editor.open()
        await editor.wait_for(lambda found: not found)
        text = editor.path.read_text("utf-8")
        editor.type(text.replace("from: b2", "from: b9"))
        (problem,) = await editor.wait_for(lambda found: len(found) == 1)
        rows = text.split("\n")
        line = rows.index("from: b2")
        assert (problem.code, problem.range.start.line, problem.range.start.character) == (
            "unknown-place",
            line,
            6,
        )
        editor.type(text.replace("**Fly.**", "**Fly.** :clo"))
        row = next(index for index, row in enumerate(rows) if "**Fly.**" in row)
        where = lsp.Position(row, rows[row].index("**Fly.**") + len("**Fly.** :clo"))
        offers: Any = await editor.client.text_document_completion_async(
            lsp.CompletionParams(editor.document, where)
        )
        assert [one.text_edit.new_text for one in offers.items] == ["cloud:"]
        found: Any = await editor.client.text_document_definition_async(
            lsp.DefinitionParams(editor.document, lsp.Position(row, rows[row].index(":bee:") + 2))
        )
        assert [Path(one.uri).name for one in found] == ["bee.svg"]

    talk(folder / "rules.md", conversation)
