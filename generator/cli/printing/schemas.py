"""`petri schema`: JSON Schemas for editors."""

import typer

from generator.cli.printing.options import SchemaOptions
from generator.errors import UnknownName, say_unknown
from generator.output import Staging
from generator.read.schema import build_schemas, say_schema, schema_file


def print_schemas(options: SchemaOptions) -> None:
    """Print one schema, or the names of all; with a folder, write files instead."""
    name, folder = options.name, options.folder
    schemas = build_schemas()
    if name and name not in schemas:
        raise UnknownName(say_unknown("schema", name, schemas))
    chosen = {name: schemas[name]} if name else schemas
    if folder is not None:
        with Staging() as staging:
            for key, schema in chosen.items():
                staging.write(folder / schema_file(key), say_schema(schema).encode())
            staging.commit()
        typer.echo(f"{len(chosen)} {'schema' if len(chosen) == 1 else 'schemas'} in {folder}")
    elif not name:
        typer.echo("\n".join(schemas))
    else:
        typer.echo(say_schema(schemas[name]), nl=False)
