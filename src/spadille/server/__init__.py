"""The server: tables for people and bots over the network, kept in a database."""

HOST = "127.0.0.1"
PORT = 8421
"""Where a server listens if nothing else is said."""
