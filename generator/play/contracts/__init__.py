"""Contracts that the rules, forms, and texts of every game keep, tested in random games."""
