"""Rules for a stack as a whole."""
