"""What only an account can tell of a plan, asked before anything is launched."""
