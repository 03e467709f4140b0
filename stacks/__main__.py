"""One GPU cluster a stack, as the stack's file declares it; the same program for every stack."""

import pulumi

from rackguard.aws import GpuCluster, program

args = program.load()
provider = program.provider(args)
pulumi.export("account_id", program.check_account(args, provider))

cluster = GpuCluster(args["name"], args, pulumi.ResourceOptions(providers=[provider]))
program.export(cluster)
