"""What a team has agreed on of types and spot, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import put
from tests.policies.mutations.mutation import Mutation

row = partial(Mutation, stack="training")
WHOLE = "tests-test"
OVERRIDE = "mixedInstancesPolicy.launchTemplate.overrides[1].instanceType"
ON_DEMAND = "mixedInstancesPolicy.instancesDistribution.onDemandPercentageAboveBaseCapacity"

ROWS = (
    row("cost-types-allowed", "spare", put(OVERRIDE, "g6.48xlarge")),
    row("cost-types-allowed", "training-template", put("instanceType", "g6.48xlarge")),
    row("cost-spot-share", "spare", put(ON_DEMAND, 100), on=WHOLE, path=""),
    row("cost-spot-share", "spare", put("maxSize", 20), on=WHOLE, path=""),
    row("cost-types-allowed", "solvers-template", put("instanceType", "hpc6a.48xlarge")),
)
