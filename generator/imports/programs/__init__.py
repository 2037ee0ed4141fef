"""Projects that are programs: they run once, apart from everything else, and are recorded."""
