"""What the rules, the forms, and the texts of a game promise, tried in random games."""
