"""Rules for Systems Manager."""
