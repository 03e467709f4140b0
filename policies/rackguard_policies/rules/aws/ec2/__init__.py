"""Rules for EC2."""
