"""Resources as plain data, whoever declared them: what rules, cost and carbon read."""
