"""From the rules to Pulumi's policy packs: the only place of the policies that knows Pulumi."""
