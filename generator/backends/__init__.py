"""Scene to files: write a document as PDF, SVG, PNG, or text, without any layout decisions."""
