# Two commands: `make print` builds every game into output/, `make test` proves the house.
# Both keep what they need in .venv; nothing else of the machine is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Modules are compiled once, not anew by each process: the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: print test proof bench fuzz pictures setup clean

print: $(VENV)/for-print
	$(BIN)/petri make --locale all --paper a4,letter --to pdf,svg --out output

test: $(VENV)/for-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

# Draws every page on every paper by both back ends, which takes as long again as the tests; plays a thousand
# games of Pandemic, and 20,000 chains of outbreaks in three orders.
proof: $(VENV)/for-test
	PETRI_PROOF=all $(BIN)/pytest -n auto --dist worksteal tests/test_shipped_pages.py tests/games/pandemic/test_pandemic_proof.py

bench: $(VENV)/for-test
	$(BIN)/python benchmarks/run.py

# Changes files of every kind at random, for SECONDS; what gives anything but our errors is kept in output/fuzz.
SECONDS ?= 60
fuzz: $(VENV)/for-test
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Draws the pictures of the documents anew: when what they show looks different.
pictures: $(VENV)/for-print
	$(BIN)/python docs/pictures/draw.py

setup: $(VENV)/for-test

$(VENV)/for-print: pyproject.toml $(VENV)/with-pip
	$(PIP) install --quiet --editable .
	touch $@

$(VENV)/for-test: pyproject.toml $(VENV)/with-pip
	$(PIP) install --quiet --editable ".[test]"
	touch $@ $(VENV)/for-print

# Some systems ship Python without ensurepip: there the environment is made without pip, and
# the system's pip, run by the new environment's Python, installs a pip into it.
$(VENV)/with-pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed; say where it is: make PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(VENV)
	$(PIP) --version >/dev/null 2>&1 || \
	  PYTHONPATH="$$($(PYTHON) -c 'import pathlib, pip; print(pathlib.Path(pip.__file__).parents[1])')" \
	  $(PIP) install --quiet --ignore-installed pip
	touch $@

clean:
	rm -rf $(VENV) output dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
