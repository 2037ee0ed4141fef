"""The project's own commands, which `make` calls; without make: `python -m tools test`."""
