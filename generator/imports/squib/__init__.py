"""Decks of Squib, whose scripts are programs in Ruby."""
