"""Rules for SNS."""
