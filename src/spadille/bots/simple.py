"""The simple bot, by rules of thumb."""

from spadille.bots.random import RandomBot


class SimpleBot(RandomBot):
    """Placeholder."""
