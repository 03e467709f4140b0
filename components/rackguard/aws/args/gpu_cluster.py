"""The arguments of a whole cluster: a stack file's, and the region."""

from rackguard.aws.args.cluster import ClusterSpec


class GpuClusterArgs(ClusterSpec):
    """A whole cluster, as a stack file declares it under `rackguard:cluster`."""

    region: str
    """The provider's region: `us-east-2`; a deployment to any other ends. Changing it replaces everything."""
