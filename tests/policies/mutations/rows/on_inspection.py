"""Firewalls behind a gateway balancer, and a router, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import gone
from tests.policies.mutations.mutation import Mutation

row = partial(Mutation, stack="inspection")

ROWS = (
    row("lb-deletion-protect", "gateway", gone("enableDeletionProtection")),
    row("asg-elb-healthcheck", "firewalls-group", gone("healthCheckType")),
)
