# `make print` builds every game into output/, `make test` runs the linters and tests. Both keep what they need in
# .venv; nothing else on the machine is touched. The tasks are in tools/tasks.py: `python -m tools` lists them, and
# does them where there is no make. Their variables (GAME=pox) reach them as make's command line gives them.

PYTHON ?= python3
TASKS := print test lint quick durations oracle proof installed coverage bench bench-peers fuzz survey mutate pictures schemas docs setup lock test-latest release clean

.PHONY: $(TASKS)
$(TASKS):
	@$(PYTHON) -m tools $@
