"""Properties that keep a stack safe, for options that make the engine overlook them."""

from __future__ import annotations

import re

from rackguard_policies.packaged import lines
from rackguard_policies.tag_keys import CLASSIFICATION, is_key

_WORDS = re.compile(r"encrypt|kms|public|polic(?:y|ies)|secur|logging|backup|retention|tls", re.IGNORECASE)
"""In names of properties of any resource."""
_TAGS = frozenset(("tags", "tagsAll", "defaultTags"))


def guards(path: str, token: str) -> bool:
    """True for the path of a property that keeps a resource of that type safe, and for all properties at once.

    Paths are as options give them: `metadataOptions.httpTokens`, `["policy"]`, `ingress[0].cidrBlocks`, `*`. Of tags
    the class of data counts, and all of them together.
    """
    first, *rest = re.findall(r"\"[^\"]*\"|'[^']*'|[^.\[\]\"']+", path) or [""]
    name = first.strip("\"'")
    if name in _TAGS:
        return not rest or rest[0] == "*" or is_key(rest[0], CLASSIFICATION)
    listed = lines("guarded_properties.txt")
    return name == "*" or name in listed or f"{token}.{name}" in listed or bool(_WORDS.search(name))
