"""Petri Press: printed games from YAML, and a referee for what was played on them."""

__version__ = "0.1.0"
