"""Rules for SQS."""
