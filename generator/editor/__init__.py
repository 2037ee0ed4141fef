"""Help for editors: what can be written where, and what is wrong, while a game is being typed."""
