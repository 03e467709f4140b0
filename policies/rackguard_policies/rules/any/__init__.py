"""Rules for any cloud."""
