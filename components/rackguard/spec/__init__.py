"""What a user declares: the stack file, read, checked and frozen."""
