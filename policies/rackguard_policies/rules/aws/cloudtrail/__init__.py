"""Rules for CloudTrail."""
