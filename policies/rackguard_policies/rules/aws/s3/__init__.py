"""Rules for S3."""
