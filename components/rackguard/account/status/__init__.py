"""How a deployed cluster fares: its nodes, what keeps them away, and what they have cost so far."""
