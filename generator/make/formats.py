"""The file formats that documents are written in, for commands: nothing above imports a back end itself."""

from generator.backends.formats import Format as Format
from generator.backends.formats import Options as Options
from generator.backends.formats import find_format as find_format
from generator.backends.formats import format_names as format_names
