"""Uses of the rules without a screen: scoring, guided play, simulation; the only room with random numbers."""
