"""How a plan is shown: one renderer a file."""
