"""`petri lsp`: help for editors."""

from generator.cli.printing.options import EditorOptions
from generator.errors import GeneratorError


def serve_editor(options: EditorOptions) -> None:
    """Serve an editor until it ends the session; raises GeneratorError if the library for it is missing."""
    try:
        from generator.editor.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise GeneratorError('needs a library: pip install "petri-press[editor]"') from error
    serve()
