"""Tags, options and services of a stack as a whole, and what it costs."""

from __future__ import annotations

from tests.policies.mutations.change import added, gone, option, put
from tests.policies.mutations.mutation import Also, Mutation

TAGS = {"owner": "ml", "environment": "prod", "classification": "phi"}
TRAIN = "llm-prod-pool-train-template"

BETWEEN = 300_000
"""More than a month costs for certain, and less than with everything scaled out."""

ROWS = (
    Mutation("stk-required-tags", "llm-prod-network-vpc", gone("tags.owner"), path="tags"),
    Mutation("stk-required-tags", TRAIN, put("tags.environment", ""), path="tags"),
    Mutation("stk-ignore-changes", TRAIN, option(ignore_changes=("metadataOptions",)), path="metadataOptions"),
    Mutation("stk-ignore-changes", "llm-prod-access-login", option(ignore_changes=("desiredCapacity", "*")), path="*"),
    Mutation(
        "stk-service-allow-list", TRAIN, added("aws:lightsail/instance:Instance", "simple", {"tags": TAGS}), on="simple"
    ),
    Mutation(
        "stk-classification-flow", TRAIN, put("tagSpecifications[0].tags.classification", "internal"), path="tags"
    ),
    Mutation("stk-classification-flow", TRAIN, put("tagSpecifications[0].tags.environment", "dev"), path="tags"),
    Mutation("stk-protect-stateful", "llm-prod-storage-lustre-scratch-file-system", option(protect=False)),
    Mutation("cost-budget", "llm-prod", put("budget_usd_per_month", 1000), on="rackguard-prod", path=""),
    Mutation("cost-budget", "llm-prod", put("budget_usd_per_month", BETWEEN), on="rackguard-prod", path=""),
    Mutation(
        "cost-unpriced-share",
        TRAIN,
        put("instanceType", "p5e.48xlarge"),
        on="rackguard-prod",
        path="",
        also=(Also("cost-budget", "no total holds what has no price", "unproven: ", "rackguard-prod"),),
    ),
    Mutation("cost-idle-reservation", "llm-prod-pool-train-group", put("maxSize", 4), on="rackguard-prod", path=""),
)
