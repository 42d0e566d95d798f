"""A room: a table on the server with its people."""
