# `make print` builds every game into output/, `make test` runs the linters and tests.
# Both keep what they need in .venv; nothing else on the machine is touched.

PYTHON ?= python3
# One game, such as GAME=pox; by default all of them.
GAME ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Modules are compiled once, not by each process again: the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: print test quick durations oracle proof coverage bench bench-peers fuzz survey pictures schemas cookbook setup lock test-latest clean

print: $(VENV)/for-print
	$(BIN)/petri make $(GAME) --locale all --paper a4,letter --to pdf,svg --out output

test: $(VENV)/for-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

# Runs the linter and the tests of which every case is fast: for each small change, in a minute.
quick: $(VENV)/for-test
	$(BIN)/ruff check .
	$(BIN)/pytest -n auto --dist worksteal -q -m 'not slow and not speed'

# Writes tests/slow.txt: the tests that `make quick` leaves out, by how long they take here.
durations: $(VENV)/for-test
	$(BIN)/pytest -n auto --dist worksteal -q --write-slow

# Compares what the program writes and prints with what it did at a commit: REV=HEAD~3.
REV ?= HEAD
oracle: $(VENV)/for-test
	$(BIN)/python -m tests.oracle since $(REV)

# Runs the tests with every case instead of samples: every page on every paper is drawn by both back ends, whole
# games are changed in every place, and Hypothesis looks for new examples. Takes an hour.
proof: $(VENV)/for-test
	PETRI_PROOF=all $(BIN)/pytest -n auto --dist worksteal -m ''

# Runs the tests and prints the lines and branches of generator/ that none of them reaches, subprocesses included.
coverage: $(VENV)/for-test
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term --cov-fail-under=98

# Prints the ratios to peers, with their targets; then what processes, stages, and rules cost.
PEERS := $(VENV)-peers
bench: $(VENV)/for-test
	$(BIN)/python benchmarks/targets.py --peers $(if $(wildcard $(PEERS)/bin/python),$(PEERS)/bin/python,$(BIN)/python)
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/rules.py
	$(BIN)/pytest -m speed

# Installs the programs with which `make bench` compares into an environment of their own.
bench-peers: $(VENV)/for-test
	$(PYTHON) -m venv --clear $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet typst protograf
	@$(PIP) install chess

# Changes files of every kind at random, for SECONDS; what gives anything but our errors is kept in output/fuzz.
SECONDS ?= 60
fuzz: $(VENV)/for-test
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Looks for silent faults in other people's files, and compares the figures with tests/survey/baseline.yaml: docs/survey.md.
# ONLY="books values" runs some surveys; SETS="lucide-static" compares other icon sets; SUITE=FOLDER is a copy of the
# conformance suite; KEEP=FOLDER keeps what is fetched; WRITE=1 takes the figures as the baseline.
ONLY ?=
SUITE ?=
survey: $(VENV)/for-test
	$(BIN)/python -m tests.survey $(ONLY) $(if $(SUITE),--suite $(SUITE)) $(if $(SETS),--sets $(SETS)) $(if $(KEEP),--keep $(KEEP)) $(if $(WRITE),--write)

# Draws the pictures of the documents again: when what they show looks different.
pictures: $(VENV)/for-test
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python -m docs.pictures.draw_preview
	$(BIN)/python -m docs.pictures.draw_table
	$(BIN)/python docs/pictures/draw_recipes.py
	$(BIN)/python docs/pictures/draw_styles.py
	$(BIN)/python docs/pictures/draw_elements.py
	$(BIN)/python -m docs.pictures.draw_share

# Writes the JSON Schemas and the tables of docs/files.md from the declarations.
schemas: $(VENV)/for-print
	$(BIN)/petri schema --out data/schemas
	$(BIN)/python docs/write_tables.py

# Writes docs/cookbook.md from docs/recipes/.
cookbook:
	$(BIN)/python docs/write_cookbook.py

setup: $(VENV)/for-test

# The versions that were tested are locked, with hashes, in requirements/.
$(VENV)/for-print: requirements/print.txt pyproject.toml $(VENV)/with-pip
	@echo 'Installing the libraries that Petri Press needs into $(VENV), once: half a minute ...'
	@$(PIP) install --require-hashes --requirement requirements/print.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/for-test: requirements/test.txt pyproject.toml $(VENV)/with-pip
	@echo 'Installing the libraries of the tests into $(VENV), once: a minute ...'
	@$(PIP) install --require-hashes --requirement requirements/test.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/for-print

# Resolves the newest versions that pyproject.toml allows, for Python 3.11 and newer
# on every system.
lock: $(VENV)/for-test
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-header --upgrade --python-version 3.11 --extra build pyproject.toml --output-file requirements/print.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-header --upgrade --python-version 3.11 --extra build --extra test pyproject.toml --output-file requirements/test.txt

# Runs the tests with the newest versions, in an environment of its own: also of typer, whose cap may go one day.
test-latest:
	$(PYTHON) -m venv --clear $(VENV)-latest
	$(VENV)-latest/bin/python -m pip install --quiet --editable ".[build,test]"
	$(VENV)-latest/bin/python -m pip install --quiet --upgrade typer
	$(VENV)-latest/bin/python -m pytest -n auto --dist worksteal

# Some systems ship Python without ensurepip: there the environment is made without pip, and
# the system's pip, run by the new environment's Python, installs a pip into it.
$(VENV)/with-pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed; name it: make PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@$(PIP) --version >/dev/null 2>&1 || \
	  PYTHONPATH="$$($(PYTHON) -c 'import pathlib, pip; print(pathlib.Path(pip.__file__).parents[1])')" \
	  $(PIP) install --ignore-installed pip
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-latest $(VENV)-peers dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find output -mindepth 1 ! -name README.md -delete
