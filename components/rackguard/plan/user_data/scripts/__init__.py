"""What nodes run: read as text by the builder, never imported by it."""
