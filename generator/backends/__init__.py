"""Scene -> files: a document as PDF, SVG, PNG or plain lines. No decision about place is made here."""
