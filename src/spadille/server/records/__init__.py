"""Records of matches: what the rows of a room tell of them, when they may be told."""
