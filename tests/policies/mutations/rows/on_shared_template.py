"""Groups made from templates of elsewhere, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import put
from tests.policies.mutations.mutation import Mutation

row = partial(Mutation, stack="shared_template")

ROWS = (
    row("asg-tags-propagate", "workers", put("tags[2].propagateAtLaunch", False), path="tags"),
    row("asg-tags-propagate", "workers", put("tags[2].propagateAtLaunch", "false"), path="tags"),
)
