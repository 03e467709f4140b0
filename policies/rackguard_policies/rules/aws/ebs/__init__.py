"""Rules for ebs."""
