"""Uses of the rules without a screen: the only room in which there is chance."""
