"""`python -m spadille` is the same as `spadille`."""

from spadille.cli import main

if __name__ == "__main__":
    main()
