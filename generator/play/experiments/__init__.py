"""Experiments: games with other numbers, compared with the game as it is."""
