"""Templates drawn as SVG, whose texts, pictures, and parts a table changes."""
