"""The format of files of templates."""

from typing import Any

from pydantic import Field

from generator.read.declared.formats.scalars import Format, Id


class TemplatesFormat(Format):
    """Templates by id: each a list of elements, or changes to another template."""

    templates: dict[Id, Any] = Field(min_length=1, description="Templates by id.")
