"""Projects of other tools, as decks of our own."""
