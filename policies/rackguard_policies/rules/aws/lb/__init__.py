"""Rules for load balancers."""
