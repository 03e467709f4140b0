"""Rules for Secrets Manager."""
