"""Checks before launch: one a file, all run, all problems come back at once."""
