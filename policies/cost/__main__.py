"""What a cluster may cost, as a policy pack: `pulumi preview --policy-pack` starts it."""

from rackguard.cli.cost_facts import facts_of_graph
from rackguard_policies.bridge.serve import serve

serve("cost", facts_of_graph)
