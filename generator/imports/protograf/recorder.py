"""Replacement for the module `protograf` while a script runs: it records cards and draws nothing.

`python recorder.py HOME SCRIPT`; HOME has the copy of the project, `project`, and gets `record.json`. What
leaves the copy (the network, other programs, other files) is refused, also where the system does not.
"""

import json
import os
import runpy
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

_MOST_RECORDS = 5_000
_MOST_ITEMS = 10_000
_DEEPEST = 12
_SHAPES = """
    arc arrow bezier chord circle cross cube d6 domino dot dotgrid ellipse grid hexagon hexhex image line
    lines pentomino pod polygon polyline polyomino polyshape qrcode rectangle rhombus sector sequence
    repeat square stadium star starfield starline table tetromino text trapezoid triangle
"""
_OTHERS = """
    Blueprint BGG Cube D6 Footer Header Hexagons HexHex LinkLine Load Location Locations PageBreak QRCode
    Rectangles Squares StarField StarLine Track VirtualLocations
"""
"""Names that draw on pages or boards."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.startfile",
    "ctypes.",
)
"""Beginnings of the names of events that leave the copy."""
_CHANGES = (
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.mkdir",
    "os.chmod",
    "os.link",
    "os.symlink",
    "os.truncate",
)


class _Recorder:
    """Records the cards and shapes that a script makes, with their lines."""

    def __init__(self, home: Path, script: str) -> None:
        self.home, self.script = home, script
        self.project = home / "project"
        self.font: dict[str, Any] = {}
        self.record: dict[str, Any] = {
            "create": {},
            "decks": [],
            "data": {},
            "cards": [],
            "pages": [],
            "notes": [],
            "stopped": None,
            "files": [script],
        }

    def find_line(self) -> int:
        """Return the line of the script from which the current function was called."""
        frame = sys._getframe(1)
        place = str(self.project / self.script)
        while frame.f_back is not None and frame.f_code.co_filename != place:
            frame = frame.f_back
        return frame.f_lineno if frame.f_code.co_filename == place else 0

    def add(self, name: str, entry: Mapping[str, Any]) -> None:
        """Add an entry with its line to the record."""
        entries = self.record[name]
        if len(entries) >= _MOST_RECORDS:
            raise RuntimeError(f"more than {_MOST_RECORDS} calls")
        entries.append({"line": self.find_line(), **entry})

    def make_shape(self, kind: str, arguments: tuple[Any, ...], keys: Mapping[str, Any]) -> "_Shape":
        """Return a shape with the font that is set."""
        common = keys.get("common")
        merged = {**self.font, **(common.keys if isinstance(common, _Shape) else {}), **keys}
        merged.pop("common", None)
        return _Shape(kind, list(arguments), merged, self.find_line())


class _Shape:
    """A shape, a group, or values for several shapes."""

    def __init__(self, kind: str, arguments: list[Any], keys: dict[str, Any], line: int) -> None:
        self.kind, self.arguments, self.keys, self.line = kind, arguments, keys, line

    def pack(self, depth: int) -> dict[str, Any]:
        """Return it as JSON can have it."""
        keys = {name: _pack(value, depth + 1) for name, value in self.keys.items()}
        arguments = [_pack(one, depth + 1) for one in self.arguments]
        return {"shape": self.kind, "arguments": arguments, "keys": keys, "line": self.line}


def _pack(value: Any, depth: int = 0) -> Any:
    if depth > _DEEPEST:
        return None
    if isinstance(value, _Shape):
        return value.pack(depth)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if abs(value) < 1e12 else None
    if isinstance(value, Mapping):
        return {str(key): _pack(item, depth + 1) for key, item in [*value.items()][:_MOST_ITEMS]}
    if isinstance(value, list | tuple | set | range | Iterator):
        return [_pack(item, depth + 1) for _, item in zip(range(_MOST_ITEMS), value, strict=False)]
    return str(value)


def _list_steps(start: float, end: float, step: float = 1, **_: Any) -> list[float]:
    """Return numbers from a start to an end, both of them in it."""
    count = int((end - start) / step + 1e-9) if step else 0
    return [start + step * number for number in range(min(max(count, 0), _MOST_ITEMS) + 1)]


def _make_matrix(labels: Any = None, data: Any = None) -> list[dict[str, Any]]:
    """Return a row for each combination of values."""
    rows: list[list[Any]] = [[]]
    for values in data or ():
        rows = [[*row, value] for row in rows for value in values][:_MOST_ITEMS]
    names = labels or [f"VALUE{number}" for number in range(1, len(data or ()) + 1)]
    return [dict(zip(names, row, strict=False)) for row in rows] if data else []


def make_module(recorder: _Recorder) -> ModuleType:
    """Return the module that replaces `protograf`."""
    module = ModuleType("protograf")

    def shape(kind: str) -> Any:
        return lambda *arguments, **keys: recorder.make_shape(kind, arguments, keys)

    def page(kind: str) -> Any:
        return lambda *_, **__: recorder.add("pages", {"name": kind})

    def card(*, is_back: bool) -> Any:
        def note(sequence: Any = None, *elements: Any, **keys: Any) -> None:
            sequence = sequence() if callable(sequence) else sequence
            entry = {"sequence": _pack(sequence), "elements": _pack(elements), "keys": _pack(keys)}
            recorder.add("cards", {**entry, "is_back": is_back})

        return note

    def create(**keys: Any) -> None:
        recorder.record["create"] |= _pack(keys) | {"line": recorder.find_line()}

    def deck(kind: str) -> Any:
        return lambda **keys: recorder.add("decks", {"kind": kind, "keys": _pack(keys)})

    def data(**keys: Any) -> list[Any]:
        recorder.record["data"] = {"keys": _pack(keys), "line": recorder.find_line()}
        return []

    def font(name: Any = None, **keys: Any) -> None:
        given = {"font_name": name[0] if isinstance(name, list) else name}
        named = {f"font_{key}": keys[key] for key in ("size", "style") if key in keys}
        recorder.font = {**given, **named} | ({"stroke": keys["stroke"]} if "stroke" in keys else {})

    def text_of(kind: str) -> Any:
        return lambda *arguments, **_: _Shape(kind, list(arguments), {}, recorder.find_line())

    names: dict[str, Any] = {name: shape(name) for name in _SHAPES.split()}
    names |= {name.capitalize(): page(name.capitalize()) for name in _SHAPES.split()}
    names |= {name: page(name) for name in _OTHERS.split()}
    names |= {"Card": card(is_back=False), "Counter": card(is_back=False)}
    names |= {"CardBack": card(is_back=True), "CounterBack": card(is_back=True)}
    names |= {"Deck": deck("Deck"), "CounterSheet": deck("CounterSheet"), "Create": create, "create": create}
    names |= {"Data": data, "Matrix": _make_matrix, "Font": font, "IconFont": page("IconFont")}
    names |= {"Common": shape("common"), "common": shape("common"), "group": shape("group")}
    names |= {"Default": shape("common"), "default": shape("common"), "steps": _list_steps, "margins": dict}
    names |= {
        "Save": page("Save"),
        "save": page("Save"),
        "Feedback": print,
        "Version": lambda: "",
        "Set": dict,
    }
    names |= {name: text_of(name) for name in ("T", "S", "L")}
    names |= {"uniques": lambda values, *_: list(dict.fromkeys(values)), "Today": lambda *_, **__: ""}
    names |= {"Random": lambda *_, **__: 1, "split": lambda text, *_: str(text).split()}
    names["__all__"] = [name for name in names if not name.startswith("_")]
    module.__dict__.update(names)
    return module


def raise_guard(home: Path) -> None:
    """Refuse what leaves a folder: the network, other programs, and changes of other files."""
    inside = f"{home}{os.sep}"

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(_REFUSED):
            raise PermissionError(f"{event} is refused: the script runs without network and other programs")
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            mode, flags = arguments[1], arguments[2] if isinstance(arguments[2], int) else 0
            is_write = any(letter in (mode or "r") for letter in "wax+") if mode else bool(flags & _WRITES)
            names = [arguments[0]] if is_write else []
        else:
            names = [one for one in arguments if isinstance(one, str)] if event.startswith(_CHANGES) else []
        for name in names:
            path = os.path.realpath(os.fsdecode(name))
            if not path.startswith(inside) and path != os.devnull:
                raise PermissionError(f"{os.fsdecode(name)} is outside of the copy of the project")

    sys.addaudithook(refuse)


def _find_stop(error: BaseException, recorder: _Recorder) -> dict[str, Any]:
    """Return the last line of the script that was run, and the reason why it stopped there."""
    place = str(recorder.project / recorder.script)
    lines = [one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == place]
    line = lines[-1] if lines else error.lineno if isinstance(error, SyntaxError) else 0
    return {"file": recorder.script, "line": line or 0, "text": f"{type(error).__name__}: {error}"[:300]}


def record(home: Path, script: str) -> None:
    """Run a script and write its record."""
    recorder = _Recorder(home, script)
    place = recorder.project / script
    sys.modules["protograf"] = make_module(recorder)
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(place.parent), str(recorder.project)]
    sys.argv = [str(place)]
    os.chdir(place.parent)
    raise_guard(home)
    try:
        runpy.run_path(str(place), run_name="__main__")
    except SystemExit:
        pass
    except ModuleNotFoundError as error:
        note = {**_find_stop(error, recorder), "kind": "module", "text": str(error.name)}
        recorder.record["notes"].append(note)
        recorder.record["stopped"] = _find_stop(error, recorder)
    except BaseException as error:
        recorder.record["stopped"] = _find_stop(error, recorder)
    (home / "record.json").write_text(json.dumps(recorder.record), encoding="utf-8", errors="replace")


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2])
