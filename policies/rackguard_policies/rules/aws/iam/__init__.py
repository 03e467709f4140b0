"""Rules for IAM."""
