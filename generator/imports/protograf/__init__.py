"""Decks of protograf, whose scripts are programs in Python: cards and counters."""
