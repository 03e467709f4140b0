"""ISO 27001:2022, Annex A, as a policy pack: `pulumi preview --policy-pack` starts it."""

from rackguard_policies.bridge.serve import serve

serve("iso27001")
