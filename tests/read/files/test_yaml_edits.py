"""Values are put into YAML files, and everything else stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.read.files.yaml import parse_yaml, put_values

VALUES = {"home": {"paper": "a4", "backs": {"right": "0.5 mm", "down": "0 mm"}}}

CASES = {
    "": "home:\n  paper: a4\n  backs: {right: 0.5 mm, down: 0 mm}\n",
    "# mine\n": "# mine\nhome:\n  paper: a4\n  backs: {right: 0.5 mm, down: 0 mm}\n",
    "home:\n  paper: letter  # tray 2\n  name: Mine\n# end\n": (
        "home:\n  paper: a4  # tray 2\n  name: Mine\n  backs: {right: 0.5 mm, down: 0 mm}\n# end\n"
    ),
    "home:\n    backs:\n        right: 1 mm   # old\n        turn: 1 deg\nother: {paper: a3}": (
        "home:\n    backs:\n        right: 0.5 mm   # old\n        turn: 1 deg\n        down: 0 mm\n"
        "    paper: a4\nother: {paper: a3}"
    ),
    "home: {backs: {down: 2 mm}}  # all\n": (
        "home: {paper: a4, backs: {right: 0.5 mm, down: 0 mm}}  # all\n"
    ),
    "home:\n": "home: {paper: a4, backs: {right: 0.5 mm, down: 0 mm}}\n",
    "home:\n  backs:\n  paper: |\n    long\n\nlast: x\n": (
        "home:\n  backs: {right: 0.5 mm, down: 0 mm}\n  paper: a4\n\nlast: x\n"
    ),
    "{}": "{home: {paper: a4, backs: {right: 0.5 mm, down: 0 mm}}}",
}


@pytest.mark.parametrize(("text", "wanted"), CASES.items())
def test_values_are_put_where_they_belong(text: str, wanted: str) -> None:
    """New keys follow the others, in blocks and in braces, and comments stay where they are."""
    assert put_values(text, VALUES) == wanted


names = st.sampled_from(["home", "office", "x"])
inner = st.dictionaries(st.sampled_from(["a", "b", "c"]), st.sampled_from(["1", "2 mm", "long"]), min_size=1)
trees = st.dictionaries(
    names, st.dictionaries(st.sampled_from(["p", "q", "r"]), inner, min_size=1), min_size=1
)


def merge(old: object, new: object) -> object:
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: merge(old.get(key), value) for key, value in new.items()}}
    return new


@given(before=trees, after=trees)
def test_what_is_read_back(
    before: dict[str, dict[str, dict[str, str]]], after: dict[str, dict[str, dict[str, str]]]
) -> None:
    """Any values put into any file are there afterwards, and the others, too."""
    text = put_values("# begin\n", before)
    put = put_values(text, after)
    assert put.startswith("# begin\n")
    assert parse_yaml(put, file="").data == merge(before, after)
