"""Tags as every service takes them; EC2's model has no bounds for them.

Source: AWS, "Best practices for tagging": 50 tags a resource, keys of 1 to 128 characters, values of up to 256, no key
that begins with `aws:`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def refused(tags: Mapping[str, str], what: str) -> Iterator[str]:
    """What is wrong with a resource's tags, in EC2's words."""
    if len(tags) > 50:
        yield f"TagLimitExceeded: More than 50 tags specified: {what} has {len(tags)}"
    for key, value in tags.items():
        if key.lower().startswith("aws:"):
            yield f"InvalidParameterValue: Tag keys starting with 'aws:' are reserved for internal use: {key}"
        if not 1 <= len(key) <= 128:
            yield f"InvalidParameterValue: Tag key has {len(key)} characters, 1 to 128 allowed: {key}"
        if len(value) > 256:
            yield f"InvalidParameterValue: Tag value has {len(value)} characters, up to 256 allowed: {key}"
