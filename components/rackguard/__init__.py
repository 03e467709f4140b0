"""GPU clusters on AWS and GCP: declared, planned, priced and checked."""
