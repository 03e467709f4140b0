"""HIPAA's security rule as a policy pack: `pulumi preview --policy-pack` starts it."""

from rackguard_policies.bridge.serve import serve

serve("hipaa")
