"""Texts and conditions of protograf, which are templates of Jinja, as texts and conditions of ours."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.imports.texts import escape_marks, quote_in_code
from generator.read.declared.table_cells import make_name

_BRACES = re.compile(r"\{\{\s*(.*?)\s*\}\}", re.DOTALL)
_METHOD = re.compile(r"(\w+)\.(title|upper|lower|strip|capitalize)\(\)")
_FILTER = re.compile(r"(\w+)\s*\|\s*(title|upper|lower|trim)")
_REPLACE = re.compile(r"""(\w+)\.replace\(\s*('[^']*'|"[^"]*")\s*,\s*('[^']*'|"[^"]*")\s*\)""")
_FUNCTIONS = {"title": "title", "upper": "upper", "lower": "lower", "strip": "", "trim": ""}
_TOKEN = re.compile(
    r"""\s*(?:('[^']*'|"[^"]*")|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|(==|!=|<=|>=|<|>|\(|\)|,|\[|\]))"""
)
_WORDS = ("and", "or", "not", "in")
_PLAIN = re.compile(r"(\w+) (==|!=) '([\w][\w ]*)'")


class UnclearTemplate(Exception):
    """A template or a value that has no counterpart, with the reason."""


@dataclass(frozen=True, slots=True)
class ProtoFields:
    """The fields of the cards by the names that a script uses."""

    titles: Mapping[str, str]
    columns: Mapping[str, Sequence[str]]

    def find_field(self, name: str) -> str:
        """Return the field of a name; raises UnclearTemplate."""
        key = make_name(name)
        if name in self.titles:
            return self.titles[name]
        if key in self.columns:
            return key
        if name.lower() == "sequence":
            return "number"
        if name.lower() == "id":
            return "id"
        raise UnclearTemplate(f"there is no column {name}")

    def make_text(self, text: str, *, is_rich: bool = True) -> str:
        """Return a template as a text with fields; raises UnclearTemplate."""
        pieces, place = [], 0
        for match in _BRACES.finditer(text):
            plain = text[place : match.start()]
            pieces.append(escape_marks(plain) if is_rich else plain)
            pieces.append(f"{{{self._make_code(match[1])}}}")
            place = match.end()
        rest = text[place:]
        return "".join([*pieces, escape_marks(rest) if is_rich else rest])

    def _make_code(self, code: str) -> str:
        if re.fullmatch(r"[A-Za-z_]\w*", code):
            return self.find_field(code)
        found = _METHOD.fullmatch(code) or _FILTER.fullmatch(code)
        if found and found[2] in _FUNCTIONS:
            field, function = self.find_field(found[1]), _FUNCTIONS[found[2]]
            return f"{function}({field})" if function else field
        if found := _REPLACE.fullmatch(code):
            before, after = (quote_in_code(part[1:-1]) for part in found.group(2, 3))
            return f"replace({self.find_field(found[1])}, {before}, {after})"
        return self._translate_all(code)

    def make_condition(self, text: str) -> str:
        """Return a template that is true or false as a condition; raises UnclearTemplate."""
        inner = _BRACES.fullmatch(text.strip())
        if not inner:
            raise UnclearTemplate(f"{text} is not a condition")
        written = self._translate_all(inner[1])
        plain = _PLAIN.fullmatch(written)
        return f"{plain[1]} {'=' if plain[2] == '==' else '!='} {plain[3]}" if plain else written

    def _translate_all(self, code: str) -> str:
        """Return an expression with our names of fields."""
        tokens, place = [], 0
        while place < len(code.rstrip()):
            found = _TOKEN.match(code, place)
            if not found:
                raise UnclearTemplate(f"{{{{ {code} }}}} has no counterpart")
            place = found.end()
            tokens.append(self._translate(found))
        return re.sub(r"([(\[]) | ([)\],])", r"\1\2", " ".join(tokens))

    def _translate(self, token: re.Match[str]) -> str:
        text, name, number, sign = token.groups()
        if text is not None:
            return quote_in_code(text[1:-1])
        if name is not None:
            return name if name in _WORDS else self.find_field(name)
        return number or sign
