"""Rules for AWS Backup."""
