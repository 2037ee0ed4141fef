"""Options that `petri make` had in version 0.1, written as they are now; they are understood until 0.3."""

from collections.abc import Sequence

from generator.errors import UnknownName

_SWITCHES = {
    "--resize": "resize",
    "--copies-as-files": "copies",
    "--anyway": "anyway",
    "--test-sheet": "test",
}
"""Options that are words after the name of a destination now."""
_BOX_SWITCHES, _BOX_VALUES = ("--dividers", "--sleeved"), ("--by", "--thickness")
"""Options of `petri boxes` now."""
_LISTS = ("--card", "--cut")
"""Options that could be repeated."""
_WITHOUT_VALUE = {*_SWITCHES, *_BOX_SWITCHES, "--form", "--boxes"}
OLD_OPTIONS = _WITHOUT_VALUE | {*_BOX_VALUES, *_LISTS, "--groups", "--overlap", "--pictures-at", "--press"}


def update_options(args: Sequence[str]) -> list[str]:
    """Return the arguments of `petri make` with new options in place of old ones.

    Raises UnknownName for an old option that needs another one, which is missing.
    """
    kept, old = _separate(args)
    words = [word for name, word in _SWITCHES.items() if name in old]
    words += [f"at={old['--pictures-at']}"] if "--pictures-at" in old else []
    if words and _find_value(kept, "--for") is None:
        raise UnknownName(f"`{words[0]}` follows the name of a destination now, such as --for mpc,{words[0]}")
    for word in words:
        _append(kept, "--for", word)
    if "--card" in old:
        _append(kept, "--cards", old["--card"])
        kept += ["--for", "faces"] if _find_value(kept, "--for") is None else []
    _replace_formats(kept, old)
    if "--groups" in old:
        _append(kept, "--grid", f"/{old['--groups']}", between="")
    if "--overlap" in old:
        _append(kept, "--size", f"overlap={old['--overlap']}")
    if "--boxes" in old and "--dividers" in old:
        raise UnknownName(
            "make boxes and dividers one after the other: petri boxes, then petri boxes --dividers"
        )
    if old.keys() & {"--boxes", *_BOX_SWITCHES, *_BOX_VALUES}:
        kept[0] = "boxes"
        kept += [name for name in _BOX_SWITCHES if name in old]
        kept += [word for name in _BOX_VALUES if name in old for word in (name, old[name])]
    return kept


def _replace_formats(kept: list[str], old: dict[str, str]) -> None:
    pdf = ["form"] if "--form" in old else []
    if "--press" in old:
        standard, _, limit = old["--press"].partition(",")
        pdf += [f"pdf-{standard}" + (f":{limit.rpartition('=')[2]}" if limit else "")]
    cuts = [f"cut-{name.strip()}" for name in old["--cut"].split(",")] if "--cut" in old else []
    if not (pdf or cuts):
        return
    at = _find_value(kept, "--to", "-t")
    formats = kept[at].split(",") if at is not None else ["pdf"]
    if at is not None:
        del kept[at - 1 : at + 1]
    formats = [name for name in formats if name != "pdf"] if pdf else formats
    kept += ["--to", ",".join((*formats, *pdf, *cuts))]


def _separate(args: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the arguments that stay, each value apart from its option, and the values of old options."""
    kept: list[str] = []
    old: dict[str, str] = {}
    rest = [part for arg in args for part in (arg.split("=", 1) if arg.startswith("--") else [arg])]
    while rest:
        arg = rest.pop(0)
        if arg in _WITHOUT_VALUE:
            old[arg] = ""
        elif arg in OLD_OPTIONS:
            value = rest.pop(0) if rest else ""
            old[arg] = f"{old[arg]},{value}" if arg in _LISTS and arg in old else value
        else:
            kept.append(arg)
    return kept, old


def _find_value(args: Sequence[str], *names: str) -> int | None:
    """Return the index of the value of an option; None if it is not given."""
    return next((index + 1 for index, arg in enumerate(args[:-1]) if arg in names), None)


def _append(args: list[str], name: str, word: str, *, between: str = ",") -> None:
    """Append a word to the value of an option, or add the option."""
    at = _find_value(args, name)
    if at is None:
        args += [name, word]
    else:
        args[at] += between + word
