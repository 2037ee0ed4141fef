"""`python -m generator` is `petri`."""

from generator.cli.app import main

if __name__ == "__main__":
    main()
