"""Exit codes; 0 is success."""

WRONG = 1
"""The input is wrong or not found."""
UNREADABLE = 2
"""The input of `petri score` cannot be read; 1 means that a rule was broken."""
INTERRUPTED = 130
"""Ctrl-C."""
