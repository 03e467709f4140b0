"""Machines that are declared one by one: the login node of production."""

from __future__ import annotations

from tests.policies.mutations.change import gone, put
from tests.policies.mutations.mutation import Mutation

LOGIN = "llm-prod-access-login"

ROWS = (
    Mutation("ec2-imdsv2", LOGIN, put("metadataOptions.httpTokens", "optional")),
    Mutation("ec2-imdsv2", LOGIN, gone("metadataOptions.httpTokens")),
)
