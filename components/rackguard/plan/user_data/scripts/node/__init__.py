"""The node's programs in Python 3.9, which is what Amazon Linux 2023 has; standard library only."""
