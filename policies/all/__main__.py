"""The rules of all frameworks as one policy pack: `pulumi preview --policy-pack` starts it."""

from rackguard.cli.cost_facts import facts_of_graph
from rackguard_policies.bridge.serve import serve

serve("all", facts_of_graph)
