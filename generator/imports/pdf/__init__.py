"""Published PDF files as decks."""
