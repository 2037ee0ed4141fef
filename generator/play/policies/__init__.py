"""Players for simulation that work for every game."""
