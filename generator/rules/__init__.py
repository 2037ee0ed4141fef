"""The contract and tools of the rules of all games."""
