"""Rules for autoscaling."""
