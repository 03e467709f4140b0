"""The planner: spec and catalogue in, every decision of a cluster with its reason out. Pure."""
