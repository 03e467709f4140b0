"""Guardrails over the resource graph, and their frameworks."""
