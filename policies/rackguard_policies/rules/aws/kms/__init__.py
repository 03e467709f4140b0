"""Rules for KMS."""
