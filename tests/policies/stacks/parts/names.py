"""What all of a customer's stacks have in common: the account, the region, and who owns what."""

from __future__ import annotations

ACCOUNT = "123456789012"
REGION = "us-east-2"


def tags(classification: str, **further: str) -> dict[str, str]:
    """Those of everything that takes tags; keys in `further` have underscores for hyphens."""
    named = {key.replace("_", "-"): value for key, value in further.items()}
    return {"owner": "ml-platform", "environment": "prod", "classification": classification, **named}
