"""`petri schema`: what editors need to check YAML files while they are written."""

from pathlib import Path

import typer

from generator.errors import UnknownName, say_unknown
from generator.output import Staging
from generator.read.schema import build_schemas, say_schema, schema_file


def say_schemas(name: str | None, folder: Path | None) -> None:
    """Prints one schema or the names of all; with a folder, writes them there instead."""
    schemas = build_schemas()
    if name is not None and name not in schemas:
        raise UnknownName(say_unknown("schema", name, schemas))
    chosen = schemas if name is None else {name: schemas[name]}
    if folder is not None:
        with Staging() as staging:
            for key, schema in chosen.items():
                staging.write(folder / schema_file(key), say_schema(schema).encode())
            staging.commit()
        typer.echo(f"{len(chosen)} {'schema' if len(chosen) == 1 else 'schemas'} in {folder}")
    elif name is None:
        typer.echo("\n".join(schemas))
    else:
        typer.echo(say_schema(schemas[name]), nl=False)
