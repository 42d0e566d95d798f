"""How it is played: functions over a State; no I/O, no clock, no randomness."""
