"""Exit codes beside 0: everything was done."""

WRONG = 1
"""What was given is wrong, or nobody has it."""
UNREADABLE = 2
"""Of `petri score`, whose 1 says that a game was not played by the rules."""
INTERRUPTED = 130
"""Ctrl-C."""
