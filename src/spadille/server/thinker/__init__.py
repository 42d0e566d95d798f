"""A process in which bots think: `python -m spadille.server.thinker`, started by the server.

It imports nothing of the server's but this package, so that many of them fit into little memory.
"""
