"""Output formats for the commands, so that no higher room imports a back end."""

from generator.backends.formats import Format as Format
from generator.backends.formats import Options as Options
from generator.backends.formats import find_format as find_format
from generator.backends.formats import format_names as format_names
