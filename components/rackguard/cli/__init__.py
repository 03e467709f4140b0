"""The `rackguard` command."""
