"""The server: tables for people and bots over the network, kept in a database."""
