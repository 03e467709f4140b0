"""Rules for CloudWatch."""
