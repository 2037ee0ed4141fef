# Two commands: `make print` builds every game into output/, `make test` proves the house.
# Both keep what they need in .venv; nothing else of the machine is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed

.PHONY: print test setup clean

print: $(STAMP)
	$(BIN)/petri make --locale all --paper a4 --paper letter --to pdf,svg --out output

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

setup: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@

clean:
	rm -rf $(VENV) output dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
