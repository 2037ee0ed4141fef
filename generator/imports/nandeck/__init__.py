"""Scripts of nanDECK, which draw on cards line by line."""
