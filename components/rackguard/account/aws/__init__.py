"""AWS as boto3 shows it."""
