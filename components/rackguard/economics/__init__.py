"""What a cluster costs and emits."""
