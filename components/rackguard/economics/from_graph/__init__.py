"""What a graph of resources is billed for, one kind of resource a file: ours and anybody's."""
