"""What components take: the shape of a stack file, as TypedDicts."""
