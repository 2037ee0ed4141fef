"""`petri convert`: booklets in YAML as Markdown."""

from pathlib import Path

from generator.cli.printing.options import ConvertOptions
from generator.cli.terminal.echo import echo
from generator.errors import format_count
from generator.output import Staging
from generator.read.files.text_files import name_file
from generator.translate.markdown import convert_booklet


def convert_and_report(options: ConvertOptions) -> None:
    """Convert each booklet, and report its texts; raises GeneratorError, and then writes nothing of it."""
    for file in map(Path, options.files):
        with Staging(home=file.parent) as staging:
            done = convert_booklet(file, staging)
        echo(f"{name_file(done.path)}: {format_count(done.moved, 'text')} moved from the wording")
